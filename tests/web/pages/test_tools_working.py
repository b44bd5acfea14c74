"""The threads of the tools: few at once, and not too many who wait."""

import asyncio
from threading import Event, current_thread

import pytest

from evenhand.web.pages import tools_working
from evenhand.web.pages.tools_working import AT_ONCE, MOST_WAITING, worked_out
from evenhand.web.problems import Problem


def test_work_is_done_in_threads_of_the_tools() -> None:
    name = asyncio.run(worked_out(lambda: current_thread().name))
    assert name.startswith("tools")


def test_a_problem_comes_back() -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(worked_out(lambda: 1 // 0))


def test_whoever_comes_when_many_wait_is_asked_to_come_again() -> None:
    go, running = Event(), []

    def wait() -> int:
        running.append(1)
        go.wait(20)
        return len(running)

    async def all_at_once() -> list[int]:
        waiting = [asyncio.ensure_future(worked_out(wait)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0.05)
        assert len(running) == AT_ONCE
        with pytest.raises(Problem) as refused:
            await worked_out(wait)
        assert refused.value.status_code == 503
        go.set()
        return await asyncio.gather(*waiting)

    assert max(asyncio.run(all_at_once())) == MOST_WAITING
    assert tools_working._busy.count == 0
