"""Compile what pages and games run, in a process beside the service that already answers.

Compiling would keep the service busy.  A process beside it leaves the compiled code on the disk,
from where the service loads it in a moment.
"""

import logging
import os
import subprocess
import sys

WORK = "from evenhand.web.pages.warming import warm; warm()"
NICENESS = 10  # the service and everything else come first
log = logging.getLogger(__name__)


class Warming:
    """The process that compiles; it ends with the service."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process, unless it has been started."""
        if self._process is None:
            nothing = subprocess.DEVNULL
            command = [sys.executable, "-c", WORK]
            self._process = subprocess.Popen(command, stdin=nothing, stdout=nothing)

    def close(self) -> None:
        """End the process, finished or not."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def warm() -> None:
    """Compile fair tables and all games, as `evenhand warm` does."""
    os.nice(NICENESS)
    from evenhand import compiled, games

    compiled.compile_always()
    warm_tables()
    for name in games.names():
        try:
            for step in games.game(name).warm():
                log.debug("compiling %s: %s", name, step)
        except Exception:  # one game, perhaps of another distribution: the others go on
            log.exception("%s could not be compiled", name)


def warm_tables() -> None:
    """Compile what makes fair tables."""
    import numpy as np

    from evenhand.matchmaking import fair_tables
    from evenhand.ratings import Elo

    system = Elo()
    for seats in (2, 3):
        fair_tables(system, system.initial_values(6), np.zeros(6), seats=seats)
