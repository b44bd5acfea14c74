"""Tuning on a cluster of processes: the same answer, even if a worker dies in the middle."""

import json
from pathlib import Path
from typing import Any

import pytest

from evenhand.parallel import map_blocks
from evenhand.tuning import Range, tune
from tests.dask_processes import dask_processes
from tests.tuning.games import some_games, some_values


def power(shared: bytes, number: int) -> int:
    return len(shared) + number**2


def test_a_scheduler_and_two_workers_give_the_same_bytes(tmp_path: Path) -> None:
    table = some_games(5000)
    asked: list[dict[str, Any]] = [
        {"values": {"k": some_values(6)}},
        {"values": {"k": some_values(3)}, "metric": "f1"},
        {"values": {"k": Range(4, 64)}, "trials": 10},
    ]
    big = bytes(20_000_000)  # more than Dask likes to see in one task
    with dask_processes(tmp_path) as cluster:
        for how in asked:
            local = tune("elo", table=table, **how).as_dict()
            far = tune("elo", table=table, cluster=cluster.address, **how).as_dict()
            assert json.dumps(far) == json.dumps(local)
        found = list(map_blocks(power, range(9), shared=big, cluster=cluster.address))
        assert found == [len(big) + n**2 for n in range(9)]


@pytest.mark.slow  # test_parallel.py kills workers too
def test_workers_killed_in_the_middle_cost_time_but_nothing_else(tmp_path: Path) -> None:
    table, values = some_games(5000), {"k": some_values(30)}
    local = tune("elo", values, table).as_dict()
    with dask_processes(tmp_path) as cluster:
        told: list[int] = []

        def disturb(number: int) -> None:
            told.append(number)
            if number == 3:
                cluster.kill_worker(0)
            if number == 9:  # now nobody is left who has the games, but one who comes anew
                cluster.start_worker()
                cluster.kill_worker(1)

        far = tune("elo", values, table, cluster=cluster.address, done=disturb).as_dict()
        assert json.dumps(far) == json.dumps(local)
        assert told == list(range(1, 32))
        assert [worker.poll() is None for worker in cluster.workers] == [False, False, True]
