"""The luck of whole games: unbiased, worth its while, and the same wherever it is counted."""

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from evenhand.games.rummy.luck.events import without_lots
from evenhand.games.rummy.luck.plain import luck_of
from evenhand.games.rummy.rules import Rules
from evenhand.games.rummy.simulated import RUMMY, SimulatedRummy
from evenhand.games.rummy.strategies.bots import (
    DefeatSeeking,
    Hybrid,
    MinDist,
    MinScore,
    OpponentAware,
    Random,
    Strategy,
)
from evenhand.games.rummy.strategies.player import play_one

from evenhand.games.protocol import Played
from evenhand.rng import draw_seeds
from evenhand.simulation import make_bots, ordered_tables, simulate
from evenhand.tables import Floats, Indices

ALL = replace(RUMMY, luck="all")
GOOD: list[Strategy] = [MinScore(), MinDist(), Hybrid(), OpponentAware()]
LOTS: list[Strategy] = [MinDist(ties="lot"), Hybrid(ties="lot")]
PARTS = ("deal", "draws", "lots")


def played(
    bots: list[Strategy], seats: Indices, seed: int, game: SimulatedRummy = ALL
) -> tuple[Played, list[int]]:
    drawn = draw_seeds(np.random.default_rng(seed), len(seats))
    return game.play(bots, seats, drawn), drawn.tolist()


@cache
def good_games() -> tuple[Indices, Played]:
    """Games of all ordered pairs of the four good strategies."""
    seats = ordered_tables(len(GOOD), 2, 2400)
    return seats, played(GOOD, seats, 71)[0]


def shares(score: Floats) -> Floats:
    """What the first of two seats wins."""
    return np.asarray(0.5 + np.sign(score[:, 0] - score[:, 1]) / 2)


def luck(games: Played) -> Floats:
    """The luck of the first seat."""
    assert games.luck is not None
    return np.asarray(games.luck[:, 0])


def factor(games: Played, lucky: Floats, groups: Indices) -> float:
    """How many times smaller the variance of results is without luck, seat by seat."""
    share = shares(games.score)
    left = [share, share - 0.95 * lucky]
    for number in np.unique(groups):
        for values in left:
            values[groups == number] -= values[groups == number].mean()
    return float(left[0].var() / left[1].var())


@pytest.mark.parametrize(
    ("bots", "rules"),
    [
        (GOOD[:2], Rules()),
        (GOOD[2:], Rules(stock_out="end", literal_score=True)),
        (LOTS, Rules(jokers_discardable=False)),
        ([Random(), MinScore(keeps_jokers=False)], Rules(turn_limit=12)),
        ([DefeatSeeking(), OpponentAware(ties="lot")], Rules(turn_limit=20)),
        (GOOD[1:], Rules(players=3)),
    ],
)
def test_kernel_and_rules_find_the_same_luck(bots: list[Strategy], rules: Rules) -> None:
    seats = np.arange(len(bots), dtype=np.int32)[None].repeat(2, axis=0)
    games, drawn = played(bots, seats, 72, replace(ALL, rules=replace(rules, players=2)))
    for number, seed in enumerate(drawn):
        plain = {
            "deal": np.zeros(len(bots)),
            "draw": np.zeros(len(bots)),
            "lot": np.zeros(len(bots)),
        }
        for what, one in luck_of(play_one(bots, seed, rules), bots):
            plain[what] += one
        for total, part in zip(plain.values(), PARTS, strict=True):
            found = games.details[f"luck_{part}"][number]
            assert found == pytest.approx(total, abs=1e-12)  # rounding of sums


def test_luck_adds_up_and_is_zero_sum() -> None:
    _, games = good_games()
    assert games.luck is not None
    assert games.luck == pytest.approx(sum(games.details[f"luck_{part}"] for part in PARTS))
    assert games.luck.sum(axis=1) == pytest.approx(0, abs=1e-12)
    assert not games.details["luck_lots"].any()


