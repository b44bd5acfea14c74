"""Many items, several workers, results in order."""

import operator
import os
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import count, islice
from logging import CRITICAL
from pathlib import Path
from socket import create_server
from time import sleep
from typing import Any

import numpy as np
import pytest
from distributed import LocalCluster

from evenhand import parallel
from evenhand.games.skat.deck import PACK
from evenhand.parallel import ANY_PORT, LOCAL, cores, map_blocks, map_ordered, pool
from tests.dask_processes import dask_processes


def test_results_come_in_the_order_of_the_items() -> None:
    late = threading.Event()

    def times_ten(number: int) -> int:
        if number == 0:
            late.wait(5)
        if number == 7:
            late.set()
        return 10 * number

    assert list(map_ordered(times_ten, range(50), workers=4)) == [10 * n for n in range(50)]


def test_no_items_no_results() -> None:
    assert list(map_ordered(str, [], workers=3)) == []


def test_an_endless_stream_of_items_can_be_left() -> None:
    read_items: list[int] = []

    def items() -> Iterator[int]:
        for number in count():
            read_items.append(number)
            yield number

    results = map_ordered(str, items(), workers=2)
    assert list(islice(results, 3)) == ["0", "1", "2"]
    results.close()
    assert len(read_items) < 100


def test_a_result_comes_before_the_next_item_is_read() -> None:
    heard = threading.Event()

    def dialogue() -> Iterator[str]:
        yield "first"
        assert heard.wait(5)
        yield "second"

    results = map_ordered(str.upper, dialogue(), workers=1)
    assert next(results) == "FIRST"
    heard.set()
    assert list(results) == ["SECOND"]


def test_errors_of_the_function_or_the_items_are_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(map_ordered(lambda n: 1 // n, [1, 0, 2], workers=2))

    def broken() -> Iterator[int]:
        yield 1
        raise OSError("the file is gone")

    results = map_ordered(str, broken(), workers=2)
    assert next(results) == "1"
    with pytest.raises(OSError, match="gone"):
        next(results)


def test_there_is_at_least_one_core() -> None:
    assert cores() >= 1


# Blocks of work, here or on a cluster


def deals(seed: int) -> list[list[int]]:
    """A block of work that a process on another machine could do."""
    hands: list[list[int]] = PACK.deal(np.random.default_rng(seed), 5, 10, 10, 10, 2).tolist()
    return hands


def process(_: int) -> int:
    return os.getpid()


def cluster_of(workers: int, *, processes: bool) -> Any:
    cluster: Any = LocalCluster  # its types are not all there
    options = {"threads_per_worker": 1, "dashboard_address": ANY_PORT, "silence_logs": CRITICAL}
    return cluster(n_workers=workers, processes=processes, protocol="tcp", **options)


@pytest.fixture(scope="module")
def threads() -> Iterator[str]:
    """The address of a cluster within this process."""
    with cluster_of(2, processes=False) as cluster:
        yield cluster.scheduler_address


def test_results_are_the_same_on_any_number_of_workers_and_on_a_cluster(threads: str) -> None:
    expected = [deals(seed) for seed in range(40)]
    for workers in (1, 2):
        assert list(map_blocks(deals, range(40), workers=workers)) == expected
    assert list(map_blocks(deals, range(40), cluster=threads)) == expected


def test_results_are_the_same_from_processes_that_are_reached_by_their_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = [deals(seed) for seed in range(10)]
    with cluster_of(2, processes=True) as cluster:
        address = cluster.scheduler_address
        assert address.startswith("tcp://127.0.0.1:")
        assert list(map_blocks(deals, range(10), cluster=address)) == expected
        assert list(map_blocks(deals, range(5), cluster=address)) == expected[:5]
    monkeypatch.setattr(parallel, "PATIENCE", 0.3)
    with pytest.raises(ValueError, match=f"^no cluster answers at {address}$"):
        next(map_blocks(deals, range(10), cluster=address))


def test_a_cluster_on_this_machine_is_started_and_ended() -> None:
    processes = set(map_blocks(process, range(10), workers=1, cluster=LOCAL))
    assert len(processes) == 1
    assert os.getpid() not in processes


def scaled(factor: dict[str, int], number: int) -> tuple[int, int]:
    return factor["times"] * number, id(factor)


@pytest.mark.parametrize("on_cluster", [False, True])
def test_shared_data_comes_before_the_block_and_is_there_once(
    threads: str, on_cluster: bool
) -> None:
    cluster = threads if on_cluster else None
    found = list(map_blocks(scaled, range(20), shared={"times": 3}, workers=2, cluster=cluster))
    assert [result for result, _ in found] == [3 * number for number in range(20)]
    assert len({place for _, place in found}) <= 2  # no more often than there are workers


@pytest.mark.parametrize("on_cluster", [False, True])
def test_a_pool_stays_for_several_maps(threads: str, on_cluster: bool) -> None:
    with pool(shared=2, workers=2, cluster=threads if on_cluster else None) as map_over:
        for blocks in (range(5), range(3), range(0)):
            assert list(map_over(pow, blocks)) == [2**number for number in blocks]


def test_nothing_may_be_shared(threads: str) -> None:
    for cluster in (None, threads):
        found = list(map_blocks(list.__contains__, [3], shared=[None], cluster=cluster))
        assert found == [False]
        assert list(map_blocks(operator.is_, [None], shared=None, cluster=cluster)) == [True]


@pytest.mark.parametrize("on_cluster", [False, True])
def test_done_is_called_with_the_number_of_results(threads: str, on_cluster: bool) -> None:
    counts: list[int] = []
    cluster = threads if on_cluster else None
    results = map_blocks(str, range(30), workers=2, cluster=cluster, done=counts.append)
    assert list(results) == [str(number) for number in range(30)]
    assert counts == list(range(1, 31))


@pytest.mark.parametrize("on_cluster", [False, True])
def test_endless_blocks_can_be_left_and_are_not_all_read(threads: str, on_cluster: bool) -> None:
    read: list[int] = []

    def blocks() -> Iterator[int]:
        for number in count():
            read.append(number)
            yield number

    cluster = threads if on_cluster else None
    with closing(map_blocks(str, blocks(), workers=2, cluster=cluster)) as results:
        assert list(islice(results, 3)) == ["0", "1", "2"]
    assert len(read) < 100


GO_ON = threading.Event()


def touch_later(path: Path) -> None:
    if path.name == "0":
        raise ZeroDivisionError
    assert GO_ON.wait(60)
    path.touch()


def test_the_rest_is_cancelled_after_an_error(threads: str, tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        list(map_blocks(touch_later, (tmp_path / str(n) for n in range(16)), cluster=threads))
    GO_ON.set()
    assert list(map_blocks(str, range(4), cluster=threads)) == ["0", "1", "2", "3"]
    assert len(list(tmp_path.iterdir())) <= 4  # one at work and one that waits for each worker


def test_a_cluster_without_workers_or_without_dask_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parallel, "FIRST_WORKER", 0.1)
    with cluster_of(0, processes=True) as cluster:
        address = cluster.scheduler_address
        with pytest.raises(ValueError, match=f"^the cluster at {address} has no workers$"):
            next(map_blocks(str, range(3), cluster=address))

    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(parallel, "import_module", missing)
    with pytest.raises(ValueError, match=r"^a cluster needs Dask: pip install 'evenhand\[cluster"):
        next(map_blocks(str, range(3), cluster="tcp://127.0.0.1:8786"))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "tcp://no host:8786", ""])
