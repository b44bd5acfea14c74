"""Table 1: mean, SD and CV of the rating paths in the paper's system."""

import polars as pl

from evenhand.studies.chakraborty2025 import printed
from evenhand.studies.chakraborty2025.games import played
from evenhand.studies.chakraborty2025.paths import mean_sd
from evenhand.studies.chakraborty2025.rated import BETA, custom
from evenhand.studies.chakraborty2025.strategies import TOP, of_paper
from evenhand.studies.chakraborty2025.summaries import (
    Readings,
    naive_remark,
    order_remark,
    reading_remark,
    readings,
    tables_beside,
    verdict_beside,
)
from evenhand.studies.study import Report, Setting
from evenhand.tables import GameTable


def run(setting: Setting) -> Report:
    """Both readings, and what the sign of beta does to the SDs."""
    table = played(setting)
    found = readings(table, custom().run(table))
    signs = by_sign(table)
    shown = [*tables_beside(found, printed.TABLE_1), ("SD of the strong ones by beta", signs)]
    return Report(
        shown,
        remarks=_remarks(table, found, signs),
        verdict=verdict_beside(found.later, printed.TABLE_1),
    )


def by_sign(table: GameTable) -> pl.DataFrame:
    """The mean SD of the strong strategies for both signs of beta, and for none."""
    paper = mean_sd({name: of_paper(printed.TABLE_1, name) for name in TOP})
    rows = []
    for beta in (BETA, 0.0, -BETA):
        lines = readings(table, custom(beta).run(table)).later
        sd = mean_sd(lines)
        rows.append({"beta": f"{beta:.5f}", "sd": sd, "paper_sd": paper})
    return pl.DataFrame(rows)


def _remarks(table: GameTable, found: Readings, signs: pl.DataFrame) -> list[str]:
    plus, _, minus = signs["sd"].to_list()
    defeat = found.later["defeat-seeking"].cv
    first, second = (one["Defeat Heuristic"].cv for one in (printed.TABLE_1, printed.TABLE_2))
    best, random = (printed.TABLE_1[name].mean for name in ("MindistOpp", "Random"))
    return [
        f"{len(table):,} games.  The paper says {printed.ALL_GAMES:,}, but {printed.PAIRS} pairs of"
        f" {printed.GAMES_A_PAIR:,} are {printed.PAIRS * printed.GAMES_A_PAIR:,} games, counted"
        " there once for each player.",
        reading_remark(found, printed.TABLE_1),
        f"The printed SDs tell the sign of beta: ours are {plus:.1f} with +{BETA:.5f} and"
        f" {minus:.1f} with the printed minus sign, the paper's {signs['paper_sd'][0]:.1f}.",
        order_remark(found.later, printed.TABLE_1),
        naive_remark(found.later, printed.TABLE_1),
        f'The text has a "CV exceeding {printed.DEFEAT_CV_ABOVE} %" for the Defeat Heuristic: its'
        f" tables have {first:.1f} and {second:.1f}, ours {defeat:.1f}.",
        f'The text has ratings "above {printed.TOP_ABOVE}" and "below {printed.NAIVE_BELOW}":'
        f" neither fits Table 1 (best {best:.0f}, Random {random:.0f}), nor both Table 2.",
        'The text calls the hybrids "more stable"; by its own Table 1 Minscore and Mindist have the'
        " smaller CVs.",
    ]
