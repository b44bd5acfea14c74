"""Series of games from records of single games.

A series is a number of deals among the same three players, in whatever seats: dealing goes
round.  Games belong together if they carry the same series id; those without one belong to
the other games of the same three players.  Other tables' games may stand in between.
Every 36 deals (or another number) make a series; what is left at the end is not scored.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from evenhand.games.skat.lists.score_list import ScoreList, check_players
from evenhand.games.skat.seeger import USUAL_GAMES, Tally
from evenhand.tables import TableError


class PlayedGame(Protocol):
    """What must be known about a game to score it."""

    @property
    def players(self) -> tuple[str, str, str]:
        """Who played, in the order of the seats."""

    @property
    def declarer(self) -> int | None:
        """The declarer's seat, 0 to 2; None if the deal was passed in."""

    @property
    def score(self) -> int:
        """What is written down for the declarer."""

    @property
    def won(self) -> bool:
        """Whether the declarer won."""

    @property
    def series(self) -> str:
        """An id of the series, or nothing."""

    @property
    def time(self) -> datetime | None:
        """When the game was played, if that is known."""


@dataclass(frozen=True, slots=True)
class SeriesOfGames:
    """Series in the order of their last games, and what is in none of them."""

    lists: tuple[ScoreList, ...]
    games: int  # in all
    passed_in: int  # of them, whether they count as deals or not
    left_over: int  # deals of series that are not complete


@dataclass(slots=True)
class _Open:
    """A series that is being played: [won, lost, points] of each player."""

    lines: dict[str, list[int]]
    deals: int = 0
    time: datetime | None = None


def collect_series(
    games: Iterable[PlayedGame], *, length: int = USUAL_GAMES[3], count_passed_in: bool = True
) -> SeriesOfGames:
    """Score games in series of some length.

    By the rules of tournaments a passed-in deal is a deal of the list, with no points for
    anybody.  ``count_passed_in=False`` leaves such deals out, as Edelkamp (2021) does.
    """
    if length < 1:
        raise ValueError("a series has at least one game")
    being_played: dict[tuple[str, frozenset[str]], _Open] = {}
    names = _Names()
    lists: list[ScoreList] = []
    count = passed_in = 0
    for game in games:
        count += 1
        passed_in += game.declarer is None
        if game.declarer is None and not count_passed_in:
            continue
        key = game.series, frozenset(game.players)
        if key not in being_played:
            _check(game, count)
            being_played[key] = _Open({player: [0, 0, 0] for player in game.players})
        _add(being_played[key], game)
        if being_played[key].deals == length:
            lists.append(_closed(being_played.pop(key), names.next(game.series)))
    if any(one.time is None for one in lists):  # an order of some is no order
        lists = [replace(one, time=None) for one in lists]
    left_over = sum(rest.deals for rest in being_played.values())
    return SeriesOfGames(tuple(lists), count, passed_in, left_over)


def _check(game: PlayedGame, number: int) -> None:
    try:
        if len(game.players) != 3:
            raise TableError(f"{len(game.players)} players instead of three")
        check_players(game.players)
    except TableError as error:
        raise TableError(f"game {number}: {error.problem}") from None


def _add(series: _Open, game: PlayedGame) -> None:
    series.deals += 1
    series.time = game.time or series.time
    if game.declarer is not None:
        line = series.lines[game.players[game.declarer]]
        line[0 if game.won else 1] += 1
        line[2] += game.score


def _closed(series: _Open, name: str) -> ScoreList:
    tallies = tuple(Tally(player, *line) for player, line in series.lines.items())
    return ScoreList(tallies, name, series.time, series.deals)


@dataclass(slots=True)
class _Names:
    """Names for series that share an id: ``7``, then ``7 (2)``, ``7 (3)``, ..."""

    used: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)

    def next(self, series: str) -> str:
        """A name that no other series has; nothing for a series without id."""
        name = series = series.strip()
        while series and name in self.used:
            self.counts[series] = self.counts.get(series, 1) + 1
            name = f"{series} ({self.counts[series]})"
        self.used.add(name)
        return name
