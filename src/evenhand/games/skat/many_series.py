"""Many series of games as columns, and their Seeger-Fabian totals: a table to rate."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from evenhand.games.skat.lists.score_list import check_players
from evenhand.games.skat.many_games import NOBODY, Games
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.seeger import DEFENCE_BONUS, GAME_BONUS, USUAL_GAMES
from evenhand.tables import Floats, GameTable, Indices, TableError, Times

PLAYERS = 3


@dataclass(frozen=True, slots=True)
class SeriesGames:
    """Games of series at tables of three."""

    names: tuple[str, ...]  # the players
    seats: Indices  # (series, 3) who sits at the table
    games: Games
    series: Integers  # to which series each game belongs
    places: Integers  # which of the three at its table declared it; -1 if it was passed in
    sitting: Integers  # (games, 3) which of the three at its table sits at each seat
    time: Times | None = None  # of each series, in microseconds

    @classmethod
    def rotating(cls, names: Sequence[str], seats: Indices, games: Games, **more: Any) -> Self:
        """Series of equal length, one after the other.

        In game g of a series the player ``seats[series, (s + g) % 3]`` sits at seat s, since
        dealing goes round.
        """
        if seats.shape[1:] != (PLAYERS,) or not len(seats):
            raise ValueError(f"series need three players each, not the shape {seats.shape}")
        if len(games) % len(seats):
            raise ValueError("every series needs the same number of games")
        series, deal = np.divmod(np.arange(len(games)), len(games) // len(seats))
        places = np.where(games.played, (games.declarers + deal) % PLAYERS, NOBODY)
        sitting = (np.arange(PLAYERS) + deal[:, None]) % PLAYERS
        return cls(tuple(names), seats, games, series, places, sitting, **more)

    def totals(self, values: Floats | None = None) -> Floats:
        """Seeger-Fabian totals (series, 3) in the order of ``seats``.

        ``values`` are written down for the declarers instead of the scores of the games.
        """
        played, series = self.games.played, len(self.seats)
        place = (PLAYERS * self.series + self.places)[played]
        written = (self.games.scores if values is None else values)[played]
        won = self.games.won[played]

        def added(what: Floats) -> Floats:
            sums = np.bincount(place, what, PLAYERS * series).astype(np.float64)
            return sums.reshape(series, PLAYERS)

        lost = added(np.where(won, 0.0, 1.0))
        bonus = added(np.where(won, GAME_BONUS, -GAME_BONUS))
        others = lost.sum(axis=1, keepdims=True) - lost
        totals: Floats = added(written) + bonus + DEFENCE_BONUS[PLAYERS] * others
        return totals

    def table(self, values: Floats | None = None) -> GameTable:
        """The series as a table to rate; without times their numbers order them."""
        time = np.arange(len(self.seats), dtype=np.int64) if self.time is None else self.time
        return GameTable(self.names, self.seats.astype(np.int32), self.totals(values), time=time)


def collected(
    games: Games,
    players: Sequence[tuple[str, str, str]],
    ids: Sequence[str],
    times: Times | None = None,
    *,
    length: int = USUAL_GAMES[PLAYERS],
    count_passed_in: bool = True,
) -> SeriesGames:
    """Games in series of some length, each of one id and the same three players.

    ``players`` sit at seats 0 to 2 of each game.  What does not fill a series is left out.
    A series has the time of its last game; series come in the order of these times, or without
    times of their last games.
    """
    if length < 1:
        raise ValueError("a series has at least one game")
    being_played: dict[tuple[str, frozenset[str]], list[int]] = {}
    full: list[list[int]] = []
    for number, (three, name) in enumerate(zip(players, ids, strict=True)):
        if not count_passed_in and games.declarers[number] == NOBODY:
            continue
        key = name, frozenset(three)
        if key not in being_played:
            _check(three, number)
            being_played[key] = []
        being_played[key].append(number)
        if len(being_played[key]) == length:
            full.append(being_played.pop(key))
    if not full:
        passed = int((~games.played).sum())
        told = f"{len(games) - passed} games played, {passed} deals passed in"
        raise ValueError(f"no series of {length} deals is complete ({told})")
    return _joined(games, players, full, times)


def _check(three: tuple[str, str, str], number: int) -> None:
    try:
        check_players(three)
    except TableError as error:
        raise TableError(f"game {number + 1}: {error.problem}") from None


def _joined(
    games: Games,
    players: Sequence[tuple[str, str, str]],
    full: Sequence[Sequence[int]],
    times: Times | None,
) -> SeriesGames:
    rows = np.array(full)
    if times is not None:
        rows = rows[np.argsort(times[rows[:, -1]], kind="stable")]
    names = tuple(dict.fromkeys(name for first in rows[:, 0] for name in players[first]))
    number = {name: place for place, name in enumerate(names)}
    who = np.array([[number[name] for name in three] for three in players_of(players, rows)])
    seats = who[:: rows.shape[1]]
    series = np.repeat(np.arange(len(rows)), rows.shape[1])
    chosen = games.take(rows.ravel())
    sitting = (seats[series][:, None, :] == who[:, :, None]).argmax(axis=2)
    places = sitting[np.arange(len(who)), chosen.declarers]
    places = np.where(chosen.played, places, NOBODY)
    ends = None if times is None else times[rows[:, -1]]
    return SeriesGames(names, seats.astype(np.int32), chosen, series, places, sitting, ends)


def players_of(
    players: Sequence[tuple[str, str, str]], rows: Integers
) -> list[tuple[str, str, str]]:
    """The players of some games, in their order."""
    return [players[row] for row in rows.ravel().tolist()]
