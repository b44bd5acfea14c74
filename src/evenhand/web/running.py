"""The life of a service: ladders read, others followed, checkpoints kept, all ended in order."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic

from starlette.concurrency import run_in_threadpool

from evenhand.ledger.answers import forget_old
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.lists import note_checkpoint
from evenhand.ledger.warming import warm_up
from evenhand.web.service import Service

FOLLOW = 0.25  # seconds between two looks for what other processes have written
TIDY = 3600.0
log = logging.getLogger(__name__)


@asynccontextmanager
async def running(service: Service) -> AsyncIterator[None]:
    """Read all ladders, then serve; at the end write what is waiting."""
    service.events.start()
    service.writer.start()
    await run_in_threadpool(_read_all, service.ledger)
    gc.freeze()  # what was read stays: no need to look through it for garbage
    service.ready = True
    following = asyncio.create_task(_follow(service))
    try:
        yield
    finally:
        service.ready = False
        service.events.close()
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following
        await run_in_threadpool(service.writer.stop)
        if not service.ledger.read_only:
            await run_in_threadpool(_note_all, service.ledger)


def _read_all(ledger: Ledger) -> None:
    begin = monotonic()
    warm_up()
    for name in ledger.all_ladders():
        ladder = ledger.ladder(name)
        log.info("ladder %s: %d games", name, ladder.standing.games.count)
    log.info("all ladders read in %.1f s", monotonic() - begin)


async def _follow(service: Service) -> None:
    """Read what other processes have written, and let old answers go."""
    tidied = monotonic()
    while True:
        await asyncio.sleep(FOLLOW)
        try:
            await run_in_threadpool(_follow_all, service.ledger)
            if monotonic() - tidied > TIDY and not service.ledger.read_only:
                tidied = monotonic()
                await run_in_threadpool(forget_old, service.ledger.database)
        except Exception:
            log.exception("what others have written could not be read; trying again")


def _follow_all(ledger: Ledger) -> None:
    for ladder in ledger.behind():
        ledger.follow(ladder)


def _note_all(ledger: Ledger) -> None:
    """Keep the hash of every ladder, to verify against."""
    for ladder in ledger.loaded():
        with ledger.changing() as connection:
            note_checkpoint(connection, ladder)
