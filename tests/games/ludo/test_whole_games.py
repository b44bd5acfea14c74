"""The kernel of whole games against the rules, which play the same games move by move."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from evenhand.games.ludo import Dice, Game, Rules, play_one
from evenhand.games.ludo.bots.kinds import BOTS, Bot, Naive, ResponsiblePair
from evenhand.games.ludo.simulated import HALF_A_POINT, LUDO, SimulatedLudo
from evenhand.rng import draw_seeds
from evenhand.tables import Indices

FEW = 4  # playouts
SEVEN: list[Bot] = [
    LUDO.player(f"{name}:playouts={FEW}" if hasattr(kind, "playouts") else name)
    for name, kind in BOTS.items()
]
PAIRS = [(a, b) for a in range(7) for b in range(7)]
ALL_RULES = [
    Rules(),
    Rules(home_bonus=0, extra_turns="capture", capture_keeps_points=True, ties="second"),
    Rules(moves=47, pairs_safe=True, safe="none", must_move=True, extra_turns="home", ties="first"),
    Rules(moves=100, home_bonus=7, safe="starts", extra_turns="both"),
]


def tables(*rows: tuple[int, int]) -> Indices:
    return np.array(rows, np.int32)


def check_games(bots: list[Bot], seats: Indices, rules: Rules, seed: int) -> Counter[str]:
    """Play games twice and compare everything; what happened in them."""
    drawn = draw_seeds(np.random.default_rng(seed), len(seats))
    played = SimulatedLudo(rules).play(bots, seats, drawn)
    happened: Counter[str] = Counter()
    for number, sitting in enumerate(seats.tolist()):
        game = play_one([bots[bot] for bot in sitting], int(drawn[number]), rules)
        result = game.result()
        wanted = [float(points) for points in result.points]
        if wanted[0] == wanted[1] and result.winner is not None:
            wanted[result.winner] += HALF_A_POINT
        assert played.score[number].tolist() == wanted
        found = {
            name: values[number].tolist()
            for name, values in played.details.items()
            if name != "dice"
        }
        assert found == {
            "winner": 0 if result.winner is None else result.winner + 1,
            "captures": list(result.captures),
            "home": list(result.home),
        }
        used = replace(game.chance, extra=game.chance.extra[: game.extra])
        assert played.details["dice"][number] == str(used)
        happened["captures"] += sum(result.captures)
        happened["home"] += sum(result.home)
        happened["extra"] += game.extra
        happened["lost"] += sum(move.endswith("-") for _, move in game.moves)
    return happened


@pytest.mark.parametrize("rules", ALL_RULES)
def test_every_pair_of_bots_plays_the_same_games_by_kernel_and_by_rules(rules: Rules) -> None:
    happened = check_games(SEVEN, tables(*PAIRS), rules, seed=61)
    assert happened["captures"] > 20
    assert happened["home"] > 10
    assert (happened["extra"] > 20) == (rules.extra_turns != "none")
    assert (happened["lost"] > 20) == (rules.moves == 100)


def test_variants_of_bots_play_the_same_games() -> None:
    bots = [
        LUDO.player("aggressive:column=yes"),
        ResponsiblePair(near=0, reach=0),
        ResponsiblePair(near=57, reach=12, column=True),
        Naive(),
    ]
    seats = tables(*((a, b) for a in range(4) for b in range(4)))
    assert check_games(bots, seats, Rules(), seed=62)["captures"] > 5


def test_the_dice_do_not_depend_on_who_plays() -> None:
    drawn = np.full(49, 12345)
    played = LUDO.play(SEVEN, tables(*PAIRS), drawn)
    assert set(played.details["dice"]) == {str(Dice.from_seed(12345, 20)).partition(" +")[0]}


def test_a_game_can_be_replayed_from_its_recorded_dice() -> None:
    rules = Rules(extra_turns="both")
    played = SimulatedLudo(rules).play(SEVEN, tables((0, 2)), np.array([77]))
    game = play_one([SEVEN[0], SEVEN[2]], 77, rules)
    chance = Dice.parse(played.details["dice"][0])
    again = Game.from_moves(chance, [move for _, move in game.moves], rules)
    assert again.result() == game.result()


def test_scores_agree_with_the_winner_where_ties_are_decided() -> None:
    seats = tables(*[(6, 6)] * 600)
    drawn = draw_seeds(np.random.default_rng(64), 600)
    draws = SimulatedLudo(Rules(moves=3)).play(SEVEN, seats, drawn)
    level = draws.score[:, 0] == draws.score[:, 1]
    assert level.sum() > 20
    assert (draws.details["winner"][level] == 0).all()
    for ties, winner in (("first", 1), ("second", 2)):
        rules = Rules(moves=3, ties=ties)  # type: ignore[arg-type]
        decided = SimulatedLudo(rules).play(SEVEN, seats, drawn)
        assert (decided.details["winner"][level] == winner).all()
        assert (decided.score.argmax(axis=1)[level] == winner - 1).all()
        assert (decided.score[~level] == draws.score[~level]).all()


def test_two_sit_at_a_table_of_seven_bots() -> None:
    assert LUDO.tables == range(2, 3)
    assert list(LUDO.bots) == list(BOTS)
    assert len(LUDO.bots) == 7
