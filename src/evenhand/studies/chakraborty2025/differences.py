"""Which differences between strategies are real: the whole design with many seeds."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from evenhand.ratings import RatingSystem, RunArrays
from evenhand.studies.chakraborty2025 import printed
from evenhand.studies.chakraborty2025.amounts import Amount
from evenhand.studies.chakraborty2025.games import PAPER, Design, played
from evenhand.studies.chakraborty2025.head_to_head import (
    against_strong,
    first_player,
    implied_share,
    points_against_strong,
    share_matrix,
)
from evenhand.studies.chakraborty2025.over_seeds import (
    NOT_CLEAR,
    ONE_SEED,
    REAL,
    T_OF_TWELVE,
    repeated,
)
from evenhand.studies.chakraborty2025.paths import later_lines
from evenhand.studies.chakraborty2025.rated import K, classical, custom
from evenhand.studies.chakraborty2025.strategies import NAMES, TOP, both_names, of_paper
from evenhand.studies.meetings import meetings
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import AGREES, DIFFERS, PARTLY, UNCLEAR, one_line
from evenhand.tables import Floats, GameTable

SYSTEMS: Mapping[str, tuple[RatingSystem, dict[str, printed.Line]]] = {
    "BenchmarkElo": (custom(), printed.TABLE_1),
    f"Elo, K = {K:g}": (classical(), printed.TABLE_2),
}


def run(setting: Setting) -> Report:
    """Means, differences of the strong ones, and who beats whom."""
    amount: Amount = setting.size
    tables = all_played(setting)
    means = {name: mean_ratings(tables, system.run) for name, (system, _) in SYSTEMS.items()}
    pairs = pl.DataFrame([row for name in SYSTEMS for row in pair_rows(name, means[name])])
    shown = [
        ("Mean rating over seeds", mean_frame(means)),
        ("Differences of the strong ones", pairs),
        ("Share of wins of the row against the column, in percent", share_matrix(tables)),
    ]
    remarks = _remarks(amount, tables, pairs, means)
    return Report(shown, remarks=remarks, verdict=_verdict(pairs))


def all_played(setting: Setting, design: Design = PAPER) -> list[GameTable]:
    """The games of all repetitions."""
    return [played(setting, number, design) for number in range(setting.size.seeds)]


def mean_ratings(tables: Sequence[GameTable], rate: Callable[[GameTable], RunArrays]) -> Floats:
    """The mean later rating of each strategy (columns) in each repetition (rows)."""
    lines = [later_lines(table, rate(table)) for table in tables]
    return np.array([[line[name].mean for name in NAMES] for line in lines])


def mean_frame(means: Mapping[str, Floats]) -> pl.DataFrame:
    """Each strategy in each system, beside the paper."""
    rows = []
    for name, found in means.items():
        for player, strategy in enumerate(NAMES):
            one = repeated(found[:, player])
            row: dict[str, Any] = {"system": name} | both_names(strategy)
            row |= {"mean": one.mean, "standard_error": one.error}
            rows.append(row | {"paper": of_paper(SYSTEMS[name][1], strategy).mean})
    return pl.DataFrame(rows, infer_schema_length=None)


def pair_rows(system: str, means: Floats) -> list[dict[str, Any]]:
    """The difference of each pair of strong strategies, the one that leads in the paper first."""
    paper = {name: of_paper(SYSTEMS[system][1], name).mean for name in TOP}
    rows = []
    for name, other in combinations(sorted(TOP, key=paper.__getitem__, reverse=True), 2):
        apart = repeated(means[:, NAMES.index(name)] - means[:, NAMES.index(other)], T_OF_TWELVE)
        printed_apart = paper[name] - paper[other]
        rows.append(
            {
                "system": system,
                "pair": f"{name} - {other}",
                "difference": apart.mean,
                "standard_error": apart.error,
                "half_interval": apart.about,
                "verdict": apart.verdict,
                "paper": printed_apart,
                "paper_in_errors": _in_errors(printed_apart, apart.error, len(means)),
                "paper_order": paper_order(apart.mean, apart.verdict),
            }
        )
    return rows


def _in_errors(difference: float, error: float | None, seeds: int) -> float | None:
    """A difference of one run in standard errors of a single run."""
    return difference / (error * math.sqrt(seeds)) if error else None


def paper_order(difference: float, verdict: str) -> str:
    """Whether a difference has the sign that it has in the paper."""
    if verdict != REAL:
        return verdict
    return "holds" if difference > 0 else "is the other way round"


def _remarks(
    amount: Amount, tables: Sequence[GameTable], pairs: pl.DataFrame, means: Mapping[str, Floats]
) -> list[str]:
    first = first_player(tables)
    best = meetings(tables, "opponent-aware", "min-score")
    implied = implied_share("opponent-aware", "min-score")
    seeds = "1 repetition" if amount.seeds == 1 else f"{amount.seeds} repetitions"
    return [
        f"{seeds} of {len(tables[0]):,} games; means without the first ninth of each path.  A"
        " difference is real if its interval by Student's t leaves out zero; the intervals hold"
        " for all twelve together with 95 % (Bonferroni).",
        *[_verdicts(name, pairs.filter(system=name)) for name in SYSTEMS],
        "The paper's single run has errors of its own, those of ours times the square root of the"
        " number of repetitions: paper_in_errors is its difference in these.",
        _naive(means),
        f"Opponent-aware wins {best} % against min-score; the paper's Table 2 implies"
        f" {implied:.1f} %.  Who plays first wins {first} % of the games among the strong ones (+-"
        " is half of the 95 % interval).",
        _lifted(tables, means["BenchmarkElo"]),
    ]


def _verdict(pairs: pl.DataFrame) -> str:
    """How many of the paper's differences hold in both systems together."""
    holds, turned = (
        pairs.filter(paper_order=what).height for what in ("holds", "is the other way round")
    )
    open_ones = len(pairs) - holds - turned
    text = f"of the paper's {len(pairs)} differences {holds} hold, {turned} are the other way round"
    return one_line(_word(holds, turned, open_ones), f"{text}, {open_ones} are not clear")


