"""Count what announcements and auctions say about hands, in games of the bidder by rules.

Hands of declarers are counted by their trumps (in grand: by jacks and aces), and compared with how
often a random hand has so many: how readily such a hand announces the game, as a share of the
readiest.  Counts are smoothed by a few random hands, and shares never fall with more trumps.  In
the same way trumps and aces in the skat are compared with random skats.

How far an auction is believed that does not fit the rules: its share in games of players who
misjudge their hands, against its share among hands dealt anew.
"""

from collections.abc import Mapping
from math import comb
from typing import Any

import numpy as np
from numpy.random import default_rng

from evenhand.games.cards import Masks
from evenhand.games.skat.auction import run_auctions
from evenhand.games.skat.batch import seat_points
from evenhand.games.skat.bidding.rules import rule_limits
from evenhand.games.skat.bots import Heuristic, MonteCarlo, SkatBot, play_deals
from evenhand.games.skat.contract import GAME_OF, GAMES, GRAND, IS_HAND, Contract
from evenhand.games.skat.deck import JACKS, NOBODY, PACK, Integers
from evenhand.rng import draw_seeds
from evenhand.tables import Floats
from lab.core import Content, Progress, Recipe
from lab.fits.skat_matches import SEATS, announce_games, draw_deals
from lab.overrides import run_with

FILE = "inference.json"
ONE = 1024
TRUMPS, TOPS = 11, 8  # the most that a hand can have
SMOOTH = 3.0  # random hands added to each count
CARELESS = 0.02  # the share of declarers who put any cards away; our bots never do
MISJUDGEMENT = 0.5
TEST_SEED, TEST_DEALS = 20_211_111, 400
SAMPLES = 8
ACES = PACK.hand([suit + "A" for suit in PACK.suits])
GRAND_PLACE = GAMES.index(GRAND)
TRUMPS_OF = np.array([Contract(game).trumps for game in GAMES[: GRAND_PLACE + 1]], np.int64)


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Count in so many deals."""
    games = announce_games(draw_deals([seed, 0], size))
    games = games.take(np.flatnonzero(games.declarers != NOBODY))
    played = GAME_OF[games.contracts]
    hands = games.hands[np.arange(len(played)), games.declarers]
    suit, grand = np.flatnonzero(played < GRAND_PLACE), np.flatnonzero(played == GRAND_PLACE)
    in_suits = np.bitwise_count(hands[suit] & TRUMPS_OF[played[suit]])
    in_grands = np.bitwise_count(hands[grand] & (JACKS | ACES))
    progress(0.5)
    trump, ace = share_in_skat(games.hands[:, 3], played, games.contracts)
    against = share_against_rules(size, seed)
    progress(1.0)
    return {
        "declarer": {
            "by_trumps": readiness(in_suits, TRUMPS),
            "by_tops": readiness(in_grands, TOPS),
            "trump_in_skat": trump,
            "ace_in_skat": ace,
        },
        "auction": {"against": against},
    }


def readiness(held: Integers, most: int) -> list[int]:
    """Return how readily a hand with so many of some cards announces, from 0 to 1024."""
    counts = np.bincount(held, minlength=most + 1)[: most + 1].astype(float)
    usual = np.zeros(most + 1)
    for n in range(min(most, 10) + 1):
        usual[n] = comb(most, n) * comb(32 - most, 10 - n)
    usual /= comb(32, 10)
    rates = counts / (usual * counts.sum() + SMOOTH / max(counts.sum(), 1.0))
    likely = np.flatnonzero(usual * counts.sum() >= 1.0)
    rates = np.maximum.accumulate(rates / rates[likely].max())
    return [int(share) for share in np.rint(ONE * np.minimum(rates, 1.0))]


def share_in_skat(skats: Masks, played: Integers, contracts: Integers) -> tuple[int, int]:
    """Return how readily a trump, or else an ace, is put away beside two other cards."""
    rows = np.flatnonzero((played <= GRAND_PLACE) & ~IS_HAND[contracts])
    trumps = TRUMPS_OF[played[rows]]
    with_trump = (skats[rows] & trumps) != 0
    with_ace = ~with_trump & ((skats[rows] & ACES) != 0)
    count = np.bitwise_count(trumps).astype(float)
    aces = np.bitwise_count(ACES & ~trumps).astype(float)
    pairs = 32 * 31 / 2
    plain = (32 - count - aces) * (31 - count - aces) / 2 / pairs
    no_trump = (32 - count) * (31 - count) / 2 / pairs
    usual = (1 - no_trump).sum(), (no_trump - plain).sum(), plain.sum()
    neither = (~with_trump & ~with_ace).sum() / usual[2]
    found = with_trump.sum() / usual[0], with_ace.sum() / usual[1]
    shares = (CARELESS + (1.0 - CARELESS) * min(1.0, float(share / neither)) for share in found)
    first, second = (round(ONE * share) for share in shares)
    return first, second


def share_against_rules(size: int, seed: int) -> int:
    """Return how readily a hand is believed that the rules would not bid as it was bid."""
    rng = default_rng([seed, 1])
    deals = draw_deals([seed, 2], size)
    errors = MISJUDGEMENT * rng.standard_normal((SEATS, size, 6))
    limits = np.stack(
        [rule_limits(deals[:, seat], np.zeros(size), errors[seat]) for seat in range(SEATS)], axis=1
    )
    declarers, bids, bids_made = run_auctions(limits)
    others = (np.arange(SEATS) != declarers[:, None]) & (declarers != NOBODY)[:, None]
    fits = {}
    for name, hands in (("own", deals), ("dealt", draw_deals([seed, 3], size))):
        columns = [
            rule_limits(hands[:, seat], np.zeros(size), np.zeros((size, 6))) for seat in (0, 1, 2)
        ]
        by_rules = np.stack(columns, axis=1)
        fitting = (bids_made <= by_rules) & (by_rules <= bids[:, None])
        fits[name] = float(fitting[others].mean())
    own, dealt = fits["own"], fits["dealt"]
    return round(ONE * min(1.0, float((1 - own) / (1 - dealt) * dealt / own)))


def defend(seed: int, count: int) -> Floats:
    """Return the declarer's points in deals where Monte-Carlo players defend."""
    deals = draw_deals([seed], count)
    points = np.zeros((count, SEATS))
    for seat in range(SEATS):
        bots: list[SkatBot] = [MonteCarlo(samples=SAMPLES)] * SEATS
        bots[seat] = Heuristic()
        seeds = draw_seeds(default_rng([seed, seat]), SEATS * count).reshape(count, SEATS)
        games = play_deals(deals, bots, seeds)
        declared = games.declarers == seat
        points[:, seat] = np.where(declared, seat_points(games)[:, seat], 0.0)
    total: Floats = points.sum(axis=1)
    return total


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    """Return by how much fewer points heuristic declarers make than against the shipped numbers."""
    shipped = defend(TEST_SEED, TEST_DEALS)
    found = run_with({FILE: content}, f"{__name__}:defend", TEST_SEED, TEST_DEALS)
    leads = shipped - found
    error = leads.std(ddof=1) / np.sqrt(len(leads))
    return {"points_a_deal": round(float(leads.mean()), 2), "error": round(float(error), 2)}


RECIPE = Recipe(
    name="skat/inference",
    summary="Likelihoods of hands given the announcement and the auction.",
    output="games/skat/bots/inference.json",
    size=400_000,
    smoke=20_000,
    seed=1,
    make=make,
    quality=measure,
    needs=("skat/strength", "skat/thresholds"),
    smoke_seconds=1.3,
)
