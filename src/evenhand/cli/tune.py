"""Find the parameters of a rating system by what it predicts."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.evaluate import microseconds
from evenhand.cli.output import ClusterOption, Format, FormatOption, WorkersOption, note, progress
from evenhand.cli.rate import FileArgument
from evenhand.cli.systems import USUAL, SetOption, SystemOption, complete_setting
from evenhand.cli.tuned import make_report, print_report
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    from evenhand.tables import GameTable

GridOption = Annotated[
    list[str] | None,
    typer.Option(
        "--grid",
        metavar="NAME=A,B,...",
        help="Values to try, as in k=8,16,32 or k.n_1=5,q25+1; may be given again.",
        autocompletion=complete_setting,
    ),
]
RangeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--range",
        metavar="NAME=LOW:HIGH",
        help="Numbers that trials may choose from, as in k=4:64 or k=4:64:linear.",
        autocompletion=complete_setting,
    ),
]


def tune(
    file: FileArgument,
    system: SystemOption = None,
    grid: GridOption = None,
    ranges: RangeOption = None,
    trials: Annotated[
        int | None, typer.Option(min=1, help="Let Optuna choose so many configurations.")
    ] = None,
    metric: Annotated[
        str, typer.Option(help="What is to be best: log-loss, brier, accuracy or f1.")
    ] = "log-loss",
    test_fraction: Annotated[
        float | None, typer.Option(help="The last part of the games is the test period [0.2].")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--from", metavar="DATE", help="The test period begins on this day."),
    ] = None,
    settings: SetOption = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the best as .json, for rate --params.")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option(help="Keep what is done in this file, and go on from there.")
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(help="Draw wins by rating difference as .svg, .png or .html.")
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="Print so many configurations [table: 20, else all].")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of trials and bootstrap.")] = 0,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Find the parameters of a rating system by what it predicts.

    Every configuration rates all games.  The best is chosen by what it foretold before the test
    period; the test period tells what that is worth.  Configurations that are not told apart
    from the best may well be as good.

    Example: evenhand tune league.csv --system elo --grid k=8,16,32 --out best.json
    """
    from evenhand import charts
    from evenhand.ratings.named import find_system
    from evenhand.tuning import carry_out, check_request, make_plan, read_values
    from evenhand.tuning.space import read_base

    check_writable(out, ".json")
    check_writable(chart, ".svg", ".png", ".html")
    if journal is not None:
        check_writable(journal, journal.suffix.lower())
    check_different(file, out, journal, chart)
    if chart is not None:
        charts.require()
    kind = find_system(system or USUAL)
    asked = (kind, read_values(grid or [], ranges or []))
    base = read_base(settings or [])
    how: dict[str, Any] = {"base": base, "metric": metric, "trials": trials}
    check_request(*asked, **how)
    moment = None if since is None else microseconds(since)
    table = _read(file, chart)
    try:
        plan = make_plan(*asked, table, **how, since=moment, test_fraction=test_fraction)
    except ValueError as problem:
        raise ValueError(f"{file}: {problem}") from None
    with progress("tuning", plan.count, unit="configurations") as show:
        options: dict[str, Any] = {"journal": journal, "workers": workers, "cluster": cluster}
        tuned = carry_out(plan, seed=seed, done=show, **options)
    if out is not None:
        tuned.write(out)
        note(f"wrote {out}")
    report = make_report(tuned, table, draw=chart is not None)
    if chart is not None and report.curve is not None:
        title = f"Who wins by rating difference: {tuned.name}, {tuned.best}"
        charts.save(charts.fitted_curve(report.curve, title), chart)
        note(f"wrote {chart}")
    print_report(report, form, top)
    if "curve" in report.problems:
        raise ValueError(f"{chart}: not drawn, {report.problems['curve']}")


def _read(file: Path, chart: Path | None) -> "GameTable":
    """Read games, and refuse at once what cannot be drawn."""
    from evenhand.tables import read_games
    from evenhand.tuning.differences import check_two_seats

    with progress(f"reading {file.name}"):
        table = read_games(file)
    if chart is not None:
        check_two_seats(table, "--chart")
    return table
