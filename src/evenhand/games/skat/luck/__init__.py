"""The luck of the deal: what the cards promise each seat before the auction, more than usual.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.games.skat.luck.deal_value import DealValue, full, quick
    from evenhand.games.skat.luck.deals import deal_luck, luck_table, series_luck
    from evenhand.games.skat.luck.measured import Measured, measure

__all__ = [
    "DealValue",
    "Measured",
    "deal_luck",
    "full",
    "luck_table",
    "measure",
    "quick",
    "series_luck",
]

_HERE = "evenhand.games.skat.luck"
__getattr__, __dir__ = load_lazily(
    __name__,
    {
        f"{_HERE}.deal_value": ["DealValue", "full", "quick"],
        f"{_HERE}.deals": ["deal_luck", "luck_table", "series_luck"],
        f"{_HERE}.measured": ["Measured", "measure"],
    },
)
