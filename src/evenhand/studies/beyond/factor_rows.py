"""Lines of the table of factors, beside what an earlier feasibility study found."""

from typing import Any

from evenhand.studies.beyond.factors import Factor

YARDSTICK = "yardstick"
TWICE = f"{YARDSTICK}: duplicate deals"
FEASIBLE = {
    ("good bots", "deal, MinScore"): "1.13",
    ("good bots", "deal"): "1.35",
    ("good bots", "deal and draws"): "2.73",
    ("good bots", TWICE): "1.58",
    ("good against sloppy", "deal, MinScore"): "1.09",
    ("good against sloppy", "deal"): "1.31",
    ("good against sloppy", "deal and draws"): "1.9-1.95",
    ("good against sloppy", TWICE): "1.35",
    ("good against Random", "deal, MinScore"): "0.99",
    ("good against Random", "deal and draws"): "0.98",
    ("good against Random", TWICE): "1.01",
    ("strong bots", "first throw"): "1.00",
    ("strong bots", "all throws"): "1.2-1.35",
}
"""Of a feasibility study with other bots; with a factor fitted to the pair of bots."""


def row(
    game: str,
    group: str,
    luck: str,
    found: Factor,
    c: float | None = None,
    fade: float | None = None,
) -> dict[str, Any]:
    """A line of the table."""
    return {
        "game": game,
        "pairs": group,
        "luck": luck,
        "games": found.games,
        "c": None if c is None else float(f"{c:.3g}"),
        "fade": fade,
        "factor": found.value,
        "error": found.error,
        "feasibility": FEASIBLE.get((group, luck), ""),
    }
