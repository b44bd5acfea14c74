r"""Elo for a table, by the opponents' mean rating: a way to compare with, not to use.

.. math:: E_i = \frac{1}{1 + 10^{(\bar R_{-i} - R_i)/D}}, \qquad S_i = 1
          \text{ for the winner, } 0 \text{ otherwise}

Source: Edelkamp 2021, "Multiple Player Games", the first way, given there as seemingly
invalid: two opponents of 1 % and 99 % count as two of 50 %.  And worse, not said there:
with n players the expectations add up to about n/2 but the results to 1, so all
ratings sink.  :class:`PooledPointsElo` mends the second fault, :class:`MultiElo` both.
Deviations: ties share the win.
"""

from dataclasses import dataclass
from typing import ClassVar

from evenhand.ratings.elo_family import AVERAGE, EloFamily
from evenhand.ratings.system import Result


@dataclass(frozen=True, slots=True)
class AverageOpponentElo(EloFamily):
    """Everybody plays the average of the others.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> AverageOpponentElo(k=30.0).rate(game).ratings[:, 0].tolist()
    [1515.0, 1485.0, 1485.0]
    """

    way: ClassVar[int] = AVERAGE
    result: ClassVar[Result] = "won"

    def zero_sum(self, players: int) -> bool:
        """For two players only: ratings sink with more."""
        return players == 2 and EloFamily.zero_sum(self, players)
