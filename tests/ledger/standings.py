"""Games for a standing, and what one run over all of them gives."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from evenhand.ledger.columns import Rows
from evenhand.ledger.standing import Plan, Standing
from evenhand.ratings import (
    Adjustment,
    BenchmarkElo,
    Elo,
    Glicko2,
    RatingSystem,
    RunArrays,
    ScoreShareElo,
    TrueSkill,
    WengLin,
)
from evenhand.tables import EMPTY, Flags, GameTable, Indices

SYSTEMS: dict[str, RatingSystem] = {
    "elo": Elo(k=24.0),
    "elo with falling K": Elo(k="60/30/16@2/5"),
    "elo without luck": Elo(luck=Adjustment(0.9)),
    "score-share-elo": ScoreShareElo(first_results=2),
    "benchmark-elo": BenchmarkElo(),
    "glicko-2": Glicko2(),
    "glicko-2 with periods": Glicko2(period=1.0),
    "true-skill": TrueSkill(),
    "weng-lin": WengLin(),
    "weng-lin without luck": WengLin(luck=Adjustment(0.5, 1.0, 0.3)),
}
HOUR = 3_600_000_000


@dataclass(frozen=True, slots=True)
class Game:
    """One result."""

    seq: int
    id: str
    time: int
    seats: tuple[int, ...]
    score: tuple[float, ...]
    luck: tuple[float, ...] | None = None
    team: tuple[int, ...] | None = None


def rows_of(games: Sequence[Game]) -> Rows:
    """Games as columns, in the order given."""
    width = max([2, *(len(game.seats) for game in games)])
    shape = (len(games), width)
    seats, score = np.full(shape, EMPTY, np.int32), np.zeros(shape)
    luck, team = np.full(shape, np.nan), np.tile(np.arange(width, dtype=np.int8), (len(games), 1))
    for row, game in enumerate(games):
        own = slice(len(game.seats))
        seats[row, own], score[row, own] = game.seats, game.score
        if game.luck is not None:
            luck[row, own] = game.luck
        if game.team is not None:
            team[row, own] = game.team
    return Rows(
        seats,
        score,
        np.array([game.time for game in games], np.int64),
        np.array([game.seq for game in games], np.int64),
        luck if any(game.luck for game in games) else None,
        team if any(game.team for game in games) else None,
    )


def in_order(games: Sequence[Game]) -> list[Game]:
    """By time, and by id where times are equal."""
    return sorted(games, key=lambda game: (game.time, game.id))


@dataclass
class Bench:
    """A standing beside all games that it should know."""

    system: RatingSystem
    players: int = 7
    games: dict[int, Game] = field(default_factory=dict)
    ids: dict[int, str] = field(default_factory=dict)
    stands_for: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.standing = Standing(self.system)
        self.standing.add_players(self.players)

    def plan(self, added: Sequence[Game] = (), removed: Sequence[int] = ()) -> Plan:
        """What would come of games added and others, by sequence number, removed."""
        self.ids |= {game.seq: game.id for game in added}
        positions = [at for seq in removed if (at := self.standing.find(seq)) is not None]
        return self.standing.plan(rows_of(in_order(added)), positions, self._ids)

    def change(self, added: Sequence[Game] = (), removed: Sequence[int] = ()) -> Plan:
        """The same, and let it come true."""
        plan = self.plan(added, removed)
        self.standing.adopt(plan, everybody)
        for seq in removed:
            self.games.pop(seq, None)
        self.games |= {game.seq: game for game in added}
        return plan

    def merge(self, player: int, into: int) -> None:
        """Let the games of a player count for another; for himself to part them."""
        self.stands_for[player] = into
        stands_for = np.arange(len(self.standing.stands_for), dtype=np.int32)
        for one, other in self.stands_for.items():
            stands_for[one] = other
        plan = self.standing.plan(rows_of([]), [], self._ids, stands_for)
        self.standing.adopt(plan, everybody)

    def _ids(self, seqs: NDArray[np.int64]) -> list[str]:
        return [self.ids[int(seq)] for seq in seqs]

    def table(self) -> GameTable:
        """All games in playing order, after merging."""
        rows = rows_of(in_order(list(self.games.values())))
        stands_for = [self.stands_for.get(player, player) for player in range(self.players)]
        seats = np.where(rows.seats == EMPTY, EMPTY, np.array(stands_for, np.int32)[rows.seats])
        names = tuple(map(str, range(self.players)))
        table = GameTable(
            names, seats.astype(np.int32), rows.score, rows.luck, rows.team, rows.time
        )
        if self.system.luck is not None and table.luck is None:
            table = replace(table, luck=np.full(seats.shape, np.nan))
        return table

    def check(self) -> None:
        """Whether the standing is what one run over all games gives, to the last bit."""
        table, standing = self.table(), self.standing
        run = self.system.run(table)
        assert standing.games.count == len(table)
        assert same(standing.ratings[: self.players], run.values)
        self._check_games(table, run)
        self._check_chain(table)
        self._check_order()

    def _check_games(self, table: GameTable, run: RunArrays) -> None:
        games, width = self.standing.games, table.width
        taken = table.taken
        for name, column in (
            ("expected", run.expected),
            ("after", run.after),
            ("worth", run.luck_points),
        ):
            assert (name in games) == (column is not None)
            if column is not None:
                assert same(games[name][:, :width], np.where(taken, column, np.nan))
                assert np.isnan(games[name][:, width:]).all()
        raw = rows_of(in_order(list(self.games.values())))
        for name in ("seats", "score", "luck", "team"):
            column = getattr(raw, name)
            if column is not None:
                assert same(games[name][:, :width][taken], column[taken])
        assert (games["seats"][:, width:] == EMPTY).all()
        assert same(games["seats"][:, :width], raw.seats)
        assert same(games["time"], raw.time)
        assert same(games["seq"], raw.seq)

    def _check_chain(self, table: GameTable) -> None:
        """Every seat knows its game before, every player the last one and how many there are."""
        last, played = [-1] * self.players, [0] * self.players
        for game, row in enumerate(table.seats.tolist()):
            before = [last[player] if player >= 0 else -1 for player in row]
            assert self.standing.games["before"][game, : table.width].tolist() == before
            for player in row:
                if player >= 0:
                    last[player], played[player] = game, played[player] + 1
        assert self.standing.last[: self.players].tolist() == last
        assert self.standing.played[: self.players].tolist() == played

    def _check_order(self) -> None:
        wanted = in_order(list(self.games.values()))
        for at, game in enumerate(wanted):
            assert self.standing.find(game.seq) == at
        for seq in self.ids.keys() - self.games.keys():
            assert self.standing.find(seq) is None


def everybody(players: Indices) -> Flags:
    """All are on the list."""
    return np.ones(len(players), np.bool_)


def same(one: NDArray[np.generic], other: NDArray[np.generic]) -> bool:
    """To the last bit, but that there is only one kind of NaN."""
    return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


@dataclass
class Source:
    """Results by chance: of few players and few times, so that much of it meets."""

    system: RatingSystem
    seed: int = 1
    players: int = 7
    widths: tuple[int, ...] = (2, 2, 3, 4)
    seq: int = 0

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)

    def game(self, time: int | None = None) -> Game:
        """A result that was not there before."""
        self.seq += 1
        # Ids that do not rise with the sequence.
        return self._game(self.seq, f"{(self.seq * 37) % 101:03}-{self.seq}", time)

    def games(self, count: int) -> list[Game]:
        """Several of them."""
        return [self.game() for _ in range(count)]

    def anew(self, game: Game, time: int | None = None) -> Game:
        """The same result corrected: all of it may be different but its id."""
        return self._game(game.seq, game.id, time)

    def _game(self, seq: int, name: str, time: int | None) -> Game:
        rng, n = self.rng, int(self.rng.choice(self.widths))
        seats = tuple(rng.choice(self.players, n, replace=False).tolist())
        team = None
        if self.system.takes_teams and n > 2 and rng.random() < 0.7:
            team = tuple(rng.permutation(np.arange(n) % 2).tolist())
        score = -rng.integers(0, 4, n).astype(float)
        if team is not None:
            score = score[np.array(team)]
        luck = None
        if isinstance(self.system, BenchmarkElo) or (self.system.luck and rng.random() < 0.6):
            luck = tuple(rng.normal(0.0, 0.3, n).round(3).tolist())
        when = int(rng.integers(0, 60)) * HOUR if time is None else time
        return Game(seq, name, when, seats, tuple(score.tolist()), luck, team)
