"""Run work on all cores or on a cluster, with the results in the order of the items.

Kernels release Python's global lock while they run, so threads are enough where nearly all the
time is spent in kernels.  Several machines work together as a Dask cluster.
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
from threading import Event, Thread, local
from time import monotonic
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Pool = Callable[[Callable[..., Any], Iterable[Any]], Generator[Any]]
"""Maps a function over blocks of work, with the results in order."""

NOTHING: Any = object()  # is shared

AHEAD = 8  # items read ahead for each worker
LOCAL = "local"
"""The address of a cluster of processes on this machine."""
ANY_PORT = "127.0.0.1:0"  # Dask's own pages are not needed, but cannot be left out
PATIENCE = 5.0  # seconds until a cluster must have answered
FIRST_WORKER = 5.0  # seconds until it must have a worker
NO_WORKERS = 30.0  # seconds that it may be without workers later on
LOOK = 1.0  # seconds between two looks whether there are any


def cores() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def per_thread(make: Callable[[], Result]) -> Callable[[], Result]:
    """Return a function that gives each thread an object of its own, made when first needed.

    >>> lists = per_thread(list)
    >>> lists() is lists()
    True
    """
    own = local()

    def get() -> Result:
        if not hasattr(own, "made"):
            own.made = make()
        made: Result = own.made
        return made

    return get


def map_ordered(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int | None = None
) -> Generator[Result]:
    """Apply a function to items in threads, and yield each result once those before it are there.

    Items are read in a thread of their own and only a few ahead, so the next item may depend on
    results that have been yielded, and endless input needs no endless memory.

    >>> list(map_ordered(len, ["one", "three"], workers=2))
    [3, 5]
    """
    count = workers or cores()
    waiting: Queue[Future[Result] | None] = Queue(AHEAD * count)
    stop = Event()
    threads = ThreadPoolExecutor(count)

    def submit() -> None:
        try:
            for item in items:
                if stop.is_set():
                    return
                waiting.put(threads.submit(function, item))
        except BaseException as problem:
            failed: Future[Result] = Future()
            failed.set_exception(problem)
            waiting.put(failed)
        finally:
            waiting.put(None)

    # A daemon, because it may wait for input that never comes.
    Thread(target=submit, daemon=True).start()
    try:
        while (future := waiting.get()) is not None:
            yield future.result()
    finally:
        stop.set()
        threads.shutdown(cancel_futures=True)
        _empty(waiting)


def _empty(waiting: "Queue[Future[Result] | None]") -> None:
    """Make room in a queue, so that a thread that waits for it sees that it is to stop."""
    with suppress(Empty):
        while True:
            waiting.get_nowait()


def map_blocks(
    function: Callable[..., Result],
    blocks: Iterable[Item],
    *,
    shared: Any = NOTHING,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] | None = None,
) -> Generator[Result]:
    """Apply a function to blocks of work, and yield the results in the order of the blocks.

    Without a ``cluster``, threads of this process work, as many as ``workers`` or cores.  A
    cluster is the address of a Dask scheduler such as ``tcp://host:8786``, which has its own
    number of workers, or ``"local"`` for as many processes on this machine.  There, function,
    blocks and results are pickled, evenhand must be installed, and every process compiles its
    kernels or loads them from the disk once, so blocks should take a second or more.

    Data ``shared`` by all blocks is the first argument of the function, before the block.  It
    reaches each process once.

    Blocks are read a few ahead for each worker; the rest is cancelled when the caller stops or
    something fails.  ``done`` is called with the number of results so far.

    >>> list(map_blocks(sum, [[1, 2], [3, 4]], workers=2, done=print))
    1
    2
    [3, 7]
    >>> list(map_blocks(pow, [1, 2, 3], shared=10))
    [10, 100, 1000]
    """
    with (
        pool(shared=shared, workers=workers, cluster=cluster) as map_over,
        closing(map_over(function, blocks)) as results,
    ):
        for count, result in enumerate(results, 1):
            if done is not None:
                done(count)
            yield result


@contextmanager
def pool(
    *, shared: Any = NOTHING, workers: int | None = None, cluster: str | None = None
) -> Iterator[Pool]:
    """Keep workers, with the data they share, for several maps over blocks.

    >>> with pool(shared=2, workers=1) as map_over:
    ...     list(map_over(pow, [1, 2])), list(map_over(divmod, [1]))
    ([2, 4], [(2, 0)])
    """
    if cluster is None:
        yield lambda function, blocks: map_ordered(_bind(function, shared), blocks, workers)
        return
    with _client(cluster, workers) as client:
        scattered = None if shared is NOTHING else _scatter(client, shared)
        yield lambda function, blocks: _map_on_cluster(client, cluster, function, blocks, scattered)


def _bind(function: Callable[..., Result], shared: Any) -> Callable[[Any], Result]:
    return function if shared is NOTHING else partial(function, shared)


def _scatter(client: Any, shared: Any) -> Any:
    """Submit shared data as the result of a task, which can be computed again if it is lost.

    It travels as bytes, so that the scheduler need not understand it.
    """
    config: Any = import_module("dask").config
    with config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"}):
        return client.submit(pickle.loads, pickle.dumps(shared, protocol=5), pure=False)


def _map_on_cluster(
    client: Any,
    address: str,
    function: Callable[..., Result],
    blocks: Iterable[Item],
    scattered: Any,
) -> Generator[Result]:
    """Yield the results of a Dask cluster in the order of the blocks."""
    window = max(1, AHEAD * sum(client.nthreads().values()))
    waiting: deque[Any] = deque()
    first = () if scattered is None else (scattered,)
    if scattered is not None:
        # Dask sends work to workers that hold the data.  One that ends meanwhile does no harm.
        with suppress(Exception):
            client.replicate([scattered], callback_timeout=NO_WORKERS)
    try:
        for block in blocks:
            waiting.append(client.submit(function, *first, block, pure=False))
            if len(waiting) == window:
                yield _result(client, address, waiting.popleft())
        while waiting:
            yield _result(client, address, waiting.popleft())
    finally:
        client.cancel(list(waiting))


def _result(client: Any, address: str, future: Any) -> Any:
    """Wait for a result.  Dask alone would wait for ever if the last worker had ended."""
    look, seen = LOOK, monotonic()
    while True:
        try:
            return future.result(timeout=look)
        except TimeoutError:
            if future.status == "error":  # the function itself may have raised it
                return future.result()
        look = 2.0 * look if future.done() else LOOK  # a large result may need time to arrive
        if client.nthreads():
            seen = monotonic()
        elif monotonic() - seen > NO_WORKERS:
            raise ValueError(f"the cluster at {address} has no workers left")


@contextmanager
def _client(address: str, workers: int | None) -> Iterator[Any]:
    """Connect to a cluster; a cluster on this machine ends with the connection."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise ValueError("a cluster needs Dask: pip install 'evenhand[cluster]'") from None
    with ExitStack() as stack:
        if address == LOCAL:
            # Errors of a worker are raised here, so they need not be logged too.
            quiet = {"silence_logs": CRITICAL, "dashboard_address": ANY_PORT}
            count = workers or cores()
            local = dask.LocalCluster(n_workers=count, threads_per_worker=1, **quiet)
            cluster = stack.enter_context(local)
        else:
            cluster = _check_scheduler(address)
        client = dask.Client(cluster, timeout=PATIENCE, set_as_default=False)
        try:
            stack.enter_context(client).wait_for_workers(1, timeout=FIRST_WORKER)
        except TimeoutError:
            raise ValueError(f"the cluster at {address} has no workers") from None
        yield client


def _check_scheduler(address: str) -> str:
    """Return the address if a scheduler answers there; Dask's client might wait for ever."""
    try:
        with ThreadPoolExecutor(1) as thread:  # the caller's thread may have a loop of its own
            thread.submit(asyncio.run, _greet(address)).result()
    except (OSError, ValueError):
        raise ValueError(f"no cluster answers at {address}") from None
    return address


async def _greet(address: str) -> None:
    comm: Any = import_module("distributed.comm")
    (await asyncio.wait_for(comm.connect(address), PATIENCE)).abort()
