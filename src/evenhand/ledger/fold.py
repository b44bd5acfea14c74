"""What blocks of the log come to, taken together: games added, games that no longer count.

The last word about a result counts, so a correction corrected again is rated once.  Seats are
players' numbers.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenhand.ledger.columns import Rows, joined
from evenhand.ledger.entries import (
    Block,
    Changed,
    Corrected,
    Merged,
    Played,
    Renamed,
    Unmerged,
    Voided,
)
from evenhand.ledger.settings import Settings
from evenhand.ledger.standing import Ids
from evenhand.tables import EMPTY, Indices, Times

NO_GAMES = Rows(
    np.empty((0, 2), np.int32), np.empty((0, 2)), np.empty(0, np.int64), np.empty(0, np.int64)
)


@dataclass(slots=True)
class Change:
    """The sum of some blocks."""

    added: Rows = NO_GAMES
    replaced: set[int] = field(default_factory=set)  # sequence numbers of posts
    merged: dict[int, int | None] = field(default_factory=dict)
    renamed: set[int] = field(default_factory=set)
    settings: Settings | None = None
    last: int = 0  # sequence number


def fold(blocks: Iterable[Block], ids: Ids) -> Change:
    """The sum of some blocks; the games to add are in playing order."""
    change = Change()
    posts: list[Rows] = []
    final: dict[int, Corrected | None] = {}
    for block in blocks:
        body = block.body
        change.last = block.last
        if isinstance(body, Played):
            posts.append(rows_of(body, block.first))
        elif isinstance(body, Corrected):
            final[body.of] = body
        elif isinstance(body, Voided):
            final.update(dict.fromkeys(body.of))
        else:
            _fold_people(body, change)
    added = joined(NO_GAMES, *posts)
    if final:
        change.replaced = set(final)
        added = added.take(np.flatnonzero(~np.isin(added.seq, list(final))))
        corrected = [_corrected(body) for body in final.values() if body is not None]
        added = joined(added, *corrected)
    change.added = in_playing_order(added, ids)
    return change


def _fold_people(body: Merged | Unmerged | Renamed | Changed, change: Change) -> None:
    if isinstance(body, Changed):
        change.settings = body.settings
        return
    change.renamed.add(body.player)
    if isinstance(body, Merged):
        change.merged[body.player] = body.into
    elif isinstance(body, Unmerged):
        change.merged[body.player] = None


def in_playing_order(rows: Rows, ids: Ids) -> Rows:
    """Games by time, and by id where times are equal."""
    if len(rows) < 2:
        return rows
    time = rows.time
    if not (time[1:] > time[:-1]).all():
        order = np.argsort(time, kind="stable")
        _order_ties(order, time[order], rows, ids)
        rows = rows.take(order)
    return rows


def _order_ties(order: NDArray[np.int64], time: Times, rows: Rows, ids: Ids) -> None:
    same = np.flatnonzero(time[1:] == time[:-1])
    if not len(same):
        return
    tied = np.union1d(same, same + 1)
    names = ids(rows.seq[order[tied]])
    keys = sorted(range(len(tied)), key=lambda place: (int(time[tied[place]]), names[place]))
    order[tied] = order[tied[keys]]


def rows_of(body: Played, first: int) -> Rows:
    """The games of a block as they stand there."""
    games = len(body.times)
    return Rows(
        **_by_seats(body, body.sizes, games),
        time=np.array(body.times, np.int64),
        seq=np.arange(first, first + games, dtype=np.int64),
    )


def _corrected(body: Corrected) -> Rows:
    time, seq = np.array([body.time], np.int64), np.array([body.of], np.int64)
    return Rows(**_by_seats(body, len(body.seats), 1), time=time, seq=seq)


def _by_seats(body: Played | Corrected, sizes: int | list[int], games: int) -> dict[str, Any]:
    """Columns of games from those of their seats, one game's seats after the other's."""
    columns: dict[str, tuple[Any, type, float]] = {
        "seats": (body.seats, np.int32, EMPTY),
        "score": (body.scores, np.float64, 0.0),
        "luck": (body.luck, np.float64, np.nan),  # luck that is not known is NaN
        "team": (body.teams, np.int8, 0),
    }
    known = {name: column for name, column in columns.items() if column[0] is not None}
    if isinstance(sizes, int):  # all games have as many seats
        shape = (games, sizes)
        return {name: np.array(v, kind).reshape(shape) for name, (v, kind, _) in known.items()}
    taken = np.arange(max(sizes)) < np.array(sizes)[:, None]
    laid: dict[str, Any] = {}
    for name, (values, kind, empty) in known.items():
        laid[name] = np.full(taken.shape, empty, kind)
        laid[name][taken] = np.array(values, kind)
    return laid


def local_seats(rows: Rows, local: Indices) -> Rows:
    """The same games with local numbers of players."""
    if not len(rows):
        return rows
    return replace(rows, seats=np.where(rows.seats == EMPTY, np.int32(EMPTY), local[rows.seats]))
