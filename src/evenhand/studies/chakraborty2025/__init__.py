"""Chakraborty et al. (2025): Adapting Skill Ratings to Luck-Based Hidden-Information Games.

Its games and programs are not public.  The strategies are played again by our readings of them,
135,000 games a time, and its tables and figures set beside ours.
"""

from evenhand.studies.chakraborty2025.amounts import Amount
from evenhand.studies.study import Paper, Size

SOURCE = Paper("chakraborty2025", "Chakraborty et al. 2025")
TINY, PAPER, TEN = Amount(20, 2), Amount(4_500), Amount(4_500, 10)
ONE_RUN = {"smoke": Size(TINY, 5), "middle": Size(PAPER, 15), "full": Size(PAPER, 15)}
BY_BETA = {"smoke": Size(TINY, 5), "middle": Size(PAPER, 20), "full": Size(TEN, 60)}
REPEATED = {"smoke": Size(TINY, 5), "middle": Size(Amount(4_500, 3), 30), "full": Size(TEN, 100)}
READINGS = {"smoke": Size(TINY, 5), "middle": Size(PAPER, 45), "full": Size(TEN, 300)}
LONG_GAMES = {"smoke": Size(TINY, 5), "middle": Size(PAPER, 50), "full": Size(TEN, 400)}
THREE = {
    "smoke": Size(Amount(5, 2), 5),
    "middle": Size(Amount(1_125), 20),
    "full": Size(Amount(1_125, 10), 90),
}

STUDIES = (
    SOURCE.study("figure-1", "Predictions by beta", "Figure 1", BY_BETA, "figure_1", draws=True),
    SOURCE.study("table-1", "Rating paths, BenchmarkElo", "Table 1", ONE_RUN, "table_1"),
    SOURCE.study(
        "figure-2",
        "Rating curves, BenchmarkElo",
        "Figure 2",
        ONE_RUN,
        "curves:figure_2",
        draws=True,
    ),
    SOURCE.study(
        "figure-3",
        "Rating curves of the strong ones",
        "Figure 3",
        ONE_RUN,
        "curves:figure_3",
        draws=True,
    ),
    SOURCE.study("table-2", "Rating paths, classical Elo", "Table 2", ONE_RUN, "table_2"),
    SOURCE.study(
        "figure-4",
        "Rating curves, classical Elo",
        "Figure 4",
        ONE_RUN,
        "curves:figure_4",
        draws=True,
    ),
    SOURCE.study("systems", "All systems on the same games", "Section 1", ONE_RUN, "systems"),
    SOURCE.study(
        "differences",
        "Which differences are real",
        "Section 4",
        REPEATED,
        "differences",
    ),
    SOURCE.study("ties", "The order by tie rule", "Appendix 7.2", READINGS, "ties"),
    SOURCE.study("jokers", "What Random's rating hangs on", "Appendix 7.2", LONG_GAMES, "jokers"),
    SOURCE.study("three-players", "Tables of three", "Section 5", THREE, "three_players"),
)
