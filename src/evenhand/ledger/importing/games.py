"""The games of a file, and what must be true of all of them before any counts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evenhand.ledger.columns import Rows
from evenhand.ledger.database import now
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.results import DAY, EARLIEST, LARGEST
from evenhand.ledger.roster import Roster
from evenhand.tables import EMPTY, TWICE, Flags, Floats, GameTable, Indices, TableError

Places = NDArray[np.int64]
"""Which games, counted from 0 in playing order."""


@dataclass(frozen=True, slots=True)
class FileGames:
    """The games of a file in playing order, with all that the ledger needs to know of them."""

    table: GameTable
    ids: Sequence[str]  # of the results
    players: Sequence[str]  # ids of players, one for each name of the table
    rows: Places  # where each game begins in the file, from 1 below the column names
    upload: str
    kind: str = "games"
    file: str = ""
    warnings: tuple[str, ...] = ()  # names that look alike

    def __len__(self) -> int:
        return len(self.table)

    def wrong(self, place: int, problem: str) -> TableError:
        """What is wrong with a game."""
        return TableError(problem, row=int(self.rows[place]), file=self.file)

    def taken_by(self, persons: Indices, places: Places) -> Rows:
        """Some games with a number for each name of the table; empty seats come last."""
        table, seats = self.table, self.table.seats[places]
        taken = seats != EMPTY
        seats = np.where(taken, persons[seats], np.int32(EMPTY))
        score = table.score[places]
        luck = None if table.luck is None else np.where(taken, table.luck[places], np.nan)
        team = None if table.team is None else table.team[places]
        time = np.zeros(len(places), np.int64) if table.time is None else table.time[places]
        if (taken[:, 1:] > taken[:, :-1]).any():  # somebody sits after an empty seat
            order = np.argsort(~taken, axis=1, kind="stable")
            seats = np.take_along_axis(seats, order, 1)
            score = np.take_along_axis(score, order, 1)
            luck = None if luck is None else np.take_along_axis(luck, order, 1)
            team = None if team is None else np.take_along_axis(team, order, 1)
        return Rows(seats, score, time, places, luck, team)

    def refuse_twice(self, persons: Indices, places: Places) -> None:
        """Refuse games in which a person, by whatever names, sits twice."""
        seats = self.table.seats[places]
        known = np.sort(np.where(seats == EMPTY, np.int32(EMPTY), persons[seats]), axis=1)
        twice = (known[:, 1:] == known[:, :-1]) & (known[:, 1:] != EMPTY)
        if twice.any():
            raise self.wrong(int(places[int(twice.any(axis=1).argmax())]), TWICE)


def check(ladder: Ladder, games: FileGames) -> None:
    """Refuse a file of which any game cannot count."""
    table, system = games.table, ladder.standing.system
    most = ladder.settings.rules.max_players
    _refuse(games, table.taken.sum(axis=1) > most, f"this ladder allows {most} players in a game")
    _refuse(games, _beyond(table, table.score), "a score is out of range")
    if table.luck is not None:
        _refuse(games, _beyond(table, table.luck), "a luck is out of range")
    if table.time is not None:
        _refuse(games, table.time > now() + DAY, "was played in the future")
        _refuse(games, table.time < EARLIEST, "was played before the year 1")
    if table.team is not None and not system.takes_teams:
        raise TableError("this ladder rates single players: leave out the teams", file=games.file)
    if table.luck is None and system.luck is not None:
        table = replace(table, luck=np.full(table.seats.shape, np.nan))
    try:
        system.check(table)
    except TableError as error:
        if error.row is not None:
            raise games.wrong(error.row - 1, error.problem) from None
        raise TableError(error.problem, column=error.column, file=games.file) from None
    games.refuse_twice(_persons(ladder.roster, games), np.arange(len(games)))


def _refuse(games: FileGames, wrong: Flags, problem: str) -> None:
    if wrong.any():
        raise games.wrong(int(wrong.argmax()), problem)


def _beyond(table: GameTable, values: Floats) -> Flags:
    beyond: Flags = np.any((np.abs(values) > LARGEST) & table.taken, axis=1)
    return beyond


def _persons(roster: Roster, games: FileGames) -> Indices:
    """A number for each name, the same for all names of a person."""
    new: dict[str, int] = {}
    numbers = []
    for player in games.players:
        number = roster.find(player)
        if number is None:
            numbers.append(len(roster) + new.setdefault(player, len(new)))
        else:
            numbers.append(roster.final(number))
    return np.array(numbers, np.int32)
