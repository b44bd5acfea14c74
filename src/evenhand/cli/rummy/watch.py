"""A game by strategies, turn by turn."""

from typing import Annotated

import typer

from evenhand.cli.watching import RulesOption, SeedOption, play_again, show_end, show_moves


def watch(
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOTS", help="Two or three: min-dist, min-score:threshold=5, ..."),
    ],
    seed: SeedOption = 1,
    settings: RulesOption = None,
    hands: Annotated[bool, typer.Option("--hands", help="Show the hands in every turn.")] = False,
) -> None:
    """Watch a game of Rummy between strategies; seats are in the order of the names.

    A game of a file that `simulate rummy` wrote is played again by its bots, rules and seed.

    Example: evenhand rummy watch min-dist hybrid --seed 7
    """
    from evenhand.games.rummy.picture import picture, transcript
    from evenhand.games.rummy.strategies.player import play_one

    played = play_again("rummy", play_one, bots, seed, settings)
    if hands:
        show_moves(played, bots, picture, lambda _, seat, move: f"{bots[seat]}: {move}")
    else:
        show_end(played, bots, picture, transcript)
