"""Deadwood and lay-offs of Gin Rummy by trying all melds and all orders: slow and plain."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

SUITS, RANKS = 4, 13

Cards = frozenset[int]


def count(cards: Cards) -> int:
    return sum(min(card % RANKS + 1, 10) for card in cards)


def is_meld(cards: Cards) -> bool:
    suits, ranks = {card // RANKS for card in cards}, sorted(card % RANKS for card in cards)
    if len(cards) < 3:
        return False
    is_set = len(set(ranks)) == 1
    is_run = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return is_set or is_run


@cache
def all_melds() -> tuple[Cards, ...]:
    sets = (
        frozenset(suit * RANKS + rank for suit in suits)
        for rank in range(RANKS)
        for size in (3, 4)
        for suits in combinations(range(SUITS), size)
    )
    runs = (
        frozenset(range(suit * RANKS + low, suit * RANKS + high))
        for suit in range(SUITS)
        for low in range(RANKS)
        for high in range(low + 3, RANKS + 1)
    )
    return (*sets, *runs)


def arrangements(hand: Cards) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
    """Yield all ways to put some cards into melds: the melds, and the cards that are left."""
    melds = [meld for meld in all_melds() if meld <= hand]

    def extend(
        chosen: tuple[Cards, ...], left: Cards, start: int
    ) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
        yield chosen, left
        for number in range(start, len(melds)):
            if melds[number] <= left:
                yield from extend((*chosen, melds[number]), left - melds[number], number + 1)

    return extend((), hand, 0)


def deadwood(hand: Cards) -> int:
    return min(count(left) for _, left in arrangements(hand))


def deadwood_after_layoffs(hand: Cards, spread: tuple[Cards, ...]) -> int:
    """Return the least deadwood of a defender who lays off on some melds, in any order."""
    best, seen = deadwood(hand), {(hand, frozenset(spread))}
    waiting = [(hand, frozenset(spread))]
    while waiting:
        held, melds = waiting.pop()
        for card in held:
            for meld in melds:
                if is_meld(meld | {card}):
                    after = held - {card}, melds - {meld} | {meld | {card}}
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
                        best = min(best, deadwood(after[0]))
    return best
