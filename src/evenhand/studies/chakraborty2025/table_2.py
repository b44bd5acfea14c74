"""Table 2: the same with classical Elo, whose K the paper does not print."""

from collections.abc import Mapping

import polars as pl

from evenhand.studies.chakraborty2025 import printed
from evenhand.studies.chakraborty2025.games import played
from evenhand.studies.chakraborty2025.paths import mean_sd
from evenhand.studies.chakraborty2025.rated import OTHER_KS, K, classical
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


def run(setting: Setting) -> Report:
    """Both readings at the K that fits, and the SDs by K."""
    table = played(setting)
    by_k = {k: readings(table, classical(k).run(table)) for k in OTHER_KS}
    sds = sds_by_k(by_k)
    shown = [*tables_beside(by_k[K], printed.TABLE_2), ("SD of the strong ones by K", sds)]
    return Report(
        shown,
        remarks=_remarks(by_k[K], sds),
        verdict=verdict_beside(by_k[K].later, printed.TABLE_2),
    )


def sds_by_k(by_k: Mapping[float, Readings]) -> pl.DataFrame:
    """The mean SD of the strong strategies for each K, in both readings."""
    paper = mean_sd({name: of_paper(printed.TABLE_2, name) for name in TOP})
    rows = [
        {
            "k": int(k),
            "sd": mean_sd(found.later),
            "sd_whole_path": mean_sd(found.whole),
            "paper_sd": paper,
        }
        for k, found in by_k.items()
    ]
    return pl.DataFrame(rows)


def _remarks(found: Readings, sds: pl.DataFrame) -> list[str]:
    near = sds.sort((pl.col("sd") - pl.col("paper_sd")).abs()).row(0, named=True)
    defeat = printed.TABLE_2["Defeat Heuristic"]
    return [
        f"The paper does not print K.  K = {K:.0f} allows the largest change of its own system,"
        f" {printed.LARGEST_CHANGE:.0f} points; nearest to the printed SDs is K = {near['k']}"
        f" ({near['sd']:.1f}, paper {near['paper_sd']:.1f}).",
        reading_remark(found, printed.TABLE_2),
        order_remark(found.later, printed.TABLE_2),
        naive_remark(found.later, printed.TABLE_2),
        f"The printed CV of the Defeat Heuristic, {defeat.cv:.1f}, is that of a mean near zero"
        f" ({defeat.mean:.0f}), not of a path that swings: its SD is {defeat.sd:.1f}.",
    ]
