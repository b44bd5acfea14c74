"""The functions that `evenhand` exports: rate, evaluate and tune games, and a League of players.

>>> run = rate([{"Anna": 1, "Ben": 0}, {"Ben": 1, "Cem": 0}], "elo", k=20)
>>> run.leaderboard().rows()
[(1, 'Anna', 1510.0, 1), (2, 'Ben', 1500.28..., 2), (3, 'Cem', 1489.71..., 1)]
"""

import json
import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from evenhand.params import suggest_all
from evenhand.ratings import (
    Adjustment,
    Ratings,
    RatingSystem,
    Row,
    Run,
    as_ratings,
    as_system,
    parameters,
    rate_named,
)
from evenhand.tables import EPOCH, GameTable, parse_time, read_games

if TYPE_CHECKING:
    from evenhand.evaluation import EvaluationReport
    from evenhand.tuning import TuningResult

LEARN = "learn"
KEPT = 1000  # games that can be undone
TRIALS = 40

System = str | RatingSystem | type[RatingSystem]
Time = str | date | datetime | int
Home = str | Iterable[str] | Mapping[str, float] | bool | None


def as_table(games: Any) -> GameTable:
    """Return a table of games given as a file, a frame, a table or a list of games."""
    if isinstance(games, GameTable):
        return games
    if isinstance(games, str | Path):
        return read_games(Path(games))
    if isinstance(games, Sequence | Iterator):
        return GameTable.from_games(games)
    return GameTable.from_frame(games)


def rate(
    games: Any,
    system: System = "elo",
    *,
    ratings: Ratings | Mapping[str, Any] | None = None,
    luck: float | str | Adjustment | None = None,
    progress: Callable[[int], object] | None = None,
    **params: Any,
) -> Run:
    """Rate games and return the ratings of all players, with everything that led to them.

    ``games`` is a file, a frame, a table or a list of games such as ``{"Anna": 1, "Ben": 0}``,
    ``system`` a name with ``params``, or a system.  Runs go on from ``ratings``, joined by name:
    newcomers start, absent players stay.  ``luck`` says how much of the luck columns to take out
    of the results, or ``"learn"`` to find out along the way.  ``progress`` is called with the
    number of games rated so far.

    >>> first = rate([{"Anna": 1, "Ben": 0}], "glicko-2", tau=0.3)
    >>> then = rate([{"Ben": 1, "Cem": 0}], first.system, ratings=first.ratings)
    >>> [round(then.ratings[name].rating) for name in ("Anna", "Ben", "Cem")]
    [1662, 1503, 1268]
    """
    table = as_table(games)
    if luck == LEARN:
        from evenhand.luck import rate_and_fit

        return rate_and_fit(as_system(system, **params), table, ratings)[0]
    if luck is not None:
        params["luck"] = luck
    return rate_named(as_system(system, **params), table, ratings, progress)


def evaluate(
    games: Any,
    system: System = "elo",
    *,
    test_fraction: float | None = None,
    since: Time | None = None,
    luck: float | str | Adjustment | None = None,
    rng: np.random.Generator | None = None,
    **params: Any,
) -> "EvaluationReport":
    """Measure how well a system predicts each game from the games before it.

    All games are rated; the last ``test_fraction`` of them, or those ``since`` a day, are scored
    (by default all).  ``games``, ``system`` and ``luck`` are as in :func:`rate`.

    >>> report = evaluate([{"Anna": 1, "Ben": 0}] * 50, "glicko-2", test_fraction=0.4)
    >>> report.games, report.accuracy.value, report.log_loss.value < 0.1
    (20, 1.0, True)
    """
    from evenhand.evaluation import find_test_start, score_predictions

    table = as_table(games)
    moment = None if since is None else to_microseconds(since)
    start = find_test_start(table, since=moment, fraction=test_fraction)
    run = rate(table, system, luck=luck, **params)
    predicted = run.system.win_probabilities(run.expected)
    return score_predictions(table.rows(start, len(table)), predicted[start:], rng=rng)


