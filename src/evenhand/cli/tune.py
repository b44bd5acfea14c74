"""Find the parameters of a rating system by what it predicts."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.evaluate import microseconds
from evenhand.cli.output import (
    ClusterOption,
    Format,
    FormatOption,
    WorkersOption,
    note,
    print_frame,
    print_json,
    progress,
)
from evenhand.cli.rate import SHORT
from evenhand.cli.reading import FileArgument, read_table, with_columns
from evenhand.cli.systems import USUAL, SetOption, SystemOption, complete_setting
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    import polars as pl

    from evenhand.evaluation import Estimate
    from evenhand.tables import Floats, GameTable
    from evenhand.tuning import TuningResult

ROUNDING = 1e-9  # smaller improvements are none

GridOption = Annotated[
    list[str] | None,
    typer.Option(
        "--grid",
        metavar="NAME=A,B,...",
        help="Values to try, such as k=8,16,32 or k.n_1=5,q25+1. Repeat for more parameters.",
        autocompletion=complete_setting,
    ),
]
RangeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--range",
        metavar="NAME=LOW:HIGH",
        help="Range for trials, such as k=4:64 or k=4:64:linear. Repeat for more parameters.",
        autocompletion=complete_setting,
    ),
]


@with_columns
def tune(
    file: FileArgument,
    system: SystemOption = None,
    grid: GridOption = None,
    ranges: RangeOption = None,
    trials: Annotated[int | None, typer.Option(min=1, help="Number of Optuna trials.")] = None,
    metric: Annotated[
        str, typer.Option(help="Metric to tune for: log-loss, brier, accuracy or f1.")
    ] = "log-loss",
    test_fraction: Annotated[
        float | None, typer.Option(help="Share of the games, the last ones, to test on [0.2].")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="First day of the test period.")
    ] = None,
    settings: SetOption = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the best parameters as .json, for rate --params.")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option(help="Keep measured settings in this file, to resume from.")
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(help="Draw wins by rating difference as .svg, .png or .html.")
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="Number of settings to print [table: 20, else all].")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of trials and bootstrap.")] = 0,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    form: FormatOption = Format.TABLE,
    columns: dict[str, Any] | None = None,
) -> None:
    """Find the parameters of a rating system that predict best.

    Settings are chosen on the games before the test period and scored on the test period.
    Settings marked "no clear difference" may be just as good as the best.

    Example: evenhand tune league.csv --system elo --grid k=8,16,32 --out best.json
    """
    from evenhand import charts
    from evenhand.evaluation import check_two_seats, find_metric
    from evenhand.tuning import make_plan, make_space, read_base, read_values, run

    check_writable(out, ".json")
    check_writable(chart, ".svg", ".png", ".html")
    if journal is not None:
        check_writable(journal, journal.suffix.lower())
    check_different(file, out, journal, chart)
    if chart is not None:
        charts.require()
    find_metric(metric)
    values, base = read_values(grid or [], ranges or []), read_base(settings or [])
    space = make_space(system or USUAL, values, base, trials=trials)
    moment = None if since is None else microseconds(since)
    table = read_table(file, columns)
    if chart is not None:
        check_two_seats(table, "--chart")
    try:
        plan = make_plan(
            space, table, metric=metric, since=moment, test_fraction=test_fraction, trials=trials
        )
    except ValueError as problem:
        raise ValueError(f"{file}: {problem}") from None
    with progress("tuning", plan.count, unit="configurations") as show:
        result = run(plan, seed=seed, journal=journal, workers=workers, cluster=cluster, done=show)
    if out is not None:
        result.write(out)
        note(f"wrote {out}")
    details = _work_out(result, table, draw=chart is not None)
    if chart is not None and details.curve is not None:
        title = f"Who wins by rating difference: {result.name}, {result.best}"
        charts.save(charts.fitted_curve(details.curve, title), chart)
        note(f"wrote {chart}")
    _print(result, details, form, top)
    if details.no_curve:
        raise ValueError(f"{chart}: not drawn, {details.no_curve}")


@dataclass
class _Details:
    """For two players, what the rating difference predicts; and why some of it is missing."""

    regression: "pl.DataFrame | None" = None
    bins: "pl.DataFrame | None" = None
    curve: "pl.DataFrame | None" = None
    missing: dict[str, str] = field(default_factory=dict)
    no_curve: str = ""


def _work_out(result: "TuningResult", table: "GameTable", *, draw: bool) -> _Details:
    """Predict winners from the rating differences of the best system."""
    from evenhand.evaluation import fitted_curve, rating_differences, regression_table

    details = _Details()
    if table.width != 2:
        reason = "they are for games of two players"
        details.missing = {"regression": reason, "bins": reason}
        return details
    differences = rating_differences(result.system, table)
    try:
        details.regression = regression_table(table, differences)
    except ValueError as problem:  # one side wins all games
        details.missing["regression"] = str(problem)
    try:
        details.bins = _bins(table, differences)
    except ValueError as problem:
        details.missing["bins"] = str(problem)
    try:
        details.curve = fitted_curve(table, differences) if draw else None
    except ValueError as problem:
        details.no_curve = str(problem)
    return details


def _bins(table: "GameTable", differences: "Floats") -> "pl.DataFrame":
    """Return the accuracy by size of the difference, in bins that suit the ratings."""
    from evenhand.evaluation import (
        accuracy_by_difference,
        decided_results,
        fit_logistic,
        scale_bins,
    )

    fit = fit_logistic(*decided_results(table, differences))
    return accuracy_by_difference(table, differences, bins=scale_bins(fit.slope), fit=fit)


def _print(result: "TuningResult", details: _Details, form: Format, top: int | None) -> None:
    """Print everything for people and as JSON, the configurations only as CSV."""
    for reason, count in result.skipped.items():
        note(f"{count:,} skipped: {reason}")
    for reason in dict.fromkeys(details.missing.values()):
        names = [name for name, why in details.missing.items() if why == reason]
        note(f"no {' and no '.join(names)}: {reason}")
    if result.warnings:
        note(f"warning: {'; '.join(result.warnings)}")
    if form is Format.CSV:
        print_frame(result.table.head(top or result.count), form)
    elif form is Format.JSON:
        content = result.as_dict()
        content["configurations"] = content["configurations"][:top]
        for name, frame in (("regression", details.regression), ("by_difference", details.bins)):
            content[name] = None if frame is None else frame.to_dicts()
        print_json(content)
    else:
        _print_tables(result, details, top or SHORT)


def _print_tables(result: "TuningResult", details: _Details, top: int) -> None:
    split, count = result.split, result.count
    many = f"{count:,} configurations" if count > 1 else "1 configuration"
    games = "1 game" if split.test_start == 1 else f"{split.test_start:,} games"
    title = f"{result.name}, {many} by {result.metric.name}: tuned on {games}"
    print_frame(_readable(result, top), Format.TABLE, f"{title}, tested on {split.test_games:,}")
    print(_conclusion(result))
    if details.regression is not None:
        print()
        title = "win probability of the first player by rating difference (logistic regression)"
        print_frame(_three_digits(details.regression), Format.TABLE, title)
    if details.bins is not None:
        print_frame(_named_bins(details.bins), Format.TABLE, "by size of the rating difference")
    if count > top:
        note(f"{count - top:,} more; --top N shows more, --format csv all")


def _readable(result: "TuningResult", top: int) -> "pl.DataFrame":
    """Return the configurations with numbers that can be compared at a glance."""
    import polars as pl

    name, rows = result.metric.column, []
    for row in result.table.head(top).iter_rows(named=True):
        shown = {key: row[key] for key in ("rank", *result.best.choices[0])}
        shown |= {name: f"{row[name]:.5f}", "95 %": f"{row['low']:.5f} to {row['high']:.5f}"}
        worse = f"{row['worse_by']:.5f} ({row['worse_by_low']:.5f} to {row['worse_by_high']:.5f})"
        shown |= {"worse by": "" if row["verdict"] == "best" else worse}
        rows.append(shown | {"verdict": row["verdict"], "test score": f"{row['test_score']:.5f}"})
    return pl.DataFrame(rows)


def _conclusion(result: "TuningResult") -> str:
    """Say in a sentence how good the best configuration is."""
    test, better = result.value(result.comparison().best, test=True), result.improvement()
    text = f"best: {_best(result)}; {result.metric.name} in the test period {_interval(test)}"
    if better is None:
        return text
    default = "the defaults" if result.base_is_default else "the settings of --set"
    if max(abs(better.low), abs(better.value), abs(better.high)) < ROUNDING:
        return f"{text}, the same as with {default}"
    if better.value < 0.0:
        return f"{text}, worse than {default} by {_interval(better, -1.0)}"
    return f"{text}, better than {default} by {_interval(better)}"


def _best(result: "TuningResult") -> str:
    """Return the best configuration, with the numbers that quantiles stand for."""
    from evenhand.ratings import parameters

    chosen, numbers = result.best.choices[0], parameters(result.system)
    heads = {name.partition(".")[0] for name, choice in chosen.items() if choice.has_quantiles}
    meant = ", ".join(f"{head}={numbers[head]}" for head in sorted(heads))
    return f"{result.best} ({meant})" if meant else str(result.best)


def _interval(found: "Estimate", sign: float = 1.0) -> str:
    low, high = sorted((sign * found.low, sign * found.high))
    return f"{sign * found.value:.5f} ({low:.5f} to {high:.5f})"


def _three_digits(frame: "pl.DataFrame") -> "pl.DataFrame":
    """Return numbers of very different sizes as texts of three digits each."""
    import polars as pl

    texts = {
        column.name: [f"{value:.3g}" for value in column] if column.dtype.is_float() else column
        for column in frame.iter_columns()
    }
    return pl.DataFrame(texts)


def _named_bins(frame: "pl.DataFrame") -> "pl.DataFrame":
    """Return the bins with names as the paper writes them."""
    import polars as pl

    names = []
    for number, (low, high) in enumerate(zip(frame["low"], frame["high"], strict=True)):
        end = ", ...)" if high is None else f", {high:g}]"
        names.append(f"{'(' if number else '['}{low:g}{end}")
    return frame.select(pl.Series("difference", names), "games", "accuracy", "f1")
