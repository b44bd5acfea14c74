"""Games of skill and luck: their rules, bots, luck and simulation.

A package below this one that has an object ``GAME`` is a game, and so is what another
distribution registers in the entry point group ``evenhand.games``.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from evenhand.params import suggest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from evenhand.games.cards import SYMBOLS, CardError, Pack, as_hand, cards_of, parse_cards
    from evenhand.games.conformance import check_game
    from evenhand.games.options import parse_bot, parse_rules
    from evenhand.games.protocol import (
        Bot,
        ChanceEvent,
        Game,
        LuckKind,
        Reader,
        ReadGames,
        RuleError,
        Rules,
        SimulatedGames,
        State,
        Unit,
        play_game,
    )

__all__ = [
    "SYMBOLS",
    "Bot",
    "CardError",
    "ChanceEvent",
    "Game",
    "LuckKind",
    "Pack",
    "ReadGames",
    "Reader",
    "RuleError",
    "Rules",
    "SimulatedGames",
    "State",
    "Unit",
    "as_hand",
    "cards_of",
    "check_game",
    "game",
    "names",
    "parse_bot",
    "parse_cards",
    "parse_rules",
    "play_game",
]

GROUP = "evenhand.games"


def names() -> tuple[str, ...]:
    """Return the names of all games, those of this distribution first.

    >>> names()[:3]
    ('gin_rummy', 'ludo', 'rummy')
    """
    own = list_packages()
    return (*own, *sorted(set(_registered()) - set(own)))


def list_packages() -> tuple[str, ...]:
    """Return the names of the games of this distribution."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


def game(name: str) -> "Game":
    """Return the game of a name.

    >>> game("rumy")
    Traceback (most recent call last):
    ValueError: no game 'rumy'; did you mean rummy?
    """
    if name in list_packages():
        found: Game = import_module(f"{__name__}.{name}").GAME
        return found
    registered = _registered()
    if name not in registered:
        raise ValueError(f"no game {name!r}; {suggest(name, names())}")
    loaded: Game = registered[name].load()
    return loaded


def _registered() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def load_lazily(
    package: str, homes: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package whose names load on first use.

    ``homes`` has the public names of each module of the package.

    >>> find, list_names = load_lazily("evenhand", {"elo": ["expected"]})
    >>> find("expected")(1000, 1000)
    0.5
    >>> find("unexpected")
    Traceback (most recent call last):
    AttributeError: module 'evenhand' has no attribute 'unexpected'
    """
    home = {name: module for module, names in homes.items() for name in names}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home[name]}"), name)

    def list_names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home})

    return find, list_names


__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "cards": ["SYMBOLS", "CardError", "Pack", "as_hand", "cards_of", "parse_cards"],
        "conformance": ["check_game"],
        "options": ["parse_bot", "parse_rules"],
        "protocol": [
            "Bot",
            "ChanceEvent",
            "Game",
            "LuckKind",
            "ReadGames",
            "Reader",
            "RuleError",
            "Rules",
            "SimulatedGames",
            "State",
            "Unit",
            "play_game",
        ],
    },
)
