"""What people type at the table: cards, seats and moves."""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from evenhand.games.cards import parse_cards

if TYPE_CHECKING:
    from evenhand.games.skat.state import DealState

CARD = re.compile(r"[CSHD][789TJQKA]")

YES_WORDS = {"y", "yes", "j", "ja"}
PASS_WORDS = {"p", "pass", "passe", "n", "no", "nein", "weg"}
SKAT_WORDS = {"s", "skat", "take"}
OUT_OF_TURN = {"re": "RE", "give up": "RE", "sc": "SC", "show": "SC"}


class SeatName(StrEnum):
    """Where somebody sits."""

    FOREHAND = "forehand"
    MIDDLEHAND = "middlehand"
    REARHAND = "rearhand"


SEATS = tuple(SeatName)


def typed_hand(words: Sequence[str], count: int) -> int:
    """The hand that was typed, if it has so many cards."""
    from evenhand.games.skat.deck import PACK

    hand = PACK.hand(parse_cards(" ".join(words)))
    if hand.bit_count() != count:
        raise ValueError(f"{count} cards are needed, not {hand.bit_count()}")
    return hand


def typed_move(text: str, game: "DealState") -> str:
    """A move in the words of the game; whether it is legal, the game finds out."""
    from evenhand.games.skat.state import Phase

    text = " ".join(text.split())
    readers: dict[Phase, Callable[[str], str]] = {
        Phase.AUCTION: lambda word: _word(word, game),
        Phase.SKAT: _skat_or_hand,
        Phase.ANNOUNCEMENT: _announcement,
        Phase.DISCARD: lambda cards: ".".join(parse_cards(cards)),
        Phase.TRICKS: _card,
    }
    return readers[game.phase](text)


def _word(text: str, game: "DealState") -> str:
    """A word of the auction; the value that was bid is as good as a yes."""
    word, auction = text.lower(), game.auction
    if word in YES_WORDS or (auction.asked and word == str(auction.bid)):
        return "y"
    return "p" if word in PASS_WORDS else word


def _skat_or_hand(text: str) -> str:
    from evenhand.games.skat.contract import read_contract

    return "s" if text.lower() in SKAT_WORDS else str(read_contract(text))


def _announcement(text: str) -> str:
    """A game, and the two cards put away, which may also be said later."""
    from evenhand.games.protocol import RuleError
    from evenhand.games.skat.contract import read_contract

    words = [word for word in re.split(r"[\s,.]+", text) if word]
    cards: list[str] = []
    while words and all(CARD.fullmatch(card) for card in parse_cards(words[-1])):
        cards = parse_cards(words.pop()) + cards
    if not words:
        raise RuleError("announcement", "name the game first, as in grand D7 H8")
    return ".".join([str(read_contract(" ".join(words))), *cards])


def _card(text: str) -> str:
    from evenhand.games.protocol import RuleError

    said = OUT_OF_TURN.get(text.lower())
    if said:
        return said
    cards = parse_cards(text)
    if len(cards) != 1:
        raise RuleError("one card", "a card is named as in CJ")
    return cards[0]
