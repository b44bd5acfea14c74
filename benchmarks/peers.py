"""Our rating systems against other libraries: speed and agreement, on this machine.

There are three sections: games in bulk, one game at a time, and a cold start of the command line.
A missed goal is named in a line at the end, and the exit code is 1; with ``--quick``, whose numbers
are rough, it is 0.

**In bulk.**  Each task is one of our systems on games of so many seats, beside the peers that do
the same: see ``TASKS``.  A peer rates in bulk, in its fastest documented way, and its final ratings
are compared with ours.  Peers that are not installed are left out (``pip install
'evenhand[bench]'``).

A session is opened (players made, games turned into what the library likes best: not timed), runs
once (timed) and returns the ratings (not timed).  All rate game by game.  Games have no ties, so
that winner and loser or the order of finish say it all.  Peers rate as many of the same games as
they can in about a second; rates are per game.

riix takes all games as one time step and updates iteratively within it: faster than a time step
for each game, and the same where no variance is added between games.  It then predicts nothing;
"riix, predicting" takes a time step for each game, which it needs in order to predict from the
ratings before the game.

**One game at a time.**  A ``League`` adds games of two players given by name, a peer keeps its
ratings in a dict by name.  CPU microseconds a game, the best of some runs over the same games.

**Cold start.**  CPU seconds of ``evenhand rate`` in a process of its own that finds no compiled
kernels, for every system, on small and larger files.

    python -m benchmarks.peers
    python -m benchmarks.peers --section one-game --section cold-start
    python -m benchmarks.peers --quick --format json
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import numpy as np

from evenhand import League
from evenhand.datasets import make_games
from evenhand.ratings import SYSTEMS, Elo, Glicko, Glicko2, RatingSystem, TrueSkill, WengLin
from evenhand.tables import Floats, GameTable, write_games

NOON = datetime(2020, 1, 1, 12)
GAMES, QUICK_GAMES = 1_000_000, 200_000
SECONDS, QUICK_SECONDS = 1.0, 0.02  # that one run of a peer should take, about
RUNS = 3
GAMES_A_PLAYER, MAX_PLAYERS = 50, 20_000
FEWER = 5  # so many times fewer games of three than of two
FIRST_RUN = 200  # games of a peer's first run
CHECKED_GAMES, CHECKED_PLAYERS = 2_000, 40
SINGLE_GAMES, QUICK_SINGLE_GAMES, SINGLE_PLAYERS = 20_000, 500, 200
COLD_SIZES = ((500, 2), (500, 3), (5_000, 2), (5_000, 3))  # games and players in each
QUICK_COLD = ("elo", "true-skill")
COLD_PLAYERS = 100
COLD_SECONDS, HEAVY_SECONDS = 0.8, 1.8  # goals
HEAVY = ("glicko", "glicko-2", "true-skill")  # their tables are too slow for plain Python

Row = dict[str, Any]
Games = Sequence[dict[str, float]]


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
    system.run(table)  # compiles, unless the table is so small that plain Python rates it
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
    apart = float(np.abs(session.ratings() - peer.alike.run(table).values[:, 0]).max())
    if apart <= peer.within:
        return "yes"
    return f"differs by {apart:.2g}" + (f": {peer.differs}" if peer.differs else "")


def seconds_of(work: Callable[[], object]) -> float:
    """Time some work."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


# --- one game at a time


@dataclass(frozen=True, slots=True)
class Single:
    """A League of one of our systems, and a peer that rates the same games one by one."""

    name: str
    system: RatingSystem
    peer: str
    rate: Callable[[Games], object]  # with the peer
    microseconds: float | None = None  # goals: ours takes less, and is so many times as fast
    target: float | None = None

    @property
    def installed(self) -> bool:
        """Whether the package of the peer can be imported."""
        return find_spec(self.peer.partition(",")[0]) is not None