def test_games_are_the_same_with_and_without_luck() -> None:
    seats = ordered_tables(4, 2, 36)
    plain, deal, every = (
        played(GOOD, seats, 73, replace(RUMMY, luck=kind))[0] for kind in ("none", "deal", "all")
    )
    assert plain.luck is None
    assert (plain.score == every.score).all()
    assert (luck(deal) == every.details["luck_deal"][:, 0]).all()
    assert (luck(replace(plain, luck=played(GOOD, seats, 73, RUMMY)[0].luck)) < 0).all()


def test_the_mean_of_luck_is_zero_for_every_pair() -> None:
    bots: list[Strategy] = [*GOOD[:2], *LOTS[:1], Random()]
    scores = []
    for pair in combinations_with_replacement(range(len(bots)), 2):
        seats = np.tile(np.array([pair, pair[::-1]], np.int32), (60, 1))
        games = played(bots, seats, 74)[0]
        sign = np.tile([1, -1 if pair[0] != pair[1] else 1], 60)
        for part in PARTS:
            own = sign * games.details[f"luck_{part}"][:, 0]
            if own.any():
                scores.append(own.mean() / own.std() * np.sqrt(len(own)))
    # A sum of squares of standard scores: mean 24, SD 7; four SD above is 52.
    assert len(scores) == 24
    assert np.square(scores).sum() < 52


def test_the_luck_of_deal_and_draws_is_uncorrelated() -> None:
    _, games = good_games()
    deal, draws = (games.details[f"luck_{part}"][:, 0] for part in ("deal", "draws"))
    assert abs(np.corrcoef(deal, draws)[0, 1]) < 4 / np.sqrt(len(deal))


def test_most_of_the_variance_between_good_strategies_is_luck() -> None:
    seats, games = good_games()
    groups = seats[:, 0] * len(GOOD) + seats[:, 1]
    assert factor(games, luck(games), groups) > 5.0
    assert 1.2 < factor(games, games.details["luck_deal"][:, 0], groups) < 2.0


def test_what_strategies_leave_to_lots_is_luck_too() -> None:
    seats = np.tile(np.array([[0, 1], [1, 0]], np.int32), (400, 1))
    games = played(LOTS, seats, 75)[0]
    without = luck(games) - games.details["luck_lots"][:, 0]
    assert factor(games, luck(games), seats[:, 0]) > 1.2 * factor(games, without, seats[:, 0])


def test_at_tables_of_three_everybody_has_luck() -> None:
    seats = ordered_tables(4, 3, 600)
    games = played(GOOD, seats, 76)[0]
    assert games.luck is not None
    assert games.luck.sum(axis=1) == pytest.approx(0, abs=1e-12)
    beaten = (np.sign(games.score[:, :, None] - games.score[:, None, :]) + 1).sum(axis=2) / 2 - 0.5
    share = beaten / 2 - 0.5
    for seat in range(3):
        rest = share[:, seat] - 0.8 * games.luck[:, seat]
        assert rest.var() < 0.6 * share[:, seat].var()


def test_strategies_are_taken_to_play_without_lots() -> None:
    rows = np.stack([bot.row() for bot in (Random(), MinDist(ties="lot"), MinScore())])
    taken = without_lots(rows)
    assert (taken[[0, 1, 3]] == MinDist().row()).all()
    assert (taken[2] == rows[2]).all()


def test_the_same_luck_from_one_worker_and_from_two() -> None:
    bots = make_bots(ALL, ["min-dist", "hybrid:ties=lot", "random"])
    seats = ordered_tables(len(bots), 2, 1200)[:300]
    one, two = (
        simulate(ALL, bots, seats, np.random.default_rng(77), workers=workers).table.luck
        for workers in (1, 2)
    )
    assert one is not None
    assert two is not None
    assert one.tobytes() == two.tobytes()


def test_what_is_no_kind_of_luck_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^luck must be none or hand or deal or all, not 'some'$"):
        SimulatedRummy(luck="some")  # type: ignore[arg-type]
