"""Which two of twelve cards are put away."""

from evenhand.compiled import bit_count, formula
from evenhand.games.skat.bidding.rule_strength import (
    AFTER,
    GRAND_PLACE,
    NULL_PLACE,
    strength,
    strength_of_skat,
)
from evenhand.games.skat.pack import JACKS

WEAKEST = -(1 << 40)


@formula
def discardable(twelve: int, game: int) -> int:
    """The cards that may be thought of: no trumps, as long as there are two other cards."""
    if game == NULL_PLACE:
        return twelve
    trumps = JACKS if game == GRAND_PLACE else JACKS | 0xFF << 8 * game
    side = twelve & ~trumps
    trumps &= twelve & ~JACKS
    while bit_count(side) < 2:
        side |= trumps & -trumps
        trumps &= trumps - 1
    return side


@formula
def best_discards(twelve: int, game: int) -> tuple[int, int]:
    """The two cards without which a game is strongest, and how strong it is."""
    pair, most = 0, WEAKEST
    first = discardable(twelve, game)
    while first:
        one = first & -first
        first &= first - 1
        second = first
        while second:
            both = one | (second & -second)
            second &= second - 1
            strong = strength(twelve ^ both, game, AFTER) + strength_of_skat(both, game)
            if strong >= most:
                pair, most = both, strong
    return pair, most
