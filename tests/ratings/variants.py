"""Every system as it comes, and with the settings that run other lines of code."""

from dataclasses import replace

from evenhand.ratings import (
    SYSTEMS,
    Adjustment,
    BenchmarkElo,
    Elo,
    Glicko,
    Glicko2,
    MultiElo,
    RatingSystem,
    ScoreShareElo,
    WengLin,
)

LUCK = Adjustment(c=0.01, fade=1.5, explained=0.4)
WITHOUT_LUCK: dict[str, RatingSystem] = {
    **{name: system() for name, system in SYSTEMS.items()},
    "elo-by-games": Elo(k="by-games", advantage=30.0),
    "multi-elo-fide": MultiElo(k="40/20/10@5/30/1550"),
    "score-share-elo-first-5": ScoreShareElo(first_results=5),
    "benchmark-elo-by-games": BenchmarkElo(k="-1/-0.7/-0.5@5/10"),
    "glicko-periods": Glicko(period=30.0),
    "glicko-2-periods": Glicko2(period=30.0),
    "weng-lin-plackett-luce": WengLin(model="plackett-luce"),
}
VARIANTS = WITHOUT_LUCK | {
    f"{name}-luck": replace(system, luck=LUCK) for name, system in WITHOUT_LUCK.items()
}
