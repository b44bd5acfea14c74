"""Published lists: numbered, hashed, and never changed.

Ratings are rounded to two decimals, so that what hardly changes does not show.  A list knows
players by their numbers; names are put in when it is shown, so that a name can be erased and the
list still is what its hash says.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import numpy as np
from sqlalchemy import Connection, func, insert, select

from evenhand.ledger import writing
from evenhand.ledger.database import now
from evenhand.ledger.hashing import checkpoint_hash
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger, NotThereError
from evenhand.ledger.schema import checkpoints, lists

DECIMALS = 2


class ListRow(msgspec.Struct, frozen=True, array_like=True):
    """A line of a list."""

    rank: int
    player: int  # number
    rating: float
    games: int


class Content(msgspec.Struct, frozen=True):
    """What the hash of a list is over."""

    ladder: str
    number: int
    title: str
    seq: int
    published_at: int
    system: str
    params: dict[str, float | str | None]
    rows: list[ListRow]


@dataclass(frozen=True, slots=True)
class PublishedList:
    """A list with its hash."""

    content: Content
    hash: str


def publish(
    ledger: Ledger,
    ladder: Ladder,
    title: str,
    *,
    by: str = "",
    at: int | None = None,
    within: Callable[[Connection, PublishedList], None] | None = None,
) -> PublishedList:
    """Freeze the list as it is now; ``within`` is done in the same transaction.

    ``at`` dates it back, as when the history of a club is put in list by list.
    """
    with ledger.changing() as connection:
        writing.lock(connection, ladder)
        newest = select(func.max(lists.c.number)).where(lists.c.ladder == ladder.number)
        number = (connection.execute(newest).scalar() or 0) + 1
        content = _content(ladder, number, title, now() if at is None else at)
        text = msgspec.json.encode(content).decode()
        digest = hashlib.sha256(text.encode()).hexdigest()
        row = {"ladder": ladder.number, "number": number, "title": title, "seq": content.seq}
        rest = {"at": content.published_at, "by": by, "content": text, "hash": digest}
        connection.execute(insert(lists).values(row | rest))
        note_checkpoint(connection, ladder)
        ledger.note(connection, ladder, by, "list published", number=number)
        made = PublishedList(content, digest)
        if within is not None:
            within(connection, made)
    return made


def _content(ladder: Ladder, number: int, title: str, at: int) -> Content:
    with ladder.lock:
        settings, ranking = ladder.settings, ladder.standing.ranking
        order = ranking.order.copy()
        ratings = ladder.standing.ratings[order, 0].round(DECIMALS)
        games = ladder.standing.played[order]
        # Equal as published is equal in rank; the order of those who are equal stays.
        ranks = np.searchsorted(-ratings, -ratings, side="left") + 1
        columns = (ranks, ladder.numbers[order], ratings, games)
        rows = [ListRow(*row) for row in zip(*(c.tolist() for c in columns), strict=True)]
        return Content(
            ladder.id, number, title, ladder.seq, at, settings.system, settings.params, rows
        )


def read_list(ledger: Ledger, ladder: Ladder, number: int) -> PublishedList:
    """A list as it was published."""
    query = select(lists.c.content, lists.c.hash).where(
        lists.c.ladder == ladder.number, lists.c.number == number
    )
    with ledger.database.reading() as connection:
        row = connection.execute(query).one_or_none()
    if row is None:
        raise NotThereError(f"there is no list {number}")
    return PublishedList(msgspec.json.decode(row.content, type=Content), row.hash)


@dataclass(frozen=True, slots=True)
class ListHead:
    """What one sees of a list before opening it."""

    number: int
    title: str
    seq: int
    at: int
    hash: str


def list_heads(ledger: Ledger, ladder: Ladder) -> list[ListHead]:
    """All lists, the newest first."""
    columns = (lists.c.number, lists.c.title, lists.c.seq, lists.c.at, lists.c.hash)
    query = select(*columns).where(lists.c.ladder == ladder.number)
    with ledger.database.reading() as connection:
        rows = connection.execute(query.order_by(lists.c.number.desc())).all()
    return [ListHead(*row) for row in rows]


def note_checkpoint(connection: Connection, ladder: Ladder) -> None:
    """Keep the hash of the present state, to verify against."""
    seq, digest = checkpoint_hash(ladder)
    known = select(checkpoints.c.seq).where(
        checkpoints.c.ladder == ladder.number, checkpoints.c.seq == seq
    )
    if connection.execute(known).first() is None:
        row = {"ladder": ladder.number, "seq": seq, "hash": digest, "at": now()}
        connection.execute(insert(checkpoints).values(row))
