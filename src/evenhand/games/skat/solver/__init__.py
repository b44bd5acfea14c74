"""The open-card solver: exact values of positions in which all cards are known.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.games import load_lazily

if TYPE_CHECKING:
    from evenhand.games.skat.solver.layout import (
        ABOVE,
        POINTS,
        SUIT_OF,
        kind_of,
        places,
        points,
    )
    from evenhand.games.skat.solver.ordering import declarer_floor, defenders_floor
    from evenhand.games.skat.solver.position import Position, rows_of
    from evenhand.games.skat.solver.solver import (
        KEYS,
        Question,
        Solver,
        Step,
        line_of,
    )

__all__ = [
    "ABOVE",
    "KEYS",
    "POINTS",
    "SUIT_OF",
    "Position",
    "Question",
    "Solver",
    "Step",
    "declarer_floor",
    "defenders_floor",
    "kind_of",
    "line_of",
    "places",
    "points",
    "rows_of",
]

__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "layout": ["ABOVE", "POINTS", "SUIT_OF", "kind_of", "places", "points"],
        "ordering": ["declarer_floor", "defenders_floor"],
        "position": ["Position", "rows_of"],
        "solver": ["KEYS", "Question", "Solver", "Step", "line_of"],
    },
)
