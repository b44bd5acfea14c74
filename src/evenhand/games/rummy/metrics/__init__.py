"""MinScore and MinDist, exact: the plain way is in :mod:`evenhand.games.rummy.plain`.

==========================================  ===================================================
``suits``                                   what one suit alone can give, as tables
``sets``                                    the sets that a hand can lay out
``packed``                                  eight small numbers in one word
``distance``, ``score``                     the metrics of a hand
``distance_discards``, ``score_discards``   the metrics after each discard
``hands``                                   one hand or many, from Python
==========================================  ===================================================
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.games.rummy.metrics.hands import (
        discard_dists,
        discard_scores,
        min_dist,
        min_dists,
        min_score,
        min_scores,
    )

__all__ = ["discard_dists", "discard_scores", "min_dist", "min_dists", "min_score", "min_scores"]

__getattr__, __dir__ = load_lazily(__name__, {"evenhand.games.rummy.metrics.hands": __all__})
