"""Section 4.3: a knowledge base that is spread evenly over the features.

The paper does not say how it made one.  Ours keeps at most so many deals of a kind, and beside it
stands a base of as many deals kept at random, so that the effect of even spreading is not mixed up
with that of fewer deals.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from evenhand import charts
from evenhand.parallel import map_blocks
from evenhand.studies.keller2008 import printed
from evenhand.studies.keller2008.amounts import Amount
from evenhand.studies.keller2008.bases import Bases, bases
from evenhand.studies.keller2008.evaluation import Flags, Predictions, evenly_spread, predict
from evenhand.studies.keller2008.intervals import COLUMNS_TOO, NOTE, more_right
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_sign, one_line

MOST = (1, 2, 3, 5, 10, 20)  # deals of a kind
USUAL = 3
ERROR = "average square error"
EVEN, RANDOM = "spread evenly", "as many at random"


def run(setting: Setting) -> Report:
    """Evenly spread parts of the base, beside random parts and the whole base."""
    amount: Amount = setting.size
    both = bases(amount.deals)
    whole = predict(*both)
    rngs = setting.rng.spawn(len(MOST))
    frame = pl.DataFrame([row(part, whole) for part in _parts(setting, both, rngs)])
    points = pl.concat(
        frame.select("instances", pl.col(column).alias(ERROR), pl.lit(name).alias("base"))
        for name, column in ((EVEN, "error"), (RANDOM, "random_error"))
    )

    def figure() -> "charts.Chart":
        return charts.curves(
            points,
            "instances",
            ERROR,
            "base",
            order=[EVEN, RANDOM],
            title="Parts of the base: spread evenly, and at random",
            x_title="instances for a trump, on average",
        )

    title = "Parts of the base, at most so many deals of a kind"
    remarks = _remarks(both, whole, frame)
    return Report([(title, frame)], {"figure": figure}, remarks, _verdict(frame))


class Part(NamedTuple):
    """Hand games judged by parts of a base that are equally large."""

    most: int  # deals of a kind
    instances: float  # for a trump, on average
    even: Predictions
    random: Predictions


def _parts(setting: Setting, both: Bases, rngs: Sequence[np.random.Generator]) -> list[Part]:
    """The parts, each with its own random numbers."""
    blocks, work = list(zip(MOST, rngs, strict=True)), partial(judge_part, both=both)
    workers, cluster = setting.workers, setting.cluster
    with setting.progress("judging deals", len(blocks)) as done:
        return list(map_blocks(work, blocks, workers=workers, cluster=cluster, done=done))


def judge_part(block: tuple[int, np.random.Generator], both: Bases) -> Part:
    """Judge by so many deals of a kind, and by as many at random."""
    most, rng = block
    kept = evenly_spread(both.learned, rng, most)
    random = predict(*both, kept=as_many(kept, rng))
    return Part(most, float(kept.sum(axis=0).mean()), predict(*both, kept=kept), random)


def as_many(kept: Flags, rng: np.random.Generator) -> Flags:
    """For each trump as many deals, at random.

    >>> kept = np.array([[True, False], [True, True], [False, False]])
    >>> as_many(kept, np.random.default_rng(1)).sum(axis=0).tolist()
    [2, 1]
    """
    return rng.permuted(kept, axis=0)


def row(part: Part, whole: Predictions) -> dict[str, Any]:
    """Errors, shares, and how many more deals an evenly spread base has right than the others."""
    even, random = part.even, part.random
    right, by_chance, usual = (one.decide(printed.THRESHOLD).right for one in (even, random, whole))
    than_random, than_whole = more_right(right, by_chance), more_right(right, usual)
    return {
        "most": part.most,
        "instances": round(part.instances),
        "error": float(even.square_errors.mean()),
        "random_error": float(random.square_errors.mean()),
        "right": 100.0 * float(right.mean()),
        "random_right": 100.0 * float(by_chance.mean()),
        "than_random": than_random[0],
        "than_random_interval": than_random[1],
        "than_whole": than_whole[0],
        "than_whole_interval": than_whole[1],
    }


def _verdict(frame: pl.DataFrame) -> str:
    """Whether an evenly spread base is worse than the whole one, as in the paper."""
    at = frame.filter(most=USUAL).row(0, named=True)
    more, about = at["than_whole"], at["than_whole_interval"]
    return one_line(
        by_sign(more, about, -1.0),
        f"an even base judges {more:+.2f} +- {about:.2f} percentage points more deals rightly than"
        " the whole one; slightly worse in the paper",
    )


def _remarks(both: Bases, whole: Predictions, frame: pl.DataFrame) -> list[str]:
    at = frame.filter(most=USUAL).row(0, named=True)
    error = float(whole.square_errors.mean())
    right = 100.0 * float(whole.decide(printed.THRESHOLD).right.mean())
    return [
        f"The whole base of {len(both.learned):,} deals: error {error:.1f}, {right:.1f} percent of"
        f" {len(both.seen):,} deals right.",
        f"At most {USUAL} of a kind leave {at['instances']:,}: {at['than_whole']:+.2f}"
        f" (+-{at['than_whole_interval']:.2f}) percentage points right, error"
        f" {at['error'] / error - 1.0:+.1%}; in the paper results were slightly worse.",
        f"Against as many deals at random: {at['than_random']:+.2f}"
        f" (+-{at['than_random_interval']:.2f}) percentage points right, error"
        f" {at['error'] / at['random_error'] - 1.0:+.1%}.",
        "How the paper spread its base, and how large it was, is not said; this way is ours.",
        NOTE.format("deals") + COLUMNS_TOO,
    ]
