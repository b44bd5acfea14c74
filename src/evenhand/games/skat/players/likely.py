"""Which imagined worlds fit the auction and the announcement.

A defender knows that the declarer chose the game for his cards, and laid two away that he could
spare.  A world is kept with a chance that depends on the declarer's trumps (in grand: jacks and
aces) and on what lies in the skat.  Everybody knows what the others said in the auction: a hand
of ten cards that the rules of thumb would not have bid so high, or higher than the game
went, is believed less.
"""

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import bit_count, formula, kernel, step
from evenhand.games.skat.bidding.rule_bidder import rule_limit
from evenhand.games.skat.players.packed import PACKED_OR_NONE, arranged
from evenhand.games.skat.players.seen import BID, GAME, HAND, PLAYED_BY, SAID, Seen
from evenhand.games.skat.solver.layout import ACES, GRAND_KIND, JACKS, NULL_KIND, TRUMPS
from evenhand.games.skat.solver.stack import after
from evenhand.rng import next_state, randbelow

ONE = 1024
BY_TRUMPS = np.array([0, 0, 2, 12, 90, 330, 680, 1000, 1024, 1024, 1024, 1024], np.int64)
"""For a suit game, by the declarer's trumps."""
BY_TOPS = np.array([0, 2, 20, 110, 420, 800, 1000, 1024, 1024], np.int64)
"""For a grand, by his jacks and aces."""
TRUMP_IN_SKAT, ACE_IN_SKAT = 30, 130
AGAINST_AUCTION = 300  # people do not bid by our rules


@formula
def chance_of_hand(kind: int, hand: int) -> int:
    """How readily a declarer's ten cards are believed."""
    chance: int = BY_TRUMPS[bit_count(hand & TRUMPS[kind])]
    if kind == GRAND_KIND:
        chance = BY_TOPS[bit_count(hand & (JACKS | ACES))]
    return chance


@kernel
def fits_auction(hand: int, game: int, said: int, bid: int) -> bool:
    """Whether somebody with these ten cards, in the layout of a game, bids as he did."""
    limit = rule_limit(arranged(hand, PACKED_OR_NONE[game]))
    return said <= limit <= bid


@step
def chance_of_announcement(kind: int, hand_game: int, declarer: int, skat: int) -> int:
    """How readily it is believed that a game was announced with ten cards and this skat."""
    chance = chance_of_hand(kind, declarer)
    if hand_game == 0:
        if skat & TRUMPS[kind]:
            chance = chance * TRUMP_IN_SKAT // ONE
        elif skat & ACES:
            chance = chance * ACE_IN_SKAT // ONE
    return chance


@step
def likely(
    seen: Seen, state: Masks, first: int, second: int, skat: int, draws: int
) -> tuple[bool, int]:
    """Whether to keep a world, and the state of the random numbers after it."""
    chance, game, bid = ONE, state[GAME], state[BID]
    player = after(seen.mover)
    for hand in (first, second):
        hand |= state[PLAYED_BY + player]
        if player == 0 and seen.kind != NULL_KIND:
            chance = chance * chance_of_announcement(seen.kind, state[HAND], hand, skat) // ONE
        elif player != 0 and not fits_auction(hand, game, state[SAID + player], bid):
            chance = chance * AGAINST_AUCTION // ONE
        player = after(player)
    draws = next_state(draws)
    return randbelow(draws, ONE) < chance, draws
