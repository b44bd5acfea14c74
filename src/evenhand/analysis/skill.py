r"""Measure how much of a game is skill: the whole analysis of one table of games.

**References** are games whose spread others have measured.  Source: Duersch, Lambrecht,
Oechssler, Measuring skill and chance in games, European Economic Review 127 (2020).  The numbers
are **second hand**: quoted from their working paper of 2018, not checked against it, and the
journal may print others.  They depend on who plays: a spread is that of the players of one site,
not of a game as such.

**Luck by player** is the luck column less its mean over the table, in the unit of the file.  How
much of the results it explains is

.. math:: R^2 = 1 - \frac{\sum (y - c \, l)^2}{\sum y^2}

with y the share of the win less 1/n, l the luck, and c fitted on the other half of the games: each
half is predicted from the other.  So meaningless luck has an R² of zero or a little below.  Games
in which the luck of a seat is unknown are left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl

from evenhand.analysis.sample_size import (
    TOLERANCE,
    convergence,
    games_needed,
    spread_to_probability,
)
from evenhand.analysis.spread import (
    Bootstrap,
    Interval,
    KFit,
    SpreadFit,
    bias_corrected,
    fit_k,
    measure_spread,
    mix_with_coin_flips,
    tied_share,
)
from evenhand.parallel import map_blocks
from evenhand.ratings import Elo, count_games
from evenhand.ratings.results import win_shares
from evenhand.tables import Flags, Floats, GameTable, Indices

MIN_GAMES = 25
RESAMPLES = 200
COIN_FLIP_SHARES = tuple(part / 10 for part in range(11))
"""Shares of the results that are replaced by coin flips."""
MAX_SEED = 2**62
REFERENCE_SOURCE: Final = "Duersch, Lambrecht, Oechssler, working paper of 2018, second hand"


@dataclass(frozen=True, slots=True)
class Reference:
    """A game and the spread of its players' ratings."""

    name: str
    spread: float

    def __str__(self) -> str:
        return f"{self.name} ({self.spread:g})" if self.spread else f"a {self.name}"


REFERENCES: Final = (
    Reference("coin", 0.0),
    Reference("poker", 6.0),
    Reference("backgammon", 12.3),
    Reference("rummy", 14.7),
    Reference("50%-chess", 28.1),
    Reference("chess", 123.4),
)
"""From luck to skill.  In 50%-chess half of the results are replaced by coin flips."""


@dataclass(frozen=True, slots=True, eq=False)
class LuckByPlayer:
    """The luck that each player of a table had, and how much of the results it explains."""

    games: int  # with known luck
    r2: float | None  # of the results, cross-validated
    players: pl.DataFrame  # player, games, luck, mean, error


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """How much of a game is skill."""

    games: int
    players: int
    regulars: int  # players with at least min_games games
    min_games: int
    error: float  # mean squared prediction error at k*
    k: Interval
    spread: Interval
    win_probability: Interval  # of a player one spread better: p_sd
    games_needed: Interval  # until that player leads with 75 %
    converged_after: float | None  # games of the median regular
    coin_flips: pl.DataFrame  # coin_flip_share, k, spread
    luck: LuckByPlayer | None
    resamples: int

    @property
    def place(self) -> str:
        """The references between which the spread lies."""
        return locate_spread(self.spread.value or 0.0)

    def measures(self) -> dict[str, Interval]:
        """Return what has an interval, by name."""
        names = ("k", "spread", "win_probability", "games_needed")
        return {name: getattr(self, name) for name in names}

    def frame(self) -> pl.DataFrame:
        """Return the measures as a table; an unknown end is missing."""
        rows = [(name, *interval) for name, interval in self.measures().items()]
        kinds = dict.fromkeys(("value", "low", "high"), pl.Float64)
        return pl.DataFrame(rows, {"measure": pl.String, **kinds}, orient="row")

    def as_dict(self) -> dict[str, Any]:
        """Return everything, for JSON."""
        names = ("games", "players", "regulars", "min_games", "error", "converged_after")
        found: dict[str, Any] = {name: getattr(self, name) for name in (*names, "resamples")}
        found |= {name: interval._asdict() for name, interval in self.measures().items()}
        found |= {"place": self.place, "coin_flips": self.coin_flips.to_dicts()}
        if self.luck is not None:
            players = self.luck.players.to_dicts()
            found["luck"] = {"games": self.luck.games, "r2": self.luck.r2, "players": players}
        return found


