"""What tuning has found, on paper: the configurations, the regression, the bands."""

import re
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from evenhand.cli.output import Format, note, print_frame, print_json
from evenhand.cli.rate import SHORT

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from evenhand.ratings.evaluate import Estimate
    from evenhand.tables import Floats, GameTable
    from evenhand.tuning import Tuned

NOTHING = 1e-9  # gained, but for rounding
QUANTILE = re.compile(r"q\d")


@dataclass(frozen=True)
class Report:
    """What is printed; for two players with what the rating difference foretells."""

    tuned: "Tuned"
    regression: "pl.DataFrame | None" = None
    bands: "pl.DataFrame | None" = None
    curve: "pl.DataFrame | None" = None
    problems: "Mapping[str, str]" = field(default_factory=dict)
    """Why one of these is left out, by its name."""


def make_report(tuned: "Tuned", table: "GameTable", *, draw: bool) -> Report:
    """Work out what is printed besides the configurations, and why some of it cannot be."""
    from evenhand.tuning import fitted_curve, rating_differences, regression_table

    if table.width != 2:
        few = "they are for games of two players"
        return Report(tuned, problems={"regression": few, "bands": few})
    apart = rating_differences(tuned.system, table)
    made: dict[str, pl.DataFrame] = {}
    problems: dict[str, str] = {}
    for name, make in {
        "regression": partial(regression_table, table, apart),
        "bands": partial(_bands, table, apart),
        "curve": partial(fitted_curve, table, apart),
    }.items():
        try:
            if name != "curve" or draw:
                made[name] = make()
        except ValueError as problem:  # all won by one side, or no statsmodels
            problems[name] = str(problem)
    return Report(tuned, **made, problems=problems)


def _bands(table: "GameTable", apart: "Floats") -> "pl.DataFrame":
    """By size of the difference, in bands that suit the ratings."""
    from evenhand.tuning import by_difference, fit_odds_line
    from evenhand.tuning.bands import fitting_bands
    from evenhand.tuning.regression import decided

    line = fit_odds_line(*decided(table, apart))
    return by_difference(table, apart, bands=fitting_bands(line.slope), line=line)


def print_report(report: Report, form: Format, top: int | None) -> None:
    """Print it: everything for people and as JSON, the configurations only as CSV."""
    tuned = report.tuned
    for reason, count in tuned.left_out.items():
        note(f"{count:,} left out: {reason}")
    for reason in dict.fromkeys(report.problems.values()):
        names = (name for name, why in report.problems.items() if why == reason)
        note(f"left out, {' and '.join(names)}: {reason}")
    if form is Format.CSV:
        print_frame(tuned.frame().head(top or tuned.count), form)
    elif form is Format.JSON:
        print_json(_everything(report, top))
    else:
        _print_tables(report, top or SHORT)


def _everything(report: Report, top: int | None) -> dict[str, object]:
    found = report.tuned.as_dict()
    found["configurations"] = found["configurations"][:top]
    found["regression"] = None if report.regression is None else report.regression.to_dicts()
    found["by_difference"] = None if report.bands is None else report.bands.to_dicts()
    return found


def _print_tables(report: Report, top: int) -> None:
    tuned, split = report.tuned, report.tuned.split
    count = tuned.count
    many = f"{count:,} configurations" if count > 1 else "1 configuration"
    games = "1 game" if split.first == 1 else f"{split.first:,} games"
    title = f"{tuned.name}, {many} by {tuned.metric.name}: tuned on {games}"
    print_frame(_for_people(tuned, top), Format.TABLE, f"{title}, tested on {split.tested:,}")
    print(_worth(tuned))
    if report.regression is not None:
        print()
        title = "chance of the first player by rating difference (logistic regression)"
        print_frame(_short(report.regression), Format.TABLE, title)
    if report.bands is not None:
        print_frame(_named_bands(report.bands), Format.TABLE, "by size of the rating difference")
    if count > top:
        note(f"{count - top:,} more; --top N shows more, --format csv all")


def _for_people(tuned: "Tuned", top: int) -> "pl.DataFrame":
    """The configurations with numbers that can be compared at a glance."""
    import polars as pl

    frame, name = tuned.frame().head(top), tuned.metric.column
    rows = []
    for row in frame.iter_rows(named=True):
        shown = {key: row[key] for key in ("rank", *tuned.best.texts[0])}
        shown |= {name: f"{row[name]:.5f}", "95 %": f"{row['low']:.5f} to {row['high']:.5f}"}
        behind = f"{row['behind']:.5f} ({row['behind_low']:.5f} to {row['behind_high']:.5f})"
        shown |= {"behind the best": "" if row["verdict"] == "best" else behind}
        rows.append(shown | {"verdict": row["verdict"], "in the test": f"{row['test']:.5f}"})
    return pl.DataFrame(rows)


def _worth(tuned: "Tuned") -> str:
    """What the choice is worth, in a sentence."""
    test, gained = tuned.value(tuned.compared().best, test=True), tuned.gained()
    text = f"best: {_best(tuned)}; {tuned.metric.name} in the test period {_between(test)}"
    if gained is None:
        return text
    default = "the defaults" if tuned.untouched else "what --set gives"
    if max(abs(gained.low), abs(gained.value), abs(gained.high)) < NOTHING:
        return f"{text}, the same as with {default}"
    if gained.value < 0.0:
        return f"{text}, worse than {default} by {_between(gained, -1.0)}"
    return f"{text}, better than {default} by {_between(gained)}"


def _best(tuned: "Tuned") -> str:
    """The best configuration, with the numbers that quantiles stand for."""
    from evenhand.ratings.named import parameters

    typed, numbers = tuned.best.texts[0], parameters(tuned.system)
    roots = {name.partition(".")[0] for name, text in typed.items() if QUANTILE.search(text)}
    meant = ", ".join(f"{root}={numbers[root]}" for root in sorted(roots))
    return f"{tuned.best} ({meant})" if meant else str(tuned.best)


def _between(found: "Estimate", sign: float = 1.0) -> str:
    low, high = sorted((sign * found.low, sign * found.high))
    return f"{sign * found.value:.5f} ({low:.5f} to {high:.5f})"


def _short(frame: "pl.DataFrame") -> "pl.DataFrame":
    """Numbers of very different sizes, three digits each."""
    import polars as pl

    texts = {
        column.name: [f"{value:.3g}" for value in column] if column.dtype.is_float() else column
        for column in frame.iter_columns()
    }
    return pl.DataFrame(texts)


def _named_bands(frame: "pl.DataFrame") -> "pl.DataFrame":
    """The bands as the paper writes them."""
    import polars as pl

    names = []
    for number, (low, high) in enumerate(zip(frame["low"], frame["high"], strict=True)):
        end = ", ...)" if high is None else f", {high:g}]"
        names.append(f"{'(' if number else '['}{low:g}{end}")
    return frame.select(pl.Series("difference", names), "games", "accuracy", "f1")
