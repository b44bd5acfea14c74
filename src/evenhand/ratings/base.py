"""What every rating system is: parameters in, ratings out."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self, cast

import numpy as np

from evenhand.params import suggest_all
from evenhand.ratings.adjustment import Adjustment, check_luck
from evenhand.ratings.loop import Loop, Row
from evenhand.tables import Floats, GameTable, Indices, TableError, Teams

if TYPE_CHECKING:
    from evenhand.ratings.run import Ratings, Run

Result = Literal["beaten", "won", "points"]
ALONE: Teams = np.empty((0, 0), np.int8)
PART = 1 << 18  # games
NEEDS_TIME = "rating periods need the time of each game"


class Effects(Mapping[str, float]):
    """Rating points for one unit of each covariate: an immutable mapping, written ``derby:12``.

    >>> Effects({"derby": 12.0}) == Effects.parse("derby:12"), str(Effects.parse("a:1,b:-2.5"))
    (True, 'a:1,b:-2.5')
    """

    __slots__ = ("_points",)

    def __init__(self, points: Mapping[str, float] | Iterable[tuple[str, float]] = ()) -> None:
        self._points = {name: float(value) for name, value in dict(points).items()}
        for name, value in self._points.items():
            if not math.isfinite(value):
                raise ValueError(f"the effect of {name} must be a finite number, not {value}")

    def __getitem__(self, name: str) -> float:
        return self._points[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)

    def __hash__(self) -> int:
        return hash(frozenset(self._points.items()))

    def __repr__(self) -> str:
        return f"Effects({self._points})"

    def __str__(self) -> str:
        numbers = {n: f"{v:g}" if float(f"{v:g}") == v else repr(v) for n, v in self.items()}
        return ",".join(f"{name}:{number}" for name, number in numbers.items()) or "none"

    def __reduce__(self) -> tuple[type, tuple[dict[str, float]]]:
        return Effects, (self._points,)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read effects from ``derby:12,rain:-3``."""
        if text.strip().lower() in ("", "none"):
            return cls()
        try:
            pairs = [part.rsplit(":", 1) for part in text.split(",")]
            return cls({name.strip(): float(number) for name, number in pairs})
        except ValueError:
            raise ValueError(f"effects are like derby:12,rain:-3, not {text!r}") from None


class RunArrays(NamedTuple):
    """What rating a table gives, as arrays; seats that nobody sat on hold NaN."""

    values: Floats  # (players, columns) after the last game
    expected: Floats  # (games, seats) known before each game; adds up to one over the seats
    before: Floats  # (games, seats) the rating of the seat's player before the game
    after: Floats  # (games, seats) and after it
    luck_points: Floats | None = None
    """(games, seats) rating points that luck would have brought, if it was taken out."""


