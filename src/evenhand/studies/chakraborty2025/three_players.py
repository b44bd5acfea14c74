"""Tables of three: the paper names more than two players as a limit of its system.

Ours rates them pair by pair; see BenchmarkElo.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from evenhand.ratings import MultiElo, RatingSystem, TrueSkill, win_shares
from evenhand.studies.chakraborty2025.differences import all_played, mean_ratings
from evenhand.studies.chakraborty2025.games import Design
from evenhand.studies.chakraborty2025.over_seeds import Repeated, repeated
from evenhand.studies.chakraborty2025.rated import START, K, custom
from evenhand.studies.chakraborty2025.strategies import NAMES, TOP, both_names
from evenhand.studies.rating_paths import order_of
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import MEASURED, one_line
from evenhand.tables import Floats, GameTable

THREE = Design(seats=3)
DRAWS = 0.06
"""The share of neighbours in the order of a table that have the same points."""
SYSTEMS: Mapping[str, RatingSystem] = {
    "BenchmarkElo": custom(),
    f"MultiElo, K = {K:g}": MultiElo(k=K, initial=START),
    "TrueSkill": TrueSkill(draw_probability=DRAWS),
}
WINS = "share_of_wins"


def run(setting: Setting) -> Report:
    """Mean rating of each strategy in three systems, and how often it wins."""
    tables = all_played(setting, THREE)
    found: dict[str, list[Repeated]] = {WINS: mean_win_shares(tables)}
    with setting.progress("rating tables of three", len(SYSTEMS)) as done:
        for count, (name, system) in enumerate(SYSTEMS.items(), start=1):
            means = around_start(mean_ratings(tables, system.rate), system)
            found[name] = [repeated(means[:, player]) for player in range(len(NAMES))]
            done(count)
    rows: list[dict[str, Any]] = [
        both_names(name) | {what: _text(what, ones[player]) for what, ones in found.items()}
        for player, name in enumerate(NAMES)
    ]
    remarks = _remarks(found, tables)
    shown = [("Tables of three", pl.DataFrame(rows))]
    return Report(shown, remarks=remarks, verdict=_verdict(found))


def _order(ones: Sequence[Repeated]) -> str:
    """The order of the four strong strategies."""
    means = [one.mean for one in ones[: len(TOP)]]
    return order_of(dict(zip(TOP, means, strict=True)))


def _verdict(found: Mapping[str, Sequence[Repeated]]) -> str:
    """Whether the paper's system orders the strong ones as their wins do."""
    wins, custom_order = (_order(found[what]) for what in (WINS, "BenchmarkElo"))
    same = "also" if wins == custom_order else "but"
    return one_line(
        MEASURED,
        f"by share of wins {wins}, {same} by BenchmarkElo {custom_order}; the paper names more than"
        " two players as a limit",
    )


def around_start(means: Floats, system: RatingSystem) -> Floats:
    """The means of each repetition (row), moved together so that their own mean is the start.

    TrueSkill does not keep the sum: all ratings wander together, which says nothing of players.
    """
    start = float(system.initial_values(1)[0, 0])
    return np.asarray(means - means.mean(axis=1, keepdims=True) + start)


def equal_neighbours(table: GameTable) -> float:
    """The share of neighbours in the order of a table that have the same points."""
    return float((np.diff(np.sort(table.score, axis=1), axis=1) == 0.0).mean())


def mean_win_shares(tables: Sequence[GameTable]) -> list[Repeated]:
    """The share of its games in percent that each strategy wins; equal winners share a win."""
    shares = [[_win_share(table, player) for table in tables] for player in range(len(NAMES))]
    return [repeated(one) for one in shares]


def _win_share(table: GameTable, player: int) -> float:
    return 100.0 * float(win_shares(table)[table.seats == player].mean())


def _text(what: str, one: Repeated) -> str:
    """Wins and TrueSkill's small numbers with one decimal more."""
    if "Elo" in what:
        return str(one)
    return f"{one.mean:.2f}" + ("" if one.error is None else f" +- {one.error:.2f}")


def _remarks(found: Mapping[str, Sequence[Repeated]], tables: Sequence[GameTable]) -> list[str]:
    groups: dict[str, list[str]] = {}
    for what, ones in found.items():
        groups.setdefault(_order(ones), []).append(what.replace("_", " "))
    orders = "; ".join(f"{order} by {', '.join(whats)}" for order, whats in groups.items())
    first = tables[0]
    seeds = "1 repetition" if len(tables) == 1 else f"{len(tables)} repetitions"
    return [
        f"{seeds} of {len(first):,} games: every ordered table of three of the six equally often;"
        " means without the first ninth of each path, +- is a standard error.",
        f"Order of the four strong ones: {orders}.  Means closer than twice their errors are not"
        " told apart.",
        "In each repetition the mean of the six is set to the start: that of TrueSkill wanders. "
        f" TrueSkill takes {DRAWS:.0%} draws; of neighbours in the order of these tables"
        f" {equal_neighbours(first):.1%} have the same points, mostly 80 at the end of it.",
        "MultiElo and the share of wins look at the winner alone, BenchmarkElo and TrueSkill at the"
        " others too, where few points help.",
    ]
