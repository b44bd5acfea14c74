"""Bots by name, with their parameters."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from evenhand.params import parse_params, suggest

Bot = TypeVar("Bot")
Row = NDArray[np.int64]
"""What kernels know of a bot: its kind and its parameters as numbers."""


class CompiledBot(ABC):
    """A bot that kernels play: a frozen dataclass of parameters, checked when it is made."""

    __slots__ = ()

    def __post_init__(self) -> None:
        self.row()

    @abstractmethod
    def row(self) -> Row:
        """The bot as kernels know it."""


def read_bot(text: str, kinds: Mapping[str, type[Bot]]) -> Bot:
    """The bot of a text: a name, and parameters behind colons if they are not the usual ones.

    >>> from dataclasses import make_dataclass
    >>> kinds = {"min-score": make_dataclass("MinScore", [("threshold", int, 3)])}
    >>> read_bot("min-score:threshold=5", kinds)
    MinScore(threshold=5)
    """
    name, *settings = (part.strip() for part in text.split(":"))
    if name not in kinds:
        raise ValueError(f"no bot {name!r}; {suggest(name, kinds)}")
    make: Callable[..., Bot] = kinds[name]
    return make(**parse_params(kinds[name], name, settings, option=f"the bot {name}"))
