"""A game that breaks a law is found out, and by the law that it breaks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.random import Generator

from evenhand.games import Bot, ChanceEvent, SimulatedGames, check_game
from evenhand.rng import Seeds, Stream
from evenhand.tables import Indices
from tests.games.toy import GAME, Biased, Draw, DrawRules, Fair, HighestDraw


@dataclass(frozen=True)
class ByBlock(HighestDraw):
    """Scores depend on the place in the block."""

    def simulate(self, *args: Any) -> SimulatedGames:
        games = super().simulate(*args)
        return replace(games, score=games.score + np.arange(len(games))[:, None])


@dataclass(frozen=True)
class OtherDice(HighestDraw):
    """Simulated games have other dice than watched ones."""

    def simulate(self, bots: Any, seats: Indices, seeds: Seeds, *rest: Any) -> SimulatedGames:
        return super().simulate(bots, seats, seeds + 1, *rest)


@dataclass(frozen=True)
class TwoStarts(HighestDraw):
    """A game starts in another way the second time."""

    def start(self, rules: DrawRules, seats: int, seed: int) -> Draw:
        return Tolerant(rules, super().start(rules, seats, seed).drawn)


@dataclass(frozen=True)
class Tolerant(Draw):
    """Takes any move."""

    def play(self, move: str, seat: int | None = None) -> "Tolerant":
        return replace(self, moves=(*self.moves, (len(self.moves), move if move else "+0")))


@dataclass(frozen=True, slots=True)
class Peeping(Fair):
    """Adds what the next one has drawn."""

    def choose(self, state: Draw, rng: Generator | Stream) -> str:
        return f"{state.drawn[-1] % 20:+d}"


@dataclass(frozen=True)
class WithPeeping(HighestDraw):
    bots: ClassVar[dict[str, type[Bot]]] = {"fair": Peeping, "biased": Biased}


@dataclass(frozen=True)
class LuckyFirst(HighestDraw):
    """The first seat is lucky on average."""

    def simulate(self, *args: Any) -> SimulatedGames:
        games = super().simulate(*args)
        return (
            games if games.luck is None else replace(games, luck=games.luck + np.array([9.0, -9.0]))
        )

    def luck_of(self, state: Draw, bots: Sequence[Bot], luck: str) -> list[ChanceEvent]:
        return [
            event._replace(luck=(event.luck[0] + 9.0, event.luck[1] - 9.0))
            for event in super().luck_of(state, bots, luck)
        ]


@dataclass(frozen=True)
class LostEvents(HighestDraw):
    """No event explains the luck."""

    def luck_of(self, state: Draw, bots: Sequence[Bot], luck: str) -> list[ChanceEvent]:
        return []


def test_a_game_that_keeps_all_laws_passes() -> None:
    check_game(GAME)
    check_game(GAME, seats=3, bots=["fair", "biased", "fair:bonus=-3"], rules=DrawRules(6))


@pytest.mark.parametrize(
    ("make", "law"),
    [
        (ByBlock, "A game depends on its seed alone"),
        (OtherDice, "A game played move by move ends as in the simulation"),
        (TwoStarts, "A state follows from the seed and the moves"),
        (WithPeeping, "What a seat does not know makes no difference"),
        (LuckyFirst, "The luck of a game is the sum of its events, and zero on average"),
        (LostEvents, "The luck of a game is the sum of its events, and zero on average"),
    ],
)
def test_a_broken_law_is_named(make: Callable[[], HighestDraw], law: str) -> None:
    with pytest.raises(AssertionError, match=law):
        check_game(make())
