"""Tournament scoring: the extended Seeger system, also called Seeger-Fabian.

A player's total on a list is::

    total = points + 50 * (won - lost) + 40 * (lost games of the others)

at a table of three, and 30 instead of 40 at a table of four.  ``points`` are the values of
the games the player declared, lost ones counted twice and negative.  At a table of four
the dealer sits out, but a lost game pays the 30 to everybody except its declarer, the dealer
too; so every lost game of another player counts, whoever dealt.  A passed-in deal is a
deal of the list and gives nobody anything.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evenhand.games.skat.written import WrittenGame

GAME_BONUS = 50
"""For a won game, and taken off for a lost one."""

DEFENCE_BONUS = {3: 40, 4: 30}
"""For every lost game of another player, by the players at the table."""

USUAL_GAMES = {3: 36, 4: 48}
"""Deals of a usual series, by the players at the table: twelve times everybody deals."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal as it is written down: who declared, and the signed score.

    ``declarer`` is None and the score 0 if the deal was passed in; ``game`` says what was
    played, if that is known.
    """

    declarer: str | None = None
    score: int = 0
    game: WrittenGame | None = None

    def __post_init__(self) -> None:
        if self.declarer is None and (self.score or self.game):
            raise ValueError("a passed-in deal has no score")
        if self.declarer is not None and not self.score:
            raise ValueError("a game that was played has a score other than 0")
        if self.game and self.game.score != self.score:
            raise ValueError(f"the score is {self.game.score}, not {self.score}")

    @classmethod
    def of(cls, declarer: str, game: WrittenGame) -> "Entry":
        """The entry of a game of which all is known."""
        return cls(declarer, game.score, game)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a list says about a player: games won and lost as declarer, and their points."""

    player: str
    won: int = 0
    lost: int = 0
    points: int = 0

    @property
    def games(self) -> int:
        """The games the player declared."""
        return self.won + self.lost


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line of the final result."""

    rank: int
    player: str
    games: int
    won: int
    lost: int
    points: int
    total: int


def tally(players: Sequence[str], entries: Iterable[Entry]) -> tuple[Tally, ...]:
    """Add up a list, player by player.

    >>> tally(("Anna", "Ben", "Cem"), [Entry("Anna", 48), Entry(), Entry("Anna", -36)])[0]
    Tally(player='Anna', won=1, lost=1, points=12)
    """
    scores: dict[str, list[int]] = {player: [] for player in players}
    if len(scores) < len(players):
        raise ValueError("a player sits twice at the table")
    for entry in entries:
        if entry.declarer is not None:
            if entry.declarer not in scores:
                raise ValueError(f"{entry.declarer!r} does not sit at the table")
            scores[entry.declarer].append(entry.score)
    return tuple(_tally(player, own) for player, own in scores.items())


def totals(tallies: Sequence[Tally]) -> tuple[int, ...]:
    """The Seeger-Fabian total of everybody at a table of three or four.

    >>> totals([Tally("A", 8, 1, 273), Tally("B", 12, 4, 152), Tally("C", 11, 0, 495)])
    (783, 592, 1245)
    """
    if len(tallies) not in DEFENCE_BONUS:
        raise ValueError(f"a table has three or four players, not {len(tallies)}")
    bonus, lost = DEFENCE_BONUS[len(tallies)], sum(line.lost for line in tallies)
    return tuple(
        line.points + GAME_BONUS * (line.won - line.lost) + bonus * (lost - line.lost)
        for line in tallies
    )


def standings(tallies: Sequence[Tally]) -> tuple[Standing, ...]:
    """The result of a table, best first.

    Equal totals are ranked by more games won, then by fewer lost.  Who is equal even then
    shares the rank and stays in the order given: the lot is left to the tournament.
    """
    lines = zip(tallies, totals(tallies), strict=True)
    keys = [((-total, -line.won, line.lost), line, total) for line, total in lines]
    ranked = sorted(keys, key=lambda known: known[0])
    order = [key for key, _, _ in ranked]
    return tuple(
        Standing(
            order.index(key) + 1, line.player, line.games, line.won, line.lost, line.points, total
        )
        for key, line, total in ranked
    )


def _tally(player: str, scores: Sequence[int]) -> Tally:
    won = sum(score > 0 for score in scores)
    return Tally(player, won, len(scores) - won, sum(scores))
