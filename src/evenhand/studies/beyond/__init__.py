"""Beyond the papers: what ratings gain when luck is taken out, in our three games."""

from evenhand.studies.beyond.amounts import FULL, MIDDLE, SMOKE
from evenhand.studies.study import Size, Study, later

SOURCE = "our own measurement"


def _study(
    what: str, title: str, middle: float, full: float, home: str, *, draws: bool = False
) -> Study:
    sizes = {"smoke": Size(SMOKE, 5), "middle": Size(MIDDLE, middle), "full": Size(FULL, full)}
    run = later(f"{__name__}.{home}")
    return Study(f"beyond/{what}", title, SOURCE, sizes, run, draws)


STUDIES = (
    _study("variance", "Variance of results with and without luck", 240, 1000, "variance"),
    _study("unbiased", "Long-run ratings with and without luck", 240, 1000, "unbiased"),
    _study(
        "games-needed",
        "Games needed for ratings as good",
        240,
        1000,
        "games_needed",
        draws=True,
    ),
    _study("predictions", "Predictions with and without luck", 240, 1000, "predictions"),
    _study("useless", "Luck that knows nothing, and known skills", 200, 800, "useless"),
)
