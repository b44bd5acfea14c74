"""Settings of a ladder: what is played, how it is rated, who is on the list."""

import re
from typing import Annotated

import msgspec

from evenhand.ledger.database import LedgerError
from evenhand.ratings import RatingSystem, find_system, read_parameters, text_of

LONGEST = 200  # characters of a name
MOST_SEATS = 100
PRINTED = "^[^\\x00-\\x1f\\x7f]+$"

Value = float | str | None


class Title(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A title, for whoever once had this rating after so many games; who has it keeps it."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=PRINTED)]
    rating: Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
    games: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rules of the list."""

    min_games: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1  # fewer are not on the list
    provisional_games: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 10
    inactive_days: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 365
    max_players: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 8  # of one game
    titles: Annotated[list[Title], msgspec.Meta(max_length=10)] = []  # the highest one last


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that can be set of a ladder but for its id and who may see it."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]
    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    system: str = "elo"
    params: dict[str, Value] = {}
    rules: Rules = Rules()

    def make_system(self) -> RatingSystem:
        """The rating system with its parameters; refuses what it cannot have."""
        try:
            kind = find_system(self.system)
            typed = [f"{name}={text_of(value)}" for name, value in self.params.items()]
            system = kind(**read_parameters(kind, typed, option="params"))
        except (ValueError, ArithmeticError) as problem:
            raise LedgerError(str(problem)) from None
        if system.effects:
            raise LedgerError("effects cannot be set: results of a ladder have no covariates")
        return system


class Origin(msgspec.Struct, frozen=True):
    """What held when the ladder was made: its settings, and whose games were another's."""

    settings: Settings
    merged: dict[str, int] = {}


def check_ladder_id(text: str, tenant: str) -> str:
    """An id that may stand in an address, in the tenant's own part of all ids.

    >>> check_ladder_id("skat-2026", "main")
    'skat-2026'
    >>> check_ladder_id("skat", "berlin")
    Traceback (most recent call last):
    evenhand.ledger.database.LedgerError: ids of your ladders begin with 'berlin.': ...
    """
    own = text
    if tenant != "main":
        own = text.removeprefix(f"{tenant}.")
        if own == text:
            raise LedgerError(
                f"ids of your ladders begin with '{tenant}.': try '{tenant}.{text[:60]}'"
            )
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,59}", own):
        raise LedgerError(
            "the id of a ladder has up to 60 small letters, digits and hyphens, as skat-2026"
        )
    return text
