"""What the rows of both kinds of lists have in common."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from evenhand.sheets import Row, collect_errors
from evenhand.tables import TableError

T = TypeVar("T")


def by_list(rows: Iterable[Row], errors: list[TableError]) -> dict[str, list[Row]]:
    """The rows of every list; an empty name means the list of the row above."""
    lists: dict[str, list[Row]] = {}
    name = ""
    for row in rows:
        with collect_errors(errors):
            name = row.text("list") or name
            if not name and "list" in row.cells:
                raise row.error("list", "missing list")
            lists.setdefault(name, []).append(row)
    return lists


def common(
    column: str, rows: Sequence[Row], read: Callable[[Row], T | None], errors: list[TableError]
) -> T | None:
    """What all rows of a list say; an empty cell agrees with everything."""
    found: T | None = None
    for row in rows:
        with collect_errors(errors):
            value = read(row)
            if value is not None and found is not None and value != found:
                raise row.error(column, f"not the {column} of the rows above: {found}")
            found = value if found is None else found
    return found
