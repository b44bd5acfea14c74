"""How much of a game is skill and how much chance: all of it for one table of games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from evenhand.analysis.best_fit import BestFit, best_fit
from evenhand.analysis.needed import chance_of_spread, games_needed
from evenhand.analysis.received import Received, luck_received
from evenhand.analysis.references import place_of
from evenhand.analysis.results import tied_share, with_coins
from evenhand.analysis.settling import PART, settled_after
from evenhand.analysis.spread import Interval, Measured, Pairings, corrected, measured
from evenhand.parallel import map_blocks
from evenhand.ratings.elo import Elo
from evenhand.ratings.leaderboard import games_played
from evenhand.tables import Flags, GameTable

MIN_GAMES = 25
RESAMPLES = 200
COINS = tuple(part / 10 for part in range(11))
"""Parts of the results that are replaced by coins."""
SEEDS = 2**62


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """What was found."""

    games: int
    players: int
    regulars: int
    min_games: int
    error: float  # mean squared prediction error at k*
    k: Interval
    spread: Interval
    chance: Interval  # of a player one spread better: p_sd
    needed: Interval  # games until he leads with 75 %
    settled: float | None  # games of a regular
    coins: pl.DataFrame  # coins, k, spread
    received: Received | None
    resamples: int

    @property
    def place(self) -> str:
        """Between which games of the paper it stands."""
        return place_of(self.spread.value or 0.0)

    def measures(self) -> dict[str, Interval]:
        """What has an interval, by name."""
        return {
            "k": self.k,
            "spread": self.spread,
            "chance of one spread better": self.chance,
            "games needed to lead with 75 %": self.needed,
        }

    def frame(self) -> pl.DataFrame:
        """The measures as a table; an end that is not known is missing."""
        rows = [(name, *interval) for name, interval in self.measures().items()]
        kinds = dict.fromkeys(("value", "low", "high"), pl.Float64)
        return pl.DataFrame(rows, {"measure": pl.String, **kinds}, orient="row")

    def as_dict(self) -> dict[str, Any]:
        """All of it, for JSON."""
        names = ("games", "players", "regulars", "min_games", "error", "settled", "resamples")
        found: dict[str, Any] = {name: getattr(self, name) for name in names}
        for name in ("k", "spread", "chance", "needed"):
            found[name] = getattr(self, name)._asdict()
        found |= {"place": self.place, "coins": self.coins.to_dicts()}
        if self.received is not None:
            luck = self.received
            found["luck"] = {"games": luck.games, "explained": luck.explained}
            found["luck"]["players"] = luck.players.to_dicts()
        return found


class Task(NamedTuple):
    """A fit to be made: of coins in a part of the games, or of all games played again."""

    seed: int
    part: float | None = None


class Games(NamedTuple):
    """What all fits share."""

    table: GameTable
    pairings: Pairings

    def carry_out(self, task: Task) -> Measured:
        """Make a fit."""
        if task.part is None:
            return self.pairings.refit(task.seed)
        rng = np.random.default_rng(task.seed)
        score = with_coins(self.table, task.part, rng)
        fit = best_fit(self.table.seats, score, len(self.table.names))
        return measured(fit, self.pairings.regulars)


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
    """How much of a game is skill.

    ``done`` is told how many of the fits are made: those of the bootstrap and eleven for coins.
    The same generator gives the same numbers on any number of workers.
    """
    rng = rng or np.random.default_rng(0)
    regulars = regular_players(table, min_games)
    fit = best_fit(table.seats, table.score, len(table.names))
    pairings = Pairings(table.seats, regulars, fit.ratings, tied_share(table))
    coin_seed, *seeds = rng.integers(SEEDS, size=resamples + 1).tolist()
    tasks = [Task(coin_seed, part) for part in COINS] + [Task(seed) for seed in seeds]
    options: dict[str, Any] = {"workers": workers, "cluster": cluster, "done": done}
    fits = list(map_blocks(Games.carry_out, tasks, shared=Games(table, pairings), **options))
    return _put_together(table, fit, regulars, min_games, fits)


def regular_players(table: GameTable, min_games: int) -> Flags:
    """Who has played enough; refuses games that cannot be analysed."""
    if table.team is not None:
        raise ValueError("games of teams cannot be analysed; drop the team column")
    if not len(table):
        raise ValueError("there are no games to analyse")
    score = np.where(table.taken, table.score, np.nan)
    if (np.nanmax(score, axis=1) == np.nanmin(score, axis=1)).all():
        raise ValueError("all games are ties: nobody is better than anybody")
    games = games_played(table)
    regulars = games >= min_games
    if regulars.sum() < 2:
        most = f"the most that two have played is {np.sort(games)[-2]}"
        raise ValueError(f"fewer than two players have {min_games} games or more; {most}")
    return np.asarray(regulars)


def _put_together(
    table: GameTable, fit: BestFit, regulars: Flags, min_games: int, fits: Sequence[Measured]
) -> Analysis:
    found, refits = measured(fit, regulars), fits[len(COINS) :]
    lost = np.array([one.at_the_edge for one in refits], np.bool_)
    spread, k = (
        corrected(value, np.array([one[column] for one in refits]), fit.at_the_edge, lost)
        for column, value in ((1, found.spread), (0, found.k))
    )
    return Analysis(
        games=len(table),
        players=int((games_played(table) > 0).sum()),
        regulars=int(regulars.sum()),
        min_games=min_games,
        error=fit.error,
        k=k,
        spread=spread,
        chance=Interval(*(_chance(end) for end in spread)),
        needed=_needed(spread),
        settled=None if fit.at_the_edge else _settled(table, found, regulars),
        coins=_coins(fits[: len(COINS)]),
        received=luck_received(table),
        resamples=len(refits),
    )


def _settled(table: GameTable, found: Measured, regulars: Flags) -> float | None:
    after = Elo(k=found.k, initial=0.0).rate(table).after
    return settled_after(table, after, regulars, PART * found.spread)


def _chance(spread: float | None) -> float | None:
    return None if spread is None else chance_of_spread(spread)


def _needed(spread: Interval) -> Interval:
    """Games needed: the more, the smaller the spread."""
    value, high, low = (_games(end) for end in spread)
    return Interval(value, low, high)


def _games(spread: float | None) -> float | None:
    games = None if spread is None else games_needed(chance_of_spread(spread))
    return None if games is None else float(games)


def _coins(fits: Sequence[Measured]) -> pl.DataFrame:
    ks, spreads = [one.k for one in fits], [one.spread for one in fits]
    return pl.DataFrame({"coins": COINS, "k": ks, "spread": spreads})
