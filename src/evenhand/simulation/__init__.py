"""Games by bots: who plays whom, on all cores or on a cluster, as a table of games.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.simulation.schedule import Schedule
    from evenhand.simulation.seating import ordered_tables, random_tables, round_robin, shuffled
    from evenhand.simulation.simulated import (
        Simulation,
        check_size,
        line_up,
        simulate,
        warm_up,
    )
    from evenhand.simulation.tally import standings

__all__ = [
    "Schedule",
    "Simulation",
    "check_size",
    "line_up",
    "ordered_tables",
    "random_tables",
    "round_robin",
    "shuffled",
    "simulate",
    "standings",
    "warm_up",
]


__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "evenhand.simulation.schedule": ["Schedule"],
        "evenhand.simulation.simulated": [
            *("Simulation", "check_size", "line_up", "simulate", "warm_up")
        ],
        "evenhand.simulation.seating": [
            *("ordered_tables", "random_tables", "round_robin", "shuffled")
        ],
        "evenhand.simulation.tally": ["standings"],
    },
)
