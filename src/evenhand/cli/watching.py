"""Games between bots, shown to people: what ``rummy watch`` and ``ludo watch`` share."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Protocol, Self, TypeVar

import typer

from evenhand.cli.output import progress


class Watched(Protocol):
    """A game that was played, and can be looked at move by move."""

    @property
    def moves(self) -> Sequence[tuple[int, str]]:
        """Seat and move."""

    @property
    def beginning(self) -> Self:
        """The game before its first move."""

    def play(self, move: str) -> Self:
        """The game after a move."""


Game = TypeVar("Game", bound=Watched)
View = Callable[[Game, Sequence[str]], str]
"""The game as text, with the names of the players."""

SeedOption = Annotated[
    int, typer.Option(min=1, help="Seed of the game, as in column x_seed of a file.")
]
RulesOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A rule of the game; as for simulate."),
]


def play_again(
    name: str,
    play: Callable[[Sequence[Any], int, Any], Game],
    bots: Sequence[str],
    seed: int,
    settings: list[str] | None,
) -> Game:
    """The game of a seed, by bots and rules given as text."""
    from evenhand.cli.simulate import make_game
    from evenhand.simulation import check_size

    game = make_game(name, settings)
    players = [game.player(text) for text in bots]
    check_size(game, len(players), len(players))
    with progress("getting ready (compiled on first use)"):
        return play(players, seed, game.rules)


def show_end(
    played: Game, bots: Sequence[str], picture: "View[Game]", transcript: "View[Game]"
) -> None:
    """What happened, and the table at the end."""
    print(transcript(played, bots))
    print()
    print(picture(played, bots))


def show_moves(
    played: Game,
    bots: Sequence[str],
    picture: "View[Game]",
    told: Callable[[Game, int, str], str],
) -> None:
    """The table before every move with the move below, and the table at the end."""
    now = played.beginning
    for seat, move in played.moves:
        print(picture(now, bots))
        print(f"{told(now, seat, move)}\n")
        now = now.play(move)
    print(picture(now, bots))
