"""Figure 1: how well the winner is foretold, by beta.

As in the paper: for each beta the games are rated, and a logistic regression on the difference of
the ratings before a game foretells whether the first player wins.  Beside its F1, which the paper
maximises, stands the log loss, and beside the paper's system classical Elo.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from evenhand import charts
from evenhand.ratings import RatingSystem
from evenhand.studies.chakraborty2025 import printed
from evenhand.studies.chakraborty2025.amounts import Amount
from evenhand.studies.chakraborty2025.games import played
from evenhand.studies.chakraborty2025.over_seeds import Repeated, repeated
from evenhand.studies.chakraborty2025.predictions import by_own_chances, by_regression, split
from evenhand.studies.chakraborty2025.rated import BETA, OTHER_KS, classical, custom
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_claims, one_line
from evenhand.tables import GameTable

if TYPE_CHECKING:
    import altair as alt

BETAS = tuple(BETA * halves / 2 for halves in range(-4, 9))
FITTED, OWN = "regression", "own chances"
Key = tuple[str, float | None]
Found = Mapping[Key, Mapping[str, Repeated]]
"""F1 and log loss of each system."""


def systems() -> dict[Key, RatingSystem]:
    """The paper's system with each beta, and classical Elo with each K."""
    every: dict[Key, RatingSystem] = {("BenchmarkElo", beta): custom(beta) for beta in BETAS}
    return every | {(f"Elo, K = {k:g}", None): classical(k) for k in OTHER_KS}


def measures(system: RatingSystem, table: GameTable) -> dict[str, float]:
    """F1 in percent and log loss, both by regression and by the system's own chances."""
    run, parts = system.run(table), split(table)
    found = {FITTED: by_regression(system, table, run, parts), OWN: by_own_chances(run, parts)}
    return {
        f"{name}, {way}": value
        for way, one in found.items()
        for name, value in (("F1", 100.0 * one.f1), ("log loss", one.log_loss))
    }


def run(setting: Setting) -> Report:
    """The curve, and every number of it."""
    amount: Amount = setting.size
    tables = [played(setting, number) for number in range(amount.seeds)]
    found: dict[Key, dict[str, Repeated]] = {}
    with setting.progress("rating by beta and K", len(systems())) as done:
        for count, (key, system) in enumerate(systems().items(), start=1):
            rows = [measures(system, table) for table in tables]
            found[key] = {name: repeated([row[name] for row in rows]) for name in rows[0]}
            done(count)
    draws = [split(table).draws for table in tables]

    def figure() -> "charts.Chart":
        return charts.side_by_side(*(_panel(found, name) for name in ("F1", "log loss")))

    shown = pl.DataFrame([_row(key, one) for key, one in found.items()])
    remarks = _remarks(found, tables, draws)
    tables_shown = [("Predictions by beta and K", shown)]
    return Report(tables_shown, {"figure": figure}, remarks, _verdict(found))


def _row(key: Key, one: Mapping[str, Repeated]) -> dict[str, Any]:
    system, beta = key
    row: dict[str, Any] = {"system": system, "beta": "" if beta is None else f"{beta:.5f}"}
    for way in (FITTED, OWN):
        short = way.replace(" ", "_")
        row[f"f1_{short}"] = one[f"F1, {way}"].mean
        row[f"log_loss_{short}"] = f"{one[f'log loss, {way}'].mean:.4f}"
    error = one[f"F1, {FITTED}"].error
    return row | {"f1_error": "" if error is None else f"{error:.2f}"}


def _panel(found: Found, name: str) -> "alt.Chart":
    """One measure over beta; classical Elo, which has none, is level."""
    rows = []
    for (system, beta), one in found.items():
        if beta is None:
            value = one[f"{name}, {FITTED}"].mean
            rows += [(f"{system}, {FITTED}", at, value) for at in (BETAS[0], BETAS[-1])]
        else:
            rows += [
                (f"{system}, {way}", beta, one[f"{name}, {way}"].mean) for way in (FITTED, OWN)
            ]
    up = "F1 (percent)" if name == "F1" else name
    points = pl.DataFrame(rows, schema=["system", "beta", up], orient="row")
    order = list(dict.fromkeys(row[0] for row in rows))
    return charts.curves(points, "beta", up, "system", order=order, title=f"{name} by beta")


