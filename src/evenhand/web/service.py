"""What all routes share: the ledger, its writer, and which ladder a caller may see."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from fastapi import Request
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool

from evenhand.ledger.board import Board
from evenhand.ledger.keys import Access
from evenhand.ledger.known_keys import KnownKeys
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.schema import ladders
from evenhand.web.access import access_of
from evenhand.web.events import Events
from evenhand.web.limits import Limits, Places
from evenhand.web.problems import Problem
from evenhand.web.writer import Writer

T = TypeVar("T")
MOST_STREAMS, STREAMS_EACH = 1000, 20
MOST_KEPT = 64  # answers of a board


@dataclass(slots=True)
class Kept:
    """The list of a ladder, and answers that are right while it stays the same."""

    board: Board
    seq: int = -1
    answers: dict[bytes, bytes] = field(default_factory=dict)


class Service:
    """One running service."""

    def __init__(self, ledger: Ledger, limits: Limits | None = None) -> None:
        self.ledger = ledger
        self.limits = limits or Limits()
        self.keys = KnownKeys(ledger.database)
        self.writer = Writer(ledger)
        self.events = Events(ledger)
        self.streams = Places(MOST_STREAMS, STREAMS_EACH)
        self.ready = False
        self._kept: dict[str, Kept] = {}

    async def see(self, request: Request, name: str) -> Ladder:
        """A ladder that the caller may see; a key opens those of its own tenant only."""
        return await self.see_as(access_of(request), name)

    async def see_as(self, access: Access | None, name: str) -> Ladder:
        """A ladder that one may see with this access, or with none."""
        ladder = self.ledger.known(name)
        if ladder is None:
            tenant, public = await run_in_threadpool(self._owner, name)
            _check_seen(name, access, tenant, public)
            return await run_in_threadpool(self.ledger.ladder, name)
        _check_seen(name, access, ladder.tenant, ladder.public)
        return ladder

    def quickly_seen(self, request: Request) -> Ladder | None:
        """A ladder in memory that the caller may see; nothing if it takes a closer look."""
        ladder = self.ledger.known(request.path_params["ladder"])
        access = access_of(request)
        if ladder is None or not (
            ladder.public if access is None else ladder.tenant == access.tenant
        ):
            return None
        return ladder

    def _owner(self, name: str) -> tuple[int, bool]:
        query = select(ladders.c.tenant, ladders.c.public).where(ladders.c.id == name)
        with self.ledger.database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return (-1, False) if row is None else (row.tenant, row.public)

    def kept(self, ladder: Ladder) -> Kept:
        """The list of a ladder; answers of another state of it are let go."""
        kept = self._kept.get(ladder.id)
        if kept is None or kept.board.ladder is not ladder:
            kept = self._kept[ladder.id] = Kept(Board(ladder))
        if kept.seq != ladder.seq or len(kept.answers) > MOST_KEPT:
            kept.seq, kept.answers = ladder.seq, {}
        return kept

    async def write(self, work: Callable[[], T]) -> T:
        """Do something that writes, in its turn."""
        return await self.writer.do(work)


def _check_seen(name: str, access: Access | None, tenant: int, public: bool) -> None:
    if (public if access is None else tenant == access.tenant) is not True:
        raise Problem(404, f"there is no ladder {name[:100]!r}")


def service_of(request: Request) -> Service:
    """The service that a request came to."""
    service: Service = request.app.state.service
    return service
