"""Melds and declarations: what they are, and everything that is wrong with them.

A sequence is three or more consecutive cards of a suit.  The ace stands below the 2 or above
the king, never between them.  A set is three or four cards of a rank, in different suits.
Jokers, printed ones and cards of the wild rank, fill any place, so three jokers alone are
a sequence or a set as one likes.  A sequence without jokers is pure; a card of the wild rank
that stands for itself is no joker there.

A declaration shows all 13 cards in melds: at least two sequences, at least one of them pure.

Source: Chakraborty 2025, appendix 7.1; the ace, wild cards that stand for themselves and melds
of jokers alone are the usual rules, on which the paper is silent.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, reduce
from operator import or_
from typing import Final

from evenhand.games.cards import CardError, as_hand, cards_of
from evenhand.games.rummy.deck import (
    CARDS,
    COLUMN,
    HAND_SIZE,
    JOKER_NAME,
    NATURAL,
    PRINTED,
    RANKS,
    SUIT_MASK,
    SUITS,
    jokers,
    name,
    names,
    read_hand,
)

SHORTEST: Final = 3
NEVER: Final = CARDS
"""More jokers than there are: what cards need that can never be a meld."""
SEQUENCES: Final = 2
COUNTS: Final = ("none", "one", "two")


class Kind(StrEnum):
    """The kinds of meld."""

    PURE_SEQUENCE = "pure sequence"
    SEQUENCE = "sequence"
    SET = "set"

    @property
    def is_sequence(self) -> bool:
        """Whether it counts as one of the two sequences of a declaration."""
        return self is not Kind.SET


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld with its cards in the order in which they are shown."""

    kind: Kind
    cards: tuple[int, ...]

    @property
    def mask(self) -> int:
        """Its cards as a hand."""
        return as_hand(self.cards)

    def __str__(self) -> str:
        return f"{self.kind:<13}  {' '.join(map(name, self.cards))}"


def _run(first: int, length: int) -> int:
    """Return ranks at consecutive places, of which there are 14: the ace is first and last."""
    return as_hand(place % RANKS for place in range(first, first + length))


RUNS: Final = tuple(
    dict.fromkeys(
        _run(first, length)
        for length in range(SHORTEST, RANKS + 1)
        for first in range(RANKS + 2 - length)
    )
)
"""The ranks of every sequence, as cards of the first suit, short ones first."""


def kinds_of(cards: int, wild: int) -> tuple[Kind, ...]:
    """Return what some cards are: nothing, a kind of meld, or a sequence or a set as one likes.

    >>> from evenhand.games.rummy.deck import read_hand, read_wild
    >>> kinds_of(read_hand(["HQ", "HK", "HA"]), read_wild("2"))
    (<Kind.PURE_SEQUENCE: 'pure sequence'>,)
    >>> kinds_of(read_hand(["H7", "JK", "C2"]), read_wild("2"))
    (<Kind.SEQUENCE: 'sequence'>, <Kind.SET: 'set'>)
    >>> kinds_of(read_hand(["HK", "HA", "H2"]), read_wild("7"))
    ()
    """
    size = cards.bit_count()
    if not SHORTEST <= size <= RANKS:
        return ()
    if is_pure(cards):
        return (Kind.PURE_SEQUENCE,)
    held = jokers(cards, wild)
    others, fill = cards ^ held, held.bit_count()
    found = []
    if sequence_gaps(others) <= fill:
        found.append(Kind.SEQUENCE)
    if size <= SUITS and set_gaps(others) <= fill:
        found.append(Kind.SET)
    return tuple(found)


def is_pure(cards: int) -> bool:
    """Return whether some cards are a pure sequence; what is wild does not matter."""
    return cards & PRINTED == 0 and sequence_gaps(cards) == 0


def sequence_gaps(cards: int) -> int:
    """Return how many jokers make a sequence of some cards that are none.

    >>> from evenhand.games.rummy.deck import read_hand
    >>> [sequence_gaps(read_hand(cards.split())) for cards in ("H7 H8", "H3 H7", "HA HK", "")]
    [1, 3, 1, 3]
    """
    suit = max(0, cards.bit_length() - 1) // RANKS
    ranks = cards >> suit * RANKS
    return _count_gaps(ranks) if ranks << suit * RANKS == cards else NEVER


