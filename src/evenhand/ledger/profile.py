"""One player: where he stands, every change and why, whom he met."""

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from evenhand.compiled import kernel
from evenhand.ledger.board import active_since
from evenhand.ledger.columns import NONE
from evenhand.ledger.effects import ratings_before, seated
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.results import show_time
from evenhand.ledger.titles import titles_of
from evenhand.tables import EMPTY, Floats, Indices

Positions = NDArray[np.int64]


class Profile(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A player on a ladder; who has not played yet has the rating that one starts with."""

    player: str
    name: str
    number: int
    rating: float
    games: int
    provisional: bool
    club: str = ""
    title: str = ""  # the highest, by the rules of the ladder
    guest: bool = False
    aliases: list[str] = []
    merged: list[str] = []  # ids of players whose games are this one's
    deviation: float | None = None
    rank: int | None = None
    percentile: float | None = None  # of the others on the list who stand lower
    active: bool | None = None
    last_played: str | None = None
    peak: float | None = None
    peak_at: str | None = None
    luck: float | None = None  # rating points that luck would have brought so far


class SeatChange(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a game did to one player's rating."""

    player: str
    score: float
    before: float
    after: float
    expected: float
    change: float
    skill: float | None = None  # if luck was taken out: what counted,
    luck: float | None = None  # and what did not


class Game(msgspec.Struct, frozen=True):
    """A game that counts, and what it did."""

    id: str
    seq: int
    played_at: str
    players: list[SeatChange]


class Opponent(msgspec.Struct, frozen=True):
    """Somebody whom a player met, and who had more points how often."""

    player: str
    name: str
    games: int
    won: int
    drawn: int
    lost: int
    expected: float  # games that the player was expected to win against the table


def profile(ladder: Ladder, number: int) -> Profile:
    """All about a player; who was merged into another is the other."""
    number = ladder.roster.final(number)
    with ladder.lock:
        local = ladder.local(number)
        known = dict[str, Any]() if local is None else _standing(ladder, local)
    roster = ladder.roster
    merged = [roster.ids[one] for one in roster.merged if roster.final(one) == number]
    start = float(ladder.standing.system.initial_row()[0])
    return Profile(
        **{"rating": start, "games": 0, "provisional": True}
        | known
        | {
            "player": roster.ids[number],
            "name": roster.names[number],
            "number": number,
            "club": roster.club(number),
            "guest": roster.is_guest(number),
            "aliases": [alias for alias, owner in roster.aliases.items() if owner == number],
            "merged": merged,
        }
    )


def _standing(ladder: Ladder, local: int) -> dict[str, Any]:
    standing, rules = ladder.standing, ladder.settings.rules
    row, games = standing.ratings[local], int(standing.played[local])
    known: dict[str, Any] = {"rating": float(row[0]), "games": games}
    known["provisional"] = games < rules.provisional_games
    if "deviation" in standing.system.columns:
        known["deviation"] = float(row[standing.system.columns.index("deviation")])
    place = standing.ranking.place(local)
    if place is not None:
        rank, total = standing.ranking.rank(float(row[0])), len(standing.ranking)
        lower = total - standing.ranking.after(float(row[0]), standing.players)
        known |= {"rank": rank, "percentile": 100.0 * lower / max(total - 1, 1)}
    if games:
        known |= _career(ladder, local)
        known["title"] = titles_of(ladder, np.array([local], np.int32))[0]
    return known


def _career(ladder: Ladder, local: int) -> dict[str, Any]:
    """When a player last played, the highest rating, the luck so far."""
    standing = ladder.standing
    games, seats = walk(ladder, local)
    time, after = standing.games["time"][games], standing.games["after"][games, seats]
    best = len(after) - 1 - int(after[::-1].argmax())  # the first time it was reached
    known: dict[str, Any] = {
        "active": int(time[0]) >= active_since(ladder),
        "last_played": show_time(int(time[0])),
        "peak": float(after[best]),
        "peak_at": show_time(int(time[best])),
    }
    if "worth" in standing.games:
        known["luck"] = float(np.nansum(standing.games["worth"][games, seats]))
    return known


def walk(
    ladder: Ladder, local: int, most: int | None = None, start: int | None = None
) -> tuple[Positions, Positions]:
    """A player's games, the last one first, by position, and the seats on which he sat."""
    standing = ladder.standing
    count = int(standing.played[local])
    games = np.empty(count if most is None else min(most, count), np.int64)
    seats = np.empty_like(games)
    first = int(standing.last[local]) if start is None else start
    columns = standing.games
    found = _walk(
        columns["seats"], columns["before"], standing.stands_for, local, first, games, seats
    )
    return games[:found], seats[:found]


@kernel
def _walk(
    seats: Indices,
    before: Indices,
    stands_for: Indices,
    player: int,
    game: int,
    games: Positions,
    own: Positions,
) -> int:
    count = 0
    while game != NONE and count < len(games):
        for seat in range(seats.shape[1]):
            if seats[game, seat] >= 0 and stands_for[seats[game, seat]] == player:
                games[count], own[count] = game, seat
                game = before[game, seat]
                break
        count += 1
    return count


def games_of(
    connection: Connection, ladder: Ladder, local: int, limit: int, after: int | None = None
) -> tuple[list[Game], int | None]:
    """A player's games, the last one first, and what to go on with: the last one's number.

    ``after`` is such a number; None comes back if there are no more, or no such game any more.
    """
    with ladder.lock:
        start = None
        if after is not None:
            at = ladder.standing.find(after)
            start = NONE if at is None else _before(ladder, local, at)
        games, _ = walk(ladder, local, limit + 1, start)
        shown = games[:limit]
        more = int(ladder.standing.games["seq"][shown[-1]]) if len(games) > limit else None
        return changes(connection, ladder, shown), more


def _before(ladder: Ladder, local: int, game: int) -> int:
    own = np.flatnonzero(seated(ladder.standing, np.array([game]))[0] == local)
    return int(ladder.standing.games["before"][game, own[0]]) if len(own) else NONE


def changes(connection: Connection, ladder: Ladder, games: Positions) -> list[Game]:
    """Games by position, with what each did to its players; the caller holds the lock."""
    if not len(games):
        return []
    ids = ladder.ids(connection, ladder.standing.games["seq"][games])
    return [
        Game(name, seq, show_time(time), seats)
        for name, seq, time, seats in zip(
            ids,
            ladder.standing.games["seq"][games].tolist(),
            ladder.standing.games["time"][games].tolist(),
            seat_changes(ladder, games),
            strict=True,
        )
    ]


def seat_changes(ladder: Ladder, games: Positions) -> list[list[SeatChange]]:
    """What games, by position, did to the ratings of their players."""
    standing = ladder.standing
    columns = standing.games
    players, before = seated(standing, games), ratings_before(standing, games)
    taken = players != EMPTY
    after = columns["after"][games]
    parts = [columns["score"][games], before, after, columns["expected"][games], after - before]
    if "worth" in columns and "luck" in columns:
        known = _luck_known(columns["luck"][games], taken)
        parts += [
            np.where(known, part, np.nan) for part in (after - before, columns["worth"][games])
        ]
    ids = ladder.roster.ids
    names = [ids[number] for number in ladder.numbers[players[taken]].tolist()]
    flat = list(map(SeatChange, names, *(_numbers(part[taken]) for part in parts)))
    ends = taken.sum(axis=1).cumsum().tolist()
    return [flat[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _numbers(column: Floats) -> list[float | None]:
    """Numbers, and None for what is not known."""
    if not np.isnan(column).any():
        known: list[float | None] = column.tolist()
        return known
    return [None if number != number else number for number in column.tolist()]


def _luck_known(luck: Floats, taken: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """In which games the luck of all players is known, as a column."""
    unknown = np.isnan(luck) & taken
    known: NDArray[np.bool_] = np.logical_not(np.any(unknown, axis=1))[:, None]
    return known


def opponents(ladder: Ladder, local: int, only: int | None = None) -> list[Opponent]:
    """Whom a player met, the most often met first; or only one of them, by local number."""
    with ladder.lock:
        standing = ladder.standing
        games, own = walk(ladder, local)
        players = seated(standing, games)
        score, expected = standing.games["score"][games], standing.games["expected"][games]
        mine = np.take_along_axis(score, own[:, None], 1)
        chance = np.take_along_axis(expected, own[:, None], 1)
        met = (players != EMPTY) & (players != local)
        if only is not None:
            met &= players == only
        others = players[met]
        ahead = np.sign(mine - score)[met]
        chances = np.broadcast_to(chance, players.shape)[met]
        return _tally(ladder, others, ahead, chances)


def _tally(ladder: Ladder, others: Indices, ahead: Floats, chances: Floats) -> list[Opponent]:
    known, places = np.unique(others, return_inverse=True)

    def count(which: NDArray[np.bool_]) -> list[int]:
        found: list[int] = np.bincount(places[which], minlength=len(known)).tolist()
        return found

    games = count(np.ones(len(others), np.bool_))
    won, drawn, lost = (count(ahead == sign) for sign in (1.0, 0.0, -1.0))
    hoped = np.bincount(places, chances, len(known)).tolist()
    numbers = ladder.numbers[known].tolist()
    ids, names = ladder.roster.ids, ladder.roster.names
    rows = [
        Opponent(ids[n], names[n], *rest)
        for n, *rest in zip(numbers, games, won, drawn, lost, hoped, strict=True)
    ]
    return sorted(rows, key=lambda row: (-row.games, row.player))


def chances(ladder: Ladder, locals_: Sequence[int | None]) -> list[float]:
    """Chances to win of players at one table; who has not played yet starts."""
    with ladder.lock:
        standing = ladder.standing
        start = np.array(standing.system.initial_row())
        rows = np.array([start if one is None else standing.ratings[one] for one in locals_])
    seats = np.arange(len(rows), dtype=np.int32)[None]
    found: list[float] = standing.system.predict(rows, seats)[0].tolist()
    return found