@dataclass(frozen=True, slots=True, repr=False)
class RatingSystem:
    """Parameters in, ratings out.

    A system is a frozen dataclass of parameters and keeps no state: values come in as an array
    and go out as a new one, so a run can stop after any game and go on from there, bit for bit.

    Every system can take luck out of the results (``luck``), give the home side an ``advantage``
    in rating points, and add ``effects``: rating points for each unit of a covariate.
    """

    columns: ClassVar[tuple[str, ...]]
    """Names of the columns of the values; the first two are ``rating`` and ``games``."""

    loop: ClassVar[Loop]
    takes_teams: ClassVar[bool] = False

    result: ClassVar[Result] = "beaten"
    """What it compares with what it expects: the share of the opponents beaten, the share of the
    win, or the points."""

    positive: ClassVar[tuple[str, ...]] = ()
    not_negative: ClassVar[tuple[str, ...]] = ()
    """Parameters that must be above zero, or at least zero."""

    tuning_ranges: ClassVar[dict[str, tuple[float, float]]] = {}
    """Where tuning looks for parameters whose default says nothing about their size."""

    advantage: float = field(default=0.0, kw_only=True)
    effects: Mapping[str, float] = field(default=Effects(), kw_only=True)
    luck: Adjustment | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.effects, Effects):
            object.__setattr__(self, "effects", Effects(self.effects))
        for each in fields(self):
            name, number = each.name, getattr(self, each.name)
            if number is None and each.default is not None:
                raise ValueError(f"{name} must not be None; leave it out for the default")
            if isinstance(number, float | int) and not math.isfinite(number):
                raise ValueError(f"{name} must be a finite number, not {number}")
            if name in self.positive and not number > 0.0:
                raise ValueError(f"{name} must be positive, not {number:g}")
            if name in self.not_negative and number < 0.0:
                raise ValueError(f"{name} must not be negative, but is {number:g}")

    def __repr__(self) -> str:
        """Show the parameters of the system, and those that every system has if they are set."""
        common = [each for each in fields(RatingSystem) if getattr(self, each.name) != each.default]
        own = fields(self)[len(fields(RatingSystem)) :]
        shown = [f"{each.name}={getattr(self, each.name)!r}" for each in (*own, *common)]
        return f"{type(self).__name__}({', '.join(shown)})"

    def initial_row(self) -> Row:
        """Return the values of a player who has not played yet."""
        return cast(float, getattr(self, "initial")), *([0.0] * (len(self.columns) - 1))  # noqa: B009

    def initial_values(self, players: int) -> Floats:
        """Return the values of some players who have not played yet: (players, columns)."""
        return np.tile(np.array(self.initial_row(), np.float64), (players, 1))

    def numbers(self) -> tuple[Any, ...]:
        """Return the parameters as the formulas take them."""
        raise NotImplementedError

    def get_loop(self) -> Loop:
        """Return the loop that rates; a system whose parameters choose the formulas has several."""
        return self.loop

    def float_numbers(self) -> tuple[Any, ...]:
        """Return the parameters as floats throughout, so that a loop is compiled for one type."""
        return _floats(self.numbers())

    def zero_sum(self, players: int) -> bool:
        """Tell whether a game of this many players leaves the sum of their ratings as it is."""
        return False

    def win_probabilities(self, expected: Floats) -> Floats:
        """Return probabilities to win from what a run expected."""
        return expected

    def without_periods(self) -> "RatingSystem":
        """Return the same system without rating periods."""
        return self

    def clock(self, table: GameTable) -> Floats | None:
        """Return the time of each game as the formulas take it; None if time changes nothing."""
        return None

    def moment(self, time: int) -> float:
        """Return a time in microseconds as :meth:`clock` would."""
        return math.nan

    @property
    def needs_time(self) -> bool:
        """Whether a game without a time cannot be rated."""
        return False

    @property
    def reads_luck(self) -> bool:
        """Whether the formulas themselves look at the luck column."""
        return False

    def check(self, table: GameTable) -> None:
        """Refuse a table that the system cannot rate."""
        if table.team is not None and not self.takes_teams:
            raise ValueError(
                f"{type(self).__name__} rates single players; "
                "for teams use true-skill or weng-lin, or drop the team column"
            )
        if self.needs_time and table.time is None:
            raise TableError(NEEDS_TIME, column="time")
        for name in self.effects:
            if name not in table.covariates:
                known = (
                    suggest_all(name, table.covariates) if table.covariates else "there are none"
                )
                raise TableError(f"no covariate {name}, for which an effect is set; {known}")
        check_luck(self.luck, table)

    def home_points(self, table: GameTable) -> Floats:
        """Return the rating points that each seat is given: a row for every game, or one for all.

        A table without ``home`` gives the advantage to the first seat.
        """
        if table.home is None:
            points = np.zeros((1, table.width))
            points[0, 0] = self.advantage
        else:
            points = self.advantage * table.home
        for name, effect in self.effects.items():
            points = points + effect * table.covariates[name]
        return np.ascontiguousarray(points)

    def run(self, table: GameTable, values: Floats | None = None) -> RunArrays:
        """Rate every game of the table in order, from the values of its players.

        This is the array interface: rows of ``values`` belong to ``table.names``.  For players
        with names see :meth:`rate`.
        """
        self.check(table)
        wanted = (len(table.names), len(self.columns))
        if values is None:
            values = self.initial_values(len(table.names))
        elif values.shape != wanted:
            raise ValueError(f"values must be of shape {wanted}, not {values.shape}")
        else:
            values = np.array(values, np.float64, order="C")
        # Arrays of their own: malloc uses smaller blocks again, which saves page faults.
        shape = table.seats.shape
        expected, before, after = np.empty(shape), np.empty(shape), np.empty(shape)
        luck_points = None if self.luck is None else np.empty(shape)
        self.get_loop().run(
            table.seats,
            table.score,
            ALONE if table.team is None else table.team,
            self.home_points(table),
            self.clock(table),
            table.luck if self.luck is not None or self.reads_luck else None,
            values,
            (expected, before, after, luck_points),
            None if self.luck is None else self.luck.numbers(),
            self.float_numbers(),
        )
        return RunArrays(values, expected, before, after, luck_points)

    def predict(self, values: Floats, seats: Indices, home: Floats | None = None) -> Floats:
        """Return the probabilities to win at tables of players given by their rows of ``values``.

        Every table is looked at by itself, so a player may sit at several.  ``home`` are numbers
        per seat, as in a :class:`~evenhand.tables.GameTable`: without it the first seat has the
        advantage, with zeros nobody.

        >>> from evenhand.ratings import Elo
        >>> values = np.array([[1500.0, 0.0], [1600.0, 0.0], [1700.0, 0.0]])
        >>> pairs = np.array([[0, 1], [1, 2], [0, 2]], np.int32)
        >>> Elo(advantage=50.0).predict(values, pairs, np.zeros(2)).round(2).tolist()
        [[0.36, 0.64], [0.36, 0.64], [0.24, 0.76]]
        """
        system = replace(self.without_periods(), effects=Effects())
        if isinstance(system.luck, Adjustment):
            system = replace(system, luck=None)
        rows = np.arange(seats.size, dtype=np.int32).reshape(seats.shape)
        nothing = np.zeros(seats.shape)
        table = GameTable(
            ("",) * seats.size,
            rows,
            nothing,
            luck=nothing if system.reads_luck else None,
            home=None if home is None else np.broadcast_to(home, seats.shape).copy(),
        )
        return system.win_probabilities(system.run(table, values[seats.ravel()]).expected)

    def rate(self, table: GameTable, ratings: "Ratings | Mapping[str, Any] | None" = None) -> "Run":
        """Rate every game of the table, from the ratings of players by name.

        Players without a rating start, players who do not play keep theirs.  Ratings may be a
        plain mapping such as ``{"Anna": 1600}`` or ``{"Anna": {"rating": 1600, "games": 12}}``.

        >>> from evenhand.ratings import Elo
        >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}])
        >>> run = Elo(k=20).rate(table, {"Ben": 1600, "Cem": 1700})
        >>> {name: round(rating.rating) for name, rating in run.ratings.items()}
        {'Ben': 1587, 'Cem': 1700, 'Anna': 1513}
        """
        from evenhand.ratings.run import rate_named

        return rate_named(self, table, ratings)