def tune(
    games: Any,
    system: System = "elo",
    values: Mapping[str, Any] | None = None,
    *,
    trials: int | None = None,
    metric: str = "log-loss",
    test_fraction: float | None = None,
    since: Time | None = None,
    seed: int = 0,
    **params: Any,
) -> "TuningResult":
    """Find the parameters of a system that predict best on the games before the test period.

    ``values`` are what to try of each parameter, a list or a
    :class:`~evenhand.tuning.Range`; without them every number of the system may change, in
    ``trials`` configurations (by default 40).  ``params`` stay as they are, and so do those of a
    system given as an object.

    >>> from evenhand.datasets import make_games
    >>> games, _ = make_games(np.random.default_rng(1), players=30, games=3000)
    >>> best = tune(games, "elo", {"k": [1, 16, 128]}, test_fraction=0.2)
    >>> best.system.k, best.report.games
    (16.0, 600)
    """
    from evenhand.tuning import tune as search

    if values is None and trials is None:
        trials = TRIALS
    if isinstance(system, RatingSystem):
        plain = type(system)()
        changed = {n: v for n, v in parameters(system).items() if v != parameters(plain).get(n)}
        system, params = type(system), {**changed, **params}
        params = {name: value for name, value in params.items() if name not in (values or {})}
    return search(
        system,
        values or {},
        as_table(games),
        base=params,
        metric=metric,
        since=None if since is None else to_microseconds(since),
        test_fraction=test_fraction,
        trials=trials,
        seed=seed,
    )


def _count(row: Row) -> Row:
    """Return the row of a player with one game more."""
    return (row[0], row[1] + 1.0, *row[2:])


PLAIN = (int, float)
COUNTERS: dict[int, Callable[[Row], Row]] = {  # for short rows, three times as fast
    2: lambda row: (row[0], row[1] + 1.0),
    3: lambda row: (row[0], row[1] + 1.0, row[2]),
}
OUT_OF_RANGE = "the rating would be out of range: are the scores too large?"


class Game:
    """What one game of a League gave, by player."""

    __slots__ = ("_after", "_before", "_expected", "_luck_points", "players")

    def __init__(
        self,
        players: tuple[str, ...],
        expected: Sequence[float],
        before: Sequence[Row],
        after: Sequence[Row],
        luck_points: Sequence[float] | None,
    ) -> None:
        self.players = players
        self._expected = expected
        self._before = before
        self._after = after
        self._luck_points = luck_points

    @property
    def expected(self) -> dict[str, float]:
        """Shares expected before the game; they add up to one."""
        return dict(zip(self.players, self._expected, strict=True))

    @property
    def before(self) -> dict[str, float]:
        """Ratings before the game."""
        return {name: row[0] for name, row in zip(self.players, self._before, strict=True)}

    @property
    def after(self) -> dict[str, float]:
        """Ratings after the game."""
        return {name: row[0] for name, row in zip(self.players, self._after, strict=True)}

    @property
    def luck_points(self) -> dict[str, float]:
        """Rating points that luck would have brought; zeros if luck is not taken out."""
        points = self._luck_points or (0.0,) * len(self.players)
        return dict(zip(self.players, points, strict=True))

    def __repr__(self) -> str:
        changes = zip(self.players, self._before, self._after, strict=True)
        return f"<Game {', '.join(f'{n} {a[0]:g} -> {b[0]:g}' for n, a, b in changes)}>"


