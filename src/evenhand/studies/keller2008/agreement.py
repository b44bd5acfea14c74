"""How often the cards put away are those that are best with open cards, on random deals.

The best pair is chosen in one half of the worlds, and all pairs are measured in the other half: so
the best pair is not flattered by the worlds that made it look best.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from evenhand.games.cards import Masks
from evenhand.games.skat.bidding.knn import find_discards
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.neighbours import Valuation
from evenhand.studies.keller2008.intervals import mean_and_interval
from evenhand.studies.keller2008.open_discards import Tried, Twelve
from evenhand.tables import Floats

OURS, ANY = "ours", "any pair, on average"


def random_hands(
    discarding: Valuation, twelves: Masks, worlds: int, rng: np.random.Generator
) -> tuple[list[Twelve], list[int]]:
    """Hands with their best trumps and random worlds, and the pairs that the neighbours choose."""
    pairs, scores = find_discards(discarding, twelves)
    best = scores.argmax(axis=1)
    hands = [
        Twelve.at_random(cards, TRUMPS[trump], worlds, rng)
        for cards, trump in zip(twelves.tolist(), best.tolist(), strict=True)
    ]
    chosen: list[int] = pairs[np.arange(len(hands)), best].tolist()
    return hands, chosen


def chosen_pair(discarding: Valuation, twelve: Twelve) -> int:
    """The pair that the neighbours choose for one hand."""
    pairs, _ = find_discards(discarding, np.array([twelve.cards]))
    return int(pairs[0, TRUMPS.index(twelve.trump)])


def agreement(tried: Sequence[Tried], chosen: Sequence[int]) -> pl.DataFrame:
    """How often whose pair is the best, shares a card with it, and how much worse it is."""
    rows = []
    halves = [one.halves for one in tried]
    best = [int(first.means.argmax()) for first, _ in halves]
    for name in (OURS, ANY):
        lines = [
            _against(second, row, None if name == ANY else second.place(pair))
            for (_, second), row, pair in zip(halves, best, chosen, strict=True)
        ]
        rows.append({"pair": name, **_summary(np.array(lines))})
    return pl.DataFrame(rows)


def _against(tried: Tried, best: int, row: int | None) -> list[float]:
    """Same pair, a card in common, points and games won less than with the best pair.

    Without a row: the means over all pairs.
    """
    common = np.bitwise_count(tried.pairs & tried.pairs[best])
    lines = np.stack(
        [
            common == 2,
            common >= 1,
            tried.means[best] - tried.means,
            tried.won[best] - tried.won,
        ],
        axis=1,
    ).astype(np.float64)
    found: list[float] = (lines.mean(axis=0) if row is None else lines[row]).tolist()
    return found


def _summary(lines: Floats) -> dict[str, Any]:
    """Averages over hands, with the 95 % intervals of the losses."""
    points, points_about = mean_and_interval(lines[:, 2])
    won, won_about = mean_and_interval(100.0 * lines[:, 3])
    return {
        "hands": len(lines),
        "same_pair": 100.0 * float(lines[:, 0].mean()),
        "same_card": 100.0 * float(lines[:, 1].mean()),
        "points_less": points,
        "points_less_interval": points_about,
        "won_less": won,
        "won_less_interval": won_about,
    }
