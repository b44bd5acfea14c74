"""What goes on beside a service: begins when it is ready, ends with it, and may fail."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from evenhand.web.serving import _going_on


def service(*, ready: bool) -> Any:
    return SimpleNamespace(ready=ready)


def test_it_begins_when_the_service_is_ready_and_is_cancelled_at_its_end() -> None:
    seen: list[str] = []

    async def go_on(_: object) -> None:
        seen.append("begun")
        try:
            await asyncio.sleep(60)
        finally:
            seen.append("ended")

    async def life() -> None:
        own = service(ready=False)
        async with _going_on(own, None, go_on):
            await asyncio.sleep(0.1)
            assert seen == []
            own.ready = True
            await asyncio.sleep(0.1)
            assert seen == ["begun"]

    asyncio.run(life())
    assert seen == ["begun", "ended"]


def test_its_failure_is_logged_and_the_service_stays(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_: object) -> None:
        raise OSError("no more games")

    async def life() -> bool:
        async with _going_on(service(ready=True), None, fail):
            await asyncio.sleep(0.05)
        return True

    assert asyncio.run(life())
    assert "no more games" in caplog.text
