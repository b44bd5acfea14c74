"""Hands made for the tests: any, with many jokers, complete, and complete but for some cards."""

import numpy as np

from evenhand.games.cards import Masks, as_hand, cards_of
from evenhand.games.rummy import read_hand
from evenhand.games.rummy.deck import CARDS, COLUMN, FULL, HAND_SIZE, NO_WILD, RANKS, SUITS, jokers
from evenhand.games.rummy.melds import RUNS

TWO_SUITS = (1 << 2 * RANKS) - 1
SHAPES = (
    (3, 3, 3, 4),
    (3, 4, 3, 3),
    (4, 3, 3, 3),
    (4, 4, 5),
    (5, 5, 3),
    (3, 5, 5),
    (6, 7),
    (3, 10),
)


def hand_of(text: str) -> int:
    """Return the hand of cards with spaces between them."""
    return read_hand(text.split())


def random_wilds(rng: np.random.Generator, count: int) -> Masks:
    """Draw wild ranks, and games without one."""
    return rng.integers(0, NO_WILD + 1, count)


def random_hands(rng: np.random.Generator, count: int, size: int = HAND_SIZE) -> Masks:
    """Draw hands as they are dealt."""
    packs = np.tile(np.arange(CARDS, dtype=np.int64), (count, 1))
    bits = np.int64(1) << rng.permuted(packs, axis=1)[:, :size]
    hands: Masks = bits.sum(axis=1)
    return hands


def with_jokers(
    rng: np.random.Generator, wild: int, count: int, size: int = HAND_SIZE, deck: int = FULL
) -> int:
    """Draw a hand with so many jokers, or as many as there are; the other cards from a deck."""
    able = jokers(FULL, wild)
    held = rng.permutation(list(cards_of(able)))[:count].tolist()
    others = rng.permutation(list(cards_of(deck & ~able)))[: size - len(held)].tolist()
    return as_hand(held + others)


def declarable(rng: np.random.Generator, wild: int) -> int:
    """Draw thirteen cards that can be declared, mostly with jokers."""
    while True:
        free, hand = FULL, 0
        for number, size in enumerate(SHAPES[rng.integers(len(SHAPES))]):
            meld = _meld(rng, size, number, free & jokers(FULL, wild))
            if meld & free != meld or meld.bit_count() != size:
                break
            free, hand = free ^ meld, hand | meld
        else:
            return hand


def exchange(rng: np.random.Generator, hand: int, count: int) -> int:
    """Return the hand with so many cards exchanged for others of the pack."""
    gone = rng.permutation(list(cards_of(hand)))[:count].tolist()
    come = rng.permutation(list(cards_of(FULL ^ hand)))[:count].tolist()
    return hand ^ as_hand(gone) ^ as_hand(come)


def any_hands(rng: np.random.Generator, count: int, size: int = HAND_SIZE) -> list[tuple[int, int]]:
    """Draw hands with a wild rank: dealt, with jokers, of two suits, and nearly complete."""
    wilds = random_wilds(rng, count).tolist()
    return [(_any_hand(rng, number % 4, wild, size), wild) for number, wild in enumerate(wilds)]


def _any_hand(rng: np.random.Generator, sort: int, wild: int, size: int) -> int:
    if sort == 0:
        return int(random_hands(rng, 1, size)[0])
    if sort == 1:
        return with_jokers(rng, wild, int(rng.integers(7)), size)
    if sort == 2:
        return with_jokers(rng, wild, int(rng.integers(5)), size, TWO_SUITS)
    return _resize(rng, exchange(rng, declarable(rng, wild), int(rng.integers(4))), size)


def _meld(rng: np.random.Generator, size: int, number: int, usable: int) -> int:
    """A pure sequence, then a sequence, then melds of any kind, some cards replaced by jokers."""
    if number < 2 or size > SUITS or rng.random() < 0.4:
        runs = [run for run in RUNS if run.bit_count() == size]
        cards = runs[rng.integers(len(runs))] << int(rng.integers(SUITS)) * RANKS
    else:
        column = list(cards_of(COLUMN << int(rng.integers(RANKS))))
        cards = as_hand(rng.permutation(column)[:size].tolist())
    if number == 0:
        return cards
    able = rng.permutation(list(cards_of(usable & ~cards)))
    filling = able[: rng.integers(min(size, len(able)) + 1)].tolist()
    gone = rng.permutation(list(cards_of(cards)))[: len(filling)].tolist()
    return cards ^ as_hand(gone) | as_hand(filling)


def _resize(rng: np.random.Generator, hand: int, size: int) -> int:
    """The hand with cards added or taken away."""
    held = rng.permutation(list(cards_of(hand))).tolist()
    others = rng.permutation(list(cards_of(FULL ^ hand))).tolist()
    return as_hand((held + others)[:size])
