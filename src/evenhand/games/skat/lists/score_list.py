"""A score list: one table of three or four players and what they scored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenhand.games.skat.seeger import (
    DEFENCE_BONUS,
    USUAL_GAMES,
    Entry,
    Standing,
    Tally,
    standings,
    tally,
    totals,
)
from evenhand.tables import EMPTY, GameTable, TableError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class ScoreList:
    """The result of a table after a series, with or without the single deals.

    >>> paper = ScoreList((Tally("A", 8, 1, 273), Tally("B", 12, 4, 152), Tally("C", 11, 0, 495)))
    >>> [(line.rank, line.player, line.total) for line in paper.standings]
    [(1, 'C', 1245), (2, 'A', 783), (3, 'B', 592)]
    """

    tallies: tuple[Tally, ...]
    name: str = ""
    time: datetime | None = None  # without an offset: UTC
    deals: int | None = None  # how many there were, passed-in ones too, if known
    entries: tuple[Entry, ...] = ()  # deal by deal, if known

    def __post_init__(self) -> None:
        check_players(self.players)
        if self.name != self.name.strip():
            raise ValueError(f"the name {self.name!r} has blanks around it")
        played = sum(line.games for line in self.tallies)
        if self.deals is not None and self.deals < max(played, 1):
            raise ValueError(f"{played} games won or lost, but only {self.deals} dealt")
        if self.time is not None and self.time.tzinfo is None:
            object.__setattr__(self, "time", self.time.replace(tzinfo=UTC))

    @classmethod
    def of_entries(
        cls,
        players: Sequence[str],
        entries: Iterable[Entry],
        *,
        name: str = "",
        time: datetime | None = None,
    ) -> "ScoreList":
        """A list of which every deal is known."""
        deals = tuple(entries)
        return cls(tally(players, deals), name, time, len(deals), deals)

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits at the table, in the order of the seats."""
        return tuple(line.player for line in self.tallies)

    @property
    def totals(self) -> tuple[int, ...]:
        """The Seeger-Fabian totals, in the order of the seats."""
        return totals(self.tallies)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The result, best first."""
        return standings(self.tallies)

    @property
    def length(self) -> int:
        """How many deals there were; the usual number if that is not known."""
        return self.deals or USUAL_GAMES[len(self.tallies)]


def series_table(lists: Sequence[ScoreList]) -> GameTable:
    """Lists as games for a rating system: a row a list, the Seeger-Fabian totals as scores.

    Rows are in order of time if the lists have times.  Names become game ids if every list
    has one.
    """
    if not lists:
        raise TableError("no lists")
    ordered = in_order(lists)
    number: dict[str, int] = {}
    width = max(len(line.players) for line in ordered)
    seats = np.full((len(ordered), width), EMPTY, np.int32)
    score = np.zeros((len(ordered), width))
    for row, one in enumerate(ordered):
        for seat, (player, total) in enumerate(zip(one.players, one.totals, strict=True)):
            seats[row, seat] = number.setdefault(player, len(number))
            score[row, seat] = total
    times = [(one.time - EPOCH) // MICROSECOND for one in ordered if one.time]
    time = np.array(times, np.int64) if times else None
    return GameTable(tuple(number), seats, score, time=time, game=_ids(ordered))


def check_players(players: Sequence[str]) -> None:
    """Refuse a table at which not three or four different players sit, known by name."""
    if len(players) not in DEFENCE_BONUS:
        raise TableError(f"a table has three or four players, not {len(players)}")
    for seat, player in enumerate(players):
        if not player or player != player.strip():
            raise TableError(f"the name {player!r} is empty or has blanks around it")
        if player in players[:seat]:
            raise TableError(f"{player!r} sits twice at the table")


def in_order(lists: Sequence[ScoreList]) -> list[ScoreList]:
    """The lists by time; as they are if they have no times."""
    without = [one for one in lists if one.time is None]
    if len(without) == len(lists):
        return list(lists)
    if without:
        raise TableError(f"list {without[0].name!r} has no time, but others have")
    return sorted(lists, key=lambda one: one.time or EPOCH)


def _ids(lists: Sequence[ScoreList]) -> NDArray[Any] | None:
    """The names as ids: whole numbers if each of them is the usual text of one."""
    names = [one.name for one in lists]
    if not all(names):
        return None
    if len(set(names)) < len(names):
        raise TableError("two lists of one name", column="list")
    try:
        whole = np.array([int(name) for name in names], np.int64)
    except (ValueError, OverflowError):
        return np.array(names, object)
    return whole if [str(number) for number in whole] == names else np.array(names, object)
