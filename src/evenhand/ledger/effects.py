"""What a change does to ratings, whether it has been made or not."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.ledger.columns import NONE
from evenhand.ledger.ladder import Ladder, Outcome
from evenhand.ledger.standing import Standing
from evenhand.tables import EMPTY, Flags, Floats, Indices

NOTICEABLE = 0.5
"""Rating points; a change far back moves nearly everybody by less."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What becomes of one rating."""

    player: int  # number
    id: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Effect:
    """Whose ratings change, those who change most first."""

    replayed: int  # games rated again
    changed: int  # players whose rating changes at all
    noticeable: int  # by half a point or more
    shifts: tuple[Shift, ...]


def effect_of(ladder: Ladder, outcome: Outcome, most: int = 100) -> Effect:
    """What an outcome that was not adopted yet would do."""
    plan, standing = outcome.plan, ladder.standing
    before, after = standing.ratings[plan.players, 0], plan.ratings[:, 0]
    if outcome.standing is not standing:  # everybody is rated anew
        everybody = np.arange(standing.players, dtype=np.int32)
        before, after = standing.ratings[everybody, 0], outcome.standing.ratings[everybody, 0]
        after[plan.players] = plan.ratings[:, 0]
        players = everybody
    else:
        players = plan.players
    size = np.abs(after - before)
    order = np.argsort(-size, kind="stable")[:most]
    shifts = tuple(
        _shift(ladder, int(players[at]), float(before[at]), float(after[at]))
        for at in order
        if size[at] > 0.0
    )
    changed, noticeable = int((size > 0.0).sum()), int((size >= NOTICEABLE).sum())
    return Effect(len(plan.rows), changed, noticeable, shifts)


def _shift(ladder: Ladder, local: int, before: float, after: float) -> Shift:
    number = ladder.number_of(local)
    return Shift(number, ladder.roster.ids[number], before, after)


def ratings_before(standing: Standing, games: NDArray[np.int64]) -> Floats:
    """The rating of each seat's player before some games, by position."""
    rated = standing.games
    earlier = rated["before"][games]
    players = seated(standing, games)
    start = float(standing.system.initial_row()[0])
    before = np.where(players == EMPTY, np.nan, start)
    there: Flags = earlier != NONE
    old = np.maximum(earlier, 0)
    for seat in range(rated.width):
        own = there & (standing.stands_for[rated["seats"][old, seat]] == players)
        own &= rated["seats"][old, seat] != EMPTY
        before[own] = rated["after"][old, seat][own]
    return before


def seated(standing: Standing, games: NDArray[np.int64]) -> Indices:
    """Who sat there, after merging, by local number."""
    seats = standing.games["seats"][games]
    found: Indices = np.where(seats == EMPTY, np.int32(EMPTY), standing.stands_for[seats])
    return found
