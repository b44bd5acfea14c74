"""What one suit alone can give, as tables over all sets of its ranks, and the sets of a hand.

There is one pack, so every natural card is unique, and the suits of a hand are joined only
by its sets, its jokers and two demands: a pure sequence and a second one.  Whatever else a
hand can do it does suit by suit, and a suit has only 2^13 sets of ranks.  So each of these
sets is worked out once, in four states:

============  =========================================================
``FREE``      any number of sequences
``SEQUENCE``  one at least
``PURE``      a pure one at least
``BOTH``      a pure one at least and another
============  =========================================================

A *run* is a piece of three to five neighbouring places, of which the hand fills some and
leaves *gaps* in others; a longer sequence is two runs.  Thirteen cards have room for four.
The ace is both the first place and the last, and fills one of them.

Two things are counted for every state and mask of ranks: the fewest gaps if exactly *u* cards are
left out of all runs, where the pure run has at most *k* gaps (they can be filled by drawn
cards only, not by jokers), and the fewest points left out if at most *g* gaps are filled by
jokers, where the pure run has none.
:func:`build_tables` packs them for the searches of :mod:`~evenhand.games.rummy.dist_search` and
:mod:`~evenhand.games.rummy.score_search`, all in one array of integers, because kernels that take
one array are compiled sooner than those that take sixteen.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import bit_count, formula
from evenhand.games.cards import Masks
from evenhand.games.rummy.deck import (
    CARDS,
    COLUMN,
    JOKER,
    NATURAL,
    NO_WILD,
    PRINTED,
    RANK_POINTS,
    RANKS,
    SUIT_MASK,
    SUITS,
)

Cells = NDArray[np.int16]  # (masks, cells), or with more dimensions in front

FREE, SEQUENCE, PURE, BOTH = STATES = range(4)
SHORTEST, LONGEST = 3, 5  # places of a run
MAX_RUNS: Final = 4
CARDS_LEFT: Final = 15  # cells: 0 to 14 cards left out
PLACES: Final = RANKS + 1  # the ranks, and the ace once more above them
MASKS: Final = np.arange(1 << PLACES, dtype=np.int64)  # all sets of places
GAPS_FILLED: Final = 8  # cells: 0 to 7 gaps filled; a hand has at most six jokers
CLASSES: Final = SHORTEST + 1  # the pure run has at most 0, 1, 2 or 3 gaps
NEVER: Final = 999
"""More than any sum that is possible."""

CELLS: Final = 8  # bytes of a word
BYTE: Final = 0xFF
NEVER_CELL: Final = 63
"""No byte is above it, so that sums of two stay below 128 and none runs into the next."""
SURPLUS: Final = 8  # added to gaps less cards left out in every suit, so that it is positive
TOO_MANY: Final = 31  # the largest surplus of a suit
WEIGHTS: Final = (1, 2)  # of a card left out, in the two bounds of a word
FIELD: Final = 16  # bits of a bound, and of the points in a state
LAST_FIELD: Final = (1 << FIELD) - 1

# Where the tables begin in their array.
ROWS: Final = 0  # (class, mask, state): least gaps less cards left out, over at most n of them
BOUNDS: Final = ROWS + (CLASSES << RANKS) * 4  # (mask): least gaps plus weighted cards left out
LEAST_GAPS: Final = BOUNDS + (1 << RANKS)  # (class, state, mask, 2): least gaps, eight cells a word
WORDS: Final = LEAST_GAPS + (CLASSES << RANKS) * 8  # (wild, mask, gaps): least points, by state
TOTALS: Final = WORDS + (RANKS + 1 << RANKS) * GAPS_FILLED  # (wild, mask): points of all cards
BEST_PURE: Final = TOTALS + (RANKS + 1 << RANKS)  # (wild, mask): most points of a pure sequence

SETS_SHIFT: Final = 58  # of the gaps in a family of sets
MAX_FAMILIES: Final = 3600
"""The most that 14 cards have: of ranks held 4, 4, 3 and 3 times 12 x 12 x 5 x 5 choices."""

# Where the parts of a workspace begin.
FAMILIES: Final = 0  # the families of sets of a hand
BOUND: Final = FAMILIES + MAX_FAMILIES  # for each the least distance that is possible
SINGLE_SETS: Final = BOUND + MAX_FAMILIES
LOW: Final = SINGLE_SETS + MAX_FAMILIES  # two suits joined, by gaps filled
HIGH: Final = LOW + GAPS_FILLED
OTHERS: Final = HIGH + GAPS_FILLED  # three suits joined
AFTER: Final = OTHERS + GAPS_FILLED  # MinScore after each discard
CELL_ROWS: Final = AFTER + CARDS  # (suits, state, cards left): least gaps of the suits before
WORKSPACE: Final = CELL_ROWS + (SUITS + 1) * len(STATES) * CARDS_LEFT

Payment = Callable[[Cells, int], Cells]
"""The cells of the cards beside a run, and the gaps of the run, to the cells of both."""


def new_workspace() -> Masks:
    """Return a workspace for one search at a time, in one thread."""
    return np.zeros(WORKSPACE, np.int64)


def build_tables(ranks: int = SUIT_MASK) -> Masks:
    """Return all tables for a pack with these ranks; a small pack can be counted out."""
    return _build_tables(ranks)


@cache
def _build_tables(ranks: int) -> Masks:
    gaps = _in_states(_no_runs_by_cards_left(), _add_gaps, CLASSES, ranks).astype(np.int64)
    points = _in_states(_no_runs_by_gaps(), _use_gaps, 1, ranks)[0].astype(np.int64)
    masks = np.arange(points.shape[1])
    wilds = range(NO_WILD + 1)
    parts = [
        _pack_surplus(gaps),
        _pack_bounds(gaps),
        _pack_gaps(gaps),
        *(_pack_points(_make_wild(points, masks, wild)) for wild in wilds),
        *(_sum_points(masks, wild) for wild in wilds),
        *(_find_best_pure(masks, wild) for wild in wilds),
    ]
    return np.concatenate([part.ravel() for part in parts])


def _no_runs_by_cards_left() -> Cells:
    cells = np.full((len(MASKS), CARDS_LEFT), NEVER, np.int16)
    cells[MASKS, np.bitwise_count(MASKS)] = 0
    return cells


def _no_runs_by_gaps() -> Cells:
    values = np.array([*RANK_POINTS, RANK_POINTS[0]])
    points = (MASKS[:, None] >> np.arange(PLACES) & 1) @ values
    return np.repeat(points.astype(np.int16)[:, None], GAPS_FILLED, axis=1)


def _add_gaps(rest: Cells, gaps: int) -> Cells:
    return rest + np.int16(gaps)


def _use_gaps(rest: Cells, gaps: int) -> Cells:
    used = np.full_like(rest, NEVER)
    used[:, gaps:] = rest[:, : GAPS_FILLED - gaps]
    return used


def _in_states(no_runs: Cells, pay: Payment, classes: int, ranks: int) -> Cells:
    """Return the cells by class of the pure run, state and mask of ranks."""
    by_runs = [no_runs]
    for _ in range(MAX_RUNS):
        by_runs.append(_add_run(by_runs[-1], pay, ranks, LONGEST + 1)[-1])
    free, sequence = (np.minimum.reduce(by_runs[least:]) for least in (0, 1))
    pure, both = (_add_run(rest, pay, ranks, classes) for rest in (free, sequence))
    found = [[free, sequence, pure[most], both[most]] for most in range(classes)]
    return _place_ace(np.array(found))


def _add_run(rest: Cells, pay: Payment, ranks: int, classes: int) -> Cells:
    """Return the best cells with one more run that has no gaps, at most one gap, and so on."""
    best = np.full((classes, *rest.shape), NEVER, np.int16)
    for run in _list_runs(ranks):
        gaps = run.bit_count() - np.bitwise_count(MASKS & run)
        for count in range(min(run.bit_count() + 1, classes)):
            at = np.flatnonzero(gaps == count)
            paid = pay(rest[at & ~run], count)
            best[count, at] = np.minimum(best[count, at], paid)
    return np.minimum.accumulate(np.minimum(best, NEVER))


def _list_runs(ranks: int) -> list[int]:
    """Return the runs of a suit, as masks of places."""
    places = ranks | (ranks & 1) << RANKS
    spans = [(1 << length) - 1 for length in range(SHORTEST, LONGEST + 1)]
    runs = [span << first for span in spans for first in range(PLACES - span.bit_count() + 1)]
    return [run for run in runs if run & places == run]


def _place_ace(cells: Cells) -> Cells:
    """Return the cells with the better place of the ace, the first bit of a mask of ranks."""
    masks = np.arange(1 << RANKS)
    high = np.where(masks & 1, masks & ~1 | 1 << RANKS, masks)
    return np.minimum(cells[..., masks, :], cells[..., high, :])


def _pack_surplus(gaps: Masks) -> Masks:
    """Return (class, mask, state) rows: byte n is the least gaps - u over all u <= n."""
    surplus = np.minimum(gaps - np.arange(CARDS_LEFT) + SURPLUS, TOO_MANY)
    cells = np.minimum.accumulate(surplus, axis=-1)[..., :CELLS].transpose(0, 2, 1, 3)
    rows: Masks = (cells << 8 * np.arange(CELLS)).sum(axis=-1)
    return rows


def _pack_bounds(gaps: Masks) -> Masks:
    """Return (mask) the least gaps + u, and above it the least gaps + 2 u."""
    bounds = np.zeros(gaps.shape[2], np.int64)
    for field, weight in enumerate(WEIGHTS):
        bounds |= (gaps[-1, 0] + weight * np.arange(CARDS_LEFT)).min(axis=-1) << FIELD * field
    return bounds


def _pack_gaps(gaps: Masks) -> Masks:
    """Return (class, state, mask, 2) the least gaps for 0 to 14 cards left out, as bytes."""
    cells = np.full((*gaps.shape[:3], 2, CELLS), NEVER_CELL, np.int64)
    cells.reshape(*gaps.shape[:3], 2 * CELLS)[..., :CARDS_LEFT] = np.minimum(gaps, NEVER_CELL)
    words: Masks = (cells << 8 * np.arange(CELLS)).sum(axis=-1)
    return words


def _make_wild(cells: Masks, masks: Masks, wild: int) -> Masks:
    """Return the cells if a rank is wild: its card is a joker, or itself in the pure sequence."""
    if wild == NO_WILD:
        return cells
    others = masks & ~(1 << wild)
    changed = cells[:, others].copy()
    itself = np.full_like(cells[PURE:], NEVER)
    itself[:, :, 1:] = cells[PURE:, :, :-1]
    held = masks != others
    changed[PURE:, held] = np.minimum(changed[PURE:, held], itself[:, held])
    return changed


def _pack_points(cells: Masks) -> Masks:
    """Return (mask, gaps) words with the points of the four states."""
    words: Masks = sum(cells[state] << FIELD * state for state in STATES)
    return words


def _rank_points(wild: int) -> Masks:
    return np.array([0 if rank == wild else p for rank, p in enumerate(RANK_POINTS)], np.int64)


def _sum_points(masks: Masks, wild: int) -> Masks:
    points: Masks = (masks[:, None] >> np.arange(RANKS) & 1) @ _rank_points(wild)
    return points


def _find_best_pure(masks: Masks, wild: int) -> Masks:
    """Return the most points that one pure sequence can have, the ace low or high; -1 if none."""
    values = np.append(_rank_points(wild), _rank_points(wild)[0])
    held, best = masks | (masks & 1) << RANKS, np.full(len(masks), -1, np.int64)
    for first in range(RANKS + 1):
        for end in range(first + SHORTEST, min(RANKS, first + RANKS - 1) + 2):
            run = (1 << end) - (1 << first)
            best = np.where(held & run == run, np.maximum(best, values[first:end].sum()), best)
    return best


@formula
def wild_mask(wild: int) -> int:
    """Return the wild rank as a mask of ranks, empty without one.

    >>> wild_mask(2), wild_mask(NO_WILD)
    (4, 0)
    """
    return 0 if wild == NO_WILD else 1 << wild


@formula
def count_jokers(hand: int, wild_rank: int) -> int:
    """Return how many printed jokers and cards of the wild rank, a mask of ranks, are held."""
    return bit_count(hand >> JOKER) + bit_count(hand & COLUMN * wild_rank)


@formula
def list_discardable(hand: int, wild_rank: int, jokers_too: int) -> int:
    """Return the cards that may go: no jokers, unless wanted or nothing else is held."""
    others = hand & ~(PRINTED | COLUMN * wild_rank)
    return others if others and not jokers_too else hand


@formula
def ranks_held_twice(cards: int) -> int:
    """Return the ranks of which there are at least two cards, as a mask of ranks.

    >>> from evenhand.games.rummy.deck import read_hand
    >>> bin(ranks_held_twice(read_hand(["CA", "HA", "D3", "H3", "S3", "SK"])))
    '0b101'
    """
    a, b = cards & SUIT_MASK, cards >> RANKS & SUIT_MASK
    c, d = cards >> 2 * RANKS & SUIT_MASK, cards >> 3 * RANKS
    return (a & b) | (c & d) | ((a | b) & (c | d))


@formula
def list_families(cards: int, wild_rank: int, any_number: int, work: Masks) -> int:
    """List every family of at most two sets, or of any number; return how many there are.

    A declaration has at most four melds, two of them sequences, so at most two sets.  A set takes
    two, three or four natural cards of a rank; with two of them it has one gap.  A set with one
    natural card is as good as a sequence with that card, and cards of the wild rank are jokers.

    A family is the mask of the natural cards that it leaves, with its number of gaps above bit
    ``SETS_SHIFT``.  The family without sets comes first.
    """
    ranks = ranks_held_twice(cards) & ~wild_rank
    work[FAMILIES] = work[SINGLE_SETS] = cards
    count, singles = 1, 1
    joinable = FAMILIES if any_number else SINGLE_SETS
    while ranks:
        held = cards & COLUMN * (ranks & -ranks)
        ranks &= ranks - 1
        of_other_ranks = count if any_number else singles
        taken = held
        while taken:
            size = bit_count(taken)
            if size >= 2:
                single = cards & ~taken | (size == 2) << SETS_SHIFT
                work[SINGLE_SETS + singles] = single
                singles += 1
                for other in range(of_other_ranks):
                    joined = work[joinable + other]
                    gaps = (single >> SETS_SHIFT) + (joined >> SETS_SHIFT)
                    work[FAMILIES + count] = single & joined & NATURAL | gaps << SETS_SHIFT
                    count += 1
            taken = (taken - 1) & held
    return count
