"""Worlds that fit what a player knows, drawn evenly, and how likely they are.

A player knows his hand, the cards played, and of the others which cards they cannot have:
who did not follow a suit has none of it.  The unseen cards fall into four classes: what both
others may hold, only the next player, only the last one, or neither (such cards lie in the
skat).  The ways to share them out are counted, a way is drawn, then the cards.  Nothing is
drawn in vain, however little is left open.

A defender knows that the declarer chose the game for his cards, and laid two away that he could
spare.  A world is kept with a chance that depends on the declarer's trumps (in grand: jacks and
aces) and on what lies in the skat.  Everybody knows what the others said in the auction: a hand
of ten cards that the rules of thumb would not have bid so high, or higher than the game
went, is believed less.
"""

from math import comb

import numpy as np

from evenhand.compiled import bit_count, formula, kernel, step
from evenhand.games.cards import Masks
from evenhand.games.fitted import load_integers
from evenhand.games.skat.bidding.rules import rule_limit
from evenhand.games.skat.bots.observation import BID, GAME, HAND, PLAYED_BY, SAID, Observation
from evenhand.games.skat.solver.layout import (
    ACES,
    GRAND_KIND,
    JACKS,
    NULL_KIND,
    PACKED_OR_NONE,
    TRUMPS,
    arrange,
)
from evenhand.games.skat.solver.search import next_player
from evenhand.rng import next_state, randbelow

CARDS = 32
CHOOSE = np.array([[comb(n, k) for k in range(CARDS)] for n in range(CARDS)], np.int64)


@formula
def draw_cards(cards: int, count: int, state: int) -> tuple[int, int]:
    """Draw so many of some cards evenly; return them and the new random state."""
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
def count_ways(free: int, to_next: int, to_skat: int, count: int) -> int:
    """Return in how many ways free cards fill the skat, and then the next player's hand."""
    wanted = count - to_next
    if wanted < 0 or wanted > free - to_skat:
        return 0
    total: int = CHOOSE[free, to_skat] * CHOOSE[free - to_skat, wanted]
    return total


@formula
def draw_split(
    free: int, only_next: int, only_last: int, places: int, next_count: int, number: int
) -> int:
    """Return how many of the skat's open places go to cards that one player alone may hold.

    All arguments count cards.  The result is 4 times the places for cards of the next player plus
    those for cards of the last one, for the way of the given number; with a negative number it is
    how many ways there are.
    """
    total = 0
    for x in range(min(places, only_next) + 1):
        for y in range(min(places - x, only_last) + 1):
            if places - x - y <= free:
                filled = count_ways(free, only_next - x, places - x - y, next_count)
                total += CHOOSE[only_next, x] * CHOOSE[only_last, y] * filled
                if 0 <= number < total:
                    return 4 * x + y
    return total


@formula
def share_out(
    unseen: int, next_missing: int, last_missing: int, next_count: int, last_count: int, state: int
) -> tuple[int, int, int, int]:
    """Draw the hands of the next and the last player, and the skat; the random state comes last."""
    free = unseen & ~next_missing & ~last_missing
    only_next = unseen & ~next_missing & last_missing
    only_last = unseen & next_missing & ~last_missing
    skat = unseen & next_missing & last_missing
    places = bit_count(unseen) - next_count - last_count - bit_count(skat)
    split = 0
    if places > 0 and only_next | only_last:
        a, b, c = bit_count(free), bit_count(only_next), bit_count(only_last)
        total = draw_split(a, b, c, places, next_count, -1)
        state = next_state(state)
        split = draw_split(a, b, c, places, next_count, randbelow(state, total))
    from_next, state = draw_cards(only_next, split >> 2, state)
    from_last, state = draw_cards(only_last, split & 3, state)
    from_free, state = draw_cards(free, places - (split >> 2) - (split & 3), state)
    free ^= from_free
    only_next ^= from_next
    filling, state = draw_cards(free, next_count - bit_count(only_next), state)
    skat |= from_next | from_last | from_free
    return only_next | filling, (only_last ^ from_last) | (free ^ filling), skat, state


@formula
def sample_world(view: Observation, shown: int, state: int) -> tuple[int, int, int, int]:
    """Draw a world that fits what the player to move knows.

    Return the next player's hand, the last one's, the skat if the player does not know it, and
    the new random state.  ``shown`` is the declarer's hand in an ouvert game, else nothing.
    """
    cards = 10 - view.trick
    next_count = cards - (1 if view.place == 2 else 0)
    last_count = cards - (1 if view.place >= 1 else 0)
    to_next, to_last = 0, 0
    if shown != 0 and view.mover == 2:
        to_next, next_count = shown, 0
    elif shown != 0 and view.mover == 1:
        to_last, last_count = shown, 0
    first, second, skat, state = share_out(
        view.unseen & ~(to_next | to_last),
        view.next_missing,
        view.last_missing,
        next_count,
        last_count,
        state,
    )
    return first | to_next, second | to_last, skat, state


ONE = 1024
_NUMBERS = load_integers(
    __package__,
    "inference.json",
    {
        "declarer": {"by_trumps": (12,), "by_tops": (9,), "trump_in_skat": (), "ace_in_skat": ()},
        "auction": {"against": ()},
    },
)
BY_TRUMPS = _NUMBERS["declarer"]["by_trumps"]
"""For a suit game, by the declarer's trumps."""
BY_TOPS = _NUMBERS["declarer"]["by_tops"]
"""For a grand, by his jacks and aces."""
TRUMP_IN_SKAT = int(_NUMBERS["declarer"]["trump_in_skat"])
ACE_IN_SKAT = int(_NUMBERS["declarer"]["ace_in_skat"])
AGAINST_AUCTION = int(_NUMBERS["auction"]["against"])  # people do not bid by our rules


@formula
def hand_likelihood(kind: int, hand: int) -> int:
    """Return how likely it is, in parts of ``ONE``, that a declarer holds these ten cards."""
    chance: int = BY_TRUMPS[bit_count(hand & TRUMPS[kind])]
    if kind == GRAND_KIND:
        chance = BY_TOPS[bit_count(hand & (JACKS | ACES))]
    return chance


@kernel
def fits_auction(hand: int, game: int, bid_made: int, bid: int) -> bool:
    """Return whether somebody with these ten cards, in the layout of a game, bids as he did."""
    limit = rule_limit(arrange(hand, PACKED_OR_NONE[game]))
    return bid_made <= limit <= bid


@step
def announcement_likelihood(kind: int, hand_game: int, declarer: int, skat: int) -> int:
    """Return how likely it is, in parts of ``ONE``, that these ten cards and this skat announce."""
    chance = hand_likelihood(kind, declarer)
    if hand_game == 0:
        if skat & TRUMPS[kind]:
            chance = chance * TRUMP_IN_SKAT // ONE
        elif skat & ACES:
            chance = chance * ACE_IN_SKAT // ONE
    return chance


@step
def is_accepted(
    view: Observation, state: Masks, first: int, second: int, skat: int, draws: int
) -> tuple[bool, int]:
    """Return whether to keep a world, and the new random state."""
    chance, game, bid = ONE, state[GAME], state[BID]
    player = next_player(view.mover)
    for hand in (first, second):
        hand |= state[PLAYED_BY + player]
        if player == 0 and view.kind != NULL_KIND:
            chance = chance * announcement_likelihood(view.kind, state[HAND], hand, skat) // ONE
        elif player != 0 and not fits_auction(hand, game, state[SAID + player], bid):
            chance = chance * AGAINST_AUCTION // ONE
        player = next_player(player)
    draws = next_state(draws)
    return randbelow(draws, ONE) < chance, draws
