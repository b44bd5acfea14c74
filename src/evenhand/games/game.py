"""What a game must offer so that bots can play it many times.

Simulation knows games by this and nothing else: a new game brings an object like
:class:`SimulatedGame`, and its name in :mod:`evenhand.games.registry`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, replace
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from evenhand.params import field_types, parse_value
from evenhand.rng import Seeds
from evenhand.tables import Floats, Indices

Bot = TypeVar("Bot")


@dataclass(frozen=True, slots=True)
class Played:
    """Games that were played, a row a game and a column a seat."""

    score: Floats  # (games, seats) higher is better
    luck: Floats | None = None  # (games, seats) how good chance was, higher is luckier
    details: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """What else is known of each game (games,) or of each of its seats (games, seats)."""

    def __post_init__(self) -> None:
        shapes = (self.score.shape, self.score.shape[:1])
        for name, values in self.details.items():
            if values.shape not in shapes:
                raise ValueError(f"{name} must be of shape {' or '.join(map(str, shapes))}")


class Rules(Protocol):
    """The rules in force: a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


class SimulatedGame(Protocol[Bot]):
    """A game that bots can play: a frozen dataclass with a field ``rules``.

    It is sent to other processes, so it and its bots can be pickled.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def name(self) -> str:
        """What the game is called, as in ``rummy``."""

    @property
    def bots(self) -> Sequence[str]:
        """The bots there are, each with its usual parameters."""

    @property
    def tables(self) -> range:
        """How many can sit at a table."""

    @property
    def rules(self) -> Rules:
        """The rules in force, but for the number of players: that is how many seats there are."""

    def player(self, text: str) -> Bot:
        """The bot of a text such as ``min-score`` or ``min-score:threshold=5``."""

    def play(self, bots: Sequence[Bot], seats: Indices, seeds: Seeds) -> Played:
        """Play games; ``seats`` (games, n) says which of the bots sit where.

        All chance of a game comes from its own seed: so games are the same in whichever
        blocks they are played.
        """


def with_rules(game: SimulatedGame[Bot], changes: Mapping[str, object]) -> SimulatedGame[Bot]:
    """The same game with some rules changed."""
    return replace(game, rules=replace(game.rules, **changes))


def with_luck(game: SimulatedGame[Bot], kind: str) -> SimulatedGame[Bot]:
    """The same game with another kind of luck in its luck columns, if it knows any."""
    kinds = field_types(type(game))
    if "luck" not in kinds:
        raise ValueError(f"{game.name} tells no luck")
    return replace(game, luck=parse_value("luck", kind, kinds["luck"]))


def winners(score: Floats) -> NDArray[np.int64]:
    """The seats that alone have the highest score, counted from 1; 0 where there is none.

    >>> winners(np.array([[20.0, 0.0], [30.0, 30.0]])).tolist()
    [1, 0]
    """
    alone = (score == score.max(axis=1, keepdims=True)).sum(axis=1) == 1
    return np.where(alone, score.argmax(axis=1) + 1, 0).astype(np.int64)
