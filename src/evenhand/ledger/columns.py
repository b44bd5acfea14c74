"""Games in playing order, as columns that grow.

A row is a game that counts.  It keeps what was played (``seats`` are local numbers of players as
they were posted, before any merging), the sequence number of the post that brought it, and what
rating it gave: the chance expected, the rating after it, what luck was worth, and each seat's
game before.  Luck and teams take memory only where a ladder has them.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenhand.tables import EMPTY, Floats, Indices, Teams, Times

NONE = -1
"""No game, no player."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Some games, in playing order."""

    seats: Indices  # (games, width); -1 marks an empty seat
    score: Floats
    time: Times  # (games,)
    seq: NDArray[np.int64]  # (games,) of the post
    luck: Floats | None = None
    team: Teams | None = None

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def width(self) -> int:
        """The most seats."""
        return int(self.seats.shape[1])

    def take(self, which: NDArray[np.int64] | slice) -> "Rows":
        """Some of the rows."""
        return Rows(**_taken(self, which))

    def widened(self, width: int, *, luck: bool, team: bool) -> "Rows":
        """The same games with at least so many seats, and with the columns asked for."""
        more = max(width - self.width, 0)
        rows = self
        if more:
            rows = replace(
                rows,
                seats=_pad(rows.seats, more, EMPTY),
                score=_pad(rows.score, more, 0.0),
                luck=None if rows.luck is None else _pad(rows.luck, more, np.nan),
                team=None if rows.team is None else _pad(rows.team, more, 0),
            )
        if luck and rows.luck is None:
            rows = replace(rows, luck=np.full(rows.seats.shape, np.nan))
        if team and rows.team is None:
            rows = replace(rows, team=everyone_alone(len(rows), rows.width))
        return rows


def everyone_alone(games: int, width: int) -> Teams:
    """Teams of games that were played without any."""
    return np.tile(np.arange(width, dtype=np.int8), (games, 1))


def joined(*parts: Rows) -> Rows:
    """Games one after the other."""
    width = max(part.width for part in parts)
    luck = any(part.luck is not None for part in parts)
    team = any(part.team is not None for part in parts)
    alike = [part.widened(width, luck=luck, team=team) for part in parts]
    columns = {
        name: np.concatenate([getattr(part, name) for part in alike])
        for name in Rows.__slots__
        if getattr(alike[0], name) is not None
    }
    return Rows(**columns)


@dataclass(frozen=True, slots=True)
class Rated:
    """What rating gave for some games, seat by seat."""

    expected: Floats
    after: Floats
    before: Indices  # each seat's game before, by position; -1 if there is none
    worth: Floats | None  # rating points that luck would have brought

    def take(self, which: slice) -> "Rated":
        """Some of the games."""
        return Rated(**_taken(self, which))


def _taken(part: Rows | Rated, which: NDArray[np.int64] | slice) -> dict[str, Any]:
    known = {field.name: getattr(part, field.name) for field in fields(part)}
    return {name: None if column is None else column[which] for name, column in known.items()}


class Columns:
    """All games that count, in playing order."""

    def __init__(self, *, adjusted: bool) -> None:
        self.count = 0
        self.width = 2
        self._columns: dict[str, NDArray[Any]] = {
            "seats": np.empty((0, 2), np.int32),
            "score": np.empty((0, 2)),
            "time": np.empty(0, np.int64),
            "seq": np.empty(0, np.int64),
            "expected": np.empty((0, 2)),
            "after": np.empty((0, 2)),
            "before": np.empty((0, 2), np.int32),
        }
        if adjusted:
            self._columns["worth"] = np.empty((0, 2))

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._columns[name][: self.count]

    def __contains__(self, name: str) -> bool:
        return name in self._columns

    def rows(self, start: int, stop: int) -> Rows:
        """The games from start up to, not including, stop."""
        return Rows(**self._slices(Rows, start, stop))

    def rated(self, start: int, stop: int) -> Rated:
        """What rating gave for them."""
        return Rated(**self._slices(Rated, start, stop))

    def _slices(self, kind: type, start: int, stop: int) -> dict[str, Any]:
        known = {field.name: self._columns.get(field.name) for field in fields(kind)}
        return {name: None if c is None else c[start:stop] for name, c in known.items()}

    def replace_tail(self, start: int, rows: Rows, rated: Rated) -> None:
        """Let the games from start on be these."""
        self._make_room(start + len(rows), rows)
        stop = start + len(rows)
        kept = rows.widened(self.width, luck="luck" in self, team="team" in self)
        for part in (kept, rated):
            for name in part.__slots__:
                column = getattr(part, name)
                if column is not None and name in self:
                    held = self._columns[name]
                    if column.ndim == 1:
                        held[start:stop] = column
                    else:
                        held[start:stop, : column.shape[1]] = column
                        held[start:stop, column.shape[1] :] = _FILLED.get(name, 0)
        self.count = stop

    def _make_room(self, games: int, rows: Rows) -> None:
        if rows.width > self.width:
            self._widen(rows.width)
        capacity = len(self._columns["time"])
        if rows.luck is not None and "luck" not in self:
            self._columns["luck"] = np.full((capacity, self.width), np.nan)
        if rows.team is not None and "team" not in self:
            self._columns["team"] = everyone_alone(capacity, self.width)
        if games > capacity:
            room = max(games, capacity + capacity // 2, 1024)
            for name, column in self._columns.items():
                larger = np.empty((room, *column.shape[1:]), column.dtype)
                larger[: self.count] = column[: self.count]
                unwritten = games if rows.width == self.width else self.count
                larger[unwritten:] = _FILLED.get(name, 0)
                self._columns[name] = larger

    def _widen(self, width: int) -> None:
        more = width - self.width
        for name, column in self._columns.items():
            if column.ndim == 2:
                self._columns[name] = _pad(column, more, _FILLED.get(name, 0))
        self.width = width


_FILLED = {
    "seats": EMPTY,
    "luck": np.nan,
    "expected": np.nan,
    "after": np.nan,
    "worth": np.nan,
    "before": NONE,
}


def _pad(column: NDArray[Any], more: int, value: float) -> NDArray[Any]:
    return np.pad(column, ((0, 0), (0, more)), constant_values=value)
