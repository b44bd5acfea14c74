"""The columns of score lists: their names, and which kind of list they make."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from evenhand.sheets import Row, Sheet, is_empty
from evenhand.tables import TableError

SEATS = ("player_1", "player_2", "player_3", "player_4")
DEALS = (
    *("list", "game", *SEATS, "declarer", "contract", "matadors", "schneider", "schwarz"),
    *("levels", "result", "bid", "value", "score", "time", "note"),
)
TOTALS = ("list", "player", "won", "lost", "points", "total", "games", "time", "note")
TOTALS_NEEDED = ("player", "won", "lost", "points")

OTHER_NAMES = {
    "series": "list",
    "table": "list",
    "deal": "game",
    "name": "player",
    "date": "time",
    "level": "levels",
    "kontrakt": "contract",
    "spielart": "contract",
    "spielansage": "contract",
    "wertung": "score",
    "game_value": "value",
    "liste": "list",
    "spiel": "game",
    "spieler": "player",
    "alleinspieler": "declarer",
    "spitzen": "matadors",
    "stufen": "levels",
    "ergebnis": "result",
    "reizwert": "bid",
    "spielwert": "value",
    "gewonnen": "won",
    "verloren": "lost",
    "punkte": "points",
    "gesamt": "total",
    "spiele": "games",
    "datum": "time",
    "bemerkung": "note",
    **{f"spieler_{seat}": f"player_{seat}" for seat in range(1, 5)},
}


@dataclass(frozen=True, slots=True)
class Recognised:
    """The rows of a list, their cells under our names of the columns."""

    deal_by_deal: bool
    rows: tuple[Row, ...]


def recognise(sheet: Sheet) -> Recognised:
    """Tell a list of deals from one of totals; no column unknown, missing or twice there."""
    names = [_own_name(title) for title in sheet.columns]
    _check_names(names, sheet)
    deal_by_deal = "declarer" in names
    if deal_by_deal:  # whether it was won is its result
        names = ["result" if name == "won" else name for name in names]
        _check_names(names, sheet)
    if not deal_by_deal and "player" not in names:
        problem = "neither a list of deals (with a column declarer) nor of totals (player)"
        raise TableError(problem, file=sheet.file)
    _check_known(names, DEALS if deal_by_deal else TOTALS, sheet)
    for name in _needed(names) if deal_by_deal else TOTALS_NEEDED:
        if name not in names:
            raise TableError("missing column", column=name, file=sheet.file)
    if deal_by_deal and "contract" not in names and "score" not in names:
        raise TableError("missing column (or score)", column="contract", file=sheet.file)
    return Recognised(deal_by_deal, tuple(_rows(sheet, names)))


def _needed(names: Sequence[str]) -> Sequence[str]:
    """The columns a list of deals must have: three players, if any is named."""
    return SEATS[:3] if set(SEATS) & set(names) else ()


def _own_name(title: str) -> str:
    name = re.sub(r"[\s-]+", "_", title.strip().lower())
    return OTHER_NAMES.get(name, name)


def _rows(sheet: Sheet, names: Sequence[str]) -> list[Row]:
    titles = dict(zip(names, sheet.columns, strict=True))
    return [
        Row(sheet.file, number, dict(zip(names, cells, strict=True)), titles)
        for number, cells in enumerate(sheet.rows, start=1)
        if not is_empty(cells)
    ]


def _check_names(names: Sequence[str], sheet: Sheet) -> None:
    for place, name in enumerate(names):
        if not name and not is_empty([row[place] for row in sheet.rows]):
            raise TableError(f"column {place + 1} has no name", file=sheet.file)
        if name and name in names[:place]:
            raise TableError("is there twice", column=sheet.columns[place], file=sheet.file)


def _check_known(names: Sequence[str], known: Sequence[str], sheet: Sheet) -> None:
    for name, title in zip(names, sheet.columns, strict=True):
        if name and name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            problem = f"unknown column{hint}; allowed are {', '.join(known)}"
            raise TableError(problem, column=title, file=sheet.file)
