"""The process in which the bots play, so that the pages stay quick while players are compiled.

It reads a line of JSON for each lot of games that is wanted, and answers with a line of games.
It ends when nobody asks any more.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Iterable

import msgspec
import numpy as np
from numpy.random import default_rng

from evenhand.demo.games import PLAYS, Games

LONGEST = 1 << 22  # bytes of a line
LATER = 10  # how much less urgent than the pages the bots are


class Wanted(msgspec.Struct, frozen=True):
    """A request for some games; the same seed gives the same games."""

    ladder: str
    count: int
    seed: list[int]


class Lot(msgspec.Struct, frozen=True):
    """The games of a request, as JSON has them."""

    seats: list[list[int]]
    score: list[list[float]]
    luck: list[list[float | None]]

    def games(self) -> Games:
        """Return the games as columns."""
        luck = np.array(self.luck, np.float64)  # what is unknown becomes NaN
        return Games(np.array(self.seats, np.int32), np.array(self.score), luck)


def play(wanted: Wanted) -> Lot:
    """Play the games of a request."""
    games = PLAYS[wanted.ladder](default_rng(wanted.seed), wanted.count)
    luck = [[None if x != x else x for x in row] for row in games.luck.tolist()]
    return Lot(games.seats.tolist(), games.score.tolist(), luck)


class Engine:
    """The process as the service sees it: started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def games(self, wanted: Wanted) -> Games:
        """Return some games; requests are served one after the other."""
        async with self._turn:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(wanted) + b"\n")
            await process.stdin.drain()
            line = await process.stdout.readline()
        if not line:
            raise ConnectionError("the process in which the bots play has ended")
        return msgspec.json.decode(line, type=Lot).games()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", __name__),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST,
                start_new_session=True,  # Ctrl-C is for the service, which ends the bots itself
            )
        return self._process

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.stdin.close()
        await process.wait()
        await process.stdout.read()  # to its end, so that nothing stays open


def answer(lines: Iterable[str]) -> None:
    """Answer requests from stdin, line by line."""
    for line in lines:
        lot = play(msgspec.json.decode(line, type=Wanted))
        sys.stdout.write(msgspec.json.encode(lot).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    os.nice(LATER)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        answer(sys.stdin)
