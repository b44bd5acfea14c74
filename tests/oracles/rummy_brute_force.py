"""All families of disjoint melds, each card and each joker its own: slow and beyond doubt."""

from collections import defaultdict
from functools import cache, lru_cache
from itertools import chain

from evenhand.games.rummy import Kind, points
from evenhand.games.rummy.deck import MAX_POINTS
from evenhand.games.rummy.melds import kinds_of, melds_in

IMPOSSIBLE = 1000


@lru_cache(maxsize=64)
def melds_by_lowest(hand: int, wild: int) -> dict[int, list[tuple[int, tuple[Kind, ...]]]]:
    """The melds in a hand with their kinds, by their lowest card."""
    melds: dict[int, list[tuple[int, tuple[Kind, ...]]]] = defaultdict(list)
    for meld in melds_in(hand, wild):
        melds[meld & -meld].append((meld, kinds_of(meld, wild)))
    return melds


def least_of_all_families(hand: int, wild: int, literal: bool) -> int:
    """MinScore by laying every family of disjoint melds."""
    melds = melds_by_lowest(hand, wild)

    @cache
    def least(cards: int, sequences: int, pure: bool) -> int:
        if cards == 0:
            return 0 if literal or (sequences >= 2 and pure) else IMPOSSIBLE
        lowest = cards & -cards
        counts = [points(lowest, wild) + least(cards ^ lowest, sequences, pure)]
        for meld, able in melds[lowest]:
            if meld & cards == meld:
                for kind in able:
                    more = min(2, sequences + kind.is_sequence)
                    is_pure = pure or kind is Kind.PURE_SEQUENCE
                    counts.append(least(cards ^ meld, more, is_pure))
        return min(counts)

    alone = [
        points(hand ^ meld, wild)
        for meld, able in chain.from_iterable(melds.values())
        if Kind.PURE_SEQUENCE in able
    ]
    families = least(hand, 0, False)
    return min(MAX_POINTS, families if literal else min([points(hand, wild), families, *alone]))


def can_be_declared(hand: int, wild: int) -> bool:
    """Whether some disjoint melds with two sequences, one pure, hold every card."""
    melds = melds_by_lowest(hand, wild)

    @cache
    def covered(cards: int, sequences: int, pure: bool) -> bool:
        if cards == 0:
            return sequences >= 2 and pure
        return any(
            covered(
                cards ^ meld,
                min(2, sequences + kind.is_sequence),
                pure or kind is Kind.PURE_SEQUENCE,
            )
            for meld, able in melds[cards & -cards]
            if meld & cards == meld
            for kind in able
        )

    return covered(hand, 0, False)
