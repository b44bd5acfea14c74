"""The players of a tenant, who may be on several ladders: id, name, club, and who is who.

A player's number never changes and is all that the log knows.  The id is what results are posted
with; it changes only if the player is erased.  An alias is another id of the same player.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from sqlalchemy import ColumnElement, Connection, select, update

from evenhand.ledger.bulk import insert_rows, players_from
from evenhand.ledger.database import now
from evenhand.ledger.schema import aliases, players, tenants
from evenhand.tables import Flags, Indices

NOBODY = -1
MOST_ASKED = 500  # players looked up at once


class Roster:
    """All players of a tenant, by number."""

    def __init__(self, tenant: int) -> None:
        self.tenant = tenant
        self.ids: list[str] = []
        self.names: list[str] = []
        self.merged: dict[int, int] = {}
        self.erased: set[int] = set()
        self.aliases: dict[str, int] = {}
        self._by_id: dict[str, int] = {}
        self._clubs: dict[str, int] = {"": 0}
        self._club_names: list[str] = [""]
        self._club_of = np.zeros(0, np.int32)
        self._guest = np.zeros(0, np.bool_)
        self._sought: list[str] = []  # what is searched in, as far as anybody has searched

    def __len__(self) -> int:
        return len(self.ids)

    def find(self, text: str) -> int | None:
        """The number of the player with an id or alias."""
        number = self._by_id.get(text)
        return self.aliases.get(text) if number is None else number

    def sought(self) -> list[str]:
        """Names and ids of all players as they are searched in, by number."""
        known = len(self._sought)
        new = zip(self.names[known:], self.ids[known:], strict=True)
        self._sought += [_sought(name, player) for name, player in new]
        return self._sought

    def final(self, number: int) -> int:
        """Whom a player's games count for."""
        while number in self.merged:
            number = self.merged[number]
        return number

    def club(self, number: int) -> str:
        """The club of a player; empty if there is none."""
        return self._club_names[int(self._club_of[number])]

    def clubs(self, numbers: Sequence[int]) -> list[str]:
        """The clubs of some players."""
        if len(self._club_names) == 1:  # nobody has one
            return [""] * len(numbers)
        return [self._club_names[club] for club in self._club_of[numbers].tolist()]

    def clubs_of(self, numbers: Indices) -> set[str]:
        """All clubs that some players are in."""
        found = np.flatnonzero(np.bincount(self._club_of[numbers], minlength=1))
        return {self._club_names[club] for club in found.tolist()} - {""}

    def in_club(self, numbers: Indices, club: str) -> Flags:
        """Which of some players are in a club."""
        return np.equal(self._club_of[numbers], self._clubs.get(club, NOBODY))

    def is_guest(self, number: int) -> bool:
        """Whether a player is a guest, who is on no list."""
        return bool(self._guest[number])

    def guests(self, numbers: Indices) -> Flags:
        """Which of some players are guests."""
        found: Flags = self._guest[numbers]
        return found

    def load(self, connection: Connection, again: Iterable[int] = ()) -> None:
        """Read players who are new, and some others again."""
        known = sorted(number for number in set(again) if number < len(self))
        if known or not len(self):
            self.load_aliases(connection)
        for start in range(0, len(known), MOST_ASKED):
            self._read(connection, players.c.number.in_(known[start : start + MOST_ASKED]))
        self._read_new(connection)

    def load_merged(self, connection: Connection) -> None:
        """Read whose games are another's."""
        rows = select(players.c.number, players.c.merged_into).where(
            players.c.tenant == self.tenant, players.c.merged_into.is_not(None)
        )
        self.merged = {row.number: row.merged_into for row in connection.execute(rows)}

    def load_aliases(self, connection: Connection) -> None:
        """Read all aliases."""
        rows = select(aliases).where(aliases.c.tenant == self.tenant)
        self.aliases = {row.alias: row.number for row in connection.execute(rows)}

    def _read_new(self, connection: Connection) -> None:
        """Read players who are new; most of them have nothing but an id and a name."""
        first, c = len(self), players.c
        for part in players_from(connection, self.tenant, first):
            self._append(part)
        if len(self) > first:
            more = (c.club != "") | c.guest | c.merged_into.is_not(None)
            self._read(connection, (c.number >= first) & (more | c.erased_at.is_not(None)))

    def _read(self, connection: Connection, which: ColumnElement[bool]) -> None:
        columns = ("number", "id", "name", "club", "guest", "merged_into", "erased_at")
        query = select(*(players.c[name] for name in columns)).order_by(players.c.number)
        found = connection.execute(query.where(players.c.tenant == self.tenant, which))
        for part in found.partitions(10_000):
            for row in part:
                self._set(*row)

    def _set(
        self,
        number: int,
        player: str,
        name: str,
        club: str,
        guest: bool,
        merged_into: int | None,
        erased_at: int | None,
    ) -> None:
        if self._by_id.get(self.ids[number]) == number:  # not another's since
            del self._by_id[self.ids[number]]
        self.ids[number], self.names[number] = player, name
        self._by_id[player] = number
        if number < len(self._sought):
            self._sought[number] = _sought(name, player)
        self._guest[number], self._club_of[number] = guest, self._club_number(club)
        if merged_into is None:
            self.merged.pop(number, None)
        else:
            self.merged[number] = merged_into
        if erased_at is None:
            self.erased.discard(number)
        else:
            self.erased.add(number)

    def _append(self, new: Sequence[Sequence[str]]) -> None:
        """Add players with the next numbers, each with an id and a name."""
        first = len(self)
        self.ids += [row[0] for row in new]
        self.names += [row[0] if row[0] == row[1] else row[1] for row in new]
        self._by_id.update(zip(self.ids[first:], range(first, len(self)), strict=True))
        lacking = len(self) - len(self._guest)
        if lacking > 0:
            more = max(lacking, len(self) // 2, 1024)
            self._guest = np.pad(self._guest, (0, more))
            self._club_of = np.pad(self._club_of, (0, more))

    def _club_number(self, club: str) -> int:
        if club not in self._clubs:
            self._clubs[club] = len(self._club_names)
            self._club_names.append(club)
        return self._clubs[club]

    def enter(self, connection: Connection, ids: Sequence[str]) -> None:
        """Make players of ids that nobody has, in a transaction; see :meth:`forget_from`."""
        at = now()
        first = len(self)
        columns = ("tenant", "number", "id", "name", "created_at")
        rows = [(self.tenant, first + place, new, new, at) for place, new in enumerate(ids)]
        insert_rows(connection, players, columns, rows)
        self._append([(new, new) for new in ids])

    def forget_from(self, number: int) -> None:
        """Let go of players whose transaction was not committed."""
        for place in range(number, len(self)):
            self._by_id.pop(self.ids[place], None)
        del self.ids[number:], self.names[number:], self._sought[number:]
        self._guest[number:], self._club_of[number:] = False, 0

    def lock(self, connection: Connection) -> None:
        """Wait until nobody else makes players, and know all that there are."""
        connection.execute(
            select(tenants.c.number).where(tenants.c.number == self.tenant).with_for_update()
        )
        self.load(connection)

    def write(self, connection: Connection, number: int, **columns: object) -> None:
        """Change columns of a player, here and in a transaction."""
        if columns:
            own = (players.c.tenant == self.tenant) & (players.c.number == number)
            connection.execute(update(players).where(own).values(**columns))
        self.load(connection, [number])


def _sought(name: str, player: str) -> str:
    """What is searched in: a name and an id, whatever their case."""
    return name.casefold() if name == player else f"{name}\n{player}".casefold()
