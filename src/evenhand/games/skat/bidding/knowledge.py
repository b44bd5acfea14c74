"""The knowledge base: deals, and what the declarer scored in each of the five games.

Two files come with the package: 10,000 deals to learn from, and 5,000 others to evaluate what was
learned (Keller and Kupferschmid 2008, Section 4.1).  The recipes skat/knowledge and
skat/evaluation of the lab made them.  In a row the declarer's hand comes first,
then the two others clockwise, then the skat; ``seats`` says where the declarer sits, 0 forehand.
Scores are card points of the declarer with the skat, a column a trump in the order of
``TRUMPS``.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Self
from zipfile import BadZipFile

import numpy as np

from evenhand.files import atomic_write
from evenhand.games.cards import Masks
from evenhand.games.skat.batch import check_hands, check_seats
from evenhand.games.skat.deck import PACK, Integers
from evenhand.games.skat.scoring import ALL_POINTS, card_points_of

TRUMPS = "GCSHD"
"""The five trumps, in the order in which they are numbered here."""

FOLDER = Path(__file__).parent
KNOWLEDGE, EVALUATION = "knowledge.npz", "evaluation.npz"
DEAL = (10, 10, 10, 2)
STORED = {"deals": np.uint32, "discards": np.uint32}  # the other columns fit into bytes


class KnowledgeError(ValueError):
    """Raised for a knowledge base that is missing, broken or incomplete."""


@dataclass(frozen=True, slots=True, eq=False)
class KnowledgeBase:
    """Deals with scores, a row a deal; a column that is not known yet is None."""

    deals: Masks  # the declarer's hand, the others clockwise, the skat
    seats: Integers  # of the declarer
    hand_points: Integers  # in hand games
    skat_points: Integers | None = None  # after taking the skat and putting two cards away
    discards: Masks | None = None  # those two cards
    open_points: Integers | None = None  # in hand games with open cards and best play

    def __post_init__(self) -> None:
        for name, column in _columns(self).items():
            if column is not None:
                _check_kind(name, column)
                object.__setattr__(self, name, np.ascontiguousarray(column, np.int64))
        _check_deals(self)
        for name in ("hand_points", "skat_points", "open_points"):
            _check_points(name, getattr(self, name), len(self))
        if self.discards is not None:
            _check_discards(self.discards, self.twelves)

    def __len__(self) -> int:
        return len(self.deals)

    @property
    def hands(self) -> Masks:
        """Return the declarer's ten cards."""
        return self.deals[:, 0]

    @property
    def twelves(self) -> Masks:
        """Return the declarer's ten cards and the skat."""
        return self.deals[:, 0] | self.deals[:, 3]

    @property
    def trick_points(self) -> Integers:
        """Return the scores of hand games without the skat, by which discards are chosen."""
        return self.hand_points - card_points_of(self.deals[:, 3])[:, None]

    def column(self, name: str) -> Integers:
        """Return a column; raise an error if the base has none."""
        column: Integers | None = getattr(self, name)
        if column is None:
            raise KnowledgeError(f"the knowledge base has no {name.replace('_', ' ')}")
        return column

    def with_columns(self, **columns: Integers) -> "KnowledgeBase":
        """Return the same deals with more columns."""
        return replace(self, **columns)

    def write(self, path: Path) -> None:
        """Write a compressed file, completely or not at all."""
        columns = {name: col for name, col in _columns(self).items() if col is not None}
        small = {name: col.astype(STORED.get(name, np.uint8)) for name, col in columns.items()}
        atomic_write(path, lambda draft: np.savez_compressed(draft, **small))

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file."""
        if not path.exists():
            raise KnowledgeError(f"there is no knowledge base {path}")
        try:
            with path.open("rb") as file, np.load(file) as stored:
                columns = {name: stored[name] for name in stored.files}
            return cls(**columns)
        except (BadZipFile, TypeError, ValueError) as problem:
            raise KnowledgeError(f"{path} is no knowledge base: {problem}") from problem


@cache
def training_deals() -> KnowledgeBase:
    """Return the deals to learn from that come with the package."""
    return KnowledgeBase.read(FOLDER / KNOWLEDGE)


@cache
def evaluation_deals() -> KnowledgeBase:
    """Return the deals to evaluate with that come with the package."""
    return KnowledgeBase.read(FOLDER / EVALUATION)


def draw_deals(rng: np.random.Generator, count: int) -> tuple[Masks, Integers]:
    """Draw different deals, the declarer's hand first, and the declarer's seats."""
    deals = draw_distinct(lambda missing: PACK.deal(rng, missing, *DEAL), count)
    return deals, rng.integers(3, size=count)


def draw_distinct(draw: Callable[[int], Masks], count: int) -> Masks:
    """Draw so many different rows; repeated rows are drawn again.

    >>> rows = iter([[1], [2], [1], [3]])
    >>> draw_distinct(lambda missing: np.array([next(rows) for _ in range(missing)]), 3).tolist()
    [[1], [2], [3]]
    """
    rows = draw(count)
    while True:
        first = np.sort(np.unique(rows, axis=0, return_index=True)[1])
        if len(first) == count:
            return rows
        rows = np.concatenate([rows[first], draw(count - len(first))])


def _columns(base: KnowledgeBase) -> dict[str, Any]:
    return {field.name: getattr(base, field.name) for field in fields(base)}


def _check_kind(name: str, column: Any) -> None:
    if np.asarray(column).dtype.kind not in "iu":
        raise KnowledgeError(f"{name} are whole numbers, not {np.asarray(column).dtype}")


def _check_deals(base: KnowledgeBase) -> None:
    if base.deals.shape != (len(base), len(DEAL)):
        raise KnowledgeError(f"a deal is three hands and the skat, not {base.deals.shape}")
    check_seats(base.seats, len(base))
    check_hands(base.deals[:, :3])
    if (base.deals.sum(axis=1) != PACK.full).any():
        raise KnowledgeError("the skat is the two cards that are left")
    if len(np.unique(base.deals, axis=0)) < len(base):
        raise KnowledgeError("a deal is there twice")


def _check_points(name: str, points: Integers | None, deals: int) -> None:
    if points is None:
        return
    if points.shape != (deals, len(TRUMPS)):
        raise KnowledgeError(f"{name} of {deals} deals have {len(TRUMPS)} columns")
    if ((points < 0) | (points > ALL_POINTS)).any():
        raise KnowledgeError(f"{name} are 0 to {ALL_POINTS}")


def _check_discards(discards: Masks, twelves: Masks) -> None:
    if discards.shape != (len(twelves), len(TRUMPS)):
        raise KnowledgeError(f"discards of {len(twelves)} deals have {len(TRUMPS)} columns")
    if (discards & ~twelves[:, None]).any() or (np.bitwise_count(discards) != 2).any():
        raise KnowledgeError("two of the declarer's twelve cards are put away")
