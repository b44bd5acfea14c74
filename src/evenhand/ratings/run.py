"""The ratings of named players, and what a run over a table gives: leaderboard and history."""

import json
import math
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol, SupportsFloat, cast

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.files import atomic_write, check_writable
from evenhand.params import suggest_all
from evenhand.ratings.base import RatingSystem, concatenate, iterate
from evenhand.ratings.registry import name_of, parameters, system_from
from evenhand.tables import Floats, GameTable

SHOWN = ("rating", "games", "deviation", "volatility")
LEAST = {"games": 0.0, "deviation": 1e-9, "volatility": 1e-9}  # given by people
PRIORS = {"rating": "prior", "deviation": "prior_deviation", "volatility": "prior_volatility"}


class Rating(Protocol):
    """A player's rating: a named tuple of ``rating``, ``games`` and what else the system knows."""

    @property
    def rating(self) -> float: ...
    @property
    def games(self) -> int: ...
    def __getattr__(self, name: str) -> float: ...


@cache
def _rating_type(columns: tuple[str, ...]) -> Any:
    return namedtuple("Rating", [name for name in SHOWN if name in columns])


class Ratings(Mapping[str, Rating]):
    """The ratings of named players, and the system they belong to.

    >>> from evenhand.ratings import Elo
    >>> ratings = Elo(k=20).rate(GameTable.from_games([{"Anna": 1, "Ben": 0}])).ratings
    >>> ratings["Anna"]
    Rating(rating=1510.0, games=1)
    """

    __slots__ = ("_number", "array", "names", "system")

    def __init__(
        self, system: RatingSystem, names: Sequence[str] = (), values: Floats | None = None
    ) -> None:
        self.system, self.names = system, tuple(names)
        self.array = system.initial_values(len(self.names)) if values is None else values
        self._number: dict[str, int] | None = None

    @property
    def number(self) -> Mapping[str, int]:
        """The row of each player in :attr:`array`."""
        if self._number is None:
            self._number = {name: number for number, name in enumerate(self.names)}
        return self._number

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.number

    def __getitem__(self, name: str) -> Rating:
        kind, row = _rating_type(self.system.columns), self.array[self.number[name]].tolist()
        named = dict(zip(self.system.columns, row, strict=True))
        named["games"] = int(named["games"])
        return cast(Rating, kind(*(named[column] for column in kind._fields)))

    def __repr__(self) -> str:
        return f"<Ratings of {len(self):,} players by {self.system}>"

    def row(self, name: str) -> int:
        """Return the row of a player in :attr:`array`."""
        try:
            return self.number[name]
        except KeyError:
            raise ValueError(
                f"nobody is called {name!r}; {suggest_all(name, self.names)}"
            ) from None

    def rows(self, names: Sequence[str]) -> Floats:
        """Return the values of these players; newcomers start."""
        if names is self.names or tuple(names) == self.names:
            return self.array
        number = self.number
        found = np.fromiter((number.get(name, -1) for name in names), np.int64, len(names))
        values = self.system.initial_values(len(names))
        known = found >= 0
        values[known] = self.array[found[known]]
        return values

    def joined(self, names: Sequence[str], values: Floats) -> "Ratings":
        """Return these ratings with those of some players replaced or added."""
        if tuple(names) == self.names:
            return Ratings(self.system, self.names, values)
        number = dict(self.number)
        rows = np.fromiter((number.setdefault(n, len(number)) for n in names), np.int64, len(names))
        together = np.empty((len(number), self.array.shape[1]))
        together[: len(self)] = self.array
        together[rows] = values
        return Ratings(self.system, tuple(number), together)

    def leaderboard(self, *, min_games: int = 1) -> pl.DataFrame:
        """Return the players by rating, best first; equal ratings share a rank.

        >>> from evenhand.ratings import Elo
        >>> game = GameTable.from_games([{"Anna": 0, "Ben": 1}])
        >>> Elo(k=20.0).rate(game).ratings.leaderboard().rows()
        [(1, 'Ben', 1510.0, 1), (2, 'Anna', 1490.0, 1)]
        """
        self._check_range()
        columns = self.system.columns
        extra = {
            name: self.array[:, columns.index(name)]
            for name in SHOWN
            if name in columns and name not in ("rating", "games")
        }
        frame = pl.DataFrame(
            {
                "player": pl.Series(self.names, dtype=pl.String),
                "rating": self.array[:, 0],
                **extra,
                "games": self.array[:, 1].astype(np.int64),
            }
        )
        frame = frame.filter(pl.col("games") >= min_games).sort(
            "rating", descending=True, maintain_order=True
        )
        rank = pl.col("rating").rank("min", descending=True).cast(pl.Int64).alias("rank")
        return frame.select(rank, pl.all())

    def predict(
        self, tables: Sequence[Sequence[str]], home: Floats | Sequence[float] | None = None
    ) -> Floats:
        """Return the probabilities to win at each of some tables of players: (tables, seats).

        ``home`` are numbers per seat, as in a table of games: ``[1, 0]`` gives the first the
        advantage.

        >>> from evenhand.ratings import Elo
        >>> ratings = Elo().rate(GameTable.from_games([{"Anna": 1, "Ben": 0}] * 9)).ratings
        >>> ratings.predict([("Anna", "Ben"), ("Ben", "Anna")]).round(2).tolist()
        [[0.67, 0.33], [0.33, 0.67]]
        """
        seats = np.array([[self.row(name) for name in table] for table in tables], np.int32)
        numbers = None if home is None else np.asarray(home, np.float64)
        return self.system.predict(self.array, seats, numbers)

    def _check_range(self) -> None:
        """Refuse ratings that are not finite; other columns may be unknown (NaN), not infinite."""
        if not np.isfinite(self.array[:, 0]).all() or np.isinf(self.array).any():
            raise ValueError(
                "the ratings are out of range: are the parameters or scores too large?"
            )

    def write(self, path: str | Path, **beside: Any) -> None:
        """Write the ratings to a JSON file, from which a run can go on bit for bit.

        What is given ``beside`` them is written too, and left alone when they are read.
        """
        check_writable(Path(path), ".json")
        self._check_range()
        content = {
            "system": name_of(type(self.system)),
            "params": parameters(self.system),
            "columns": list(self.system.columns),
            **beside,
        }
        rows = (
            f"  {json.dumps(name, ensure_ascii=False)}: {json.dumps(row)}"
            for name, row in zip(self.names, nulls_for_nan(self.array), strict=True)
        )
        head = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)
        text = f'{head[:-2]},\n "players": {{\n' + ",\n".join(rows) + "\n }\n}\n"
        atomic_write(Path(path), lambda draft: draft.write_text(text, encoding="utf-8"))

    @classmethod
    def read(cls, path: str | Path, system: RatingSystem | None = None) -> "Ratings":
        """Read ratings that :meth:`write` wrote.

        The file names its system; give ``system`` if it is one of your own.
        """
        try:
            content = json.loads(Path(path).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ValueError(f"{path}: no such file") from None
        except OSError as problem:
            raise ValueError(f"{path}: cannot be read: {problem.strerror or problem}") from None
        except (ValueError, RecursionError):
            raise ValueError(f"{path}: is not JSON") from None
        try:
            name, columns, players = content["system"], content["columns"], content["players"]
            if system is None:
                system = system_from(name, content["params"])
            if name != name_of(type(system)):
                raise ValueError(f"holds ratings of {name}, not of {name_of(type(system))}")
            if list(columns) != list(system.columns):
                wanted, found = ", ".join(system.columns), ", ".join(map(str, columns))
                raise ValueError(f"columns should be {wanted}, not {found}")
            names, rows = list(players), list(players.values())
        except (KeyError, TypeError, AttributeError):
            raise ValueError(f"{path}: holds no ratings as evenhand writes them") from None
        except ValueError as problem:
            raise ValueError(f"{path}: {problem}") from None
        return cls(system, names, _read_rows(path, names, rows, system.columns))


def _read_rows(
    path: str | Path, names: Sequence[str], rows: Sequence[Any], columns: tuple[str, ...]
) -> Floats:
    """Return the rows of a file as an array; null is an unknown number."""
    values = np.empty((len(rows), len(columns)))
    for row, (name, cells) in enumerate(zip(names, rows, strict=True)):
        try:
            if not isinstance(cells, list) or len(cells) != len(columns):
                raise ValueError
            values[row] = [math.nan if cell is None else float(cell) for cell in cells]
        except (TypeError, ValueError):
            wanted = ", ".join(columns)
            raise ValueError(f"{path}: {name} should have numbers for {wanted}") from None
        if not np.isfinite(values[row, :2]).all() or np.isinf(values[row]).any():
            raise ValueError(f"{path}: the rating of {name} is out of range")
    return values


def nulls_for_nan(values: Floats) -> list[list[float | None]]:
    """Return the rows of an array as lists with None for NaN."""
    if not np.isnan(values).any():
        return cast(list[list[float | None]], values.tolist())
    return [[None if cell != cell else cell for cell in row] for row in values.tolist()]


def as_ratings(system: RatingSystem, given: Ratings | Mapping[str, Any] | None) -> Ratings:
    """Return ratings of a system: given as such, or as a plain mapping.

    >>> from evenhand.ratings import Elo, Glicko
    >>> as_ratings(Elo(), {"Anna": 1600.0, "Ben": {"rating": 1550.0, "games": 9}}).array.tolist()
    [[1600.0, 0.0], [1550.0, 9.0]]
    >>> as_ratings(Glicko(), Ratings(Elo(), ["Anna"]))
    Traceback (most recent call last):
    ValueError: these are ratings of elo, which glicko cannot go on from
    """
    if given is None:
        return Ratings(system)
    if isinstance(given, Ratings):
        if type(given.system) is not type(system):
            theirs, ours = name_of(type(given.system)), name_of(type(system))
            raise ValueError(f"these are ratings of {theirs}, which {ours} cannot go on from")
        return Ratings(system, given.names, given.array)
    if not isinstance(given, Mapping):
        problem = f"ratings are Ratings or a mapping from names, not {type(given).__name__}"
        raise ValueError(f"{problem}; read a file with Ratings.read")
    ratings = Ratings(system, [str(name) for name in given])
    if len(set(ratings.names)) < len(ratings.names):
        raise ValueError("two players of one name in the ratings")
    for row, (name, rating) in enumerate(given.items()):
        if hasattr(rating, "_asdict"):  # a named row of other ratings
            rating = rating._asdict()
        columns = rating if isinstance(rating, Mapping) else {"rating": rating}
        for column, value in columns.items():
            if column not in system.columns:
                known = suggest_all(str(column), system.columns)
                raise ValueError(f"{type(system).__name__} has no column {column!r}; {known}")
            if not isinstance(value, SupportsFloat) or not math.isfinite(value):
                raise ValueError(f"the {column} of {name} must be a finite number, not {value!r}")
            if column in LEAST and not float(value) >= LEAST[column]:
                raise ValueError(f"the {column} of {name} must not be below {LEAST[column]:g}")
            ratings.array[row, system.columns.index(column)] = value
            if column in PRIORS and PRIORS[column] in system.columns:
                ratings.array[row, system.columns.index(PRIORS[column])] = value
    return ratings


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What rating a table gives: the ratings by name, and every game.

    Arrays are (games, seats); seats that nobody sat on hold NaN.
    """

    ratings: Ratings
    table: GameTable
    expected: Floats  # known before each game; adds up to one over the seats
    before: Floats  # the rating of the seat's player before the game
    after: Floats  # and after it
    luck_points: Floats | None = None  # rating points that luck would have brought, if taken out

    @property
    def system(self) -> RatingSystem:
        """The system that rated."""
        return self.ratings.system

    def leaderboard(self, *, min_games: int = 1) -> pl.DataFrame:
        """Return the players by rating, best first; equal ratings share a rank."""
        return self.ratings.leaderboard(min_games=min_games)

    def history(self) -> pl.DataFrame:
        """Return a row for each player of each game: score, expected, before, after, change.

        Where luck was taken out, ``raw_change`` is what the result alone would have changed.  It
        is split in two: ``skill_change``, which the rating took, and ``luck_change``, which it
        did not.

        >>> from evenhand.ratings import Elo
        >>> Elo(k=20.0).rate(GameTable.from_games([{"Anna": 1, "Ben": 0}])).history().rows()
        [(1, 'Anna', 1.0, 0.5, 1500.0, 1510.0, 10.0), (1, 'Ben', 0.0, 0.5, 1500.0, 1490.0, -10.0)]
        """
        table, taken = self.table, self.table.taken
        game = np.nonzero(taken)[0]
        names = pl.Series("player", table.names, dtype=pl.String)
        before, after = self.before[taken], self.after[taken]
        columns = {
            "game": pl.Series(game + 1 if table.game is None else table.game[game]),
            "player": names.gather(table.seats[taken]),
            "score": table.score[taken],
            "expected": self.expected[taken],
            "before": before,
            "after": after,
            "change": after - before,
        }
        if self.luck_points is not None:
            skill, luck = after - before, self.luck_points[taken]
            columns |= {"raw_change": skill + luck, "skill_change": skill, "luck_change": luck}
        if table.time is not None:
            columns["time"] = pl.Series(table.time[game]).cast(pl.Datetime("us", "UTC"))
        return pl.DataFrame(columns)

    def luck_totals(self) -> pl.DataFrame:
        """Return how many rating points luck would have brought each player: total and per game.

        Only games in which everybody's luck was known count.

        >>> from evenhand.ratings import Adjustment, Elo
        >>> luck = np.array([[0.2, -0.2], [np.nan, 0.1]])
        >>> table = GameTable(("Anna", "Ben"), np.array([[0, 1]] * 2, np.int32), np.eye(2), luck)
        >>> Elo(k=20.0, luck=Adjustment()).rate(table).luck_totals().rows()
        [('Anna', 1, 4.0, 4.0), ('Ben', 1, -4.0, -4.0)]
        """
        table, taken = self.table, self.table.taken
        if self.luck_points is None or table.luck is None:
            raise ValueError("luck was not taken out of the results")
        known = taken & ~(np.isnan(table.luck) & taken).any(axis=1, keepdims=True)
        players, count = table.seats[known], len(table.names)
        games = np.bincount(players, minlength=count)
        total = np.bincount(players, self.luck_points[known], count).astype(np.float64)
        mean = total / np.maximum(games, 1)
        columns = {"player": table.names, "games": games, "luck": total, "luck_per_game": mean}
        return pl.DataFrame(columns, schema_overrides={"player": pl.String})

    def write(self, path: str | Path) -> None:
        """Write the ratings to a JSON file, from which a run can go on bit for bit."""
        self.ratings.write(path)


def rate_named(
    system: RatingSystem,
    table: GameTable,
    ratings: Ratings | Mapping[str, Any] | None = None,
    progress: Callable[[int], object] | None = None,
) -> Run:
    """Rate a table from the ratings of players by name; report how many games are done."""
    known = as_ratings(system, ratings)
    values = known.rows(table.names) if len(known) else None
    if progress is None:
        arrays = system.run(table, values)
    else:
        parts = []
        for games, part in iterate(system, table, values):
            parts.append(part)
            progress(games.stop)
        arrays = concatenate(parts)
    rated = known.joined(table.names, arrays.values)
    return Run(rated, table, *arrays[1:])


def count_games(table: GameTable) -> NDArray[np.int64]:
    """Return the number of games of every player of a table.

    >>> count_games(GameTable.from_games([{"Anna": 0, "Ben": 1}, {"Ben": 1, "Cem": 0}])).tolist()
    [1, 2, 1]
    """
    return np.bincount(table.seats[table.taken], minlength=len(table.names))
