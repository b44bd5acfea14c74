"""What a finished game counts: a point a step, and what the rules add to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evenhand.games.ludo.board import HOME, SEATS
from evenhand.games.protocol import player_names

if TYPE_CHECKING:
    from evenhand.games.ludo.game import Game


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    points: tuple[int, int]  # of both seats
    winner: int | None  # nobody in a draw
    captures: tuple[int, int]  # by each seat
    home: tuple[int, int]  # tokens at home

    def describe(self, names: Sequence[str]) -> str:
        """The result in words, with the names of the players."""
        won = "nobody wins" if self.winner is None else f"{names[self.winner]} wins"
        return f"{won}, points {self.points[0]} : {self.points[1]}"

    def __str__(self) -> str:
        return self.describe(player_names(SEATS))


def result_of(game: "Game") -> Result:
    """The result of a game that is over."""
    first, second = game.points
    winner = {"draw": None, "first": 0, "second": 1}[game.rules.ties]
    if first != second:
        winner = 0 if first > second else 1
    home = (game.tokens[0].count(HOME), game.tokens[1].count(HOME))
    return Result(game.points, winner, game.captures, home)
