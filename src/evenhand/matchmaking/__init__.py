r"""Make fair tables from waiting players.

The rule: two players are a fair pair if both have a win probability of 30 to 70 %, and of several
such opponents the one whose probability is nearest to 50 % is taken.

.. math:: \min(P_{ij}, P_{ji}) \ge \max(l_i, l_j) - c \, |l_i - l_j|, \qquad
          l = \max(l_0 - w \max(t - t_0, 0), l_1)

Source: the tutorial "Elo-Zahlen berechnen" (2021), section "Chancen berechnen": a pairing is made
if the probability lies between 30 and 70 %, and "it is useful to put several players who meet this
condition on a list, then to choose the one who is nearest to 50 %".

Ours, where the tutorial is silent:

* **more than two at a table**: every two of them must be a fair pair.  By Elo, the win
  probabilities at a table of n then lie between :math:`l / (l + (n - 1)(1 - l))` and
  :math:`(1 - l) / (1 - l + (n - 1) l)`: 30 to 70 % for two, 17.6 to 53.8 % for three, 12.5 to
  43.8 % for four;
* **any rating system**: P is its win probability for a table of two, deviations included.  An
  advantage of the first seat is left out, because who sits there is up to the game;
* **waiting**: players who have waited longer than :math:`t_0` accept more and more uneven pairs,
  and have priority, the longest waiting before all others.  Nobody is matched outside their own
  window, unless the ``courtesy`` c is above zero;
* **all at once**: of all tables the one closest to even, by its most uneven pair, is formed first;
* **who may not meet**: pairs to avoid never do, recent opponents not before both have waited for
  some time.

The same players give the same tables, to the bit; the order in which they are given decides only
between those who have waited equally long.

Symbols: P = win probability; l = ``lowest`` probability that a player accepts, at first l_0 and at
last l_1 = ``widest``; t = waiting; t_0 = ``widens_after``; w = ``widening``; c = ``courtesy``.
"""

from evenhand.matchmaking.match import Fairness, Tables, fair_tables, table_probabilities
from evenhand.matchmaking.queue import (
    Arrivals,
    Matcher,
    QueueResult,
    fair_matcher,
    simulate_queue,
)

__all__ = [
    "Arrivals",
    "Fairness",
    "Matcher",
    "QueueResult",
    "Tables",
    "fair_matcher",
    "fair_tables",
    "simulate_queue",
    "table_probabilities",
]
