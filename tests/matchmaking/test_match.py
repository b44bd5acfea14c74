"""Fair tables: of a few players by hand, by every system, and input that is refused."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import ArrayLike

from evenhand.matchmaking import Fairness, fair_tables
from evenhand.ratings import (
    SYSTEMS,
    Adjustment,
    Elo,
    Glicko,
    Glicko2,
    MultiElo,
    RatingSystem,
    TrueSkill,
)
from evenhand.tables import Floats
from tests.matchmaking.made import check_seats, pool
from tests.plain_python import in_plain_python
from tests.ratings.conftest import random_table

PLAYERS = 24
EDGE = 400.0 * np.log10(7.0 / 3.0)  # points apart at 30 to 70 %


def predict(system: RatingSystem, rows: Floats, table: Sequence[int]) -> Floats:
    seats = np.array([list(table)], np.int32)
    return system.predict(rows, seats, np.zeros(len(table)))[0]


def seats_of(ratings: ArrayLike, waiting: ArrayLike = (), **others: object) -> list[list[int]]:
    waited = waiting if np.size(waiting) else np.zeros(np.shape(ratings))
    seats: list[list[int]] = fair_tables(Elo(), ratings, waited, **others).seats.tolist()  # type: ignore[arg-type]
    return seats


def test_the_tutorials_pair_at_36_percent_is_fair_and_one_beyond_30_is_not() -> None:
    assert seats_of([1000.0, 1100.0]) == [[0, 1]]
    assert seats_of([1000.0, 1000.0 + EDGE - 0.01]) == [[0, 1]]
    assert seats_of([1000.0, 1000.0 + EDGE + 0.01]) == []


def test_a_pair_exactly_at_the_lowest_probability_is_fair() -> None:
    strict = Fairness(lowest=0.5, widens_after=np.inf)
    assert seats_of([1500.0, 1500.0], fairness=strict) == [[0, 1]]
    assert seats_of([1500.0] * 3, seats=3, fairness=strict) == [[0, 1, 2]]
    assert seats_of([1500.0, 1500.01], fairness=strict) == []


def test_of_several_the_one_nearest_to_even_is_taken() -> None:
    assert seats_of([1500.0, 1560.0, 1470.0, 1420.0])[0] == [0, 2]


def test_the_closest_table_of_all_comes_first() -> None:
    assert seats_of([1000.0, 1050.0, 2000.0, 2001.0]) == [[2, 3], [0, 1]]
    assert seats_of([1000.0, 1050.0, 1060.0, 1110.0]) == [[1, 2], [0, 3]]


def test_every_pair_of_a_table_must_be_fair() -> None:
    step = 0.6 * EDGE
    assert seats_of([1500.0, 1500.0 + step, 1500.0 + 2.0 * step], seats=3) == []
    assert seats_of([1500.0, 1500.0 + step, 1500.0 + 1.6 * step], seats=3) == [[0, 1, 2]]


@pytest.mark.parametrize(
    ("seats", "least", "most"), [(2, 0.3, 0.7), (3, 3 / 17, 7 / 13), (4, 3 / 24, 7 / 16)]
)
def test_probabilities_at_the_edge_of_the_window(seats: int, least: float, most: float) -> None:
    """Everybody but one at one edge: l / (l + (n - 1)(1 - l)), and the other way round."""
    one = [1500.0 + EDGE - 1e-9, *[1500.0] * (seats - 1)]
    other = [1500.0 - EDGE + 1e-9, *[1500.0] * (seats - 1)]
    probabilities = [
        fair_tables(Elo(), who, np.zeros(seats), seats=seats).probabilities for who in (one, other)
    ]
    assert probabilities[0].max() == pytest.approx(most)
    assert probabilities[1].min() == pytest.approx(least)


def test_waiting_widens_the_window_of_both() -> None:
    far = [1500.0, 1500.0 + 1.2 * EDGE]
    assert seats_of(far, [0.0, 0.0]) == []
    assert seats_of(far, [90.0, 0.0]) == []
    assert seats_of(far, [90.0, 90.0]) == [[0, 1]]
    assert seats_of([1500.0, 2500.0], [1e6, 1e6]) == []
    assert seats_of([1500.0, 2500.0], [1e6, 1e6], fairness=Fairness(widest=0.0)) == [[0, 1]]


def test_with_courtesy_an_outsider_need_not_find_somebody_who_waited_too() -> None:
    far, waiting = [1500.0, 1500.0 + 1.2 * EDGE], [90.0, 0.0]
    assert seats_of(far, waiting, fairness=Fairness(courtesy=1.0)) == [[0, 1]]
    assert seats_of(far, [600.0, 0.0], fairness=Fairness(courtesy=0.5)) == [[0, 1]]


def test_who_has_waited_long_goes_first_and_the_longest_before_all() -> None:
    ratings = [1500.0, 1501.0, 1450.0, 1400.0]
    assert seats_of(ratings) == [[0, 1], [2, 3]]
    assert seats_of(ratings, [0.0, 0.0, 40.0, 50.0]) == [[3, 2], [0, 1]]
    assert seats_of(ratings, [0.0, 0.0, 31.0, 0.0]) == [[2, 0], [1, 3]]


def test_who_waits_longer_goes_first_among_equals() -> None:
    assert seats_of([1500.0] * 3, [1.0, 2.0, 3.0]) == [[2, 1]]
    assert seats_of([1500.0] * 5, [1.0, 2.0, 9.0, 7.0, 3.0], seats=3) == [[2, 3, 4]]


def test_who_avoids_whom_never_meets() -> None:
    ratings = [1500.0, 1500.0, 1510.0]
    assert seats_of(ratings, avoid=[(1, 0)]) == [[0, 2]]
    assert seats_of(ratings, [1e6] * 3, avoid=[(0, 1), (1, 2), (2, 0), (0, 1)]) == []
    assert seats_of([*ratings, 1500.0], avoid=[(0, 1)], seats=3) == [[0, 2, 3]]


def test_recent_opponents_meet_again_when_both_have_waited() -> None:
    pair, recent = [1500.0, 1500.0], [(0, 1)]
    assert seats_of(pair, [119.0, 500.0], recent=recent) == []
    assert seats_of(pair, [120.0, 120.0], recent=recent) == [[0, 1]]
    assert seats_of(pair, recent=recent, fairness=Fairness(again_after=0.0)) == [[0, 1]]
    never = Fairness(again_after=np.inf)
    assert seats_of(pair, [1e9, 1e9], recent=recent, fairness=never) == []


def test_a_table_of_four_avoids_the_one_who_spoils_it() -> None:
    """The nearest is avoided by the others: the table is tried again without him."""
    ratings = [1500.0, 1500.0, 1520.0, 1530.0, 1540.0]
    avoid = [(1, 2), (1, 3), (1, 4)]
    assert seats_of(ratings, seats=4, avoid=avoid) == [[0, 2, 3, 4]]


@pytest.mark.parametrize("players", range(4))
def test_too_few_players_go_on_waiting(players: int) -> None:
    found = fair_tables(Elo(), [1500.0] * players, [0.0] * players, seats=4)
    assert found.seats.shape == found.probabilities.shape == (0, 4)
    assert found.left.tolist() == list(range(players))
    assert len(found) == 0


def test_an_advantage_of_the_first_seat_is_left_out() -> None:
    ratings, waiting = pool(3, 60)
    plain, ahead = (fair_tables(Elo(advantage=points), ratings, waiting) for points in (0.0, 200.0))
    np.testing.assert_array_equal(plain.seats, ahead.seats)
    np.testing.assert_array_equal(plain.probabilities, ahead.probabilities)


def test_ratings_alone_are_those_of_players_with_nothing_else_known() -> None:
    ratings, waiting = pool(4, 60)
    rows = TrueSkill().initial_values(60)
    rows[:, 0] = ratings / 60.0
    alone = fair_tables(TrueSkill(), rows[:, 0], waiting)
    np.testing.assert_array_equal(alone.seats, fair_tables(TrueSkill(), rows, waiting).seats)


def test_uncertain_ratings_are_nearer_to_even() -> None:
    rows = Glicko().initial_values(2)
    rows[:, 0] = [1500.0, 1500.0 + 1.2 * EDGE]
    assert fair_tables(Glicko(), rows, [0.0, 0.0]).seats.tolist() == [[0, 1]]
    rows[:, Glicko.columns.index("deviation")] = 30.0
    assert fair_tables(Glicko(), rows, [0.0, 0.0]).seats.tolist() == []


def test_probabilities_are_what_the_system_predicts() -> None:
    ratings, waiting = pool(5, 90)
    rows = np.stack([ratings, np.zeros(90)], axis=1)
    found = fair_tables(MultiElo(), rows, waiting, seats=3)
    assert len(found) > 20
    for table, probabilities in zip(found.seats.tolist(), found.probabilities, strict=True):
        np.testing.assert_array_equal(probabilities, predict(MultiElo(), rows, table))


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("seats", [2, 3])
def test_every_pair_is_fair_by_the_probabilities_of_the_system(name: str, seats: int) -> None:
    system = SYSTEMS[name]()
    rows = system.run(random_table(3, games=300, players=PLAYERS)).values
    waiting = np.linspace(0.0, 120.0, PLAYERS)
    found = fair_tables(system, rows, waiting, seats=seats)
    check_seats(found, PLAYERS)
    assert len(found)
    lowest = Fairness().lowest_after(waiting)
    for table, probabilities in zip(found.seats.tolist(), found.probabilities, strict=True):
        np.testing.assert_allclose(probabilities, predict(system, rows, table), rtol=1e-12)
        for pair in combinations(table, 2):
            # the pair was looked at with the other one first, which rounds otherwise
            assert predict(system, rows, pair).min() >= lowest[list(pair)].max() - 1e-12


def test_rating_periods_and_luck_do_not_matter() -> None:
    plain = Glicko2()
    rows = plain.run(random_table(2, players=PLAYERS)).values
    odd = replace(plain, period=30.0, luck=Adjustment(c=0.01, fade=1.5, explained=0.4))
    one, other = (fair_tables(system, rows, np.zeros(PLAYERS)) for system in (plain, odd))
    np.testing.assert_array_equal(one.seats, other.seats)
    np.testing.assert_array_equal(one.probabilities, other.probabilities)


def some_tables(seed: int, seats: int) -> tuple[bytes, bytes, bytes]:
    """Players of whom many are as near to each other, some of whom may not meet."""
    rng = np.random.default_rng(seed)
    ratings, waiting = 1500.0 + 25.0 * rng.integers(0, 12, 60), rng.integers(0, 9, 60) * 10.0
    avoid = rng.integers([0, 30], [30, 60], (80, 2))
    found = fair_tables(Elo(), ratings, waiting, seats=seats, avoid=avoid)
    assert len(found) >= 60 // seats // 3
    return found.seats.tobytes(), found.probabilities.tobytes(), found.left.tobytes()


def several_tables() -> list[tuple[bytes, bytes, bytes]]:
    return [some_tables(seed, seats) for seats in (2, 3, 5) for seed in range(4)]


def test_kernels_equal_their_python_source() -> None:
    assert several_tables() == in_plain_python(several_tables)


def test_a_round_that_finds_nothing_looks_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups of twelve who avoid each other, and four seats: the first look is too short."""
    players, low = 12 * 840, np.triu_indices(12, 1)
    groups = np.arange(players).reshape(-1, 12)
    avoid = np.stack([groups[:, low[0]].ravel(), groups[:, low[1]].ravel()], axis=1)
    ratings, waiting = np.arange(players) + 1500.0, np.zeros(players)
    found = fair_tables(Elo(), ratings, waiting, seats=4, avoid=avoid)
    assert len(found) > players // 5
    monkeypatch.setattr("evenhand.matchmaking.match.MAX_PAIRS", 0)
    assert not len(fair_tables(Elo(), ratings, waiting, seats=4, avoid=avoid))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"seats": 1}, "at least two seats, not 1"),
        ({"ratings": [[1500.0, 0.0, 0.0]] * 3}, r"must have 2 columns, not the shape \(3, 3\)"),
        ({"ratings": 1500.0}, r"must have 2 columns, not the shape \(\)"),
        ({"ratings": [1500.0, np.nan, 1500.0]}, "rating of player 1 must be finite, not nan"),
        ({"waiting": [0.0, 0.0]}, r"waiting must be of shape \(3,\), not \(2,\)"),
        ({"waiting": [0.0, np.inf, 0.0]}, "waiting of player 1 must be finite, not inf"),
        ({"waiting": [0.0, 0.0, -2.0]}, "player 2 cannot have waited -2 seconds"),
        ({"avoid": [0, 1]}, r"avoid must be pairs of players' numbers, of shape \(pairs, 2\)"),
        ({"avoid": [(0, 1, 2)]}, "avoid must be pairs"),
        ({"recent": [(0.0, 1.0)]}, "recent must be pairs of players' numbers"),
        ({"avoid": [(0, 1), (1, 3)]}, "avoid: there is no player 3 among 3"),
        ({"recent": [(0, -1)]}, "recent: there is no player -1 among 3"),
        ({"avoid": [(2, 2)]}, "avoid: player 2 cannot be paired with themselves"),
    ],
)
def test_impossible_players_are_refused(wrong: dict[str, object], words: str) -> None:
    known = {"ratings": [1500.0] * 3, "waiting": [0.0] * 3} | wrong
    with pytest.raises(ValueError, match=words) as raised:
        fair_tables(Elo(), **known)  # type: ignore[arg-type]
    assert "\n" not in str(raised.value)


def test_probabilities_that_are_no_numbers_are_refused() -> None:
    rows = TrueSkill().initial_values(3)
    rows[1, TrueSkill.columns.index("deviation")] = np.nan
    with pytest.raises(ValueError, match=r"players \[0, 1\] have no finite win probabilities"):
        fair_tables(TrueSkill(), rows, np.zeros(3))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"lowest": 0.7}, "lowest must lie between 0 and 0.5, not 0.7"),
        ({"lowest": -0.1}, "lowest must lie between"),
        ({"lowest": np.nan}, "lowest must lie between"),
        ({"widest": 0.4}, "widest must lie between 0 and 0.3, not 0.4"),
        ({"courtesy": 2.0}, "courtesy must lie between 0 and 1, not 2"),
        ({"widening": -1.0}, "widening must not be negative, but is -1"),
        ({"widening": np.inf}, "widening must be a finite number"),
        ({"widens_after": np.nan}, "widens_after must not be negative, but is nan"),
        ({"again_after": -5.0}, "again_after must not be negative"),
    ],
)
def test_impossible_fairness_is_refused(wrong: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Fairness(**wrong)
