"""Players who arrive and wait."""

import numpy as np
import pytest

from evenhand.matchmaking import Arrivals, Fairness, fair_matcher, simulate_queue

HOURS = Arrivals(a_minute=20.0, minutes=120.0, every=10.0)


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


@pytest.mark.parametrize("seats", [2, 3])
def test_everybody_is_counted_once(seats: int) -> None:
    result = simulate_queue(rng(), fair_matcher(Fairness(), seats), HOURS)
    at_tables = np.sort(result.tables.ravel())
    np.testing.assert_array_equal(at_tables, np.flatnonzero(result.seated))
    assert abs(len(result.seated) - 2400) < 200  # four standard deviations
    assert result.waited.min() > 0.0
    assert result.tables.shape[1] == seats


def test_the_same_seed_gives_the_same_queue() -> None:
    one, two = (simulate_queue(rng(), fair_matcher(Fairness()), HOURS) for _ in range(2))
    assert one.tables.tobytes() == two.tables.tobytes()


def test_without_widening_no_favourite_is_above_70_percent() -> None:
    result = simulate_queue(rng(), fair_matcher(Fairness(widening=0.0)), HOURS)
    assert result.favourites.max() <= 0.7 + 1e-12  # np.power rounds otherwise


def test_a_narrow_window_is_more_even_and_takes_longer() -> None:
    wide, narrow = (
        simulate_queue(rng(), fair_matcher(Fairness(lowest=lowest)), HOURS)
        for lowest in (0.3, 0.45)
    )
    assert narrow.favourites.mean() < wide.favourites.mean()
    assert narrow.waited.mean() > wide.waited.mean()


def test_nobody_starves_where_windows_open_to_all() -> None:
    """After 30 + 60 * 0.3 / 0.2 seconds somebody else is enough; ten a minute come."""
    fairness = Fairness(widening=0.2, widest=0.0, courtesy=1.0)
    result = simulate_queue(
        rng(), fair_matcher(fairness), Arrivals(a_minute=10.0, minutes=120.0, spread=400.0)
    )
    assert result.waited.max() < 120.0 + 30.0


def test_outsiders_wait_less_with_widening_and_least_with_courtesy() -> None:
    waited = []
    for fairness in (Fairness(widening=0.0), Fairness(), Fairness(courtesy=1.0)):
        result = simulate_queue(
            rng(), fair_matcher(fairness), Arrivals(a_minute=10.0, minutes=300.0, every=20.0)
        )
        outsiders = np.abs(result.ratings - 1500.0) > 450.0
        waited.append(result.waited[outsiders].mean())
    assert waited[0] > waited[1] > waited[2]


@pytest.mark.parametrize("name", ["a_minute", "minutes", "spread", "every"])
@pytest.mark.parametrize("value", [0.0, -1.0, np.inf, np.nan])
def test_impossible_arrivals_are_refused(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{name} must be positive"):
        Arrivals(**{name: value})
