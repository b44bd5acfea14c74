"""The same bytes from any number of workers, and from a cluster even if a worker dies."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from numpy.random import default_rng

from evenhand.games.ludo import GAME
from evenhand.simulation import (
    Simulation,
    make_bots,
    ordered_tables,
    shuffle,
    simulate,
    warm_up,
)
from tests.dask_processes import Processes, dask_processes

BOTS = make_bots(GAME, ["naive", "random", "aggressive", "full-information:playouts=2"])
GAMES = 10_200


def games(workers: int | None = None, **options: object) -> Simulation:
    rng = default_rng(71)
    tables = shuffle(rng, ordered_tables(len(BOTS), 2, GAMES))
    return simulate(GAME, BOTS, tables, rng, workers=workers, **options)  # type: ignore[arg-type]


def written(simulation: Simulation, folder: Path) -> bytes:
    path = folder / "games.csv"
    simulation.write(path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file that one worker writes."""
    warm_up(GAME, BOTS, ordered_tables(len(BOTS), 2, 1))
    return written(games(workers=1), tmp_path_factory.mktemp("alone"))


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Processes]:
    """A scheduler and two workers; each of them is a process."""
    with dask_processes(tmp_path) as processes:
        yield processes


def test_the_same_bytes_on_any_number_of_workers(alone: bytes, tmp_path: Path) -> None:
    assert written(games(workers=2), tmp_path) == alone
    assert written(games(workers=3), tmp_path) == alone


@pytest.mark.slow
def test_the_same_bytes_on_a_cluster_of_processes(
    alone: bytes, cluster: Processes, tmp_path: Path
) -> None:
    assert written(games(cluster=cluster.address), tmp_path) == alone


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_time_and_no_games(
    alone: bytes, cluster: Processes, tmp_path: Path
) -> None:
    told: list[int] = []

    def kill_one(played: int) -> None:
        told.append(played)
        if len(told) == 2:
            cluster.kill_worker(0)

    assert written(games(cluster=cluster.address, done=kill_one), tmp_path) == alone
    assert [worker.poll() is None for worker in cluster.workers] == [False, True]
    assert told[-1] == GAMES
