"""What a ladder has, for files: its games as a table, its log entry by entry."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from evenhand.ledger.effects import seated
from evenhand.ledger.entries import (
    Block,
    Changed,
    Corrected,
    Merged,
    Played,
    Posted,
    Unmerged,
    Voided,
    read_block,
)
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.log_reading import drafts_of
from evenhand.ledger.results import show_time
from evenhand.ledger.schema import log, results
from evenhand.tables import EMPTY, GameTable

Line = dict[str, Any]


def games_table(ledger: Ledger, ladder: Ladder) -> GameTable:
    """The games that count in playing order, with their ids; merged players are one.

    Rated by the ladder's system, from the beginning, it gives the ladder's ratings to the bit.
    """
    with ledger.database.reading() as connection, ladder.lock:
        standing = ladder.standing
        games = standing.games
        seats = seated(standing, np.arange(games.count))
        there = np.flatnonzero(np.bincount(seats[seats != EMPTY], minlength=1))
        place = np.full(standing.players + 1, EMPTY, np.int32)  # nobody, -1, is the last
        place[there] = np.arange(len(there), dtype=np.int32)
        names = [ladder.roster.ids[number] for number in ladder.numbers[there].tolist()]
        luck = games["luck"].copy() if "luck" in games else None
        if luck is None and standing.system.luck is not None:
            luck = np.full(seats.shape, np.nan)
        return GameTable(
            tuple(names) if games.count else (),
            place[seats],
            games["score"].copy(),
            luck,
            games["team"].copy() if "team" in games else None,
            games["time"].copy(),
            _ids(connection, ladder, games["seq"]),
        )


def _ids(connection: Connection, ladder: Ladder, seqs: NDArray[np.int64]) -> NDArray[Any]:
    """The ids of results by sequence numbers, all read at once."""
    found = np.empty(ladder.seq + 1, object)
    query = select(results.c.seq, results.c.id).where(
        results.c.ladder == ladder.number, results.c.seq <= ladder.seq
    )
    for part in connection.execute(query).partitions(100_000):
        places, ids = zip(*part, strict=True)
        found[list(places)] = ids
    chosen: NDArray[Any] = found[seqs]
    return chosen


def log_lines(ledger: Ledger, ladder: Ladder) -> Iterator[Line]:
    """Every entry of the log as it was written, in words: players and results by their ids."""
    columns = (log.c.first, log.c.last, log.c.kind, log.c.at, log.c.by, log.c.body)
    query = select(*columns).where(log.c.ladder == ladder.number, log.c.last <= ladder.seq)
    with (
        ledger.database.reading() as connection,
        connection.execute(
            query.order_by(log.c.first), execution_options={"yield_per": 100}
        ) as rows,
    ):
        for row in rows:
            yield from _lines(connection, ladder, read_block(*row))


def _lines(connection: Connection, ladder: Ladder, block: Block) -> Iterator[Line]:
    body, at = block.body, show_time(block.at)
    if isinstance(body, Posted):
        upload = {"upload": body.upload} if body.upload else {}
        for seq, draft in drafts_of(body, block.first):
            numbers = [int(player) for player in draft.players]
            told = _played(ladder, draft.time or 0, numbers, draft.scores, draft.luck, draft.teams)
            head = {"seq": seq, "kind": "result", "at": at, "by": block.by, "id": draft.id}
            yield head | told | upload
    else:
        head = {"seq": block.last, "kind": block.kind, "at": at, "by": block.by}
        yield head | _other(connection, ladder, block)


def _other(connection: Connection, ladder: Ladder, block: Block) -> Line:
    """What an entry says that is no result."""
    body, ids = block.body, ladder.roster.ids
    if isinstance(body, Corrected):
        told = _played(ladder, body.time, body.seats, body.scores, body.luck, body.teams)
        return {"id": ladder.ids(connection, np.array([body.of]))[0]} | told
    if isinstance(body, Voided):
        upload = {"upload": body.upload} if body.upload else {}
        return {"ids": ladder.ids(connection, np.array(body.of, np.int64))} | upload
    if isinstance(body, Changed):
        return {"settings": body.settings}
    assert not isinstance(body, Played)
    told = {"player": ids[body.player]}
    if isinstance(body, Merged):
        told["into"] = ids[body.into]
    return told | ({"into": None} if isinstance(body, Unmerged) else {})


def _played(ladder: Ladder, time: int, players: Any, scores: Any, luck: Any, teams: Any) -> Line:
    ids, nothing = ladder.roster.ids, [None] * len(players)
    seats = zip(players, scores, luck or nothing, teams or nothing, strict=True)
    return {
        "played_at": show_time(time),
        "players": [
            {"player": ids[number], "score": score}
            | ({} if lucky is None else {"luck": lucky})
            | ({} if team is None else {"team": team})
            for number, score, lucky, team in seats
        ],
    }
