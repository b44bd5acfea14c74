"""How strong the players of Skat are, and what makes them so; no paper, our own measurements."""

from evenhand.studies.study import Size, Study, later

HERE = "evenhand.studies.skat_players"
SOURCE = "evenhand, players of Skat"

STUDIES = (
    Study(
        "skat-players/duplicate",
        "Players on the same deals",
        SOURCE,
        {"smoke": Size(6, 15), "middle": Size(160, 150), "full": Size(1_000, 900)},
        later(f"{HERE}.matches", "duplicate"),
    ),
    Study(
        "skat-players/variants",
        "Monte-Carlo players by samples, aim and tie-break",
        SOURCE,
        {"smoke": Size(4, 30), "middle": Size(80, 500), "full": Size(400, 2_400)},
        later(f"{HERE}.matches", "variants"),
    ),
    Study(
        "skat-players/self-play",
        "What players make of 36 games among themselves",
        SOURCE,
        {"smoke": Size(60, 10), "middle": Size(1_000, 50), "full": Size(10_000, 500)},
        later(f"{HERE}.self_play"),
    ),
    Study(
        "skat-players/hand-strength",
        "Hand strengths by what they foretell",
        SOURCE,
        {"smoke": Size(300, 20), "middle": Size(4_000, 100), "full": Size(30_000, 1_200)},
        later(f"{HERE}.hand_strength"),
        draws=True,
    ),
)
