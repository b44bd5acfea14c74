"""Who plays with whom in a game: single players are teams of one.

A team is as strong as the sum of its members: their ratings add up, and so do the
variances of what is known about them.  Shared by the systems that rate teams.
"""

import numpy as np

from evenhand.compiled import step
from evenhand.tables import Floats, GameTable, Indices, Teams

ALONE: Teams = np.empty((0, 0), np.int8)


def team_column(table: GameTable) -> Teams:
    """The teams of a table as kernels take them: no rows where everyone plays alone."""
    return ALONE if table.team is None else table.team


@step
def take_sides(team: Teams, game: int, at: Indices, n: int, side: Indices) -> int:
    """Write the team of each of n players into ``side``; how many teams there are.

    Teams are numbered in the order of their first seats.

    >>> side = np.empty(4, np.int32)
    >>> take_sides(np.array([[5, 0, 5, 7]], np.int8), 0, np.arange(4, dtype=np.int32), 4, side)
    3
    >>> side.tolist()
    [0, 1, 0, 2]
    """
    teams = 0
    for i in range(n):
        mate = 0 if len(team) > 0 else i
        while mate < i and team[game, at[mate]] != team[game, at[i]]:
            mate += 1
        if mate == i:
            side[i] = teams
            teams += 1
        else:
            side[i] = side[mate]
    return teams


@step
def add_up_teams(
    players: Indices,
    at: Indices,
    side: Indices,
    n: int,
    teams: int,
    ratings: Floats,
    tau: float,
    mean: Floats,
    variance: Floats,
    size: Floats,
) -> None:
    """Add up the ratings and the variances of each team's members, and count them.

    ``tau`` is added to every deviation first.
    """
    for k in range(teams):
        mean[k] = variance[k] = size[k] = 0.0
    for i in range(n):
        player, k = players[at[i]], side[i]
        mean[k] += ratings[player, 0]
        variance[k] += ratings[player, 1] * ratings[player, 1] + tau * tau
        size[k] += 1.0