def test_an_address_where_nobody_answers_is_named(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "PATIENCE", 0.3)
    with pytest.raises(ValueError, match=f"^no cluster answers at {address}$"):
        next(map_blocks(str, range(3), cluster=address))


def test_a_silent_server_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "PATIENCE", 0.3)
    with create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ValueError, match=f"^no cluster answers at {address}$"):
            next(map_blocks(str, range(3), cluster=address))


def test_a_cluster_whose_last_worker_ended_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "NO_WORKERS", 0.5)
    monkeypatch.setattr(parallel, "LOOK", 0.1)
    with (
        dask_processes(tmp_path, workers=1) as cluster,
        pool(shared=2, cluster=cluster.address) as map_over,
    ):
        assert list(islice(map_over(pow, count()), 3)) == [1, 2, 4]
        cluster.kill_worker(0)
        problem = f"^the cluster at {cluster.address} has no workers left$"
        for _ in range(2):  # the second time nobody is there from the beginning
            with pytest.raises(ValueError, match=problem):
                next(map_over(pow, count()))


def test_a_worker_that_comes_when_all_others_have_ended_goes_on(tmp_path: Path) -> None:
    counts: list[int] = []
    with dask_processes(tmp_path, workers=1) as cluster:
        successor = threading.Thread(target=cluster.start_worker)

        def replace_it(number: int) -> None:
            counts.append(number)
            if number == 3:
                cluster.kill_worker(0)
                successor.start()

        results = map_blocks(pow, range(40), shared=2, cluster=cluster.address, done=replace_it)
        assert list(results) == [2**number for number in range(40)]
        successor.join()
        assert [worker.poll() is None for worker in cluster.workers] == [False, True]
    assert counts == list(range(1, 41))


def too_slow(_: int) -> None:
    raise TimeoutError("the work")


def test_a_function_that_times_out_is_not_run_again(threads: str) -> None:
    with pytest.raises(TimeoutError, match=r"^the work$"):
        list(map_blocks(too_slow, range(3), cluster=threads))


def late(number: int) -> int:
    sleep(0.5)
    return number


def test_a_result_may_take_longer_than_a_cluster_may_be_without_workers(
    threads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "NO_WORKERS", 0.1)
    monkeypatch.setattr(parallel, "LOOK", 0.05)
    assert list(map_blocks(late, range(2), cluster=threads)) == [0, 1]
