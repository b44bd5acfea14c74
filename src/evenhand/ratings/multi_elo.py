r"""Elo for a table with one winner: the win is shared by strength.

.. math:: E_i = \frac{10^{R_i/D}}{\sum_j 10^{R_j/D}} \qquad R_i \leftarrow R_i + K (S_i - E_i)

S is 1 for the winner and 0 for everybody else; players tied for the win have equal
parts of it.  For two players this is classical Elo.

Source: Edelkamp 2021, "Multiple Player Games", the last proposal.  Deviations: ties,
K by games or rating, the advantage of the first seat.
"""

from dataclasses import dataclass
from typing import ClassVar

from evenhand.ratings.elo_family import SHARES, EloFamily
from evenhand.ratings.system import Result


@dataclass(frozen=True, slots=True)
class MultiElo(EloFamily):
    """Expected share of the win in proportion to 10^(R/400).

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> MultiElo(k=30.0).rate(game).ratings[:, 0].round(6).tolist()
    [1520.0, 1490.0, 1490.0]
    """

    way: ClassVar[int] = SHARES
    result: ClassVar[Result] = "won"
