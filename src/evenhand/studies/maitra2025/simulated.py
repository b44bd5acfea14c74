"""The regression on the bots' games, who wins as first player, and who beats whom."""

import math

import polars as pl

from evenhand.evaluation import rating_differences, regression_f1, regression_table
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.ludo import PAPER_NAMES, ludo_remarks, played
from evenhand.studies.maitra2025.platform import CHOSEN
from evenhand.studies.maitra2025.regression import THEORY, WIDE, beside
from evenhand.studies.maitra2025.table_4 import implied_share
from evenhand.studies.meetings import Meetings, counted, meetings
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_claims, one_line, within
from evenhand.tables import GameTable

PRINTED = (printed.SIMULATED_INTERCEPT, printed.SIMULATED_SLOPE)


def run(setting: Setting) -> Report:
    """F1 and regression, and the head-to-head table."""
    table = played(setting)
    apart = rating_differences(CHOSEN, table)
    found = regression_table(table, apart)
    shown = [
        ("Regression on the bots' games", beside(found, PRINTED)),
        ("Percent won by the bot of the row", shares(table)),
        ("Percent that the paper's ratings imply", implied_shares()),
    ]
    f1 = regression_f1(table, apart)
    remarks = [*ludo_remarks(setting), *_remarks(table, f1, found)]
    return Report(shown, remarks=remarks, verdict=_verdict(f1, found))


def _verdict(f1: float, found: pl.DataFrame) -> str:
    """Whether the printed coefficients lie within the errors of both regressions."""
    told, claims = [], []
    for row, paper in zip(found.to_dicts(), PRINTED, strict=True):
        value, about = row["coefficient"], WIDE * math.hypot(row["standard_error"], paper.error)
        told.append(f"{value:.4f} +- {about:.4f} ({paper.value} printed)")
        claims.append(within(value, about, paper.value))
    text = f"intercept {told[0]}, slope {told[1]}"
    return one_line(by_claims(claims), f"{text}, F1 {f1:.3f} ({printed.SIMULATED_F1} printed)")


def first_player(table: GameTable) -> Meetings:
    """How games end for the player who moves first."""
    return counted([table.score[:, 0] - table.score[:, 1]])


def shares(table: GameTable) -> pl.DataFrame:
    """Wins and half the draws of each pair, in percent."""
    rows = []
    for name in PAPER_NAMES:
        row: dict[str, str | float | None] = {"bot": name}
        for other in PAPER_NAMES:
            met = None if other == name else meetings([table], name, other)
            row[other] = None if met is None or not met.games else met.share
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def implied_shares() -> pl.DataFrame:
    """What Elo's formula makes of Table 4."""
    rows = []
    for name in PAPER_NAMES:
        row: dict[str, str | float | None] = {"bot": name}
        for other in PAPER_NAMES:
            row[other] = None if other == name else 100.0 * implied_share(name, other)
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def _remarks(table: GameTable, f1: float, found: pl.DataFrame) -> list[str]:
    first = first_player(table)
    start, slope = found["coefficient"].to_list()
    level = 1.0 / (1.0 + math.exp(-start))
    printed_level = 1.0 / (1.0 + math.exp(-printed.SIMULATED_INTERCEPT.value))
    each = 2 * len(table) // len(PAPER_NAMES)
    return [
        f"F1 is {f1:.3f}, the paper's {printed.SIMULATED_F1}; {first.drawn:,} draws are left out.",
        f"Between equals the player who moves first wins {level:.3f} by the intercept, in the"
        f" paper {printed_level:.3f}; of all games {first.share / 100.0:.3f} +-"
        f" {first.about / 100.0:.3f} (half of a 95 % interval; a draw counts half).",
        f"The slope is {slope:.4f}, the paper's {printed.SIMULATED_SLOPE.value}; Elo's own is"
        f" {THEORY:.6f}.  Ours is {slope / THEORY - 1.0:+.0%} from it, with about {each:,} games of"
        f" each bot; that of the paper's real games {printed.SLOPE.value / THEORY - 1.0:+.0%}.  The"
        " more games there are of each, the better the ratings know them.",
        f"The paper has {printed.SIMULATED_INTERCEPT_TEXT} for the intercept in one table and"
        f" {printed.SIMULATED_INTERCEPT.value} in the next.",
    ]
