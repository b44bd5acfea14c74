"""A position with open cards, checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from evenhand.cards import CardError
from evenhand.games.moves import RuleError
from evenhand.games.skat.contract import Contract, suit_led
from evenhand.games.skat.deal import HAND_SIZE
from evenhand.games.skat.game import Game
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.phase import Phase
from evenhand.games.skat.tricks import legal_cards, trick_winner

SEATS = 3


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
        Contract(self.game)  # refuses what is no game
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
        """A position from the names of cards."""
        masks: Any = tuple(PACK.hand(hand) for hand in hands)
        return cls(game, masks, declarer, leader, tuple(PACK.card(name) for name in trick))

    @classmethod
    def of(cls, game: Game) -> Self:
        """The position of a game while cards are played."""
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
        """The cards that may be played."""
        led = self.trick[0] if self.trick else None
        return legal_cards(self.hands[self.mover], led, self.trumps)

    def after(self, card: int) -> "Position":
        """The position after a legal card; a full trick is taken away."""
        mover = self.mover
        if not self.legal() >> card & 1:
            raise RuleError("follow suit", f"{PACK.name(card)} may not be played")
        hands = list(self.hands)
        hands[mover] &= ~(1 << card)
        trick, leader = (*self.trick, card), self.leader
        if len(trick) == SEATS:
            trick, leader = (), (leader + trick_winner(trick, self.game)) % SEATS
        return Position(self.game, (hands[0], hands[1], hands[2]), self.declarer, leader, trick)

    def _check_cards(self) -> None:
        seen = 0
        cards = [1 << card for card in self.trick if card in range(len(PACK))]
        if len(cards) < len(self.trick):
            raise CardError("no such card in the trick")
        for hand in (*self.hands, *cards):
            if not 0 <= hand <= PACK.whole:
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
            led = suit_led(self.trick[0], self.trumps)
            hand = self.hands[(self.leader + place) % SEATS]
            if not led >> card & 1 and hand & led:
                raise RuleError(
                    "follow suit",
                    f"{PACK.name(card)} cannot lie in the trick: its player still holds "
                    f"{PACK.names(hand & led)[0]}, and {PACK.name(self.trick[0])} was led",
                )
