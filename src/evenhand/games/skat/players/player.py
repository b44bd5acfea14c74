"""A player: somebody who bids, announces, and plays cards."""

from dataclasses import dataclass
from typing import Protocol

from numpy.random import Generator

from evenhand.cards import Masks
from evenhand.games.skat.bidding.bidder import Announcements, Bidder
from evenhand.games.skat.players.style import Style
from evenhand.games.skat.playout import Integers


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
