r"""How good predictions are that were made before each game.

For a game in which player i had the chance p and got the share y of the win (1 for
the winner; players tied for it share it):

* **log loss** :math:`-\sum_i y_i \ln p_i`, **Brier score** :math:`\frac12 \sum_i (p_i - y_i)^2`:
  lower is better, and both reward honest chances; for two players the usual ones;
* **accuracy**: the favourite's share of the win (equal favourites count in parts);
* **F1** of the sentence "the first seat wins", said when it is the favourite, as the
  papers print it: not a proper score, to be read beside the others;
* **pair order**: of all pairs with different scores, how many stand in the order of
  their chances (an equal chance counts half).

A team counts as one player with the chances of all its members.

Intervals come from a bootstrap over games, or over 2,000 blocks of consecutive games where
there are more, so that they cost little.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.compiled import kernel, step
from evenhand.ratings.elo_family import pair_score, take_seats, win_shares
from evenhand.ratings.system import RatingSystem
from evenhand.ratings.teams import take_sides
from evenhand.tables import EMPTY, Floats, GameTable, Indices, Teams

BLOCKS = 2000
LEAST = 1e-15  # a chance of zero counts as this in the log loss
SMALL = 1e-200  # a product of chances that is below this may become too small for a number
GAMES, LOG_LOSS, BRIER, ACCURACY, IN_ORDER, PAIRS, TRUE, CLAIMED, WON, COIN = range(10)
SUMS = 10


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured value and its bootstrap interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4f} ({self.low:.4f} to {self.high:.4f})"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the predictions of a run were worth."""

    games: int
    log_loss: Estimate
    brier: Estimate
    accuracy: Estimate
    f1: Estimate
    pair_order: Estimate
    coin: float  # log loss of giving everybody the same chance
    calibration: pl.DataFrame  # low, high, seats, expected, actual

    def metrics(self) -> dict[str, Estimate]:
        """The estimates by name."""
        names = ("log_loss", "brier", "accuracy", "f1", "pair_order")
        return {name: getattr(self, name) for name in names}

    def as_dict(self) -> dict[str, Any]:
        """Numbers only, for JSON."""
        estimates = {name: asdict(estimate) for name, estimate in self.metrics().items()}
        rows = self.calibration.to_dicts()
        return {"games": self.games, **estimates, "coin": self.coin, "calibration": rows}


def evaluate(
    system: RatingSystem,
    table: GameTable,
    *,
    first: int = 0,
    rng: np.random.Generator | None = None,
    resamples: int = 1000,
) -> Evaluation:
    """Rate the whole table and judge the predictions from game ``first`` on.

    >>> from evenhand.ratings import Elo
    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 60)
    >>> result = evaluate(Elo(k=32.0), table, first=40)
    >>> result.games, result.accuracy.value, result.log_loss.value < result.coin
    (20, 1.0, True)
    """
    chances = system.win_chances(system.rate(table).expected)
    judged = table.rows(first, len(table))
    return judge(judged, chances[first:], rng=rng, resamples=resamples)


def judge(
    table: GameTable,
    chances: Floats,
    *,
    rng: np.random.Generator | None = None,
    resamples: int = 1000,
    level: float = 0.95,
) -> Evaluation:
    """Judge chances, from whatever source, against the results of a table."""
    if not len(table):
        raise ValueError("no games to evaluate")
    table, chances = one_seat_a_team(table, chances)
    edges = block_edges(len(table), BLOCKS)
    sums = np.zeros((len(edges) - 1, SUMS))
    add_block_sums(table, chances, edges, sums)
    best = _metrics(sums.sum(axis=0))[:, 0]
    counts = resampled_counts(rng or np.random.default_rng(0), len(sums), resamples)
    drawn = _metrics((counts @ sums).T)
    low, high = np.quantile(drawn, [(1.0 - level) / 2.0, (1.0 + level) / 2.0], axis=1)
    log_loss, brier, accuracy, first_wins, pair_order = (
        Estimate(float(b), float(lo), float(hi)) for b, lo, hi in zip(best, low, high, strict=True)
    )
    coin, bins = float(sums[:, COIN].sum() / len(table)), calibration(table, chances)
    return Evaluation(len(table), log_loss, brier, accuracy, first_wins, pair_order, coin, bins)


