"""What a game is: a Game, its States and Bots, and many games as columns.

Everything above the games (simulation, commands, uploads, demo) knows them by these types and by
nothing else.  A new game is a package with an object that satisfies :class:`Game`; the laws that
hold for all of them are in :mod:`evenhand.games.conformance`.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field
from pathlib import Path
from reprlib import repr as brief
from typing import Any, ClassVar, NamedTuple, Protocol, Self

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from evenhand.rng import Seeds, Stream
from evenhand.sheets import Sheet
from evenhand.tables import Floats, GameTable, Indices, TableError

Row = NDArray[np.int64]
"""What kernels know of a bot: its kind and its parameters as integers."""


class RuleError(ValueError):
    """A move that the rules forbid; ``rule`` is the rule's name, ``problem`` what is wrong."""

    def __init__(self, rule: str, problem: str) -> None:
        self.rule, self.problem = rule, problem
        super().__init__(rule, problem)  # so that it survives pickle

    def __str__(self) -> str:
        return f"{self.rule}: {self.problem}"


class Unit(NamedTuple):
    """What a ladder of a game rates, in one and in many: a game, a series."""

    one: str
    many: str


class LuckKind(NamedTuple):
    """A way to measure the luck of a game."""

    summary: str
    is_centred: bool = True  # whether its mean is zero, by which it can be taken out of ratings
    is_costly: bool = False  # whether it is measured only if asked for, and so is never usual


class ChanceEvent(NamedTuple):
    """One decision of chance in a game, and what it gave each seat."""

    kind: str  # "deal", "draw", "throw", "tie"
    move: int  # how many moves had been made
    luck: tuple[float, ...]  # by seat, in the unit of the luck columns


class Rules(Protocol):
    """The rules in force: a frozen dataclass in which every option has a default.

    The number of players is no rule: it is the number of seats.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


class State(Protocol):
    """One game at one moment.

    A state never changes: ``play`` returns the state after a move.  States are hashable, and
    equal if the rules, the chance and the moves are equal.
    """

    @property
    def rules(self) -> Rules:
        """The rules in force."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """The moves so far, each with the seat that made it."""

    @property
    def turn(self) -> int | None:
        """The seat that has to move; None when the game is over."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def legal_moves(self) -> list[str]:
        """Return the moves that the seat with the turn may make; none when the game is over."""

    def play(self, move: str, seat: int | None = None) -> Self:
        """Return the state after a move of the seat that has the turn.

        Raises :class:`RuleError` for a move against the rules, also one by another ``seat``.
        """

    def observation(self, seat: int) -> Hashable:
        """Return all that a seat knows; equal for two states if and only if it cannot tell them
        apart."""

    def resample(self, seat: int, rng: Generator) -> Self:
        """Return a state that the seat cannot tell from this one, with what it does not know
        drawn anew."""

    def initial(self) -> Self:
        """Return the state before the first move."""

    def returns(self) -> tuple[float, ...]:
        """Return the scores of a game that is over, as tables of games have them."""

    def render(self, names: Sequence[str] = (), seat: int | None = None) -> str:
        """Return the table as text: as one seat sees it, or with everything open."""

    def transcript(self, names: Sequence[str] = ()) -> str:
        """Return what has happened so far, as text."""

    def describe(self, move: str, seat: int | None = None) -> str:
        """Return a legal move in words: as one seat learns of it, or with everything open."""


class Bot(ABC):
    """A player: a frozen dataclass of parameters, checked when it is made.

    A bot is what its parameters say and keeps nothing between two moves.
    """

    __slots__ = ()
    sees_all: ClassVar[bool] = False
    """Whether it looks at what its seat may not know."""

    def __post_init__(self) -> None:
        self.row()

    @abstractmethod
    def row(self) -> Row:
        """Return the bot as kernels know it."""

    @abstractmethod
    def choose(self, state: Any, rng: Generator | Stream) -> str:
        """Return the move of the seat that has the turn."""


@dataclass(frozen=True, slots=True)
class SimulatedGames:
    """Games that bots played: a row for each game and a column for each seat."""

    score: Floats  # (games, seats) higher is better
    luck: Floats | None = None  # (games, seats) how good chance was, higher is luckier
    details: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """What else is known of each game (games,) or of each of its seats (games, seats)."""

    def __post_init__(self) -> None:
        shapes = (self.score.shape, self.score.shape[:1])
        for name, values in self.details.items():
            if values.shape not in shapes:
                raise ValueError(f"{name} must be of shape {' or '.join(map(str, shapes))}")

    def __len__(self) -> int:
        return len(self.score)

    @classmethod
    def concat(cls, parts: Sequence[Self]) -> Self:
        """Return the games of all parts, in order."""
        luck = [part.luck for part in parts if part.luck is not None]
        details = {
            name: np.concatenate([part.details[name] for part in parts])
            for name in parts[0].details
        }
        score = np.concatenate([part.score for part in parts])
        return cls(score, np.concatenate(luck) if luck else None, details)


