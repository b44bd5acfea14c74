"""A Dask scheduler and workers, each a process of its own, as on several machines."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.parallel import ANY_PORT

PATIENCE = 60.0
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Processes:
    """Where the scheduler is, and the workers that were started."""

    address: str
    folder: Path
    workers: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    def start_worker(self) -> None:
        """Start another worker, and wait until it is there."""
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
        options += ["--local-directory", str(self.folder)]
        alive = sum(worker.poll() is None for worker in self.workers)
        self.workers.append(_start(self.folder, "dask_worker", self.address, *options))
        _wait_for_workers(self.address, alive + 1)

    def kill_worker(self, number: int) -> None:
        """End a worker as if its machine had failed."""
        self.workers[number].kill()
        self.workers[number].wait()


@contextmanager
def dask_processes(folder: Path, workers: int = 2) -> Iterator[Processes]:
    """Start them, and end them however the test ends."""
    known = folder / "scheduler.json"
    where = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", ANY_PORT]
    scheduler = _start(folder, "dask_scheduler", "--scheduler-file", str(known), *where)
    started: list[subprocess.Popen[bytes]] = []
    try:
        cluster = Processes(_address(known), folder)
        started = cluster.workers
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        for process in (scheduler, *started):
            process.kill()
        for process in (scheduler, *started):
            process.wait()


def _start(folder: Path, module: str, *words: str) -> "subprocess.Popen[bytes]":
    """A process that finds evenhand and these tests wherever it is started."""
    command = [sys.executable, "-m", f"distributed.cli.{module}", *words]
    known = os.environ | {"PYTHONPATH": os.pathsep.join([*sys.path, str(ROOT)])}
    with (folder / f"{module}.log").open("ab") as log:
        return subprocess.Popen(command, env=known, stdout=log, stderr=log)


def _address(known: Path) -> str:
    """Where the scheduler is to be reached, once it has written it down."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            address: str = json.loads(known.read_text())["address"]
        except (OSError, ValueError):
            time.sleep(0.05)
        else:
            return address
    raise TimeoutError("the scheduler did not start")


def _wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    with Client(address, timeout=PATIENCE, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(count, timeout=PATIENCE)
