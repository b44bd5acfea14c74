"""Whether ratings without luck foretell results better, or at least no worse."""

import math
from typing import Any

import polars as pl

from evenhand.studies.beyond import fields
from evenhand.studies.beyond.errors import leagues_of
from evenhand.studies.beyond.fields import JUDGED, TRAINING, Field, training
from evenhand.studies.beyond.foretold import log_losses, paired
from evenhand.studies.beyond.games_needed import tuned_text
from evenhand.studies.beyond.rated import adjustment_of, with_way
from evenhand.studies.beyond.systems import PLAIN, Contender, Way
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import MEASURED, one_line
from evenhand.tables import Floats


def run(setting: Setting) -> Report:
    """Log loss of each system, plain and adjusted."""
    rows: list[dict[str, Any]] = []
    for field in fields.FIELDS:
        for contender in field.contenders:
            rows += _rows(setting, field, contender)
    frame = pl.DataFrame(rows, infer_schema_length=None)
    shown = [("Log loss before the deal", frame)]
    every, better, worse = _clearly(frame)
    text = f"of {every} ratings without luck {better} foretell clearly better than plain ones"
    verdict = one_line(MEASURED, f"{text}, {worse} clearly worse")
    return Report(shown, remarks=_remarks(setting, frame), verdict=verdict)


def _clearly(frame: pl.DataFrame) -> tuple[int, int, int]:
    """How many adjusted ones there are, and how many are clearly better and worse than plain."""
    adjusted = frame.filter(pl.col("luck").is_in(["start luck", "all luck"]))
    better = adjusted.filter(pl.col("thousandths_more") < -pl.col("about"))
    worse = adjusted.filter(pl.col("thousandths_more") > pl.col("about"))
    return len(adjusted), len(better), len(worse)


def judged_losses(
    setting: Setting, field: Field, contender: Contender, way: Way
) -> tuple[Floats, str]:
    """The log loss of each judged league, and the parameters chosen on the other leagues."""
    contender = contender.for_way(way)
    adjustment = adjustment_of(contender, way, training(setting, field))
    systems = tuple(with_way(one, adjustment) for one in contender.tried)
    tried = log_losses(setting, leagues_of(setting, field, way, TRAINING), way, systems)
    best = systems[int(tried.mean(axis=1).argmin())]
    found = log_losses(setting, leagues_of(setting, field, way, JUDGED), way, (best,))
    return found[0], tuned_text(best)


def _rows(setting: Setting, field: Field, contender: Contender) -> list[dict[str, Any]]:
    rows, plain = [], None
    ways = [way for way in contender.ways if not way.twice]
    for way in (*ways, *([contender.own] if contender.own else [])):
        losses, tuned = judged_losses(setting, field, contender, way)
        plain = losses if plain is None else plain
        more, about = paired(losses - plain)
        row = {
            "field": field.title,
            "system": contender.name,
            "luck": way.name,
            "log_loss": float(losses.mean()),
            "thousandths_more": None if way.name == PLAIN else 1000.0 * more,
            "about": None if way.name == PLAIN else 1000.0 * about,
            "coin": math.log(3.0 if field.game == "Skat" else 2.0),
            "tuned": tuned,
        }
        rows.append(row)
    return rows


def _remarks(setting: Setting, frame: pl.DataFrame) -> list[str]:
    size = setting.size
    every, better, worse = _clearly(frame)
    return [
        f"Every league is rated from the start, {size.games} games a bot (Skat: {size.series}"
        " series a player); log loss of all its games, the first ones among them.  K, deviations"
        " and what luck weighs were chosen on other leagues, plain and adjusted alike.",
        "thousandths_more: log loss less that of plain ratings, below zero is better; about: half"
        " of the 95 % interval over leagues, which both ways rate alike.",
        f"Of {every} adjusted ones {better} are clearly better than plain and {worse} clearly"
        " worse.",
        "Chances are about wins, not points.  The ways of the papers stand beside them.",
    ]
