"""Our rating systems against other libraries: speed and agreement, on this machine.

Each task is one of our systems on games of so many seats, beside the peers that do the same: see
``TASKS``.  A peer rates in bulk, in its fastest documented way, and its final ratings are compared
with ours.  Peers that are not installed are left out (``pip install 'evenhand[bench]'``).

A session is opened (players made, games turned into what the library likes best: not timed), runs
once (timed) and returns the ratings (not timed).  All rate game by game.  Games have no ties, so
that winner and loser or the order of finish say it all.  Peers rate as many of the same games as
they can in about a second; rates are per game.

riix takes all games as one time step and updates iteratively within it: faster than a time step
for each game, and the same where no variance is added between games.  It then predicts nothing;
"riix, predicting" takes a time step for each game, which it needs in order to predict from the
ratings before the game.

    python -m benchmarks.peers
    python -m benchmarks.peers --quick --format json
"""

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
import polars as pl

from evenhand.datasets import make_games
from evenhand.ratings import Elo, Glicko, Glicko2, RatingSystem, TrueSkill, WengLin
from evenhand.tables import Floats, GameTable

NOON = datetime(2020, 1, 1, 12)
GAMES, QUICK_GAMES = 1_000_000, 20_000
SECONDS, QUICK_SECONDS = 1.0, 0.02  # that one run of a peer should take, about
RUNS = 3
GAMES_A_PLAYER, MAX_PLAYERS = 50, 20_000
FEWER = 5  # so many times fewer games of three than of two
FIRST_RUN = 200  # games of a peer's first run
CHECKED_GAMES, CHECKED_PLAYERS = 2_000, 40

Row = dict[str, Any]


class Session(Protocol):
    """A library about to rate some games."""

    def run(self) -> None:
        """Rate the games: what is timed."""

    def ratings(self) -> Floats:
        """The rating of every player after the last game."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A library's bulk function for a task, and how its ratings are checked against ours."""

    name: str
    open: Callable[[GameTable], Session]  # bulk: rates a whole table
    alike: RatingSystem  # agreement: ours with the parameters of the peer
    within: float  # ratings agree if no two are further apart
    target: float | None = None  # how many times faster ours should be
    differs: str = ""  # why, where it is known that the ratings do not agree

    @property
    def package(self) -> str:
        """The name to install and import."""
        return self.name.partition(",")[0]

    @property
    def installed(self) -> bool:
        """Whether the package can be imported."""
        return find_spec(self.package) is not None


@dataclass(frozen=True, slots=True)
class Task:
    """One of our systems with its defaults, on games of so many seats, and its peers."""

    name: str
    seats: int
    system: RatingSystem
    peers: tuple[Peer, ...]


def by_finish(table: GameTable) -> list[list[int]]:
    """Return the players of every game, the winner first."""
    order = np.argsort(-table.score, axis=1)
    players: list[list[int]] = np.take_along_axis(table.seats, order, axis=1).tolist()
    return players


class Riix:
    """riix: arrays in, a Python loop over them inside the library."""

    def __init__(
        self,
        table: GameTable,
        model: str,
        read: Callable[[Any], Floats],
        /,
        *,
        predicting: bool = False,
        **parameters: Any,
    ) -> None:
        from riix.utils import MatchupDataset

        module, _, name = model.partition(":")
        self.model = getattr(import_module(f"riix.models.{module}"), name)(
            list(table.names), update_method="iterative", **parameters
        )
        steps = np.arange(len(table)) if predicting else np.zeros(len(table), np.int64)
        won = (table.score[:, 0] > table.score[:, 1]).astype(np.float64)
        self.games = MatchupDataset.init_from_arrays(
            steps, table.seats.astype(np.int64), won, list(table.names)
        )
        self.predicting, self.read = predicting, read

    def run(self) -> None:
        self.model.fit_dataset(self.games, return_pre_match_probs=self.predicting)

    def ratings(self) -> Floats:
        return self.read(self.model)


