"""What the ratings of Random and Defeat-Seeking hang on.

The paper does not say whether they may discard jokers, how MinScore counts a hand without a pure
sequence, or when a game ends in which nobody declares.
"""

from collections.abc import Mapping, Sequence

import polars as pl

from evenhand.games.rummy import Rules
from evenhand.studies.chakraborty2025 import printed
from evenhand.studies.chakraborty2025.differences import all_played
from evenhand.studies.chakraborty2025.games import PAPER, Design
from evenhand.studies.chakraborty2025.head_to_head import implied_share
from evenhand.studies.chakraborty2025.over_seeds import Repeated, repeated
from evenhand.studies.chakraborty2025.paths import later_lines, mean_sd
from evenhand.studies.chakraborty2025.rated import classical, custom
from evenhand.studies.chakraborty2025.strategies import NAIVE, TOP, line_up, of_paper
from evenhand.studies.meetings import meetings
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line
from evenhand.tables import GameTable

LONG = Rules(turn_limit=1000)
USUAL, KEPT, LITERAL, LONGER, BOTH = (
    *("as usual", "jokers kept", "literal MinScore", "turn limit 1,000"),
    "jokers kept, turn limit 1,000",
)
DESIGNS: Mapping[str, Design] = {
    USUAL: PAPER,
    KEPT: Design(line_up(naive_keep_jokers=True)),
    LITERAL: Design(rules=Rules(literal_score=True)),
    LONGER: Design(rules=LONG),
    BOTH: Design(line_up(naive_keep_jokers=True), LONG),
}
PAPER_LINE = "paper"
RANDOM, DEFEAT = NAIVE
SD = "custom_sd_of_strong"
SYSTEMS = {"elo": (classical(), printed.TABLE_2), "custom": (custom(), printed.TABLE_1)}
Row = Mapping[str, Repeated]


def run(setting: Setting) -> Report:
    """Shares of wins and ratings under each reading."""
    shares: dict[str, dict[str, str]] = {}
    ratings: dict[str, Row] = {}
    for name, design in DESIGNS.items():
        tables = all_played(setting, design)
        shares[name] = share_row(tables)
        ratings[name] = rating_row(tables)
    implied = {other: f"{implied_share(RANDOM, other):.2f}" for other in (*TOP, DEFEAT)}
    shares[PAPER_LINE] = implied | {"drawn_with_defeat": ""}
    ratings[PAPER_LINE] = printed_row()
    shown = [
        ("Random's share of wins, in percent", pl.DataFrame(_rows(shares))),
        ("Mean ratings, and SD of the strong ones", pl.DataFrame(_rows(ratings))),
    ]
    return Report(shown, remarks=_remarks(shares, ratings), verdict=_verdict(ratings))


def _rows(readings: Mapping[str, Mapping[str, object]]) -> list[dict[str, str]]:
    return [
        {"reading": name} | {column: str(value) for column, value in row.items()}
        for name, row in readings.items()
    ]


def share_row(tables: Sequence[GameTable]) -> dict[str, str]:
    """Random against everybody; of its games with Defeat-Seeking also the draws."""
    row = {other: str(meetings(tables, RANDOM, other)) for other in (*TOP, DEFEAT)}
    found = meetings(tables, RANDOM, DEFEAT)
    return row | {"drawn_with_defeat": f"{100.0 * found.drawn / found.games:.1f}"}


def rating_row(tables: Sequence[GameTable]) -> Row:
    """The naive strategies in both systems, and how much the strong ones swing in the paper's."""
    row: dict[str, Repeated] = {}
    for short, (system, _) in SYSTEMS.items():
        lines = [later_lines(table, system.run(table)) for table in tables]
        row |= {f"{short}_{name}": repeated([one[name].mean for one in lines]) for name in NAIVE}
    return row | {SD: repeated([mean_sd(one) for one in lines])}  # of the last, the paper's


def printed_row() -> Row:
    """The same as the paper prints it."""
    row = {
        f"{short}_{name}": Repeated(of_paper(table, name).mean)
        for short, (_, table) in SYSTEMS.items()
        for name in NAIVE
    }
    return row | {SD: Repeated(mean_sd({name: of_paper(printed.TABLE_1, name) for name in TOP}))}


def nearest(ratings: Mapping[str, Row]) -> str:
    """The reading whose ratings of the naive strategies are nearest to the paper's, in all."""
    off = {name: distance(ratings, name) for name in ratings if name != PAPER_LINE}
    return min(off, key=off.__getitem__)


def distance(ratings: Mapping[str, Row], reading: str) -> float:
    """How far the ratings of the naive strategies are from the printed ones, in the mean."""
    paper = ratings[PAPER_LINE]
    columns = [column for column in paper if column != SD]
    apart = [abs(ratings[reading][column].mean - paper[column].mean) for column in columns]
    return sum(apart) / len(apart)


def _verdict(ratings: Mapping[str, Row]) -> str:
    """Which reading comes nearest to the paper, and how near."""
    best = nearest(ratings)
    return one_line(
        BESIDE,
        f"nearest to the four printed ratings of the naive ones is '{best}',"
        f" {distance(ratings, best):.0f} points off in the mean; as usual"
        f" {distance(ratings, USUAL):.0f}",
    )


def _remarks(shares: Mapping[str, Mapping[str, str]], ratings: Mapping[str, Row]) -> list[str]:
    usual, kept, implied = (shares[name] for name in (USUAL, KEPT, PAPER_LINE))
    best = TOP[0]
    sds = {name: row[SD].mean for name, row in ratings.items()}
    beside = "; ".join(f"{shares[name][DEFEAT]} ({name})" for name in shares if name != USUAL)
    return [
        "All readings on the same deals; wins and half the draws, with half of the 95 % interval;"
        " ratings with their standard error over repetitions.",
        f"Random beats {best} in {usual[best]} % of games, with its jokers kept in {kept[best]} %;"
        f" the paper's Elo implies {implied[best]} % there and {implied['min-score']} % against"
        f" min-score (ours {usual['min-score']}).",
        f"Random against Defeat-Seeking: {usual[DEFEAT]} %, {usual['drawn_with_defeat']} % drawn"
        f" because both hands count 80.  Otherwise: {beside}.",
        f"Nearest to the paper's four ratings of the two is: {nearest(ratings)}.",
        f"The SDs of the strong ones in Table 1 tell how MinScore was read: {sds[USUAL]:.1f}"
        f" as usual, {sds[LITERAL]:.1f} read to the letter, {sds[PAPER_LINE]:.1f} in the paper.",
    ]
