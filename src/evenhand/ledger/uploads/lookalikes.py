"""Players of a file who look like somebody else: warned about, never changed."""

import unicodedata
from collections.abc import Iterable

from evenhand.ledger.names import looks, shown
from evenhand.ledger.uploads.cleaning import Places
from evenhand.ledger.uploads.upload import Problem


def lookalikes(places: Places, known: Iterable[str]) -> list[Problem]:
    """Each new name that looks like one above it in the file or one of the ladder.

    >>> places = {"Anna": (1, "player_1"), "anna": (4, "player_2")}
    >>> print(*lookalikes(places, []))
    row 4, column player_2: 'anna' differs from 'Anna' of row 1 only by case or blanks
    """
    theirs = set(known)
    seen: dict[str, str] = {}
    for name in sorted(theirs):
        for look in looks(name):
            seen.setdefault(look, name)
    found = []
    for name, (row, column) in places.items():
        keys = sorted(looks(name))
        others = [seen[look] for look in keys if seen.get(look, name) != name]
        if others and name not in theirs:
            found.append(Problem(row, column, _alike(name, others[0], places)))
        for look in keys:
            seen.setdefault(look, name)
    return found


def _alike(name: str, other: str, places: Places) -> str:
    where = f"of row {places[other][0]}" if other in places else "of the ladder"
    whom = f"{shown(other)} {where}"
    if _plain(name) == _plain(other):
        return f"{shown(name)} differs from {whom} only by case or blanks"
    told = f"{shown(name)} looks like {whom}"
    if odd := _odd(name, other):
        return f"{told}, but has {odd}"
    odd = _odd(other, name)
    return f"{told}, which has {odd}" if odd else told


def _odd(name: str, other: str) -> str:
    """What a character of one name is called that is not usual and not in the other."""
    signs = [sign for sign in name if not sign.isascii() and sign not in other]
    return unicodedata.name(signs[0], "") if signs else ""


def _plain(name: str) -> str:
    return "".join(name.casefold().split())