def with_openskill(model: str) -> Callable[[Games], object]:
    """Rate with a model of openskill."""

    def rate(games: Games) -> object:
        chosen = getattr(import_module("openskill.models"), model)()
        ratings: dict[str, Any] = {}
        for game in games:
            (one, score), (other, points) = game.items()
            first = ratings.get(one) or chosen.rating()
            second = ratings.get(other) or chosen.rating()
            [[first], [second]] = chosen.rate([[first], [second]], scores=[score, points])
            ratings[one], ratings[other] = first, second
        return ratings

    return rate


def with_trueskill(games: Games) -> object:
    """Rate with trueskill's function for two players."""
    module = import_module("trueskill")
    environment = module.TrueSkill()
    ratings: dict[str, Any] = {}
    for game in games:
        (one, score), (other, points) = game.items()
        winner, loser = (one, other) if score > points else (other, one)
        first = ratings.get(winner) or environment.create_rating()
        second = ratings.get(loser) or environment.create_rating()
        ratings[winner], ratings[loser] = module.rate_1vs1(first, second, env=environment)
    return ratings


def with_elote(kind: str, *when: datetime, **start: float) -> Callable[[Games], object]:
    """Rate with a kind of elote's competitors."""

    def rate(games: Games) -> object:
        competitor = getattr(import_module("elote"), kind)
        ratings: dict[str, Any] = {}
        for game in games:
            for name in game:
                if name not in ratings:
                    ratings[name] = competitor(**start)
            (one, score), (other, points) = game.items()
            winner, loser = (one, other) if score > points else (other, one)
            ratings[winner].beat(ratings[loser], *when)
        return ratings

    return rate


def with_glicko2(games: Games) -> object:
    """Rate with glicko2, both players from the values before the game."""
    player = import_module("glicko2").Player
    ratings: dict[str, Any] = {}
    for game in games:
        for name in game:
            if name not in ratings:
                ratings[name] = player()
        (one, score), (other, points) = game.items()
        winner, loser = (one, other) if score > points else (other, one)
        first, second = ratings[winner], ratings[loser]
        rating, deviation = first.rating, first.rd
        first.update_player([second.rating], [second.rd], [1])
        second.update_player([rating], [deviation], [0])
    return ratings


FULL, LUCE = "openskill, BradleyTerryFull", "openskill, PlackettLuce"
SINGLES = (
    Single("Elo", Elo(), FULL, with_openskill("BradleyTerryFull"), 3.0, 5.0),
    Single("Elo", Elo(), LUCE, with_openskill("PlackettLuce"), 3.0, 5.0),
    Single("Elo", Elo(), "elote", with_elote("EloCompetitor", k_factor=16.0, **ELO), 3.0),
    Single("Weng-Lin", WengLin(), FULL, with_openskill("BradleyTerryFull"), None, 5.0),
    Single("Weng-Lin, Plackett-Luce", WengLin(model="plackett-luce"), LUCE,
           with_openskill("PlackettLuce"), None, 5.0),
    Single("TrueSkill", TrueSkill(), "trueskill", with_trueskill),
    Single("TrueSkill", TrueSkill(), "elote", with_elote("TrueSkillCompetitor")),
    Single("Glicko", Glicko(), "elote", with_elote("GlickoCompetitor", NOON)),
    Single("Glicko-2", Glicko2(), "glicko2", with_glicko2, 10.0),
    Single("Glicko-2", Glicko2(), "elote", with_elote("Glicko2Competitor", NOON), 10.0),
)  # fmt: skip


def measure_singles(count: int, *, runs: int, seed: int) -> Iterator[Row]:
    """Yield a row for each installed peer of a League, or one without a peer."""
    table, _ = make_games(np.random.default_rng(seed), SINGLE_PLAYERS, count)
    games = [
        {table.names[player]: score for player, score in zip(*game, strict=True)}
        for game in zip(table.seats.tolist(), table.score.tolist(), strict=True)
    ]
    for name in dict.fromkeys(single.name for single in SINGLES):
        pairs = [single for single in SINGLES if single.name == name]
        ours = microseconds_of(partial(add_all, pairs[0].system), games, runs)
        installed = [single for single in pairs if single.installed]
        for single in installed:
            theirs = microseconds_of(single.rate, games, min(runs, 2))
            yield single_row(single, ours, theirs)
        if not installed:
            yield single_row(pairs[0], ours, None)


