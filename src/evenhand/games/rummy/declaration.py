"""Whether melds may be declared, and everything that is wrong with them.

A declaration shows all 13 cards in melds: at least two sequences, at least one of them pure.

Source: Chakraborty 2025, appendix 7.1.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final

from evenhand.games.cards import cards_of
from evenhand.games.rummy.melds import Kind, kinds, why_not
from evenhand.games.rummy.pack import HAND_SIZE, JOKER_NAME, NATURAL, PRINTED, name, names

SEQUENCES: Final = 2
COUNTS: Final = ("none", "one", "two")


def check(
    melds: Sequence[int], wild: int, hand: int | None = None, size: int = HAND_SIZE
) -> tuple[str, ...]:
    """All that is wrong with a declaration, a sentence each; nothing if it is valid.

    With a hand the melds must hold exactly its cards.  The two printed jokers are as good as
    each other: only their number counts.

    >>> from evenhand.games.rummy.pack import read_hand, read_wild
    >>> shown = ["HA H2 H3", "S9 JK SJ", "C4 D4 H4 S4", "CQ DQ HK"]
    >>> melds = [read_hand(cards.split()) for cards in shown]
    >>> check(melds, read_wild("7"))
    ('CQ DQ HK are neither of one suit nor of one rank',)
    >>> check(melds, read_wild("K"))
    ()
    """
    problems = [*_wrong_cards(melds, size), *_other_cards(melds, hand)]
    problems += [why_not(cards, wild) for cards in melds if not kinds(cards, wild)]
    return (*problems, *_wrong_kinds(melds, wild))


def _wrong_cards(melds: Sequence[int], size: int) -> Iterator[str]:
    """Too many cards, too few, or cards that cannot all be there."""
    for card in cards_of(_all(melds) & NATURAL):
        times = sum(cards >> card & 1 for cards in melds)
        if times > 1:
            yield f"the card {name(card)} is in {times} melds"
    jokers = _printed(melds)
    if jokers > PRINTED.bit_count():
        yield f"the card {JOKER_NAME} is there {jokers} times, the pack has two"
    shown = sum(cards.bit_count() for cards in melds)
    if shown != size:
        yield f"a declaration has {size} cards, not {shown}"


def _other_cards(melds: Sequence[int], hand: int | None) -> Iterator[str]:
    """Cards that are not in the hand, and cards of the hand that are not shown."""
    if hand is None:
        return
    shown, held = _printed(melds), (hand & PRINTED).bit_count()
    strange = names(_all(melds) & ~hand & NATURAL) + [JOKER_NAME] * (shown - held)
    missing = names(hand & ~_all(melds) & NATURAL) + [JOKER_NAME] * (held - shown)
    if strange:
        yield f"not in the hand: {' '.join(strange)}"
    if missing:
        yield f"in the hand, but in no meld: {' '.join(missing)}"


def _wrong_kinds(melds: Sequence[int], wild: int) -> Iterator[str]:
    """Too few sequences; what can be a sequence or a set counts as a sequence."""
    found = [kind[0] for cards in melds if (kind := kinds(cards, wild))]
    if Kind.PURE_SEQUENCE not in found:
        yield "there is no pure sequence"
    sequences = sum(kind.is_sequence for kind in found)
    if sequences < SEQUENCES:
        yield f"there must be {COUNTS[SEQUENCES]} sequences, and there is {COUNTS[sequences]}"


def _all(melds: Sequence[int]) -> int:
    return reduce(or_, melds, 0)


def _printed(melds: Sequence[int]) -> int:
    return sum((cards & PRINTED).bit_count() for cards in melds)
