"""Single entries of the log, read from the blocks that they stand in."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from sqlalchemy import Connection, select

from evenhand.ledger.entries import Block, Posted, read_block, sizes_of
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.results import Draft
from evenhand.ledger.schema import log

T = TypeVar("T")


def block_of(connection: Connection, ladder: Ladder, seq: int) -> Block | None:
    """The block in which an entry stands."""
    query = (
        select(log.c.first, log.c.last, log.c.kind, log.c.at, log.c.by, log.c.body)
        .where(log.c.ladder == ladder.number, log.c.first <= seq)
        .order_by(log.c.first.desc())
        .limit(1)
    )
    row = connection.execute(query).one_or_none()
    return None if row is None or row.last < seq else read_block(*row)


def posted_before(connection: Connection, ladder: Ladder, seqs: Iterable[int]) -> dict[int, Draft]:
    """Results as they were first posted, players by their numbers, by sequence number."""
    found: dict[int, Draft] = {}
    wanted = sorted(set(seqs))
    while wanted:
        block = block_of(connection, ladder, wanted[0])
        if block is None or not isinstance(block.body, Posted):
            raise ValueError(f"entry {wanted[0]} of the log is no result")
        for seq, draft in drafts_of(block.body, block.first):
            found[seq] = draft
        wanted = [seq for seq in wanted if seq > block.last]
    return found


def drafts_of(posted: Posted, first: int) -> Iterator[tuple[int, Draft]]:
    """The results of a block, players by their numbers."""
    start = 0
    for place, size in enumerate(sizes_of(posted)):
        own = slice(start, start + size)
        start += size
        yield (
            first + place,
            Draft(
                posted.ids[place],
                posted.times[place],
                tuple(map(str, posted.seats[own])),
                tuple(posted.scores[own]),
                _unless(posted.luck and posted.luck[own], [None] * size),
                _unless(posted.teams and posted.teams[own], list(range(size))),
            ),
        )


def _unless(values: list[T] | None, nothing: list[T]) -> tuple[T, ...] | None:
    """Values of a game, unless they say nothing."""
    return None if not values or values == nothing else tuple(values)
