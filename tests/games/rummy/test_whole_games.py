"""The kernel of whole games against the rules, which play the same games move by move."""

from collections import Counter

import numpy as np
import pytest
from evenhand.games.rummy.plain import min_score
from evenhand.games.rummy.rules import Rules
from evenhand.games.rummy.simulated import TOO_LATE, SimulatedRummy
from evenhand.games.rummy.strategies.bots import (
    BOTS,
    DefeatSeeking,
    Hybrid,
    MinDist,
    MinScore,
    OpponentAware,
    Random,
    Strategy,
)
from evenhand.games.rummy.strategies.desk import new_desk
from evenhand.games.rummy.strategies.player import choose, play_one
from evenhand.games.rummy.whole_games import new_course, play_games

from evenhand.games.cards import cards_of
from evenhand.games.rummy.metrics import min_dist
from evenhand.games.rummy.table import new_table, rule_row
from evenhand.rng import draw_seeds
from evenhand.tables import Indices

SIX = [kind() for kind in BOTS.values()]
PAIRS = [(a, b) for a in range(6) for b in range(6) if a != b]


def tables(*rows: tuple[int, ...]) -> Indices:
    return np.array(rows, np.int32)


def check_games(bots: list[Strategy], seats: Indices, rules: Rules, seed: int) -> Counter[str]:
    """Play games twice and compare everything; what happened in them."""
    drawn = draw_seeds(np.random.default_rng(seed), len(seats))
    course = new_course(*seats.shape)
    rows = np.stack([bot.row() for bot in bots])
    play_games(rows, seats, drawn, rule_row(rules), new_desk(), new_table(seats.shape[1]), course)
    happened: Counter[str] = Counter()
    for number, sitting in enumerate(seats.tolist()):
        game = play_one([bots[bot] for bot in sitting], int(drawn[number]), rules)
        result = game.result()
        assert list(game.deal.hands) == course.dealt[number].tolist()
        assert list(game.layout.hands) == course.held[number].tolist()
        assert (game.wild, result.all_turns) == (course.wild[number], course.turns[number])
        assert course.declarer[number] == (-1 if game.declarer is None else game.declarer)
        happened["declared" if result.declared else "undeclared"] += 1
        happened["reshuffled"] += game.layout.draws != game.draws
        happened["took"] += any(game.taken)
    return happened


def test_every_pair_of_strategies_plays_the_same_games_by_kernel_and_by_rules() -> None:
    happened = check_games(SIX, tables(*PAIRS), Rules(turn_limit=30), seed=41)
    assert happened["declared"] > 20
    assert happened["undeclared"] > 0
    assert happened["reshuffled"] > 0
    assert happened["took"] > 20


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules(stock_out="end", turn_limit=40), "undeclared"),
        (Rules(jokers_discardable=False, turn_limit=40), "reshuffled"),
        (Rules(literal_score=True), "declared"),
    ],
)
def test_options_of_the_rules_play_the_same_games(rules: Rules, expected: str) -> None:
    seats = tables((0, 1), (1, 0), (0, 2), (2, 4), (4, 3), (5, 2), (0, 1), (1, 2))
    assert check_games(SIX, seats, rules, seed=42)[expected] > 0


def test_three_players_play_the_same_games() -> None:
    seats = tables((0, 1, 2), (3, 4, 5), (1, 0, 1), (5, 5, 3), (2, 4, 0), (0, 1, 0))
    happened = check_games(SIX, seats, Rules(turn_limit=25), seed=43)
    assert happened["declared"] >= 3
    assert happened["reshuffled"] > 0


def test_lots_and_variants_play_the_same_games() -> None:
    bots: list[Strategy] = [
        MinDist(ties="lot"),
        MinScore(threshold=10, ties="lot"),
        Hybrid(ties="score"),
        OpponentAware(memory=32, ties="number"),
        OpponentAware(memory=0, keeps_jokers=False),
        Random(keeps_jokers=True),
        DefeatSeeking(keeps_jokers=True),
    ]
    seats = tables(*((a, (a + step) % 7) for a in range(7) for step in (1, 3)))
    assert check_games(bots, seats, Rules(turn_limit=40), seed=44)["declared"] > 8


