"""Work on all cores or on a cluster, with the answers in the order of the questions.

Kernels let go of Python's lock while they run, so threads are enough where nearly all the
time is spent in kernels.  More machines work together as a Dask cluster.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from importlib import import_module
from logging import CRITICAL
from queue import Empty, Queue
from threading import Event, Thread
from typing import Any, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")

AHEAD = 8  # questions read ahead for each worker
LOCAL = "local"
"""The address of a cluster of processes on this machine."""
ANY_PORT = "127.0.0.1:0"  # Dask's own pages are not needed, but cannot be left out
PATIENCE = 5.0  # seconds until a cluster must have answered
FIRST_WORKER = 5.0  # seconds until it must have a worker


def cores() -> int:
    """How many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def in_order(
    answer: Callable[[Question], Answer], questions: Iterable[Question], workers: int | None = None
) -> Generator[Answer]:
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


def in_blocks(
    work: Callable[[Question], Answer],
    blocks: Iterable[Question],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] | None = None,
) -> Generator[Answer]:
    """The answers to blocks of work, in the order of the blocks.

    Without a ``cluster`` threads of this process work, as many as ``workers`` or cores.  A
    cluster is the address of a Dask scheduler such as ``tcp://host:8786``, which has its own
    number of workers, or ``"local"`` for as many processes on this machine.  There ``work``,
    blocks and answers are pickled, evenhand must be installed, and every process compiles its
    kernels or loads them from the disk once: so blocks should take a second or more.

    Blocks are read a few ahead for each worker; what is left is cancelled when the caller
    stops or something goes wrong.  ``done`` is called with the number of answers so far.

    >>> list(in_blocks(sum, [[1, 2], [3, 4]], workers=2, done=print))
    1
    2
    [3, 7]
    """
    if cluster is None:
        answers = in_order(work, blocks, workers)
    else:
        answers = _on_cluster(work, blocks, cluster, workers)
    with closing(answers):
        for count, answer in enumerate(answers, 1):
            if done is not None:
                done(count)
            yield answer


def _on_cluster(
    work: Callable[[Question], Answer],
    blocks: Iterable[Question],
    address: str,
    workers: int | None,
) -> Generator[Answer]:
    """The answers of a Dask cluster, in the order of the blocks."""
    with _client(address, workers) as client:
        window = AHEAD * sum(client.nthreads().values())
        waiting: deque[Any] = deque()
        try:
            for block in blocks:
                waiting.append(client.submit(work, block, pure=False))
                if len(waiting) == window:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            client.cancel(list(waiting))


@contextmanager
def _client(address: str, workers: int | None) -> Iterator[Any]:
    """A connection to a cluster; a cluster on this machine ends with it."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise ValueError("a cluster needs Dask: pip install 'evenhand[cluster]'") from None
    with ExitStack() as stack:
        if address == LOCAL:
            # What goes wrong in a worker is raised here, so it need not be logged too.
            quiet = {"silence_logs": CRITICAL, "dashboard_address": ANY_PORT}
            count = workers or cores()
            local = dask.LocalCluster(n_workers=count, threads_per_worker=1, **quiet)
            cluster = stack.enter_context(local)
        else:
            cluster = _reached(address)
        client = dask.Client(cluster, timeout=PATIENCE, set_as_default=False)
        try:
            stack.enter_context(client).wait_for_workers(1, timeout=FIRST_WORKER)
        except TimeoutError:
            raise ValueError(f"the cluster at {address} has no workers") from None
        yield client


def _reached(address: str) -> str:
    """The address, if a scheduler answers there: Dask's client might wait for ever."""
    try:
        with ThreadPoolExecutor(1) as pool:  # the caller's thread may have a loop of its own
            pool.submit(asyncio.run, _greet(address)).result()
    except (OSError, ValueError):
        raise ValueError(f"no cluster answers at {address}") from None
    return address


async def _greet(address: str) -> None:
    comm: Any = import_module("distributed.comm")
    (await asyncio.wait_for(comm.connect(address), PATIENCE)).abort()
