"""Positions with open cards, checked, and as rows for the kernels.

The declarer is hand 0 of a row, and cards are bits as layout.py orders them for the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import bit_count, kernel, lowest_bit
from evenhand.games.cards import CardError, Masks, as_hand
from evenhand.games.protocol import RuleError
from evenhand.games.skat.contract import GAMES, Contract
from evenhand.games.skat.deck import ALL_CARDS, HAND_SIZE, NO_CARD, PACK, SEATS
from evenhand.games.skat.solver.layout import (
    kind_of,
    places,
)
from evenhand.games.skat.solver.search import COLUMNS, HANDS, KIND, LEADER, PLAYED, TRICK
from evenhand.games.skat.state import DealState, Phase
from evenhand.games.skat.tricks import FOLLOWS, legal, trick_winner

DECK = range(len(PACK))
_GAMES = tuple(GAMES)


@dataclass(frozen=True, slots=True)
class Position:
    """Three hands with all cards known, and the cards of a trick that has begun.

    >>> ending = Position.parse("C", [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], leader=1)
    >>> ending.mover, PACK.names(ending.legal())
    (1, ('CA', 'HA'))
    """

    game: str
    hands: tuple[int, int, int]
    declarer: int = 0
    leader: int = 0
    trick: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.game not in _GAMES:
            Contract(self.game)  # refuses it
        if len(self.hands) != SEATS:
            raise RuleError("hands", f"there are three hands, not {len(self.hands)}")
        for what, seat in (("declarer", self.declarer), ("leader", self.leader)):
            if seat not in range(SEATS):
                raise RuleError("seats", f"the {what} is 0, 1 or 2, not {seat!r}")
        self._check_cards()
        self._check_counts()
        self._check_trick()

    @classmethod
    def parse(
        cls,
        game: str,
        hands: Sequence[Sequence[str]],
        declarer: int = 0,
        leader: int = 0,
        trick: Sequence[str] = (),
    ) -> Self:
        """Return a position from the names of cards."""
        masks: Any = tuple(PACK.hand(hand) for hand in hands)
        return cls(game, masks, declarer, leader, tuple(PACK.card(name) for name in trick))

    @classmethod
    def of(cls, game: DealState) -> Self:
        """Return the position of a game while cards are played."""
        if game.phase is not Phase.TRICKS or game.contract is None or game.declarer is None:
            raise RuleError("tricks", f"no cards are played now ({game.phase})")
        first, second, third = (game.hand(seat) for seat in range(SEATS))
        hands = (first, second, third)
        return cls(game.contract.game, hands, game.declarer, game.leader, game.table)

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.trick)) % SEATS

    @property
    def trumps(self) -> int:
        """The trump cards."""
        return Contract(self.game).trumps

    def legal(self) -> int:
        """Return the cards that may be played."""
        led = self.trick[0] if self.trick else NO_CARD
        return legal(self.hands[self.mover], int(FOLLOWS[GAMES.index(self.game), led]))

    def after(self, card: int) -> "Position":
        """Return the position after a legal card; a full trick is taken away."""
        mover = self.mover
        if not self.legal() >> card & 1:
            raise RuleError("follow suit", f"{PACK.name(card)} may not be played")
        hands = list(self.hands)
        hands[mover] &= ~(1 << card)
        trick, leader = (*self.trick, card), self.leader
        if len(trick) == SEATS:
            winner = trick_winner(GAMES.index(self.game), trick[0], trick[1], trick[2])
            trick, leader = (), (leader + winner) % SEATS
        return Position(self.game, (hands[0], hands[1], hands[2]), self.declarer, leader, trick)

    def _check_cards(self) -> None:
        cards = [1 << card for card in self.trick if card in DECK]
        if len(cards) < len(self.trick):
            raise CardError("no such card in the trick")
        seen = 0
        for hand in (*self.hands, *cards):
            if not 0 <= hand <= ALL_CARDS:
                raise CardError("a hand is a mask of the 32 cards")
            if hand & seen:
                raise CardError(f"the card {PACK.names(hand & seen)[0]} is there twice")
            seen |= hand

    def _check_counts(self) -> None:
        if len(self.trick) >= SEATS:
            raise RuleError("trick", "a trick that is still open has at most two cards")
        counts = [hand.bit_count() for hand in self.hands]
        for place in range(len(self.trick)):
            counts[(self.leader + place) % SEATS] += 1
        if len(set(counts)) > 1 or counts[0] > HAND_SIZE:
            dealt = ", ".join(str(hand.bit_count()) for hand in self.hands)
            raise RuleError(
                "equal hands",
                f"hands of {dealt} cards and {len(self.trick)} in the trick cannot be; all three "
                f"have had the same number, ten at most",
            )

    def _check_trick(self) -> None:
        for place, card in enumerate(self.trick[1:], 1):
            led = int(FOLLOWS[GAMES.index(self.game), self.trick[0]])
            hand = self.hands[(self.leader + place) % SEATS]
            if not led >> card & 1 and hand & led:
                raise RuleError(
                    "follow suit",
                    f"{PACK.name(card)} cannot lie in the trick: its player still holds "
                    f"{PACK.names(hand & led)[0]}, and {PACK.name(self.trick[0])} was led",
                )


Worlds = NDArray[np.integer[Any]]


def rows_of_worlds(position: Position, hands: Worlds) -> Masks:
    """Return rows for many worlds of one situation: each has three masks for the hands.

    Each player has as many cards as in the position, no card is there twice, and who did not
    follow suit in the trick has none of it.
    """
    if hands.dtype.kind not in "iu":
        raise ValueError(f"hands are masks of whole numbers, not {hands.dtype}")
    worlds = np.ascontiguousarray(hands, np.int64)
    if worlds.ndim != 2 or worlds.shape[1] != SEATS:
        raise ValueError(f"worlds have three hands each, not the shape {worlds.shape}")
    rows = np.zeros((len(worlds), COLUMNS), np.int64)
    layout = places(position.game)
    like, table = np.array(position.hands), as_hand(position.trick)
    wrong = _arrange(worlds, like, table, position.declarer, layout, rows)
    if wrong >= 0:
        raise CardError(f"world {wrong} has other numbers of cards, or a card twice")
    _check_trick(position, worlds)
    rows[:, KIND] = kind_of(position.game)
    rows[:, LEADER] = (position.leader - position.declarer) % SEATS
    rows[:, PLAYED] = len(position.trick)
    for place, card in enumerate(position.trick):
        rows[:, TRICK + place] = layout[card]
    return rows


def _check_trick(position: Position, worlds: Masks) -> None:
    for place, card in enumerate(position.trick):
        led = int(FOLLOWS[GAMES.index(position.game), position.trick[0]])
        holds = worlds[:, (position.leader + place) % SEATS] & led
        if not led >> card & 1 and holds.any():
            raise CardError(f"world {holds.argmax()}: who did not follow suit still holds it")


def rows_of(positions: Sequence[Position]) -> Masks:
    """Return rows for any positions."""
    rows = [rows_of_worlds(p, np.array([p.hands], np.int64)) for p in positions]
    return np.concatenate([np.zeros((0, COLUMNS), np.int64), *rows])


@kernel
def _arrange(
    worlds: Masks, like: Masks, table: int, declarer: int, layout: Masks, rows: Masks
) -> int:
    """Write hands into rows, the declarer's first; return an impossible world, or -1."""
    for world in range(len(worlds)):
        seen = table
        for seat in range(SEATS):
            player = (declarer + seat) % SEATS
            rest, arranged = worlds[world, player], 0
            if rest >> 32 != 0 or rest & seen or bit_count(rest) != bit_count(like[player]):
                return world
            seen |= rest
            while rest:
                arranged |= 1 << layout[lowest_bit(rest)]
                rest &= rest - 1
            rows[world, HANDS + seat] = arranged
    return -1
