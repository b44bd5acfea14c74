"""Section 6, Figure 3: whole games with the skat, for thresholds from 40 to 80.

A deal that was bid on is winnable if the announced game was won.  A passed one is winnable if the
one game was won that the system would have announced, as the paper says; in the other reading, if
any of the five games was won.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from evenhand import charts
from evenhand.games.skat.bidding.knn import SKAT_THRESHOLD
from evenhand.studies.keller2008 import printed
from evenhand.studies.keller2008.amounts import Amount
from evenhand.studies.keller2008.bases import bases
from evenhand.studies.keller2008.evaluation import Bids, Flags, SkatGames
from evenhand.studies.keller2008.intervals import (
    NOTE,
    mean_and_interval,
    more_right,
    percent,
    share,
)
from evenhand.studies.keller2008.tuning import (
    best_threshold,
    by_halves,
    in_words,
    tuned_thresholds,
)
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_claims, one_line, within

THRESHOLDS = tuple(float(threshold) for threshold in range(40, 81))
SHOWN = (40, 45, 50, 52, 55, 58, 60, 61, 62, 63, 64, 65, 67, 70, 75, 80)
CURVES = {"all": "all deals", "winnable": "winnable", "not_winnable": "not winnable"}
RIGHT = "rightly judged, percent"
ENOUGH = 0.7
ROUNDED = 0.5  # of a share printed without decimals


def run(setting: Setting) -> Report:
    """The three curves, and what the paper says of them."""
    bids = _bids(setting)
    lines = pl.DataFrame([line(threshold, one) for threshold, one in bids.items()])
    points = lines.unpivot(list(CURVES), index="th", variable_name="deals", value_name=RIGHT)
    points = points.with_columns(pl.col("deals").replace_strict(CURVES))

    def figure() -> "charts.Chart":
        return charts.curves(
            points,
            "th",
            RIGHT,
            "deals",
            order=list(CURVES.values()),
            title="Skat-aware bidding by threshold",
            x_title="threshold",
        )

    tables = [
        ("What the text says of the figure", facts(bids)),
        ("Rightly judged, in percent", lines.filter(pl.col("th").is_in(SHOWN))),
    ]
    remarks = _remarks(lines, next(iter(bids.values())))
    return Report(tables, {"figure": figure}, remarks, _verdict(bids[SKAT_THRESHOLD]))


def _bids(setting: Setting) -> dict[float, Bids]:
    """What happens at each threshold; most of the time goes into the first step."""
    amount: Amount = setting.size
    found = {}
    with setting.progress("bidding", 1 + len(THRESHOLDS)) as done:
        games = SkatGames.of(*bases(amount.deals))
        done(1)
        for number, threshold in enumerate(THRESHOLDS, start=2):
            found[threshold] = games.bids(threshold)
            done(number)
    return found


def line(threshold: float, bids: Bids) -> dict[str, Any]:
    """The three shares at a threshold, and how much was bid on."""
    right, winnable = bids.right, bids.winnable
    return {
        "th": round(threshold),
        "all": percent(right.sum(), len(right)),
        "winnable": percent((right & winnable).sum(), winnable.sum()),
        "not_winnable": percent((right & ~winnable).sum(), (~winnable).sum()),
        "all_any_game": percent(bids.right_of_any.sum(), len(right)),
        "bid_on": percent(bids.bid_on.sum(), len(right)),
        "won_of_bid_on": percent(bids.won.sum(), bids.bid_on.sum()),
    }


def facts(bids: Mapping[float, Bids]) -> pl.DataFrame:
    """What the paper says of the figure, for both readings of winnable."""
    ours = reading({threshold: one.right for threshold, one in bids.items()})
    any_game = reading({threshold: one.right_of_any for threshold, one in bids.items()})
    best, above = ranges(printed.BEST_THRESHOLDS), ranges(printed.ABOVE_70)
    paper = [*[printed.BEST_RIGHT] * 3, best, "", above]
    columns = {"fact": list(ours), "the_announced_game": list(ours.values())}
    return pl.DataFrame(columns | {"any_of_five": list(any_game.values()), "paper": paper})


def reading(right: Mapping[float, Flags]) -> dict[str, str]:
    """The facts of one reading, from which deals are right at each threshold."""
    best, tuned = best_threshold(right), tuned_thresholds(right)
    near = [th for th in right if not _worse(right[th], right[best])]
    above = [th for th in right if right[th].mean() > ENOUGH]
    halves = by_halves(right[tuned[0]], right[tuned[1]])
    return {
        f"right at th = {SKAT_THRESHOLD:.0f} (fixed beforehand), percent": share(
            right[SKAT_THRESHOLD]
        ),
        "right, th chosen on the other half, percent": f"{share(halves)} (th {in_words(tuned)})",
        "right, th best on these same deals, percent": f"{share(right[best])} (th {best:.0f})",
        "best th on these deals": f"{best:.0f}",
        "th not clearly worse than it": ranges(near),
        "th with more than 70 percent right": ranges(above),
    }


def _verdict(bids: Bids) -> str:
    """Whether the printed share lies in our interval, in either reading of winnable."""
    readings = {"by the announced game": bids.right, "by any of five": bids.right_of_any}
    found = [mean_and_interval(100.0 * right.astype(float)) for right in readings.values()]
    told = ", ".join(
        f"{mean:.1f} +- {about:.1f} {name}"
        for name, (mean, about) in zip(readings, found, strict=True)
    )
    same = any(within(*one, float(printed.BEST_RIGHT), ROUNDED) for one in found)
    text = f"percent judged rightly at th = {SKAT_THRESHOLD:.0f}: {told}"
    return one_line(by_claims([same]), f"{text}; about {printed.BEST_RIGHT} printed")


def _worse(right: Flags, best: Flags) -> bool:
    """Whether the best is better by more than the interval of the difference."""
    more, about = more_right(best, right)
    return more > about


def ranges(thresholds: Sequence[float]) -> str:
    """Thresholds one after the other as ranges.

    >>> ranges([52, 53, 54, 60, 62, 63]), ranges([])
    ('52 to 54, 60, 62 to 63', 'none')
    """
    if not thresholds:
        return "none"
    runs = np.split(np.array(thresholds), np.flatnonzero(np.diff(thresholds) > 1) + 1)
    words = [f"{run[0]:.0f} to {run[-1]:.0f}" if len(run) > 1 else f"{run[0]:.0f}" for run in runs]
    return ", ".join(words)


def _remarks(lines: pl.DataFrame, bids: Bids) -> list[str]:
    deals, lowest = len(bids.won), lines.row(0, named=True)
    return [
        f"{deals:,} deals, played by our Monte-Carlo players instead of DDSS. Only games that reach"
        " the own highest bid are announced; an overbid game is lost.",
        f"th = {SKAT_THRESHOLD:.0f} is from the middle of the paper's best range, not chosen on our"
        " deals. The best th on the deals it is measured on is flattered a little.",
        "A passed deal is winnable by the one game that would have been announced ('discarded as"
        " well and then calculated'), or in the other reading by any of the five.",
        f"Passing always is right in {100 * (~bids.free).mean():.1f} percent of the deals, and in"
        f" {100 * (~bids.any).mean():.1f} if any of the five may win; bidding at"
        f" th = {lowest['th']} in {lowest['all']:.1f} and {lowest['all_any_game']:.1f}.",
        NOTE.format("deals"),
    ]
