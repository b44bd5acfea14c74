"""What becomes of a few players whose tables can be told by hand."""

import numpy as np
import pytest
from numpy.typing import ArrayLike

from evenhand.matchmaking import Fairness, fair_tables
from evenhand.ratings import Elo, Glicko, MultiElo, TrueSkill, predict
from tests.matchmaking.made import pool

EDGE = 400.0 * np.log10(7.0 / 3.0)  # points apart at 30 to 70 %


def seats_of(ratings: ArrayLike, waiting: ArrayLike = (), **others: object) -> list[list[int]]:
    waited = waiting if np.size(waiting) else np.zeros(np.shape(ratings))
    seats: list[list[int]] = fair_tables(Elo(), ratings, waited, **others).seats.tolist()  # type: ignore[arg-type]
    return seats


def test_the_tutorials_pair_at_36_percent_is_fair_and_one_beyond_30_is_not() -> None:
    assert seats_of([1000.0, 1100.0]) == [[0, 1]]
    assert seats_of([1000.0, 1000.0 + EDGE - 0.01]) == [[0, 1]]
    assert seats_of([1000.0, 1000.0 + EDGE + 0.01]) == []


def test_a_pair_exactly_at_the_lowest_chance_is_fair() -> None:
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
def test_chances_at_the_edge_of_the_window(seats: int, least: float, most: float) -> None:
    """Everybody but one at one edge: l / (l + (n - 1)(1 - l)), and the other way round."""
    one = [1500.0 + EDGE - 1e-9, *[1500.0] * (seats - 1)]
    other = [1500.0 - EDGE + 1e-9, *[1500.0] * (seats - 1)]
    chances = [
        fair_tables(Elo(), who, np.zeros(seats), seats=seats).chances for who in (one, other)
    ]
    assert chances[0].max() == pytest.approx(most)
    assert chances[1].min() == pytest.approx(least)


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
    assert found.seats.shape == found.chances.shape == (0, 4)
    assert found.left.tolist() == list(range(players))
    assert len(found) == 0


def test_an_advantage_of_the_first_seat_is_left_out() -> None:
    ratings, waiting = pool(3, 60)
    plain, ahead = (fair_tables(Elo(advantage=points), ratings, waiting) for points in (0.0, 200.0))
    np.testing.assert_array_equal(plain.seats, ahead.seats)
    np.testing.assert_array_equal(plain.chances, ahead.chances)


def test_ratings_alone_are_those_of_players_with_nothing_else_known() -> None:
    ratings, waiting = pool(4, 60)
    rows = TrueSkill().start(60)
    rows[:, 0] = ratings / 60.0
    alone = fair_tables(TrueSkill(), rows[:, 0], waiting)
    np.testing.assert_array_equal(alone.seats, fair_tables(TrueSkill(), rows, waiting).seats)


def test_what_is_not_sure_is_nearer_to_even() -> None:
    rows = Glicko().start(2)
    rows[:, 0] = [1500.0, 1500.0 + 1.2 * EDGE]
    assert fair_tables(Glicko(), rows, [0.0, 0.0]).seats.tolist() == [[0, 1]]
    rows[:, 1] = 30.0
    assert fair_tables(Glicko(), rows, [0.0, 0.0]).seats.tolist() == []


def test_chances_are_what_the_system_predicts() -> None:
    ratings, waiting = pool(5, 90)
    rows = np.stack([ratings, np.zeros(90)], axis=1)
    found = fair_tables(MultiElo(), rows, waiting, seats=3)
    assert len(found) > 20
    for table, chances in zip(found.seats.tolist(), found.chances, strict=True):
        np.testing.assert_array_equal(chances, predict(MultiElo(), rows, table))
