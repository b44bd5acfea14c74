"""MinScore, MinDist and what can be declared in Rummy, as they are defined, slowly.

MinScore is the least that a hand can count, over all ways to lay disjoint melds:

- without a pure sequence all cards count;
- with a pure sequence and no second sequence all but that one pure sequence count;
- with two sequences, one of them pure, the cards outside all melds count;

and never more than 80.  The literal reading of the paper's sentence ("the least possible sum of
unmatched card values") asks for no sequences: the cards outside any melds count.

MinDist is the fewest cards that must be exchanged for others of the 54 until the hand can be
declared.  Of 14 cards the best 13 count.

Two facts make it bearable.  Only one pure sequence need be chosen as such; a wild card in any
other meld may as well be called a joker there.  And jokers are all alike, so a number of them
does: what fills no gap joins a sequence, or is left over and counts nothing.

Source: Chakraborty 2025, appendix 7.1.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

import numpy as np

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.rummy.deck import (
    COLUMN,
    FULL,
    HAND_SIZE,
    MAX_POINTS,
    NO_WILD,
    RANKS,
    SUIT_MASK,
    jokers,
    points,
)
from evenhand.games.rummy.melds import (
    NEVER,
    SHORTEST,
    pure_sequences,
    sequence_gaps,
    set_gaps,
    subsets,
)

IMPOSSIBLE = 1000  # more points than there are


def min_score(hand: int, wild: int, literal: bool = False) -> int:
    """Return the least that a hand can count.

    >>> from evenhand.games.rummy.deck import read_hand, read_wild
    >>> hand = read_hand("HA H2 H3 S9 JK SJ C4 D4 H4 S4 CQ DQ HK".split())
    >>> min_score(hand, read_wild("K")), min_score(hand, read_wild("7"))
    (0, 30)
    """
    return min(_score(kept, wild, literal) for kept in list_kept(hand))


def is_declarable(hand: int, wild: int) -> bool:
    """Return whether all cards, or with 14 all but one, are a valid declaration."""
    return any(_declarable(kept, wild) for kept in list_kept(hand))


def min_dist(hand: int, wild: int, limit: int = 1) -> int:
    """Return the fewest cards to exchange until the hand can be declared; farther is ``limit + 1``.

    One exchange is a matter of milliseconds, two of seconds, three of many minutes.
    """
    for count in range(limit + 1):
        hands = (other for kept in list_kept(hand) for other in exchange(kept, count))
        if any(_declarable(other, wild) for other in hands):
            return count
    return limit + 1


@cache
def distances(deck: int, wild: int, size: int = HAND_SIZE) -> dict[int, int]:
    """Return MinDist of every hand of a small deck, with exchanges within the deck only.

    It is the size of the hand less the most cards it shares with a hand that can be declared.
    """
    hands = (1 << np.array(list(combinations(cards_of(deck), size)))).sum(axis=1)
    able = [hand for hand in hands.tolist() if _declarable(hand, wild)]
    if not able:
        raise ValueError("no hand of this deck can be declared")
    shared = np.zeros(len(hands), np.int64)
    for hand in able:
        np.maximum(shared, np.bitwise_count(hands & hand), out=shared)
    return dict(zip(hands.tolist(), (size - shared).tolist(), strict=True))


def list_kept(hand: int) -> list[int]:
    """Return what can be kept: the hand, or of 14 cards any 13."""
    if hand.bit_count() <= HAND_SIZE:
        return [hand]
    return [hand ^ 1 << card for card in cards_of(hand)]


def exchange(hand: int, count: int) -> Iterator[int]:
    """Yield all hands with so many cards exchanged for others of the pack."""
    for gone in combinations(cards_of(hand), count):
        for come in combinations(cards_of(FULL ^ hand), count):
            yield hand ^ as_hand(gone) ^ as_hand(come)


def _score(hand: int, wild: int, literal: bool) -> int:
    held = jokers(hand, wild)
    if literal:
        return min(MAX_POINTS, _least_left(hand ^ held, held.bit_count(), 0))
    least = points(hand, wild)
    for pure in pure_sequences(hand):
        alone = points(hand ^ pure, wild)
        with_second = _least_left((hand ^ pure) & ~held, (held & ~pure).bit_count(), 1)
        least = min(least, alone, with_second)
    return min(MAX_POINTS, least)


def _declarable(hand: int, wild: int) -> bool:
    held = jokers(hand, wild)
    return any(
        _all_in_melds((hand ^ pure) & ~held, (held & ~pure).bit_count(), 1)
        for pure in pure_sequences(hand)
    )


@lru_cache(maxsize=1 << 16)
def _least_left(cards: int, fill: int, sequences: int) -> int:
    """Return the least that cards outside melds count, given jokers and sequences yet to lay.

    The lowest card is left over or in one of the melds that can be made with it.
    """
    if cards == 0:
        return 0 if sequences * SHORTEST <= fill else IMPOSSIBLE
    lowest = cards & -cards
    least = points(lowest, NO_WILD) + _least_left(cards ^ lowest, fill, sequences)
    for meld, gaps, is_sequence in _melds_with_lowest(cards):
        if gaps <= fill:
            still = max(0, sequences - is_sequence)
            least = min(least, _least_left(cards ^ meld, fill - gaps, still))
    return least


@lru_cache(maxsize=1 << 16)
def _all_in_melds(cards: int, fill: int, sequences: int) -> bool:
    """Return whether all cards can be in melds, given jokers and sequences yet to lay."""
    if cards == 0:
        return sequences * SHORTEST <= fill
    return any(
        _all_in_melds(cards ^ meld, fill - gaps, max(0, sequences - is_sequence))
        for meld, gaps, is_sequence in _melds_with_lowest(cards)
        if gaps <= fill
    )


@lru_cache(maxsize=1 << 16)
def _melds_with_lowest(cards: int) -> tuple[tuple[int, int, bool], ...]:
    """Melds with the lowest of some cards: those of the cards in it, jokers it needs, sequence?"""
    lowest = cards & -cards
    card = lowest.bit_length() - 1
    start, rank = card // RANKS * RANKS, cards & (COLUMN << card % RANKS) ^ lowest
    in_suit = _sequences_with_lowest(cards >> start & SUIT_MASK)
    in_rank = [lowest, *(lowest | others for others in subsets(rank))]
    melds = [(meld << start, gaps, True) for meld, gaps in in_suit]
    melds += [(meld, set_gaps(meld), False) for meld in in_rank]
    return tuple(meld for meld in melds if meld[1] < NEVER)


@cache
def _sequences_with_lowest(ranks: int) -> list[tuple[int, int]]:
    """Sequences with the lowest of some cards of a suit, and the jokers that each needs."""
    lowest = ranks & -ranks
    found = [lowest, *(lowest | others for others in subsets(ranks ^ lowest))]
    return [(meld, sequence_gaps(meld)) for meld in found]
