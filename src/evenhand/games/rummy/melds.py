"""What a meld is: three or more cards that belong together.

A sequence is three or more consecutive cards of a suit.  The ace stands below the 2 or above
the king, never between them.  A set is three or four cards of a rank, in different suits.
Jokers, printed ones and cards of the wild rank, fill any place, so three jokers alone are
a sequence or a set as one likes.  A sequence without jokers is pure; a card of the wild rank
that stands for itself is no joker there.

Source: Chakraborty 2025, appendix 7.1; the ace, wild cards that stand for themselves and melds
of jokers alone are the usual rules, on which the paper is silent.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.rummy.pack import CARDS, PRINTED, RANKS, SUITS, jokers, name, names

SHORTEST: Final = 3
NEVER: Final = CARDS
"""More jokers than there are: what cards need that can never be a meld."""


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
    """Ranks at consecutive places, of which there are 14: the ace is the first and the last."""
    return as_hand(place % RANKS for place in range(first, first + length))


RUNS: Final = tuple(
    dict.fromkeys(
        _run(first, length)
        for length in range(SHORTEST, RANKS + 1)
        for first in range(RANKS + 2 - length)
    )
)
"""The ranks of every sequence, as cards of the first suit, short ones first."""


def kinds(cards: int, wild: int) -> tuple[Kind, ...]:
    """What some cards are: nothing, one kind of meld, or a sequence or a set as one likes.

    >>> from evenhand.games.rummy.pack import read_hand, read_wild
    >>> kinds(read_hand(["HQ", "HK", "HA"]), read_wild("2"))
    (<Kind.PURE_SEQUENCE: 'pure sequence'>,)
    >>> kinds(read_hand(["H7", "JK", "C2"]), read_wild("2"))
    (<Kind.SEQUENCE: 'sequence'>, <Kind.SET: 'set'>)
    >>> kinds(read_hand(["HK", "HA", "H2"]), read_wild("7"))
    ()
    """
    if is_pure(cards):
        return (Kind.PURE_SEQUENCE,)
    held, size = jokers(cards, wild), cards.bit_count()
    others, fill = cards ^ held, held.bit_count()
    found = []
    if SHORTEST <= size <= RANKS and sequence_gaps(others) <= fill:
        found.append(Kind.SEQUENCE)
    if SHORTEST <= size <= SUITS and set_gaps(others) <= fill:
        found.append(Kind.SET)
    return tuple(found)


def is_pure(cards: int) -> bool:
    """Whether some cards are a pure sequence; what is wild does not matter."""
    return cards & PRINTED == 0 and sequence_gaps(cards) == 0


def sequence_gaps(cards: int) -> int:
    """How many jokers make a sequence of some cards that are none.

    >>> from evenhand.games.rummy.pack import read_hand
    >>> [sequence_gaps(read_hand(cards.split())) for cards in ("H7 H8", "H3 H7", "HA HK", "")]
    [1, 3, 1, 3]
    """
    if cards == 0:
        return SHORTEST
    if len({card // RANKS for card in cards_of(cards)}) > 1:
        return NEVER
    places = places_of(cards)
    return max(SHORTEST, places[-1] - places[0] + 1) - len(places)


def set_gaps(cards: int) -> int:
    """How many jokers make a set of some cards that are none."""
    if len({card % RANKS for card in cards_of(cards)}) > 1:
        return NEVER
    return max(0, SHORTEST - cards.bit_count())


def places_of(cards: int) -> list[int]:
    """The places of cards of one suit: 0 or 13 for the ace, whichever is nearer to the others."""
    low = [card % RANKS for card in cards_of(cards)]
    high = sorted(place or RANKS for place in low)
    return min(low, high, key=lambda places: places[-1] - places[0])


def pure_sequences(hand: int) -> list[int]:
    """All pure sequences within a hand, short ones first."""
    suits = [run << suit * RANKS for run in RUNS for suit in range(SUITS)]
    return [cards for cards in suits if hand & cards == cards]


def melds_in(hand: int, wild: int) -> list[int]:
    """All melds within a hand, by trying all its cards together: thousands with many jokers."""
    return [cards for cards in subsets(hand) if kinds(cards, wild)]


def subsets(cards: int) -> Iterator[int]:
    """All that can be taken of some cards, except nothing."""
    taken = cards
    while taken:
        yield taken
        taken = (taken - 1) & cards


def why_not(cards: int, wild: int) -> str:
    """What is wrong with cards that are no meld, in a sentence.

    >>> from evenhand.games.rummy.pack import read_hand, read_wild
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


def _not_consecutive(others: int, fill: int) -> str:
    """Why cards of one suit and some jokers are no sequence."""
    said = f"{' '.join(names(others))} are not consecutive"
    corner = _run(RANKS - 1, 2) | 0b10  # king, ace and 2
    ranks = as_hand(card % RANKS for card in cards_of(others))
    if ranks & corner == corner:
        return f"{said}: no sequence goes on from the king over the ace to the 2"
    if fill:
        there = f"{fill} joker is" if fill == 1 else f"{fill} jokers are"
        return f"{said}: {sequence_gaps(others)} cards are missing, and {there} there"
    return said


def in_order(cards: int, wild: int) -> tuple[int, ...]:
    """The cards of a meld as they are shown: jokers where they fill in, the others at an end.

    >>> from evenhand.games.rummy.pack import read_hand, read_wild
    >>> shown = in_order(read_hand(["S9", "SJ", "H3", "JK"]), read_wild("3"))
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


def _filling(cards: int, wild: int) -> int:
    """The jokers of a meld, without a wild card that can stand for itself."""
    held = 0 if is_pure(cards) else jokers(cards, wild)
    others = cards ^ held
    for card in cards_of(held & ~PRINTED):
        if others and sequence_gaps(others | 1 << card) < held.bit_count():
            return held ^ 1 << card
    return held


def _by_place(cards: int) -> list[int]:
    """Cards of one suit from the lowest place to the highest."""
    listed = list(cards_of(cards))
    return listed[1:] + listed[:1] if places_of(cards)[-1] == RANKS else listed
