"""Live events: what was added to the log of a ladder, as server-sent events.

An event's id is its sequence number.  Whoever listens is woken when something was written and
reads on from the last event that it has seen, which is the same whether it was away for a moment
or for a day.  Who has missed too much is told to load the list anew.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Sequence
from threading import Lock

import msgspec
import numpy as np
from sqlalchemy import Connection, select
from starlette.concurrency import run_in_threadpool

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
from evenhand.ledger.profile import changes
from evenhand.ledger.schema import log

MOST_MISSED = 10_000  # entries; then the list is loaded anew
TOGETHER = 20  # blocks read at once
PAUSE = 0.1  # seconds between two looks, so that a flood is read in lots
HEARTBEAT = 15.0  # seconds
KEPT = 256  # blocks whose events are kept
encode = msgspec.json.Encoder().encode


class Events:
    """Wakes those who listen and gives them what they have not seen."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: dict[int, asyncio.Event] = {}
        self._closing = False
        self._kept: OrderedDict[tuple[int, int, int], bytes] = OrderedDict()
        self._changes = 0
        self._lock = Lock()
        ledger.heard.append(self._hear)

    def start(self) -> None:
        """Note the loop in which listeners live."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """End all streams."""
        self._closing = True
        for news in self._news.values():
            news.set()

    def _hear(self, ladder: Ladder, blocks: Sequence[Block]) -> None:
        if not all(isinstance(block.body, Played) for block in blocks):
            with self._lock:  # what was told may be wrong now, and names may be erased
                self._changes += 1
                self._kept.clear()
        loop = self._loop
        if loop is not None and ladder.number in self._news and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake, ladder.number)

    def _wake(self, number: int) -> None:
        news = self._news.pop(number, None)
        if news is not None:
            news.set()

    async def stream(self, ladder: Ladder, seen: int | None) -> AsyncIterator[bytes]:
        """Events after the one seen last, or from now on; for ever."""
        last = ladder.seq if seen is None else min(seen, ladder.seq)
        yield f"retry: 2000\nid: {last}\n\n".encode()
        while not self._closing:
            if ladder.seq - last > MOST_MISSED:
                last = ladder.seq
                yield _event(last, "reset", b"{}")
            elif ladder.seq > last:
                text, last = await run_in_threadpool(self._since, ladder, last)
                yield text
                await asyncio.sleep(PAUSE)
            elif not await self._wait(ladder, last):
                yield b": still here\n\n"

    async def _wait(self, ladder: Ladder, last: int) -> bool:
        """Wait for news, but not for ever; whether there are any."""
        news = self._news.setdefault(ladder.number, asyncio.Event())
        if ladder.seq > last or self._closing:  # between the look and the wait
            return True
        try:
            async with asyncio.timeout(HEARTBEAT):
                await news.wait()
        except TimeoutError:
            return False
        return True

    def _since(self, ladder: Ladder, seen: int) -> tuple[bytes, int]:
        """Events of the blocks after an entry, and the number of the last."""
        query = (
            select(log.c.first, log.c.last, log.c.kind, log.c.at, log.c.by, log.c.body)
            .where(log.c.ladder == ladder.number, log.c.last > seen, log.c.last <= ladder.seq)
            .order_by(log.c.first)
            .limit(TOGETHER)
        )
        parts, last = [], seen
        with self.ledger.database.reading() as connection:
            for row in connection.execute(query).all():
                key = (ladder.number, row.first, max(seen, row.first - 1))
                changes, text = self._changes, self._kept.get(key)
                if text is None:
                    block = read_block(*row)
                    with ladder.lock:
                        text = b"".join(_events(ladder, block, seen, connection))
                    self._keep(key, text, changes)
                parts.append(text)
                last = row.last
        return b"".join(parts), last

    def _keep(self, key: tuple[int, int, int], text: bytes, changes: int) -> None:
        """Keep events for others who listen, unless something was changed meanwhile."""
        with self._lock:
            if changes == self._changes:
                self._kept[key] = text
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def _event(seq: int, kind: str, data: bytes) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (seq, kind.encode(), data)


def _events(ladder: Ladder, block: Block, seen: int, connection: Connection) -> Iterator[bytes]:
    """The events of a block that were not seen yet."""
    body = block.body
    if isinstance(body, Posted):
        yield from _results(ladder, block, seen, connection)
    else:
        yield _event(block.last, block.kind, encode(_other(ladder, block, connection)))


def _results(ladder: Ladder, block: Block, seen: int, connection: Connection) -> Iterator[bytes]:
    seqs = [seq for seq in range(block.first, block.last + 1) if seq > seen]
    places = [(seq, at) for seq in seqs if (at := ladder.standing.find(seq)) is not None]
    games = changes(connection, ladder, np.array([at for _, at in places], np.int64))
    counting = dict(zip((seq for seq, _ in places), games, strict=True))
    for seq in seqs:
        told = counting.get(seq) or {"seq": seq, "voided": True}
        yield _event(seq, "result", encode(told))


def _other(ladder: Ladder, block: Block, connection: Connection) -> dict[str, object]:
    """What an event tells that is no result."""
    body, ids = block.body, ladder.roster.ids
    told: dict[str, object] = {"seq": block.last}
    if isinstance(body, Corrected):
        told["id"] = ladder.ids(connection, np.array([body.of]))[0]
    elif isinstance(body, Voided):
        told["ids"] = ladder.ids(connection, np.array(body.of))
    elif not isinstance(body, Changed | Played):
        told["player"] = ids[body.player]
        if isinstance(body, Merged):
            told["into"] = ids[body.into]
        elif isinstance(body, Unmerged):
            told["into"] = None
    return told
