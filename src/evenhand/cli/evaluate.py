"""Judge a rating system by what it predicts."""

from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.output import Format, FormatOption, print_frame, print_json
from evenhand.cli.rate import FileArgument, rate_whole, read
from evenhand.cli.systems import (
    LuckOption,
    ParamsOption,
    SetOption,
    SystemOption,
    choose_system,
)

if TYPE_CHECKING:
    from evenhand.ratings import Evaluation


def evaluate(
    file: FileArgument,
    system: SystemOption = None,
    settings: SetOption = None,
    params: ParamsOption = None,
    luck: LuckOption = False,
    since: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="Judge games from this day on.")
    ] = None,
    test_fraction: Annotated[
        float | None, typer.Option(help="Judge the last part of the games, as in 0.2.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")] = 0,
    form: FormatOption = Format.TABLE,
) -> None:
    """Measure the predictions made before each game; all games before count as training.

    Example: evenhand evaluate league.csv --system glicko-2 --test-fraction 0.3
    """
    import numpy as np

    from evenhand.ratings import judge
    from evenhand.ratings.evaluate import first_to_judge
    from evenhand.ratings.named import name_of

    chosen = choose_system(system, settings, params)
    name = name_of(type(chosen))
    moment = None if since is None else microseconds(since)
    table = read(file, chosen, luck)
    first = first_to_judge(table, since=moment, fraction=test_fraction)
    chances = chosen.win_chances(rate_whole(chosen, table, luck=luck).expected)
    rng = np.random.default_rng(seed)
    result = judge(table.rows(first, len(table)), chances[first:], rng=rng)
    if form is Format.JSON:
        print_json({"system": name, **result.as_dict()})
    else:
        _print(result, form, f"{name}, {result.games:,} of {len(table):,} games judged")


def _print(result: "Evaluation", form: Format, title: str) -> None:
    import polars as pl

    rows = [
        {"metric": name, "value": metric.value, "low": metric.low, "high": metric.high}
        for name, metric in result.metrics().items()
    ]
    rows.append({"metric": "log_loss_of_a_coin", "value": result.coin, "low": None, "high": None})
    print_frame(pl.DataFrame(rows, schema_overrides={"low": pl.Float64}), form, title)
    if form is Format.TABLE:
        print_frame(result.calibration, form, "calibration: expected against actual share of wins")


def microseconds(date: str) -> int:
    """Return a day or time as tables have it."""
    from evenhand.tables import parse_time

    try:
        return parse_time(date)
    except ValueError:
        raise ValueError(f"--from wants a date such as 2026-01-31, not {date!r}") from None
