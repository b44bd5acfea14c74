"""Columns that grow: longer, wider, and by luck and teams when these come."""

import numpy as np
import pytest

from evenhand.ledger.columns import NONE, Columns, Rated, Rows, joined

from .standings import Game, rows_of, same


def games(first: int, count: int, width: int = 2, **columns: tuple[float, ...]) -> Rows:
    """Games in a row, with players who have the numbers of their seats."""
    seats, score = tuple(range(width)), tuple(map(float, range(width)))
    made = range(first, first + count)
    return rows_of([Game(n, str(n), n, seats, score, **columns) for n in made])  # type: ignore[arg-type]


def rated(rows: Rows, value: float) -> Rated:
    shape = rows.seats.shape
    number = np.full(shape, int(value), np.int32)
    return Rated(np.full(shape, value), np.full(shape, -value), number, None)


def filled(*parts: Rows) -> Columns:
    columns = Columns(adjusted=False)
    for value, part in enumerate(parts, 1):
        columns.replace_tail(columns.count, part, rated(part, value))
    return columns


def equal(one: Rows, other: Rows) -> bool:
    pairs = [(getattr(one, name), getattr(other, name)) for name in Rows.__slots__]
    return all((a is None) == (b is None) and (a is None or same(a, b)) for a, b in pairs)


def test_what_was_put_in_comes_out() -> None:
    columns = filled(games(1, 3), games(4, 2))
    assert columns.count == 5
    assert equal(columns.rows(0, 5), games(1, 5))
    assert columns["expected"][:, 0].tolist() == [1.0, 1.0, 1.0, 2.0, 2.0]
    assert equal(columns.rows(1, 4), games(2, 3))
    assert columns.rated(3, 5).after.tolist() == [[-2.0, -2.0], [-2.0, -2.0]]
    assert "luck" not in columns
    assert "team" not in columns
    assert "worth" not in columns


def test_there_is_room_for_any_number_of_games() -> None:
    columns = Columns(adjusted=True)
    for first in range(1, 4000, 400):
        part = games(first, 400)
        columns.replace_tail(columns.count, part, rated(part, 0.0))
    assert equal(columns.rows(0, columns.count), games(1, 4000))


def test_wider_games_leave_seats_of_earlier_ones_empty() -> None:
    columns = filled(games(1, 2), games(3, 1, width=4))
    assert columns.width == 4
    assert columns["seats"].tolist() == [[0, 1, -1, -1], [0, 1, -1, -1], [0, 1, 2, 3]]
    assert np.isnan(columns["after"][:2, 2:]).all()
    assert (columns["before"][:2, 2:] == NONE).all()


def test_a_smaller_game_in_the_place_of_a_wider_one_leaves_nothing_of_it() -> None:
    columns = filled(games(1, 1), games(2, 1, width=4))
    columns.replace_tail(1, games(3, 1), rated(games(3, 1), 7.0))
    assert columns["seats"][1].tolist() == [0, 1, -1, -1]
    for name in ("expected", "after"):
        assert np.isnan(columns[name][1, 2:]).all()
    assert columns["before"][1].tolist() == [7, 7, NONE, NONE]


def test_luck_and_teams_come_with_the_first_game_that_has_them() -> None:
    columns = filled(
        games(1, 2),
        games(3, 1, luck=(0.5, -0.5)),
        games(4, 1),
        games(5, 1, width=3, team=(1, 1, 0)),
    )
    wanted = [[np.nan, np.nan]] * 2 + [[0.5, -0.5]] + [[np.nan, np.nan]] * 2
    assert same(columns["luck"][:, :2], np.array(wanted))
    assert np.isnan(columns["luck"][:, 2]).all()
    assert columns["team"][:4, :2].tolist() == [[0, 1]] * 4
    assert columns["team"][4].tolist() == [1, 1, 0]


def test_the_tail_is_replaced_by_more_fewer_or_no_games() -> None:
    columns = filled(games(1, 5))
    for tail in (games(10, 4), games(20, 1), games(30, 0), games(40, 2)):
        columns.replace_tail(2, tail, rated(tail, 3.0))
        assert columns.count == 2 + len(tail)
        assert equal(columns.rows(0, columns.count), joined(games(1, 2), tail))


def test_joined_games_are_as_wide_as_the_widest_and_have_all_columns() -> None:
    both = joined(games(1, 2, width=3, team=(0, 0, 1)), games(3, 1, luck=(1.0, 2.0)), games(4, 0))
    assert (len(both), both.width) == (3, 3)
    assert both.luck is not None
    assert same(both.luck[2], np.array([1.0, 2.0, np.nan]))
    assert np.isnan(both.luck[:2]).all()
    assert both.team is not None
    assert both.team[2, :2].tolist() == [0, 1]
    assert both.time.tolist() == both.seq.tolist() == [1, 2, 3]


@pytest.mark.parametrize("which", [slice(1, 3), np.array([3, 0])])
def test_some_rows_are_taken_with_all_their_columns(which: slice) -> None:
    rows = games(1, 4, luck=(1.0, 2.0))
    taken = rows.take(which)
    assert taken.luck is not None
    assert taken.team is None
    assert same(taken.seq, rows.seq[which])
