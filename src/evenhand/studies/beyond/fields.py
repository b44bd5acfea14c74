"""Fields: which bots play which game, what luck is known, and which systems rate them.

Games to learn from and games to judge by are of streams of random numbers of their own, apart
from those by which the values of positions were fitted.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from evenhand.studies.beyond import ludo, rummy, skat
from evenhand.studies.beyond.leagues import Leagues
from evenhand.studies.beyond.systems import Contender, of_skat, of_two
from evenhand.studies.study import Setting

ROOT = "beyond"
TRAINING, JUDGED = 1, 2
Play = Callable[[Setting, Generator, int], Leagues]


@dataclass(frozen=True, slots=True)
class Field:
    """Bots that play one game."""

    game: str
    name: str
    number: int  # of its streams of random numbers
    play: Play
    contenders: tuple[Contender, ...]
    play_doubled: Play | None = None  # each deal twice, if that makes sense
    unit: str = "games"
    part: int = 1  # of the leagues that others have

    @property
    def title(self) -> str:
        """The field in words."""
        return f"{self.game}, {self.name}"


def _rummy(name: str, number: int, bots: tuple[str, ...], part: int = 1) -> Field:
    def play(setting: Setting, rng: Generator, count: int) -> Leagues:
        return rummy.play(setting, rng, bots, count)

    def twice(setting: Setting, rng: Generator, count: int) -> Leagues:
        return rummy.play_doubled(setting, rng, bots, count)

    return Field("Rummy", name, number, play, of_two(penalties=True), twice, part=part)


def _ludo(name: str, number: int, bots: tuple[str, ...], part: int) -> Field:
    def play(setting: Setting, rng: Generator, count: int) -> Leagues:
        return ludo.play(setting, rng, bots, count)

    return Field("Ludo", name, number, play, of_two(penalties=False), part=part)


RUMMY_GOOD = _rummy("good bots", 1, rummy.GOOD)
RUMMY_MIXED = _rummy("mixed bots", 2, (*rummy.GOOD, *rummy.SLOPPY))
RUMMY_ALL = _rummy("all bots", 6, (*rummy.GOOD, *rummy.SLOPPY, *rummy.NAIVE), part=4)
RUMMY_LOTS = _rummy("good bots, ties by lot", 7, rummy.AT_RANDOM, part=4)
LUDO_STRONG = _ludo("strong bots", 3, ludo.STRONG, part=1)
LUDO_MIXED = _ludo("mixed bots", 4, (*ludo.STRONG, *ludo.WEAK), part=2)
SKAT = Field("Skat", "series of six players", 5, skat.play, of_skat(), unit="series")
FIELDS = (RUMMY_GOOD, RUMMY_MIXED, LUDO_STRONG, LUDO_MIXED, SKAT)
FURTHER = (RUMMY_ALL, RUMMY_LOTS)  # not rated


def training(setting: Setting, field: Field) -> Leagues:
    """Leagues to learn from."""
    return _played(setting, field, TRAINING, twice=False)


def judged(setting: Setting, field: Field) -> Leagues:
    """Leagues to judge by."""
    return _played(setting, field, JUDGED, twice=False)


def doubled(setting: Setting, field: Field, stream: int) -> Leagues:
    """Leagues of duplicate deals, to learn from or to judge by."""
    return _played(setting, field, stream, twice=True)


def generator(setting: Setting, *numbers: int) -> Generator:
    """The generator of some numbers: the same for all studies that run on one seed."""
    if ROOT not in setting.shared:
        setting.shared[ROOT] = int(setting.rng.integers(2**63))
    return np.random.default_rng([setting.shared[ROOT], *numbers])


def _played(setting: Setting, field: Field, stream: int, *, twice: bool) -> Leagues:
    """The leagues of a stream; studies that run on one seed share them."""
    key = ROOT, setting.size, field.number, stream, twice
    if key not in setting.shared:
        size, in_skat = setting.size, field.game == "Skat"
        counts = {
            TRAINING: size.skat_training if in_skat else size.training,
            JUDGED: size.skat_judged if in_skat else size.judged,
        }
        play = field.play_doubled if twice else field.play
        assert play is not None
        rng = generator(setting, field.number, stream, int(twice))
        setting.shared[key] = play(setting, rng, -(-counts[stream] // field.part))
    leagues: Leagues = setting.shared[key]
    return leagues
