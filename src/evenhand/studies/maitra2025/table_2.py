"""Table 2: accuracy and F1 by the difference of the ratings."""

import polars as pl

from evenhand.evaluation import (
    accuracy_by_difference,
    fit_logistic,
    rating_differences,
    regression_f1,
)
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.platform import CHOSEN, FITTED, SYNTHETIC, made, size_remark
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line

ROUNDED = 0.005
MANY = 1_000  # printed games of a band that says something


def run(setting: Setting) -> Report:
    """Our bands beside the printed ones."""
    table = made(setting).table
    apart = rating_differences(CHOSEN, table)
    bands = accuracy_by_difference(table, apart)
    frame = pl.DataFrame([_row(band, one) for band, one in _pairs(bands)])
    line = fit_logistic(apart, table.score[:, 0] > table.score[:, 1])
    even = -line.intercept / line.slope
    remarks = [SYNTHETIC, size_remark(setting), *_remarks(regression_f1(table, apart), even)]
    shown = [("By difference of the ratings, SYNTHETIC", frame)]
    return Report(shown, remarks=remarks, verdict=_verdict(_pairs(bands)))


def _verdict(pairs: list[tuple[printed.Band, dict[str, float | None]]]) -> str:
    """How far accuracy and F1 are from the printed ones, at most, but for the few highest."""
    off = []
    for name in ("accuracy", "f1"):
        ours = [(one[name], getattr(band, name)) for band, one in pairs if band.games >= MANY]
        off.append(max((abs(a - b) for a, b in ours if a is not None), default=0.0))
    text = f"in bands of many games accuracy is at most {off[0]:.3f} and F1 {off[1]:.3f} off"
    return one_line(BESIDE, f"{FITTED}: {text}")


def favourites_first(accuracy: float, f1: float) -> float:
    r"""How often the favourite sits first, if favourites of both seats win equally often.

    With the accuracy a and the share p of games that name the first seat, F1 is
    :math:`2 a p / (2 a p + 1 - a)`.

    >>> round(favourites_first(0.75, 0.75), 2), round(favourites_first(0.75, 0.69), 2)
    (0.5, 0.37)
    """
    return f1 * (1.0 - accuracy) / (2.0 * accuracy * (1.0 - f1))


def favourites_first_range(band: printed.Band) -> tuple[float, float]:
    """The same of a printed band, whose two numbers are rounded to two decimals.

    >>> low, high = favourites_first_range(printed.TABLE_2[4])
    >>> round(low, 2), round(high, 2)
    (0.35, 0.39)
    """
    low = favourites_first(band.accuracy + ROUNDED, band.f1 - ROUNDED)
    return low, favourites_first(band.accuracy - ROUNDED, band.f1 + ROUNDED)


def _pairs(bands: pl.DataFrame) -> list[tuple[printed.Band, dict[str, float | None]]]:
    total = bands["games"].sum()
    rows = bands.with_columns(share=pl.col("games") / total).to_dicts()
    return list(zip(printed.TABLE_2, rows, strict=True))


def _row(band: printed.Band, one: dict[str, float | None]) -> dict[str, object]:
    printed_games = sum(each.games for each in printed.TABLE_2)
    share = one["share"] or 0.0
    row: dict[str, object] = {
        "difference": f"{band.low:.0f} to {band.high:.0f}" if band.high <= 500.0 else "above 500",
        "games": one["games"],
        "percent": 100.0 * share,
        "paper_percent": 100.0 * band.games / printed_games,
    }
    for name in ("accuracy", "f1"):
        value = one[name]
        row[name] = None if value is None else f"{value:.3f}"
        row[f"paper_{name}"] = getattr(band, name)
    return row


def _remarks(f1: float, even: float) -> list[str]:
    games = sum(band.games for band in printed.TABLE_2)
    large = printed.TABLE_2[4]
    low, high = favourites_first_range(large)
    printed_even = -printed.INTERCEPT.value / printed.SLOPE.value
    return [
        f"The paper's Table 2 sums to {games:,} games, {printed.GAMES - games:,} short of its"
        " total; it does not say which are left out.  Ours has all.",
        f"F1 over all games is {f1:.3f}, the paper's {printed.TABLE_1[printed.CHOSEN]:.3f}.",
        "The paper's F1 lies below its accuracy.  If favourites win equally often on both seats,"
        " and unless the games left out explain it, the favourite sat first in only"
        f" {100.0 * low:.0f} to {high:.0%} of the games with differences from {large.low:.0f} to"
        f" {large.high:.0f}.  Ours lets the weaker sit first about as often.",
        f"The low F1 of the first band comes from the intercept: up to a difference of {even:.0f}"
        f" points in his favour ({printed_even:.0f} in the paper) the first player is still said"
        " to lose.",
    ]
