"""Let the bots play on while the service runs, and post a few games every second."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from evenhand.demo.engine import Engine
from evenhand.demo.games import LUDO_ARENA, PLAYS, RUMMY_ARENA, SKAT_LEAGUE
from evenhand.demo.marks import BY
from evenhand.demo.supply import Pace, Supply, recorded_to_come
from evenhand.demo.world import World
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.posting import Posting
from evenhand.ledger.results import NewResult
from evenhand.web.service import Service

PACES = {
    SKAT_LEAGUE: Pace(seconds=4.0, games=1, lot=40),
    RUMMY_ARENA: Pace(seconds=1.0, games=2, lot=200),
    LUDO_ARENA: Pace(seconds=1.3, games=2, lot=150),
}
log = logging.getLogger(__name__)


def players_of(world: World) -> Callable[[Service], Awaitable[None]]:
    """Return a function that plays on beside a service."""

    async def play(service: Service) -> None:
        engine = Engine()
        try:
            async with asyncio.TaskGroup() as group:
                for name in PLAYS:
                    group.create_task(_play_ladder(service, world, engine, name))
        finally:
            await engine.end()

    return play


async def _play_ladder(service: Service, world: World, engine: Engine, name: str) -> None:
    """Post the games of one ladder for ever, and log errors."""
    ladder, people, pace = service.ledger.ladder(name), world.people[name], PACES[name]
    recorded = recorded_to_come(service.ledger, ladder, people)
    supply = Supply(engine, ladder, people, recorded, world.seed, pace.lot)
    try:
        while True:
            try:
                await post_next(service, supply, pace.games)
            except Exception:
                log.exception("%s: games could not be posted", name)
            await asyncio.sleep(pace.seconds)
    finally:
        await supply.end()


async def post_next(service: Service, supply: Supply, count: int) -> None:
    """Post the next few games."""
    results = [result for result in supply.take(count) if _all_known(supply.ladder, result)]
    if results:
        await service.writer.post(supply.ladder, Posting(results, by=BY))


def _all_known(ladder: Ladder, result: NewResult) -> bool:
    """Return whether no player was erased meanwhile: a game must not bring a name back."""
    return all(ladder.roster.find(seat.player) is not None for seat in result.players)