class ReadGames(NamedTuple):
    """The games of a file, each with the row of the file in which it begins."""

    table: GameTable  # with ids in ``game``
    rows: tuple[int, ...]  # counted from 1


class Reader(Protocol):
    """A kind of file that is known for one game only, such as a score list."""

    @property
    def kind(self) -> str:
        """What such a file is called."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How names of such files end."""

    @property
    def aliases(self) -> Mapping[str, str]:
        """Other names of columns, in lower case, and the column that each of them means."""

    def recognises(self, columns: Sequence[str]) -> bool:
        """Return whether columns are those of such a file, or are meant to be."""

    @property
    def has_luck(self) -> bool:
        """Whether such files say enough to measure luck."""

    def read(
        self,
        source: Sheet | Path,
        errors: list[TableError],
        *,
        rules: Any = None,
        luck: str = "none",
    ) -> ReadGames:
        """Read the games, with luck of a kind if the file says enough.

        Every wrong row adds an error and is left out.
        """


class Game(Protocol):
    """A game: one frozen object a package, which can be pickled."""

    @property
    def name(self) -> str:
        """Its name on the command line, which is also that of its package."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def unit(self) -> Unit:
        """What a ladder of this game rates."""

    @property
    def seats(self) -> range:
        """How many can play at a table."""

    @property
    def Rules(self) -> type[Any]:  # noqa: N802
        """The dataclass of its rules."""

    @property
    def bots(self) -> Mapping[str, type[Bot]]:
        """The bots by name, in the order in which they are shown."""

    @property
    def luck_kinds(self) -> Mapping[str, LuckKind]:
        """The ways to measure luck: ``none`` first, then the one that is usual if not costly."""

    @property
    def readers(self) -> tuple[Reader, ...]:
        """The kinds of files of this game."""

    @property
    def ladder(self) -> Mapping[str, object]:
        """The settings of a new ladder of this game: ``system``, ``params``, ``max_players``."""

    def start(self, rules: Any, seats: int, seed: int) -> Any:
        """Return the State of a game before its first move; all its chance comes from the seed."""

    def streams(self, seed: int, seats: int) -> Sequence[Stream]:
        """Return the random numbers that each seat's bot takes in the game of a seed."""

    def simulate(
        self, bots: Sequence[Any], seats: Indices, seeds: Seeds, rules: Any, luck: str = "none"
    ) -> SimulatedGames:
        """Play a game for each seed; ``seats`` (games, n) says which of the bots sit where.

        Every game depends on its own seed alone, in whichever blocks it is played.
        """

    def luck_of(self, state: Any, bots: Sequence[Any], luck: str) -> list[ChanceEvent]:
        """Return the events of chance in a game that is over, by one kind of luck.

        ``bots`` say how the seats would have played on from each event.
        """

    def warm(self) -> Iterator[str]:
        """Compile all that the game runs, step by step; yields what is compiled next."""


def play_game(game: Game, bots: Sequence[Bot], seed: int, rules: Any = None) -> Any:
    """Play the game of a seed move by move: the one that a simulation plays with this seed."""
    state = game.start(game.Rules() if rules is None else rules, len(bots), seed)
    streams = game.streams(seed, len(bots))
    while (seat := state.turn) is not None:
        state = state.play(bots[seat].choose(state, streams[seat]))
    return state


def check_move(move: str, turn: int | None, seat: int | None = None) -> int:
    """Return the seat that has the turn.

    Refuses a move that is no text, one after the end, and one of a seat that is not to move.

    >>> check_move("H7", None)
    Traceback (most recent call last):
    evenhand.games.protocol.RuleError: game over: no move 'H7' after the end
    """
    if not isinstance(move, str):
        raise RuleError("move", f"a move is a text, not {brief(move)}")
    if turn is None:
        raise RuleError("game over", f"no move {brief(move)} after the end")
    if seat not in (None, turn):
        raise RuleError("turn", f"player {turn + 1} has the turn")
    return turn


def name_players(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return a name for each seat: made up where there is none, numbered where two are the same.

    >>> name_players(["Anna"], 2), name_players(["naive", "Anna", "naive"], 3)
    (('Anna', 'player 2'), ('naive 1', 'Anna', 'naive 3'))
    """
    missing = (f"player {number}" for number in range(len(names) + 1, seats + 1))
    found = (*names, *missing)[:seats]
    return tuple(
        f"{name} {seat}" if found.count(name) > 1 else name for seat, name in enumerate(found, 1)
    )


def find_winners(score: Floats) -> NDArray[np.int64]:
    """Return the seats that alone have the highest score, counted from 1; 0 where there is none.

    >>> find_winners(np.array([[20.0, 0.0], [30.0, 30.0]])).tolist()
    [1, 0]
    """
    alone = (score == score.max(axis=1, keepdims=True)).sum(axis=1) == 1
    return np.where(alone, score.argmax(axis=1) + 1, 0).astype(np.int64)
