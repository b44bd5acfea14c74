"""Games of a file that the ledger has already: they must be the same."""

from collections.abc import Sequence

import numpy as np
from sqlalchemy import Connection, select

from evenhand.ledger.bulk import known_results
from evenhand.ledger.columns import Rows, joined
from evenhand.ledger.entries import Played, read_played
from evenhand.ledger.fold import NO_GAMES, rows_of
from evenhand.ledger.importing.games import FileGames, Places
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.schema import log
from evenhand.tables import EMPTY, Flags

OTHER = "another result has this id"


def find_known(ledger: Ledger, ladder: Ladder, games: FileGames, places: Places) -> dict[str, int]:
    """Which of some games are there, by id, with their sequence numbers."""
    ids = [games.ids[place] for place in places]
    with ledger.database.reading() as connection:
        known = known_results(connection, ladder.number, ids)
        own = places[[name in known for name in ids]] if known else places[:0]
        there = _posted(connection, ladder, [known[games.ids[place]] for place in own])
    if known:
        ledger.follow(ladder)  # others may have posted them, and made their players
        _check_same(ladder, games, own, there)
    return known


def _posted(connection: Connection, ladder: Ladder, seqs: Sequence[int]) -> Rows:
    """Results as they were first posted, players by number, in the order that is asked for."""
    if not seqs:
        return NO_GAMES
    columns = (log.c.first, log.c.last, log.c.kind, log.c.at, log.c.by, log.c.body)
    query = select(*columns).where(
        log.c.ladder == ladder.number, log.c.kind == "results", log.c.last >= min(seqs),
        log.c.first <= max(seqs),
    )  # fmt: skip
    wanted, parts = np.sort(seqs), list[Rows]()
    for row in connection.execute(query.order_by(log.c.first)):
        low, high = np.searchsorted(wanted, (row.first, row.last + 1))
        if low < high:
            body = read_played(*row).body
            assert isinstance(body, Played)
            parts.append(rows_of(body, row.first).take(wanted[low:high] - row.first))
    return joined(*parts).take(np.searchsorted(wanted, seqs))


def _check_same(ladder: Ladder, games: FileGames, places: Places, there: Rows) -> None:
    """Refuse a game that is not the one that was posted under its id."""
    numbers = [ladder.roster.find(player) for player in games.players]
    persons = np.array([EMPTY if number is None else number for number in numbers], np.int32)
    width = max(games.table.width, there.width)
    here = games.taken_by(persons, places).widened(width, luck=True, team=True)
    there = there.widened(width, luck=True, team=True)
    same = _same(here, there)
    if games.table.time is not None:
        same &= here.time == there.time
    if not same.all():
        raise games.wrong(int(places[int(same.argmin())]), OTHER)


def _same(here: Rows, there: Rows) -> Flags:
    """Which games have the same players, scores, luck and teams."""
    assert here.luck is not None
    assert there.luck is not None
    taken = there.seats != EMPTY
    unlike: Flags = here.seats != there.seats
    unlike |= taken & (here.score != there.score)
    unlike |= taken & (here.luck != there.luck) & ~(np.isnan(here.luck) & np.isnan(there.luck))
    unlike |= taken & (here.team != there.team)
    same: Flags = ~np.any(unlike, axis=1)
    return same