class _Task(NamedTuple):
    """A fit to make: with a share of coin flips, or to a replay of all games."""

    seed: int
    coin_flip_share: float | None = None


class _Games(NamedTuple):
    """What all fits share."""

    table: GameTable
    bootstrap: Bootstrap

    def fit(self, task: _Task) -> SpreadFit:
        if task.coin_flip_share is None:
            return self.bootstrap.refit(task.seed)
        rng = np.random.default_rng(task.seed)
        score = mix_with_coin_flips(self.table, task.coin_flip_share, rng)
        fit = fit_k(self.table.seats, score, len(self.table.names))
        return measure_spread(fit, self.bootstrap.regulars)


def analyse(
    table: GameTable,
    *,
    min_games: int = MIN_GAMES,
    resamples: int = RESAMPLES,
    rng: np.random.Generator | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] | None = None,
) -> Analysis:
    """Measure how much of a game is skill.

    ``done`` is called with the number of fits made: those of the bootstrap and eleven with coin
    flips.  The same generator gives the same numbers on any number of workers.
    """
    rng = rng or np.random.default_rng(0)
    regulars = _find_regulars(table, min_games)
    fit = fit_k(table.seats, table.score, len(table.names))
    bootstrap = Bootstrap(table.seats, regulars, fit.ratings, tied_share(table))
    coin_seed, *seeds = rng.integers(MAX_SEED, size=resamples + 1).tolist()
    tasks = [_Task(coin_seed, share) for share in COIN_FLIP_SHARES]
    tasks += [_Task(seed) for seed in seeds]
    options: dict[str, Any] = {"workers": workers, "cluster": cluster, "done": done}
    fits = list(map_blocks(_Games.fit, tasks, shared=_Games(table, bootstrap), **options))
    return _summarize(table, fit, regulars, min_games, fits)


def locate_spread(spread: float) -> str:
    """Name the references between which a spread lies.

    >>> locate_spread(20.0), locate_spread(300.0)
    ('between rummy (14.7) and 50%-chess (28.1)', 'above chess (123.4)')
    """
    below = [reference for reference in REFERENCES if reference.spread <= spread]
    above = [reference for reference in REFERENCES if reference.spread > spread]
    return f"between {below[-1]} and {above[0]}" if above else f"above {below[-1]}"


def luck_by_player(table: GameTable) -> LuckByPlayer | None:
    """Sum up luck by player, the luckiest first; None if the games have no luck."""
    if table.luck is None:
        return None
    taken = table.taken
    known = (np.isfinite(table.luck) | ~taken).all(axis=1)
    if not known.any():
        return None
    seats, taken = table.seats[known], taken[known]
    luck = _less_mean(table.luck[known], taken)
    result = _less_mean(win_shares(table)[known], taken)
    frame = _sum_by_player(table, seats[taken], luck[taken])
    unit = float(np.abs(luck).max()) or 1.0  # so that luck of any size can be squared
    return LuckByPlayer(int(known.sum()), _cross_validated_r2(luck / unit, result), frame)


def _find_regulars(table: GameTable, min_games: int) -> Flags:
    """Flag the players with enough games; refuse games that cannot be analysed."""
    if table.team is not None:
        raise ValueError("games of teams cannot be analysed; drop the team column")
    if not len(table):
        raise ValueError("there are no games to analyse")
    score = np.where(table.taken, table.score, np.nan)
    if (np.nanmax(score, axis=1) == np.nanmin(score, axis=1)).all():
        raise ValueError("all games are ties: nobody is better than anybody")
    games = count_games(table)
    regulars = games >= min_games
    if regulars.sum() < 2:
        most = f"the most that two have played is {np.sort(games)[-2]}"
        raise ValueError(f"fewer than two players have {min_games} games or more; {most}")
    return np.asarray(regulars)