class League:
    """Players rated one game at a time: a few microseconds each, nothing to compile.

    A League agrees with :func:`rate` on the same games to the bit.

    >>> league = League("elo", k=20)
    >>> game = league.add({"Anna": 1, "Ben": 0})
    >>> game.expected["Anna"], game.after["Anna"], league.ratings["Ben"].rating
    (0.5, 1510.0, 1490.0)
    >>> teams = League("true-skill")
    >>> teams.add([{"Anna": 10, "Ben": 10}, {"Cem": 7, "Dora": 7}]).after["Dora"] < 25
    True
    """

    def __init__(
        self,
        system: System = "elo",
        *,
        ratings: Ratings | Mapping[str, Any] | None = None,
        **params: Any,
    ) -> None:
        self.system = as_system(system, **params)
        known = as_ratings(self.system, ratings)
        self._rows = dict(zip(known.names, map(tuple, known.array.tolist()), strict=True))
        self._given = frozenset(known.names)
        self._new = tuple(float(number) for number in self.system.initial_row())
        self._loop, self._params = self.system.get_loop(), self.system.float_numbers()
        luck = self.system.luck
        self._adjustment = None if luck is None else luck.numbers()
        self._rate_pair: Any = self._loop.rate_pair
        self._has_check = type(self.system).check is not RatingSystem.check
        self._is_simple = self._rate_pair is not None and not (
            self._has_check or self.system.needs_time
        )
        self._count = COUNTERS.get(self._loop.columns, _count)
        self._undo: deque[tuple[tuple[str, ...], Sequence[Row], int | None]] = deque(maxlen=KEPT)
        self._time: int | None = None

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<League of {len(self):,} players by {self.system}>"

    @property
    def ratings(self) -> Ratings:
        """The ratings of all players now."""
        values = np.array(list(self._rows.values()), np.float64)
        shape = len(self._rows), len(self.system.columns)
        return Ratings(self.system, tuple(self._rows), values.reshape(shape))

    def leaderboard(self, *, min_games: int = 1) -> pl.DataFrame:
        """Return the players by rating, best first; equal ratings share a rank."""
        return self.ratings.leaderboard(min_games=min_games)

    def add(
        self,
        game: Mapping[str, float] | Sequence[Mapping[str, float]],
        *,
        time: Time | None = None,
        luck: Mapping[str, float] | None = None,
        home: Home = None,
        teams: Mapping[str, Any] | None = None,
        covariates: Mapping[str, Mapping[str, float] | float] | None = None,
    ) -> Game:
        """Rate a game given by the scores of its players, or as a list of teams.

        ``home`` names who has the home advantage: a player, some players, numbers by player, or
        False for neutral ground; without it that is the first player.  ``luck`` is how lucky
        everybody was, ``covariates`` are numbers for the system's effects, by player or one for
        all; 0 where none is given.  Games come in the order in which they were played.
        """
        if (
            self._is_simple
            and type(game) is dict
            and len(game) == 2
            and time is None
            and luck is None
            and home is None
            and teams is None
            and covariates is None
        ):
            (first, score), (second, other) = game.items()
            if type(first) is type(second) is str and type(score) in PLAIN and type(other) in PLAIN:
                return self._add_pair(first, second, score, other)
        players, scores, sides = _split_teams(game, teams)
        self._check_sides(sides)
        at = self._time if time is None else self._check_time(time)
        home_points = self._home_points(players, home, covariates)
        received = self._luck_of(players, luck)
        if self._has_check:
            self._check_game(players, scores, received)
        rows = [self._rows.get(player, self._new) for player in players]
        after, expected, points = self._loop.rate_game(
            rows,
            scores,
            sides,
            home_points,
            received,
            self._moment(time, at),
            self._adjustment,
            self._params,
            self._rate_pair is not None,
        )
        self._replace(players, after)
        self._time = at
        return Game(players, expected, rows, after, points if self._adjustment else None)

    def _add_pair(self, first: str, second: str, score: float, other_score: float) -> Game:
        """Rate a plain game of two, without detours: this is the case that has to be fast."""
        try:
            score, other_score = float(score), float(other_score)
        except OverflowError:
            raise ValueError("the scores are out of range") from None
        if not score - score == 0.0 == other_score - other_score:
            wrong, value = (first, score) if score - score != 0.0 else (second, other_score)
            raise ValueError(f"the score of {wrong} must be a finite number, not {value}")
        rows = self._rows
        own, other = rows.get(first), rows.get(second)
        before = (own or self._new, other or self._new)
        own, other, p, _, _ = self._rate_pair(
            *map(self._count, before),
            0.5 if score == other_score else 1.0 if score > other_score else 0.0,
            math.nan,
            self.system.advantage,
            math.nan,
            math.nan,
            self._adjustment,
            self._params,
        )
        if not own[0] - own[0] == 0.0 == other[0] - other[0]:
            raise ArithmeticError(OUT_OF_RANGE)
        players = (first, second)
        self._undo.append((players, before, self._time))
        rows[first], rows[second] = own, other
        return Game(players, (p, 1.0 - p), before, (own, other), None)

    def _replace(self, players: tuple[str, ...], after: Sequence[Row]) -> None:
        """Let players have new rows, and remember the old ones."""
        if not all(math.isfinite(row[0]) for row in after):
            raise ArithmeticError(OUT_OF_RANGE)
        before = [self._rows.get(player, self._new) for player in players]
        self._undo.append((players, before, self._time))
        self._rows.update(zip(players, after, strict=True))

    def _check_sides(self, sides: Sequence[int] | None) -> None:
        if sides is not None and not self.system.takes_teams:
            raise ValueError(
                f"{type(self.system).__name__} rates single players; "
                "for teams use true-skill or weng-lin"
            )

    def _check_game(
        self, players: Sequence[str], scores: Sequence[float], luck: Sequence[float] | None
    ) -> None:
        """Let a system with checks of its own look at the game."""
        known = [math.nan] * len(players) if luck is None else luck
        table = GameTable(
            tuple(players),
            np.arange(len(players), dtype=np.int32)[None],
            np.array([scores], np.float64),
            luck=np.array([known], np.float64),
            time=np.zeros(1, np.int64),
            covariates=dict.fromkeys(self.system.effects, np.zeros((1, len(players)))),
        )
        self.system.check(table)

    def _moment(self, time: Time | None, at: int | None) -> float:
        """Return the time of a game as the formulas take it."""
        if time is None or at is None:
            if self.system.needs_time:
                raise ValueError("rating periods need the time of each game: add it with time=...")
            return math.nan
        return self.system.moment(at)

    def undo(self) -> tuple[str, ...]:
        """Take back the last game and return its players; up to 1,000 games can be taken back.

        >>> league = League()
        >>> _ = league.add({"Anna": 1, "Ben": 0})
        >>> league.undo(), len(league)
        (('Anna', 'Ben'), 0)
        """
        if not self._undo:
            raise ValueError("there is no game to undo")
        players, before, self._time = self._undo.pop()
        for player, row in zip(players, before, strict=True):
            if row[1] or player in self._given:
                self._rows[player] = row
            else:
                del self._rows[player]
        return players

    def predict(
        self,
        *players: Any,
        time: Time | None = None,
        home: Home = None,
        covariates: Mapping[str, Mapping[str, float] | float] | None = None,
    ) -> dict[Any, float]:
        """Return the probability of each player to win, or of each team given as a list.

        Teams are named by tuples.

        >>> league = League(ratings={"Anna": 1600, "Ben": 1500}, advantage=50)
        >>> {name: round(p, 2) for name, p in league.predict("Anna", "Ben", home="Ben").items()}
        {'Anna': 0.57, 'Ben': 0.43}
        """
        keys = [tuple(side) if isinstance(side, list | tuple | set) else side for side in players]
        teams = [tuple(map(str, key)) if isinstance(key, tuple) else (str(key),) for key in keys]
        names = [name for team in teams for name in team]
        for name in names:
            if name not in self._rows:
                advice = suggest_all(name, self._rows) if self._rows else "nobody has played yet"
                raise ValueError(f"nobody is called {name!r}; {advice}")
        if len(set(names)) < len(names) or len(teams) < 2 or not all(teams):
            raise ValueError("predict needs two or more different players")
        sides = [side for side, team in enumerate(teams) for _ in team]
        alone = len(teams) == len(names)
        self._check_sides(None if alone else sides)
        system, n = self.system.without_periods(), len(names)
        _, expected, _ = system.get_loop().rate_game(
            [self._rows[name] for name in names],
            [0.0] * n,
            None if alone else sides,
            self._home_points(names, home, covariates),
            [0.0] * n if system.reads_luck else None,
            math.nan if time is None else system.moment(to_microseconds(time)),
            None,
            system.float_numbers(),
        )
        shares = system.win_probabilities(np.array(expected)).tolist()
        together = [0.0] * len(teams)
        for side, share in zip(sides, shares, strict=True):
            together[side] += share
        return dict(zip(keys, together, strict=True))

    def save(self, path: str | Path) -> None:
        """Write the ratings to a JSON file, from which :meth:`load` goes on bit for bit."""
        self.ratings.write(path, time=self._time)

    @classmethod
    def load(cls, path: str | Path) -> "League":
        """Read a league that :meth:`save` wrote."""
        ratings = Ratings.read(path)
        league = cls(ratings.system, ratings=ratings)
        time = json.loads(Path(path).read_text(encoding="utf-8")).get("time")
        if time is not None and not isinstance(time, int):
            raise ValueError(f"{path}: time should be microseconds since 1970, not {time!r}")
        league._time = time
        return league

    def _check_time(self, time: Time) -> int:
        at = to_microseconds(time)
        if self._time is not None and at < self._time:
            raise ValueError(
                f"{time} is earlier than the game before; add games in the order they were played"
            )
        return at

    def _luck_of(
        self, players: Sequence[str], luck: Mapping[str, float] | None
    ) -> Sequence[float] | None:
        if luck is None:
            return None if self._adjustment is None else [math.nan] * len(players)
        if self._adjustment is None and not self.system.reads_luck:
            raise ValueError("luck is not taken out in this league; make it with luck=...")
        _check_names("luck", luck, players)
        by_name = {str(name): value for name, value in luck.items() if value is not None}
        try:
            received = [float(by_name.get(player, math.nan)) for player in players]
        except (TypeError, ValueError):
            received = [math.inf]
        if any(math.isinf(number) for number in received):
            raise ValueError("luck must be a finite number, or NaN or None if unknown")
        return received

    def _home_points(
        self,
        players: Sequence[str],
        home: Home,
        covariates: Mapping[str, Mapping[str, float] | float] | None,
    ) -> Sequence[float]:
        points = [self.system.advantage * number for number in _home_numbers(players, home)]
        given = covariates or {}
        _check_names("covariates", given, list(self.system.effects))
        for name, effect in self.system.effects.items():
            value = given.get(name, 0.0)
            if isinstance(value, Mapping):
                _check_names(name, value, players)
                numbers = _numbers_of(name, value, players)
            else:
                numbers = [_number(name, value)] * len(players)
            points = [one + effect * number for one, number in zip(points, numbers, strict=True)]
        return points


