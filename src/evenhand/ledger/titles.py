"""Titles, such as national, international and grandmaster: by the rules of a ladder, and for life.

Edelkamp 2021 proposes them for Skat, as chess has them.  Whoever has played enough games and
reaches a rating gets the title that goes with it, and keeps it when the rating falls.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import kernel
from evenhand.ledger.columns import NONE
from evenhand.ledger.ladder import Ladder
from evenhand.tables import Floats, Indices


def titles_of(ladder: Ladder, players: Indices) -> list[str]:
    """The highest title of each player, by local number; the caller holds the lock."""
    titles: Sequence[str] = ["", *(title.name for title in ladder.settings.rules.titles)]
    if len(titles) == 1 or not len(players):
        return [""] * len(players)
    standing, rules = ladder.standing, ladder.settings.rules
    columns = standing.games
    found = _highest(
        columns["seats"],
        columns["before"],
        columns["after"],
        standing.stands_for,
        players,
        standing.last[players],
        standing.played[players].astype(np.int64),
        np.array([title.rating for title in rules.titles]),
        np.array([title.games for title in rules.titles], np.int64),
    )
    return [titles[at] for at in found.tolist()]


@kernel
def _highest(
    seats: Indices,
    before: Indices,
    after: Floats,
    stands_for: Indices,
    players: Indices,
    last: Indices,
    played: NDArray[np.int64],
    ratings: Floats,
    games: NDArray[np.int64],
) -> Indices:
    """The number of the highest title that each player ever reached, from 1; 0 for none."""
    found = np.zeros(len(players), np.int32)
    for at in range(len(players)):
        game, count = last[at], played[at]
        while game != NONE and found[at] < len(ratings):
            for seat in range(seats.shape[1]):
                if seats[game, seat] >= 0 and stands_for[seats[game, seat]] == players[at]:
                    for title in range(found[at], len(ratings)):
                        if after[game, seat] >= ratings[title] and count >= games[title]:
                            found[at] = title + 1
                    game = before[game, seat]
                    break
            count -= 1
    return found
