"""Matches of bidders and of heuristic weights on the same deals, for the fits of Skat.

Cards are played by the heuristic player, with weights that may differ from seat to seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator, default_rng

from evenhand.compiled import kernel, lowest_bit, read_row
from evenhand.games.cards import Masks
from evenhand.games.fitted import load_integers
from evenhand.games.skat.auction import Announcements, Bidder
from evenhand.games.skat.bidding.rules import RuleBidder
from evenhand.games.skat.bots import AnnouncedGames, hold_auctions
from evenhand.games.skat.bots.heuristic import Weights, heaviest_card, null_card
from evenhand.games.skat.bots.observation import KIND, OWN, OWN_TRICKS, observe, play_card
from evenhand.games.skat.bots.play import set_up
from evenhand.games.skat.deck import NOBODY, PACK, SIZES, Integers
from evenhand.games.skat.scoring import DEFENCE_BONUS, GAME_BONUS, card_points_of, scores
from evenhand.games.skat.solver.layout import GRAND_KIND, NULL_KIND
from evenhand.games.skat.solver.search import FIELDS, MOVER
from evenhand.games.skat.tricks import PLAYED
from evenhand.tables import Floats
from lab.overrides import run_with

SEATS = 3
ROLES = ("suit_declarer", "suit_opponent", "grand_declarer", "grand_opponent")
WEIGHTS = Weights._fields
COUNT = len(WEIGHTS)
TEST_SEED, TEST_DEALS = 20_210_000, 20_000
RULES = "evenhand.games.skat.bidding.rules"


class Lead(NamedTuple):
    """By how many points a deal a seat does better, and the standard error of that."""

    points: float
    error: float


@dataclass(frozen=True, slots=True)
class FittedBidder:
    """The bidder by rules with other numbers than the shipped ones."""

    numbers: Mapping[str, Mapping[str, Any]]  # by the names of files

    def limits(self, hands: Masks, rng: Generator) -> Integers:
        """Return the highest value that each hand bids."""
        errors = np.zeros(len(hands)), np.zeros((len(hands), 6))
        return np.asarray(run_with(self.numbers, f"{RULES}:rule_limits", hands, *errors))

    def announce(self, hands: Masks, skats: Masks, bids: Integers, rng: Generator) -> Announcements:
        """Return what each winner of an auction announces."""
        errors = np.zeros(len(hands)), np.zeros((len(hands), 6))
        made: Announcements = run_with(
            self.numbers, f"{RULES}:rule_announcements", hands, skats, bids, *errors
        )
        return made


def draw_deals(seed: Sequence[int], count: int) -> Masks:
    """Return random deals, three hands and a skat."""
    return PACK.deal(default_rng(list(seed)), count, *SIZES)


def shipped_weights() -> Integers:
    """Return the weights of the heuristic player, a row a role."""
    shapes = {role: dict.fromkeys(WEIGHTS, ()) for role in ROLES}
    found = load_integers("evenhand.games.skat.bots", "heuristic.json", shapes)
    return np.array([[found[role][name] for name in WEIGHTS] for role in ROLES], np.int64)


def announce_games(
    deals: Masks, bidders: Sequence[Bidder] = (RuleBidder(),), who: Integers | None = None
) -> AnnouncedGames:
    """Hold auctions and announce; deals that are passed in are left out as rows of nobody.

    ``who`` says which of the bidders sits at each seat of each deal.
    """
    rng = default_rng(0)  # these bidders draw nothing
    sitting = np.zeros((len(deals), SEATS), np.int64) if who is None else who
    limits = np.zeros((len(deals), SEATS), np.int64)
    for number, bidder in enumerate(bidders):
        rows, seats = np.nonzero(sitting == number)
        hands, place = np.unique(deals[rows, seats], return_inverse=True)
        limits[rows, seats] = bidder.limits(hands, rng)[place]

    def find(rows: Integers, seats: Integers, bids: Integers) -> tuple[Integers, Masks]:
        contracts, skats = np.empty(len(rows), np.int64), deals[rows, 3]
        for number, bidder in enumerate(bidders):
            own = np.flatnonzero(sitting[rows, seats] == number)
            hands = deals[rows[own], seats[own]]
            made = bidder.announce(hands, skats[own], bids[own], rng)
            contracts[own], skats[own] = made.contracts, made.skats
        return contracts, skats

    return hold_auctions(deals, limits, find)


@kernel
def _play(states: Masks, hands: Masks, leaders: Integers, who: Integers, weights: Integers) -> None:
    """Play games; ``who`` is the set of weights of each player, ``weights`` has rows of roles."""
    row, below_row = np.zeros(FIELDS, np.int64), np.zeros(FIELDS, np.int64)
    for game in range(len(states)):
        state, held = states[game], hands[game]
        row[:] = 0
        row[MOVER] = leaders[game]
        for _ in range(PLAYED):
            view = observe(held, row, state)
            mover = row[MOVER]
            if view.playable & (view.playable - 1) == 0:
                card = lowest_bit(view.playable)
            elif view.kind == NULL_KIND:
                card = null_card(view)
            else:
                role = 4 * who[game, mover]
                role += 2 if state[KIND] == GRAND_KIND else 0
                role += 1 if mover != 0 else 0
                numbers: Any = read_row(weights, role, 26)
                card = heaviest_card(Weights(*numbers), view)
            play_card(held, row, below_row, state, card)
            if state[KIND] == NULL_KIND and state[OWN_TRICKS] > 0:
                break


def play_games(games: AnnouncedGames, weights: Integers, who: Integers | None = None) -> Integers:
    """Play the cards of games that all have a declarer; returns the scores.

    ``weights`` (sets, roles, weights) are those of the players, ``who`` (games, 3) which set each
    seat has.
    """
    sitting = np.zeros((len(games.deals), SEATS), np.int64) if who is None else who
    order = (games.declarers[:, None] + np.arange(SEATS)) % SEATS
    announced = games.bids_made, games.declarers, games.contracts, games.bids
    states, held, leaders = set_up(games.hands, *announced)
    players = np.ascontiguousarray(np.take_along_axis(sitting, order, axis=1))
    _play(states, held, leaders, players, np.ascontiguousarray(weights.reshape(-1, COUNT)))
    rows = np.arange(len(games.deals))
    twelve = games.hands[rows, games.declarers] | games.hands[:, 3]
    points = states[:, OWN] + card_points_of(games.hands[:, 3])
    return scores(games.contracts, twelve, points, states[:, OWN_TRICKS], games.bids)


def seat_points(declarers: Integers, written: Integers) -> Floats:
    """Return the Seeger-Fabian points of each seat in games that all have a declarer."""
    lost = written < 0
    points = np.repeat(np.where(lost, DEFENCE_BONUS[SEATS], 0.0)[:, None], SEATS, axis=1)
    points[np.arange(len(written)), declarers] = written + np.where(lost, -GAME_BONUS, GAME_BONUS)
    return points


def declarer_leads(written: Integers) -> Floats:
    """Return the points of declarers less the mean of their two opponents."""
    lost = written < 0
    bonus = np.where(lost, -GAME_BONUS - DEFENCE_BONUS[SEATS], GAME_BONUS)
    return np.asarray(written + bonus, np.float64)


def compare(
    deals: Masks,
    bidders: tuple[Bidder, Bidder] = (RuleBidder(), RuleBidder()),
    weights: Integers | None = None,
) -> Lead:
    """Return by how much the first of two players does better on the same deals.

    Every deal is played six times: each player in each seat against two of the other.
    ``weights`` (2, roles, weights) are how the two play cards, by default both as shipped.
    """
    if weights is None:
        weights = np.stack([shipped_weights()] * 2)
    lineups = np.array([[lineup >> seat & 1 for seat in range(SEATS)] for lineup in range(1, 7)])
    who = np.repeat(lineups, len(deals), axis=0)
    games = announce_games(np.tile(deals, (6, 1)), bidders, who)
    points = np.zeros((len(who), SEATS))
    rows = np.flatnonzero(games.declarers != NOBODY)
    written = play_games(games.take(rows), weights, who[rows])
    points[rows] = seat_points(games.declarers[rows], written)
    signed = np.where(who == 0, points, -points).sum(axis=1)
    leads = signed.reshape(6, len(deals)).sum(axis=0) / 9
    return Lead(float(leads.mean()), float(leads.std(ddof=1) / np.sqrt(len(leads))))


def compare_on_test_deals(**players: Any) -> dict[str, float]:
    """Return how a fit does against the shipped numbers on 20,000 deals, as figures of quality."""
    lead = compare(draw_deals([TEST_SEED], TEST_DEALS), **players)
    return {"points_a_deal": round(lead.points, 3), "error": round(lead.error, 3)}