class Elote:
    """elote: an object for each player; methods without an arena around them."""

    def __init__(
        self, table: GameTable, kind: str, *when: datetime, shown: str = "rating", **start: float
    ) -> None:
        competitor = getattr(import_module("elote"), kind)
        self.players = [competitor(**start) for _ in table.names]
        self.games, self.when, self.shown = by_finish(table), when, shown

    def run(self) -> None:
        players, when = self.players, self.when
        for winner, loser in self.games:
            players[winner].beat(players[loser], *when)

    def ratings(self) -> Floats:
        return np.array([getattr(player, self.shown) for player in self.players])


class Evalica:
    """evalica: one call into Rust; it gives the last ratings only and predicts nothing."""

    def __init__(self, table: GameTable) -> None:
        import evalica

        players = import_module("pandas").RangeIndex(len(table.names))
        self.elo, self.index = evalica.elo, players
        winner = {True: evalica.Winner.X, False: evalica.Winner.Y}
        self.winners = [winner[won] for won in (table.score[:, 0] > table.score[:, 1]).tolist()]
        self.first, self.second = table.seats.T

    def run(self) -> None:
        self.result = self.elo(
            self.first, self.second, self.winners, index=self.index, initial=1500.0, k=16.0
        )

    def ratings(self) -> Floats:
        scores: Floats = self.result.scores.reindex(self.index).to_numpy(np.float64)
        return scores


class Glicko2Package:
    """glicko2: an object for each player; both are updated from the values before the game."""

    def __init__(self, table: GameTable) -> None:
        from glicko2 import Player

        self.players = [Player() for _ in table.names]
        self.games = by_finish(table)

    def run(self) -> None:
        players = self.players
        for a, b in self.games:
            winner, loser = players[a], players[b]
            rating, deviation = winner.rating, winner.rd
            winner.update_player([loser.rating], [loser.rd], [1])
            loser.update_player([rating], [deviation], [0])

    def ratings(self) -> Floats:
        return np.array([player.rating for player in self.players])


class Beliefs:
    """trueskill and openskill: teams of one in the order of finish, which needs no ranks."""

    def __init__(
        self, table: GameTable, rate: Callable[[Any], Any], start: Callable[[], Any]
    ) -> None:
        self.rate, self.beliefs = rate, [start() for _ in table.names]
        self.games = by_finish(table)

    def run(self) -> None:
        beliefs, rate = self.beliefs, self.rate
        for players in self.games:
            teams = rate([[beliefs[player]] for player in players])
            for player, team in zip(players, teams, strict=True):
                beliefs[player] = team[0]

    def ratings(self) -> Floats:
        return np.array([belief.mu for belief in self.beliefs])


def riix(
    model: str, column: str, scale: float = 1.0, /, **settings: Any
) -> Callable[[GameTable], Riix]:
    """Open riix with a model; its ratings are a column times a scale (plus 1500 if not 1)."""
    zero = 0.0 if scale == 1.0 else 1500.0
    return lambda table: Riix(
        table, model, lambda done: zero + scale * getattr(done, column), **settings
    )


def elote(kind: str, *when: datetime, **settings: Any) -> Callable[[GameTable], Elote]:
    """Open elote with a kind of competitor; a fixed time keeps deviations from growing."""
    return lambda table: Elote(table, kind, *when, **settings)


def trueskill(table: GameTable) -> Beliefs:
    """Open trueskill with its own, fastest, backend."""
    environment = import_module("trueskill").TrueSkill()
    return Beliefs(table, environment.rate, environment.create_rating)


def openskill(model: str) -> Callable[[GameTable], Beliefs]:
    """Open openskill, compiled as its wheels are, with a model."""

    def start(table: GameTable) -> Beliefs:
        chosen = getattr(import_module("openskill.models"), model)()
        return Beliefs(table, chosen.rate, chosen.rating)

    return start


