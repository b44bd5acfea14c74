"""Section 4.3: neighbours that count the more the nearer they are.

The paper says only that this did not improve the results.  Our weight is one divided by the
distance and the distance of one card point.
"""

from typing import Any

import polars as pl

from evenhand import charts
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.studies.keller2008 import printed
from evenhand.studies.keller2008.amounts import SHOWN_K, Amount
from evenhand.studies.keller2008.bases import Bases, bases
from evenhand.studies.keller2008.evaluation import Predictions, predict_by_k
from evenhand.studies.keller2008.intervals import COLUMNS_TOO, NOTE, mean_and_interval, more_right
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_claims, one_line

ERROR = "average square error"
PLAIN, WEIGHTED = "all alike", "by distance"


def run(setting: Setting) -> Report:
    """Both ways for each k."""
    amount: Amount = setting.size
    both = bases(amount.deals)
    plain, weighted = (_judged(setting, both, way) for way in (PLAIN, WEIGHTED))
    frame = pl.DataFrame([compared(k, plain[k], weighted[k]) for k in amount.ks])
    points = pl.concat(
        frame.select("k", pl.col(column).alias(ERROR), pl.lit(name).alias("neighbours"))
        for name, column in ((PLAIN, "error"), (WEIGHTED, "weighted_error"))
    )

    def figure() -> "charts.Chart":
        title = "Neighbours that count alike, and by their distance"
        return charts.curves(points, "k", ERROR, "neighbours", order=[PLAIN, WEIGHTED], title=title)

    shown = frame.filter(pl.col("k").is_in(SHOWN_K))
    title = "Hand games with and without weights"
    remarks, verdict = _remarks(both, frame), _verdict(frame)
    return Report([(title, shown)], {"figure": figure}, remarks, verdict)


def _judged(setting: Setting, both: Bases, way: str) -> dict[int, Predictions]:
    """The deals predicted for each k."""
    with setting.progress(f"neighbours {way}", len(TRUMPS)) as done:
        return predict_by_k(
            *both,
            setting.size.ks,
            weighted=way == WEIGHTED,
            workers=setting.workers,
            cluster=setting.cluster,
            done=done,
        )


def compared(k: int, plain: Predictions, weighted: Predictions) -> dict[str, Any]:
    """Errors and shares of both ways, and the differences with their intervals."""
    decisions, others = (one.decide(printed.THRESHOLD).right for one in (plain, weighted))
    more, about = more_right(others, decisions)
    change, spread = mean_and_interval(weighted.square_errors - plain.square_errors)
    return {
        "k": k,
        "error": float(plain.square_errors.mean()),
        "weighted_error": float(weighted.square_errors.mean()),
        "change": change,
        "change_interval": spread,
        "right": 100.0 * float(decisions.mean()),
        "weighted_right": 100.0 * float(others.mean()),
        "more_right": more,
        "more_right_interval": about,
    }


def _verdict(frame: pl.DataFrame) -> str:
    """Whether weights do not clearly improve shares and errors, as the paper says."""
    at = frame.filter(k=printed.K).row(0, named=True)
    claims = [
        not at["more_right"] > at["more_right_interval"],
        not at["change"] < -at["change_interval"],
    ]
    return one_line(
        by_claims(claims),
        f"at k = {printed.K} weights change the deals judged rightly by {at['more_right']:+.2f} +-"
        f" {at['more_right_interval']:.2f} percentage points and the error by {at['change']:+.1f}"
        f" +- {at['change_interval']:.1f}; no improvement in the paper",
    )


def _remarks(both: Bases, frame: pl.DataFrame) -> list[str]:
    at = frame.filter(k=printed.K).row(0, named=True)
    best, weighted_best = frame["error"].arg_min(), frame["weighted_error"].arg_min()
    assert best is not None
    assert weighted_best is not None
    plain, weighted = frame.row(best, named=True), frame.row(weighted_best, named=True)
    return [
        f"At k = {printed.K} weights change the share of deals judged rightly by"
        f" {at['more_right']:+.2f} (+-{at['more_right_interval']:.2f}) percentage points and the"
        f" error by {at['change']:+.1f} (+-{at['change_interval']:.1f}); in the paper they did not"
        " improve the results.",
        f"Least error {plain['error']:.1f} at k = {plain['k']} without and"
        f" {weighted['weighted_error']:.1f} at k = {weighted['k']} with weights.",
        f"{len(both.seen):,} deals, th = {printed.THRESHOLD:.0f}; the weight is our choice, since"
        " the paper gives none.",
        NOTE.format("deals") + COLUMNS_TOO,
    ]
