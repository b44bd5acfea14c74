"""MinScore: the fewest points that a hand must leave out of its melds, as a compiled kernel.

For each family of sets the jokers that are left fill gaps of the four suits.  A suit's word has
a field of 16 bits for each of the four states (see
:mod:`~evenhand.games.rummy.metrics.suits`): the fewest points left out with so many gaps filled.
Words are joined state by state, and over all ways to share the jokers.  If every suit had all
jokers to itself it would leave no more; that bound skips nearly every family.

A wild card counts nothing and is a joker everywhere but in the pure sequence, where it may stand
for itself; then it is a joker less.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import formula, kernel, least_words, step
from evenhand.games.rummy.metrics.jokers import count_jokers, wild_mask
from evenhand.games.rummy.metrics.sets import FAMILIES, GAPS, list_families
from evenhand.games.rummy.metrics.suits import (
    GAPS_FILLED,
    NEVER,
    PURE,
    SHORTEST,
    STATES,
    points_by_gaps,
)
from evenhand.games.rummy.pack import CARDS, NATURAL, NO_WILD, RANKS, SUIT_MASK
from evenhand.games.rummy.points import MOST, RANK_POINTS

FIELD: Final = 16
LOWEST: Final = (1 << FIELD) - 1
EVERY: Final = 0x0001000100010001
ALL_BUT_BOTH: Final = NEVER * 8 * (EVERY >> FIELD)  # no bound on the lower three fields


class ScoreTables(NamedTuple):
    """What one suit can give, packed; each for every wild rank, none of them last."""

    words: Masks  # (wild, mask, gaps filled): least points left out in the four states
    points: Masks  # (wild, mask): points of all cards
    pure: Masks  # (wild, mask): most points of one pure sequence, -1 if there is none


class ScoreRoom(NamedTuple):
    """Room to work out one hand."""

    left: Masks  # what each family of sets leaves
    sets: Masks
    low: Masks  # two suits joined, by gaps filled
    high: Masks
    others: Masks  # three suits joined
    after: Masks  # MinScore after each discard


@cache
def score_tables() -> ScoreTables:
    """The tables for all wild ranks."""
    cells = points_by_gaps().astype(np.int64)
    masks = np.arange(cells.shape[1])
    words = np.stack([_packed(_with_wild(cells, masks, wild)) for wild in range(NO_WILD + 1)])
    points = np.stack([_points(masks, wild) for wild in range(NO_WILD + 1)])
    pure = np.stack([_best_pure(masks, wild) for wild in range(NO_WILD + 1)])
    return ScoreTables(words, points, pure)


def new_score_room() -> ScoreRoom:
    """Room for one hand."""
    sizes = (FAMILIES, FAMILIES, GAPS_FILLED, GAPS_FILLED, GAPS_FILLED, CARDS)
    return ScoreRoom(*(np.zeros(size, np.int64) for size in sizes))


def _worth(wild: int) -> Masks:
    """The points of the ranks."""
    return np.array([0 if rank == wild else p for rank, p in enumerate(RANK_POINTS)], np.int64)


def _points(masks: Masks, wild: int) -> Masks:
    points: Masks = (masks[:, None] >> np.arange(RANKS) & 1) @ _worth(wild)
    return points


def _best_pure(masks: Masks, wild: int) -> Masks:
    """The most points that one pure sequence of any length can have; the ace is low or high."""
    worth, held = np.append(_worth(wild), _worth(wild)[0]), masks | (masks & 1) << RANKS
    best = np.full(len(masks), -1, np.int64)
    for first in range(RANKS + 1):
        for end in range(first + SHORTEST, min(RANKS, first + RANKS - 1) + 2):
            run = (1 << end) - (1 << first)
            best = np.where(held & run == run, np.maximum(best, worth[first:end].sum()), best)
    return best


def _with_wild(cells: Masks, masks: Masks, wild: int) -> Masks:
    """The cells if a rank is wild: its card is a joker, or itself in the pure sequence."""
    if wild == NO_WILD:
        return cells
    others = masks & ~(1 << wild)
    changed = cells[:, others].copy()
    itself = np.full_like(cells[PURE:], NEVER)
    itself[:, :, 1:] = cells[PURE:, :, :-1]
    held = masks != others
    changed[PURE:, held] = np.minimum(changed[PURE:, held], itself[:, held])
    return changed


def _packed(cells: Masks) -> Masks:
    word: Masks = sum(cells[state] << FIELD * state for state in STATES)
    return word


@formula
def joined_words(first: int, second: int) -> int:
    """The fewest points left out of two groups of suits, in the four states."""
    either = least_words(first + (second & LOWEST) * EVERY, second + (first & LOWEST) * EVERY)
    return least_words(either, across(first, second) << 3 * FIELD | ALL_BUT_BOTH)


@formula
def across(first: int, second: int) -> int:
    """The fewest points if one group has the pure sequence and the other one the second."""
    pure, other = first >> 2 * FIELD & LOWEST, second >> FIELD & LOWEST
    second_pure, first_other = second >> 2 * FIELD & LOWEST, first >> FIELD & LOWEST
    return min(pure + other, first_other + second_pure)


@formula
def least_left(first: int, second: int, literal: bool) -> int:
    """The fewest points left out of all suits: with both sequences, or with any melds."""
    if literal:
        return (first & LOWEST) + (second & LOWEST)
    in_one = min((first >> 3 * FIELD) + (second & LOWEST), (first & LOWEST) + (second >> 3 * FIELD))
    return min(in_one, across(first, second))


@step
def share(first: Masks, second: Masks, gaps: int, shared: Masks) -> None:
    """Join two groups for every number of gaps filled, up to the most."""
    for total in range(gaps + 1):
        least = joined_words(first[0], second[total])
        for own in range(1, total + 1):
            least = least_words(least, joined_words(first[own], second[total - own]))
        shared[total] = least


@step
def least_shared(first: Masks, second: Masks, gaps: int, literal: bool) -> int:
    """The fewest points left out of all suits with so many gaps filled."""
    least = least_left(first[0], second[gaps], literal)
    for own in range(1, gaps + 1):
        least = min(least, least_left(first[own], second[gaps - own], literal))
    return least


@step
def least_possible(words: Masks, cards: int, gaps: int, literal: bool) -> int:
    """The points left out if every suit had all jokers: a bound, exact if there are none."""
    low = joined_words(words[cards & SUIT_MASK, gaps], words[cards >> RANKS & SUIT_MASK, gaps])
    high = joined_words(
        words[cards >> 2 * RANKS & SUIT_MASK, gaps], words[cards >> 3 * RANKS & SUIT_MASK, gaps]
    )
    return least_left(low, high, literal)


@kernel
def share_in_pairs(words: Masks, cards: int, gaps: int, low: Masks, high: Masks) -> None:
    """Join the first two suits and the last two."""
    share(words[cards & SUIT_MASK], words[cards >> RANKS & SUIT_MASK], gaps, low)
    share(words[cards >> 2 * RANKS & SUIT_MASK], words[cards >> 3 * RANKS & SUIT_MASK], gaps, high)


@step
def total_and_pure(tables: ScoreTables, cards: int, wild: int) -> tuple[int, int]:
    """The points of all cards, and of the best pure sequence: -1 if there is none."""
    points, pure = tables.points[wild], tables.pure[wild]
    total, most = 0, -1
    for suit in range(4):
        mask = cards >> suit * RANKS & SUIT_MASK
        total += points[mask]
        most = max(most, pure[mask])
    return total, most


@kernel
def score(tables: ScoreTables, room: ScoreRoom, hand: int, wild: int, literal: bool) -> int:
    """MinScore of thirteen cards; a declaration needs both sequences unless literal."""
    cards, wild_rank = hand & NATURAL, wild_mask(wild)
    left = room.left
    total, pure = total_and_pure(tables, cards, wild)
    if pure < 0 and not literal:
        return min(total, MOST)
    best = min(total - max(pure, 0), MOST)
    count = list_families(cards, wild_rank, literal, left, room.sets)
    words = tables.words[wild]
    jokers = count_jokers(hand, wild_rank)
    for i in range(count):
        family, gaps = left[i] & NATURAL, jokers - (left[i] >> GAPS)
        if gaps < 0:
            continue
        points = least_possible(words, family, gaps, literal)
        if points < best and gaps > 0:
            share_in_pairs(words, family, gaps, room.low, room.high)
            points = least_shared(room.low, room.high, gaps, literal)
        best = min(best, points)
    return best
