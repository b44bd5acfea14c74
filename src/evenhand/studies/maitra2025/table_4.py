"""Table 4: the ratings of the seven bots."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import polars as pl

from evenhand.elo import expected
from evenhand.games.ludo import ResponsiblePair
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.ludo import (
    LOSER,
    PAPER_NAMES,
    STRONG,
    WEAK,
    above_paper,
    distance,
    distance_of_six,
    games_won,
    later,
    later_means,
    ludo_remarks,
    paths,
    played,
)
from evenhand.studies.meetings import meetings
from evenhand.studies.rating_paths import order_of
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_claims, one_line, within
from evenhand.tables import GameTable

WIDE = 1.96  # standard deviations
SHOWN = 2  # opponents of the bot that fits least


def run(setting: Setting) -> Report:
    """Last ratings, and the mean of the second half, beside the printed ones."""
    table = played(setting)
    rows = []
    for name, path in paths(table).items():
        half = later(path)
        rows.append(
            {
                "bot": name,
                "games": len(path),
                "paper": printed.TABLE_4[PAPER_NAMES[name]],
                "last": float(path[-1]),
                "later_mean": float(half.mean()),
                "later_sd": float(half.std()),
            }
        )
    frame = pl.DataFrame(rows)
    remarks = [*ludo_remarks(setting), *_remarks(table, frame)]
    return Report([("Ratings of the bots", frame)], remarks=remarks, verdict=_verdict(frame))


def _verdict(frame: pl.DataFrame) -> str:
    """Whether groups stand in the printed order, and ratings within the swing of ours."""
    means = dict(zip(frame["bot"], frame["later_mean"], strict=True))
    groups = (STRONG, ("naive", "limited-information"), ("random",), (LOSER,))
    apart = [
        min(means[name] for name in upper) > max(means[name] for name in lower)
        for upper, lower in pairwise(groups)
    ]
    near = [
        within(mean, WIDE * sd, paper)
        for mean, sd, paper in frame.select("later_mean", "later_sd", "paper").iter_rows()
    ]
    return one_line(
        by_claims([*apart, *near]),
        f"{sum(apart)} of the {len(apart)} steps from strong bots down to Defeat Seeking come out;"
        f" {sum(near)} of {len(near)} printed ratings lie within the swing of ours, all"
        f" {distance(means):.0f} points off (root mean square)",
    )


def _remarks(table: GameTable, frame: pl.DataFrame) -> list[str]:
    means = later_means(table)
    swing = np.mean(frame.filter(pl.col("bot").is_in(STRONG))["later_sd"].to_numpy())
    strong = [means[name] for name in STRONG]
    printed_strong = [printed.TABLE_4[PAPER_NAMES[name]] for name in STRONG]
    return [
        f"Means of the second half stand {order_of(means)}; {distance(means):.0f} points from Table"
        f" 4 (root mean square over the seven), {distance_of_six(means):.0f} without Defeat Seeking"
        " and the level of the others.",
        f"The strong three lie within {max(strong) - min(strong):.0f} points, in the paper within"
        f" {max(printed_strong) - min(printed_strong)}; the lowest of them"
        f" {min(strong) - max(means[name] for name in WEAK):.0f} points above all others.",
        misfit_remark(table, means),
        f"With K = 16 the rating of a strong bot swings by {swing:.0f} points (later sd, the"
        " standard deviation of its second half): a last rating, as the paper prints it, does not"
        " order bots that are a few points apart.",
        _defeat_remark(table),
        "What Responsible Pair takes for near to promotion the paper does not say:"
        f" {ResponsiblePair().near} steps were chosen by its printed rating.",
    ]


def misfit_remark(table: GameTable, means: Mapping[str, float]) -> str:
    """Which bot fits least, and the meetings that show it best."""
    above = above_paper(means)
    level = sum(above.values()) / len(above)
    name = max(above, key=lambda each: abs(above[each] - level))
    apart = above[name] - level
    told = []
    for other in above:
        met = meetings([table], other, name)
        if other != name and met.games:
            implied = 100.0 * implied_share(other, name)
            text = f"{PAPER_NAMES[other]} beats it in {met.share:.1f} % of their games"
            told.append((abs(met.share - implied), f"{text} (implied: {implied:.1f} %)"))
    most = [text for _, text in sorted(told, reverse=True)[:SHOWN]]
    return (
        f"All but Defeat Seeking stand {level:+.0f} points from Table 4 in the mean.  Beside that"
        f" {PAPER_NAMES[name]} fits least, {abs(apart):.0f} points"
        f" {'stronger' if apart > 0.0 else 'weaker'} than in the paper.  Farthest from what the"
        f" paper's ratings imply: {', '.join(most)}."
    )


def implied_share(name: str, other: str) -> float:
    """How often a bot beats another by the paper's ratings.

    >>> round(implied_share("defeat-seeking", "random"), 3)
    0.016
    """
    return expected(printed.TABLE_4[PAPER_NAMES[name]], printed.TABLE_4[PAPER_NAMES[other]])


def _defeat_remark(table: GameTable) -> str:
    won, games = games_won(table, LOSER), int((table.seats == table.names.index(LOSER)).sum())
    where = "it keeps falling, ever slower" if won == 0 else "where it stays depends on these few"
    met = meetings([table], LOSER, "random")
    here = f", and here {met.share:.2f} %" if met.games else ""
    return (
        f"Defeat Seeking won or drew {won:,} of {games:,} games: {where}.  If the paper's has"
        f" settled at its {printed.TABLE_4[PAPER_NAMES[LOSER]]}, it wins"
        f" {100.0 * implied_share(LOSER, 'random'):.1f} % against Random by Elo's formula{here}."
    )
