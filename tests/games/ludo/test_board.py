"""The way of both players, as numbers and as cells of the board."""

from itertools import pairwise

import pytest

from evenhand.games.ludo.board import EIGHT, HOME, LAST_COMMON, facing
from evenhand.games.ludo.cells import RING, SIZE, cell_of, home_column, ring

WAY = range(1, HOME + 1)


def test_facing_squares_are_26_apart_on_a_ring_of_52() -> None:
    for square in range(1, LAST_COMMON + 1):
        there = facing(square)
        if square == 26:  # the square before the opponent's start
            assert there == 0
        else:
            assert (there - square) % RING == 26
            assert facing(there) == square


def test_nobody_faces_a_home_column() -> None:
    assert [facing(square) for square in range(LAST_COMMON + 1, HOME + 1)] == [0] * 6


def test_the_safe_squares_are_the_same_for_both() -> None:
    assert {facing(square) for square in EIGHT} == set(EIGHT)


@pytest.mark.parametrize("seat", [0, 1])
def test_every_step_is_to_a_neighbouring_cell(seat: int) -> None:
    cells = [cell_of(seat, square) for square in WAY]
    assert len(set(cells)) == HOME
    across = 0
    for (row, column), (next_row, next_column) in pairwise(cells):
        down, right = abs(next_row - row), abs(next_column - column)
        assert max(down, right) == 1
        across += down == right == 1
    assert across == 4  # only at the inner corners of the cross


def test_the_ring_has_52_cells_and_both_ways_are_a_cross_of_64() -> None:
    assert len(set(ring())) == RING
    cells = {cell_of(seat, square) for seat in (0, 1) for square in WAY}
    assert len(cells) == RING + 2 * 6
    assert cells > set(ring())
    assert all(0 <= row < SIZE and 0 <= column < SIZE for row, column in cells)
    assert not any((row < 6 or row > 8) and (column < 6 or column > 8) for row, column in cells)


def test_facing_squares_are_the_same_cell_and_others_are_not() -> None:
    for square in WAY:
        for other in WAY:
            same = cell_of(0, square) == cell_of(1, other)
            assert same == (other == facing(square) != 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_square_26_is_never_entered_by_the_other(seat: int) -> None:
    assert cell_of(seat, 26) not in {cell_of(1 - seat, square) for square in WAY}


@pytest.mark.parametrize("seat", [0, 1])
def test_both_go_clockwise(seat: int) -> None:
    """From the middle of the board the ring turns right all the way round."""
    cells = [cell_of(seat, square) for square in range(1, LAST_COMMON + 1)]
    for (row, column), (next_row, next_column) in pairwise(cells):
        turn = (column - 7) * (next_row - 7) - (row - 7) * (next_column - 7)
        assert turn > 0


def test_the_starts_lie_in_the_west_and_the_east() -> None:
    assert cell_of(0, 1) == (6, 1)
    assert cell_of(1, 1) == (8, 13)
    assert home_column(0) == [(7, column) for column in range(1, 6)]
    assert home_column(1) == [(7, column) for column in range(13, 8, -1)]
