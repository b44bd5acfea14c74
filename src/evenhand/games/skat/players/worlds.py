"""Worlds: where the unseen cards may be, drawn so that every possibility is equally likely.

A player knows his hand, the cards played, and of the others which cards they cannot have:
who did not follow a suit has none of it.  The unseen cards fall into four classes: what both
others may hold, only the next player, only the last one, or neither (such cards lie in the
skat).  The ways to share them out are counted, a way is drawn, then the cards.  Nothing is
drawn in vain, however little is left open.
"""

from math import comb

import numpy as np

from evenhand.compiled import bit_count, formula
from evenhand.games.skat.players.seen import Seen
from evenhand.rng import next_state, randbelow

CARDS = 32
CHOOSE = np.array([[comb(n, k) for k in range(CARDS)] for n in range(CARDS)], np.int64)


@formula
def drawn_cards(cards: int, count: int, state: int) -> tuple[int, int]:
    """So many of some cards, each choice equally likely; and the state after it."""
    left, chosen = bit_count(cards), 0
    while count > 0:
        state = next_state(state)
        lowest = cards & -cards
        if randbelow(state, left) < count:
            chosen |= lowest
            count -= 1
        cards ^= lowest
        left -= 1
    return chosen, state


@formula
def ways(free: int, to_next: int, to_skat: int, count: int) -> int:
    """In how many ways free cards fill the skat, and then the next player's hand."""
    wanted = count - to_next
    if wanted < 0 or wanted > free - to_skat:
        return 0
    total: int = CHOOSE[free, to_skat] * CHOOSE[free - to_skat, wanted]
    return total


@formula
def drawn_split(
    free: int, only_next: int, only_last: int, places: int, next_count: int, number: int
) -> int:
    """How many of the skat's open places go to cards of only the next and only the last player.

    Numbers of cards come in; out come both as one number, 4 times the first plus the second:
    those of the way of the given number, or with a negative one how many ways there are.
    """
    total = 0
    for x in range(min(places, only_next) + 1):
        for y in range(min(places - x, only_last) + 1):
            if places - x - y <= free:
                filled = ways(free, only_next - x, places - x - y, next_count)
                total += CHOOSE[only_next, x] * CHOOSE[only_last, y] * filled
                if 0 <= number < total:
                    return 4 * x + y
    return total


@formula
def shared_out(
    unseen: int, next_missing: int, last_missing: int, next_count: int, last_count: int, state: int
) -> tuple[int, int, int, int]:
    """The next player's hand, the last one's, the skat, and the state after drawing them."""
    free = unseen & ~next_missing & ~last_missing
    only_next = unseen & ~next_missing & last_missing
    only_last = unseen & next_missing & ~last_missing
    skat = unseen & next_missing & last_missing
    places = bit_count(unseen) - next_count - last_count - bit_count(skat)
    split = 0
    if places > 0 and only_next | only_last:
        a, b, c = bit_count(free), bit_count(only_next), bit_count(only_last)
        total = drawn_split(a, b, c, places, next_count, -1)
        state = next_state(state)
        split = drawn_split(a, b, c, places, next_count, randbelow(state, total))
    from_next, state = drawn_cards(only_next, split >> 2, state)
    from_last, state = drawn_cards(only_last, split & 3, state)
    from_free, state = drawn_cards(free, places - (split >> 2) - (split & 3), state)
    free ^= from_free
    only_next ^= from_next
    filling, state = drawn_cards(free, next_count - bit_count(only_next), state)
    skat |= from_next | from_last | from_free
    return only_next | filling, (only_last ^ from_last) | (free ^ filling), skat, state


@formula
def world(seen: Seen, shown: int, state: int) -> tuple[int, int, int, int]:
    """A world as the player to move may imagine it.

    The next player's hand, the last one's, the skat if the player does not know it, and
    the state after drawing.  ``shown`` is the declarer's hand in an ouvert game, else nothing.
    """
    cards = 10 - seen.trick
    next_count = cards - (1 if seen.place == 2 else 0)
    last_count = cards - (1 if seen.place >= 1 else 0)
    to_next, to_last = 0, 0
    if shown != 0 and seen.mover == 2:
        to_next, next_count = shown, 0
    elif shown != 0 and seen.mover == 1:
        to_last, last_count = shown, 0
    first, second, skat, state = shared_out(
        seen.unseen & ~(to_next | to_last),
        seen.next_missing,
        seen.last_missing,
        next_count,
        last_count,
        state,
    )
    return first | to_next, second | to_last, skat, state
