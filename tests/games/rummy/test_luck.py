"""The luck of games: unbiased, worth its while, and the same wherever it is counted."""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from numpy.random import default_rng

from evenhand.games import SimulatedGames, play_game
from evenhand.games.rummy import (
    GAME,
    DefeatSeeking,
    Hybrid,
    MinDist,
    MinScore,
    OpponentAware,
    Random,
    Rules,
    RummyBot,
    State,
)
from evenhand.rng import draw_seeds
from evenhand.simulation import make_bots, ordered_tables, simulate
from evenhand.tables import Floats, Indices
from tests.games.rummy.deals import THREE, random_game, start_game
from tests.oracles.rummy_luck import luck_of

GOOD: list[RummyBot] = [MinScore(), MinDist(), Hybrid(), OpponentAware()]
TIED: list[RummyBot] = [MinDist(ties="random"), Hybrid(ties="random")]
PARTS = {"deal": "luck_deal", "draw": "luck_draws", "tie": "luck_ties"}
USUAL = Rules()


def simulate_games(
    bots: list[RummyBot], seats: Indices, seed: int, luck: str = "all", rules: Rules = USUAL
) -> SimulatedGames:
    return GAME.simulate(bots, seats, draw_seeds(default_rng(seed), len(seats)), rules, luck)


@cache
def good_games() -> tuple[Indices, SimulatedGames]:
    """Return games of all ordered pairs of the four good bots."""
    seats = ordered_tables(len(GOOD), 2, 720)
    return seats, simulate_games(GOOD, seats, 71)


def shares(score: Floats) -> Floats:
    """Return what the first of two seats wins."""
    return np.asarray(0.5 + np.sign(score[:, 0] - score[:, 1]) / 2)


def first_luck(games: SimulatedGames) -> Floats:
    """Return the luck of the first seat."""
    assert games.luck is not None
    return np.asarray(games.luck[:, 0])


def factor(games: SimulatedGames, lucky: Floats, groups: Indices) -> float:
    """Return how many times smaller the variance of results is without luck, seat by seat."""
    share = shares(games.score)
    left = [share, share - 0.95 * lucky]
    for number in np.unique(groups):
        for values in left:
            values[groups == number] -= values[groups == number].mean()
    return float(left[0].var() / left[1].var())


def check_events(state: State, bots: list[RummyBot]) -> int:
    """Compare the events of a game with those of the oracle; return how many ties there were."""
    events = GAME.luck_of(state, bots, "all")
    plain = [(kind, luck) for kind, luck in luck_of(state, bots) if kind != "tie" or luck.any()]
    assert [event.kind for event in events if any(event.luck) or event.kind != "tie"] == [
        kind for kind, _ in plain
    ]
    compared = [event.luck for event in events if any(event.luck) or event.kind != "tie"]
    assert np.array(compared) == pytest.approx(np.array([luck for _, luck in plain]), abs=1e-12)
    for event in events:
        if event.kind == "draw":
            assert state.moves[event.move - 1][1] == "stock"
    return sum(event.kind == "tie" for event in events)


@pytest.mark.parametrize(
    ("bots", "rules"),
    [
        (GOOD[:2], USUAL),
        (GOOD[2:], Rules(stock_out="end", literal_score=True)),
        (TIED, Rules(jokers_discardable=False)),
        ([Random(), MinScore(keeps_jokers=False)], Rules(turn_limit=8)),
        ([DefeatSeeking(), OpponentAware(ties="random")], Rules(turn_limit=16)),
        (GOOD[1:], USUAL),
    ],
)
def test_kernel_and_rules_find_the_same_luck(bots: list[RummyBot], rules: Rules) -> None:
    seats, seed = np.arange(len(bots), dtype=np.int32)[None], 72
    games = simulate_games(bots, seats, seed, rules=rules)
    state = play_game(GAME, bots, int(draw_seeds(default_rng(seed), 1)[0]), rules)
    check_events(state, bots)
    for kind, part in PARTS.items():
        luck = [event.luck for event in GAME.luck_of(state, bots, "all") if event.kind == kind]
        total = np.sum(luck or [(0.0,) * len(bots)], axis=0)
        assert games.details[part][0] == pytest.approx(total, abs=1e-12)  # rounding of sums


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 1), (3, 2)])
def test_games_of_people_have_luck_too(seats: int, seed: int) -> None:
    """They discard what no bot would, drop, and show wrongly: those are choices."""
    state = random_game(default_rng(seed), Rules(turn_limit=6, first_drop=20), seats)
    bots: list[RummyBot] = [MinDist(ties="random"), MinScore(ties="random"), Hybrid()][:seats]
    check_events(state, bots)


def test_a_discard_that_the_bot_would_not_make_is_no_luck() -> None:
    seed = 2
    state = play_game(GAME, [MinScore(), MinScore()], seed)
    bots: list[RummyBot] = [MinDist(ties="random")] * 2
    assert check_events(state, bots) < sum(state.turns)
    played = play_game(GAME, bots, seed)
    assert check_events(played, bots) > 0


