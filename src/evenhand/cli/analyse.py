"""Measure how much of a game is skill and how much luck."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

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
from evenhand.cli.reading import FileArgument, read_table, with_columns
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    import polars as pl

    from evenhand.analysis import Analysis, Interval, LuckByPlayer

TOP = 10  # players whose luck is printed
LABELS = {
    "k": "best-fitting K",
    "spread": "rating spread (SD)",
    "win_probability": "win probability one spread above another",
    "games_needed": "games until the better player leads (75 %)",
}


@with_columns
def analyse(
    file: FileArgument,
    min_games: Annotated[
        int, typer.Option(min=1, help="Games a player needs to count for the spread.")
    ] = 25,
    resamples: Annotated[
        int, typer.Option(min=0, help="Number of replays of all games, for the intervals.")
    ] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Seed of coin flips and replays.")] = 0,
    chart: Annotated[
        Path | None,
        typer.Option(help="Draw the game on a line from a coin to chess: .svg, .png or .html."),
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    form: FormatOption = Format.TABLE,
    columns: dict[str, Any] | None = None,
) -> None:
    """Measure how much of a game is skill: how far the ratings spread that predict it best.

    For comparison it prints the same games with some results replaced by coin flips, games that
    others have measured, and the luck of each player, if the file has luck.

    Example: evenhand analyse league.csv --resamples 100 --chart place.svg
    """
    import numpy as np

    from evenhand import analysis, charts

    check_writable(chart, ".svg", ".png", ".html")
    check_different(file, chart)
    if chart is not None:
        charts.require()
    table = read_table(file, columns)
    with progress("analysing", resamples + len(analysis.COIN_FLIP_SHARES)) as show:
        try:
            found = analysis.analyse(
                table,
                min_games=min_games,
                resamples=resamples,
                rng=np.random.default_rng(seed),
                workers=workers,
                cluster=cluster,
                done=show,
            )
        except ValueError as problem:
            raise ValueError(f"{file}: {problem}") from None
    if chart is not None:
        title = f"Between a coin and chess: {file.stem}, {found.games:,} games"
        marks = f"marks: {analysis.REFERENCE_SOURCE}"
        picture = charts.skill_line(found.spread, analysis.REFERENCES, file.stem, title, marks)
        charts.save(picture, chart)
        note(f"wrote {chart}")
    _print(found, form, file.name)


def _print(found: "Analysis", form: Format, name: str) -> None:
    if form is Format.JSON:
        print_json(found.as_dict())
    elif form is Format.CSV:
        print_frame(found.frame(), form)
    else:
        who = f"{found.regulars:,} of {found.players:,} players have {found.min_games} or more"
        print_frame(_label_measures(found), form, f"{name}: {found.games:,} games, {who}")
        for line in _remarks(found):
            print(line)
        print()
        print_frame(found.coin_flips, form, "with a share of the results replaced by coin flips")
        if found.luck is not None:
            _print_luck(found.luck)


def _label_measures(found: "Analysis") -> "pl.DataFrame":
    """Return the measures as text for people."""
    import polars as pl

    rows = [
        {"measure": LABELS[name], "value": _format(interval.value), "95 %": _format_ends(interval)}
        for name, interval in found.measures().items()
    ]
    return pl.DataFrame(rows)


def _format_ends(interval: "Interval") -> str:
    if interval.low is None and interval.high is None:
        return ""
    low = "?" if interval.low is None else _format(interval.low)
    high = "?" if interval.high is None else _format(interval.high)
    return f"{low} to {high}"


def _format(value: float | None) -> str:
    """Format a number with as many digits as its size makes sensible.

    >>> _format(0.6706), _format(12.34), _format(2857593.0), _format(None)
    ('0.671', '12.3', '2,857,593', 'never')
    """
    if value is None:
        return "never"
    return f"{value:.3f}" if value < 1.0 else f"{value:,.1f}".removesuffix(".0")


def _remarks(found: "Analysis") -> list[str]:
    from evenhand.analysis import REFERENCE_SOURCE

    lines = [f"The spread lies {found.place} ({REFERENCE_SOURCE})."]
    if found.spread.low == 0.0:
        lines.append(
            "No skill detected: predicting the same result for everybody does just as well.  More"
            " games may reveal small differences."
        )
        if found.luck is not None and (found.luck.r2 or 0.0) > 0.0:
            lines.append("With luck taken out they show sooner: evenhand rate --luck.")
    elif found.spread.high is None and found.resamples:
        lines.append("?: too few games to give an upper end.")
    if found.converged_after is not None:
        who = f"the median player with {found.min_games} or more games"
        lines.append(f"The rating of {who} converges after {found.converged_after:,.0f} games.")
    return lines


def _print_luck(luck: "LuckByPlayer") -> None:
    share = "" if luck.r2 is None else f", which explains {100.0 * luck.r2:.1f} % of the results"
    title = f"luck by player in {luck.games:,} games{share}"
    print_frame(luck.players.head(TOP), Format.TABLE, title)
