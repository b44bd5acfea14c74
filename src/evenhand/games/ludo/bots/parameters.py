"""What kernels know of a bot: a row of numbers."""

from typing import Final

import numpy as np

from evenhand.games.bots import Row
from evenhand.games.ludo.board import FACES, HOME
from evenhand.games.options import check_flag, check_number

KIND, PLAYOUTS, NEAR, REACH, COLUMN = range(5)
RANDOM, NAIVE, AGGRESSIVE, RESPONSIBLE_PAIR, FIRST_DIE, MOST_WINS, FEWEST_WINS = range(7)
MOST_PLAYOUTS: Final = 1_000_000


def row(
    kind: int, *, playouts: int = 1, near: int = 0, reach: int = 0, column_too: bool = False
) -> Row:
    """The numbers of a bot."""
    check_number("playouts", playouts, 1, MOST_PLAYOUTS)
    check_number("near", near, 0, HOME)
    check_number("reach", reach, 0, 2 * FACES)
    check_flag("column", column_too)
    return np.array((kind, playouts, near, reach, column_too), np.int64)
