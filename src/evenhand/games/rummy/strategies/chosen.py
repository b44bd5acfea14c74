"""One of several cards: the one with the most points, with the fewest, or any.

Cards are masks; jokers count nothing.
"""

from typing import Final

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import bit_count, highest_bit, step
from evenhand.games.rummy.pack import COLUMN, PRINTED
from evenhand.games.rummy.points import RANK_POINTS
from evenhand.games.rummy.strategies.parameters import BY_LOT, BY_NUMBER
from evenhand.rng import next_state, randbelow

OF_POINTS: Final = np.array(
    [
        sum(COLUMN << rank for rank, points in enumerate(RANK_POINTS) if points == wanted)
        for wanted in range(max(RANK_POINTS) + 1)
    ],
    np.int64,
)
"""The cards of so many points."""


@step
def lot(lots: Masks, limit: int) -> int:
    """A random number below a limit."""
    lots[0] = next_state(lots[0])
    return randbelow(lots[0], limit)


@step
def by_lot(cards: int, lots: Masks) -> int:
    """Any of some cards."""
    for _ in range(lot(lots, bit_count(cards))):
        cards &= cards - 1
    return cards & -cards


@step
def with_most_points(cards: int, wild_rank: int) -> int:
    """The card with the most points, the highest number among them."""
    counting = cards & ~(PRINTED | COLUMN * wild_rank)
    points = len(OF_POINTS) - 1
    while points and not counting & OF_POINTS[points]:
        points -= 1
    return 1 << highest_bit(counting & OF_POINTS[points] if points else cards)


@step
def with_fewest_points(cards: int, wild_rank: int) -> int:
    """The card with the fewest points, the lowest number among them."""
    idle = cards & (PRINTED | COLUMN * wild_rank)
    if idle:
        return idle & -idle
    points = 0
    while not cards & OF_POINTS[points]:
        points += 1
    found = cards & OF_POINTS[points]
    return int(found & -found)


@step
def one_of(cards: int, wild_rank: int, ties: int, lots: Masks) -> int:
    """The discard of several that are as good."""
    if ties == BY_LOT:
        return by_lot(cards, lots)
    if ties == BY_NUMBER:
        return 1 << highest_bit(cards)
    return with_most_points(cards, wild_rank)
