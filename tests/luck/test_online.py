"""Ratings with luck taken out: the same in the long run, with less noise."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.evaluation import score_predictions
from evenhand.luck import LuckAdjusted, fit_adjustment
from evenhand.ratings import (
    SYSTEMS,
    Elo,
    Glicko,
    Glicko2,
    MultiElo,
    RatingSystem,
    RunArrays,
    ScoreShareElo,
    TrueSkill,
    WengLin,
)
from evenhand.tables import Floats, GameTable, TableError

from .made import lucky_games

TRAINING = {seats: lucky_games(100, 8000, seats=seats) for seats in (2, 3)}
PLAIN: dict[str, RatingSystem] = {
    "elo": Elo(k=8.0),
    "multi-elo": MultiElo(k=8.0),
    "glicko": Glicko(c=4.0, least_deviation=10.0),
    "glicko-2": Glicko2(volatility=0.03),
    "true-skill": TrueSkill(tau=0.05),
    "weng-lin": WengLin(tau=0.05),
    "plackett-luce": WengLin(model="plackett-luce", tau=0.05),
}


def long_run(run: RunArrays, table: GameTable) -> Floats:
    """The mean rating of each player over the second half of the games."""
    half = len(table) // 2
    players, ratings = table.seats[half:].ravel(), run.after[half:].ravel()
    mean = np.bincount(players, ratings) / np.bincount(players)
    return np.asarray(mean - mean.mean())


def wandering(run: RunArrays, table: GameTable) -> float:
    """How far ratings of the second half are from their means."""
    half = len(table) // 2
    away = run.after[half:] - run.after[half:].mean() - long_run(run, table)[table.seats[half:]]
    return float(np.sqrt(np.mean(away**2)))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", PLAIN)
def test_long_run_ratings_stay_the_same_and_wander_less(name: str, seats: int) -> None:
    """Ten worlds: the mean difference from the plain system is within what chance allows."""
    plain = PLAIN[name]
    system = LuckAdjusted(plain).fit(TRAINING[seats])
    tables = [lucky_games(200 + seed, 6000, seats=seats) for seed in range(10)]
    runs = [(plain.run(table), system.run(table)) for table in tables]
    both = list(zip(runs, tables, strict=True))
    before = np.array([long_run(first, table) for (first, _), table in both])
    after = np.array([long_run(second, table) for (_, second), table in both])
    error = (after - before).std(axis=0, ddof=1) / np.sqrt(len(tables))
    width = before.mean(axis=0).max() - before.mean(axis=0).min()
    # 6 players; 4 standard errors, and 2 % of the field for what noise does to a curved scale.
    assert np.all(np.abs((after - before).mean(axis=0)) < 4.0 * error + 0.02 * width)
    wander = np.array([[wandering(run, table) for run in pair] for pair, table in both])
    assert wander[:, 1].mean() < 0.97 * wander[:, 0].mean()


@pytest.mark.parametrize("name", ["elo", "glicko-2", "true-skill", "weng-lin"])
def test_predictions_before_the_deal_are_at_least_as_good(name: str) -> None:
    plain, table = PLAIN[name], lucky_games(300, 20_000)
    half = table.rows(10_000, 20_000)
    losses = [
        score_predictions(half, system.run(table).expected[10_000:], resamples=2).log_loss.value
        for system in (LuckAdjusted(plain).fit(TRAINING[2]), plain)
    ]
    assert losses[0] < losses[1]


def test_deviations_shrink_faster_without_luck() -> None:
    table = lucky_games(400, 300)
    for plain in (Glicko(), Glicko2(), TrueSkill(), WengLin()):
        system = LuckAdjusted(plain).fit(TRAINING[2])
        deviation = plain.columns.index("deviation")
        before, after = (s.run(table).values[:, deviation].mean() for s in (plain, system))
        assert after < 0.9 * before


@pytest.mark.parametrize("plain", [Elo(k=8.0), Glicko2(volatility=0.03), TrueSkill(tau=0.05)])
def test_a_column_of_pure_noise_costs_nothing(plain: RatingSystem) -> None:
    """Squared distance from the truth, over twenty worlds, with luck that means nothing."""
    rng = np.random.default_rng(9)
    worlds = [lucky_games(500 + seed, 2000) for seed in range(20)]
    worlds = [replace(world, luck=rng.normal(size=world.score.shape)) for world in worlds]
    truth = np.mean([long_run(plain.run(world), world) for world in worlds], axis=0)

    def distance(system: RatingSystem | LuckAdjusted[RatingSystem]) -> float:
        found = [system.run(world).values[:, 0] for world in worlds]
        return float(np.mean([(r - r.mean() - truth) ** 2 for r in found]))

    assert distance(LuckAdjusted(plain)) == pytest.approx(distance(plain), rel=0.03)


def test_the_first_games_are_rated_as_they_are() -> None:
    table = lucky_games(7, 400)
    run, plain = LuckAdjusted(Elo()).run(table), Elo().run(table)
    np.testing.assert_array_equal(run.after[:128], plain.after[:128])
    assert run.luck_points is not None
    assert not run.luck_points[:128].any()
    assert run.luck_points[128:].any()


def test_no_game_affects_earlier_games() -> None:
    table = lucky_games(8, 1000)
    whole = LuckAdjusted(Elo()).run(table)
    for stop in (0, 5, 128, 129, 256, 700):
        part = LuckAdjusted(Elo()).run(table.rows(0, stop))
        np.testing.assert_array_equal(part.after, whole.after[:stop])
        np.testing.assert_array_equal(part.expected, whole.expected[:stop])


def test_the_last_fit_is_that_of_all_games_before() -> None:
    table = lucky_games(9, 300)
    run, fit = LuckAdjusted(Elo()).run_and_fit(table)
    assert fit is not None
    before = fit_adjustment(Elo(), table.rows(0, 256), run.expected[:256])
    assert fit == before


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_can_be_adjusted(name: str) -> None:
    table = lucky_games(10, 500, seats=3)
    run = LuckAdjusted(SYSTEMS[name]()).run(table)
    assert np.isfinite(run.values[:, 0]).all()
    assert run.luck_points is not None
    assert np.abs(run.luck_points[128:]).max() > 0.0


def test_luck_known_in_too_few_games_leaves_ratings_as_they_are() -> None:
    table = lucky_games(11, 500)
    assert table.luck is not None
    luck = np.full_like(table.luck, np.nan)
    luck[:10] = table.luck[:10]
    run, fit = LuckAdjusted(Elo()).run_and_fit(replace(table, luck=luck))
    assert fit is None
    np.testing.assert_array_equal(run.values, Elo().run(table).values)


def test_without_luck_columns_nothing_can_be_adjusted() -> None:
    table = replace(lucky_games(12, 10), luck=None)
    with pytest.raises(TableError, match="no luck columns"):
        LuckAdjusted(ScoreShareElo()).run(table)