@cache
def _count_gaps(ranks: int) -> int:
    if ranks == 0:
        return SHORTEST
    places = places_of(ranks)
    return max(SHORTEST, places[-1] - places[0] + 1) - len(places)


def set_gaps(cards: int) -> int:
    """Return how many jokers make a set of some cards that are none."""
    rank = (cards.bit_length() - 1) % RANKS
    if cards & ~(COLUMN << rank):
        return NEVER
    return max(0, SHORTEST - cards.bit_count())


def places_of(cards: int) -> list[int]:
    """Return the places of cards of one suit: 0 or 13 for the ace, whichever is nearer."""
    low = [card % RANKS for card in cards_of(cards)]
    high = sorted(place or RANKS for place in low)
    return min(low, high, key=lambda places: places[-1] - places[0])


def pure_sequences(hand: int) -> list[int]:
    """Return all pure sequences within a hand, short ones first."""
    found = [
        (number, RUNS[number] << suit * RANKS)
        for suit in range(SUITS)
        for number in _find_runs(hand >> suit * RANKS & SUIT_MASK)
    ]
    return [cards for _, cards in sorted(found)]


@cache
def _find_runs(ranks: int) -> tuple[int, ...]:
    """Return the places in ``RUNS`` of those that some ranks of a suit hold."""
    return tuple(number for number, run in enumerate(RUNS) if ranks & run == run)


def melds_in(hand: int, wild: int) -> list[int]:
    """Return all melds within a hand by trying every subset: thousands with many jokers."""
    return [cards for cards in subsets(hand) if kinds_of(cards, wild)]


def subsets(cards: int) -> Iterator[int]:
    """Yield every subset of some cards but the empty one."""
    taken = cards
    while taken:
        yield taken
        taken = (taken - 1) & cards


def why_not(cards: int, wild: int) -> str:
    """Say in a sentence what is wrong with cards that are no meld.

    >>> from evenhand.games.rummy.deck import read_hand, read_wild
    >>> why_not(read_hand(["H7", "H8", "HT"]), read_wild("K"))
    'H7 H8 HT are not consecutive'
    >>> why_not(read_hand(["H7", "D8", "JK"]), read_wild("K"))
    'D8 H7 are neither of one suit nor of one rank'
    """
    others = cards & ~jokers(cards, wild)
    shown, size = " ".join(names(cards)), cards.bit_count()
    if size < SHORTEST:
        return f"a meld has at least three cards, not {size}: {shown}".rstrip(": ")
    if size > RANKS:
        return f"a meld has at most thirteen cards, not {size}"
    if sequence_gaps(others) < NEVER:
        return _not_consecutive(others, jokers(cards, wild).bit_count())
    if set_gaps(others) < NEVER:
        return f"a set has at most four cards, not {size}: {shown}"
    return f"{' '.join(names(others))} are neither of one suit nor of one rank"


def sort_meld(cards: int, wild: int) -> tuple[int, ...]:
    """Return the cards of a meld as they are shown: jokers where they fill in, others at an end.

    >>> from evenhand.games.rummy.deck import read_hand, read_wild
    >>> shown = sort_meld(read_hand(["S9", "SJ", "H3", "JK"]), read_wild("3"))
    >>> [name(card) for card in shown]
    ['S9', 'H3', 'SJ', 'JK']
    """
    others = cards & ~_filling(cards, wild)
    spare = list(cards_of(cards ^ others))
    if others == 0 or sequence_gaps(others) == NEVER:
        return (*cards_of(others), *spare)
    at = dict(zip(places_of(others), _by_place(others), strict=True))
    gaps = [place for place in range(min(at), max(at)) if place not in at]
    filled, ends = at | dict(zip(gaps, spare, strict=False)), spare[len(gaps) :]
    room = (RANKS - 1 if 0 in at else RANKS) - max(at)
    return (*ends[room:], *(filled[place] for place in sorted(filled)), *ends[:room])