def resampled_counts(rng: np.random.Generator, blocks: int, resamples: int) -> Floats:
    """How often each block of games is drawn in a bootstrap, a row for each draw."""
    counts = rng.multinomial(blocks, np.full(blocks, 1.0 / blocks), size=resamples)
    return counts.astype(np.float64)


def f1(true: Floats, claimed: Floats, won: Floats) -> Floats:
    """F1 from how often a win was rightly named, named, and won; zero where there is neither.

    >>> f1(np.array([1.0, 0.0]), np.array([3.0, 0.0]), np.array([2.0, 0.0])).tolist()
    [0.4, 0.0]
    """
    return np.asarray(2.0 * true / np.maximum(claimed + won, 1.0))


def one_seat_a_team(table: GameTable, chances: Floats) -> tuple[GameTable, Floats]:
    """The games with a team on its first member's seat, who has the chances of all."""
    if table.team is None:
        return table, chances
    seats, together = table.seats.copy(), np.full(chances.shape, np.nan)
    _merge(seats, table.team, chances, together)
    return GameTable(table.names, seats, table.score, time=table.time), together


def first_to_judge(
    table: GameTable, *, since: int | None = None, fraction: float | None = None
) -> int:
    """Number of the first game to judge: from a time (microseconds) on, or the last part."""
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
        raise ValueError(f"no games left to test on; {what_there_is(table)}")
    return first


def what_there_is(table: GameTable) -> str:
    """From when to when the games are, or how many, for who asked for others.

    >>> what_there_is(GameTable.from_games([{"Anna": 1, "Ben": 0}] * 60))
    'there are 60 games without times'
    """
    if table.time is None or not len(table):
        return f"there are {len(table):,} games without times"
    first, last = table.time[[0, -1]].astype("datetime64[us]").astype("datetime64[D]")
    return f"the games are from {first} to {last}"


def calibration(table: GameTable, chances: Floats, bins: int = 10) -> pl.DataFrame:
    """Expected against actual, by size of the chance, over all seats."""
    actual, expected = shares_won(table)[table.taken], chances[table.taken]
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


def shares_won(table: GameTable) -> Floats:
    """Every seat's share of the win; NaN where nobody sat."""
    shares = np.full(table.seats.shape, np.nan)
    _shares_won(table.seats, table.score, shares)
    return shares


def block_edges(games: int, most: int) -> NDArray[np.int64]:
    """Where blocks of consecutive games begin and end: so many blocks, or one for each game.

    >>> block_edges(7, 3).tolist()
    [0, 2, 4, 7]
    """
    return np.linspace(0, games, min(most, games) + 1).astype(np.int64)


def add_block_sums(
    table: GameTable, chances: Floats, edges: NDArray[np.int64], sums: Floats
) -> None:
    """Add what the metrics need to the row of each block of games.

    Edges before the first game or behind the last one are no error: so a table may come in
    parts, and the sums are the same, but for the rounding of the log loss.
    """
    edges = np.clip(edges, 0, len(table))
    if table.team is not None:
        seats, together = table.seats.copy(), np.full(chances.shape, np.nan)
        _merge(seats, table.team, chances, together)
        _add_up(seats, table.score, together, edges, sums)
    elif table.width == 2:
        _add_up_two(table.score, chances, edges, sums)
    else:
        _add_up(table.seats, table.score, chances, edges, sums)


def _metrics(sums: Floats) -> Floats:
    """Log loss, Brier, accuracy, F1 and pair order from their sums.

    Pair order is 1/2 where all was tied.
    """
    losses = sums[[LOG_LOSS, BRIER, ACCURACY]] / sums[GAMES]
    first_wins = f1(sums[TRUE], sums[CLAIMED], sums[WON])
    order = np.where(sums[PAIRS] > 0.0, sums[IN_ORDER] / np.maximum(sums[PAIRS], 1.0), 0.5)
    return np.vstack([losses.reshape(3, -1), first_wins, order])


@kernel
def _merge(seats: Indices, team: Teams, chances: Floats, together: Floats) -> None:
    width = seats.shape[1]
    at, side, first = np.empty((3, width), np.int32)
    for game in range(len(seats)):
        n = take_seats(seats[game], at)
        teams = take_sides(team, game, at, n, side)
        for i in range(n - 1, -1, -1):
            first[side[i]] = at[i]
        for k in range(teams):
            together[game, first[k]] = 0.0
        for i in range(n):
            together[game, first[side[i]]] += chances[game, at[i]]
            if first[side[i]] != at[i]:
                seats[game, at[i]] = EMPTY


