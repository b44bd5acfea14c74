"""By what configurations are compared: sums over blocks of games, and what follows from them.

``f1`` is the paper's (Maitra 2025): a logistic regression of "the first seat wins" on the
difference of the ratings before the game says who wins; draws are left out.  The others are those
of :mod:`evenhand.ratings.evaluate`, from the chances that the system itself gives.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evenhand.params import suggest_all
from evenhand.ratings.evaluate import ACCURACY, BRIER, GAMES, LOG_LOSS, f1
from evenhand.tables import Floats

PLAIN = 4  # columns of the sums that need no regression, the first ones of evaluate's
LINE_TRUE, LINE_CLAIMED, LINE_WON = range(PLAIN, 7)  # those of a regression
COLUMNS = 7


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure of predictions."""

    name: str
    sign: float  # 1 if less is better, else -1
    value: Callable[[Floats], Floats]  # of sums, the columns last

    @property
    def needs_regression(self) -> bool:
        """Whether a line must be fitted to the games first."""
        return self.name == "f1"

    @property
    def column(self) -> str:
        """Its name as a column of a table."""
        return self.name.replace("-", "_")


def _mean_of(column: int) -> Callable[[Floats], Floats]:
    return lambda sums: np.asarray(sums[..., column] / sums[..., GAMES])


def _f1(sums: Floats) -> Floats:
    return f1(sums[..., LINE_TRUE], sums[..., LINE_CLAIMED], sums[..., LINE_WON])


METRICS = {
    metric.name: metric
    for metric in (
        Metric("log-loss", 1.0, _mean_of(LOG_LOSS)),
        Metric("brier", 1.0, _mean_of(BRIER)),
        Metric("accuracy", -1.0, _mean_of(ACCURACY)),
        Metric("f1", -1.0, _f1),
    )
}


def find_metric(name: str) -> Metric:
    """The metric of a name.

    >>> find_metric("loss")
    Traceback (most recent call last):
    ValueError: no metric 'loss'; did you mean log-loss? Choose from log-loss, brier, accuracy, f1
    """
    if name not in METRICS:
        raise ValueError(f"no metric {name!r}; {suggest_all(name, METRICS)}")
    return METRICS[name]