def test_scores_luck_and_details_are_those_of_the_rules() -> None:
    rules = Rules(turn_limit=20)
    seats = tables(*PAIRS)
    drawn = draw_seeds(np.random.default_rng(45), len(seats))
    played = SimulatedRummy(rules).play(SIX, seats, drawn)
    for number, sitting in enumerate(seats.tolist()):
        game = play_one([SIX[bot] for bot in sitting], int(drawn[number]), rules)
        result = game.result()
        points = [
            max(p, TOO_LATE) if result.declared and s != game.declarer else p
            for s, p in enumerate(result.points)
        ]
        assert played.score[number].tolist() == [-p for p in points]
        wanted = [min_score(hand, game.wild) for hand in game.deal.hands]
        assert played.details["minscore"][number].tolist() == wanted
        assert played.luck is not None
        assert played.luck[number].tolist() == [-score for score in wanted]
        dists = [min_dist(hand, game.wild) for hand in game.deal.hands]
        assert played.details["mindist"][number].tolist() == dists
        winner = 0 if result.winner is None else result.winner + 1
        assert played.details["winner"][number] == winner
        assert played.details["turns"][number] == result.all_turns
        assert played.details["declared"][number] == result.declared


def test_an_undeclared_game_can_be_a_draw() -> None:
    seats = tables(*[(0, 1)] * 40)
    drawn = draw_seeds(np.random.default_rng(46), 40)
    draws = SimulatedRummy(Rules(turn_limit=5, undeclared="draw")).play(SIX, seats, drawn)
    usual = SimulatedRummy(Rules(turn_limit=5)).play(SIX, seats, drawn)
    undeclared = ~usual.details["declared"]
    assert undeclared.sum() > 30
    assert (draws.details["winner"][undeclared] == 0).all()
    assert (usual.details["winner"][undeclared] > 0).sum() > 10
    assert np.allclose(draws.score.sum(axis=1), usual.score.sum(axis=1))  # means are rounded


def test_first_hands_have_the_known_distances() -> None:
    """MinDist of random deals: 0.1, 3.4, 22, 44, 27 and 3.8 % (an independent program)."""
    seats = tables(*[(1, 1)] * 4000)
    played = SimulatedRummy(Rules(turn_limit=1)).play(
        [Random(), DefeatSeeking()], seats, draw_seeds(np.random.default_rng(48), 4000)
    )
    share = np.bincount(played.details["mindist"].ravel(), minlength=8) / 8000
    known = np.array([0.001, 0.034, 0.22, 0.44, 0.27, 0.038, 0.0, 0.0])
    assert np.abs(share - known).max() < 0.016  # three standard errors of the largest share
    assert abs(played.details["minscore"].mean() - 64.0) < 1.0


def test_strategies_can_sit_down_at_any_game() -> None:
    game = play_one([MinDist(), Random()], seed=99)
    assert game.over
    again = game.from_moves(game.deal, [move for _, move in game.moves], game.rules, game.draws)
    assert again.result() == game.result()
    assert choose(game.start(game.deal, game.rules, game.draws), MinDist(), new_desk()) in (
        "stock",
        "pile",
    )


def test_what_all_have_seen_being_taken_is_forgotten_when_it_is_discarded() -> None:
    """Also if the card comes back from a reshuffled stock, where nobody sees it."""
    back = 0
    for seed in range(1, 9):
        game = play_one([Random(), Random()], seed, Rules(turn_limit=60))
        now, seen = game.start(game.deal, game.rules, game.draws), [set[int](), set[int]()]
        for seat, move in game.moves:
            top = now.pile[-1] if now.pile else None
            now = now.play(move)
            if move == "pile" and top is not None:
                seen[seat].add(top)
            elif move != "stock":
                seen[seat].discard(now.pile[-1])
            assert [set(cards_of(known)) for known in now.known] == seen
        ever = [set(cards) & set(cards_of(now.hand(seat))) for seat, cards in enumerate(now.taken)]
        back += ever != seen
    assert back > 0
