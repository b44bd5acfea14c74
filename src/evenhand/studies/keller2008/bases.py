"""The deals to learn from, and those to evaluate with."""

from dataclasses import fields
from typing import Any, NamedTuple

from evenhand.games.skat.bidding import KnowledgeBase, evaluation_deals, training_deals


class Bases(NamedTuple):
    """Deals to learn from, and other deals to evaluate with."""

    learned: KnowledgeBase
    seen: KnowledgeBase


def packaged() -> Bases:
    """Those of the package; the one place that knows where they come from."""
    return Bases(training_deals(), evaluation_deals())


def bases(deals: int) -> Bases:
    """All deals to learn from, and the first so many to evaluate with."""
    learned, seen = packaged()
    return Bases(learned, first_deals(seen, deals))


def first_deals(base: KnowledgeBase, count: int) -> KnowledgeBase:
    """The first deals of a base."""
    names = [field.name for field in fields(base) if getattr(base, field.name) is not None]
    columns: dict[str, Any] = {name: getattr(base, name)[:count] for name in names}
    return KnowledgeBase(**columns)


def by_open_cards(both: Bases) -> Bases:
    """The same deals, scored with open cards and best play instead of as they were played."""
    learned, seen = (base.with_columns(hand_points=base.column("open_points")) for base in both)
    return Bases(learned, seen)
