"""Table I: the five players with the best average score."""

import numpy as np
import polars as pl

from evenhand.games.skat.seeger import averages
from evenhand.ratings import count_games
from evenhand.studies.edelkamp2021.population import played
from evenhand.studies.edelkamp2021.printed import TABLE_1
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line
from evenhand.tables import GameTable

FEWEST = 10  # the fewest series of a player in the paper's table


def run(setting: Setting) -> Report:
    """Averages of the simulated players beside those of the paper's."""
    table = played(setting).table()
    fewest = fewest_series(table)
    best = [line for line in averages(table) if line.series >= fewest][: len(TABLE_1)]
    printed = TABLE_1[: len(best)]
    frame = pl.DataFrame(
        {
            "player": [line.player for line in best],
            "series": [line.series for line in best],
            "per_game": [round(line.per_game, 2) for line in best],
            "per_36": [round(line.per_36, 2) for line in best],
            "paper_series": [series for series, _, _ in printed],
            "paper_per_game": [mean for _, mean, _ in printed],
            "paper_per_36": [mean for _, _, mean in printed],
        }
    )
    everybody = float(np.mean(table.score))
    remarks = [
        f"The mean of all series is {everybody:.0f}; the paper calls 1100 good and 650 bad.",
        f"Players of fewer than {fewest} series are left out; the paper lists none below {FEWEST}.",
        "The paper's column Number of Games is read as series, though ten of them at 1063.14 make"
        " no whole total.",
    ]
    shown = f"the best average is {frame['per_36'][0]:.0f} in 36 games of simulated players"
    verdict = one_line(BESIDE, f"{shown}, {frame['paper_per_36'][0]:.0f} printed of people")
    return Report([("Average scores, best first", frame)], remarks=remarks, verdict=verdict)


def fewest_series(table: GameTable) -> int:
    """Ten series, or less if not even five players have played so many."""
    most = np.sort(count_games(table))[::-1]
    return min(FEWEST, int(most[: len(TABLE_1)][-1]))