STILL = Glicko(c=0.0, least_deviation=1e-9)  # deviations never grow
BELIEF = {"initial_sigma": 25.0 / 3.0, "beta": 25.0 / 6.0}
ELO = {"initial_rating": 1500.0}
# Tolerances above 1e-6: Glickman's 173.7178 for 400/ln(10) and elote's q of five digits
# move ratings a little; trueskill's error function is good to 1e-7, its iteration to 1e-4.
TASKS = (
    Task("Elo", 2, Elo(), (
        Peer("riix", riix("elo:Elo", "ratings", k=16.0), Elo(), 1e-6, 50.0),
        Peer("riix, predicting", riix("elo:Elo", "ratings", k=16.0, predicting=True), Elo(), 1e-6),
        Peer("evalica", Evalica, Elo(), 1e-6),
        Peer("elote", elote("EloCompetitor", k_factor=16.0, **ELO), Elo(), 1e-6),
    )),
    Task("Glicko", 2, Glicko(), (
        Peer("riix", riix("glicko:Glicko", "ratings"), STILL, 1e-6),
        Peer("elote", elote("GlickoCompetitor", NOON), STILL, 1e-2),
    )),
    Task("Glicko-2", 2, Glicko2(), (
        Peer("riix", riix("glicko2:Glicko2", "mus", 173.7178), Glicko2(), 1e-3, 40.0,
             "adds no variance between games"),
        Peer("glicko2", Glicko2Package, Glicko2(), 1e-3, None, "mu for phi in the volatility"),
        Peer("elote", elote("Glicko2Competitor", NOON), Glicko2(), 1e-3),
    )),
    Task("TrueSkill", 2, TrueSkill(), (
        Peer("trueskill", trueskill, TrueSkill(), 1e-5, 100.0),
        Peer("riix", riix("trueskill:TrueSkill", "mus", draw_probability=0.1, **BELIEF),
             TrueSkill(tau=0.0), 1e-6, 20.0),
        Peer("elote", elote("TrueSkillCompetitor", shown="mu"),
             TrueSkill(deviation=8.333, beta=4.166, tau=0.083), 1e-6),
    )),
    Task("TrueSkill", 3, TrueSkill(), (
        Peer("trueskill", trueskill, TrueSkill(), 1e-4, 100.0),
    )),
    Task("Weng-Lin", 2, WengLin(), (
        Peer("openskill", openskill("BradleyTerryFull"), WengLin(), 1e-6),
        Peer("riix", riix("weng_lin:WengLin", "mus", model="bt", **BELIEF),
             WengLin(tau=0.0), 1e-6),
    )),
    Task("Weng-Lin, Bradley-Terry", 3, WengLin(), (
        Peer("openskill", openskill("BradleyTerryFull"), WengLin(), 1e-6, 100.0),
    )),
    Task("Weng-Lin, Plackett-Luce", 3, WengLin(model="plackett-luce"), (
        Peer("openskill", openskill("PlackettLuce"), WengLin(model="plackett-luce"), 1e-6, 100.0),
    )),
)  # fmt: skip


