"""Measure the predictions of a rating system."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, print_frame, print_json
from evenhand.cli.rate import rate_table
from evenhand.cli.reading import FileArgument, read_for, with_columns
from evenhand.cli.systems import (
    LuckOption,
    ParamsOption,
    SetOption,
    SystemOption,
    choose_system,
)


@with_columns
def evaluate(
    file: FileArgument,
    system: SystemOption = None,
    settings: SetOption = None,
    params: ParamsOption = None,
    luck: LuckOption = False,
    since: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="First day of the test period.")
    ] = None,
    test_fraction: Annotated[
        float | None, typer.Option(help="Share of the games, the last ones, to test on [all].")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")] = 0,
    form: FormatOption = Format.TABLE,
    columns: dict[str, Any] | None = None,
) -> None:
    """Measure how well a rating system predicts each game from the games before it.

    Example: evenhand evaluate league.csv --system glicko-2 --test-fraction 0.3
    """
    import numpy as np
    import polars as pl

    from evenhand.evaluation import find_test_start, score_predictions
    from evenhand.ratings import name_of

    chosen = choose_system(system, settings, params)
    name = name_of(type(chosen))
    moment = None if since is None else microseconds(since)
    table = read_for(chosen, file, columns, luck)
    start = find_test_start(table, since=moment, fraction=test_fraction)
    run = rate_table(chosen, table, luck=luck)
    probabilities = chosen.win_probabilities(run.expected)
    test, rng = table.rows(start, len(table)), np.random.default_rng(seed)
    report = score_predictions(test, probabilities[start:], rng=rng)
    if form is Format.JSON:
        print_json({"system": name, **report.as_dict()})
        return
    estimates = {metric: asdict(found) for metric, found in report.metrics().items()}
    rows = [{"metric": metric, **found} for metric, found in estimates.items()]
    rows.append({"metric": "baseline_log_loss", "value": report.baseline})
    title = f"{name}, tested on {report.games:,} of {len(table):,} games"
    print_frame(pl.DataFrame(rows), form, title)
    if form is Format.TABLE:
        print_frame(report.calibration, form, "calibration: expected against actual share of wins")


def microseconds(date: str) -> int:
    """Return the beginning of a day, or a moment, as tables have it."""
    from evenhand.tables import parse_time

    try:
        return parse_time(date)
    except ValueError:
        raise ValueError(f"--from wants a date such as 2026-01-31, not {date!r}") from None