def single_row(single: Single, ours: float, theirs: float | None) -> Row:
    """Return a row with what was measured, the goals and whether they are met."""
    goals = []
    if single.microseconds is not None:
        goals.append((f"< {single.microseconds:g} us", ours < single.microseconds))
    if single.target is not None and theirs is not None:
        goals.append((f"{single.target:g}x", theirs / ours >= single.target))
    row: Row = {"task": f"one game, {single.name}", "ours": round(ours, 2)}
    if theirs is not None:
        row |= {"peer": single.peer, "theirs": round(theirs, 2), "ratio": round(theirs / ours, 1)}
    if goals:
        row |= {"goal": " and ".join(goal for goal, _ in goals)}
        row |= {"met": all(met for _, met in goals)}
    return row


def add_all(system: RatingSystem, games: Games) -> League:
    """Add games to a new league one by one."""
    league = League(system)
    for game in games:
        league.add(game)
    return league


def microseconds_of(rate: Callable[[Games], object], games: Games, runs: int) -> float:
    """Return the CPU time of a game, the best of some runs."""
    rate(games[:100])  # imports and first calls

    def run() -> float:
        start = time.process_time()
        rate(games)
        return time.process_time() - start

    return 1e6 * min(run() for _ in range(runs)) / len(games)


# --- cold start


def measure_cold_starts(systems: Sequence[str], *, runs: int, seed: int) -> Iterator[Row]:
    """Yield the CPU seconds of every system on files of each size, with nothing compiled."""
    with TemporaryDirectory() as folder:
        files = {size: write_cold_files(Path(folder), *size, seed) for size in COLD_SIZES}
        for name in systems:
            for games, seats in COLD_SIZES:
                usual, penalties = files[games, seats]
                is_benchmark = name == "benchmark-elo"  # rates penalty points, with luck or beta=0
                words = ["rate", str(penalties if is_benchmark else usual), "--system", name]
                words += ["--set", "beta=0"] if is_benchmark else []
                took = min(cold_seconds(words) for _ in range(runs))
                goal = HEAVY_SECONDS if name in HEAVY and (games, seats) == (5_000, 3) else None
                goal = goal or COLD_SECONDS
                yield {
                    "task": f"cold start, {name}, {games:,} games of {seats}",
                    "ours": round(took, 2),
                    "goal": f"{goal:g} s",
                    "met": took <= goal,
                }


def write_cold_files(folder: Path, games: int, seats: int, seed: int) -> tuple[Path, Path]:
    """Write games, and the same games with penalty points."""
    rng = np.random.default_rng(seed)
    table, _ = make_games(rng, COLD_PLAYERS, games, seats)
    paths = folder / f"{games}_{seats}.csv", folder / f"{games}_{seats}_penalties.csv"
    write_games(table, paths[0])
    write_games(replace(table, score=table.score - table.score.max()), paths[1])
    return paths


def cold_seconds(words: Sequence[str]) -> float:
    """Run the command line in a process that finds no compiled kernels; return its CPU seconds."""
    command = [sys.executable, "-c", "from evenhand.cli import main; main()", *words]
    with TemporaryDirectory() as cache, TemporaryDirectory() as folder:
        printed = Path(folder, "printed.txt")
        with printed.open("w") as out:
            environment = os.environ | {"XDG_CACHE_HOME": cache}
            environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installation has bytecode
            child = subprocess.Popen(command, env=environment, stdout=out, stderr=out)
            _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise RuntimeError(f"evenhand {' '.join(words)} failed: {printed.read_text().strip()}")
    return used.ru_utime + used.ru_stime


# --- output

