"""Work on all cores, with the answers in the order of the questions.

Kernels let go of Python's lock while they run, so threads are enough where nearly all the
time is spent in kernels.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, Queue
from threading import Event, Thread
from typing import TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")

AHEAD = 8  # questions read ahead for each worker


def cores() -> int:
    """How many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def in_order(
    answer: Callable[[Question], Answer], questions: Iterable[Question], workers: int | None = None
) -> Iterator[Answer]:
    """The answer to each question, worked out by threads, as soon as those before it are there.

    Questions are read in a thread of their own, and not many ahead: so a dialogue is possible,
    and endless input needs no endless memory.

    >>> list(in_order(len, ["one", "three"], workers=2))
    [3, 5]
    """
    count = workers or cores()
    waiting: Queue[Future[Answer] | None] = Queue(AHEAD * count)
    stop = Event()
    pool = ThreadPoolExecutor(count)

    def ask() -> None:
        try:
            for question in questions:
                if stop.is_set():
                    return
                waiting.put(pool.submit(answer, question))
        except BaseException as problem:
            failed: Future[Answer] = Future()
            failed.set_exception(problem)
            waiting.put(failed)
        finally:
            waiting.put(None)

    # A daemon, because it may wait for input that never comes.
    Thread(target=ask, daemon=True).start()
    try:
        while (future := waiting.get()) is not None:
            yield future.result()
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
        _empty(waiting)


def _empty(waiting: "Queue[Future[Answer] | None]") -> None:
    """Make room, in case the reader waits for it: then it sees that it is to stop."""
    with suppress(Empty):
        while True:
            waiting.get_nowait()
