r"""Metrics of predictions made before each game, as sums over blocks of games.

For a game in which player i had the win probability p and got the share y of the win (1 for the
winner; players tied for it share it):

* **log loss** :math:`-\sum_i y_i \ln p_i` and **Brier score** :math:`\frac12 \sum_i (p_i - y_i)^2`:
  lower is better, and both are proper scores; for two players they are the usual ones;
* **accuracy**: the favourite's share of the win (equal favourites count in parts);
* **F1** of the prediction "the first seat wins", made when it is the only favourite; not a proper
  score, to be read beside the others;
* **pairwise accuracy**: the share of all pairs with different scores that are in the order of
  their probabilities (equal probabilities count half); for two players without draws it is the
  accuracy.

A team counts as one player with the probabilities of all its members.

Every metric follows from a few sums over games, so that intervals of bootstraps, which draw whole
blocks of games, cost little more than the metric itself.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import kernel
from evenhand.params import suggest_all
from evenhand.tables import EMPTY, Floats, GameTable, Indices

MIN_PROBABILITY = 1e-15
"""A probability of zero counts as this in the log loss."""
LN_2 = math.log(2)
UNDERFLOW = 1e-200  # a product of probabilities below this is replaced by its logarithm

GAMES, LOG_LOSS, BRIER, ACCURACY = range(4)
TRUE_POSITIVES, PREDICTED, POSITIVES = range(4, 7)
PAIRS_IN_ORDER, PAIRS, BASELINE = range(7, 10)
N_SUMS = 10
"""Columns of the sums; tuning keeps the first four, or seven with the F1 of a regression."""
BASIC_SUMS, F1_SUMS = 4, 7


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure of predictions."""

    name: str
    sign: float  # 1 if lower is better, else -1
    value: Callable[[Floats], Floats]  # of sums, whose columns are the last axis

    @property
    def needs_regression(self) -> bool:
        """Whether tuning by it fits a regression on the rating difference."""
        return self.name == "f1"

    @property
    def column(self) -> str:
        """Its name as a column of a table."""
        return self.name.replace("-", "_")


def f1(true_positives: Floats, predicted: Floats, positives: Floats) -> Floats:
    """Return F1 from counts of wins: rightly predicted, predicted, and won.  Zero if all are zero.

    >>> f1(np.array([1.0, 0.0]), np.array([3.0, 0.0]), np.array([2.0, 0.0])).tolist()
    [0.4, 0.0]
    """
    return np.asarray(2.0 * true_positives / np.maximum(predicted + positives, 1.0))


def _mean(column: int) -> Callable[[Floats], Floats]:
    return lambda sums: np.asarray(sums[..., column] / sums[..., GAMES])


def _f1(sums: Floats) -> Floats:
    return f1(sums[..., TRUE_POSITIVES], sums[..., PREDICTED], sums[..., POSITIVES])


def _pairwise_accuracy(sums: Floats) -> Floats:
    """Return the pairs in order; 1/2 where all are tied."""
    pairs = sums[..., PAIRS]
    return np.where(pairs > 0.0, sums[..., PAIRS_IN_ORDER] / np.maximum(pairs, 1.0), 0.5)


METRICS = {
    metric.name: metric
    for metric in (
        Metric("log-loss", 1.0, _mean(LOG_LOSS)),
        Metric("brier", 1.0, _mean(BRIER)),
        Metric("accuracy", -1.0, _mean(ACCURACY)),
        Metric("f1", -1.0, _f1),
    )
}
"""What systems can be tuned for, by name."""
PAIRWISE_ACCURACY = Metric("pairwise-accuracy", -1.0, _pairwise_accuracy)


def find_metric(name: str) -> Metric:
    """Return the metric of a name.

    >>> find_metric("loss")
    Traceback (most recent call last):
    ValueError: no metric 'loss'; did you mean log-loss? Choose from log-loss, brier, accuracy, f1
    """
    if name not in METRICS:
        raise ValueError(f"no metric {name!r}; {suggest_all(name, METRICS)}")
    return METRICS[name]


def block_edges(games: int, most: int) -> NDArray[np.int64]:
    """Cut games into at most this many blocks of consecutive games; return where blocks begin.

    >>> block_edges(7, 3).tolist()
    [0, 2, 4, 7]
    """
    return np.linspace(0, games, min(most, games) + 1).astype(np.int64)


def add_block_sums(
    table: GameTable, probabilities: Floats, edges: NDArray[np.int64], sums: Floats
) -> None:
    """Add what the metrics need to the row of each block of games.

    Edges before the first game or after the last one are clipped.  So a table may come in
    parts, and the sums are the same but for the rounding of the log loss.
    """
    edges = np.clip(edges, 0, len(table))
    table, probabilities = merge_teams(table, probabilities)
    if table.width == 2:
        _add_two_seats(table.score, probabilities, edges, sums)
    else:
        _add_seats(table.seats, table.score, probabilities, edges, sums)


def merge_teams(table: GameTable, probabilities: Floats) -> tuple[GameTable, Floats]:
    """Put each team on its first member's seat, with the probabilities of all its members."""
    if table.team is None:
        return table, probabilities
    taken, games = table.taken, np.arange(len(table))
    seats, merged = table.seats.copy(), np.full(probabilities.shape, np.nan)
    for seat in range(table.width):
        mates = taken & (table.team == table.team[:, [seat]])
        first, here = mates.argmax(axis=1), taken[:, seat]
        begins = here & (first == seat)
        merged[begins, seat] = 0.0
        merged[games[here], first[here]] += probabilities[here, seat]
        seats[here & ~begins, seat] = EMPTY
    return GameTable(table.names, seats, table.score, time=table.time), merged


