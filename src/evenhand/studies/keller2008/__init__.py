"""Keller and Kupferschmid (2008): Automatic Bidding for the Game of Skat.

Its 15,000 games played by DDSS are not public.  Ours are the knowledge base of the package, played
by our own Monte-Carlo players.
"""

from evenhand.studies.keller2008.amounts import SHOWN_K, Amount, Discards
from evenhand.studies.study import Paper, Size

SOURCE = Paper("keller2008", "Keller and Kupferschmid 2008")
EVERY_K = tuple(range(1, 101))
FEW_K = (1, 5, 15, 30)
ONE_K = (15,)


def _sizes(
    ks: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], seconds: tuple[float, ...]
) -> dict[str, Size]:
    """Part of the evaluation deals, more of them, all."""
    deals = (500, 2000, 5000)
    names = ("smoke", "middle", "full")
    amounts = [Amount(*pair) for pair in zip(deals, ks, strict=True)]
    return {
        name: Size(amount, time) for name, amount, time in zip(names, amounts, seconds, strict=True)
    }


BY_K = _sizes((FEW_K, SHOWN_K, EVERY_K), (5, 5, 10))
AT_ONE_K = _sizes((ONE_K, ONE_K, ONE_K), (5, 5, 10))
HANDS = {
    "smoke": Size(Discards(hands=3, worlds=6), 5),
    "middle": Size(Discards(hands=10, worlds=20, shown_worlds=60), 30),
    "full": Size(Discards(hands=100, worlds=40, shown_worlds=200), 400),
}

STUDIES = (
    SOURCE.study(
        "figure-1", "Error by number of neighbours", "Figure 1", BY_K, "figure_1", draws=True
    ),
    SOURCE.study("hand-games", "Hand games judged", "Section 4.2", AT_ONE_K, "hand_games"),
    SOURCE.study("figure-2", "Cards put away", "Figure 2", HANDS, "figure_2", draws=True),
    SOURCE.study(
        "figure-3", "Skat-aware bidding by threshold", "Figure 3", AT_ONE_K, "figure_3", draws=True
    ),
    SOURCE.study(
        "distance-weighting",
        "Neighbours weighted by distance",
        "Section 4.3",
        BY_K,
        "distance_weighting",
        draws=True,
    ),
    SOURCE.study(
        "uniform-base",
        "An evenly spread knowledge base",
        "Section 4.3",
        AT_ONE_K,
        "uniform_base",
        draws=True,
    ),
)
