"""Maitra et al. (2025): Empirical parameterization of the Elo Rating System.

Its real games are not public.  A synthetic platform of the same size, fitted to what it prints,
stands for them; whatever is made of it is labelled so.  The games of its seven bots are played
again by our readings of them.
"""

from evenhand.studies.maitra2025.amounts import Amount, Matches
from evenhand.studies.study import Paper, Size

SOURCE = Paper("maitra2025", "Maitra et al. 2025")
TINY, PAPER = Amount(500, 7_000), Amount(320_978, 4_640_765)
BOTS = {
    "smoke": Size(Matches(700, 4), 10),
    "middle": Size(Matches(20_000), 40),
    "full": Size(Matches(184_000), 300),
}
RULES = {
    "smoke": Size(Matches(210, 2), 10),
    "middle": Size(Matches(2_000), 50),
    "full": Size(Matches(20_000), 450),
}


def _sizes(seconds: float) -> dict[str, Size]:
    return {
        "smoke": Size(TINY, 5),
        "middle": Size(PAPER, seconds),
        "full": Size(PAPER, seconds),
    }


STUDIES = (
    SOURCE.study(
        "table-1", "F1 by K and cut-offs, synthetic platform", "Table 1", _sizes(30), "table_1"
    ),
    SOURCE.study(
        "table-2", "By rating difference, synthetic platform", "Table 2", _sizes(15), "table_2"
    ),
    SOURCE.study(
        "regression",
        "Regression on the rating difference, synthetic platform",
        "Section 4.1.1",
        _sizes(25),
        "regression",
        draws=True,
    ),
    SOURCE.study("table-3", "Ratings, synthetic platform", "Table 3", _sizes(15), "table_3"),
    SOURCE.study(
        "figure-1",
        "Histogram of ratings, synthetic platform",
        "Figure 1",
        _sizes(15),
        "figure_1",
        draws=True,
    ),
    SOURCE.study(
        "figure-2",
        "Rating curves of certain players, synthetic platform",
        "Figure 2",
        _sizes(15),
        "figure_2",
        draws=True,
    ),
    SOURCE.study(
        "truth",
        "Ratings beside known skills, synthetic platform",
        "Section 3",
        _sizes(40),
        "truth",
    ),
    SOURCE.study("table-4", "Ratings of the bots", "Table 4", BOTS, "table_4"),
    SOURCE.study("figure-3", "Rating curves of the bots", "Figure 3", BOTS, "figure_3", draws=True),
    SOURCE.study("simulated", "Regression on the bots' games", "Section 4.1.2", BOTS, "simulated"),
    SOURCE.study("options", "The bots under other rules", "Table 4", RULES, "options"),
)
