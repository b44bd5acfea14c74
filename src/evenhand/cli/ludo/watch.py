"""A game by bots, round by round."""

from typing import Annotated

import typer

from evenhand.cli.watching import RulesOption, SeedOption, play_again, show_end, show_moves


def watch(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT", help="Two: aggressive, full-information:playouts=20, ..."
        ),
    ],
    seed: SeedOption = 1,
    settings: RulesOption = None,
    board: Annotated[
        bool, typer.Option("--board", help="Show the board before every move.")
    ] = False,
) -> None:
    """Watch a game of Ludo between two bots; who is named first begins, with tokens abcd.

    A game of a file that `simulate ludo` wrote is played again by its bots, rules and seed.

    Example: evenhand ludo watch aggressive responsible-pair --seed 7
    """
    from evenhand.games.ludo.bots.player import play_one
    from evenhand.games.ludo.picture import picture, told, transcript

    played = play_again("ludo", play_one, bots, seed, settings)
    if board:
        show_moves(played, bots, picture, lambda now, _, move: told(now, move))
    else:
        show_end(played, bots, picture, transcript)