def _check_names(what: str, given: Mapping[str, Any], known: Sequence[str]) -> None:
    for name in given:
        if str(name) not in known:
            raise ValueError(f"{what} names {name!r}; {suggest_all(str(name), known)}")


def _numbers_of(what: str, given: Mapping[Any, Any], players: Sequence[str]) -> list[float]:
    """Return a finite number for each player, zero where none is given."""
    by_name = {str(name): _number(f"{what} of {name}", value) for name, value in given.items()}
    return [by_name.get(player, 0.0) for player in players]


def _home_numbers(players: Sequence[str], home: Home) -> list[float]:
    """Return the home number of every player."""
    if home is None or home is True:
        return [1.0, *([0.0] * (len(players) - 1))]
    if home is False:
        return [0.0] * len(players)
    if isinstance(home, Mapping):
        _check_names("home", home, players)
        return _numbers_of("home", home, players)
    names = [str(name) for name in home] if isinstance(home, list | tuple | set) else [str(home)]
    _check_names("home", dict.fromkeys(names), players)
    return [1.0 if player in names else 0.0 for player in players]


def _split_teams(
    game: Mapping[str, float] | Sequence[Mapping[str, float]], teams: Mapping[str, Any] | None
) -> tuple[tuple[str, ...], tuple[float, ...], list[int] | None]:
    """Return players, scores and sides of a game given as a list of teams or with teams."""
    members: list[tuple[Any, Any, Any]]
    if isinstance(game, Mapping):
        if teams is not None:
            _check_names("teams", teams, [str(name) for name in game])
        side_of = teams or {}
        members = [(name, score, side_of.get(name, (name,))) for name, score in game.items()]
    elif isinstance(game, Sequence) and all(isinstance(team, Mapping) for team in game):
        if teams is not None:
            raise ValueError("give teams as a list or with teams=..., not both")
        members = [(name, score, k) for k, team in enumerate(game) for name, score in team.items()]
    else:
        raise ValueError(
            "a game is a mapping of players to scores, or a list of such mappings for teams"
        )
    players = tuple(str(name) for name, _, _ in members)
    scores = tuple(_number(f"the score of {name}", score) for name, score, _ in members)
    if len(set(players)) < len(players):
        twice = next(name for name in players if players.count(name) > 1)
        raise ValueError(f"{twice!r} sits twice in one game")
    if len(players) < 2:
        raise ValueError("a game needs at least two players")
    number: dict[Any, int] = {}
    score_of: dict[int, float] = {}
    sides = [number.setdefault(team, len(number)) for _, _, team in members]
    for side, score in zip(sides, scores, strict=True):
        if score_of.setdefault(side, score) != score:
            raise ValueError("players of one team must have the same score")
    if len(number) < 2:
        raise ValueError("a game needs at least two teams")
    alone = len(number) == len(players)
    return players, scores, None if alone else sides


def _number(what: str, value: Any) -> float:
    """Return a finite number."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{what} must be a finite number, not {value!r}")
    return number


def to_microseconds(time: Time) -> int:
    """Return a time as microseconds since 1970; without a time zone it is UTC.

    >>> to_microseconds("1970-01-02"), to_microseconds(date(1970, 1, 2)), to_microseconds(19700102)
    (86400000000, 86400000000, 86400000000)
    """
    if isinstance(time, str):
        return parse_time(time)
    if isinstance(time, datetime):
        moment = time if time.tzinfo else time.replace(tzinfo=UTC)
        return (moment - EPOCH) // timedelta(microseconds=1)
    if isinstance(time, date):
        return parse_time(time.isoformat())
    if isinstance(time, int) and 1_000_01_01 <= time <= 9999_12_31:
        return parse_time(f"{time // 10_000:04}-{time // 100 % 100:02}-{time % 100:02}")
    raise ValueError(f"{time!r} is not a time: give a datetime, a date or text like 2024-01-31")
