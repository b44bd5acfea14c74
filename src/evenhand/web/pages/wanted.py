"""What of a list is wanted, as the address of a page says it; what makes no sense is left out."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from evenhand.ledger.board import Filters

CHOICES = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A part of a list: filtered, searched, from a cursor or around a player."""

    search: str = ""
    club: str = ""
    min_games: int | None = None
    active: str = ""  # yes, no, or nothing for both
    provisional: str = ""
    around: str = ""
    cursor: str = ""

    @property
    def filters(self) -> Filters:
        """Who is shown."""
        return Filters(
            self.club or None,
            self.min_games,
            CHOICES.get(self.active),
            CHOICES.get(self.provisional),
        )

    @property
    def filtered(self) -> bool:
        """Whether not everybody is shown."""
        return self.filters != Filters()

    def address(self, **others: str) -> str:
        """The query of an address with this filter, and more.

        >>> Wanted(club="Karo 1").address(around="anna")
        '?club=Karo+1&around=anna'
        """
        fields = {
            "club": self.club,
            "min_games": "" if self.min_games is None else str(self.min_games),
            "active": self.active,
            "provisional": self.provisional,
        }
        return "?" + urlencode({k: v for k, v in (fields | others).items() if v})


def read_wanted(fields: Mapping[str, str]) -> Wanted:
    """What an address asks for.

    >>> read_wanted({"min_games": "", "active": "yes", "club": " A "}).filters
    Filters(club='A', min_games=None, active=True, provisional=None)
    """
    games = fields.get("min_games", "")
    return Wanted(
        search=fields.get("search", "").strip()[:100],
        club=fields.get("club", "").strip()[:200],
        min_games=int(games[:6]) or None if games.isascii() and games.isdigit() else None,
        active=_choice(fields.get("active", "")),
        provisional=_choice(fields.get("provisional", "")),
        around=fields.get("around", "")[:200],
        cursor=fields.get("cursor", "")[:100],
    )


def _choice(text: str) -> str:
    return text if text in CHOICES else ""
