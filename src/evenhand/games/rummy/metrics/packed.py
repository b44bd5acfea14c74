"""Eight small numbers in one word, for tables that are combined by least sums.

A *row* is a word of eight bytes.  Two rows are joined cell by cell: cell n of the result is
the least sum of a cell i of the one and a cell n - i of the other, for all eight cells at
once.  No cell is above ``NEVER``, so that sums of two stay below 128 and no byte runs into
the next.
"""

from typing import Final

from evenhand.compiled import formula, least_bytes

CELLS: Final = 8
BYTE: Final = 0xFF
ONES: Final = 0x0101010101010101
WORD: Final = (1 << 63) - 1
NEVER: Final = 63
NEVER_ROW: Final = NEVER * ONES


@formula
def cell(row: int, number: int) -> int:
    """A cell of a row.

    >>> cell(0x0502, 1)
    5
    """
    return row >> 8 * number & BYTE


@formula
def joined(first: int, second: int, last: int) -> int:
    """Two rows joined, the cells up to a last one.

    >>> hex(joined(NEVER_ROW - 0x3C3E, NEVER_ROW - 0x3B3D, 1) & 0xFFFF)
    '0x503'
    """
    least = second + (first & BYTE) * ONES
    for i in range(1, last + 1):
        low = (1 << 8 * i) - 1
        moved = second << 8 * i & WORD | NEVER_ROW & low
        least = least_bytes(least, moved + cell(first, i) * ONES)
    return least_bytes(least, NEVER_ROW)


@formula
def least_sum(first: int, second: int, number: int) -> int:
    """One cell of two rows joined.

    >>> least_sum(0x0302, 0x0401, 1)
    4
    """
    least = 2 * NEVER
    for i in range(number + 1):
        least = min(least, cell(first, i) + cell(second, number - i))
    return least
