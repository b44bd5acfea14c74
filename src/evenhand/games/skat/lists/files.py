"""Score lists from CSV and XLSX files and back.

The columns say which kind a file is: with ``declarer`` it has a row a deal, with ``player``
a row a player.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from evenhand.games.skat.lists.columns import TOTALS_NEEDED, recognise
from evenhand.games.skat.lists.deal_rows import read_deals, write_deal_rows
from evenhand.games.skat.lists.score_list import ScoreList
from evenhand.games.skat.lists.total_rows import read_totals, write_total_rows
from evenhand.sheets import Cells, raise_all, read_sheet, write_sheet
from evenhand.tables import TableError

RowsOf = Callable[[Sequence[ScoreList]], tuple[list[str], list[Cells]]]


def read_lists(path: str | Path) -> list[ScoreList]:
    """The lists of a file in the order of their first rows; tells every row that is wrong."""
    sheet = read_sheet(Path(path))
    kind = recognise(sheet)
    if not kind.rows:
        raise TableError("no rows", file=sheet.file)
    errors = list(sheet.errors)
    broken = {error.row for error in errors}
    rows = [row for row in kind.rows if row.number not in broken]
    lists = (read_deals if kind.deal_by_deal else read_totals)(rows, errors)
    raise_all(errors)
    return lists


def write_deals(lists: Sequence[ScoreList], path: str | Path) -> None:
    """Write every deal of some lists."""
    for one in lists:
        if not one.entries:
            raise TableError(f"of list {one.name!r} the deals are not known", file=str(path))
    _write(lists, path, write_deal_rows)


def write_totals(lists: Sequence[ScoreList], path: str | Path) -> None:
    """Write the totals of some lists."""
    _write(lists, path, write_total_rows)


def _write(lists: Sequence[ScoreList], path: str | Path, rows_of: RowsOf) -> None:
    names = [one.name for one in lists]
    if not lists:
        raise TableError("no lists to write", file=str(path))
    if len(lists) > 1 and (not all(names) or len(set(names)) < len(names)):
        raise TableError("several lists need names of their own", column="list", file=str(path))
    columns, rows = rows_of(lists)
    kept = [
        place
        for place, name in enumerate(columns)
        if name in ("declarer", *TOTALS_NEEDED) or any(row[place] is not None for row in rows)
    ]
    cells = [[row[place] for place in kept] for row in rows]
    write_sheet(Path(path), [columns[place] for place in kept], cells)