@kernel(python_up_to=20_000)
def _add_seats(
    seats: Indices, score: Floats, probabilities: Floats, edges: NDArray[np.int64], sums: Floats
) -> None:
    width = seats.shape[1]
    for block in range(len(sums)):
        log_loss, brier, accuracy = sums[block, LOG_LOSS], sums[block, BRIER], sums[block, ACCURACY]
        baseline, pairs, in_order = sums[block, BASELINE], 0.0, 0.0
        true, predicted, positives = 0.0, 0.0, 0.0
        for game in range(edges[block], edges[block + 1]):
            n, best, winners, top, favourites = 0, 0.0, 0.0, 0.0, 0.0
            first_points, first_p = 0.0, 0.0
            for seat in range(width):
                if seats[game, seat] < 0:
                    continue
                points, p = float(score[game, seat]), float(probabilities[game, seat])
                if n == 0:
                    first_points, first_p = points, p
                if n == 0 or points > best:
                    best, winners = points, 0.0
                if points == best:
                    winners += 1.0
                if p > top:
                    top, favourites = p, 0.0
                if p == top:
                    favourites += 1.0
                n += 1
            hit = 0.0
            for seat in range(width):
                if seats[game, seat] < 0:
                    continue
                points, p, share = float(score[game, seat]), float(probabilities[game, seat]), 0.0
                if points == best:
                    share = 1.0 / winners
                    log_loss -= share * math.log(max(p, MIN_PROBABILITY))
                brier += 0.5 * (p - share) * (p - share)
                if p == top:
                    hit += share
                for other in range(seat):
                    points_apart = points - float(score[game, other])
                    if seats[game, other] < 0 or points_apart == 0.0:
                        continue
                    p_other = float(probabilities[game, other])
                    belief = 1.0 if p > p_other else 0.5
                    belief = belief if p >= p_other else 0.0
                    pairs += 1.0
                    in_order += belief if points_apart > 0.0 else 1.0 - belief
            accuracy += hit / favourites
            baseline += math.log(n)
            says = 1.0 if first_p == top and favourites == 1.0 else 0.0
            wins = 1.0 if first_points == best and winners == 1.0 else 0.0
            predicted += says
            positives += wins
            true += says * wins
        sums[block, LOG_LOSS], sums[block, BRIER], sums[block, ACCURACY] = log_loss, brier, accuracy
        sums[block, BASELINE] = baseline
        sums[block, GAMES] += edges[block + 1] - edges[block]
        sums[block, TRUE_POSITIVES] += true
        sums[block, PREDICTED] += predicted
        sums[block, POSITIVES] += positives
        sums[block, PAIRS_IN_ORDER] += in_order
        sums[block, PAIRS] += pairs


@kernel(python_up_to=50_000)
def _add_two_seats(
    score: Floats, probabilities: Floats, edges: NDArray[np.int64], sums: Floats
) -> None:
    """Do the same for two seats, both taken.

    All sums are the same bits but for the log loss: probabilities are multiplied until one
    logarithm serves many of them, which is three times as fast and rounds less often.
    """
    for block in range(len(sums)):
        log_loss, brier, accuracy = sums[block, LOG_LOSS], sums[block, BRIER], sums[block, ACCURACY]
        baseline, pairs, in_order = sums[block, BASELINE], 0.0, 0.0
        true, predicted, positives, product = 0.0, 0.0, 0.0, 1.0
        for game in range(edges[block], edges[block + 1]):
            own, other = float(probabilities[game, 0]), float(probabilities[game, 1])
            points, points_other = float(score[game, 0]), float(score[game, 1])
            share = 1.0 if points > points_other else 0.5
            share = share if points >= points_other else 0.0
            belief = 1.0 if own > other else 0.5
            belief = belief if own >= other else 0.0
            if share == 0.5:
                log_loss -= 0.5 * math.log(max(own, MIN_PROBABILITY))
                log_loss -= 0.5 * math.log(max(other, MIN_PROBABILITY))
                accuracy += 0.5
            else:  # a sum of products, because a branch on the winner cannot be predicted
                product *= max(share * own + (1.0 - share) * other, MIN_PROBABILITY)
                if product < UNDERFLOW:
                    log_loss -= math.log(product)
                    product = 1.0
                right = 1.0 - abs(share - belief)
                accuracy += right
                in_order += right
                pairs += 1.0
            brier += 0.5 * (own - share) * (own - share)
            brier += 0.5 * (other - (1.0 - share)) * (other - (1.0 - share))
            baseline += LN_2
            says = 1.0 if belief == 1.0 else 0.0
            wins = 1.0 if share == 1.0 else 0.0
            predicted += says
            positives += wins
            true += says * wins
        log_loss -= math.log(product)
        sums[block, LOG_LOSS], sums[block, BRIER], sums[block, ACCURACY] = log_loss, brier, accuracy
        sums[block, BASELINE] = baseline
        sums[block, GAMES] += edges[block + 1] - edges[block]
        sums[block, TRUE_POSITIVES] += true
        sums[block, PREDICTED] += predicted
        sums[block, POSITIVES] += positives
        sums[block, PAIRS_IN_ORDER] += in_order
        sums[block, PAIRS] += pairs
