"""The board: each player counts the squares of his own way, from 1 to 57.

======  =========================================================================
1       start: all tokens begin here, and captured ones come back to it
1-51    the common squares; the ring has 52, and nobody enters the one before his start
52-56   the home column, where nobody else comes
57      home, reached by exact count
======  =========================================================================

The players start 26 squares apart, so a square of one player is another number for the other.
"""

from typing import Final

from evenhand.compiled import formula

SEATS: Final = 2
TOKENS: Final = 4
DICE: Final = 3  # thrown for both together
FACES: Final = 6
START, LAST_COMMON, HOME = 1, 51, 57
APART: Final = 26

EIGHT: Final = (1, 9, 14, 22, 27, 35, 40, 48)
"""The usual safe squares: both starts, and every corner of the ring."""
STARTS: Final = (1, 27)


@formula
def facing(square: int) -> int:
    """What the opponent calls a square; 0 if he never comes there.

    >>> [facing(square) for square in (1, 25, 27, 51)]
    [27, 51, 1, 25]
    >>> [facing(square) for square in (26, 52, 57)]
    [0, 0, 0]
    """
    if square < APART:
        return square + APART
    return square - APART if APART < square <= LAST_COMMON else 0
