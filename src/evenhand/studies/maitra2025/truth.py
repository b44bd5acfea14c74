"""How near ratings come to the known skills, which no real platform can tell."""

from typing import Any

import numpy as np
import polars as pl

from evenhand.evaluation import MIN_PROBABILITY, fit_logistic, rating_differences
from evenhand.ratings import Elo, RatingSystem
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.platform import SYNTHETIC, Made, made, size_remark
from evenhand.studies.maitra2025.table_3 import EXPERIENCED
from evenhand.studies.maitra2025.tuned import first_names, numbers, text_of, tuned
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import MEASURED, one_line
from evenhand.tables import Flags, Floats

SMALLER = ("20/10/5@5/10", "16/8/4@5/10")
"""Beyond the paper's: what the truth would choose may lie outside of its twelve."""


def run(setting: Setting) -> Report:
    """Each different configuration against the truth."""
    platform, found = made(setting), tuned(setting)
    first = first_names(numbers(found))
    systems: dict[str, RatingSystem] = {
        first[number]: found.configurations[number].system for number in sorted(first)
    }
    systems |= {text: Elo(k=text, initial=printed.START) for text in SMALLER}
    rows = []
    with setting.progress("rating", len(systems)) as done:
        for count, (name, system) in enumerate(systems.items(), start=1):
            rows.append({"k": name} | against_truth(platform, system))
            done(count)
    frame = pl.DataFrame(rows).sort("log_loss")
    shown = frame.with_columns(
        pl.col("log_loss", "above_truth").map_elements("{:.4f}".format, pl.String),
        pl.col("slope").map_elements("{:.5f}".format, pl.String),
    )
    remarks = [SYNTHETIC, size_remark(setting), *_remarks(platform, frame)]
    tables = [("Ratings and known skills, SYNTHETIC", shown)]
    return Report(tables, remarks=remarks, verdict=_verdict(frame))


def _verdict(frame: pl.DataFrame) -> str:
    """How far the ratings of the experienced are from their skills."""
    chosen = frame.row(by_predicate=pl.col("k") == text_of(printed.CHOSEN), named=True)
    nearest = frame.sort("error_experienced").row(0, named=True)
    return one_line(
        MEASURED,
        f"ratings of the experienced are {chosen['error_experienced']:.0f} points from their known"
        f" skills with the paper's {chosen['k']}, {nearest['error_experienced']:.0f} with"
        f" {nearest['k']}; on a real platform this cannot be known",
    )


def against_truth(platform: Made, system: RatingSystem) -> dict[str, Any]:
    """How near the last ratings come to the skills, and the chances to the true ones."""
    table, known = platform.table, platform.population
    last = system.run(table).values[:, 0]
    apart = rating_differences(system, table)
    won = table.score[:, 0] > table.score[:, 1]
    own = 1.0 / (1.0 + np.power(10.0, -apart / 400.0))
    loss = log_loss(own, won)
    row: dict[str, Any] = {}
    for name, which in (("all", known.games > 0), ("experienced", known.games >= EXPERIENCED)):
        row[f"correlation_{name}"] = correlation(last[which], known.end[which])
        row[f"error_{name}"] = error(last[which], known.end[which])
    return row | {
        "slope": fit_logistic(apart, won).slope,
        "log_loss": loss,
        "above_truth": loss - log_loss(known.chances(), won),
    }


def correlation(one: Floats, other: Floats) -> float | None:
    """Their correlation, if both differ at all."""
    if len(one) < 2 or one.std() == 0.0 or other.std() == 0.0:
        return None
    return float(np.corrcoef(one, other)[0, 1])


def error(ratings: Floats, skills: Floats) -> float:
    """Root mean square error, the level left out, which a rating system does not know.

    >>> error(np.array([1000.0, 1010.0]), np.array([0.0, 20.0]))
    5.0
    """
    return float((ratings - skills).std()) if len(ratings) else 0.0


def log_loss(chances: Floats, won: Flags) -> float:
    """Log loss of the first seat's chances."""
    right = np.where(won, chances, 1.0 - chances)
    return float(-np.log(np.maximum(right, MIN_PROBABILITY)).mean())


def _remarks(platform: Made, frame: pl.DataFrame) -> list[str]:
    known = platform.population
    won = platform.table.score[:, 0] > platform.table.score[:, 1]
    truth = log_loss(known.chances(), won)
    best, nearest = frame.row(0, named=True), frame.sort("error_experienced").row(0, named=True)
    many = int((known.games >= EXPERIENCED).sum())
    chosen = frame.row(by_predicate=pl.col("k") == text_of(printed.CHOSEN), named=True)
    return [
        "Skills at the end, after the last game of each player.  Errors are root mean squares in"
        f" points, without the level.  Experienced: {many:,} players with {EXPERIENCED} games or"
        " more.  Log loss is over all games, by the chances that Elo itself gives.",
        f"Even someone who knows every skill has a log loss of {truth:.4f}; a coin has"
        f" {np.log(2.0):.4f}.  Of what can be known the paper's choice {chosen['k']} knows"
        f" {(np.log(2.0) - chosen['log_loss']) / (np.log(2.0) - truth):.0%}, {best['k']}"
        f" {(np.log(2.0) - best['log_loss']) / (np.log(2.0) - truth):.0%}.",
        f"Least log loss: {best['k']}; nearest to the skills of the experienced: {nearest['k']}"
        f" ({nearest['error_experienced']:.0f} points; {chosen['k']}:"
        f" {chosen['error_experienced']:.0f}).",
        "Skills of most players cannot be known: half of all have played at most"
        f" {np.median(known.games):.0f} games.",
        f"{' and '.join(SMALLER)} are not the paper's.",
    ]
