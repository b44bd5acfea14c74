"""Rating paths in numbers beside the paper's, in both readings of what a path is."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import polars as pl

from evenhand.ratings import RunArrays
from evenhand.studies.chakraborty2025.paths import early, later, mean_sd, summary
from evenhand.studies.chakraborty2025.printed import Line
from evenhand.studies.chakraborty2025.strategies import NAIVE, NAMES, TOP, both_names, of_paper
from evenhand.studies.rating_paths import order_of, paths_of
from evenhand.studies.verdicts import by_claims, one_line
from evenhand.tables import GameTable

Lines = Mapping[str, Line]


class Readings(NamedTuple):
    """The same paths with and without their early games."""

    whole: Lines
    later: Lines
    early_games: int


def readings(table: GameTable, run: RunArrays) -> Readings:
    """Both readings of the paths of a run."""
    paths = paths_of(table, run)
    whole = {name: summary(paths[name]) for name in NAMES}
    without = {name: summary(later(paths[name])) for name in NAMES}
    return Readings(whole, without, early(len(paths[NAMES[0]])))


def distance(lines: Lines, printed: Mapping[str, Line]) -> float:
    """How far the standard deviations of the strong strategies are from the printed ones."""
    return float(np.mean([abs(lines[name].sd - of_paper(printed, name).sd) for name in TOP]))


def tables_beside(found: Readings, printed: Mapping[str, Line]) -> list[tuple[str, pl.DataFrame]]:
    """Both readings beside the paper's table, the one nearer to it first."""
    titles = {
        f"Paths without the first {found.early_games:,} games": found.later,
        "Whole paths, from the start": found.whole,
    }
    nearest = sorted(titles, key=lambda title: distance(titles[title], printed))
    return [(title, frame_beside(titles[title], printed)) for title in nearest]


def frame_beside(lines: Lines, printed: Mapping[str, Line]) -> pl.DataFrame:
    """Mean, SD and CV, ours and the paper's."""
    rows = []
    for name in NAMES:
        ours, paper = lines[name], of_paper(printed, name)
        columns = {f"paper_{part}": value for part, value in paper._asdict().items()}
        rows.append(both_names(name) | ours._asdict() | columns)
    return pl.DataFrame(rows)


def reading_remark(found: Readings, printed: Mapping[str, Line]) -> str:
    """Which reading is nearer to the paper."""
    near = "without" if distance(found.later, printed) < distance(found.whole, printed) else "with"
    return (
        f"The paper does not say whether a path includes the way from 1,000.  {near.capitalize()}"
        f" the first {found.early_games:,} games of each strategy the SDs of the four strong ones"
        f" are nearer to the printed ones: off by {distance(found.later, printed):.1f} without and"
        f" {distance(found.whole, printed):.1f} with them."
    )


def order_remark(lines: Lines, printed: Mapping[str, Line]) -> str:
    """The order of the strong strategies, ours and the paper's."""
    ours = order_of({name: lines[name].mean for name in TOP})
    paper = order_of({name: of_paper(printed, name).mean for name in TOP})
    same = "as in the paper" if ours == paper else f"the paper's is {paper}"
    return f"Order of the four strong ones: {ours}; {same}."


def verdict_beside(lines: Lines, printed: Mapping[str, Line]) -> str:
    """Whether the strong strategies stand above the naive ones, and in the printed order."""
    ours = order_of({name: lines[name].mean for name in TOP})
    paper = {name: of_paper(printed, name) for name in TOP}
    wanted = order_of({name: line.mean for name, line in paper.items()})
    apart = min(lines[name].mean for name in TOP) > max(lines[name].mean for name in NAIVE)
    return one_line(
        by_claims([apart, ours == wanted]),
        f"the four strong ones stand {'' if apart else 'not all '}above the naive ones, in the"
        f" order {ours} (printed {wanted}), SD {mean_sd(lines):.1f} (printed {mean_sd(paper):.1f})",
    )


def naive_remark(lines: Lines, printed: Mapping[str, Line]) -> str:
    """Where the naive strategies end, ours and the paper's."""
    parts = [
        f"{name} {lines[name].mean:.0f} (paper {of_paper(printed, name).mean:.0f})"
        for name in NAIVE
    ]
    return f"The naive ones: {', '.join(parts)}; chakraborty2025/jokers shows what it hangs on."
