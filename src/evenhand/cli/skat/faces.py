"""How cards and moves look to a person at the table."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evenhand.games.cards import SYMBOLS

if TYPE_CHECKING:
    from evenhand.games.skat.contract import Contract
    from evenhand.games.skat.state import DealState, Trick

FIRST_WORDS = 12  # values of an auction that are listed


def can_show_symbols() -> bool:
    """Whether the terminal knows the signs of the suits."""
    try:
        "".join(SYMBOLS.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Faces:
    """Names for cards and for who sits where."""

    symbols: bool
    names: tuple[str, str, str]  # from forehand on

    def card(self, card: int) -> str:
        """A card, as in ♥T or HT."""
        from evenhand.games.skat.deck import PACK

        name = PACK.name(card)
        return SYMBOLS[name[0]] + name[1] if self.symbols else name

    def hand(self, hand: int, contract: "Contract | None" = None) -> str:
        """A hand, trumps first."""
        from evenhand.games.skat.text import UNKNOWN_GAME, sorted_hand

        cards = sorted_hand(hand, contract or UNKNOWN_GAME)
        return " ".join(self.card(card) for card in cards)

    def said(self, text: str) -> str:
        """A move with its cards as they look."""
        from evenhand.games.skat.deck import PACK

        parts = text.split(".")
        known = PACK.names(PACK.full)
        return " ".join(self.card(PACK.card(p)) if p in known else p for p in parts)

    def on_the_table(self, game: "DealState") -> str:
        """The cards of the trick that is not full yet."""
        return self._cards(game.leader, game.table)

    def trick(self, trick: "Trick", number: int) -> str:
        """A full trick and who takes it."""
        from evenhand.games.cards import as_hand
        from evenhand.games.skat.deck import card_points

        points = card_points(as_hand(trick.cards))
        winner = self.names[trick.winner]
        takes = f"{winner} take" if winner == "you" else f"{winner} takes"
        return f"trick {number}: {self._cards(trick.leader, trick.cards)} - {takes} {points}"

    def _cards(self, leader: int, cards: tuple[int, ...]) -> str:
        seats = [(leader + place) % 3 for place in range(len(cards))]
        shown = zip(seats, cards, strict=True)
        return ", ".join(f"{self.names[seat]} {self.card(card)}" for seat, card in shown)


def choices(game: "DealState", faces: Faces) -> str:
    """What may be said or played now, for a person who asks."""
    from evenhand.games.skat.auction import SKAT_GAMES, reaches
    from evenhand.games.skat.deck import PACK
    from evenhand.games.skat.state import Phase

    moves = game.legal_moves()
    if game.phase is Phase.AUCTION:
        return " ".join(moves[:FIRST_WORDS]) + (" ..." if len(moves) > FIRST_WORDS else "")
    if game.phase is Phase.SKAT:
        return f"s to take the skat, or a hand game: {' '.join(moves[1:])}"
    if game.phase is Phase.ANNOUNCEMENT:
        games = [str(contract) for contract in SKAT_GAMES if reaches(contract, game.bid)]
        return f"a game ({' '.join(games)}) and the two cards to put away, as in {moves[0]}"
    if game.phase is Phase.DISCARD:
        return f"two of your twelve cards, as in {moves[0]}"
    cards = faces.hand(PACK.hand(moves), game.contract)
    return f"{cards}; RE gives up, SC shows a declarer's cards"
