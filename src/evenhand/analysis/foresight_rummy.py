"""A player of Rummy who knows the order of the stock.

The opponent is taken to draw from the stock each time, so every second card of it will be his
own, from the first or, after a card from the pile, the second one on.  Of his hand and the next
few of these cards he looks for the thirteen that can be declared soonest, or else are nearest to
it.  He discards what is not among them; of several such cards one that leaves him nearest now,
and of those the one with the most points.  He is not the best there could be: what the opponent
will discard he does not foresee.
"""

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from evenhand.cards import cards_of
from evenhand.games.rummy.game import DECLARE, PILE, STOCK, Game
from evenhand.games.rummy.metrics.hands import discard_dists, min_dists
from evenhand.games.rummy.pack import HAND_SIZE, name
from evenhand.games.rummy.phase import Phase
from evenhand.games.rummy.points import points

AHEAD = 3  # cards of his own that he looks ahead

Plan = tuple[int, int, int]
"""Distance, cards drawn until then, and which cards of the hand are idle: the least is best."""


def best_plan(hand: int, coming: list[int], wild: int) -> Plan:
    """The nearest thirteen cards to be had from fourteen and cards to come, soonest first."""
    plans: list[Plan] = []
    cards = list(cards_of(hand))
    for drawn in range(len(coming) + 1):
        bits = np.left_shift(1, np.array([*cards, *coming[:drawn]], np.int64))
        hands = bits.sum() - bits[choices(len(bits), len(bits) - HAND_SIZE)].sum(axis=1)
        far = min_dists(hands, wild)
        least = int(far.min())
        idle = np.bitwise_or.reduce(hand & ~hands[far == least])
        plans.append((least, drawn, int(idle)))
        if not least:
            break
    return min(plans)


@cache
def choices(cards: int, out: int) -> NDArray[np.int64]:
    """All ways to leave out some of the cards, a row each."""
    return np.array(list(combinations(range(cards), out)), np.int64).reshape(-1, out)


def coming(game: Game, first: int) -> list[int]:
    """The next cards of the stock that will be his own, every second one from the first."""
    return list(game.stock[first : first + 2 * AHEAD : 2])


def foresee(game: Game) -> str:
    """The move of the player who knows the stock."""
    hand = game.hand(game.seat)
    if game.phase is Phase.DRAW:
        return _draw(game, hand)
    _, _, idle = best_plan(hand, coming(game, 1), game.wild)
    far = discard_dists(hand, game.wild)
    card = min(cards_of(idle), key=lambda card: (far[card], -points(1 << card, game.wild), card))
    return f"{DECLARE} {name(card)}" if not far[card] else name(card)


def _draw(game: Game, hand: int) -> str:
    """From where to draw: by the better of two plans, the stock if they are alike."""
    top = game.pile[-1] if game.pile else None
    if not game.stock:
        return STOCK if top is None else PILE
    by_stock = best_plan(hand | 1 << game.stock[0], coming(game, 2), game.wild)
    if top is None:
        return STOCK
    by_pile = best_plan(hand | 1 << top, coming(game, 1), game.wild)
    return PILE if by_pile[:2] < by_stock[:2] else STOCK
