"""Search for the least strengths of bids and announcements, in duplicate matches.

A bidder with other thresholds than the shipped ones sits at each seat in turn, with two of the
shipped ones, on the same deals; heuristic players play the cards.  One threshold after the other
goes steps up or down as long as the Seeger points of its seats are higher.  All that
does not depend on thresholds - strengths, values of games, what is best put away - is worked out
once for all hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator, default_rng

from evenhand.compiled import kernel
from evenhand.games.cards import Masks
from evenhand.games.fitted import Shapes, load_integers
from evenhand.games.skat.auction import Announcements
from evenhand.games.skat.bidding.rules import RuleBidder
from evenhand.games.skat.bidding.strength import (
    AFTER,
    BEFORE,
    CHANCES,
    CONTRACT,
    FORMS,
    GAME,
    GRAND_PLACE,
    HAND,
    LOST,
    MOST,
    NULL_OUVERT,
    NULL_PLACE,
    SKAT,
    SKAT_POINT,
    UNREACHED,
    WON,
    best_discards,
    form_value,
    strength,
)
from evenhand.games.skat.contract import NULL_GAME
from evenhand.games.skat.deck import NOBODY, Integers
from evenhand.games.skat.scoring import BASES, charge
from evenhand.tables import Floats
from lab.core import Content, Progress, Recipe
from lab.fits.skat_matches import (
    SEATS,
    FittedBidder,
    announce_games,
    compare_on_test_deals,
    draw_deals,
    play_games,
    seat_points,
    shipped_weights,
)

FILE = "thresholds.json"
PACKAGE = "evenhand.games.skat.bidding"
STEPS = (1.0, 0.5, 0.25)  # parts of the steps below, round by round
BORDER = 1.0  # standard errors by which a step must be better


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The numbers of the file, the least strengths by kind of game."""

    suit: int = 0
    grand: int = 0
    null: int = 0
    null_ouvert: int = 0
    least_of_hand: int = 200
    hand_margin: int = 0
    shown: int = 0
    skat_unseen: int = 0
    schneider_too: int = 0

    @property
    def least(self) -> Integers:
        """The least strength of each form of a game."""
        return np.array([self.suit] * 4 + [self.grand, self.null, self.null_ouvert], np.int64)


STEP = Thresholds(40, 40, 40, 40, 80, 20_000, 80, 4, 100)


class Hands(NamedTuple):
    """What is known of ten cards, a column a form of a game."""

    before: Integers  # strengths
    as_hand: Integers  # strengths of hand games, without the points of the skat
    values: Integers  # with the skat
    hand_values: Integers


@kernel
def _weigh(
    hands: Masks, before: Integers, as_hand: Integers, values: Integers, hand_values: Integers
) -> None:
    for row in range(len(hands)):
        for form in range(FORMS):
            before[row, form] = strength(hands[row], GAME[form], BEFORE)
            as_hand[row, form] = strength(hands[row], GAME[form], AFTER)
            values[row, form] = form_value(hands[row], form, SKAT)
            hand_values[row, form] = form_value(hands[row], form, HAND)


@kernel
def _discard(twelves: Masks, skats: Masks, strengths: Integers, values: Integers) -> None:
    for row in range(len(twelves)):
        for form in range(FORMS):
            best = best_discards(twelves[row], GAME[form])
            skats[row, form], strengths[row, form] = best
            values[row, form] = form_value(twelves[row], form, SKAT)


def weigh(hands: Masks) -> Hands:
    """Return what is known of hands."""
    found = Hands(*(np.empty((len(hands), FORMS), np.int64) for _ in Hands._fields))
    _weigh(np.ascontiguousarray(hands), *found)
    return found


