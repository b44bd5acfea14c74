"""Accuracy as rows of percentages."""

from collections.abc import Mapping
from typing import Any

from evenhand.studies.keller2008.evaluation import Accuracy
from evenhand.studies.keller2008.intervals import percent


def share_row(accuracy: Accuracy) -> dict[str, Any]:
    """The shares that Section 4.2 prints, in percent.

    >>> share_row(Accuracy(winnable=40, bid_on=20, won=16, unwinnable=60, passed=54))["right"]
    70.0
    """
    return {
        "unwinnable": percent(accuracy.unwinnable, accuracy.deals),
        "right": percent(accuracy.won + accuracy.passed, accuracy.deals),
        "recognised": percent(accuracy.bid_on + accuracy.passed, accuracy.deals),
        "of_unwinnable": percent(accuracy.passed, accuracy.unwinnable),
        "of_winnable": percent(accuracy.bid_on, accuracy.winnable),
        "right_trump": percent(accuracy.won, accuracy.bid_on),
    }


def shown(value: float | None) -> str:
    """A share as text."""
    return "" if value is None else f"{value:.1f}"


def as_texts(row: Mapping[str, Any]) -> dict[str, str]:
    """A row in which the shares are texts, so that the paper's "> 90" can stand below."""
    return {name: one if isinstance(one, str) else shown(one) for name, one in row.items()}
