"""Who will probably declare a deal, and what: the hands weighed as bidders by rules weigh them.

A hand goes up to the value of a game with the chance 1 / (1 + exp(-(s - least) / scale)), where s
is its strength before the skat and ``least`` the strength from which the game is bid; so bidders
need not agree.  The games of a hand count as independent.  From the chances of all values follow
those of the auction: of equal limits forehand's is the stronger, then middlehand's.

The game of a seat is the one that promises most with the two cards of the skat.  How evenly the
other cards are split between its two opponents matters too: trumps, side suits, and suits in
which an opponent is void where the seat has the ace.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.cards import Masks
from evenhand.compiled import bit_count, formula, kernel, step
from evenhand.games.skat.bidding.bidder import LOWEST, VALUES
from evenhand.games.skat.bidding.rule_bidder import LEAST, LEAST_OF_HAND
from evenhand.games.skat.bidding.rule_discards import best_discards
from evenhand.games.skat.bidding.rule_offers import (
    FORMS,
    GAME,
    HAND,
    NOTHING,
    NULL_OUVERT,
    SKAT,
    form_strength,
    form_value,
    hand_strength,
    open_strength,
    promise,
)
from evenhand.games.skat.bidding.rule_strength import ACE, BEFORE, NULL_PLACE, SUITS
from evenhand.games.skat.contract import GAMES, Contract
from evenhand.games.skat.deal import FOREHAND, MIDDLEHAND, REARHAND
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.solver.layout import EIGHT

Floats = NDArray[np.float64]
SEATS = 3
SPLITS = 3
TRUMPS = np.array([Contract(GAMES[game]).trumps for game in GAME], np.int64)
"""The trumps of each form, in the order of the pack; none in null."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What each seat of each deal may expect: arrays (deals, 3)."""

    declares: Floats  # the chance to win the auction
    forms: Integers  # the best game with the skat, as in ``rule_offers``
    strengths: Integers  # for that game, a hundred times the log odds of bidders by rules
    values: Integers  # what it is worth at least
    splits: Integers  # (deals, 3, 3) how unevenly the opponents hold the rest, see ``uneven``


def prospects(deals: Masks, scale: float) -> Prospects:
    """Weigh deals; the larger the scale, the less bidders agree."""
    deals = np.ascontiguousarray(deals, np.int64)
    declares = np.zeros((len(deals), SEATS))
    games = np.empty((len(deals), SEATS, 3), np.int64)
    splits = np.empty((len(deals), SEATS, SPLITS), np.int64)
    _weigh(deals, scale, declares, games, splits)
    return Prospects(declares, games[:, :, 0], games[:, :, 1], games[:, :, 2], splits)


@formula
def reaches(strong: int, least: int, scale: float) -> float:
    """The chance that a hand is thought to be strong enough.

    >>> reaches(40, 40, 35.0)
    0.5
    """
    return 1.0 / (1.0 + math.exp((least - strong) / scale))


@formula
def best_game(twelve: int) -> tuple[int, int, int]:
    """The form that promises most with twelve cards, its strength and its value."""
    best, strength, worth, most, strong = 0, 0, 0, NOTHING, 0
    for form in range(FORMS):
        if form != NULL_OUVERT:  # which comes after null and has its cards
            _, strong = best_discards(twelve, GAME[form])
        shown, value = open_strength(strong, form), form_value(twelve, form, SKAT)
        hoped = promise(shown, value, form, LOWEST)
        if hoped > most:
            best, strength, worth, most = form, shown, value, hoped
    return best, strength, worth


@formula
def uneven(twelve: int, left: int, right: int, form: int) -> tuple[int, int, int]:
    """How the opponents of a seat hold what it has not.

    By how many cards their trumps differ; in how many side suits whose ace the seat has one of
    them is void; by how many cards their side suits differ, added up.
    """
    trumps = TRUMPS[form]
    by_trumps = abs(bit_count(left & trumps) - bit_count(right & trumps))
    voids, by_suits = 0, 0
    for suit in range(SUITS):
        side = EIGHT << 8 * suit & ~trumps
        if suit != form:
            first, second = bit_count(left & side), bit_count(right & side)
            by_suits += abs(first - second)
            if form < NULL_PLACE and twelve >> 8 * suit + ACE & 1 and min(first, second) == 0:
                voids += 1
    return by_trumps, voids, by_suits


@kernel
def _weigh(deals: Masks, scale: float, declares: Floats, games: Integers, splits: Integers) -> None:
    """The chances to declare, and the best games, of many deals."""
    below = np.empty((SEATS, len(VALUES) + 1))
    for row in range(len(deals)):
        below[:] = 1.0
        for seat in range(SEATS):
            hand = deals[row, seat]
            _stay_below(hand, scale, below[seat])
            left, right = deals[row, (seat + 1) % SEATS], deals[row, (seat + 2) % SEATS]
            twelve = hand | deals[row, 3]
            form, strong, value = best_game(twelve)
            games[row, seat, 0], games[row, seat, 1], games[row, seat, 2] = form, strong, value
            trumps, voids, suits = uneven(twelve, left, right, form)
            splits[row, seat, 0], splits[row, seat, 1], splits[row, seat, 2] = trumps, voids, suits
        _auction(below, declares[row])


@step
def _stay_below(hand: int, scale: float, below: Floats) -> None:
    """The chances that the limit of a hand is below each bid."""
    for form in range(FORMS):
        value, more = form_value(hand, form, SKAT), form_value(hand, form, HAND)
        far = reaches(hand_strength(hand, form), LEAST_OF_HAND, scale)
        near = max(far, reaches(form_strength(hand, form, BEFORE), LEAST[form], scale))
        for bid in range(len(VALUES)):
            if VALUES[bid] > more:
                break
            below[bid] *= 1.0 - (near if VALUES[bid] <= value else far)


@step
def _auction(below: Floats, declares: Floats) -> None:
    """The chances to win the auction, added up over the limits of the winner."""
    for bid in range(len(VALUES)):
        fore, middle, rear = below[FOREHAND, bid], below[MIDDLEHAND, bid], below[REARHAND, bid]
        fore_next, middle_next = below[FOREHAND, bid + 1], below[MIDDLEHAND, bid + 1]
        rear_next = below[REARHAND, bid + 1]
        declares[FOREHAND] += (fore_next - fore) * middle_next * rear_next
        declares[MIDDLEHAND] += fore * (middle_next - middle) * rear_next
        declares[REARHAND] += fore * middle * (rear_next - rear)
