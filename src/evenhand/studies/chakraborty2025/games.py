"""The games of the paper's design: every ordered table of strategies, in random order.

All chance comes from the seed and the number of the repetition.  So a design with other rules or
other habits of the strategies has the same deals in the same order: differences are not those of
luck.
"""

from dataclasses import dataclass, field
from math import perm

import numpy as np

from evenhand.games.rummy import GAME, Rules, RummyBot
from evenhand.simulation import ordered_tables, shuffle, simulate
from evenhand.studies.chakraborty2025.amounts import Amount
from evenhand.studies.chakraborty2025.strategies import NAMES, line_up
from evenhand.studies.study import Setting
from evenhand.tables import GameTable

ROOT = "chakraborty2025"


@dataclass(frozen=True, slots=True)
class Design:
    """Who plays by which rules, and how many at a table."""

    bots: tuple[RummyBot, ...] = field(default_factory=line_up)
    rules: Rules = field(default_factory=Rules)
    seats: int = 2

    def games(self, amount: Amount) -> int:
        """All games of one repetition.

        >>> Design().games(Amount(4_500)), Design(seats=3).games(Amount(10))
        (135000, 1200)
        """
        return amount.games * perm(len(self.bots), self.seats)


PAPER = Design()


def generator(setting: Setting, *numbers: int) -> np.random.Generator:
    """The generator of some numbers: the same for all studies that run on one seed."""
    if ROOT not in setting.shared:
        setting.shared[ROOT] = int(setting.rng.integers(2**63))
    return np.random.default_rng([setting.shared[ROOT], *numbers])


def played(setting: Setting, number: int = 0, design: Design = PAPER) -> GameTable:
    """The games of a repetition; studies that run on one seed share those of the paper's design."""
    if design != PAPER:
        return play(setting, generator(setting, number), design)
    key = ROOT, setting.size.games, number
    if key not in setting.shared:
        setting.shared[key] = play(setting, generator(setting, number), design)
    table: GameTable = setting.shared[key]
    return table


def play(setting: Setting, rng: np.random.Generator, design: Design) -> GameTable:
    """Let the strategies play."""
    games = design.games(setting.size)
    seats = shuffle(rng, ordered_tables(len(design.bots), design.seats, games))
    bots = dict(zip(NAMES, design.bots, strict=True))
    with setting.progress(f"playing {games:,} games", games) as show:
        return simulate(
            GAME,
            bots,
            seats,
            rng,
            rules=design.rules,
            workers=setting.workers,
            cluster=setting.cluster,
            done=show,
        ).table
