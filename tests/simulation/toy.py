"""A game to simulate: everybody draws a number, the highest wins."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from evenhand.games.bots import read_bot
from evenhand.games.protocol import Played
from evenhand.rng import Seeds, next_state, randbelow
from evenhand.tables import Indices


@dataclass(frozen=True, slots=True)
class Fair:
    """Counts what is drawn."""

    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Biased(Fair):
    """Counts more than is drawn."""

    bonus: int = 20


BOTS: dict[str, type[Fair]] = {"fair": Fair, "biased": Biased}


@dataclass(frozen=True, slots=True)
class DrawRules:
    sides: int = 100
    players: int = 2  # at a table; the seats count

    def __post_init__(self) -> None:
        if self.sides < 2:
            raise ValueError(f"sides must be at least 2, not {self.sides}")


@dataclass(frozen=True, slots=True)
class HighestDraw:
    """Two to four draw; the spread and what each drew are told."""

    rules: DrawRules = field(default_factory=DrawRules)
    name: str = "highest-draw"
    bots: tuple[str, ...] = tuple(BOTS)
    tables: range = range(2, 5)

    def player(self, text: str) -> Fair:
        return read_bot(text, BOTS)

    def play(self, bots: Sequence[Fair], seats: Indices, seeds: Seeds) -> Played:
        drawn = np.zeros(seats.shape, np.int64)
        for game, seed in enumerate(seeds.tolist()):
            state = next_state(seed)
            for seat in range(seats.shape[1]):
                state = next_state(state)
                drawn[game, seat] = randbelow(state, self.rules.sides)
        score = (drawn + np.array([bot.bonus for bot in bots])[seats]).astype(np.float64)
        luck = drawn - drawn.mean(axis=1, keepdims=True)
        spread = drawn.max(axis=1) - drawn.min(axis=1)
        close = spread < self.rules.sides / 10
        half = np.where(close, np.nan, spread / 2)
        return Played(score, luck, {"spread": spread, "close": close, "half": half, "drawn": drawn})


GAME = HighestDraw()
