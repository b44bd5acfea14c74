"""A recorded game: who sat where, the deal, the moves, and the result as it was recorded."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Self

from evenhand.games.skat.deal import Deal, dotted
from evenhand.games.skat.game import TAKE_SKAT, Game
from evenhand.games.skat.iss.recorded import Recorded

World = Literal["w"]
WORLD: World = "w"
"""Who deals, hands out the skat, and notes that somebody left or ran out of time."""

Source = int | World
Move = tuple[Source, str]

NO_NAMES = ("", "", "")


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a file."""

    deal: Deal
    moves: tuple[Move, ...] = ()  # (seat or "w", text); the deal is not among them
    players: tuple[str, str, str] = NO_NAMES
    id: str = ""
    series: str = ""
    time: datetime | None = None  # UTC
    place: str = ""
    result: Recorded = field(default_factory=Recorded)

    @classmethod
    def of(cls, game: Game, players: tuple[str, str, str] = NO_NAMES) -> Self:
        """The record of a game of ours, finished or not."""
        moves: list[Move] = []
        for seat, move in game.moves:
            moves.append((seat, move))
            if move == TAKE_SKAT:
                moves.append((WORLD, dotted(game.deal.skat)))
        result = Recorded.of(game.result()) if game.over else Recorded()
        return cls(game.deal, tuple(moves), players, place="evenhand", result=result)

    @property
    def counts(self) -> bool:
        """Whether this is a deal of a list: a game that was decided, or a deal passed in."""
        return self.result.kind in ("game", "passed")

    @property
    def declarer(self) -> int | None:
        """The declarer's seat, none if the deal was passed in or the game never announced."""
        return self.result.declarer if self.result.kind == "game" else None

    @property
    def score(self) -> int:
        """What the declarer writes down, negative if lost."""
        return self.result.score if self.result.kind == "game" else 0

    @property
    def won(self) -> bool:
        """Whether the declarer won."""
        return self.result.kind == "game" and self.result.won
