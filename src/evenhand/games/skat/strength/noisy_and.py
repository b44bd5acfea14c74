r"""Null: the chance to win is a product over the four suits.

Edelkamp (2021) estimates the chance of a suit from its cards alone and multiplies the four.  What
the records show is only whether all suits held.  The chances p of the holdings are found by
expectation maximisation: in a won game every suit held; in a lost one each suit held with

.. math:: \frac{p_s - \prod_t p_t}{1 - \prod_t p_t}

and p of a holding is the mean of that over its games.  A missing suit always holds.

Most of the 256 holdings are rare.  They are pooled by their gaps: the lowest card may be the
lowest of its suit, the next the third lowest and so on without danger (7 9 J K A); what goes
beyond is a gap.  A holding starts as ``HOLDING_GAMES`` games of its pool, and a pool as
``POOL_GAMES`` games of a guess.
"""

import numpy as np
from numpy.typing import NDArray

from evenhand.games.skat.bidding.null_rules import SUIT_MASK, suit_gaps
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.strength.hand_strength import Floats
from evenhand.games.skat.strength.holdings import HOLDINGS, table_of

HOLDING_GAMES, POOL_GAMES = 5.0, 5.0
MOST_GAPS = 10
NO_GAP, PER_GAP = 0.97, 0.8  # the guess: the chance without a gap, and what each gap leaves of it
MOST_STEPS = 2000
CLOSE = 1e-7


def gaps_of(ranks: str) -> int:
    """How far the cards of a suit lie above the lowest safe places.

    >>> [gaps_of(ranks) for ranks in ("79JK", "8", "7A", "A")]
    [0, 1, 5, 7]
    """
    held = sum(1 << PACK.ranks.index(rank) for rank in ranks)
    return min(suit_gaps(held, SUIT_MASK ^ held, 0), MOST_GAPS)


_POOL = table_of(gaps_of)
_GUESS = NO_GAP * PER_GAP ** np.arange(MOST_GAPS + 1)


def chances_to_win(holdings: Integers, table: Floats) -> Floats:
    """The chances of nulls, given the holdings of four suits (games x 4) and their table."""
    chances: Floats = table[holdings].prod(axis=1)
    return chances


def fit_holdings(holdings: Integers, won: NDArray[np.bool_]) -> Floats:
    """The chance of each of the 256 holdings, from the nulls that were won and lost."""
    games = np.bincount(holdings.ravel(), minlength=HOLDINGS).astype(np.float64)
    table = smoothed(np.zeros(HOLDINGS), np.zeros(HOLDINGS))
    for _ in range(MOST_STEPS):
        chance = table[holdings]
        whole = chance.prod(axis=1, keepdims=True)
        held = np.where(won[:, None], 1.0, (chance - whole) / (1.0 - whole))
        times = np.bincount(holdings.ravel(), held.ravel(), HOLDINGS).astype(np.float64)
        better = smoothed(times, games)
        moved, table = np.abs(better - table).max(), better
        if moved < CLOSE:
            break
    return table


def smoothed(held: Floats, games: Floats) -> Floats:
    """Chances from how often a holding held in how many games, helped by its pool."""
    pool_held = np.bincount(_POOL[1:], held[1:], MOST_GAPS + 1)
    pool_games = np.bincount(_POOL[1:], games[1:], MOST_GAPS + 1)
    pool = (pool_held + POOL_GAMES * _GUESS) / (pool_games + POOL_GAMES)
    table: Floats = (held + HOLDING_GAMES * pool[_POOL]) / (games + HOLDING_GAMES)
    table[0] = 1.0
    return table
