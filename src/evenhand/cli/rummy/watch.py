"""A game by strategies, turn by turn."""

from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.output import progress

if TYPE_CHECKING:
    from evenhand.games.rummy.game import Game


def watch(
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOTS", help="Two or three: min-dist, min-score:threshold=5, ..."),
    ],
    seed: Annotated[
        int, typer.Option(min=1, help="Seed of the game, as in column x_seed of a file.")
    ] = 1,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A rule of the game; as for simulate."),
    ] = None,
    hands: Annotated[bool, typer.Option("--hands", help="Show the hands in every turn.")] = False,
) -> None:
    """Watch a game of Rummy between strategies; seats are in the order of the names.

    A game of a file that `simulate rummy` wrote is played again by its bots, rules and seed.

    Example: evenhand rummy watch min-dist hybrid --seed 7
    """
    from evenhand.cli.simulate import make_game
    from evenhand.games.rummy.picture import picture, transcript
    from evenhand.games.rummy.simulated import SimulatedRummy
    from evenhand.games.rummy.strategies.player import play_one
    from evenhand.simulation import check_size

    game = make_game("rummy", settings)
    assert isinstance(game, SimulatedRummy)
    strategies = [game.player(text) for text in bots]
    check_size(game, len(strategies), len(strategies))
    with progress("getting ready (compiled on first use)"):
        played = play_one(strategies, seed, game.rules)
    if hands:
        _show_turns(played, bots)
    else:
        print(transcript(played, bots))
        print()
        print(picture(played, bots))


def _show_turns(played: "Game", bots: list[str]) -> None:
    """The table before every move, and at the end."""
    from evenhand.games.rummy.picture import picture

    now = played.start(played.deal, played.rules, played.draws)
    for seat, move in played.moves:
        print(picture(now, bots))
        print(f"{bots[seat]}: {move}\n")
        now = now.play(move)
    print(picture(now, bots))