def test_who_has_dropped_has_no_luck_any_more() -> None:
    state = start_game(THREE, "stock, HJ, drop, stock, DJ", Rules.platform())
    bots: list[RummyBot] = [MinDist(), MinDist(), MinDist()]
    while not state.over:
        assert state.turn is not None
        state = state.play(bots[state.turn].choose(state, default_rng(1)))
    assert state.playing == (0, 2)
    check_events(state, bots)
    drop = state.moves.index((1, "drop"))
    events = GAME.luck_of(state, bots, "all")
    before = [event.luck for event in events if event.move <= drop]
    after = [event.luck for event in events if event.move > drop]
    assert all(luck[1] for luck in before)
    assert len(after) > 2
    for luck in after:
        assert luck[1] == 0.0
        assert luck[0] == pytest.approx(-luck[2], abs=1e-12)


def test_luck_adds_up_and_is_zero_sum() -> None:
    _, games = good_games()
    assert games.luck is not None
    assert games.luck == pytest.approx(sum(games.details[part] for part in PARTS.values()))
    assert games.luck.sum(axis=1) == pytest.approx(0, abs=1e-12)
    assert not games.details["luck_ties"].any()


def test_games_are_the_same_with_and_without_luck() -> None:
    seats = ordered_tables(4, 2, 36)
    plain, deal, every, hand = (
        simulate_games(GOOD, seats, 73, kind) for kind in ("none", "deal", "all", "hand")
    )
    assert plain.luck is None
    assert (plain.score == every.score).all()
    assert (first_luck(deal) == every.details["luck_deal"][:, 0]).all()
    assert (first_luck(hand) == -plain.details["minscore"][:, 0]).all()


def test_the_mean_of_luck_is_zero_for_every_pair() -> None:
    bots: list[RummyBot] = [*GOOD[:2], *TIED[:1], Random()]
    scores = []
    for pair in combinations_with_replacement(range(len(bots)), 2):
        seats = np.tile(np.array([pair, pair[::-1]], np.int32), (20, 1))
        games = simulate_games(bots, seats, 74)
        sign = np.tile([1, -1 if pair[0] != pair[1] else 1], 20)
        for part in PARTS.values():
            own = sign * games.details[part][:, 0]
            if own.any():
                scores.append(own.mean() / own.std() * np.sqrt(len(own)))
    # A sum of squares of standard scores: mean 24, SD 7; four SD above is 52.
    assert len(scores) == 24
    assert np.square(scores).sum() < 52


@pytest.mark.parametrize("seats", [2, 3])
def test_the_mean_luck_of_deals_is_zero(seats: int) -> None:
    tables = np.zeros((3000, seats), np.int32)
    luck = simulate_games([MinDist()], tables, 93, "deal", Rules(turn_limit=1)).luck
    assert luck is not None
    assert (np.abs(luck.mean(axis=0)) < 4 * luck.std(axis=0) / np.sqrt(len(luck))).all()


def test_the_luck_of_deal_and_draws_is_uncorrelated() -> None:
    _, games = good_games()
    deal, draws = (games.details[part][:, 0] for part in ("luck_deal", "luck_draws"))
    assert abs(np.corrcoef(deal, draws)[0, 1]) < 4 / np.sqrt(len(deal))


def test_most_of_the_variance_between_good_bots_is_luck() -> None:
    seats, games = good_games()
    groups = seats[:, 0] * len(GOOD) + seats[:, 1]
    assert factor(games, first_luck(games), groups) > 5.0
    assert 1.2 < factor(games, games.details["luck_deal"][:, 0], groups) < 2.0


def test_what_bots_choose_at_random_is_luck_too() -> None:
    seats = np.tile(np.array([[0, 1], [1, 0]], np.int32), (200, 1))
    games = simulate_games(TIED, seats, 75)
    without = first_luck(games) - games.details["luck_ties"][:, 0]
    assert factor(games, first_luck(games), seats[:, 0]) > 1.2 * factor(games, without, seats[:, 0])


def test_at_tables_of_three_everybody_has_luck() -> None:
    games = simulate_games(GOOD, ordered_tables(4, 3, 300), 76)
    assert games.luck is not None
    assert games.luck.sum(axis=1) == pytest.approx(0, abs=1e-12)
    beaten = (np.sign(games.score[:, :, None] - games.score[:, None, :]) + 1).sum(axis=2) / 2 - 0.5
    share = beaten / 2 - 0.5
    for seat in range(3):
        rest = share[:, seat] - 0.8 * games.luck[:, seat]
        assert rest.var() < 0.6 * share[:, seat].var()


def test_the_same_luck_from_one_worker_and_from_two() -> None:
    bots = make_bots(GAME, ["min-dist", "hybrid:ties=random", "min-score"])
    seats = ordered_tables(len(bots), 2, 1100)
    one, two = (
        simulate(GAME, bots, seats, default_rng(77), luck="deal", workers=workers).table.luck
        for workers in (1, 2)
    )
    assert one is not None
    assert two is not None
    assert one.tobytes() == two.tobytes()


def test_what_is_no_kind_of_luck_is_refused() -> None:
    seats, state = np.array([[0, 1]], np.int32), start_game(THREE)
    with pytest.raises(ValueError, match=r"^luck must be none or hand or deal or all, not 'some'$"):
        simulate_games(GOOD, seats, 1, "some")
    with pytest.raises(ValueError, match="known when it is over"):
        GAME.luck_of(state, GOOD[:3], "all")