def _summarize(
    table: GameTable, fit: KFit, regulars: Flags, min_games: int, fits: Sequence[SpreadFit]
) -> Analysis:
    measured, refits = measure_spread(fit, regulars), fits[len(COIN_FLIP_SHARES) :]
    undetected = np.array([refit.at_lower_bound for refit in refits], np.bool_)
    spread, k = (
        bias_corrected(
            value, np.array([refit[column] for refit in refits]), fit.at_lower_bound, undetected
        )
        for column, value in ((1, measured.spread), (0, measured.k))
    )
    return Analysis(
        games=len(table),
        players=int((count_games(table) > 0).sum()),
        regulars=int(regulars.sum()),
        min_games=min_games,
        error=fit.error,
        k=k,
        spread=spread,
        win_probability=Interval(*(_to_probability(end) for end in spread)),
        games_needed=_to_games_needed(spread),
        converged_after=None if fit.at_lower_bound else _converge(table, measured, regulars),
        coin_flips=_coin_flip_frame(fits[: len(COIN_FLIP_SHARES)]),
        luck=luck_by_player(table),
        resamples=len(refits),
    )


def _converge(table: GameTable, measured: SpreadFit, regulars: Flags) -> float | None:
    after = Elo(k=measured.k, initial=0.0).run(table).after
    return convergence(table, after, regulars, TOLERANCE * measured.spread)


def _to_probability(spread: float | None) -> float | None:
    return None if spread is None else spread_to_probability(spread)


def _to_games_needed(spread: Interval) -> Interval:
    """Convert a spread to games needed: the smaller the spread, the more games."""

    def games(end: float | None) -> float | None:
        needed = None if end is None else games_needed(spread_to_probability(end))
        return None if needed is None else float(needed)

    return Interval(games(spread.value), games(spread.high), games(spread.low))


def _coin_flip_frame(fits: Sequence[SpreadFit]) -> pl.DataFrame:
    ks, spreads = [fit.k for fit in fits], [fit.spread for fit in fits]
    return pl.DataFrame({"coin_flip_share": COIN_FLIP_SHARES, "k": ks, "spread": spreads})


def _less_mean(values: Floats, taken: Flags) -> Floats:
    """Subtract the mean over the table; empty seats are zero."""
    filled = np.where(taken, values, 0.0)
    mean = filled.sum(axis=1, keepdims=True) / taken.sum(axis=1, keepdims=True)
    return np.where(taken, filled - mean, 0.0)


def _cross_validated_r2(luck: Floats, result: Floats) -> float | None:
    half = len(luck) // 2
    halves = (slice(0, half), slice(half, None))
    left, total = 0.0, float((result**2).sum())
    for own, other in (halves, halves[::-1]):
        squares = float((luck[other] ** 2).sum())
        if not squares or not total:
            return None
        c = float((luck[other] * result[other]).sum()) / squares
        left += float(((result[own] - c * luck[own]) ** 2).sum())
    return 1.0 - left / total


def _sum_by_player(table: GameTable, players: Indices, luck: Floats) -> pl.DataFrame:
    names = pl.Series("player", table.names, dtype=pl.String)
    frame = pl.DataFrame({"player": names.gather(players), "luck": luck})
    mean, error = pl.col("luck").mean(), pl.col("luck").std() / pl.len().sqrt()
    return (
        frame.group_by("player", maintain_order=True)
        .agg(
            pl.len().alias("games"), mean.alias("mean"), error.alias("error"), pl.col("luck").sum()
        )
        .select("player", "games", "luck", "mean", "error")
        .sort("luck", descending=True, maintain_order=True)
    )
