"""The main job on an embedded example."""

from pathlib import Path
from typing import Annotated

import typer

from evenhand.cli.output import Format, note, print_frame, progress

SHOWN = {
    "score-share-elo": "rates the points of a series, as Edelkamp proposes for Skat",
    "multi-elo": "rates only who won the table",
    "true-skill": "rates the order at the table, with a deviation",
}


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the games and the chart.")] = Path("out"),
) -> None:
    """Rate a season of a Skat club with three systems and draw the rating curves.

    Example: evenhand demo --out out
    """
    from evenhand import charts
    from evenhand.ratings import SYSTEMS, leaderboard
    from evenhand.tables import write_games
    from evenhand.tables.league import example_league

    charts.require()
    table = example_league()
    out.mkdir(parents=True, exist_ok=True)
    for name, what in SHOWN.items():
        system = SYSTEMS[name]()
        with progress(f"rating with {name} (compiled on first use)"):
            run = system.rate(table)
        board = leaderboard(system, table, run.ratings, min_games=10)
        print_frame(board.head(10), Format.TABLE, f"{name} {what}")
        if name == "score-share-elo":
            curves = charts.rating_curves(table, run, board["player"].head(6).to_list(), name)
    games, chart = out / "skat_league.csv", out / "rating_curves.svg"
    write_games(table, games)
    charts.save(curves, chart)
    note(f"{len(table)} series of {len(table.names)} players are in {games}")
    note(f"the rating curves of the first six are in {chart}")
    note(f"next: evenhand rate {games} --system glicko-2")
