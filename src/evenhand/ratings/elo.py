r"""Elo ratings, extended from two players to any number by pairs.

A player's expected score against one opponent is

.. math:: E = \frac{1}{1 + 10^{(R_{other} - R_{own}) / D}}

and the rating moves by :math:`K (S - E)`.  With more than two at the table every
pair is a game of its own and the change is averaged over the opponents, so that
*K* keeps its meaning; what is expected before the game is then the chance to win,
:math:`10^{R/D} / \sum 10^{R_j/D}`, which for two players is the same formula.

Source: Elo, The Rating of Chessplayers (1978); K by games played from Maitra 2025.
Deviations: pairs and win chances for more than two players, the advantage of the
first seat (added to its rating while expecting).

Symbols: own, other = R; scale = D; k = K; score = S in {0, 1/2, 1}.
"""

from dataclasses import dataclass
from typing import ClassVar

from evenhand.ratings.elo_family import PAIRS, EloFamily


@dataclass(frozen=True, slots=True)
class Elo(EloFamily):
    """Elo with K constant, by games played, or by rating.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> Elo(k=32.0).rate(game).ratings[:, 0].tolist()
    [1516.0, 1484.0]
    """

    way: ClassVar[int] = PAIRS