def _floats(numbers: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(_floats(n) if isinstance(n, tuple) else float(n) for n in numbers)


def iterate(
    system: RatingSystem, table: GameTable, values: Floats | None = None, *, size: int = PART
) -> Iterator[tuple[slice, RunArrays]]:
    """Rate a table in parts, bit for bit as in one run: which games, and what they gave.

    >>> from evenhand.ratings import Elo
    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 3)
    >>> parts = iterate(Elo(), table, size=2)
    >>> [(games.stop, run.after[-1].round(2).tolist()) for games, run in parts]
    [(2, [1515.63, 1484.37]), (3, [1522.91, 1477.09])]
    """
    system.check(table)  # here, so that messages count the games of the whole table
    for start in range(0, max(len(table), 1), size):
        games = slice(start, min(start + size, len(table)))
        arrays = system.run(table.rows(games.start, games.stop), values)
        values = arrays.values
        yield games, arrays


def concatenate(parts: Sequence[RunArrays]) -> RunArrays:
    """Put the parts of a run together."""
    if len(parts) == 1:
        return parts[0]
    columns = list(zip(*(part[1:] for part in parts), strict=True))
    joined = [None if column[0] is None else np.concatenate(column) for column in columns]
    return RunArrays(parts[-1].values, *cast(Any, joined))
