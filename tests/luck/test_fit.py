"""Fit how much luck to take out."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.luck import fit_adjustment, observed_results, with_luck
from evenhand.ratings import SYSTEMS, BenchmarkElo, Elo, MultiElo, ScoreShareElo
from evenhand.tables import GameTable, TableError

from .made import NOISE, lucky_games, won_by_formula

GAMES = lucky_games(1, 20_000)


def test_c_is_the_slope_of_the_result_on_luck() -> None:
    """Among equals half a difference of luck d shifts a result by its density at zero."""
    equals = lucky_games(2, 40_000, spread=0.0)
    found = fit_adjustment(Elo(), equals)
    slope = 2.0 * np.sqrt(0.6) * NOISE / (np.sqrt(2.0 * np.pi) * np.sqrt(2.0) * NOISE)
    assert found.adjustment.c == pytest.approx(slope, abs=4.0 * found.error)
    # R^2 of a sign on a normal variable that makes up 60 % of its variance: 2/pi of 0.6.
    assert found.r2 == pytest.approx(2.0 / np.pi * 0.6, abs=0.02)
    assert found.variance_ratio == pytest.approx(1.0 / (1.0 - found.r2))
    assert found.r2 == found.adjustment.explained


def test_the_unit_of_luck_does_not_matter() -> None:
    assert GAMES.luck is not None
    hundred = fit_adjustment(Elo(), replace(GAMES, luck=100.0 * GAMES.luck + 7.0)).adjustment
    one = fit_adjustment(Elo(), GAMES).adjustment
    assert hundred.c == pytest.approx(one.c / 100.0, rel=1e-3)
    assert (hundred.fade, hundred.explained) == (one.fade, one.explained)
    vast = fit_adjustment(Elo(), replace(GAMES, luck=1e300 * GAMES.luck)).adjustment
    assert vast.c == pytest.approx(one.c / 1e300, rel=1e-3)
    assert (vast.fade, vast.explained) == (one.fade, one.explained)


def test_a_column_of_pure_noise_gets_weight_zero() -> None:
    rng = np.random.default_rng(5)
    found = fit_adjustment(
        Elo(), replace(GAMES, luck=rng.normal(size=GAMES.score.shape))
    ).adjustment
    assert abs(found.c) < 0.01
    assert found.explained < 0.001


def test_luck_that_never_differs_gets_weight_zero() -> None:
    found = fit_adjustment(Elo(), replace(GAMES, luck=np.ones_like(GAMES.score)))
    assert (found.adjustment.c, found.r2) == (0.0, 0.0)


def test_games_with_unknown_luck_are_left_out_and_counted() -> None:
    assert GAMES.luck is not None
    luck = GAMES.luck.copy()
    luck[::4, 1] = np.nan
    found = fit_adjustment(Elo(), replace(GAMES, luck=luck))
    assert (found.games, found.unknown) == (15_000, 5_000)
    assert found.adjustment.c == pytest.approx(fit_adjustment(Elo(), GAMES).adjustment.c, abs=0.03)


def test_benchmark_elo_fits_luck_with_some_hands_unknown() -> None:
    assert GAMES.luck is not None
    luck = GAMES.luck.copy()
    luck[::4, 1] = np.nan
    found = fit_adjustment(BenchmarkElo(), replace(GAMES, luck=luck))
    assert found == fit_adjustment(BenchmarkElo(beta=0.0), replace(GAMES, luck=luck))


def test_where_one_is_far_ahead_luck_fades() -> None:
    """Lopsided games with luck of the same size: it decides less."""
    found = fit_adjustment(Elo(), lucky_games(3, 20_000, spread=500.0)).adjustment
    lopsided = with_luck(Elo(), found).run(lucky_games(4, 5000, spread=500.0))
    assert found.c > 0.3
    assert lopsided.luck_points is not None
    even = 4.0 * lopsided.expected[:, 0] * lopsided.expected[:, 1]
    moved = np.abs(lopsided.luck_points[:, 0])
    assert moved[even < 0.2].mean() < 0.5 * moved[even > 0.8].mean()


# Against numbers by hand, on games whose chances are given.


def test_c_is_drawn_towards_zero_by_its_error() -> None:
    """Six columns that mean nothing and a weak one, on sixty games between equals."""
    rng = np.random.default_rng(1)
    games = lucky_games(1, 60, spread=0.0, part=0.1)
    half = np.full(games.score.shape, 0.5)
    won = observed_results(Elo(), games)[:, 0] - 0.5
    columns = [games.luck, *rng.normal(size=(6, 60, 2))]
    gone = 0
    for column in columns:
        assert column is not None
        luck = 0.5 * (column[:, 0] - column[:, 1])
        slope = luck @ won / (luck @ luck)
        error = np.sqrt(np.sum((luck * (won - slope * luck)) ** 2)) / (luck @ luck)
        found = fit_adjustment(Elo(), replace(games, luck=column), half)
        assert found.error == pytest.approx(error)
        # c has four digits
        assert found.adjustment.c == pytest.approx(
            slope * max(0.0, 1.0 - (error / slope) ** 2), rel=1e-3
        )
        if abs(slope) < error:
            assert found.adjustment.c == found.adjustment.explained == 0.0
            gone += 1
    assert 0 < gone < len(columns)


def test_the_error_of_c_is_its_scatter_over_samples() -> None:
    found = [fit_adjustment(Elo(), lucky_games(2000 + seed, 300)) for seed in range(400)]
    scatter = np.std([one.adjustment.c for one in found], ddof=1)
    # The scatter of 400 samples is known within 3.5 %; by seats the error would be 29 % less.
    assert np.mean([one.error for one in found]) == pytest.approx(scatter, rel=0.1)


def test_another_fade_is_taken_only_if_it_is_clearly_better() -> None:
    """Where luck fades as usual, that is found in 99 of 100 tables."""
    tables = [won_by_formula(seed, 300, c=0.25) for seed in range(200)]
    fades = [fit_adjustment(Elo(), games, chances).adjustment.fade for games, chances in tables]
    assert fades.count(1.0) >= 194  # 198 are expected, and two standard deviations are 2.8


def test_another_fade_is_taken_if_it_is_clearly_better() -> None:
    games, chances = won_by_formula(1, 20_000, c=0.4, fade=3.0)
    found = fit_adjustment(Elo(), games, chances)
    assert found.adjustment.fade == 3.0
    assert found.adjustment.c == pytest.approx(0.4, abs=4.0 * found.error)


@pytest.mark.parametrize(("c", "fade"), [(0.25, 1.0), (0.4, 3.0)])
def test_what_luck_explains_is_that_of_an_even_table_however_lopsided_games_are(
    c: float, fade: float
) -> None:
    """Luck of +-1 explains c^2 of the variance 1/4 of an even game."""
    games, chances = won_by_formula(2, 40_000, c=c, fade=fade)
    even = 4.0 * chances[:, 0] * chances[:, 1]
    here = (even ** (2.0 * fade)).sum() / even.sum()  # of that in these games
    assert here < 0.82
    found = fit_adjustment(Elo(), games, chances).adjustment
    assert found.explained == pytest.approx(4.0 * c * c, rel=0.05)  # 40,000 games


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("seats", [2, 3])
def test_luck_has_weight_in_every_system(name: str, seats: int) -> None:
    found = fit_adjustment(SYSTEMS[name](), lucky_games(6, 3000, seats=seats))
    assert found.adjustment.c > 10.0 * found.error
    assert 0.2 < found.r2 < 0.7


def test_too_few_games_and_no_luck_are_refused() -> None:
    with pytest.raises(TableError, match="luck is known in 20 games; at least 30 are needed"):
        fit_adjustment(Elo(), GAMES.rows(0, 20))
    with pytest.raises(TableError, match="no luck columns"):
        fit_adjustment(Elo(), replace(GAMES, luck=None))


def test_results_are_in_the_unit_of_the_system() -> None:
    game = GameTable.from_games([{"a": 5, "b": 5, "c": 1}, {"a": 2, "c": 3}])
    nan = np.nan
    np.testing.assert_array_equal(
        observed_results(Elo(), game), [[0.75, 0.75, 0.0], [0.0, 1.0, nan]]
    )
    np.testing.assert_array_equal(
        observed_results(MultiElo(), game), [[0.5, 0.5, 0.0], [0.0, 1.0, nan]]
    )
    np.testing.assert_array_equal(observed_results(ScoreShareElo(), game), [[5, 5, 1], [2, 3, nan]])
