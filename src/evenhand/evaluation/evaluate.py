"""Evaluate a rating system by the predictions it made before each game."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.evaluation.bootstrap import (
    LEVEL,
    RESAMPLES,
    Estimate,
    percentile_interval,
    resample_blocks,
)
from evenhand.evaluation.metrics import (
    BASELINE,
    METRICS,
    N_SUMS,
    PAIRWISE_ACCURACY,
    Metric,
    add_block_sums,
    block_edges,
    merge_teams,
)
from evenhand.ratings import RatingSystem, decided_games, win_shares
from evenhand.tables import Floats, GameTable

BLOCKS = 2000  # of consecutive games, for the intervals of a report
SPLIT_BLOCKS = 500  # in each of the two periods of a split
TEST_FRACTION = 0.2


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """Metrics of predictions, each with a bootstrap interval."""

    games: int
    log_loss: Estimate
    brier: Estimate
    accuracy: Estimate
    f1: Estimate
    pairwise_accuracy: Estimate
    baseline: float  # log loss of giving every player of a game the same probability
    calibration: pl.DataFrame  # low, high, seats, expected, actual

    def metrics(self) -> dict[str, Estimate]:
        """Return the estimates by name."""
        names = ("log_loss", "brier", "accuracy", "f1", "pairwise_accuracy")
        return {name: getattr(self, name) for name in names}

    def as_dict(self) -> dict[str, Any]:
        """Return plain numbers, for JSON."""
        estimates = {name: asdict(estimate) for name, estimate in self.metrics().items()}
        rows = self.calibration.to_dicts()
        return {"games": self.games, **estimates, "baseline": self.baseline, "calibration": rows}


def evaluate(
    system: RatingSystem,
    table: GameTable,
    *,
    test_start: int = 0,
    rng: np.random.Generator | None = None,
    resamples: int = RESAMPLES,
) -> EvaluationReport:
    """Rate the whole table and score the predictions from game ``test_start`` on.

    >>> from evenhand.ratings import Elo
    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 60)
    >>> report = evaluate(Elo(k=32.0), table, test_start=40)
    >>> report.games, report.accuracy.value, report.log_loss.value < report.baseline
    (20, 1.0, True)
    """
    probabilities = system.win_probabilities(system.run(table).expected)
    test = table.rows(test_start, len(table))
    return score_predictions(test, probabilities[test_start:], rng=rng, resamples=resamples)


def score_predictions(
    table: GameTable,
    probabilities: Floats,
    *,
    rng: np.random.Generator | None = None,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> EvaluationReport:
    """Score win probabilities (games, seats), from whatever source, against the results."""
    if not len(table):
        raise ValueError("no games to evaluate")
    table, probabilities = merge_teams(table, probabilities)
    edges = block_edges(len(table), BLOCKS)
    sums = np.zeros((len(edges) - 1, N_SUMS))
    add_block_sums(table, probabilities, edges, sums)
    total = sums.sum(axis=0)
    counts = resample_blocks(rng or np.random.default_rng(0), len(sums), resamples)
    drawn = counts @ sums

    def estimate(metric: Metric) -> Estimate:
        return percentile_interval(float(metric.value(total)), metric.value(drawn), level)

    return EvaluationReport(
        games=len(table),
        **{metric.column: estimate(metric) for metric in METRICS.values()},
        pairwise_accuracy=estimate(PAIRWISE_ACCURACY),
        baseline=float(sums[:, BASELINE].sum() / len(table)),
        calibration=calibration(table, probabilities),
    )


def calibration(table: GameTable, probabilities: Floats, bins: int = 10) -> pl.DataFrame:
    """Compare predicted with actual shares of wins in bins of the probability, over all seats."""
    actual, expected = win_shares(table)[table.taken], probabilities[table.taken]
    number = np.minimum((expected * bins).astype(np.int64), bins - 1)
    seats = np.bincount(number, minlength=bins)
    filled = seats > 0
    with np.errstate(invalid="ignore"):
        mean_expected = np.bincount(number, expected, bins) / seats
        mean_actual = np.bincount(number, actual, bins) / seats
    edges = np.arange(bins + 1) / bins
    columns = {"low": edges[:-1], "high": edges[1:], "seats": seats}
    columns |= {"expected": mean_expected, "actual": mean_actual}
    return pl.DataFrame({name: column[filled] for name, column in columns.items()})


def find_test_start(
    table: GameTable, *, since: int | None = None, fraction: float | None = None
) -> int:
    """Return the number of the first test game: from a time (microseconds), or the last part."""
    if since is not None and fraction is not None:
        raise ValueError("choose a date or a fraction, not both")
    if since is not None:
        if table.time is None:
            raise ValueError("a split by date needs the time of each game")
        first = int(np.searchsorted(table.time, since))
    elif fraction is not None:
        if not 0.0 < fraction <= 1.0:
            raise ValueError(f"the fraction of games to test on lies in (0, 1], not {fraction:g}")
        first = len(table) - max(1, round(fraction * len(table)))
    else:
        return 0
    if first >= len(table):
        raise ValueError(f"no games left to test on; {_describe_games(table)}")
    return first


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A tuning period, the test period after it, and blocks of games in both."""

    test_start: int  # first game of the test period
    games: int
    edges: NDArray[np.int64]  # of the blocks
    n_train_blocks: int  # of the tuning period

    @property
    def test_games(self) -> int:
        """Number of games of the test period."""
        return self.games - self.test_start


def split_games(
    table: GameTable, *, since: int | None = None, fraction: float | None = None
) -> Split:
    """Split by a time (microseconds), or keep the last part for the test (by default a fifth).

    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 10)
    >>> split_games(table).test_start
    8
    """
    if since is None and fraction is None:
        fraction = TEST_FRACTION
    if not len(table):
        raise ValueError("there are no games to tune on")
    first = find_test_start(table, since=since, fraction=fraction)
    decided = decided_games(table)
    if not decided[:first].any():
        raise ValueError(f"no decided game before the test period; {_describe_games(table)}")
    if not decided[first:].any():
        raise ValueError(f"no decided game in the test period; {_describe_games(table)}")
    train, test = block_edges(first, SPLIT_BLOCKS), block_edges(len(table) - first, SPLIT_BLOCKS)
    edges = np.concatenate([train, first + test[1:]])
    return Split(first, len(table), edges, len(train) - 1)


def _describe_games(table: GameTable) -> str:
    """Say from when to when the games are, or how many there are.

    >>> _describe_games(GameTable.from_games([{"Anna": 1, "Ben": 0}] * 60))
    'there are 60 games without times'
    """
    if table.time is None or not len(table):
        return f"there are {len(table):,} games without times"
    first, last = table.time[[0, -1]].astype("datetime64[us]").astype("datetime64[D]")
    return f"the games are from {first} to {last}"
