"""Find games by name: those of this distribution, and those that others have installed.

A package below :mod:`evenhand.games` that has an object ``GAME`` is a game, and so is what another
distribution registers in the entry point group ``evenhand.games``.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import evenhand.games
from evenhand.params import suggest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from evenhand.games.protocol import Game

GROUP = "evenhand.games"


def names() -> tuple[str, ...]:
    """Return the names of all games, those of this distribution first.

    >>> "skat" in names()
    True
    """
    own = list_packages()
    return (*own, *sorted(set(_find_entry_points()) - set(own)))


def game(name: str) -> "Game":
    """Return the game of a name.

    >>> game("rumy")
    Traceback (most recent call last):
    ValueError: no game 'rumy'; did you mean rummy?
    """
    if name in list_packages():
        found: Game = import_module(f"evenhand.games.{name}").GAME
        return found
    registered = _find_entry_points()
    if name not in registered:
        raise ValueError(f"no game {name!r}; {suggest(name, names())}")
    loaded: Game = registered[name].load()
    return loaded


def list_packages() -> tuple[str, ...]:
    """Return the names of the games of this distribution."""
    modules = iter_modules(evenhand.games.__path__)
    return tuple(sorted(module.name for module in modules if module.ispkg))


def _find_entry_points() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}
