"""The configurations that are tried: each once, and those that cannot be counted."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from evenhand.ratings.system import RatingSystem
from evenhand.tables import GameTable
from evenhand.tuning.space import Space

OUT_OF_RANGE = "its numbers are out of range"


@dataclass(frozen=True, slots=True, eq=False)
class Configuration:
    """A system, and what was typed for it; more than once if several texts mean the same."""

    system: RatingSystem
    texts: list[Mapping[str, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return " ".join(f"{name}={text}" for name, text in self.texts[0].items())


@dataclass(frozen=True, slots=True, eq=False)
class Configurations:
    """Those that are possible, in the order in which they were asked for, and those left out."""

    space: Space
    table: GameTable
    found: dict[RatingSystem, Configuration] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)  # how many, by reason
    dropped: dict[RatingSystem, str] = field(default_factory=dict)  # why, as measuring has shown

    def add(self, texts: Mapping[str, str]) -> Configuration | None:
        """Take up a configuration; nothing if it is impossible, the known one if it was there."""
        try:
            system = self.space.make(texts)
            if system in self.dropped:
                raise ValueError(self.dropped[system])
            if system not in self.found:
                system.check(self.table)
        except (ValueError, ArithmeticError) as problem:
            self.left_out[str(problem) if isinstance(problem, ValueError) else OUT_OF_RANGE] += 1
            return None
        known = self.found.setdefault(system, Configuration(system))
        if texts not in known.texts:
            known.texts.append(texts)
        return known

    def drop(self, system: RatingSystem, reason: str) -> None:
        """Leave out a configuration that could not be measured, and all its texts."""
        self.dropped[system] = reason
        known = self.found.pop(system, None)
        if known is not None:
            self.left_out[reason] += len(known.texts)

    def require(self) -> None:
        """Refuse to go on with nothing."""
        if not self.found:
            (reason, _), *others = self.left_out.most_common() or [("nothing was tried", 0)]
            more = f" (and {len(others)} other reasons)" if others else ""
            raise ValueError(f"no configuration is possible: {reason}{more}")
