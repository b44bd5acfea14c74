"""Whether taking out luck changes what ratings settle at: with and without, side by side."""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from evenhand.ratings import RatingSystem
from evenhand.studies.beyond import fields
from evenhand.studies.beyond.factors import chi_square_p, mean_luck
from evenhand.studies.beyond.fields import Field, judged, training
from evenhand.studies.beyond.leagues import Leagues
from evenhand.studies.beyond.rated import adjustment_of, path_means, with_way
from evenhand.studies.beyond.systems import Contender, Way
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import MEASURED, one_line
from evenhand.tables import Floats, GameTable

BLOCKS, LEAST = 20, 60  # blocks, and games of a block
FLIPS = 9_999
WIDE, SURE = 1.96, 0.05


class Compared(NamedTuple):
    """Long-run ratings by blocks of games, (blocks, bots)."""

    plain: Floats
    adjusted: Floats

    @property
    def z(self) -> Floats:
        """The mean difference of each bot in its standard errors."""
        apart = self.adjusted - self.plain
        error = apart.std(axis=0, ddof=1) / np.sqrt(len(apart))
        found: Floats = apart.mean(axis=0) / np.where(error > 0.0, error, np.inf)
        return found

    @property
    def p(self) -> float:
        """How often chance alone makes all differences together as large.

        If nothing is changed, every block is as likely to differ the other way round.
        """
        apart = self.adjusted - self.plain
        if not apart.any():
            return 1.0
        apart = apart[:, apart.any(axis=0)]
        apart = apart / np.sqrt((apart**2).sum(axis=0))
        signs = np.random.default_rng(len(apart)).choice([-1.0, 1.0], (FLIPS, len(apart)))
        found, drawn = (apart.sum(axis=0) ** 2).sum(), ((signs @ apart) ** 2).sum(axis=1)
        return float((1.0 + (drawn >= found).sum()) / (1.0 + FLIPS))


def run(setting: Setting) -> Report:
    """Long-run ratings with and without, and the mean luck of each pair."""
    rows, systems, luck = list[dict[str, Any]](), list[dict[str, Any]](), list[dict[str, Any]]()
    for field in fields.FIELDS:
        for contender in field.contenders:
            for way in contender.ways:
                if way.adjusted:
                    found = compared(setting, field, contender, way)
                    rows += _bot_rows(setting, field, contender, way, found)
                    systems.append(_system_row(field, contender, way, found))
    for field in (*fields.FIELDS, *fields.FURTHER):
        luck += _luck_rows(judged(setting, field), field)
    shown = [
        ("Long-run ratings, adjusted less plain, by system", pl.DataFrame(systems)),
        ("Mean luck by pair of bots", pl.DataFrame(luck)),
        ("Long-run ratings bot by bot", pl.DataFrame(rows)),
    ]
    by_system, mean = shown[0][1], shown[1][1]
    small = int((by_system["p"] < SURE).sum())
    verdict = one_line(
        MEASURED,
        f"long-run ratings with and without luck differ at p < {SURE} in {small} of"
        f" {len(by_system)} comparisons; {SURE * len(by_system):.1f} would by chance",
    )
    return Report(shown, remarks=_remarks(by_system, mean), verdict=verdict)


def compared(setting: Setting, field: Field, contender: Contender, way: Way) -> Compared:
    """Long-run ratings of blocks of leagues with and without luck."""
    adjustment = adjustment_of(contender, way, training(setting, field))
    start = contender.slow.run(training(setting, field).one_league()).values
    table = judged(setting, field).one_league(way.luck)
    systems = (contender.slow, with_way(contender.slow, adjustment))
    return Compared(*(by_block(system, table, start) for system in systems))


def by_block(system: RatingSystem, table: GameTable, start: Floats) -> Floats:
    """(blocks, bots) mean ratings, less their mean; each block tells nothing of the others.

    A block is rated twice, first to get there.
    """
    blocks = max(2, min(BLOCKS, len(table) // LEAST))
    edges = np.linspace(0, len(table), blocks + 1).astype(np.int64)
    means = []
    for first, last in pairwise(edges.tolist()):
        part = table.rows(first, last)
        there = system.run(part, start).values
        means.append(path_means(part, system.run(part, there).after))
    found: Floats = np.stack(means)
    found -= found.mean(axis=1, keepdims=True)
    return found


def _bot_rows(
    setting: Setting, field: Field, contender: Contender, way: Way, found: Compared
) -> list[dict[str, Any]]:
    apart = found.adjusted - found.plain
    about = WIDE * apart.std(axis=0, ddof=1) / np.sqrt(len(apart))
    return [
        {
            "field": field.title,
            "system": contender.name,
            "luck": way.name,
            "bot": bot,
            "plain": float(found.plain[:, number].mean()),
            "adjusted": float(found.adjusted[:, number].mean()),
            "difference": float(apart[:, number].mean()),
            "about": float(about[number]),
            "z": float(found.z[number]),
        }
        for number, bot in enumerate(judged(setting, field).bots)
    ]


def _system_row(field: Field, contender: Contender, way: Way, found: Compared) -> dict[str, Any]:
    apart = (found.adjusted - found.plain).mean(axis=0)
    plain, adjusted = (one.std(axis=0, ddof=1).mean() for one in found)
    return {
        "field": field.title,
        "system": contender.name,
        "luck": way.name,
        "spread": float(found.plain.mean(axis=0).std()),
        "largest_difference": float(apart[np.abs(apart).argmax()]),
        "largest_z": float(np.abs(found.z).max()),
        "p": found.p,
        "block_sd_plain": float(plain),
        "block_sd_adjusted": float(adjusted),
    }


def _luck_rows(leagues: Leagues, field: Field) -> list[dict[str, Any]]:
    rows = []
    for luck in (name for name in leagues.lucks if name != "hand"):
        z = np.array([z for _, z in mean_luck(leagues, luck).values() if np.isfinite(z)])
        square = float((z**2).sum())
        rows.append(
            {
                "field": field.title,
                "luck": luck,
                "pairs": len(z),
                "games": len(leagues.table),
                "largest_z": float(np.abs(z).max(initial=0.0)),
                "chi_square": square,
                "p": chi_square_p(square, len(z)),
            }
        )
    return rows


def _remarks(systems: pl.DataFrame, luck: pl.DataFrame) -> list[str]:
    small, few = (int((frame["p"] < SURE).sum()) for frame in (systems, luck))
    return [
        f"Long-run ratings: means of ratings that move little in each game, over {BLOCKS} blocks of"
        " games, less the mean of the bots; what was learned about luck is from other leagues."
        "  Both ways rate the same games, so that differences are small beside the scatter.",
        "p: how often the differences of all bots are as large if every block may as well differ"
        " the other way round.  Below"
        f" 0.05 in {small} of {len(systems)} comparisons; {0.05 * len(systems):.1f} are to be"
        " expected if nothing is changed.",
        f"Mean luck: z of every pair of bots, which must look like standard normal numbers; p below"
        f" 0.05 in {few} of {len(luck)} lines.",
        "block_sd: how much the mean rating of a block scatters, plain and adjusted.",
        "Systems with deviations count even games more when luck is taken out.  Where the bots do"
        " not fit one line of skill, that alone may move what they settle at a little.",
    ]