@dataclass(frozen=True, slots=True)
class ThresholdBidder:
    """The bidder by rules with thresholds that need no compiling."""

    thresholds: Thresholds

    def limits(self, hands: Masks, rng: Generator) -> Integers:
        """Return the highest value that each hand bids."""
        return self.limits_of(weigh(hands))

    def limits_of(self, known: Hands) -> Integers:
        """Return the highest value that each of some known hands bids."""
        least = self.thresholds.least
        limits = np.where(self._shown(known.before) >= least, known.values, 0)
        by_hand = self._hand(known) >= self.thresholds.least_of_hand
        most: Integers = np.where(by_hand, known.hand_values, limits).max(axis=1)
        return most

    def announce(self, hands: Masks, skats: Masks, bids: Integers, rng: Generator) -> Announcements:
        """Return what each winner of an auction announces."""
        known, rows = weigh(hands), np.arange(len(hands))
        away, strong, values = (np.empty((len(hands), FORMS), np.int64) for _ in range(3))
        _discard(np.ascontiguousarray(hands | skats), away, strong, values)
        of_hand = self.promises(self._hand(known), known.hand_values, bids)
        of_skat = self.promises(self._shown(known.before), known.values, bids).max(axis=1)
        plays_hand = of_hand.max(axis=1) > np.maximum(of_skat, 0) + self.thresholds.hand_margin
        best = self.promises(self._shown(strong), values, bids).argmax(axis=1)
        contracts = np.where(
            plays_hand, CONTRACT[HAND, of_hand.argmax(axis=1)], CONTRACT[SKAT, best]
        )
        return Announcements(contracts, np.where(plays_hand, skats, away[rows, best]))

    def promises(self, strengths: Integers, values: Integers, bids: Integers) -> Integers:
        """Return the points expected of each form, in thousandths."""
        forms, bids = np.arange(FORMS), bids[:, None]
        is_null = forms >= NULL_PLACE
        games = np.minimum(forms, NULL_GAME)
        base, charged = BASES[games], charge(games, values, bids)
        below = values < bids
        value = np.where(below, values + base, values)
        strong = np.where(below, strengths - self.thresholds.schneider_too, strengths)
        strong = np.where(below & (value < bids), -MOST, strong)
        chance = CHANCES[np.clip(strong, -MOST, MOST) + MOST]
        hoped = chance * (value + WON) - (MOST - chance) * (2 * charged + LOST)
        hoped = np.where(below, UNREACHED + hoped, hoped)
        return np.where(below & is_null, 2 * UNREACHED, hoped)

    def _shown(self, strengths: Integers) -> Integers:
        shown: Integers = self.thresholds.shown * (np.arange(FORMS) == NULL_OUVERT)
        return strengths - shown

    def _hand(self, known: Hands) -> Integers:
        skat = self.thresholds.skat_unseen * SKAT_POINT[np.maximum(GAME - GRAND_PLACE + 1, 0)]
        strengths: Integers = self._shown(known.as_hand) + skat
        return strengths


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Search with so many deals for each round."""
    rng, best = default_rng(seed), Thresholds()
    names = [field.name for field in fields(Thresholds)]
    for number, part in enumerate(STEPS):
        deals = draw_deals((seed, number), size)
        points = points_of(best, deals)
        for name in rng.permutation(names).tolist():
            step = max(1, round(part * getattr(STEP, name)))
            for change in (step, -step):
                while True:
                    other = replace(best, **{name: getattr(best, name) + change})
                    gained = (found := points_of(other, deals)) - points
                    if gained.mean() <= BORDER * gained.std() / np.sqrt(size):
                        break
                    best, points = other, found
        progress((number + 1) / len(STEPS))
    return to_content(best)


def points_of(thresholds: Thresholds, deals: Masks) -> Floats:
    """Return the points of seats with these thresholds beside two of the shipped bidder."""
    total = np.zeros(len(deals))
    bidders = RuleBidder(), ThresholdBidder(thresholds)
    for seat in range(SEATS):
        who = np.zeros((len(deals), SEATS), np.int64)
        who[:, seat] = 1
        games = announce_games(deals, bidders, who)
        rows = np.flatnonzero(games.declarers != NOBODY)
        written = play_games(games.take(rows), shipped_weights()[None])
        total[rows] += seat_points(games.declarers[rows], written)[:, seat]
    return total / SEATS


def to_content(found: Thresholds) -> dict[str, dict[str, Any]]:
    """Return thresholds as the file has them."""
    return {
        "bids": {
            "least": found.least.tolist(),
            "least_of_hand": found.least_of_hand,
            "hand_margin": found.hand_margin,
        },
        "offers": {
            "shown": found.shown,
            "skat_unseen": found.skat_unseen,
            "schneider_too": found.schneider_too,
        },
    }


def load_shipped() -> Thresholds:
    """Return the thresholds that are shipped."""
    shapes: Shapes = {
        "bids": {"least": (FORMS,), "least_of_hand": (), "hand_margin": ()},
        "offers": {"shown": (), "skat_unseen": (), "schneider_too": ()},
    }
    found = load_integers(PACKAGE, FILE, shapes)
    least = found["bids"]["least"].tolist()
    others = [int(found["bids"][name]) for name in ("least_of_hand", "hand_margin")]
    others += [int(number) for number in found["offers"].values()]
    return Thresholds(*least[3:], *others)


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    """Return the points a deal more than a bidder with the shipped thresholds."""
    return compare_on_test_deals(bidders=(FittedBidder({FILE: content}), RuleBidder()))


RECIPE = Recipe(
    name="skat/thresholds",
    summary="Least strengths for bids and announcements, from duplicate matches.",
    output="games/skat/bidding/thresholds.json",
    size=20_000,
    smoke=300,
    seed=1,
    make=make,
    quality=measure,
    needs=("skat/heuristic", "skat/strength"),
    smoke_seconds=2.4,
)
