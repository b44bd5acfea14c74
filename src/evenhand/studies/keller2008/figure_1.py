"""Figure 1: the average square error of estimated scores, by the number of neighbours k.

The paper calls 8 to 30 the sweet spot and does not define it.  Ours are the numbers k whose error
is at most a hundredth above the least, if there are enough of them to tell.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from evenhand import charts
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.studies.keller2008 import printed
from evenhand.studies.keller2008.amounts import SHOWN_K, Amount
from evenhand.studies.keller2008.baselines import predict_by_mean, predict_linearly
from evenhand.studies.keller2008.bases import Bases, bases, by_open_cards
from evenhand.studies.keller2008.evaluation import predict_by_k
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import UNCLEAR, by_claims, one_line
from evenhand.tables import Floats

NEAR = 1.01  # of the least error
ENOUGH = 10  # numbers k, to speak of a sweet spot
ERROR = "average square error"
PLAYED, OPEN = "as played", "open cards"


def run(setting: Setting) -> Report:
    """The curve for scores as they were played, and for scores with open cards."""
    amount: Amount = setting.size
    both = bases(amount.deals)
    kinds = {PLAYED: both, OPEN: by_open_cards(both)}
    errors = {name: errors_by_k(setting, kind, f"scores {name}") for name, kind in kinds.items()}
    points = pl.concat(
        pl.DataFrame({"scores": name, "k": amount.ks, ERROR: found})
        for name, found in errors.items()
    )

    def figure() -> "charts.Chart":
        title = "Average square errors for different k"
        return charts.curves(points, "k", ERROR, "scores", order=list(kinds), title=title)

    least = pl.DataFrame([_line(name, kinds[name], amount.ks, errors[name]) for name in kinds])
    shown = points.filter(pl.col("k").is_in(SHOWN_K)).pivot("scores", index="k", values=ERROR)
    tables = [("Where the error is least", _beside(least)), ("Average square error by k", shown)]
    remarks = _remarks(both, least, points)
    return Report(tables, {"figure": figure}, remarks, _verdict(least.row(0, named=True)))


def errors_by_k(setting: Setting, both: Bases, what: str) -> Floats:
    """The average square error for each k of the setting."""
    with setting.progress(what, len(TRUMPS)) as done:
        judged = predict_by_k(
            *both,
            setting.size.ks,
            workers=setting.workers,
            cluster=setting.cluster,
            done=done,
        )
    return np.array([one.square_errors.mean() for one in judged.values()])


def sweet_spot(ks: tuple[int, ...], errors: Floats) -> tuple[int, int] | None:
    """The first and last k around the best whose error is at most a hundredth above the least.

    Fewer than ten numbers k do not tell.

    >>> sweet_spot(tuple(range(1, 11)), np.array([140, 100.5, 100, 100.9, *[102.0] * 6]))
    (2, 4)
    """
    if len(ks) < ENOUGH:
        return None
    near = errors <= NEAR * errors.min()
    first = last = int(errors.argmin())
    while first > 0 and near[first - 1]:
        first -= 1
    while last + 1 < len(ks) and near[last + 1]:
        last += 1
    return ks[first], ks[last]


def _line(name: str, both: Bases, ks: tuple[int, ...], errors: Floats) -> dict[str, Any]:
    """What a curve says, and the errors of two simpler ways."""
    first, last = sweet_spot(ks, errors) or (None, None)
    at_15 = errors[ks.index(printed.K)]
    return {
        "scores": name,
        "best_k": ks[int(errors.argmin())],
        "near_from": first,
        "near_to": last,
        "least_error": float(errors.min()),
        "error_15": float(at_15),
        "error_linear": float(predict_linearly(both).square_errors.mean()),
        "error_mean": float(predict_by_mean(both).square_errors.mean()),
    }


def _beside(lines: pl.DataFrame) -> pl.DataFrame:
    first, last = printed.SWEET_SPOT
    chosen = f"paper (DDSS), k = {printed.K} chosen"
    paper = {"scores": chosen, "near_from": first, "near_to": last}
    return pl.concat([lines, pl.DataFrame([paper])], how="diagonal_relaxed")


def _remarks(both: Bases, lines: pl.DataFrame, points: pl.DataFrame) -> list[str]:
    ours: Mapping[str, Any] = lines.row(0, named=True)
    one = points.filter(scores=PLAYED, k=1)[ERROR]
    first, last = printed.SWEET_SPOT
    remarks = [
        f"{len(both.learned):,} deals to learn from, {len(both.seen):,} to evaluate with;"
        " the error is averaged over deals and the five trumps.",
        f"{_near(ours)}; the paper's sweet spot is {first} to {last}, and the k it chose"
        f" {printed.K}.",
        f"A linear function of the same features has {_than(ours['error_linear'], ours)},"
        " the mean of all hands"
        f" {_than(ours['error_mean'], ours)}, than {printed.K} sets of neighbours.",
    ]
    if len(one):
        remarks.append(f"A single set of neighbours has {_than(one[0], ours)}.")
    return remarks


def _verdict(ours: Mapping[str, Any]) -> str:
    """Whether the paper's k is near our best, and ours in the paper's sweet spot."""
    if ours["near_from"] is None:
        return one_line(UNCLEAR, f"fewer than {ENOUGH} numbers k do not show a sweet spot")
    first, last = printed.SWEET_SPOT
    claims = [
        ours["near_from"] <= printed.K <= ours["near_to"],
        first <= ours["best_k"] <= last,
    ]
    return one_line(
        by_claims(claims),
        f"near the least error from k = {ours['near_from']} to {ours['near_to']}, least at"
        f" {ours['best_k']}; printed {first} to {last}, k = {printed.K} chosen",
    )


def _near(ours: Mapping[str, Any]) -> str:
    """Where the error is near the least."""
    if ours["near_from"] is None:
        return f"Fewer than {ENOUGH} numbers k do not show a sweet spot"
    return f"Near the least (1 %) from k = {ours['near_from']} to {ours['near_to']}"


def _than(error: float, ours: Mapping[str, Any]) -> str:
    """How much larger or smaller an error is than ours at the paper's k."""
    change = error / ours["error_15"] - 1.0
    return f"{abs(change):.1%} {'more' if change > 0 else 'less'} error"
