"""Small ledgers in which much happens in a line, and the plain model that they should equal."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sqlalchemy import func, select

from evenhand.ledger import corrections, people
from evenhand.ledger.hashing import hash_of, hashed_rows, state_hash
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.posting import Posting, Verdict
from evenhand.ledger.results import NewResult, ResultError, Seat, read_time, show_time
from evenhand.ledger.schema import ladders, log, metadata, results
from evenhand.ledger.settings import Rules, Settings
from evenhand.ledger.tenants import make_tenant
from evenhand.ratings import RatingSystem
from evenhand.tables import EMPTY, Floats, GameTable

from .rows import Rows, read

START = read_time("2020-01-01T12:00:00Z", 1 << 60)
MINUTE = 60_000_000
ELO = Settings(name="Test", system="elo", params={"k": 32.0})


def settings(
    system: str = "elo", rules: Mapping[str, Any] | None = None, **params: float | str
) -> Settings:
    """Settings of a ladder."""
    return Settings(
        name="Test", system=system, params=dict(params), rules=Rules(**dict(rules or {}))
    )


def result(
    name: str,
    minute: int | None,
    scores: Mapping[str, float],
    *,
    luck: Mapping[str, float] | None = None,
    teams: Mapping[str, int] | None = None,
) -> NewResult:
    """A result, played so many minutes after noon or just now."""
    luck, teams = luck or {}, teams or {}
    seats = [Seat(who, points, luck.get(who), teams.get(who)) for who, points in scores.items()]
    time = None if minute is None else show_time(START + minute * MINUTE)
    return NewResult(id=name, players=seats, played_at=time)


@dataclass
class World:
    """A ledger opened, with one ladder."""

    ledger: Ledger
    tenant: int
    ladder: Ladder

    def post(
        self, *posted: NewResult | ResultError, dry_run: bool = False, **options: Any
    ) -> list[Verdict]:
        """Post results together: what became of each."""
        posting = Posting(list(posted), options.pop("by", "test"), **options)
        return self.post_all(posting, dry_run=dry_run)[0]

    def post_all(self, *postings: Posting, dry_run: bool = False) -> list[list[Verdict]]:
        """Several postings in one transaction."""
        checked, _ = corrections.post(self.ledger, self.ladder, postings, dry_run=dry_run)
        return [one.verdicts for one in checked]

    def statuses(self, *posted: NewResult | ResultError, **options: Any) -> list[str]:
        """The same, but only the word for each."""
        return [verdict.status for verdict in self.post(*posted, **options)]

    def correct(self, corrected: NewResult, *, dry_run: bool = False) -> int:
        """Correct a result: its sequence number."""
        return corrections.correct(self.ledger, self.ladder, corrected, dry_run=dry_run)[0]

    def void(self, name: str, *, dry_run: bool = False) -> None:
        """Void a result."""
        corrections.void(self.ledger, self.ladder, name, dry_run=dry_run)

    def number(self, player: str) -> int:
        """The number of a player."""
        return people.number_of(self.ledger, self.tenant, player)

    def merge(self, player: str, into: str) -> None:
        """Merge players by their ids."""
        people.merge(self.ledger, self.tenant, self.number(player), self.number(into))

    @property
    def hash(self) -> str:
        """The hash of the state."""
        return state_hash(self.ladder)[1]

    def rating(self, player: str) -> float:
        """The rating of a player."""
        local = self.ladder.local(self.number(player))
        assert local is not None
        return float(self.ladder.standing.ratings[local, 0])

    def ratings(self) -> dict[str, list[float]]:
        """The rows of all who have played."""
        standing, roster = self.ladder.standing, self.ladder.roster
        locals_ = np.flatnonzero(standing.played[: standing.players]).tolist()
        return {
            roster.ids[self.ladder.number_of(local)]: standing.ratings[local].tolist()
            for local in locals_
        }

    def ranked(self) -> list[str]:
        """The ids of those who are on the list, best first."""
        order = self.ladder.standing.ranking.order.tolist()
        return [self.ladder.roster.ids[self.ladder.number_of(local)] for local in order]

    def dump(self) -> Rows:
        """All rows of all tables."""
        with self.ledger.database.reading() as connection:
            return read(connection, metadata)

    def check_log(self) -> None:
        """The sequence has no gap and ends where the ladder says; every id is there once."""
        number = self.ladder.number
        with self.ledger.database.reading() as connection:
            blocks = connection.execute(
                select(log.c.first, log.c.last).where(log.c.ladder == number).order_by(log.c.first)
            ).all()
            head = connection.execute(
                select(ladders.c.seq).where(ladders.c.number == number)
            ).scalar_one()
            own = results.c.ladder == number
            count = connection.execute(select(func.count()).where(own)).scalar_one()
            ids = connection.execute(select(func.count(results.c.id.distinct())).where(own))
            assert ids.scalar_one() == count
        ends = [0, *(block.last for block in blocks)]
        assert [block.first for block in blocks] == [end + 1 for end in ends[:-1]]
        assert ends[-1] == head


@contextmanager
def opened(url: str, chosen: Settings = ELO, name: str = "test") -> Iterator[World]:
    """A ledger with a ladder, which is made unless it is there."""
    with Ledger(url) as ledger:
        tenant = make_tenant(ledger.database, "main")
        if name in ledger.ladder_ids(tenant):
            yield World(ledger, tenant, ledger.ladder(name))
        else:
            yield World(ledger, tenant, ledger.make_ladder(tenant, name, chosen))


@dataclass(frozen=True)
class Played:
    """A result that counts, with whoever sat there."""

    time: int
    players: tuple[str, ...]
    scores: tuple[float, ...]
    luck: tuple[float | None, ...] | None = None
    teams: tuple[int, ...] | None = None


@dataclass
class Model:
    """Results by their ids, rated all at once in playing order: what a ledger should say."""

    system: RatingSystem
    games: dict[str, Played] = field(default_factory=dict)
    merged: dict[str, str] = field(default_factory=dict)

    def add(self, *posted: NewResult) -> None:
        """Let results count as they are; one of the same id is replaced."""
        for one in posted:
            assert one.played_at is not None
            seats = one.players
            teams = tuple(seat.team for seat in seats if seat.team is not None)
            luck = tuple(seat.luck for seat in seats)
            self.games[one.id] = Played(
                read_time(one.played_at, 1 << 60),
                tuple(seat.player for seat in seats),
                tuple(seat.score for seat in seats),
                None if set(luck) == {None} else luck,
                teams or None,
            )

    def in_order(self) -> list[Played]:
        """By time, and by id where times are equal."""
        return [self.games[name] for name in sorted(self.games, key=self._key)]

    def _key(self, name: str) -> tuple[int, str]:
        return self.games[name].time, name

    def final(self, player: str) -> str:
        """Whom the games of a player count for."""
        while player in self.merged:
            player = self.merged[player]
        return player

    def rate(self) -> tuple[list[str], Floats]:
        """Players and their rows after one run over all games."""
        games = self.in_order()
        names = sorted({self.final(player) for game in games for player in game.players})
        place = {name: at for at, name in enumerate(names)}
        shape = (len(games), max([2, *(len(game.players) for game in games)]))
        seats, score = np.full(shape, EMPTY, np.int32), np.zeros(shape)
        luck, team = (
            np.full(shape, np.nan),
            np.tile(np.arange(shape[1], dtype=np.int8), (shape[0], 1)),
        )
        for row, game in enumerate(games):
            own = slice(len(game.players))
            seats[row, own] = [place[self.final(player)] for player in game.players]
            score[row, own] = game.scores
            luck[row, own] = np.array(game.luck or [None] * len(game.players), float)
            team[row, own] = game.teams or range(len(game.players))
        time = np.array([game.time for game in games], np.int64)
        teams = team if self.system.takes_teams else None
        table = GameTable(tuple(names), seats, score, luck, teams, time)
        return names, self.system.run(table).values

    @property
    def hash(self) -> str:
        """The hash that the ledger's state should have."""
        names, rows = self.rate()
        return hash_of(names, hashed_rows(self.system, rows))

    def ratings(self) -> dict[str, list[float]]:
        """The rows of all who have played."""
        names, rows = self.rate()
        return dict(zip(names, rows.tolist(), strict=True))


def model_of(chosen: Settings, posted: Iterable[NewResult]) -> Model:
    """The model of a ladder to which results were posted."""
    model = Model(chosen.make_system())
    model.add(*posted)
    return model


def some_results(
    count: int,
    seed: int = 1,
    *,
    players: int = 8,
    minutes: int = 30,
    widths: tuple[int, ...] = (2, 3),
) -> list[NewResult]:
    """Results by chance, many of them at equal times, their ids in no order."""
    rng = np.random.default_rng(seed)
    made = []
    for place in rng.permutation(count).tolist():
        n = int(rng.choice(widths))
        seats = rng.choice(players, n, replace=False).tolist()
        scores = {f"p{player}": float(rng.integers(0, 5)) for player in seats}
        made.append(result(f"r{place}", int(rng.integers(minutes)), scores))
    return made
