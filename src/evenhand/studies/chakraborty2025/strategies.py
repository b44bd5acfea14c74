"""The six strategies: our names, the paper's names, and the four that it calls strong."""

from collections.abc import Mapping
from typing import Any

from evenhand.games.rummy import BOTS, RummyBot
from evenhand.games.rummy.bots import Ties
from evenhand.studies.chakraborty2025.printed import Line

PAPER_NAMES = {
    "opponent-aware": "MindistOpp",
    "hybrid": "MindistScore",
    "min-score": "Minscore",
    "min-dist": "Mindist",
    "random": "Random",
    "defeat-seeking": "Defeat Heuristic",
}
"""Our names and the paper's, in the order of its Table 1."""

NAMES = tuple(PAPER_NAMES)
TOP, NAIVE = NAMES[:4], NAMES[4:]


def label(name: str) -> str:
    """A strategy in a figure.

    >>> label("hybrid"), label("random")
    ('MindistScore (hybrid)', 'Random')
    """
    paper = PAPER_NAMES[name]
    return paper if paper.lower() == name else f"{paper} ({name})"


def both_names(name: str) -> dict[str, str]:
    """The first two columns of a table."""
    return {"paper_name": PAPER_NAMES[name], "strategy": name}


def of_paper(table: Mapping[str, Line], name: str) -> Line:
    """What a table of the paper says of a strategy by our name."""
    return table[PAPER_NAMES[name]]


def line_up(ties: Ties = "points", naive_keep_jokers: bool = False) -> tuple[RummyBot, ...]:
    """The six strategies in the order of their names."""
    chosen: dict[str, dict[str, Any]] = {name: {"ties": ties} for name in TOP}
    chosen |= {name: {"keeps_jokers": naive_keep_jokers} for name in NAIVE}
    return tuple(BOTS[name](**chosen[name]) for name in NAMES)
