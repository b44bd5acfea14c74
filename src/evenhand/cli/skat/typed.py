"""What people type at the Skat tools: hands of cards."""

from collections.abc import Sequence

from evenhand.games.cards import parse_cards


def typed_hand(words: Sequence[str], count: int) -> int:
    """Return the hand that was typed, if it has so many cards."""
    from evenhand.games.skat.deck import PACK

    hand = PACK.hand(parse_cards(" ".join(words)))
    if hand.bit_count() != count:
        raise ValueError(f"{count} cards are needed, not {hand.bit_count()}")
    return hand
