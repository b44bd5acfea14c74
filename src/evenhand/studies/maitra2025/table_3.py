"""Table 3: what ratings there are."""

from collections.abc import Mapping

import numpy as np
import polars as pl

from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.platform import FITTED, SYNTHETIC, Made, made, size_remark
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line
from evenhand.tables import Floats

EXPERIENCED = 30
AFTER, LAST, LAST_LONG = (
    "after each game",
    "players at the end",
    f"players with {EXPERIENCED} games or more",
)


def run(setting: Setting) -> Report:
    """Over all ratings after games, and over the last ratings of players."""
    found = {name: summary(ratings) for name, ratings in readings(made(setting)).items()}
    rows = [
        {"statistic": name, "paper": float(value)}
        | {reading.replace(" ", "_"): one[name] for reading, one in found.items()}
        for name, value in printed.TABLE_3.items()
    ]
    shown = [("Ratings, SYNTHETIC", pl.DataFrame(rows))]
    return Report(shown, remarks=_remarks(setting, found), verdict=_verdict(found))


def readings(platform: Made) -> dict[str, Floats]:
    """What the paper may have summed up."""
    last = platform.run.values[:, 0]
    many = platform.population.games >= EXPERIENCED
    return {AFTER: platform.run.after.ravel(), LAST: last, LAST_LONG: last[many]}


def summary(ratings: Floats) -> dict[str, float]:
    """The numbers of Table 3."""
    low, quarter, middle, upper, high = np.quantile(ratings, [0.1, 0.25, 0.5, 0.75, 0.9])
    values = (ratings.min(), low, quarter, middle, ratings.mean(), upper, high, ratings.max())
    return dict(zip(printed.TABLE_3, map(float, values), strict=True))


def distance(one: Mapping[str, float]) -> float:
    """Root mean square distance from the printed numbers, without the extremes."""
    inner = [name for name in printed.TABLE_3 if name not in ("min", "max")]
    return float(np.sqrt(np.mean([(one[name] - printed.TABLE_3[name]) ** 2 for name in inner])))


def _verdict(found: Mapping[str, Mapping[str, float]]) -> str:
    """Which reading is nearest to the printed numbers, and how near."""
    name = min(found, key=lambda reading: distance(found[reading]))
    text = f"ratings {name} are nearest, {distance(found[name]):.0f} points from Table 3"
    return one_line(BESIDE, f"{FITTED}: {text} (root mean square)")


def _remarks(setting: Setting, found: Mapping[str, Mapping[str, float]]) -> list[str]:
    apart = {name: distance(one) for name, one in found.items()}
    nearest = min(apart, key=lambda name: apart[name])
    told = ", ".join(f"{name} {value:.0f} points" for name, value in apart.items())
    mean = found[LAST]["mean"]
    return [
        SYNTHETIC,
        size_remark(setting),
        "The paper does not say whether Table 3 is over players or over the ratings after each"
        f" game.  Root mean square distance without the extremes: {told}; nearest: {nearest}.  But"
        " the search for the platform took it for the ratings after each game, so that this is"
        " partly fitted.",
        f"Over all players it can hardly be: what one wins another loses, but for the larger K of"
        f" newcomers, so that the mean of the last ratings stays near the start ({mean:.0f} here),"
        f" while the paper's is {printed.TABLE_3['mean']}.  Over games, or over those who"
        " stayed, the better ones count for more; which of the two it is, is not known.",
        f'The text has ratings "centered close to the initial rating of {printed.START:.0f}"; its'
        f" own quarter is {printed.TABLE_3['25 %']}.",
    ]