def check(
    melds: Sequence[int], wild: int, hand: int | None = None, size: int = HAND_SIZE
) -> tuple[str, ...]:
    """Return all that is wrong with a declaration, a sentence each; nothing if it is valid.

    With a hand the melds must hold exactly its cards.  The two printed jokers are as good as
    each other: only their number counts.

    >>> from evenhand.games.rummy.deck import read_hand, read_wild
    >>> shown = ["HA H2 H3", "S9 JK SJ", "C4 D4 H4 S4", "CQ DQ HK"]
    >>> melds = [read_hand(cards.split()) for cards in shown]
    >>> check(melds, read_wild("7"))
    ('CQ DQ HK are neither of one suit nor of one rank',)
    >>> check(melds, read_wild("K"))
    ()
    """
    problems = [*_wrong_cards(melds, size), *_other_cards(melds, hand)]
    problems += [why_not(cards, wild) for cards in melds if not kinds_of(cards, wild)]
    return (*problems, *_wrong_kinds(melds, wild))


def read_melds(words: Iterable[str], hand: int) -> tuple[int, ...]:
    """Read melds such as ``S9,JK,SJ``; the printed jokers are first those of the hand.

    >>> [bin(meld >> 52) for meld in read_melds(["CA,JK", "JK,C2"], 1 << 53)]
    ['0b10', '0b1']
    """
    printed = [*cards_of(PRINTED & hand), *cards_of(PRINTED & ~hand)]
    melds = []
    for word in words:
        cards = word.split(",")
        jokers = cards.count(JOKER_NAME)
        if jokers > len(printed):
            raise CardError(f"the card {JOKER_NAME} is there too often, the pack has two")
        named = read_hand(card for card in cards if card != JOKER_NAME)
        melds.append(named | as_hand(printed[:jokers]))
        printed = printed[jokers:]
    return tuple(melds)


def _not_consecutive(others: int, fill: int) -> str:
    """Say why cards of one suit and some jokers are no sequence."""
    text = f"{' '.join(names(others))} are not consecutive"
    corner = _run(RANKS - 1, 2) | 0b10  # king, ace and 2
    ranks = as_hand(card % RANKS for card in cards_of(others))
    if ranks & corner == corner:
        return f"{text}: no sequence goes on from the king over the ace to the 2"
    if fill:
        there = f"{fill} joker is" if fill == 1 else f"{fill} jokers are"
        return f"{text}: {sequence_gaps(others)} cards are missing, and {there} there"
    return text


def _filling(cards: int, wild: int) -> int:
    """Return the jokers of a meld, without a wild card that can stand for itself."""
    held = 0 if is_pure(cards) else jokers(cards, wild)
    others = cards ^ held
    for card in cards_of(held & ~PRINTED):
        if others and sequence_gaps(others | 1 << card) < held.bit_count():
            return held ^ 1 << card
    return held


def _by_place(cards: int) -> list[int]:
    """Return cards of one suit from the lowest place to the highest."""
    listed = list(cards_of(cards))
    return listed[1:] + listed[:1] if places_of(cards)[-1] == RANKS else listed


def _wrong_cards(melds: Sequence[int], size: int) -> Iterator[str]:
    """Yield too many cards, too few, and cards that cannot all be there."""
    for card in cards_of(_union(melds) & NATURAL):
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
    """Yield cards that are not in the hand, and cards of the hand that are not shown."""
    if hand is None:
        return
    shown, held = _printed(melds), (hand & PRINTED).bit_count()
    strange = names(_union(melds) & ~hand & NATURAL) + [JOKER_NAME] * (shown - held)
    missing = names(hand & ~_union(melds) & NATURAL) + [JOKER_NAME] * (held - shown)
    if strange:
        yield f"not in the hand: {' '.join(strange)}"
    if missing:
        yield f"in the hand, but in no meld: {' '.join(missing)}"


def _wrong_kinds(melds: Sequence[int], wild: int) -> Iterator[str]:
    """Yield too few sequences; what can be a sequence or a set counts as a sequence."""
    found = [kind[0] for cards in melds if (kind := kinds_of(cards, wild))]
    if Kind.PURE_SEQUENCE not in found:
        yield "there is no pure sequence"
    sequences = sum(kind.is_sequence for kind in found)
    if sequences < SEQUENCES:
        yield f"there must be {COUNTS[SEQUENCES]} sequences, and there is {COUNTS[sequences]}"


def _union(melds: Sequence[int]) -> int:
    return reduce(or_, melds, 0)


def _printed(melds: Sequence[int]) -> int:
    return sum((cards & PRINTED).bit_count() for cards in melds)
