"""Peer libraries for the benchmark, each in its fastest documented way.

A session is opened (players made, games turned into what the library likes best:
not timed), runs once (timed) and tells the ratings (not timed).  All rate game by
game.  Games have no ties, so that winner and loser or the order of finish say it all.

riix takes all games as one time step and updates iteratively within it: faster than a
time step for each game, and the same where no variance is added between games.  It then
predicts nothing; "riix, predicting" takes a time step for each game, which it needs
in order to predict from the ratings before the game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np

from evenhand.ratings import Elo, Glicko, Glicko2, RatingSystem, TrueSkill, WengLin
from evenhand.tables import Floats, GameTable

NOON = datetime(2020, 1, 1, 12)


class Session(Protocol):
    """A library about to rate some games."""

    def run(self) -> None:
        """Rate the games: what is timed."""

    def ratings(self) -> Floats:
        """The rating of every player after the last game."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A library's way to do a task, and what we expect of ours beside it."""

    name: str
    open: Callable[[GameTable], Session]
    alike: RatingSystem  # ours with the parameters of the peer
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
    """What is measured: our system with its defaults on games of so many seats."""

    name: str
    seats: int
    system: RatingSystem
    peers: tuple[Peer, ...]


def by_finish(table: GameTable) -> list[list[int]]:
    """The players of every game, the winner first."""
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
