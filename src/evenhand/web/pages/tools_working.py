"""Where the tools work: in a few threads of their own, so that nobody else has to wait.

What waits for them is limited too: whoever comes when many wait is asked to come again.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import ParamSpec, TypeVar

from evenhand.web.problems import Problem

P = ParamSpec("P")
T = TypeVar("T")
AT_ONCE = 2
MOST_WAITING = 40


@dataclass
class _Busy:
    """How many are waiting or being answered."""

    count: int = 0


_busy = _Busy()


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(AT_ONCE, thread_name_prefix="tools")


async def worked_out(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function gives, called in a thread; a ``Problem`` if too many wait already."""
    if _busy.count >= MOST_WAITING:
        raise Problem(503, "many hands are being worked out just now; try again in a moment")
    _busy.count += 1
    try:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_threads(), lambda: work(*args, **kwargs))
    finally:
        _busy.count -= 1
