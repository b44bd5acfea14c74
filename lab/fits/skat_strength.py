"""Fit strengths of hands by logistic regression on games of forced declarers.

On random deals a declarer plays a game whether the hand is good for it or not: mostly the suit of
which it has most cards but also any other, a grand, or a null.  It takes the skat and puts two
cards away, half of the time those that the shipped numbers would, else others.  Heuristic players
play the cards.  A table of strengths is a regression of who won on columns of ones and zeros: for
the ten cards before the skat, and for those played after it with the points put away.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from evenhand.compiled import kernel
from evenhand.games.cards import Masks
from evenhand.games.skat.bidding.null import suit_gaps
from evenhand.games.skat.bidding.rules import RuleBidder
from evenhand.games.skat.bidding.strength import best_discards, discardable
from evenhand.games.skat.bots import AnnouncedGames
from evenhand.games.skat.contract import CONTRACTS, GAMES, GRAND, NULL, Contract
from evenhand.games.skat.deck import Integers
from evenhand.games.skat.scoring import BID_VALUES, card_points_of
from evenhand.games.skat.winning_parameters import fit_logistic
from evenhand.tables import Floats
from lab.core import Content, Progress, Recipe
from lab.fits.skat_matches import (
    SEATS,
    FittedBidder,
    compare_on_test_deals,
    draw_deals,
    play_games,
    shipped_weights,
)

SUIT, GRAND_GAME, NULL_GAME = "suit", "grand", "null"
FILE = "strength.json"
BLOCK = 50_000  # deals
BY_LENGTH = 0.7  # how often the longest suit is played, else any
BY_RULES = 0.5  # how often the shipped numbers put cards away
HELD = 3.0  # the penalty on every weight
GAPS = 9
UNIT = 100
SUITS = 4
LOW = 0b00100111  # queen, nine, eight and seven
ACE, KING, TEN, JACK = 7, 6, 3, 4  # places of the ranks in a suit
EIGHT = 0xFF
GRAND_PLACE, NULL_PLACE = GAMES.index(GRAND), GAMES.index(NULL)
CONTRACT_OF = np.array([CONTRACTS.index(Contract.parse(game)) for game in GAMES])


class Forced(NamedTuple):
    """Games of forced declarers."""

    before: Masks  # ten cards
    after: Masks
    games: Integers  # places in GAMES
    put_away: Integers  # card points
    won: NDArray[np.bool_]


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Play so many games of each kind, and fit their tables."""
    found: dict[str, dict[str, list[Any]]] = {
        SUIT: {"jacks": [], "lengths": [], "high_trumps": [], "sides": []},
        GRAND_GAME: {"jacks": [], "sides": []},
        NULL_GAME: {"base": [], "all_safe": [], "gaps": []},
        "skat": {"point": []},
    }
    for number, kind in enumerate((SUIT, GRAND_GAME, NULL_GAME)):
        games = play_forced(kind, size, (seed, number))
        for hands, points in ((games.before, None), (games.after, games.put_away)):
            weights = fit_table(kind, hands, games, points)
            for name, numbers in split_weights(kind, weights).items():
                found[kind][name].append(numbers)
        found["skat"]["point"].append(0 if kind == NULL_GAME else round(float(weights[-1])))
        progress((number + 1) / 3)
    return found


