"""Names of a package that load on first use, so that importing the package costs nothing."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def load_lazily(
    package: str, homes: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a package, given the names of each of its modules.

    >>> find, names = load_lazily("evenhand", {"evenhand.elo": ["expected"]})
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
        return getattr(import_module(home[name]), name)

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home})

    return find, names
