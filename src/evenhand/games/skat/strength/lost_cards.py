"""How many tricks a suit is expected to lose: Edelkamp's "lost cards", counted our way.

The paper does not say how it counts.  We play each suit alone from the top: the cards that are
missing lie with the opponents as one pool.  Each round takes two of them.  If the pool can beat
the card led, it does so with the lowest card that does, and throws its lowest beside it;
otherwise it throws its two lowest.  So A-T loses nothing, T-K one, A-9-8-7 one, a bare king one.

Trumps are a suit of eleven with the jacks on top, or of four in grand.  That side suits are
trumped and cards thrown off is left out.
"""

from functools import cache

import numpy as np

from evenhand.games.skat.playout import Integers
from evenhand.games.skat.strength.holdings import TRICK_ORDER, Held, seven_bits, table_of

SIDE, JACKS = len(TRICK_ORDER), 4


def lost_tricks(own: int, size: int) -> int:
    """The tricks lost with a holding of a suit of so many cards, the highest bit the best.

    >>> lost_tricks(seven_bits("AT"), SIDE), lost_tricks(seven_bits("TK"), SIDE)
    (0, 1)
    """
    pool, lost = (1 << size) - 1 & ~own, 0
    for place in reversed(range(size)):
        if own >> place & 1:
            higher = pool >> place << place
            lost += higher > 0
            pool ^= higher & -higher
            pool &= pool - 1 if pool else 0
            if not higher:
                pool &= pool - 1 if pool else 0
    return lost


@cache
def _tables() -> tuple[Integers, Integers, Integers]:
    """Lost tricks of a side suit by its byte, of eleven trumps and of four jacks."""
    side = table_of(lambda ranks: lost_tricks(seven_bits(ranks), SIDE))
    eleven = [lost_tricks(own, SIDE + JACKS) for own in range(1 << SIDE + JACKS)]
    jacks = [lost_tricks(own, JACKS) for own in range(1 << JACKS)]
    return side, np.array(eleven), np.array(jacks)


def lost_in_trumps(held: Held) -> Integers:
    """Tricks expected to be lost in trumps."""
    _, eleven, jacks = _tables()
    lost: Integers = np.where(held.trump < JACKS, eleven[held.trumps], jacks[held.jacks])
    return lost


def lost_in_all(held: Held) -> Integers:
    """Tricks expected to be lost in all suits."""
    lost: Integers = lost_in_trumps(held) + held.beside(_tables()[0])
    return lost