def _word(holds: int, turned: int, open_ones: int) -> str:
    """The word for differences that hold, are turned round, or are not clear.

    >>> _word(12, 0, 0), _word(0, 0, 12), _word(2, 0, 10), _word(0, 3, 9)
    ('as in the paper', 'not clear', 'partly as in the paper', 'differs')
    """
    if not holds and not turned:
        return UNCLEAR
    if not holds:
        return DIFFERS
    return PARTLY if turned or open_ones else AGREES


def _naive(means: Mapping[str, Floats]) -> str:
    """By how much Random leads Defeat-Seeking, ours and the paper's."""
    random, defeat = NAMES.index("random"), NAMES.index("defeat-seeking")
    parts = []
    for name, found in means.items():
        lines = SYSTEMS[name][1]
        paper = of_paper(lines, "random").mean - of_paper(lines, "defeat-seeking").mean
        parts.append(f"{repeated(found[:, random] - found[:, defeat])} ({name}; paper {paper:.0f})")
    return f"Random leads Defeat-Seeking by {', '.join(parts)}."


def _verdicts(system: str, rows: pl.DataFrame) -> str:
    """How many of the paper's differences are confirmed, in one line."""
    counts = {
        what: rows.filter(paper_order=what).height
        for what in ("holds", "is the other way round", NOT_CLEAR, ONE_SEED)
    }
    if counts[ONE_SEED]:
        return f"{system}: one seed says nothing about errors."
    return (
        f"{system}: of the paper's six differences among the strong ones hold up:"
        f" {counts['holds']}, not clear: {counts[NOT_CLEAR]}, really the other way round:"
        f" {counts['is the other way round']}."
    )


def _lifted(tables: Sequence[GameTable], means: Floats) -> str:
    """Who leads in the paper's system, and whether by wins or by cheap losses."""
    leader = TOP[int(means.mean(axis=0)[: len(TOP)].argmax())]
    shares = {name: against_strong(tables, name).share for name in TOP}
    points = {name: points_against_strong(tables, name) for name in TOP}
    place = sorted(TOP, key=shares.__getitem__, reverse=True).index(leader) + 1
    others = [points[name] for name in TOP if name != leader]
    return (
        f"BenchmarkElo puts {leader} first, which is number {place} of the four by share of wins"
        f" among them ({shares[leader]:.1f} %): it holds {points[leader]:.1f} points at the end of"
        f" a game, the others {min(others):.1f} to {max(others):.1f}."
    )
