"""The value of a deal to each seat before the auction: V, in Seeger-Fabian points.

V is a weighted sum of what the deal is worth judged by its hands (``judged``) and played out
(``played_out``).  It knows all 32 cards and nothing of what the players then do.  The luck of a
seat is V less its mean over all deals, which is known from random deals with a small error; so
luck is 0 on average whoever plays, however good V is.

The package has a fitted file, ``deal_value.json``, which says what made it: ``full`` values, and
``quick`` ones that are only judged.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenhand.cards import Masks
from evenhand.files import atomic_write
from evenhand.games.skat.deal import SIZES
from evenhand.games.skat.luck.judged import COLUMNS, KINDS, Judge
from evenhand.games.skat.luck.played_out import PlayedOut
from evenhand.games.skat.luck.prospects import SEATS
from evenhand.games.skat.pack import PACK
from evenhand.parallel import map_blocks

Floats = NDArray[np.float64]
FILE = "deal_value.json"
DIGITS = 6  # of what is saved
BLOCK = 1024  # deals that are valued in one go


@dataclass(frozen=True, slots=True)
class DealValue:
    """Fitted values of deals."""

    judge: Judge
    played_out: PlayedOut | None  # None if deals are only judged
    weights: tuple[float, float]  # of what is judged and of what is played out
    expected: tuple[float, ...]  # the mean of each seat over all deals
    errors: tuple[float, ...]  # the standard errors of these
    made_by: str = ""

    def values(self, deals: Masks, *, workers: int | None = None) -> Floats:
        """The points that each seat may expect of each deal, (deals, 3)."""
        deals = checked(deals)
        parts = list(map_blocks(self._block, _blocks(deals), workers=workers))
        return np.concatenate(parts) if parts else np.zeros((0, SEATS))

    def luck(self, deals: Masks, *, workers: int | None = None) -> Floats:
        """By how much each deal is better than usual for each seat, (deals, 3)."""
        luck: Floats = self.values(deals, workers=workers) - np.array(self.expected)
        return luck

    def _block(self, deals: Masks) -> Floats:
        judged, played_out = self.weights
        values = judged * self.judge.values(deals)
        return (
            values
            if self.played_out is None
            else values + played_out * self.played_out.values(deals)
        )


def checked(deals: Masks) -> Masks:
    """Deals as they are needed: rows of three hands and the skat, all cards of the pack."""
    deals = np.ascontiguousarray(deals, np.int64)
    if deals.ndim != 2 or deals.shape[1] != len(SIZES):
        raise ValueError(f"a deal has three hands and a skat, not the shape {deals.shape}")
    whole = (np.bitwise_or.reduce(deals, axis=1) == PACK.whole) & (
        np.bitwise_count(deals) == SIZES
    ).all(axis=1)
    if not whole.all():
        raise ValueError(f"deal {int(whole.argmin()) + 1} is no deal of all cards")
    return deals


def _blocks(deals: Masks) -> Iterator[Masks]:
    for start in range(0, len(deals), BLOCK):
        yield deals[start : start + BLOCK]


def save(values: Mapping[str, DealValue], path: Path) -> None:
    """Write a file that ``load`` reads; it appears whole or not at all."""
    lines = [f"{json.dumps(name)}: {json.dumps(_content(value))}" for name, value in values.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    atomic_write(path, lambda draft: draft.write_text(text, encoding="utf-8"))


def _content(value: DealValue) -> dict[str, Any]:
    played = value.played_out
    return {
        "made_by": value.made_by,
        "scale": value.judge.scale,
        **dict(zip(KINDS, value.judge.lines, strict=True)),
        "played_out": None if played is None else asdict(played),
        "weights": value.weights,
        "expected": value.expected,
        "errors": value.errors,
    }


def load(text: str) -> dict[str, DealValue]:
    """Read the text that ``save`` wrote."""
    try:
        return {name: _read(content) for name, content in json.loads(text).items()}
    except (AttributeError, KeyError, TypeError, ValueError) as problem:
        raise ValueError(f"no values of deals: {problem}") from None


def _read(content: Mapping[str, Any]) -> DealValue:
    lines = tuple(_floats(content[kind], COLUMNS) for kind in KINDS)
    played = content["played_out"]
    judged_weight, played_weight = _floats(content["weights"], 2)
    return DealValue(
        Judge(lines, float(content["scale"])),
        None if played is None else PlayedOut(**played),
        (judged_weight, played_weight),
        _floats(content["expected"], SEATS),
        _floats(content["errors"], SEATS),
        str(content["made_by"]),
    )


def _floats(numbers: Sequence[Any], count: int) -> tuple[float, ...]:
    if len(numbers) != count:
        raise ValueError(f"{len(numbers)} numbers instead of {count}")
    return tuple(float(number) for number in numbers)


@cache
def _shipped() -> dict[str, DealValue]:
    return load(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))


def full() -> DealValue:
    """The best values: judged and played out."""
    return _shipped()["full"]


def quick() -> DealValue:
    """Values that are judged by the hands alone, ten times as fast."""
    return _shipped()["quick"]
