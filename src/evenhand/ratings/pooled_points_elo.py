r"""Elo for a table with n/2 points to win, by the opponents' mean rating.

.. math:: E_i = \frac{1}{1 + 10^{(\bar R_{-i} - R_i)/D}}, \qquad S_i = n/2
          \text{ for the winner, } 0 \text{ otherwise}

Source: Edelkamp 2021, "Multiple Player Games", the third way (there k/2 points for k
players).  At an even table the sum of the ratings stays as it is; at an uneven one it
moves a little, because the expectations do not add up to n/2 there.  Deviations: ties
share the points.
"""

from dataclasses import dataclass
from typing import ClassVar

from evenhand.ratings.elo_family import POOL, EloFamily
from evenhand.ratings.system import Result


@dataclass(frozen=True, slots=True)
class PooledPointsElo(EloFamily):
    """The winner takes n/2 points from the average of the others.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> PooledPointsElo(k=30.0).rate(game).ratings[:, 0].tolist()
    [1530.0, 1485.0, 1485.0]
    """

    way: ClassVar[int] = POOL
    result: ClassVar[Result] = "won"

    def zero_sum(self, players: int) -> bool:
        """For two players only, or at an even table."""
        return players == 2 and EloFamily.zero_sum(self, players)
