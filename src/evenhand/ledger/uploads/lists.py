"""Uploaded Seeger lists: a game of the ledger is a whole list, the totals are its scores."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from evenhand.games.skat.lists import TOTALS_NEEDED, by_list, read_deals, read_totals, recognise
from evenhand.games.skat.seeger import ScoreList
from evenhand.ledger.uploads.cleaning import plain_title
from evenhand.ledger.uploads.upload import UploadedGame, key_of
from evenhand.sheets import Row, Sheet
from evenhand.tables import TableError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

CROWD = 100
"""Rows of a list of totals, beyond which it is not looked at more closely."""


def is_list(columns: Iterable[str]) -> bool:
    """Whether columns are those of a Seeger list, or are meant to be.

    >>> is_list(["Liste", "Spieler", "Gewonnen"]), is_list(["game", "player", "score"])
    (True, False)
    """
    titles = {plain_title(title) for title in columns}
    counted = titles.intersection(TOTALS_NEEDED[1:])
    return "declarer" in titles or ("player" in titles and bool(counted))


def read_lists(sheet: Sheet, errors: list[TableError]) -> list[UploadedGame]:
    """The lists of a sheet, in the order of their first rows; every wrong row adds an error."""
    kind = recognise(sheet)
    if not kind.rows:
        raise TableError("no rows")
    errors += sheet.errors
    broken = {error.row for error in errors}
    rows = [row for row in kind.rows if row.number not in broken]
    if not kind.deal_by_deal:
        rows = _without_crowds(rows, errors)
    lists = (read_deals if kind.deal_by_deal else read_totals)(rows, errors)
    if errors:
        return []
    first = [own[0] for own in by_list(rows, []).values()]
    _check_times(lists, first, errors)
    numbered = enumerate(zip(lists, first, strict=True), start=1)
    return [_game(number, one, row.number) for number, (one, row) in numbered]


def _without_crowds(rows: Sequence[Row], errors: list[TableError]) -> list[Row]:
    """The rows without lists of very many players, which are compared with each other."""
    crowds = {name: own for name, own in by_list(rows, []).items() if len(own) > CROWD}
    for name, own in crowds.items():
        which = f"list {name}" if name else "the list"
        problem = f"{which} has {len(own):,} players; a table has three or four"
        errors.append(own[0].error("player", problem))
    out = {row.number for own in crowds.values() for row in own}
    return [row for row in rows if row.number not in out]


def _check_times(
    lists: Sequence[ScoreList], first: Sequence[Row], errors: list[TableError]
) -> None:
    """Either all lists have a time or none, or their order is not known."""
    if all(one.time is None for one in lists):
        return
    for one, row in zip(lists, first, strict=True):
        if one.time is None:
            errors.append(row.error("time", f"list {one.name!r} has no time, but others have"))


def _game(number: int, one: ScoreList, row: int) -> UploadedGame:
    time = None if one.time is None else (one.time - EPOCH) // MICROSECOND
    scores = tuple(float(total) for total in one.totals)
    return UploadedGame(key_of(number), time, one.players, scores, row, one.name)
