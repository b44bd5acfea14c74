"""Sections 4.1 and 4.2: how many hand games are judged rightly.

``right`` counts deals that were passed and unwinnable, or bid on and won; ``recognised`` those
rightly called winnable or not, whatever the trump.  ``right_trump`` is the share of won games
among the winnable deals that were bid on.
"""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import polars as pl

from evenhand.games.skat.bidding.knn import dearest_trumps
from evenhand.studies.keller2008 import printed
from evenhand.studies.keller2008.amounts import Amount
from evenhand.studies.keller2008.baselines import predict_linearly
from evenhand.studies.keller2008.bases import Bases, bases, by_open_cards
from evenhand.studies.keller2008.evaluation import Decisions, Predictions, predict
from evenhand.studies.keller2008.intervals import NOTE, mean_and_interval, more_right, share
from evenhand.studies.keller2008.shares import as_texts, share_row
from evenhand.studies.keller2008.tuning import by_halves, in_words, tuned_thresholds
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_claims, one_line, within

THRESHOLDS = tuple(float(threshold) for threshold in range(30, 81))
WAYS = 5  # that take time
OURS = "neighbours"
DEAREST = "the dearest trump, not the best"
LINEAR, ALWAYS_PASS = "linear function", "always pass"
PAPER = {
    "unwinnable": printed.UNWINNABLE_SHARE,
    "right": printed.RIGHT,
    "recognised": "",
    "of_unwinnable": printed.RIGHT_OF_UNWINNABLE,
    "of_winnable": printed.RIGHT_OF_WINNABLE,
    "right_trump": printed.RIGHT_TRUMP,
}


def run(setting: Setting) -> Report:
    """The shares of the paper, for its way of judging and for others."""
    amount: Amount = setting.size
    both = bases(amount.deals)
    open_cards = by_open_cards(both)
    with setting.progress("judging deals", WAYS) as done:
        played = _as_played(both, open_cards, done)
        opened = _with_open_cards(open_cards)
        done(WAYS)
    tables = [
        ("Hand games as played, in percent", _table(played, PAPER)),
        ("The same deals scored with open cards", _table(opened)),
    ]
    remarks = list(_remarks(played, opened))
    return Report(tables, remarks=remarks, verdict=_verdict(played[OURS]))


def _as_played(
    both: Bases, open_cards: Bases, done: Callable[[int], object]
) -> dict[str, Decisions]:
    """The deals predicted in several ways."""
    ours = predict(*both)
    found = {OURS: ours.decide(), DEAREST: ours.decide(choose=dearest_trumps)}
    done(1)
    for number, (name, predicted) in enumerate(_ways(ours, both, open_cards), start=2):
        tuned, thresholds = tuned_marks(predicted)
        found |= {
            name: predicted.decide(),
            f"{name}, th {thresholds} (chosen on the other half)": tuned,
        }
        done(number)
    return found | {ALWAYS_PASS: ours.decide(np.inf), "always bid": ours.decide(-np.inf)}


def _ways(ours: Predictions, both: Bases, open_cards: Bases) -> Iterator[tuple[str, Predictions]]:
    """The ways whose thresholds are tuned."""
    yield OURS, ours
    yield LINEAR, predict_linearly(both)
    yield "learned from open cards", predict(open_cards.learned, both.seen)


def _with_open_cards(open_cards: Bases) -> dict[str, Decisions]:
    """The deals judged if the scores are those with open cards."""
    neighbours = predict(*open_cards)
    return {
        OURS: neighbours.decide(),
        LINEAR: predict_linearly(open_cards).decide(),
        ALWAYS_PASS: neighbours.decide(np.inf),
    }


def tuned_marks(predicted: Predictions) -> tuple[Decisions, str]:
    """The judgement if th is chosen on one half of the deals and used on the other.

    With it come the two thresholds in words.
    """
    at = {threshold: predicted.decide(threshold) for threshold in THRESHOLDS}
    chosen = tuned_thresholds({threshold: decisions.right for threshold, decisions in at.items()})
    even, odd = (at[threshold] for threshold in chosen)
    both = Decisions(
        even.winnable, by_halves(even.bid_on, odd.bid_on), by_halves(even.won, odd.won)
    )
    return both, in_words(chosen)


def _table(found: Mapping[str, Decisions], paper: Mapping[str, str] | None = None) -> pl.DataFrame:
    rows = [{"judged_by": name, **as_texts(share_row(m.accuracy))} for name, m in found.items()]
    if paper is not None:
        rows.insert(1, {"judged_by": "paper", **paper})
    return pl.DataFrame(rows)


def _verdict(ours: Decisions) -> str:
    """Whether the printed share lies in our interval, in either reading of it."""
    readings = {"with the trump": ours.right, "without it": ours.bid_on == ours.winnable}
    found = [mean_and_interval(100.0 * right.astype(float)) for right in readings.values()]
    told = ", ".join(
        f"{mean:.1f} +- {about:.1f} {name}"
        for name, (mean, about) in zip(readings, found, strict=True)
    )
    same = any(within(*one, float(printed.RIGHT)) for one in found)
    return one_line(
        by_claims([same]),
        f"percent judged rightly: {told}; {printed.RIGHT} printed, which of both is not said",
    )


def _remarks(played: Mapping[str, Decisions], opened: Mapping[str, Decisions]) -> Iterator[str]:
    ours = played[OURS]
    yield (
        f"{len(ours.right):,} deals, of which {share(ours.right)} percent are judged rightly. Our"
        " scores are of Monte-Carlo players at ten samples instead of DDSS, the declarer in any"
        " seat."
    )
    yield (
        "The paper does not say whether its 73.2 counts the trump: its other shares give about"
        f" 70 or more if so, 74 if not. Ours: {100 * ours.accuracy.right:.1f} if so,"
        f" {100 * ours.accuracy.recognised:.1f} if not."
    )
    for name in (ALWAYS_PASS, LINEAR, DEAREST):
        more, about = more_right(ours.right, played[name].right)
        yield f"Neighbours against '{name}': {more:+.1f} (+-{about:.1f}) percentage points right."
    shares = [100 * (~decisions.winnable).mean() for decisions in (ours, opened[OURS])]
    yield (
        f"Unwinnable are {shares[0]:.1f} percent as played and {shares[1]:.1f} with open cards;"
        " in the paper about 60."
    )
    yield NOTE.format("deals")