def _remarks(found: Found, tables: Sequence[GameTable], draws: Sequence[int]) -> list[str]:
    plus, minus = (found["BenchmarkElo", beta] for beta in (BETA, -BETA))
    f1, loss = f"F1, {FITTED}", f"log loss, {FITTED}"
    curve = {key[1]: one for key, one in found.items() if key[1] is not None}
    best = max(curve, key=lambda beta: curve[beta][f1].mean)
    least = min(curve, key=lambda beta: curve[beta][loss].mean)
    own = min(curve, key=lambda beta: curve[beta][f"log loss, {OWN}"].mean)
    f1s = [one[f1].mean for one in curve.values()]
    sign = "positive" if plus[loss].mean < minus[loss].mean else "printed"
    return [
        f"{sum(map(len, tables)):,} games; the last fifth of each repetition, in playing order, is"
        f" the test; {sum(draws):,} draws are left out.  F1 in percent, that of the regression with"
        " its standard error over repetitions.",
        f"The paper prints its optimum as beta = {printed.BETA:.6f}, F1 {100 * printed.F1:.2f};"
        f" its own derivation wants beta positive.  Ours: {plus[f1].mean:.2f} at"
        f" {BETA:.5f} and {minus[f1].mean:.2f} at {-BETA:.5f}.",
        f"F1 goes from {min(f1s):.2f} to {max(f1s):.2f} over all betas, highest at"
        f" {best:.5f}{', an end of the range' if best in (BETAS[0], BETAS[-1]) else ''}; the paper"
        " has a clear optimum.",
        f"Log loss is least at beta = {least:.5f} by regression and at {own:.5f} by the system's"
        f" own chances; {plus[loss].mean:.4f} at {BETA:.5f} and {minus[loss].mean:.4f} at"
        f" {-BETA:.5f} speak for the {sign} sign.",
        _which_is_better(found, curve[least][loss].mean, max(f1s)),
    ]


def _verdict(found: Found) -> str:
    """Whether F1 is highest at the paper's beta, and higher than that of classical Elo."""
    f1 = {key: one[f"F1, {FITTED}"].mean for key, one in found.items()}
    curve = {key: value for key, value in f1.items() if key[1] is not None}
    level = {key[0]: value for key, value in f1.items() if key[1] is None}
    best, rival = max(curve, key=curve.__getitem__), max(level, key=level.__getitem__)
    claims = [best[1] == BETA, curve[best] > level[rival]]
    return one_line(
        by_claims(claims),
        f"F1 is highest, {curve[best]:.2f}, at beta = {best[1]:.5f}; printed"
        f" {100 * printed.F1:.2f} at {printed.BETA:.5f} (ours {curve['BenchmarkElo', BETA]:.2f} at"
        f" {BETA:.5f}); {rival} has {level[rival]:.2f}",
    )


def _which_is_better(found: Found, least: float, highest: float) -> str:
    """The paper's system at its best beta against classical Elo, both by regression."""
    level = {key[0]: one for key, one in found.items() if key[1] is None}
    name = min(level, key=lambda system: level[system][f"log loss, {FITTED}"].mean)
    loss, f1 = (level[name][f"{what}, {FITTED}"].mean for what in ("log loss", "F1"))
    verdict = "better" if loss < least else "no better"
    return (
        f"Classical Elo foretells {verdict} than the paper's system at any beta: {name} has log"
        f" loss {loss:.4f} and F1 {f1:.2f}, the paper's system at best {least:.4f} and"
        f" {highest:.2f}."
    )
