"""How much of a game is skill, and how much chance."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from evenhand.cli.rate import FileArgument
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    import polars as pl

    from evenhand.analysis import Analysis, Interval, Received
    from evenhand.tables import GameTable

MOST = 10  # players whose luck is printed
WORDS = {
    "k": "k that foretells best",
    "spread": "spread of ratings",
    "chance": "chance of who is one spread better",
    "needed": "games until he leads with 75 %",
}


def analyse(
    file: FileArgument,
    min_games: Annotated[
        int, typer.Option(min=1, help="Who has played so many games is a regular.")
    ] = 25,
    resamples: Annotated[
        int, typer.Option(min=0, help="How often all games are played again for the intervals.")
    ] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Seed of coins and intervals.")] = 0,
    chart: Annotated[
        Path | None,
        typer.Option(help="Draw the game between a coin and chess, as .svg, .png or .html."),
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Measure how much of a game is skill: the spread of the ratings that foretell it best.

    Beside it stand the same games with some results replaced by flips of a coin, games that
    others have measured, and the luck that players received, if the file has luck.

    Example: evenhand analyse league.csv --resamples 100 --chart place.svg
    """
    import numpy as np

    from evenhand import analysis, charts
    from evenhand.analysis.analyse import COINS
    from evenhand.analysis.references import SOURCE

    check_writable(chart, ".svg", ".png", ".html")
    check_different(file, chart)
    if chart is not None:
        charts.require()
    table = _read(file)
    with progress("analysing", resamples + len(COINS)) as show:
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
        marks = f"marks: {SOURCE}"
        picture = charts.skill_line(found.spread, analysis.REFERENCES, file.stem, title, marks)
        charts.save(picture, chart)
        note(f"wrote {chart}")
    _print(found, form, file.name)


def _read(file: Path) -> "GameTable":
    from evenhand.tables import read_games

    with progress(f"reading {file.name}"):
        return read_games(file)


def _print(found: "Analysis", form: Format, name: str) -> None:
    if form is Format.JSON:
        print_json(found.as_dict())
    elif form is Format.CSV:
        print_frame(found.frame(), form)
    else:
        who = f"{found.regulars:,} of {found.players:,} players have {found.min_games} or more"
        print_frame(_in_words(found), form, f"{name}: {found.games:,} games, {who}")
        for line in _remarks(found):
            print(line)
        print()
        print_frame(found.coins, form, "with a part of the results replaced by coins")
        if found.received is not None:
            _print_luck(found.received)


def _in_words(found: "Analysis") -> "pl.DataFrame":
    """The measures as people read them."""
    import polars as pl

    rows = [
        {"measure": words, "value": _shown(interval.value), "95 %": _ends(interval)}
        for name, words in WORDS.items()
        for interval in [getattr(found, name)]
    ]
    return pl.DataFrame(rows)


def _ends(interval: "Interval") -> str:
    if interval.low is None and interval.high is None:
        return ""
    low = "?" if interval.low is None else _shown(interval.low)
    high = "?" if interval.high is None else _shown(interval.high)
    return f"{low} to {high}"


def _shown(value: float | None) -> str:
    """A number with as many digits as it deserves.

    >>> _shown(0.6706), _shown(12.34), _shown(2857593.0), _shown(None)
    ('0.671', '12.3', '2,857,593', 'never')
    """
    if value is None:
        return "never"
    return f"{value:.3f}" if value < 1.0 else f"{value:,.1f}".removesuffix(".0")


def _remarks(found: "Analysis") -> list[str]:
    from evenhand.analysis.references import SOURCE

    lines = [f"The spread lies {found.place} ({SOURCE})."]
    if found.spread.low == 0.0:
        lines.append(
            "No skill is seen: to expect the same of everybody foretells as well.  With more games"
            " small differences might show."
        )
    elif found.spread.high is None and found.resamples:
        lines.append("?: too few games to tell how far it goes.")
    if found.settled is not None:
        lines.append(f"The rating of the median regular settles after {found.settled:,.0f} games.")
    return lines


def _print_luck(received: "Received") -> None:
    share = received.explained
    told = "" if share is None else f", which explains {100.0 * share:.1f} % of the results"
    title = f"luck received in {received.games:,} games{told}"
    print_frame(received.players.head(MOST), Format.TABLE, title)