def play_forced(kind: str, count: int, seed: tuple[int, int]) -> Forced:
    """Play games of forced declarers on random deals."""
    parts = []
    for block, start in enumerate(range(0, count, BLOCK)):
        rng = default_rng([*seed, block])
        deals = draw_deals((*seed, block, 0), min(BLOCK, count - start))
        parts.append(_play_block(kind, deals, rng))
    return Forced(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _play_block(kind: str, deals: Masks, rng: Generator) -> Forced:
    rows = np.arange(len(deals))
    seats = rng.integers(SEATS, size=len(deals))
    before = deals[rows, seats]
    games = np.full(len(deals), GRAND_PLACE if kind == GRAND_GAME else NULL_PLACE)
    if kind == SUIT:
        lengths = np.stack([np.bitwise_count(before & EIGHT << 8 * s) for s in range(SUITS)], 1)
        known = rng.random(len(deals)) < BY_LENGTH
        games = (known[:, None] * lengths + rng.random(lengths.shape)).argmax(axis=1)
    twelve, skats = before | deals[:, 3], np.zeros(len(deals), np.int64)
    _put_away(twelve, games, rng.random(len(deals)) < BY_RULES, rng.random((len(deals), 2)), skats)
    hands = deals.copy()
    hands[rows, seats], hands[:, 3] = twelve ^ skats, skats
    bids, bids_made = np.full(len(deals), BID_VALUES[0]), np.zeros((len(deals), SEATS), np.int64)
    announced = AnnouncedGames(deals, bids_made, seats, CONTRACT_OF[games], bids, hands)
    won = play_games(announced, shipped_weights()[None]) > 0
    return Forced(before, twelve ^ skats, games, card_points_of(skats), won)


@kernel
def _put_away(
    twelves: Masks, games: Integers, by_rules: NDArray[np.bool_], drawn: Floats, skats: Masks
) -> None:
    """Put two cards away: the best by the shipped numbers, or any two that may be thought of."""
    for row in range(len(twelves)):
        if by_rules[row]:
            skats[row] = best_discards(twelves[row], games[row])[0]
            continue
        rest = discardable(twelves[row], games[row])
        for number in range(2):
            left = 0
            cards = rest
            while cards:
                left += 1
                cards &= cards - 1
            cards = rest
            for _ in range(int(drawn[row, number] * left)):
                cards &= cards - 1
            skats[row] |= cards & -cards
            rest ^= cards & -cards


def fit_table(kind: str, hands: Masks, games: Forced, points: Integers | None) -> Floats:
    """Return the weights of a table, in hundredths of log odds; the last is that of a point."""
    columns = columns_of(kind, hands, games.games)
    put_away = np.zeros(len(hands)) if points is None else points
    columns = np.column_stack([columns, put_away / UNIT])
    weights: Floats = fit_logistic(
        columns, games.won.astype(np.float64), HELD * np.eye(columns.shape[1])
    )
    scales = np.append(np.full(len(weights) - 1, float(UNIT)), 1.0)
    scaled: Floats = weights * scales
    return scaled


def columns_of(kind: str, hands: Masks, games: Integers) -> Floats:
    """Return the columns of a table: ones and zeros, and counts for side suits."""
    suits = hands[:, None] >> 8 * np.arange(SUITS) & EIGHT
    if kind == NULL_GAME:
        gaps = GAPS_OF[suits]
        counts = np.stack([(gaps == gap).sum(axis=1) for gap in range(1, GAPS)], axis=1)
        safe = (gaps == 0).all(axis=1)
        return np.column_stack([np.ones(len(hands)), safe, counts]).astype(np.float64)
    jacks = (suits >> JACK & 1) @ (1 << np.arange(SUITS))
    parts = [_ones(jacks, 16)]
    is_trump = np.arange(SUITS) == games[:, None]
    if kind == SUIT:
        trumps = suits[is_trump]
        lengths = np.bitwise_count(trumps & ~(1 << JACK))
        parts += [_ones(lengths, 8), (trumps >> ACE & 1)[:, None], (trumps >> TEN & 1)[:, None]]
    rows = 4 * (suits >> ACE & 1) + 2 * (suits >> TEN & 1) + (suits >> KING & 1)
    holdings = 5 * rows + np.bitwise_count(suits & LOW)
    sides = np.zeros((len(hands), 40))
    for suit in range(SUITS):
        mine = np.flatnonzero(~is_trump[:, suit])
        sides[mine, holdings[mine, suit]] += 1
    return np.column_stack([*parts, sides])


def split_weights(kind: str, weights: Floats) -> dict[str, Any]:
    """Return the weights of a table by the names of the file."""
    numbers = np.rint(weights[:-1]).astype(int)
    if kind == NULL_GAME:
        return {
            "base": int(numbers[0]),
            "all_safe": int(numbers[1]),
            "gaps": [0, *numbers[2:].tolist()],
        }
    found: dict[str, Any] = {"jacks": numbers[:16].tolist()}
    if kind == SUIT:
        found["lengths"] = numbers[16:24].tolist()
        found["high_trumps"] = numbers[24:26].tolist()
    found["sides"] = numbers[-40:].reshape(8, 5).tolist()
    return found


def _ones(groups: NDArray[Any], count: int) -> Floats:
    columns: Floats = (groups[:, None] == np.arange(count)).astype(np.float64)
    return columns


GAPS_OF = np.array([min(suit_gaps(cards, EIGHT & ~cards, 0), GAPS - 1) for cards in range(256)])
"""The gaps of each holding of a suit."""


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    """Return the points a deal more than a bidder with the shipped strengths."""
    return compare_on_test_deals(bidders=(FittedBidder({FILE: content}), RuleBidder()))


RECIPE = Recipe(
    name="skat/strength",
    summary="Strengths of hands for each game, by logistic regression on forced declarers.",
    output="games/skat/bidding/strength.json",
    size=300_000,
    smoke=2_000,
    seed=1,
    make=make,
    quality=measure,
    needs=("skat/heuristic",),
    smoke_seconds=2.7,
)
