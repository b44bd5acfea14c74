"""Luck taken out: how it is valued, how much it weighs, and any rating system without it.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.luck.adjusted import LuckAdjusted
    from evenhand.luck.weighing import Weighed, weigh, with_luck

__all__ = ["LuckAdjusted", "Weighed", "weigh", "with_luck"]

__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "evenhand.luck.adjusted": ["LuckAdjusted"],
        "evenhand.luck.weighing": ["Weighed", "weigh", "with_luck"],
    },
)
