"""Tables IV and V: the first five of the ranking at two values of K."""

from collections.abc import Sequence

import polars as pl

from evenhand.ratings import Ratings, ScoreShareElo
from evenhand.studies.edelkamp2021.luck import START, rated
from evenhand.studies.edelkamp2021.population import played
from evenhand.studies.edelkamp2021.printed import TABLE_4, TABLE_5, TABLE_8
from evenhand.studies.edelkamp2021.skill import agreement
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line


def table_4(setting: Setting) -> Report:
    """The leaders at K = 0.02."""
    best, highest = TABLE_4[0], TABLE_8[0, 0, 0.02].max
    slip = (
        f"The paper's first has {best}, but its Table VIII says {highest} for the best at K = 0.02:"
        " Table IV must come from fewer series or another start."
    )
    return _leaders(setting, 0.02, TABLE_4, [slip])


def table_5(setting: Setting) -> Report:
    """The leaders at K = 0.05."""
    low, high = TABLE_8[0, 0, 0.04].max, TABLE_8[0, 0, 0.08].max
    fits = f"The paper's first, {TABLE_5[0]}, fits its Table VIII: {low} at 0.04, {high} at 0.08."
    return _leaders(setting, 0.05, TABLE_5, [fits])


def _leaders(setting: Setting, k: float, printed: Sequence[float], remarks: list[str]) -> Report:
    population = played(setting)
    table = population.table()
    run = rated(table, k)
    ratings = Ratings(ScoreShareElo(k=k, initial=START), table.names, run.values)
    board = ratings.leaderboard()
    board = board.rename({"games": "series", "rating": "elo"}).head(len(printed))
    paper = pl.Series("paper_elo", printed[: len(board)])
    frame = board.select("rank", "player", "series", pl.col("elo").round(2)).with_columns(paper)
    remarks = [
        f"Everybody begins at {START:.0f}, as in Table VIII.",
        *remarks,
        f"Rank correlation of ratings and true skill: {agreement(table, run, population.skill)}.",
    ]
    first = f"the first of simulated players has {frame['elo'][0]:.2f}"
    verdict = one_line(BESIDE, f"{first}, {printed[0]:.2f} printed of people")
    return Report([(f"Leaders at K = {k}", frame)], remarks=remarks, verdict=verdict)
