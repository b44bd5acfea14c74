"""The names in a sheet, cleaned before anybody compares them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from evenhand.ledger.names import clean_name
from evenhand.ledger.uploads.limits import Limits
from evenhand.sheets import BadCell, Cell, Sheet, unescape_formula

Places = dict[str, tuple[int, str]]
"""Of each player's name the row and column where it stands first."""

_PLAYERS = re.compile(r"player(_[0-9]+)?|declarer")
_IDS = ("list", "game")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A sheet in which every name is clean, or a flaw that says what is wrong with it."""

    sheet: Sheet
    places: Places


def plain_title(title: str, aliases: Mapping[str, str]) -> str:
    """Return the name of a column without capitals and in English.

    >>> plain_title("Spieler 1", {"spieler_1": "player_1"}), plain_title("Won", {})
    ('player_1', 'won')
    """
    name = re.sub(r"[\s-]+", "_", title.strip().lower())
    return aliases.get(name, name)


def clean_sheet(sheet: Sheet, limits: Limits, aliases: Mapping[str, str]) -> Cleaned:
    """Clean the names of players, lists and games, and mark cells that are too long.

    ``aliases`` are other names of columns, see :class:`evenhand.games.Reader`.
    """
    titles = [plain_title(title, aliases) for title in sheet.columns]
    cleaner = _Cleaner(sheet.columns, titles, limits)
    rows = tuple(cleaner.row(number, row) for number, row in enumerate(sheet.rows, start=1))
    return Cleaned(replace(sheet, rows=rows), cleaner.places)


@dataclass(slots=True)
class _Cleaner:
    columns: Sequence[str]
    titles: Sequence[str]
    limits: Limits
    places: Places = field(default_factory=dict)
    _players: list[bool] = field(init=False)
    _named: list[bool] = field(init=False)
    _known: dict[str, str | BadCell] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._players = [bool(_PLAYERS.fullmatch(title)) for title in self.titles]
        named = zip(self._players, self.titles, strict=True)
        self._named = [player or title in _IDS for player, title in named]

    def row(self, number: int, row: Sequence[Cell]) -> list[Cell]:
        """A row with clean names; where players stand first is noted."""
        clean = [
            self._clean(cell, named) if isinstance(cell, str) else cell
            for cell, named in zip(row, self._named, strict=True)
        ]
        for cell, title, player in zip(clean, self.columns, self._players, strict=True):
            if player and isinstance(cell, str):
                self.places.setdefault(cell, (number, title))
        return clean

    def _clean(self, text: str, named: bool) -> str | BadCell:
        if len(text) > self.limits.cell:
            return BadCell(f"more than {self.limits.cell:,} characters")
        if not named:
            return text
        if text not in self._known:
            self._known[text] = _name(text)
        return self._known[text]


def _name(text: str) -> str | BadCell:
    try:
        return clean_name(unescape_formula(text.strip()))
    except ValueError as error:
        return BadCell(str(error))
