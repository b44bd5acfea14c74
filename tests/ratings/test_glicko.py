"""Glickman's worked examples, rating periods, inactivity, tables of more than two."""

import numpy as np
import pytest

from evenhand.ratings import Elo, Glicko, Glicko2, RatingSystem
from evenhand.ratings.volatility import illinois_volatility, new_volatility
from evenhand.tables import Floats, GameTable

from .games import make_values

DEVIATION, PRIOR_DEVIATION, VOLATILITY = map(
    Glicko2.columns.index, ("deviation", "prior_deviation", "volatility")
)
DAY = 86_400_000_000  # microseconds
PAIR = np.array([[0, 1]], np.int32)

# Glickman, "The Glicko system" and "Example of the Glicko-2 system": a player of 1500 (200)
# beats 1400 (30), then loses to 1550 (100) and 1700 (300) in one rating period.
OPPONENTS = [(1400.0, 30.0), (1550.0, 100.0), (1700.0, 300.0)]


def glickmans_period(system: RatingSystem) -> Floats:
    seats = np.array([[0, 1], [0, 2], [0, 3]], np.int32)
    score = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    time = np.array([0, 1, 2], np.int64) * 3600 * 1_000_000
    table = GameTable(("player", "a", "b", "c"), seats, score, time=time)
    return system.run(table, make_values(system, [(1500.0, 200.0), *OPPONENTS])).values


def test_glickmans_example_of_glicko() -> None:
    rating, deviation = glickmans_period(Glicko(period=30.0))[0, [0, DEVIATION]]
    assert (round(rating), round(deviation, 1)) == (1464, 151.4)


def test_glickmans_example_of_glicko_2() -> None:
    row = glickmans_period(Glicko2(period=30.0, tau=0.5))[0]
    assert (round(row[0], 2), round(row[DEVIATION], 2)) == (1464.05, 151.52)
    # Glickman prints 1464.06 from intermediate values rounded to four digits
    assert row[0] == pytest.approx(1464.06, abs=0.015)
    assert int(row[VOLATILITY] * 1e5) == 5999  # printed: 0.05999, cut off


def test_glickmans_expected_outcome_between_two_uncertain_players() -> None:
    # The Glicko system: 1400 (80) against 1500 (150) expects 0.376.
    rows = make_values(Glicko(), [(1400.0, 80.0), (1500.0, 150.0)])
    assert round(Glicko(c=0.0).predict(rows, PAIR)[0, 0], 3) == 0.376


@pytest.mark.parametrize("system", [Glicko(period=7.0), Glicko2(period=7.0)])
def test_order_within_a_period_does_not_matter(system: RatingSystem) -> None:
    rng = np.random.default_rng(0)
    seats = np.array([rng.choice(8, 2, replace=False) for _ in range(60)], np.int32)
    score = rng.integers(0, 2, seats.shape).astype(float)
    time = np.repeat(np.arange(6) * 7 * DAY, 10)
    mixed = np.concatenate([10 * week + rng.permutation(10) for week in range(6)])
    names = tuple("abcdefgh")
    straight = system.run(GameTable(names, seats, score, time=time)).values
    turned = system.run(GameTable(names, seats[mixed], score[mixed], time=time)).values
    np.testing.assert_allclose(straight, turned, rtol=1e-12)


@pytest.mark.parametrize("system", [Glicko(period=7.0), Glicko2(period=7.0)])
def test_periods_need_times(system: RatingSystem) -> None:
    with pytest.raises(ValueError, match="column time: rating periods need the time"):
        system.run(GameTable.from_games([{"A": 1, "B": 0}]))


def days_apart(days: int) -> GameTable:
    games = GameTable.from_games([{"A": 1, "B": 0}] * 40 + [{"A": 0, "B": 1}])
    time = np.zeros(41, np.int64)
    time[40] = days * DAY
    return GameTable(games.names, games.seats, games.score, time=time)


def test_glicko_forgets_with_the_days_and_never_beyond_the_start() -> None:
    before = Glicko().run(days_apart(0).rows(0, 40)).values[0, DEVIATION]
    year = Glicko().run(days_apart(365)).values[0, PRIOR_DEVIATION]
    assert year == pytest.approx((before**2 + 8.1**2 * 365) ** 0.5)
    assert Glicko().run(days_apart(100_000)).values[0, PRIOR_DEVIATION] == 350.0


def test_glicko_2_forgets_with_the_days_and_never_beyond_the_start() -> None:
    system = Glicko2()
    rested = system.run(days_apart(0).rows(0, 40)).values[0]
    year = system.run(days_apart(365)).values[0, PRIOR_DEVIATION]
    sigma = rested[VOLATILITY] * 173.7178
    assert year == pytest.approx((rested[DEVIATION] ** 2 + sigma**2 * 365 / 7) ** 0.5, rel=1e-6)
    assert system.run(days_apart(10**6)).values[0, PRIOR_DEVIATION] == 350.0


@pytest.mark.parametrize("system", [Glicko(), Glicko2()])
def test_time_that_runs_backwards_or_is_unknown_does_no_harm(system: RatingSystem) -> None:
    later = system.run(days_apart(20_000)).values
    back = system.run(days_apart(0), later).values
    assert np.isfinite(back[:, [0, DEVIATION]]).all()
    games = days_apart(0)
    untimed = GameTable(games.names, games.seats, games.score)
    known = system.run(untimed).values
    then = system.run(days_apart(20_000).rows(40, 41), known).values
    assert then[0, DEVIATION] < 1.2 * known[0, DEVIATION]


