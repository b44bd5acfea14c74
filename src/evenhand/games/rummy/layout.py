"""Where the cards lie while a game is played, and how they move.

When the stock is empty and a player draws from it, the discards except the top one become the
stock.  They are taken in the order in which they were discarded, oldest first, and shuffled:
for i from the last place down to the second, one draw gives a place j up to i, and the cards
at i and j change places.  The first card is drawn first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from evenhand.games.rummy.deal import Deal
from evenhand.rng import next_state, randbelow


@dataclass(frozen=True, slots=True)
class Layout:
    """Hands, stock and pile at one moment.  It never changes: each move gives a new one."""

    hands: tuple[int, ...]
    stock: tuple[int, ...]  # the card drawn first comes first
    pile: tuple[int, ...]  # top last
    draws: int  # the state of the random numbers that shuffle the discards

    @classmethod
    def of(cls, deal: Deal, draws: int) -> Self:
        """The cards before the first turn."""
        return cls(deal.hands, deal.stock, (deal.open_card,), draws)

    def from_stock(self, seat: int) -> Self:
        """A player draws the first card of the stock, which must not be empty."""
        return replace(self._give(seat, self.stock[0]), stock=self.stock[1:])

    def from_pile(self, seat: int) -> Self:
        """A player takes the top of the pile."""
        return replace(self._give(seat, self.pile[-1]), pile=self.pile[:-1])

    def to_pile(self, seat: int, card: int) -> Self:
        """A player discards a card."""
        return replace(self._give(seat, card), pile=(*self.pile, card))

    def reshuffled(self) -> Self:
        """The discards except the top one are the stock."""
        stock, draws = shuffled(self.pile[:-1], self.draws)
        return replace(self, stock=stock, pile=self.pile[-1:], draws=draws)

    def _give(self, seat: int, card: int) -> Self:
        """The card goes to the hand, or out of it."""
        hand = self.hands[seat] ^ 1 << card
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))


def shuffled(cards: Sequence[int], state: int) -> tuple[tuple[int, ...], int]:
    """The cards in random order, and the state of the random numbers after it.

    >>> shuffled([1, 2, 3, 4], 12345)
    ((1, 4, 3, 2), 2748377970586233987)
    """
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        state = next_state(state)
        j = randbelow(state, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order), state
