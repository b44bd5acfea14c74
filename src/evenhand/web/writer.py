"""One thread that writes: what comes while it is busy is committed together (group commit).

Requests wait in a queue.  The thread takes all that are there; results for one ladder that follow
each other share a transaction, so that a thousand single posts a second need far fewer commits.
Whoever waits is answered only after the commit.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from evenhand.ledger.corrections import post
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.posting import Posting
from evenhand.web.answers import ResultAnswer, answers_to

T = TypeVar("T")
MOST_TOGETHER = 2000  # results of one transaction, unless one request has more
Told = tuple["asyncio.Future[Any]", Any, BaseException | None]


@dataclass(frozen=True, slots=True, eq=False)
class _Results:
    """Results that somebody waits for."""

    ladder: Ladder
    posting: Posting
    waiting: "asyncio.Future[list[ResultAnswer]]"


@dataclass(frozen=True, slots=True, eq=False)
class _Other:
    """Anything else to be done by the thread."""

    work: Callable[[], Any]
    waiting: "asyncio.Future[Any]"


class Writer:
    """The thread and its queue."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.commits = 0
        self._queue: SimpleQueue[_Results | _Other | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="evenhand-writer", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what is waiting, then end."""
        self._queue.put(None)
        self._thread.join()

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return self._queue.qsize()

    async def post(self, ladder: Ladder, posting: Posting) -> list[ResultAnswer]:
        """Post results; answered once they are committed."""
        waiting: asyncio.Future[list[ResultAnswer]] = asyncio.get_running_loop().create_future()
        self._queue.put(_Results(ladder, posting, waiting))
        return await waiting

    async def do(self, work: Callable[[], T]) -> T:
        """Do anything else that writes, in its turn."""
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put(_Other(work, waiting))
        return await waiting

    def _run(self) -> None:
        while True:
            taken, end = self._take()
            for job in _together(taken):
                told = self._do(job)
                loop = told[0][0].get_loop()
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_tell, told)
            if end:
                return

    def _take(self) -> tuple[list[_Results | _Other], bool]:
        """All that waits; at least one."""
        taken: list[_Results | _Other] = []
        while not taken or not self._queue.empty():
            job = self._queue.get()
            if job is None:
                return taken, True
            taken.append(job)
        return taken, False

    def _do(self, job: Sequence[_Results] | _Other) -> list[Told]:
        if isinstance(job, _Other):
            try:
                return [(job.waiting, job.work(), None)]
            except BaseException as problem:
                return [(job.waiting, None, problem)]
        try:
            return self._post(job)
        except BaseException as problem:
            if len(job) == 1:
                return [(job[0].waiting, None, problem)]
        return [told for one in job for told in self._do([one])]  # who is to blame?

    def _post(self, jobs: Sequence[_Results]) -> list[Told]:
        ladder = jobs[0].ladder
        checked, _ = post(self.ledger, ladder, [job.posting for job in jobs])
        self.commits += 1
        answers = answers_to(ladder, checked)
        return [(job.waiting, own, None) for job, own in zip(jobs, answers, strict=True)]


def _together(jobs: Sequence[_Results | _Other]) -> Iterator[Sequence[_Results] | _Other]:
    """Results for one ladder that follow each other, as many as may be together."""
    for ladder, own in groupby(jobs, lambda job: getattr(job, "ladder", None)):
        if ladder is None:
            yield from own  # type: ignore[misc]
            continue
        lot: list[_Results] = []
        size = 0
        for job in own:
            assert isinstance(job, _Results)
            if lot and size + len(job.posting.results) > MOST_TOGETHER:
                yield lot
                lot, size = [], 0
            lot.append(job)
            size += len(job.posting.results)
        yield lot


def _tell(told: Sequence[Told]) -> None:
    for waiting, answer, problem in told:
        if waiting.done():  # the caller has gone
            continue
        if problem is None:
            waiting.set_result(answer)
        else:
            waiting.set_exception(problem)
