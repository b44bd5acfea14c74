"""Work on all cores or on a cluster, with the answers in the order of the questions.

Kernels let go of Python's lock while they run, so threads are enough where nearly all the
time is spent in kernels.  More machines work together as a Dask cluster.
"""

import asyncio
import os
import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from importlib import import_module
from logging import CRITICAL
from queue import Empty, Queue
from threading import Event, Thread
from time import monotonic
from typing import Any, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")
Team = Callable[[Callable[..., Any], Iterable[Any]], Generator[Any]]
"""Answers blocks of work, in order."""

NOTHING: Any = object()  # is shared

AHEAD = 8  # questions read ahead for each worker
LOCAL = "local"
"""The address of a cluster of processes on this machine."""
ANY_PORT = "127.0.0.1:0"  # Dask's own pages are not needed, but cannot be left out
PATIENCE = 5.0  # seconds until a cluster must have answered
FIRST_WORKER = 5.0  # seconds until it must have a worker
NO_WORKERS = 30.0  # seconds that it may be without workers later on
LOOK = 1.0  # seconds between two looks whether there are any


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
    work: Callable[..., Answer],
    blocks: Iterable[Question],
    *,
    shared: Any = NOTHING,
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

    What is ``shared`` by all blocks is the first argument of ``work``, before the block.  It
    reaches each process once.

    Blocks are read a few ahead for each worker; what is left is cancelled when the caller
    stops or something goes wrong.  ``done`` is called with the number of answers so far.

    >>> list(in_blocks(sum, [[1, 2], [3, 4]], workers=2, done=print))
    1
    2
    [3, 7]
    >>> list(in_blocks(pow, [1, 2, 3], shared=10))
    [10, 100, 1000]
    """
    with (
        team(shared=shared, workers=workers, cluster=cluster) as answers_to,
        closing(answers_to(work, blocks)) as answers,
    ):
        for count, answer in enumerate(answers, 1):
            if done is not None:
                done(count)
            yield answer


@contextmanager
def team(
    *, shared: Any = NOTHING, workers: int | None = None, cluster: str | None = None
) -> Iterator[Team]:
    """Workers that stay for several lots of blocks, with what they share.

    >>> with team(shared=2, workers=1) as answers_to:
    ...     list(answers_to(pow, [1, 2])), list(answers_to(divmod, [1]))
    ([2, 4], [(2, 0)])
    """
    if cluster is None:
        yield lambda work, blocks: in_order(_with(work, shared), blocks, workers)
        return
    with _client(cluster, workers) as client:
        parcel = None if shared is NOTHING else _parcel(client, shared)
        yield lambda work, blocks: _on_cluster(client, cluster, work, blocks, parcel)


def _with(work: Callable[..., Answer], shared: Any) -> Callable[[Any], Answer]:
    return work if shared is NOTHING else partial(work, shared)


def _parcel(client: Any, shared: Any) -> Any:
    """What is shared, as the answer of a task: who has lost it can ask the scheduler again.

    It travels as bytes, so that the scheduler need not understand it.
    """
    config: Any = import_module("dask").config
    with config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"}):
        return client.submit(pickle.loads, pickle.dumps(shared, protocol=5), pure=False)


def _on_cluster(
    client: Any, address: str, work: Callable[..., Answer], blocks: Iterable[Question], parcel: Any
) -> Generator[Answer]:
    """The answers of a Dask cluster, in the order of the blocks."""
    window = max(1, AHEAD * sum(client.nthreads().values()))
    waiting: deque[Any] = deque()
    first = () if parcel is None else (parcel,)
    if parcel is not None:
        # Dask sends work to who has the parcel.  A worker that ends meanwhile does no harm.
        with suppress(Exception):
            client.replicate([parcel], callback_timeout=NO_WORKERS)
    try:
        for block in blocks:
            waiting.append(client.submit(work, *first, block, pure=False))
            if len(waiting) == window:
                yield _answer(client, address, waiting.popleft())
        while waiting:
            yield _answer(client, address, waiting.popleft())
    finally:
        client.cancel(list(waiting))


def _answer(client: Any, address: str, future: Any) -> Any:
    """The answer to a block.  Dask alone would wait for ever if the last worker had ended."""
    look, seen = LOOK, monotonic()
    while True:
        try:
            return future.result(timeout=look)
        except TimeoutError:
            if future.status == "error":  # the work itself may have raised it
                return future.result()
        look = 2.0 * look if future.done() else LOOK  # a long answer may need time to come
        if client.nthreads():
            seen = monotonic()
        elif monotonic() - seen > NO_WORKERS:
            raise ValueError(f"the cluster at {address} has no workers left")


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