HEADS = {
    "bulk": {
        "task": "task", "games": "games", "ours": "ours (games/s)", "peer": "peer",
        "peer_rate": "peer (games/s)", "ratio": "ratio", "target": "goal", "met": "met",
        "agrees": "agrees",
    },
    "one-game": {
        "task": "task", "ours": "ours (us/game)", "peer": "peer", "theirs": "peer (us/game)",
        "ratio": "ratio", "goal": "goal", "met": "met",
    },
    "cold-start": {"task": "task", "ours": "CPU seconds", "goal": "goal", "met": "met"},
}  # fmt: skip
PATTERNS = {
    "bulk": {"games": "{:,}", "ours": "{:,.0f}", "peer_rate": "{:,.0f}", "ratio": "{:.0f}x",
             "target": "{:.0f}x"},
    "one-game": {"ours": "{:.2f}", "theirs": "{:.2f}", "ratio": "{:.1f}x"},
    "cold-start": {"ours": "{:.2f}"},
}  # fmt: skip


def to_markdown(section: str, rows: list[Row]) -> str:
    """Return the rows of a section as a table for people."""
    heads, patterns = HEADS[section], PATTERNS[section]

    def text(row: Row, name: str) -> str:
        value = row.get(name)
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return patterns.get(name, "{}").format(value)

    lines = [heads.values(), ("--:" if name in patterns else "---" for name in heads)]
    lines += [[text(row, name) for name in heads] for row in rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def missed(rows: Sequence[Row]) -> list[str]:
    """Return a line for every goal that was missed."""
    found = []
    for row in rows:
        if row.get("met") is False:
            peer = f" against {row['peer']}" if row.get("peer") else ""
            goal = row.get("goal") or f"{row['target']:g}x"
            reached = f"{row['ours']:,.2f}" if "target" not in row else f"{row['ratio']:.1f}x"
            ratio = f", {row['ratio']}x" if "theirs" in row else ""
            found.append(f"goal missed: {row['task']}{peer}: {reached}{ratio} instead of {goal}")
    return found


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, and name missed goals."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, help=f"two-player games for our kernels [{GAMES:,}]")
    parser.add_argument("--quick", action="store_true", help="a few seconds only; rough numbers")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games")
    parser.add_argument(
        "--section", action="append", choices=list(HEADS), help="only this one; may be given again"
    )
    parser.add_argument("--format", choices=["table", "json"], default="table")
    chosen = parser.parse_args(arguments)
    size = chosen.games or (QUICK_GAMES if chosen.quick else GAMES)
    if size < 100:
        parser.error(f"--games must be at least 100, not {size}")
    peers = [peer for task in TASKS for peer in task.peers]
    missing = sorted({peer.package for peer in peers if not peer.installed})
    if missing:
        install = "to compare: pip install 'evenhand[bench]'"
        print(f"left out: {', '.join(missing)}; {install}", file=sys.stderr)
    if chosen.format == "table":
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, seed {chosen.seed}")
    sections: dict[str, list[Row]] = {}
    for section in chosen.section or HEADS:
        rows = sections[section] = list(measure_section(section, size, chosen.quick, chosen.seed))
        if chosen.format == "table":
            print(f"\n{to_markdown(section, rows)}", flush=True)
    if chosen.format == "json":
        print(json.dumps(sections, indent=1))
    lines = [line for rows in sections.values() for line in missed(rows)]
    for line in lines:
        print(line, file=sys.stderr)
    if lines and not chosen.quick:
        sys.exit(1)


def measure_section(section: str, size: int, quick: bool, seed: int) -> Iterator[Row]:
    """Yield the rows of a section."""
    runs = 1 if quick else RUNS
    if section == "bulk":
        for task in TASKS:
            seconds = QUICK_SECONDS if quick else SECONDS
            yield from measure(task, size, seconds=seconds, runs=runs, seed=seed)
    elif section == "one-game":
        count = QUICK_SINGLE_GAMES if quick else SINGLE_GAMES
        yield from measure_singles(count, runs=runs, seed=seed)
    else:
        systems = QUICK_COLD if quick else tuple(SYSTEMS)
        yield from measure_cold_starts(systems, runs=runs, seed=seed)


if __name__ == "__main__":
    main()
