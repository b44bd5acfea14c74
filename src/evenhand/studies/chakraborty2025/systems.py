"""What the paper announces and never shows: Glicko, Glicko-2 and TrueSkill on the same games."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from evenhand.evaluation import (
    MIN_PROBABILITY,
    Estimate,
    EvaluationReport,
    find_test_start,
    score_predictions,
)
from evenhand.ratings import (
    Glicko,
    Glicko2,
    RatingSystem,
    RunArrays,
    TrueSkill,
    WengLin,
    win_shares,
)
from evenhand.studies.chakraborty2025 import printed
from evenhand.studies.chakraborty2025.games import generator, played
from evenhand.studies.chakraborty2025.paths import discriminative_power, later_lines
from evenhand.studies.chakraborty2025.predictions import TEST_PART
from evenhand.studies.chakraborty2025.rated import OTHER_KS, K, classical, custom
from evenhand.studies.chakraborty2025.strategies import NAMES, TOP, both_names, of_paper
from evenhand.studies.rating_paths import order_of
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line
from evenhand.tables import Floats, GameTable

WIDE = 1.96  # standard errors
PAIR_SHARES = "shares of the pair so far"
CUSTOM = "BenchmarkElo"
DRAWS = 0.02  # of all games, nearly all between Random and Defeat-Seeking
BOOTSTRAP = 1_000_000  # a number for the generator that no repetition has


class Judged(NamedTuple):
    """What the chances of a system were worth in the test games."""

    evaluation: EvaluationReport
    losses: Floats  # of each test game


def systems() -> dict[str, RatingSystem]:
    """All systems, with their usual parameters where the paper names none."""
    every: dict[str, RatingSystem] = {CUSTOM: custom()}
    every |= {f"Elo, K = {k:g}": classical(k) for k in OTHER_KS}
    return every | {
        "Glicko": Glicko(),
        "Glicko-2": Glicko2(),
        "TrueSkill": TrueSkill(draw_probability=DRAWS),
        "Weng-Lin": WengLin(),
    }


def run(setting: Setting) -> Report:
    """Predictions, last ratings, and how far apart the strong ones stand."""
    table = played(setting)
    first = find_test_start(table, fraction=TEST_PART)
    test = table.rows(first, len(table))
    runs = {name: system.run(table) for name, system in systems().items()}
    chances = {
        name: system.win_probabilities(runs[name].expected)[first:]
        for name, system in systems().items()
    } | {PAIR_SHARES: pair_shares(table, first)}
    judged = {
        name: Judged(
            score_predictions(test, one, rng=generator(setting, BOOTSTRAP)), losses(test, one)
        )
        for name, one in chances.items()
    }
    shown = [
        (f"Predictions of the last {len(test):,} games", prediction_frame(judged)),
        ("Ratings after the last game (deviation)", last_ratings(runs)),
        ("Range of the four strong means in SDs", powers(table, runs)),
    ]
    remarks = _remarks(judged, shown[2][1], runs)
    return Report(shown, remarks=remarks, verdict=_verdict(judged, runs))


def pair_shares(table: GameTable, first: int) -> Floats:
    """Chances by the share of wins of the same ordered pair in the games before the test.

    Nothing that does not look at the hands can do much better.
    """
    pair = table.seats[:, 0] * len(table.names) + table.seats[:, 1]
    won = win_shares(table)[:first, 0]
    count = len(table.names) ** 2
    games = np.bincount(pair[:first], minlength=count)
    share = (np.bincount(pair[:first], won, count) + 0.5) / (games + 1.0)
    chance = share[pair[first:]]
    return np.stack([chance, 1.0 - chance], axis=1)


def losses(table: GameTable, chances: Floats) -> Floats:
    """The log loss of each game."""
    return np.asarray(
        -(win_shares(table) * np.log(np.maximum(chances, MIN_PROBABILITY))).sum(axis=1)
    )


def prediction_frame(judged: Mapping[str, Judged]) -> pl.DataFrame:
    """Every measure with its interval, and how much log loss is above that of the paper's system.

    The last column compares game by game, so its interval is narrower.
    """
    rows = []
    for name, one in judged.items():
        estimates = one.evaluation.metrics()
        shown = ("log_loss", "brier", "accuracy", "f1")
        row: dict[str, Any] = {"system": name} | {what: _shown(estimates[what]) for what in shown}
        rows.append(row | {"log_loss_above_custom": above(one, judged[CUSTOM])})
    return pl.DataFrame(rows)


def _shown(estimate: Estimate) -> str:
    """A value with half of its interval."""
    return f"{estimate.value:.4f} +- {(estimate.high - estimate.low) / 2.0:.4f}"


def above(one: Judged, other: Judged) -> str:
    """How much more log loss one has, with half of the 95 % interval over games."""
    more = one.losses - other.losses
    about = WIDE * float(more.std() / np.sqrt(len(more)))
    return "" if one is other else f"{more.mean():+.4f} +- {about:.4f}"


def last_ratings(runs: Mapping[str, RunArrays]) -> pl.DataFrame:
    """The rating of each strategy after the last game; behind it its deviation, if it has one."""
    rows = []
    for player, name in enumerate(NAMES):
        texts = {
            system: _rating_text(systems()[system], run.values[player])
            for system, run in runs.items()
        }
        rows.append(both_names(name) | texts)
    return pl.DataFrame(rows)


def _rating_text(system: RatingSystem, ratings: Floats) -> str:
    text = f"{ratings[0]:.1f}"
    if "deviation" not in system.columns:
        return text
    return f"{text} ({ratings[system.columns.index('deviation')]:.1f})"


def powers(table: GameTable, runs: Mapping[str, RunArrays]) -> pl.DataFrame:
    """What the paper calls discriminative power, as its tables have it and as ours."""
    pairs = ((CUSTOM, printed.TABLE_1), (f"Elo, K = {K:g}", printed.TABLE_2))
    rows = []
    for system, table_of_paper in pairs:
        paper = {name: of_paper(table_of_paper, name) for name in TOP}
        ours = discriminative_power(later_lines(table, runs[system]))
        rows.append({"system": system, "ours": ours, "paper": discriminative_power(paper)})
    return pl.DataFrame(rows)


def _verdict(judged: Mapping[str, Judged], runs: Mapping[str, RunArrays]) -> str:
    """Who foretells best; the paper shows nothing of it."""
    loss = {name: judged[name].evaluation.log_loss.value for name in runs}
    best = min(loss, key=loss.__getitem__)
    place = sorted(loss, key=loss.__getitem__).index(CUSTOM) + 1
    return one_line(
        BESIDE,
        f"least log loss has {best} ({loss[best]:.4f}), {CUSTOM} is number {place} of {len(loss)}"
        f" ({loss[CUSTOM]:.4f}); the paper announces the comparison and does not show it",
    )


def _remarks(
    judged: Mapping[str, Judged], power: pl.DataFrame, runs: Mapping[str, RunArrays]
) -> list[str]:
    loss = {name: one.evaluation.log_loss.value for name, one in judged.items()}
    best = min(runs, key=loss.__getitem__)
    (custom_ours, classical_ours), (custom_paper, classical_paper) = (
        power[whose].to_list() for whose in ("ours", "paper")
    )
    better = [name for name in runs if loss[name] < loss[CUSTOM]]
    lines = "more" if custom_ours > classical_ours else "less"
    orders = {
        name: order_of(dict(zip(TOP, run.values[:4, 0], strict=True))) for name, run in runs.items()
    }
    return [
        "The paper says that it compares with Glicko and TrueSkill, and shows neither.",
        f"Best by log loss is {best} ({loss[best]:.4f}, BenchmarkElo {loss[CUSTOM]:.4f}); better"
        f" than BenchmarkElo: {', '.join(better) or 'none'}.",
        f"{PAIR_SHARES}, which needs no rating, has {loss[PAIR_SHARES]:.4f}: little more can be"
        " known without the hands.  Draws count half here; chakraborty2025/figure-1 leaves them"
        " out, so its numbers are others.",
        f'"Superior discriminative power": by the paper\'s own tables the four strong ones lie'
        f" {custom_paper:.2f} SDs apart in its system and {classical_paper:.2f} in classical Elo;"
        f" ours {custom_ours:.2f} and {classical_ours:.2f}, {lines} in its system"
        " (chakraborty2025/differences says whom it lifts).",
        "The paper's TrueSkill divides by sqrt(2 (s_i^2 + b^2)); right is"
        " sqrt(2 b^2 + s_i^2 + s_j^2), and ours.",
        f"TrueSkill takes {DRAWS:.0%} draws, about their share; what the paper does not name has"
        " its usual parameters.",
        "Last ratings still swing; the orders they give the strong ones are"
        f" {len(set(orders.values()))} different ones in {len(orders)} systems"
        " (chakraborty2025/differences averages).",
    ]