@kernel
def _shares_won(seats: Indices, score: Floats, shares: Floats) -> None:
    games, width = seats.shape
    at = np.empty(width, np.int32)
    share = np.empty(width)
    for game in range(games):
        n = take_seats(seats[game], at)
        win_shares(score[game], at, n, share)
        for i in range(n):
            shares[game, at[i]] = share[i]


@step
def add_losses(chance: Floats, share: Floats, at: Indices, n: int, total: Floats) -> None:
    """Log loss, Brier score, accuracy and the claims about the first seat."""
    best, favourites, hit = 0.0, 0.0, 0.0
    for i in range(n):
        p = chance[at[i]]
        total[LOG_LOSS] -= share[i] * math.log(max(p, LEAST))
        total[BRIER] += 0.5 * (p - share[i]) * (p - share[i])
        if p > best:
            best, favourites, hit = p, 0.0, 0.0
        if p == best:
            favourites += 1.0
            hit += share[i]
    total[ACCURACY] += hit / favourites
    claimed = 1.0 if chance[at[0]] == best and favourites == 1.0 else 0.0
    won = 1.0 if share[0] == 1.0 else 0.0
    total[CLAIMED] += claimed
    total[WON] += won
    total[TRUE] += claimed * won


@step
def add_order(chance: Floats, score: Floats, at: Indices, n: int, total: Floats) -> None:
    """Pairs whose scores differ, and those in the order of their chances."""
    for i in range(n):
        for j in range(i):
            order = pair_score(score[at[i]], score[at[j]])
            belief = pair_score(chance[at[i]], chance[at[j]])
            if order != 0.5:
                total[PAIRS] += 1.0
                total[IN_ORDER] += 1.0 - abs(order - belief)


@kernel
def _add_up(
    seats: Indices, score: Floats, chances: Floats, edges: NDArray[np.int64], sums: Floats
) -> None:
    at = np.empty(seats.shape[1], np.int32)
    share = np.empty(seats.shape[1])
    for block in range(len(sums)):
        total = sums[block]
        for game in range(edges[block], edges[block + 1]):
            n = take_seats(seats[game], at)
            win_shares(score[game], at, n, share)
            total[GAMES] += 1.0
            total[COIN] += math.log(n)
            add_losses(chances[game], share, at, n, total)
            add_order(chances[game], score[game], at, n, total)


@kernel
def _add_up_two(score: Floats, chances: Floats, edges: NDArray[np.int64], sums: Floats) -> None:
    """The same for two seats, both taken.

    All sums are the same bits but for the log loss: chances are multiplied until one logarithm
    is due for many of them, which is three times as fast and rounds less often.
    """
    coin = math.log(2)
    for block in range(len(sums)):
        total = sums[block]
        log_loss, brier, accuracy = total[LOG_LOSS], total[BRIER], total[ACCURACY]
        in_order, pairs, coins = total[IN_ORDER], total[PAIRS], total[COIN]
        true, claimed, won = total[TRUE], total[CLAIMED], total[WON]
        product = 1.0
        for game in range(edges[block], edges[block + 1]):
            own, other = chances[game, 0], chances[game, 1]
            share = pair_score(score[game, 0], score[game, 1])
            belief = pair_score(own, other)
            if share == 0.5:
                log_loss -= 0.5 * math.log(max(own, LEAST))
                log_loss -= 0.5 * math.log(max(other, LEAST))
                accuracy += 0.5
            else:  # a sum of products, because a processor cannot foretell who wins
                product *= max(share * own + (1.0 - share) * other, LEAST)
                if product < SMALL:
                    log_loss -= math.log(product)
                    product = 1.0
                right = 1.0 - abs(share - belief)
                accuracy += right
                in_order += right
                pairs += 1.0
            brier += 0.5 * (own - share) * (own - share)
            brier += 0.5 * (other - (1.0 - share)) * (other - (1.0 - share))
            coins += coin
            says = 1.0 if belief == 1.0 else 0.0
            wins = 1.0 if share == 1.0 else 0.0
            claimed += says
            won += wins
            true += says * wins
        log_loss -= math.log(product)
        total[GAMES] += edges[block + 1] - edges[block]
        total[LOG_LOSS], total[BRIER], total[ACCURACY] = log_loss, brier, accuracy
        total[IN_ORDER], total[PAIRS], total[COIN] = in_order, pairs, coins
        total[TRUE], total[CLAIMED], total[WON] = true, claimed, won
