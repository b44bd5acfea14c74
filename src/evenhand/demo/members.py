"""The members of the league: how well each plays, and when each comes to the club.

They are bots: the heuristic player of Skat with faults of different size.  The file says what is
known of each; their names are drawn when a world is made.
"""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
from numpy.random import Generator

from evenhand.demo.names import CLUBS
from evenhand.games.skat.bots import Faults
from evenhand.tables import Flags, Floats, Indices

FILE = Path(__file__).parent / "recorded" / "skat_members.csv"
EACH, GUESTS = 15, 6
WEEKS = 61  # of the season, about 14 months
CALM = 0.6  # club players differ less in boldness than players at large
PAPER = 5  # the club that keeps no record of the deals, so that nobody knows the luck


@dataclass(frozen=True, slots=True)
class Members:
    """All who ever played in the league, a number for each."""

    club: Indices
    faults: Faults
    comes: Floats  # how likely on an evening of the club
    first: Indices  # week
    last: Indices
    guest: Flags

    def __len__(self) -> int:
        return len(self.club)

    def here(self, week: int) -> Floats:
        """Return how likely each comes in a week; zero before the first and after the last."""
        member = (self.first <= week) & (week <= self.last)
        likely: Floats = np.where(member, self.comes, 0.0)
        return likely

    def write(self, path: Path) -> None:
        """Write the file."""
        columns = {"club": self.club, "slip": self.faults.slip.round(4)}
        columns |= {"misjudgement": self.faults.misjudgement.round(4)}
        columns |= {"boldness": self.faults.boldness.round(4), "comes": self.comes.round(3)}
        columns |= {"first": self.first, "last": self.last, "guest": self.guest}
        pl.DataFrame(columns).write_csv(path)


def draw_members(rng: Generator) -> Members:
    """Draw the members of all clubs and a few guests; some are new, some have left."""
    count = EACH * len(CLUBS) + GUESTS
    club = np.arange(count, dtype=np.int32) % len(CLUBS)
    guest = np.arange(count) >= count - GUESTS
    skill = np.clip(rng.normal(0.2, 1.2, count), -1.4, 3.0)
    first, last = np.zeros(count, np.int32), np.full(count, 2 * WEEKS, np.int32)
    order = rng.permutation(count - GUESTS)
    first[order[:9]] = rng.integers(WEEKS - 6, WEEKS - 2, 9)  # newcomers
    first[order[9:27]] = rng.integers(8, WEEKS - 15, 18)
    last[order[27:39]] = rng.integers(14, WEEKS - 30, 12)  # long gone
    comes = np.where(guest, 0.07, rng.uniform(0.3, 0.9, count))
    faults = Faults.of(skill, rng)
    calmer = replace(faults, boldness=CALM * faults.boldness)
    return Members(club, calmer, comes, first, last, guest)


@cache
def read_members() -> Members:
    """Read the members that come with the package."""
    frame = pl.read_csv(FILE)
    column = {name: frame[name].to_numpy() for name in frame.columns}
    faults = Faults(column["slip"], column["misjudgement"], column["boldness"])
    numbers = {name: column[name].astype(np.int32) for name in ("club", "first", "last")}
    return Members(faults=faults, comes=column["comes"], guest=column["guest"], **numbers)
