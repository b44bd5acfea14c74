"""What every rating system is, and what one can ask of any of them."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol, Self

import numpy as np

from evenhand.ratings.adjustment import Adjustment, check_luck
from evenhand.tables import Floats, GameTable, Indices

Result = Literal["beaten", "won", "points"]


@dataclass(frozen=True, slots=True)
class Run:
    """What came of rating a table.

    Seats that nobody sat on hold NaN.
    """

    ratings: Floats  # (players, columns) after the last game; the first column is the rating
    expected: Floats  # (games, seats) known before each game; adds up to one over the seats
    after: Floats  # (games, seats) the rating of the seat's player after the game
    luck: Floats | None = None
    """(games, seats) rating points that luck would have brought, if it was taken out."""

    @classmethod
    def prepare(cls, system: "RatingSystem", table: GameTable, ratings: Floats | None) -> Self:
        """Check the table and lay out a run for a kernel to fill."""
        system.check(table)
        wanted = (len(table.names), len(system.columns))
        if ratings is None:
            ratings = system.start(len(table.names))
        if ratings.shape != wanted:
            raise ValueError(f"ratings must be of shape {wanted}, not {ratings.shape}")
        unfilled = np.empty((2 if system.luck is None else 3, *table.seats.shape))
        if table.width > 2:  # of two seats none is empty
            unfilled.fill(np.nan)
        return cls(np.array(ratings, np.float64, order="C"), *unfilled)


class RatingSystem(Protocol):
    """Parameters in, ratings out.

    A system is a frozen dataclass of parameters.  It keeps no state: ratings
    come in as an array and go out as a new one, so a run can stop after any
    game and go on from there.
    """

    __match_args__: ClassVar[tuple[str, ...]]  # names of the parameters

    columns: ClassVar[tuple[str, ...]]
    """Names of the columns of ``ratings``; the first is ``rating``."""

    takes_teams: ClassVar[bool] = False

    result: ClassVar[Result] = "beaten"
    """What it compares with what it expects: the share of the opponents beaten, the share of the
    win, or the points."""

    positive: ClassVar[tuple[str, ...]] = ()
    not_negative: ClassVar[tuple[str, ...]] = ()
    """Parameters that must be above zero, or at least zero."""

    @property
    def luck(self) -> Adjustment | None:
        """How luck is taken out of the results, if it is."""
        return None

    def __post_init__(self) -> None:
        for name in self.__match_args__:
            number = getattr(self, name)
            if isinstance(number, float | int) and not math.isfinite(number):
                raise ValueError(f"{name} must be a finite number, not {number}")
            if name in self.positive and not number > 0.0:
                raise ValueError(f"{name} must be positive, not {number:g}")
            if name in self.not_negative and number < 0.0:
                raise ValueError(f"{name} must not be negative, but is {number:g}")

    def zero_sum(self, players: int) -> bool:
        """Whether the ratings at a table of so many players keep their sum in every game."""
        return False

    def start(self, players: int) -> Floats:
        """Ratings of players who have not played yet: (players, columns)."""
        ...

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        """Rate every game of the table in order."""
        ...

    def win_chances(self, expected: Floats) -> Floats:
        """Chances to win from what a run expected; the same where the system predicts wins."""
        return expected

    def game_by_game(self) -> "RatingSystem":
        """The same system without rating periods."""
        return self

    def check(self, table: GameTable) -> None:
        """Refuse a table that the system cannot rate."""
        if table.team is not None and not self.takes_teams:
            raise ValueError(
                f"{type(self).__name__} rates single players; "
                "for teams use true-skill or weng-lin, or drop the team column"
            )
        check_luck(self.luck, table)


def start_from(
    system: RatingSystem, table: GameTable, known: Mapping[str, float | Mapping[str, float]]
) -> Floats:
    """Ratings before the first game, where those of some players are given.

    Either the rating alone, or with other columns of the system by name, such as
    deviation and games.  Players who are not in the table do not matter.

    >>> from evenhand.ratings import Elo
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> start_from(Elo(), game, {"Anna": 1600.0, "Ben": {"rating": 1550.0, "games": 9}}).tolist()
    [[1600.0, 0.0], [1550.0, 9.0]]
    """
    ratings = system.start(len(table.names))
    for player, name in enumerate(table.names):
        given = known.get(name, {})
        columns = given if isinstance(given, Mapping) else {"rating": given}
        for column, value in columns.items():
            if not math.isfinite(value):
                raise ValueError(f"the {column} of {name} must be a finite number, not {value}")
            ratings[player, system.columns.index(column)] = value
    return ratings


def predict(system: RatingSystem, ratings: Floats, players: Indices | Sequence[int]) -> Floats:
    """Winning chances of players, given by number, at one table, by their ratings now.

    >>> from evenhand.ratings import Elo
    >>> predict(Elo(), np.array([[1500.0, 0.0], [1600.0, 0.0]]), [0, 1]).round(2).tolist()
    [0.36, 0.64]
    """
    seats = np.asarray(players, np.int32)[None, :]
    names = tuple(map(str, range(len(ratings))))
    nothing = np.zeros(seats.shape)
    game = GameTable(names, seats, nothing, luck=nothing)
    run = system.game_by_game().rate(game, ratings)
    chances: Floats = system.win_chances(run.expected)[0]
    return chances


def rate_in_parts(
    system: RatingSystem, table: GameTable, ratings: Floats | None = None, *, size: int = 1 << 18
) -> Iterator[tuple[slice, Run]]:
    """The same run, bit for bit, in parts: which games, and what came of them.

    Who needs only the last ratings, or word of how far it is, need not hold the rest.

    >>> from evenhand.ratings import Elo
    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 3)
    >>> [(games.stop, run.after[-1].tolist()) for games, run in rate_in_parts(Elo(), table, size=2)]
    [(2, [1515.63..., 1484.36...]), (3, [1522.91..., 1477.08...])]
    """
    system.check(table)
    for start in range(0, max(len(table), 1), size):
        games = slice(start, min(start + size, len(table)))
        run = system.rate(table.rows(games.start, games.stop), ratings)
        ratings = run.ratings
        yield games, run
