"""How many times fewer games do as well: the variance of results with and without luck."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from evenhand.luck import fit_adjustment
from evenhand.ratings import Elo
from evenhand.studies.beyond import fields
from evenhand.studies.beyond.factor_rows import TWICE, YARDSTICK, row
from evenhand.studies.beyond.factors import doubled_factor, factor, pairs_of
from evenhand.studies.beyond.fields import JUDGED, Field, doubled, generator, judged, training
from evenhand.studies.beyond.leagues import Leagues
from evenhand.studies.beyond.ludo import STRONG, WEAK
from evenhand.studies.beyond.rated import long_run
from evenhand.studies.beyond.rummy import AT_RANDOM, GOOD, NAIVE, SLOPPY
from evenhand.studies.beyond.skat_variance import skat_rows
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import MEASURED, one_line
from evenhand.tables import Flags

STREAM = 101  # of the bootstrap
WORDS = {
    "Rummy": {
        "hand": "deal, MinScore",
        "start": "deal",
        "drawn": "without the lots",
        "all": "deal and draws",
    },
    "Ludo": {"start": "first throw", "all": "all throws"},
}
GROUPS: Sequence[tuple[Field, str, Sequence[str], Sequence[str]]] = (
    (fields.RUMMY_GOOD, "good bots", GOOD, GOOD),
    (fields.RUMMY_ALL, "good against sloppy", GOOD, SLOPPY),
    (fields.RUMMY_ALL, "good against Random", GOOD, NAIVE),
    (fields.RUMMY_LOTS, "good bots, ties by lot", AT_RANDOM, AT_RANDOM),
    (fields.LUDO_STRONG, "strong bots", STRONG, STRONG),
    (fields.LUDO_MIXED, "strong against weak", STRONG, WEAK),
)


def run(setting: Setting) -> Report:
    """A row for each game, group of pairs and kind of luck."""
    rows: list[dict[str, Any]] = []
    for field, name, some, others in GROUPS:
        rows += _rows(setting, field, name, some, others)
    rows += skat_rows(setting)
    frame = pl.DataFrame(rows, infer_schema_length=None)
    title = "Variance of results, plain by adjusted: times fewer games"
    return Report([(title, frame)], remarks=_remarks(setting), verdict=_verdict(frame))


def _verdict(frame: pl.DataFrame) -> str:
    """The largest factor of each game, but for the yardsticks."""
    adjusted = ~pl.col("luck").str.starts_with(YARDSTICK)
    played = frame.filter(adjusted, pl.col("factor").is_finite())
    best = played.sort("factor", descending=True).unique("game", keep="first", maintain_order=True)
    told = [
        f"{row['game']} {row['factor']:.2f} +- {row['error']:.2f} ({row['pairs']}, {row['luck']})"
        for row in best.sort("game").to_dicts()
    ]
    return one_line(MEASURED, f"times fewer games without luck, at most: {', '.join(told)}")


def between(leagues: Leagues, some: Sequence[str], others: Sequence[str]) -> Flags:
    """Which games are of one of some bots against one of others."""
    one = np.isin(leagues.bot, [leagues.bots.index(bot) for bot in some])
    other = np.isin(leagues.bot, [leagues.bots.index(bot) for bot in others])
    met: Flags = (one[:, 0] & other[:, 1]) | (one[:, 1] & other[:, 0])
    return met


def _rows(
    setting: Setting, field: Field, name: str, some: Sequence[str], others: Sequence[str]
) -> list[dict[str, Any]]:
    learned, games = training(setting, field), judged(setting, field)
    ratings = long_run(Elo(k=4.0), learned.one_league())
    among, rows = between(games, some, others), []
    for luck, word in WORDS[field.game].items():
        if luck not in games.lucks:
            continue
        adjustment = fit_adjustment(Elo(), learned.games(luck)).adjustment
        pairs = pairs_of(games, luck, ratings, among)
        rng = generator(setting, field.number, STREAM)
        found = factor(pairs.result, pairs.less_luck(adjustment), pairs.number, rng)
        rows.append(row(field.game, name, word, found, adjustment.c, adjustment.fade))
    if field.play_doubled is not None:
        twice = doubled(setting, field, JUDGED)
        rng = generator(setting, field.number, STREAM)
        found = doubled_factor(twice, between(twice, some, others), rng)
        rows.append(row(field.game, name, TWICE, found))
    return rows


def _remarks(setting: Setting) -> list[str]:
    size = setting.size
    return [
        "factor: variance of results of the same two on the same seats, plain by adjusted; the"
        " adjusted ones need so many times fewer games.  error: one standard error, by a bootstrap"
        " over blocks of games.",
        "c and fade were learned from other leagues, all pairs of the field together, and then"
        " frozen; chances before the game are those of ratings from these leagues.",
        "Ties by lot: what strategies leave to lots is luck too, part of all luck; one line"
        " leaves it in.",
        "Duplicate deals: two games of one deal, seats changed, the stock in the same order, beside"
        " two games of two deals.",
        "feasibility: an earlier study with other bots, a yardstick and no promise."
        f"  The Ludo bots that try moves out do so {size.playouts} times (their paper: 100).",
        "Skat, Edelkamp's factors: they change points and so the scale; compared is the spread of"
        " the three means over the scatter around them, as a factor of the same without.",
        *(
            ["Skat: deals are judged by the hands alone here; at full size they are played out."]
            if size.quick
            else []
        ),
    ]
