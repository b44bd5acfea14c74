"""The games that bots can play, found by name and loaded on first use."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from evenhand.params import suggest

if TYPE_CHECKING:
    from evenhand.games.game import SimulatedGame

HOMES = {
    "rummy": "evenhand.games.rummy.simulated:RUMMY",
    "ludo": "evenhand.games.ludo.simulated:LUDO",
}
"""Where each game is: its module and its name there."""


def find_game(name: str) -> "SimulatedGame[Any]":
    """The game of a name."""
    if name not in HOMES:
        raise ValueError(f"no game {name!r}; {suggest(name, HOMES)}")
    module, _, game = HOMES[name].partition(":")
    found: SimulatedGame[Any] = getattr(import_module(module), game)
    return found
