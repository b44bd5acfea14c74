"""What pages need, made ready by a process of its own while the service already answers.

Compiling would keep the service busy.  A process beside it leaves the compiled code on the disk,
from where the service takes it in a moment.
"""

import os
import subprocess
import sys

from evenhand.compiled import compile_always

WORK = "from evenhand.web.pages.warming import warm; warm()"
PATIENCE = 10  # of whatever else there is to do


class Warming:
    """Makes things ready once somebody looks at a page, if that is wanted."""

    def __init__(self) -> None:
        self.wanted = False
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Begin, unless it has begun."""
        if self.wanted:
            self.wanted = False
            nothing = subprocess.DEVNULL
            command = [sys.executable, "-c", WORK]
            self._process = subprocess.Popen(command, stdin=nothing, stdout=nothing)

    def close(self) -> None:
        """End it, whether it is done or not."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def warm() -> None:
    """Compile what the pages run."""
    os.nice(PATIENCE)
    compile_always()
    from evenhand.web.pages.tools_warming import use_every_tool

    warm_tables()
    use_every_tool()


def warm_tables() -> None:
    """Compile what makes fair tables."""
    import numpy as np

    from evenhand.matchmaking import fair_tables
    from evenhand.ratings import Elo

    system = Elo()
    for seats in (2, 3):
        fair_tables(system, system.initial_values(6), np.zeros(6), seats=seats)
