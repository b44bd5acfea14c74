"""Where the squares lie: a cross in 15 x 15 cells, its arms three cells wide.

Player 1 starts in the west arm and player 2 in the east arm; both go clockwise.  A step is always
to a neighbouring cell, at the inner corners of the cross to one across the corner.
"""

from collections.abc import Iterator
from typing import Final

from evenhand.games.ludo.board import APART, HOME, LAST_COMMON, START

SIZE: Final = 15
RING: Final = 52
MIDDLE: Final = SIZE // 2

Cell = tuple[int, int]  # row and column, from the north-west corner

# One quarter of the ring, from the start of player 1: east along the arm, north, and over its end.
_QUARTER: Final = (
    *((6, column) for column in range(1, 6)),
    *((row, 6) for row in range(5, -1, -1)),
)


def cell_of(seat: int, square: int) -> Cell:
    """The cell of a square that a player counts.

    >>> cell_of(0, 1), cell_of(1, 27), cell_of(0, 57)
    ((6, 1), (6, 1), (7, 6))
    """
    if square > LAST_COMMON:
        row, column = MIDDLE, square - LAST_COMMON
        return (row, column) if seat == 0 else (row, SIZE - 1 - column)
    return ring()[(square - START + APART * seat) % RING]


def ring() -> tuple[Cell, ...]:
    """The cells of the ring, clockwise from the start of player 1."""
    return _CELLS


def home_column(seat: int) -> list[Cell]:
    """The cells of a player's home column, without home itself."""
    return [cell_of(seat, square) for square in range(LAST_COMMON + 1, HOME)]


def _quarters() -> Iterator[Cell]:
    """The four quarters, each the one before turned clockwise."""
    cells = [*_QUARTER, (0, MIDDLE), (0, MIDDLE + 1)]
    for _ in range(4):
        yield from cells
        cells = [(column, SIZE - 1 - row) for row, column in cells]


_CELLS: Final = tuple(_quarters())
