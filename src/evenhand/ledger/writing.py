"""How blocks get into the log: in one transaction, with the ladder's row locked."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert, select, update

from evenhand.ledger.entries import Block, Body, chain
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.schema import ladders, log


def lock(connection: Connection, ladder: Ladder) -> None:
    """Wait until nobody else writes to a ladder, and know all that is written."""
    row = connection.execute(
        select(ladders.c.seq, ladders.c.digest, ladders.c.public)
        .where(ladders.c.number == ladder.number)
        .with_for_update()
    ).one()
    if row.seq != ladder.seq:
        ladder.catch_up(connection)
    ladder.digest, ladder.public = row.digest, row.public


def blocks_of(ladder: Ladder, bodies: Sequence[tuple[int, Body, str]], at: int) -> list[Block]:
    """Blocks that follow the log: how many entries each has, its body and who wrote it."""
    blocks, first = [], ladder.seq + 1
    for entries, body, by in bodies:
        blocks.append(Block(first, first + entries - 1, at, by, body))
        first += entries
    return blocks


def append(connection: Connection, ladder: Ladder, blocks: Sequence[Block]) -> None:
    """Write blocks and the ladder's new head."""
    digest, rows = ladder.digest, []
    for block in blocks:
        text = block.text()
        digest = chain(digest, block, text)
        rows.append(
            {
                "ladder": ladder.number,
                "first": block.first,
                "last": block.last,
                "kind": block.kind,
                "at": block.at,
                "by": block.by,
                "body": text,
                "digest": digest,
            }
        )
    connection.execute(insert(log), rows)
    head: dict[str, object] = {"seq": blocks[-1].last, "digest": digest}
    changed = [block.body for block in blocks if block.kind == "settings"]
    if changed:
        head["settings"] = msgspec.json.encode(changed[-1].settings).decode()  # type: ignore[union-attr]
    connection.execute(update(ladders).where(ladders.c.number == ladder.number).values(head))
