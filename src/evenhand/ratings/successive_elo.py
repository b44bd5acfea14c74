r"""Elo for a table, one opponent after the other: a way to compare with.

Every pair of seats, in the order (1, 2), (1, 3), .., (2, 3), .., is rated as a game of
two, each with the ratings that the pair before it left behind.

Source: Edelkamp 2021, "Multiple Player Games", the second way, which names its fault:
the outcome depends on the order of the pairs.  Here the seats give the order.
Deviations: the paper speaks of the winner's pairs only; here the others meet too, or
the runner-up could lose more than the last.  K keeps its meaning per pair, so that a
table of n moves a rating n - 1 times as far.  Luck is taken out when all pairs are done, so that
no pair's expectation or K depends on it.
"""

from dataclasses import dataclass

import numpy as np

from evenhand.compiled import kernel, step
from evenhand.ratings.adjustment import Luck, luck_of, luck_of_seats, take_out
from evenhand.ratings.elo_family import (
    EloFamily,
    expected_score,
    pair_score,
    strength_shares,
    take_seats,
)
from evenhand.ratings.schedule import as_schedule, k_factor
from evenhand.ratings.system import Run
from evenhand.tables import Floats, GameTable, Indices


@dataclass(frozen=True, slots=True)
class SuccessiveElo(EloFamily):
    """All pairs of the table one after the other.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> SuccessiveElo(k=30.0).rate(game).ratings[:, 0].round(2).tolist()
    [1529.35, 1500.03, 1470.62]
    """

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        k = as_schedule(self.k).array()
        luck = luck_of(self.luck, table, run)
        games = (table.seats, table.score, luck, run.ratings, run.expected, run.after)
        _rate(*games, k, self.scale, self.advantage)
        return run


@step
def note_worth(
    luck: Luck,
    game: int,
    players: Indices,
    at: Indices,
    n: int,
    ratings: Floats,
    k: Floats,
    lucky: Floats,
) -> None:
    """Note what luck is worth to each player in all pairs, by the K before the game."""
    for i in range(n):
        rating, games = ratings[players[at[i]], 0], ratings[players[at[i]], 1]
        luck.worth[game, at[i]] = (n - 1) * k_factor(k, games, rating) * lucky[i]


@kernel
def _rate(
    seats: Indices,
    score: Floats,
    luck: Luck,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    k: Floats,
    scale: float,
    advantage: float,
) -> None:
    games, width = seats.shape
    at = np.empty(width, np.int32)
    rating, chance, lucky = np.empty((3, width))
    adjusted = len(luck.received) > 0
    for game in range(games):
        n = take_seats(seats[game], at)
        for i in range(n):
            rating[i] = ratings[seats[game, at[i]], 0]
            ratings[seats[game, at[i]], 1] += 1.0
        head_start = advantage if at[0] == 0 else 0.0
        rating[0] += head_start
        strength_shares(rating, n, scale, chance)
        if adjusted:
            take_out(luck, luck_of_seats(luck, game, at, n, lucky), chance, n, lucky)
            note_worth(luck, game, seats[game], at, n, ratings, k, lucky)
        for i in range(n):
            a = seats[game, at[i]]
            for j in range(i + 1, n):
                b = seats[game, at[j]]
                gap = ratings[a, 0] + (head_start if i == 0 else 0.0) - ratings[b, 0]
                result = pair_score(score[game, at[i]], score[game, at[j]])
                surprise = result - expected_score(gap, scale)
                own, other = (
                    k_factor(k, ratings[a, 1], ratings[a, 0]),
                    k_factor(k, ratings[b, 1], ratings[b, 0]),
                )
                ratings[a, 0] += own * surprise
                ratings[b, 0] -= other * surprise
        for i in range(n):
            if adjusted:
                ratings[seats[game, at[i]], 0] -= luck.worth[game, at[i]]
            expected[game, at[i]] = chance[i]
            after[game, at[i]] = ratings[seats[game, at[i]], 0]
