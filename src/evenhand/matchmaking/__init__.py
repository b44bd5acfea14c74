r"""Fair tables from waiting players.

The rule: two players are a fair pair if both have a chance of 30 to 70 %, and of several such
opponents the one whose chance is nearest to 50 % is taken.

.. math:: \min(P_{ij}, P_{ji}) \ge \max(l_i, l_j) - c \, |l_i - l_j|, \qquad
          l = \max(l_0 - w \max(t - t_0, 0), l_1)

Source: the tutorial "Elo-Zahlen berechnen" (2021), section "Chancen berechnen": a pairing comes
about if the chance lies between 30 and 70, and "it is useful to put several players who meet this
condition on a list, then to choose the one who is nearest to 50 %".

Ours, where the tutorial is silent:

* **more than two at a table**: every two of them must be a fair pair.  A table of n then has
  chances between :math:`l / (l + (n - 1)(1 - l))` and :math:`(1 - l) / (1 - l + (n - 1) l)` by Elo:
  30 to 70 % for two, 17.6 to 53.8 % for three, 12.5 to 43.8 % for four;
* **any rating system**: P is its chance for a table of two, deviations and all.  An advantage of
  the first seat is left out, because who sits there is up to the game;
* **waiting**: who has waited longer than :math:`t_0` accepts more and more uneven pairs, and is
  looked after first, the longest waiting before all others.  Nobody is asked to accept what his own
  window excludes, unless the ``courtesy`` c is above zero;
* **all at once**: of all tables the one closest to even, by its most uneven pair, is formed first;
* **who may not meet**: pairs to avoid never do, recent opponents not before both have waited for
  some time.

The same players give the same tables, to the bit; the order in which they are given decides only
between those who have waited equally long.

Symbols: P = chance; l = ``lowest`` chance that a player accepts, at first l_0 and at last l_1 =
``widest``; t = waiting; t_0 = ``widens_after``; w = ``widening``; c = ``courtesy``.
"""

from evenhand.matchmaking.fairness import Fairness
from evenhand.matchmaking.stream import Arrivals, Served, by_rule, serve
from evenhand.matchmaking.tables import Tables, fair_tables

__all__ = ["Arrivals", "Fairness", "Served", "Tables", "by_rule", "fair_tables", "serve"]