def measure(task: Task, size: int, *, seconds: float, runs: int, seed: int) -> Iterator[Row]:
    """Yield a row for each installed peer, or one without a peer."""
    games = size if task.seats == 2 else size // FEWER
    players = min(max(games // GAMES_A_PLAYER, 10), MAX_PLAYERS)
    table, _ = make_games(np.random.default_rng(seed), players, games, task.seats)
    ours = our_rate(task.system, table)
    row: Row = {"task": f"{task.name}, {task.seats} players", "games": games, "ours": ours}
    peers = [peer for peer in task.peers if peer.installed]
    for peer in peers:
        yield row | compare(peer, table, ours, seconds, runs)
    if not peers:
        yield row


def compare(peer: Peer, table: GameTable, ours: float, seconds: float, runs: int) -> Row:
    """Return the part of a row about a peer: its rate, the ratio and whether ratings agree."""
    try:
        games, theirs = peer_rate(peer, table, seconds, runs)
        agrees = check_agreement(peer, table.width)
    except ArithmeticError as problem:  # as trueskill's on one-sided games
        return {"peer": peer.name, "agrees": f"fails: {type(problem).__name__}"}
    ratio = ours / theirs
    return {
        "peer": peer.name,
        "peer_games": games,
        "peer_rate": theirs,
        "ratio": ratio,
        "target": peer.target,
        "met": None if peer.target is None else ratio >= peer.target,
        "agrees": agrees,
    }


def our_rate(system: RatingSystem, table: GameTable) -> float:
    """Return our games a second, expected scores and ratings after every game included."""
    system.run(table.rows(0, 10))  # compiles
    return len(table) / min(seconds_of(lambda: system.run(table)) for _ in range(RUNS))


def peer_rate(peer: Peer, table: GameTable, seconds: float, runs: int) -> tuple[int, float]:
    """Return how many of the first games take about the given time, and the best games a second."""

    def run(games: int) -> float:
        return seconds_of(peer.open(table.rows(0, games)).run)

    games = min(FIRST_RUN, len(table))
    run(games)  # imports and first calls
    took = run(games)
    while took < seconds / 2 and games < len(table):
        games = min(len(table), int(games * min(seconds / took, 10.0)))
        took = run(games)
    return games, games / min([took, *(run(games) for _ in range(runs - 1))])


def check_agreement(peer: Peer, seats: int) -> str:
    """Return whether a peer and ours, with the same parameters, arrive at the same ratings."""
    rng = np.random.default_rng(CHECKED_GAMES)
    table, _ = make_games(rng, CHECKED_PLAYERS, CHECKED_GAMES, seats)
    table = replace(table, time=None)  # peers get no times
    session = peer.open(table)
    session.run()
    apart = float(np.abs(session.ratings() - peer.alike.rate(table).ratings[:, 0]).max())
    if apart <= peer.within:
        return "yes"
    return f"differs by {apart:.2g}" + (f": {peer.differs}" if peer.differs else "")


def seconds_of(work: Callable[[], object]) -> float:
    """Time some work."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def to_frame(rows: list[Row]) -> pl.DataFrame:
    """Return the rows for machines, rounded."""
    kinds: dict[str, Any] = {
        "task": pl.String,
        "games": pl.Int64,
        "ours": pl.Float64,
        "peer": pl.String,
        "peer_games": pl.Int64,
        "peer_rate": pl.Float64,
        "ratio": pl.Float64,
        "target": pl.Float64,
        "met": pl.Boolean,
        "agrees": pl.String,
    }
    return pl.DataFrame(rows, schema=kinds).with_columns(
        pl.col("ours", "peer_rate").round().cast(pl.Int64), pl.col("ratio").round(1)
    )


def to_markdown(rows: list[Row]) -> str:
    """Return the rows as a table for people."""
    met = {True: "yes", False: "no", None: ""}

    def number(row: Row, name: str, pattern: str) -> str:
        return pattern.format(row[name]) if row.get(name) else ""

    lines = [
        "| task | games | ours (games/s) | peer | peer (games/s) | ratio | target | met | agrees |",
        "|---|--:|--:|---|--:|--:|--:|---|---|",
    ]
    for row in rows:
        cells = [
            row["task"],
            number(row, "games", "{:,}"),
            number(row, "ours", "{:,.0f}"),
            row.get("peer", ""),
            number(row, "peer_rate", "{:,.0f}"),
            number(row, "ratio", "{:.0f}x"),
            number(row, "target", "{:.0f}x"),
            met[row.get("met")],
            row.get("agrees", ""),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, help=f"two-player games for our kernels [{GAMES:,}]")
    parser.add_argument("--quick", action="store_true", help="a few seconds only; rough numbers")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games")
    parser.add_argument("--format", choices=["table", "csv", "json"], default="table")
    chosen = parser.parse_args(arguments)
    size = chosen.games or (QUICK_GAMES if chosen.quick else GAMES)
    if size < 100:
        parser.error(f"--games must be at least 100, not {size}")
    seconds, runs = (QUICK_SECONDS, 1) if chosen.quick else (SECONDS, RUNS)
    missing = sorted({peer.package for t in TASKS for peer in t.peers if not peer.installed})
    if missing:
        install = "to compare: pip install 'evenhand[bench]'"
        print(f"left out: {', '.join(missing)}; {install}", file=sys.stderr)
    rows: list[Row] = []
    for task in TASKS:
        rows += measure(task, size, seconds=seconds, runs=runs, seed=chosen.seed)
    if chosen.format == "table":
        cores = f"{os.cpu_count()} cores, seed {chosen.seed}"
        print(f"Python {platform.python_version()}, {cores}\n\n{to_markdown(rows)}")
    elif chosen.format == "csv":
        sys.stdout.write(to_frame(rows).write_csv())
    else:
        print(to_frame(rows).write_json())


if __name__ == "__main__":
    main()
