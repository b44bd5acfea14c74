"""The bots keep playing: recorded games first, then what they play themselves."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from evenhand.demo.engine import Engine, Wanted, play
from evenhand.demo.games import LUDO_ARENA, SKAT_LEAGUE, Games
from evenhand.demo.playing import post_next
from evenhand.demo.supply import Supply, recorded_to_come
from evenhand.demo.world import World
from evenhand.ledger import people
from evenhand.ledger.hashing import state_hash
from evenhand.ledger.ledger import Ledger
from evenhand.web.app import make_app
from evenhand.web.service import Service

from .conftest import Made

LOT = 3


class Here(Engine):
    """Plays in this process, when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may, self.fails = asyncio.Event(), 0

    async def games(self, wanted: Wanted) -> Games:
        await self.may.wait()
        if self.fails:
            self.fails -= 1
            raise ConnectionError("ended")
        return play(wanted).games()


@pytest.fixture
def ledger(small: Made, tmp_path: Path) -> Iterator[Ledger]:
    """A copy of the small world."""
    small.ledger.database.close()
    shutil.copy(small.path, tmp_path / "copy.db")
    with Ledger(str(tmp_path / "copy.db")) as found:
        yield found


def supply_of(ledger: Ledger, name: str, engine: Engine) -> Supply:
    ladder, own = ledger.ladder(name), World.of(1).people[name]
    return Supply(engine, ladder, own, recorded_to_come(ledger, ladder, own), 1, LOT)


async def post(service: Service, supply: Supply, times: int) -> None:
    service.writer.start()
    for _ in range(times):
        await post_next(service, supply, 2)
        await asyncio.sleep(0.01)
    service.writer.stop()


def service_over(ledger: Ledger) -> Service:
    service: Service = make_app(ledger).state.service
    return service


def test_recorded_games_are_posted_until_the_bots_are_ready(ledger: Ledger) -> None:
    ladder = ledger.ladder(SKAT_LEAGUE)
    before, own = ladder.standing.games.count, World.of(1).people[SKAT_LEAGUE]
    waiting = recorded_to_come(ledger, ladder, own)

    async def some() -> None:
        supply = supply_of(ledger, SKAT_LEAGUE, Here())
        await post(service_over(ledger), supply, times=3)
        await supply.end()

    asyncio.run(some())
    assert ladder.standing.games.count == before + 6
    left = recorded_to_come(ledger, ladder, own)
    assert [one.id for one in left] == [one.id for one in waiting[6:]]  # it goes on from there


def test_then_the_bots_play_themselves_the_same_games_of_the_same_seed(ledger: Ledger) -> None:
    async def some() -> list[list[str]]:
        engine = Here()
        engine.may.set()
        supply = supply_of(ledger, LUDO_ARENA, engine)
        supply.take(0)
        await asyncio.sleep(0.01)
        taken = [supply.take(2), supply.take(2)]
        await supply.end()
        return [[result.id for result in part] for part in taken]

    first, second = asyncio.run(some())
    begin = f"live-{ledger.ladder(LUDO_ARENA).seq:06}"
    assert first + second[:1] == [f"{begin}-00000{number}" for number in (1, 2, 3)]
    wanted = Wanted(LUDO_ARENA, 2, [1, 2, 3])
    assert play(wanted) == play(wanted) != play(Wanted(LUDO_ARENA, 2, [1, 2, 4]))


def test_a_failure_of_the_bots_is_logged_and_the_record_goes_on(
    ledger: Ledger, caplog: pytest.LogCaptureFixture
) -> None:
    async def some() -> None:
        engine = Here()
        engine.fails = 1
        engine.may.set()
        supply = supply_of(ledger, LUDO_ARENA, engine)
        await post(service_over(ledger), supply, times=4)
        await supply.end()

    before = ledger.ladder(LUDO_ARENA).standing.games.count
    asyncio.run(some())
    assert ledger.ladder(LUDO_ARENA).standing.games.count == before + 8
    assert "the bots could not play" in caplog.text


def test_who_was_erased_does_not_come_back_by_a_game(ledger: Ledger) -> None:
    ladder = ledger.ladder(LUDO_ARENA)
    for one in World.of(1).people[LUDO_ARENA]:
        number = people.number_of(ledger, ladder.tenant, one.name)
        people.erase(ledger, ladder.tenant, number)

    async def some() -> None:
        supply = supply_of(ledger, LUDO_ARENA, Here())
        await post(service_over(ledger), supply, times=2)
        await supply.end()

    before = state_hash(ladder)
    asyncio.run(some())
    assert state_hash(ladder) == before


def test_the_process_of_the_bots_plays_what_is_wanted_and_ends_when_told() -> None:
    wanted = Wanted(LUDO_ARENA, 2, [1, 2, 3])

    async def some() -> Games:
        engine = Engine()
        games = await engine.games(wanted)
        await engine.end()
        with pytest.raises(TimeoutError):  # another one is started if need be
            await asyncio.wait_for(engine.games(wanted), timeout=0.01)
        await engine.end()
        return games

    assert asyncio.run(some()).score.tolist() == play(wanted).score
