"""Games of a file into the log, a lot in one transaction."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from evenhand.ledger.bulk import insert_rows
from evenhand.ledger.columns import Rows, everyone_alone
from evenhand.ledger.database import now
from evenhand.ledger.effects import Effect
from evenhand.ledger.entries import Block, Body, Posted, shortest
from evenhand.ledger.importing.games import FileGames, Places
from evenhand.ledger.importing.known import find_known
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import ConflictError, Ledger
from evenhand.ledger.posting import BLOCK
from evenhand.ledger.roster import Roster
from evenhand.ledger.schema import results, uploads
from evenhand.ledger.writing import blocks_of
from evenhand.tables import EMPTY, Flags, Floats, Indices

WHOLE = 50_000
"""Games that are posted together, all or none."""

LOT = 20_000
"""Games of a transaction, if there are more."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of games."""

    posted: int = 0
    known: int = 0  # there already
    voided: int = 0  # of these: they were voided since, and do not count
    new_players: int = 0
    effect: Effect | None = None  # of the last lot, if it was asked for

    def __add__(self, other: "Imported") -> "Imported":
        return Imported(
            self.posted + other.posted,
            self.known + other.known,
            self.voided + other.voided,
            self.new_players + other.new_players,
            other.effect,
        )


def lots_of(games: FileGames) -> Iterator[Places]:
    """All games at once, or in lots if there are many."""
    size = len(games) if len(games) <= WHOLE else LOT
    for start in range(0, len(games), size):
        yield np.arange(start, min(start + size, len(games)))


def post_lot(
    ledger: Ledger,
    ladder: Ladder,
    games: FileGames,
    lot: Places,
    *,
    by: str = "",
    dry_run: bool = False,
    effects: bool = False,
) -> Imported:
    """Post games in one transaction; those that are there already are passed over."""
    known = find_known(ledger, ladder, games, lot)
    voided = sum(ladder.standing.find(seq) is None for seq in known.values())
    new = lot[[games.ids[place] not in known for place in lot]] if known else lot
    if not len(new):
        return Imported(known=len(known), voided=voided)
    upload = games.upload if len(lot) == len(games) else f"{games.upload}.{new[0] + 1}"
    players = [0]

    def make(connection: Connection, ladder: Ladder) -> list[Block]:
        before = len(ladder.roster)
        persons = _seat(connection, ladder.roster, games, new)
        players[0] = len(ladder.roster) - before
        rows = _timed(ladder, games, games.taken_by(persons, new))
        bodies = [(size, body, by) for size, body in _bodies(games, rows, upload)]
        blocks = blocks_of(ladder, bodies, now())
        _enter(connection, ladder, games, new, blocks, upload)
        span = {"first": blocks[0].first, "last": blocks[-1].last}
        ledger.note(connection, ladder, by, "results posted", upload=upload, **span)
        return blocks

    try:
        (written,) = ledger.write([ladder], make, dry_run=dry_run, effects=effects)
    except IntegrityError:
        raise ConflictError("somebody else posts the same games just now: try again") from None
    return Imported(len(new), len(known), voided, players[0], written.effect)


def _seat(connection: Connection, roster: Roster, games: FileGames, places: Places) -> Indices:
    """The numbers of players by the names of the table; those who are new are made."""
    seats = games.table.seats[places]
    used = np.unique(seats[seats != EMPTY]).tolist()
    names = [games.players[player] for player in used]
    if any(roster.find(name) is None for name in names):
        roster.lock(connection)
        new = sorted({name for name in names if roster.find(name) is None})
        if new:
            roster.enter(connection, new)
    numbers = [number for name in names if (number := roster.find(name)) is not None]
    persons = np.full(len(games.players), EMPTY, np.int32)
    persons[used] = [roster.final(number) for number in numbers]
    games.refuse_twice(persons, places)  # names may have been added or merged since the check
    persons[used] = numbers
    return persons


def _timed(ladder: Ladder, games: FileGames, rows: Rows) -> Rows:
    """Games of a file without times were played now, one after the other."""
    if games.table.time is not None:
        return rows
    start = max(now(), ladder.clock + 1)
    ladder.clock = start + len(rows) - 1
    return replace(rows, time=np.arange(start, start + len(rows), dtype=np.int64))


def _bodies(games: FileGames, rows: Rows, upload: str) -> Iterator[tuple[int, Body]]:
    """Games as the log keeps them, block by block; ``rows.seq`` are their places."""
    taken = rows.seats != EMPTY
    for start in range(0, len(rows), BLOCK):
        own = slice(start, start + BLOCK)
        there = taken[own]
        yield (
            len(there),
            Posted(
                ids=[games.ids[place] for place in rows.seq[own]],
                times=rows.time[own].tolist(),
                sizes=shortest(there.sum(axis=1).tolist()),
                seats=rows.seats[own][there].tolist(),
                scores=rows.score[own][there].tolist(),
                luck=None if rows.luck is None else _luck(rows.luck[own][there]),
                teams=None if rows.team is None else _teams(rows.team[own], there),
                upload=upload,
            ),
        )


def _luck(values: Floats) -> list[float | None] | None:
    """What is known of the luck; nothing if none of it is."""
    unknown = np.isnan(values)
    if unknown.all():
        return None
    told = values.astype(object)
    told[unknown] = None
    found: list[float | None] = told.tolist()
    return found


def _teams(team: NDArray[np.int8], taken: Flags) -> list[int] | None:
    """The teams; nothing if everybody plays alone."""
    alone = everyone_alone(len(team), team.shape[1])
    found: list[int] = team[taken].tolist()
    return None if (team == alone)[taken].all() else found


def _enter(
    connection: Connection,
    ladder: Ladder,
    games: FileGames,
    places: Places,
    blocks: list[Block],
    upload: str,
) -> None:
    """Write the ids of results, and which of them the upload brought."""
    first, last = blocks[0].first, blocks[-1].last
    names = enumerate((games.ids[place] for place in places), start=first)
    rows = [(ladder.number, name, seq) for seq, name in names]
    insert_rows(connection, results, ("ladder", "id", "seq"), rows)
    row = {"ladder": ladder.number, "id": upload, "kind": games.kind, "first": first, "last": last}
    connection.execute(insert(uploads).values(row | {"at": now(), "by": blocks[0].by}))
