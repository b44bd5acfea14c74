"""All chance of a game: the dice of every round, and those of extra turns.

The dice are the same whatever the players do.  In text the rounds stand in the order of the game,
as in ``164 255 316``, and behind a ``+`` the dice of extra turns in the order in which they
were thrown, as in ``164 255 + 35``.

From a seed come three streams of random numbers, for rounds, extra turns and the lots of the
players: each begins with two numbers of a stream that the seed starts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from reprlib import repr as brief
from typing import Final, Self

import numpy as np

from evenhand.compiled import formula
from evenhand.games.ludo.board import DICE, FACES
from evenhand.games.ludo.rules import MOST_EXTRA
from evenhand.rng import SEED_LIMIT, draw_seeds, make_seed, next_state, randbelow, random_bits

ROUNDS, EXTRA, LOTS = range(3)
EXTRA_SIGN: Final = "+"

Throw = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a game.

    >>> str(Dice.parse("164 255 + 35"))
    '164 255 + 35'
    >>> str(Dice.from_seed(7, rounds=2))[:9]
    '614 226 +'
    """

    rounds: tuple[Throw, ...]
    extra: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Dice from their text."""
        first, _, second = text.partition(EXTRA_SIGN)
        throws = [_faces(word) for word in first.split()]
        wrong = next((throw for throw in throws if len(throw) != DICE), None)
        if wrong is not None:
            problem = f"a round has {DICE} dice, not {len(wrong)}"
            raise ValueError(f"{problem}: {brief(''.join(map(str, wrong)))}")
        return cls(tuple((a, b, c) for a, b, c in throws), _faces("".join(second.split())))

    @classmethod
    def from_seed(cls, seed: int, rounds: int) -> Self:
        """The dice that a game of the simulation with this seed has."""
        if not 0 < seed < SEED_LIMIT - 1:
            raise ValueError(f"a seed is a number from 1 to {SEED_LIMIT - 2}, not {brief(seed)}")
        faces = _thrown(stream(seed, ROUNDS), DICE * rounds)
        throws = zip(faces[::3], faces[1::3], faces[2::3], strict=True)
        return cls(tuple(throws), _thrown(stream(seed, EXTRA), MOST_EXTRA))

    @classmethod
    def random(cls, rng: np.random.Generator, rounds: int) -> Self:
        """Dice by chance."""
        return cls.from_seed(int(draw_seeds(rng, 1)[0]), rounds)

    def __str__(self) -> str:
        rounds = " ".join("".join(map(str, throw)) for throw in self.rounds)
        extra = "".join(map(str, self.extra))
        return f"{rounds} {EXTRA_SIGN} {extra}" if extra else rounds


@formula
def stream(seed: int, number: int) -> int:
    """The state from which a stream of a game starts."""
    state = next_state(seed)
    for _ in range(2 * number):
        state = next_state(state)
    second = next_state(state)
    return make_seed(random_bits(state), random_bits(second))


@formula
def face(state: int) -> int:
    """The face of a die that belongs to a state."""
    return 1 + randbelow(state, FACES)


def _thrown(state: int, count: int) -> tuple[int, ...]:
    faces = []
    for _ in range(count):
        state = next_state(state)
        faces.append(face(state))
    return tuple(faces)


def _faces(text: Iterable[str]) -> tuple[int, ...]:
    wrong = next((letter for letter in text if letter not in "123456"), None)
    if wrong is not None:
        raise ValueError(f"a die shows 1 to 6, not {brief(wrong)}")
    return tuple(map(int, text))
