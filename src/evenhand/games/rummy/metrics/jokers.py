"""Jokers as the kernels see them."""

from evenhand.compiled import bit_count, formula
from evenhand.games.rummy.pack import COLUMN, JOKER, NO_WILD, PRINTED


@formula
def wild_mask(wild: int) -> int:
    """The wild rank as a mask of ranks, empty without one.

    >>> wild_mask(2), wild_mask(NO_WILD)
    (4, 0)
    """
    return 0 if wild == NO_WILD else 1 << wild


@formula
def count_jokers(hand: int, wild_rank: int) -> int:
    """Printed jokers and cards of the wild rank, which is a mask of ranks."""
    return bit_count(hand >> JOKER) + bit_count(hand & COLUMN * wild_rank)


@formula
def discardable(hand: int, wild_rank: int, jokers_too: int) -> int:
    """The cards to choose a discard from: no jokers, unless wanted or nothing else is held."""
    others = hand & ~(PRINTED | COLUMN * wild_rank)
    return others if others and not jokers_too else hand
