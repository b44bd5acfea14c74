"""A bidder by rules.

A hand bids up to the value of the highest game that it is strong enough for.  After the auction
the game is announced that promises most: p * (value + 50) - (1 - p) * (2 * value + 90), the points
of Seeger and Fabian less those that the opponents gain.  Boldness is added to every strength, in
units of ln(p / (1 - p)); misjudgement is the standard deviation of an error that is drawn for
each game of each hand, and again when the skat has been seen.

Thresholds are in ``thresholds.json``.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from evenhand.compiled import formula, kernel
from evenhand.games.cards import Masks
from evenhand.games.fitted import load_integers
from evenhand.games.skat.auction import Announcements
from evenhand.games.skat.bidding.strength import (
    BEFORE,
    CONTRACT,
    FORMS,
    GAME,
    HAND,
    NOTHING,
    SKAT,
    best_discards,
    form_strength,
    form_value,
    hand_strength,
    open_strength,
    promise,
)
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.deck import Integers
from evenhand.tables import Floats

_BIDS = load_integers(
    __package__,
    "thresholds.json",
    {"bids": {"least": (FORMS,), "least_of_hand": (), "hand_margin": ()}},
)["bids"]
LEAST = _BIDS["least"]
"""The least strength of each form that is bid before the skat is seen."""
LEAST_OF_HAND = int(_BIDS["least_of_hand"])  # the same for a hand game
HAND_MARGIN = int(_BIDS["hand_margin"])
"""Thousandths that a hand game must promise more: the skat may offer a better game."""
UNIT = 100  # strengths are hundredths


@formula
def rule_limit(hand: int) -> int:
    """Return the highest value that a hand bids without boldness and errors; 0 to pass."""
    limit = 0
    for form in range(FORMS):
        limit = max(limit, form_limit(hand, form, 0))
    return limit


@formula
def form_limit(hand: int, form: int, shift: int) -> int:
    """Return how far a hand bids for one game if its strength is misjudged by ``shift``."""
    if hand_strength(hand, form) + shift >= LEAST_OF_HAND:
        return form_value(hand, form, HAND)
    if form_strength(hand, form, BEFORE) + shift >= LEAST[form]:
        return form_value(hand, form, SKAT)
    return 0


@kernel(python_up_to=1_000)
def _find_limits(hands: Masks, shifts: Integers, limits: Integers) -> None:
    """Find the limits of many hands; shifts have a column for each game."""
    for row in range(len(hands)):
        limit = 0
        for form in range(FORMS):
            limit = max(limit, form_limit(hands[row], form, shifts[row, GAME[form]]))
        limits[row] = limit


@kernel(python_up_to=50)
def _announce(
    hands: Masks,
    skats: Masks,
    bids: Integers,
    shifts: Integers,
    contracts: Integers,
    discards: Masks,
) -> None:
    """Find the announcements of many declarers."""
    for row in range(len(hands)):
        hand, bid = hands[row], bids[row]
        twelve = hand | skats[row]
        most_of_hand, most_of_skat, most = NOTHING, NOTHING, NOTHING
        discards[row] = skats[row]
        for form in range(FORMS):
            shift = shifts[row, GAME[form]]
            value = form_value(hand, form, HAND)
            hoped = promise(hand_strength(hand, form) + shift, value, form, bid)
            if hoped > most_of_hand:
                most_of_hand = hoped
                contracts[row] = CONTRACT[HAND, form]
            value = form_value(hand, form, SKAT)
            hoped = promise(form_strength(hand, form, BEFORE) + shift, value, form, bid)
            most_of_skat = max(most_of_skat, hoped)
        if most_of_hand > max(most_of_skat, 0) + HAND_MARGIN:
            continue
        for form in range(FORMS):
            pair, strong = best_discards(twelve, GAME[form])
            strong = open_strength(strong, form) + shifts[row, GAME[form]]
            hoped = promise(strong, form_value(twelve, form, SKAT), form, bid)
            if hoped > most:
                most = hoped
                contracts[row] = CONTRACT[SKAT, form]
                discards[row] = pair


def rule_limits(hands: Masks, boldness: Floats, noise: Floats) -> Integers:
    """Return the limits of many hands.

    ``boldness`` is a number for each hand, ``noise`` the error of each hand about each game, a
    column for each of ``GAMES``.
    """
    hands, limits = np.ascontiguousarray(hands, np.int64), np.empty(len(hands), np.int64)
    _find_limits(hands, _round_errors(len(hands), boldness, noise), limits)
    return limits


def rule_announcements(
    hands: Masks, skats: Masks, bids: Integers, boldness: Floats, noise: Floats
) -> Announcements:
    """Return what many declarers announce; boldness and noise are as in ``rule_limits``."""
    hands, skats, bids = (np.ascontiguousarray(a, np.int64) for a in (hands, skats, bids))
    if not len(hands) == len(skats) == len(bids):
        raise ValueError(f"each of {len(hands)} hands needs a skat and a bid")
    contracts, discards = np.empty(len(hands), np.int64), np.empty(len(hands), np.int64)
    _announce(hands, skats, bids, _round_errors(len(hands), boldness, noise), contracts, discards)
    return Announcements(contracts, discards)


def _round_errors(rows: int, boldness: Floats, noise: Floats) -> Integers:
    """Return by how much each hand misjudges each game, in units of strength."""
    if boldness.shape != (rows,) or noise.shape != (rows, len(GAMES)):
        raise ValueError(f"each of {rows} hands needs a boldness and {len(GAMES)} errors")
    shifts: Integers = np.rint(UNIT * (boldness[:, None] + noise)).astype(np.int64)
    return shifts


@dataclass(frozen=True, slots=True)
class RuleBidder:
    """Bids by rules of thumb."""

    boldness: float = 0.0
    misjudgement: float = 0.0

    def limits(self, hands: Masks, rng: Generator) -> Integers:
        """Return the highest value that each hand of ten cards bids; 0 to pass."""
        return rule_limits(hands, *self._errors(len(hands), rng))

    def announce(self, hands: Masks, skats: Masks, bids: Integers, rng: Generator) -> Announcements:
        """Return what each winner of an auction announces, and which cards are discarded."""
        return rule_announcements(hands, skats, bids, *self._errors(len(hands), rng))

    def _errors(self, rows: int, rng: Generator) -> tuple[Floats, Floats]:
        noise = self.misjudgement * rng.standard_normal((rows, len(GAMES)))
        return np.full(rows, self.boldness), noise
