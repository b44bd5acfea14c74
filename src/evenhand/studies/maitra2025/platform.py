"""The synthetic platform that stands for the paper's real one, and its ratings.

The paper's games are not public.  Ours are made to resemble them in what the paper prints; see
:mod:`evenhand.datasets.platform`.
"""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from evenhand.datasets import Population, make_platform
from evenhand.ratings import BY_GAMES, Elo, RunArrays
from evenhand.studies.maitra2025 import printed
from evenhand.studies.study import Setting
from evenhand.tables import Floats, GameTable

ROOT = "maitra2025"
SYNTHETIC = (
    "SYNTHETIC games: the paper's are not public.  Ours are of players with known skills who join,"
    " learn and leave (evenhand synthetic --platform), fitted to what the paper prints of its own"
    " with K 60/30/16 at 5/10."
)
FITTED = "synthetic games, fitted to the paper"
CHOSEN = Elo(k=BY_GAMES, initial=printed.START)
"""K as the paper chose it."""


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """The platform's games, the truth about them, and their ratings as the paper chose them."""

    table: GameTable
    population: Population
    run: RunArrays

    def before(self) -> Floats:
        """The ratings of both seats before each game."""
        return self.run.before


def generator(setting: Setting, *numbers: int) -> np.random.Generator:
    """The generator of some numbers: the same for all studies that run on one seed."""
    if ROOT not in setting.shared:
        setting.shared[ROOT] = int(setting.rng.integers(2**63))
    return np.random.default_rng([setting.shared[ROOT], *numbers])


def made(setting: Setting) -> Made:
    """The platform; studies that run on one seed share it."""
    size = setting.size
    key: Hashable = ROOT, size
    if key not in setting.shared:
        with setting.progress(f"playing {size.games:,} games", None):
            rng = generator(setting, 0)
            table, population = make_platform(rng, size.players, size.games, printed.DAYS)
            setting.shared[key] = Made(table, population, CHOSEN.run(table))
    found: Made = setting.shared[key]
    return found


def size_remark(setting: Setting) -> str:
    """How large the platform is beside the paper's."""
    size = setting.size
    if (size.players, size.games) == (printed.PLAYERS, printed.GAMES):
        return f"{size.players:,} players and {size.games:,} games, as many as in the paper."
    return (
        f"{size.players:,} players and {size.games:,} games; the paper has"
        f" {printed.PLAYERS:,} and {printed.GAMES:,}."
    )