@pytest.mark.parametrize("period", [-5.0, 1e-12, 1e300])
def test_a_period_of_no_sensible_length_is_refused(period: float) -> None:
    for system in (Glicko, Glicko2):
        with pytest.raises(ValueError, match="period must be 0 or some days"):
            system(period=period)


def test_idle_periods_count_one_volatility_each() -> None:
    system = Glicko2(period=10.0)
    rested = system.run(days_apart(0).rows(0, 40)).values[0]
    later = system.run(days_apart(45)).values[0, PRIOR_DEVIATION]
    sigma = rested[VOLATILITY] * 173.7178
    # played in period 0 and in period 4: three periods without play lie between
    assert later == pytest.approx((rested[DEVIATION] ** 2 + 3 * sigma**2) ** 0.5, rel=1e-6)


def test_volatility_is_nearly_inert_without_periods_and_alive_by_period() -> None:
    rng = np.random.default_rng(1)
    result = rng.integers(0, 2, 1000).astype(float)
    score = np.column_stack([result, 1.0 - result])
    seats = np.tile(np.array([[0, 1]], np.int32), (1000, 1))
    time = np.arange(1000) * (DAY // 10)
    table = GameTable(("A", "B"), seats, score, time=time)
    single = Glicko2(idle=1e9).run(table).values[0, VOLATILITY]
    assert single == pytest.approx(0.06, rel=0.01)
    streaks = np.repeat(rng.integers(0, 2, 100), 10).astype(float)  # ten wins or losses in a row
    erratic = GameTable(("A", "B"), seats, np.column_stack([streaks, 1 - streaks]), time=time)
    by_period = Glicko2(period=1.0).run(erratic).values[0, VOLATILITY]
    assert by_period > 2 * 0.06


def test_newton_finds_the_volatility_that_glickmans_algorithm_finds() -> None:
    rng = np.random.default_rng(9)
    for _ in range(3000):
        sigma, phi, v = rng.uniform(0.01, 0.3), rng.uniform(0.1, 2.1), rng.uniform(0.3, 30.0)
        delta, tau = rng.normal(0.0, 3.0) * v**0.5, rng.choice([0.2, 0.5, 1.2, 4.0])
        newton = new_volatility(sigma, delta, phi, v, tau)
        # Glickman stops when the logarithm of the variance is known to 1e-6
        assert newton == pytest.approx(illinois_volatility(sigma, delta, phi, v, tau), rel=2e-6)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_deviations_are_honest_at_tables_of_any_size(players: int) -> None:
    """The error of a rating, in deviations, has mean square one: true skills are known here."""
    rng = np.random.default_rng(players)
    skill = rng.normal(1500.0, 150.0, 600)
    seats = np.concatenate(
        [rng.permutation(600).astype(np.int32).reshape(-1, players) for _ in range(30)]
    )
    form = skill[seats] + rng.gumbel(0.0, 400.0 / np.log(10.0), seats.shape)
    table = GameTable(tuple(map(str, range(600))), seats, form)
    ratings = Glicko(c=0.0, deviation=150.0).run(table).values
    error = (ratings[:, 0] - skill - (ratings[:, 0] - skill).mean()) / ratings[:, DEVIATION]
    # 600 players: the mean of their squares scatters by sqrt(2/600) = 0.06
    assert (error**2).mean() == pytest.approx(1.0, abs=0.18)


def test_probabilities_of_three_agree_with_monte_carlo() -> None:
    beliefs = np.array([(1650.0, 60.0), (1500.0, 350.0), (1450.0, 120.0)])
    rng = np.random.default_rng(8)
    skill = rng.normal(beliefs[:, 0], beliefs[:, 1], (400_000, 3))
    form = skill + rng.gumbel(0.0, 400.0 / np.log(10.0), skill.shape)
    truth = np.bincount(form.argmax(axis=1), minlength=3) / len(form)
    for system in (Glicko(c=0.0), Glicko2()):
        rows = make_values(system, beliefs)
        found = system.predict(rows, np.arange(3, dtype=np.int32)[None])[0]
        # ours takes normal performances, the truth is Elo's own: at most 1.5 % apart
        np.testing.assert_allclose(found, truth, atol=0.015)


def test_without_uncertainty_glicko_expects_what_elo_expects() -> None:
    rows = make_values(Glicko(), [(1400.0, 1e-6), (1500.0, 1e-6)])
    found = Glicko(c=0.0, least_deviation=1e-9).predict(rows, PAIR)
    np.testing.assert_allclose(found, Elo().predict(rows[:, :2], PAIR), rtol=1e-12)


@pytest.mark.parametrize("system", [Glicko(), Glicko2(), Glicko2(tau=0.01), Glicko2(tau=5.0)])
@pytest.mark.parametrize("gap", [1e3, 1e5, 1e300])
def test_absurd_upsets_do_no_harm(system: RatingSystem, gap: float) -> None:
    games = [{"A": 0, "B": 1}] * 5 + [{"A": 0, "B": 1, "C": 2}] * 5
    table = GameTable.from_games(games)
    start = system.initial_values(3)
    start[:, 0] = [gap, -gap, 1500.0]
    ratings = system.run(table, start).values
    assert np.isfinite(ratings[:, [0, DEVIATION]]).all()
    assert (ratings[:, DEVIATION] > 0.0).all()


def test_parameters_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="deviation must be positive"):
        Glicko(deviation=-1.0)
    with pytest.raises(ValueError, match="tau must be positive"):
        Glicko2(tau=0.0)
