"""What a finished game counts: the points of each player, fewest are best.

Who declares has none, and so has the last one left when all others are out.  Who dropped or
declared wrongly pays the price in the rules.  Everybody else counts the MinScore of his 13
cards.  If nobody declares, the fewest points win among those still in the game, and nobody wins
if two have the fewest, or if the rules make such a game a draw.

In a table of games, where more is better, the score is minus the points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evenhand.games.protocol import player_names
from evenhand.games.rummy.plain import min_score
from evenhand.games.rummy.rules import DRAW

if TYPE_CHECKING:
    from evenhand.games.rummy.game import Game


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    points: tuple[int, ...]  # of each seat
    winner: int | None  # nobody in a draw
    turns: tuple[int, ...]  # complete turns of each seat
    declared: bool
    dropped: frozenset[int] = frozenset()
    wrong: frozenset[int] = frozenset()  # who declared wrongly

    @property
    def all_turns(self) -> int:
        """The complete turns of all players."""
        return sum(self.turns)

    def describe(self, names: Sequence[str]) -> str:
        """The result in words, with the names of the players."""
        won = "nobody wins" if self.winner is None else f"{names[self.winner]} wins"
        left = len(self.points) - len(self.dropped | self.wrong)
        how = ", undeclared" if left > 1 and not self.declared else ""
        turns = "1 turn" if self.all_turns == 1 else f"{self.all_turns} turns"
        return f"{won}{how} after {turns}, points {' : '.join(map(str, self.points))}"

    def __str__(self) -> str:
        return self.describe(player_names(len(self.points)))


def result_of(game: "Game") -> Result:
    """The result of a game that is over."""
    points = tuple(_points(game, seat) for seat in range(game.deal.players))
    out = frozenset(range(game.deal.players)).difference(game.playing)
    return Result(
        points,
        _winner(game, points),
        game.turns,
        game.declarer is not None,
        game.dropped,
        out - game.dropped,
    )


def _points(game: "Game", seat: int) -> int:
    price = game.paid[seat]
    if price is not None:
        return price
    if seat == game.declarer or len(game.playing) == 1:
        return 0
    return min_score(game.hand(seat), game.wild, game.rules.literal_score)


def _winner(game: "Game", points: tuple[int, ...]) -> int | None:
    if game.declarer is not None:
        return game.declarer
    if len(game.playing) > 1 and game.rules.undeclared == DRAW:
        return None
    fewest = min(points[seat] for seat in game.playing)
    best = [seat for seat in game.playing if points[seat] == fewest]
    return best[0] if len(best) == 1 else None
