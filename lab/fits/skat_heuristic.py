"""Fit the weights of the heuristic player by coordinate search in games against itself.

The declarer's weights are sought against opponents with those found so far, then the opponents'
against that declarer, and so on, in suit games and in grands.  A step is taken if it brings more
points on the same deals than chance would; every search has deals of its own.  It starts from
weights that know little: any unseen card is with anybody, and high cards are kept.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator, default_rng

from evenhand.games.skat.bots import AnnouncedGames
from evenhand.games.skat.contract import GAME_OF, GAMES, GRAND
from evenhand.games.skat.deck import NOBODY, Integers
from lab.core import Content, Progress, Recipe
from lab.fits.skat_matches import (
    COUNT,
    ROLES,
    WEIGHTS,
    announce_games,
    compare_on_test_deals,
    declarer_leads,
    draw_deals,
    play_games,
    shipped_weights,
)

START = {
    "trump_share": 50,
    "side_share": 50,
    "partner_trump_share": 50,
    "partner_side_share": 50,
    "decision": 10,
    "keep_top_trump": 10,
    "keep_trump": 10,
    "keep_points": 30,
}
SHARES = ("trump_share", "side_share", "partner_trump_share", "partner_side_share")
ROUNDS = ((16, 8), (16, 8), (8, 4), (8, 4), (8, 4), (4, 2), (4, 2), (4, 2), (2, 1), (2, 1))
"""The steps of shares and of all other weights."""
BORDER = 1.0  # standard errors by which a step must be better
DEALS_A_BLOCK = 5_000
UNUSED = {0: ("partner_trump_share", "partner_side_share")}  # the declarer has no partner


class Search(NamedTuple):
    """A search for the weights of one role."""

    role: int
    games: AnnouncedGames


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Find weights by searches of so many games each."""
    rng = default_rng(seed)
    weights = np.tile([START.get(name, 0) for name in WEIGHTS], (len(ROLES), 1)).astype(np.int64)
    searches = len(ROUNDS) * len(ROLES)
    for number, (step, role) in enumerate((s, r) for s in ROUNDS for r in range(len(ROLES))):
        search = Search(role, draw_games(size, role >= 2, (seed, number)))
        weights = improve(search, weights, step, rng)
        progress((number + 1) / searches)
    return {
        role: dict(zip(WEIGHTS, row.tolist(), strict=True))
        for role, row in zip(ROLES, weights, strict=True)
    }


def draw_games(count: int, is_grand: bool, seed: tuple[int, int]) -> AnnouncedGames:
    """Return so many suit games or grands that are announced on random deals."""
    parts: list[AnnouncedGames] = []
    found, block = 0, 0
    while found < count:
        games = announce_games(draw_deals([*seed, block], DEALS_A_BLOCK))
        played = GAME_OF[games.contracts]
        wanted = played == GAMES.index(GRAND) if is_grand else played < GAMES.index(GRAND)
        parts.append(games.take(np.flatnonzero((games.declarers != NOBODY) & wanted)))
        found, block = found + len(parts[-1].deals), block + 1
    return AnnouncedGames.concat(parts).take(slice(count))


def improve(search: Search, weights: Integers, steps: tuple[int, int], rng: Generator) -> Integers:
    """Return weights of which one role is better."""
    best, leads = weights, leads_of(search, weights)
    for place in rng.permutation(COUNT):
        if WEIGHTS[place] in UNUSED.get(search.role % 2, ()):
            continue
        for other in neighbours(best, search.role, int(place), steps):
            gained = (found := leads_of(search, other)) - leads
            if gained.mean() > BORDER * gained.std() / np.sqrt(len(gained)):
                best, leads = other, found
                break
    return best


def neighbours(
    weights: Integers, role: int, place: int, steps: tuple[int, int]
) -> Iterator[Integers]:
    """Yield the weights with one of them a step up and down."""
    is_share = WEIGHTS[place] in SHARES
    for step in (steps[not is_share], -steps[not is_share]):
        other = weights.copy()
        other[role, place] += step
        if is_share:
            other[role, place] = np.clip(other[role, place], 0, 100)
        yield other


def leads_of(search: Search, weights: Integers) -> Any:
    """Return the points that the side of a role gains in each game."""
    leads = declarer_leads(play_games(search.games, weights[None]))
    return leads if search.role % 2 == 0 else -leads


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    """Return the points a deal more than with the shipped weights."""
    found = [[content[role][name] for name in WEIGHTS] for role in ROLES]
    return compare_on_test_deals(weights=np.stack([np.array(found, np.int64), shipped_weights()]))


RECIPE = Recipe(
    name="skat/heuristic",
    summary="Weights with which the heuristic player chooses cards, from games against itself.",
    output="games/skat/bots/heuristic.json",
    size=20_000,
    smoke=100,
    seed=1,
    make=make,
    quality=measure,
    smoke_seconds=4.4,
)
