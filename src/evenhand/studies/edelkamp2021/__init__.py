"""Edelkamp (2021): ELO System for Skat and Other Games of Chance.

Its games are not public.  Table II needs none; the others are made on simulated series, and
their shape is compared.
"""

from evenhand.studies.edelkamp2021.amounts import Amount
from evenhand.studies.study import Paper, Size

SOURCE = Paper("edelkamp2021", "Edelkamp 2021")
POPULATION = {
    "smoke": Size(Amount(30, 240), 5),
    "middle": Size(Amount(200, 660), 10),
    "full": Size(Amount(700, 2329), 30),
}
FEW_WHO_PLAY_LONG = {
    "smoke": Size(Amount(12, 200), 5),
    "middle": Size(Amount(20, 5000), 30),
    "full": Size(Amount(40, 20_000), 120),
}
REPLAYED = {
    "smoke": Size(Amount(9, 3), 15),
    "middle": Size(Amount(200, 233), 240),
    "full": Size(Amount(700, 2329), 2400),
}
XSKAT = {"smoke": Size(100, 15), "middle": Size(2_000, 60), "full": Size(20_000, 600)}
ONE_SIZE = dict.fromkeys(("smoke", "middle", "full"), Size(None, 1))

STUDIES = (
    SOURCE.study("table-1", "Average scores", "Table I", POPULATION, "table_1"),
    SOURCE.study("table-2", "Ratings from 800, ten series", "Table II", ONE_SIZE, "table_2"),
    SOURCE.study("table-3", "Mean value of a game", "Table III", POPULATION, "table_3"),
    SOURCE.study("table-4", "Leaders at K = 0.02", "Table IV", POPULATION, "leaders:table_4"),
    SOURCE.study("table-5", "Leaders at K = 0.05", "Table V", POPULATION, "leaders:table_5"),
    SOURCE.study("table-6", "Games played again", "Table VI", REPLAYED, "replays:table_6"),
    SOURCE.study("table-7", "The same by kind of game", "Table VII", REPLAYED, "replays:table_7"),
    SOURCE.study(
        "table-6-xskat",
        "Games of XSkat played again",
        "Table VI",
        XSKAT,
        "replays:xskat_table",
        needs="xskat",
    ),
    SOURCE.study("table-8", "Ratings by chance factors and K", "Table VIII", POPULATION, "table_8"),
    SOURCE.study("figure-2", "Rating curves", "Figure 2", POPULATION, "figure_2", draws=True),
    SOURCE.study(
        "figure-3", "Curves by chance factors", "Figure 3", POPULATION, "figure_3", draws=True
    ),
    SOURCE.study(
        "fixpoint",
        "Series until a rating settles",
        "Conclusion",
        FEW_WHO_PLAY_LONG,
        "fixpoint",
        draws=True,
    ),
)
