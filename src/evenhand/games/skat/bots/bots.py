"""Players: how they bid and how they play cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.random import Generator

from evenhand.games.cards import Masks
from evenhand.games.skat.auction import Announcements, Bidder
from evenhand.games.skat.deck import Integers

HEURISTIC, SAMPLING, OPEN = range(3)
(WAY, SAMPLES, AIM, TIES, INFERENCE, SLIP) = range(6)
COLUMNS = 6
FOR_WIN, FOR_POINTS = range(2)
LOWEST, CHEAPEST, RULE, BORDERS, BORDERS_THEN_RULE = range(5)
ONE = 1 << 32  # a chance of one

AIMS = {"win": FOR_WIN, "points": FOR_POINTS}
TIE_BREAKS = {
    "lowest": LOWEST,
    "cheapest": CHEAPEST,
    "rule": RULE,
    "borders": BORDERS,
    "borders, rule": BORDERS_THEN_RULE,
}


Ties = Literal["borders, rule", "borders", "rule", "cheapest", "lowest"]


class Style(Protocol):
    """A way to play cards."""

    def numbers(self) -> Integers:
        """What the kernel reads."""


@dataclass(frozen=True, slots=True)
class Heuristic:
    """Plays by rules of thumb, and with chance ``slip`` any legal card."""

    slip: float = 0.0

    def numbers(self) -> Integers:
        """What the kernel reads."""
        return _numbers(HEURISTIC, slip=self.slip)


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """Imagines ``samples`` worlds, solves each with open cards, plays the best card on average.

    ``aim`` is what is counted: worlds ``win`` (at the points the declarer needs), or ``points``
    on average, which takes ten times as long.  Between cards that are equally good decide
    ``ties``: ``borders`` asks half of the worlds again at the borders of schneider, ``rule``
    asks the rules of thumb, ``cheapest`` takes the fewest points, ``lowest`` the lowest card
    of the layout.  (``borders`` alone, by which the knowledge base was made, does not weigh in
    that a world at the upper border was won and one at the lower lost.)  With ``inference``
    worlds that do not fit what was bid and announced are mostly drawn again.
    """

    samples: int = 10
    aim: Literal["win", "points"] = "win"
    ties: Ties = "borders, rule"
    inference: bool = True

    def __post_init__(self) -> None:
        if self.samples < 1:
            raise ValueError(f"a Monte-Carlo player needs at least one sample, not {self.samples}")

    def numbers(self) -> Integers:
        """What the kernel reads."""
        inference = int(self.inference)
        return _numbers(SAMPLING, self.samples, AIMS[self.aim], TIE_BREAKS[self.ties], inference)


@dataclass(frozen=True, slots=True)
class OpenCards:
    """Sees all cards ("glassbox") and plays what is best against players who see them too."""

    def numbers(self) -> Integers:
        """What the kernel reads."""
        return _numbers(OPEN, samples=1, ties=BORDERS_THEN_RULE)


def style_rows(styles: Sequence[Style], games: int) -> Integers:
    """The numbers of the styles of three seats (or one style for all), for each of many games."""
    three = list(styles) * 3 if len(styles) == 1 else list(styles)
    if len(three) != 3:
        raise ValueError(f"a table has three seats, not {len(three)}")
    return np.tile(np.array([style.numbers() for style in three]), (games, 1, 1))


def _numbers(
    way: int,
    samples: int = 0,
    aim: int = FOR_WIN,
    ties: int = RULE,
    inference: int = 0,
    slip: float = 0.0,
) -> Integers:
    if not 0.0 <= slip <= 1.0:
        raise ValueError(f"a chance lies between 0 and 1, not {slip}")
    return np.array([way, samples, aim, ties, inference, round(slip * ONE)], np.int64)


class Player(Protocol):
    """Plays many deals at once; only one who sees all cards looks at those of other seats."""

    @property
    def style(self) -> Style:
        """How the cards are played."""

    def limits(self, deals: Masks, seat: int, rng: Generator) -> Integers:
        """The highest value that the seat bids in each deal; 0 to pass."""

    def announce(self, deals: Masks, seat: int, bids: Integers, rng: Generator) -> Announcements:
        """What the seat announces, having won each auction, and which cards it puts away."""


@dataclass(frozen=True, slots=True)
class HonestPlayer:
    """A player who knows his own cards, and the skat when he has taken it."""

    bidder: Bidder
    style: Style

    def limits(self, deals: Masks, seat: int, rng: Generator) -> Integers:
        """The highest value that the seat bids in each deal; 0 to pass."""
        return self.bidder.limits(deals[:, seat], rng)

    def announce(self, deals: Masks, seat: int, bids: Integers, rng: Generator) -> Announcements:
        """What the seat announces, having won each auction, and which cards it puts away."""
        return self.bidder.announce(deals[:, seat], deals[:, 3], bids, rng)
