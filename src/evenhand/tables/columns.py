"""The columns of game files: which there are, and which layout they make.

A wide file has one row a game (``player_1, player_2, score_1, score_2, ...``),
a long file one row a player of a game (``game, player, score, ...``).  Columns whose names
begin with ``x_`` are the user's own: they may be there and are left out.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Literal

from evenhand.tables.table import TableError

Layout = Literal["wide", "long"]
Wanted = Callable[[Sequence[str]], list[str]]
"""Which columns of a file are read."""

SEAT_ROLES = ("player", "score", "luck", "team")
GAME_ROLES = ("time", "game")
LONG = ("game", "player", "score", "luck", "team", "seat", "time")
LONG_NEEDED = ("game", "player", "score")
OWN = "x_"
"""How the names of the user's own columns begin."""

_NUMBERED = re.compile(rf"({'|'.join(SEAT_ROLES)})_([1-9][0-9]*)")


def recognise(columns: Sequence[str], file: str) -> Layout:
    """The layout of a file with these columns, none of them unknown, missing or twice there."""
    _check_names(columns, file)
    known = without_own(columns)
    if "player" in known or "score" in known:
        _check_long(known, file)
        return "long"
    _check_wide(known, file)
    return "wide"


def without_own(columns: Sequence[str]) -> list[str]:
    """The columns that are not the user's own."""
    return [name for name in columns if not name.startswith(OWN)]


def width(columns: Sequence[str]) -> int:
    """The number of seats of a wide file."""
    return sum(name.startswith("player_") for name in columns)


def _check_names(columns: Sequence[str], file: str) -> None:
    for place, name in enumerate(columns, start=1):
        if not name:
            raise TableError(f"column {place} has no name", file=file)
        if name in columns[: place - 1]:
            raise TableError("is there twice", column=name, file=file)


def _check_long(columns: Sequence[str], file: str) -> None:
    for name in columns:
        if name not in LONG:
            raise _unknown(name, LONG, ", ".join(LONG), file)
    for name in LONG_NEEDED:
        if name not in columns:
            raise TableError("missing column", column=name, file=file)


def _check_wide(columns: Sequence[str], file: str) -> None:
    seats = max((int(found[2]) for found in map(_NUMBERED.fullmatch, columns) if found), default=2)
    roles = {found[1] for found in map(_NUMBERED.fullmatch, columns) if found}
    for name in columns:
        if name not in GAME_ROLES and not _NUMBERED.fullmatch(name):
            known = [f"{role}_{seat}" for role in SEAT_ROLES for seat in (1, 2)]
            numbered = ", ".join(f"{role}_1 ..." for role in SEAT_ROLES)
            allowed = f"{numbered}, time, game (or in a long file {', '.join(LONG)})"
            raise _unknown(name, [*known, *GAME_ROLES, *LONG], allowed, file)
    for seat in range(1, max(seats, 2) + 1):
        for role in SEAT_ROLES:
            name = f"{role}_{seat}"
            if name not in columns and role in roles | {"player", "score"}:
                raise TableError("missing column", column=name, file=file)


def _unknown(name: str, known: Sequence[str], allowed: str, file: str) -> TableError:
    near = get_close_matches(name.lower().replace(" ", "_"), known, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    problem = f"unknown column{hint}; allowed are {allowed}; columns of your own begin with {OWN}"
    return TableError(problem, column=name, file=file)
