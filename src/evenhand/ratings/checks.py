"""Check that a rating system obeys the laws that hold for every system, whatever its formula.

For whoever writes a system: call :func:`check_system` in a test.

>>> from evenhand.ratings import Elo
>>> check_system(Elo(k=20))
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from evenhand.ratings.base import Effects, RatingSystem, RunArrays
from evenhand.ratings.run import Ratings, count_games
from evenhand.tables import EMPTY, Floats, GameTable

DAY = 86_400_000_000  # microseconds
ROUNDING = 1e-8  # rating points; sums of rounded numbers


class Case(NamedTuple):
    """A system, a table without teams, and the run over it."""

    system: RatingSystem
    table: GameTable
    run: RunArrays


def check_system(system: RatingSystem, table: GameTable | None = None) -> None:
    """Check a system against all laws; raise an AssertionError that names those it breaks.

    The games are those of ``table``, which has luck and times if the system needs them, and no
    teams.  Without a table they are random ones: games of two, and of two to four in one table.
    Scores of random games are not above zero, and luck is known.

    >>> from evenhand.ratings import Elo
    >>> class Unfair(Elo):
    ...     def win_probabilities(self, expected):
    ...         return expected ** 2
    >>> check_system(Unfair())
    Traceback (most recent call last):
    AssertionError: Unfair(...) breaks a law
    expected shares and probabilities add up to one: shares of 2 players add up to 0.5, not 1.0
    """
    tables = (random_games(2), random_games(4)) if table is None else (table,)
    broken: dict[str, str] = {}
    for games in tables:
        if len(games) < 2:
            raise ValueError("check_system needs two or more games")
        case = Case(system, games, system.run(games))
        for law in LAWS:
            try:
                law(case)
            except Exception as problem:
                name = (law.__doc__ or law.__name__).splitlines()[0].rstrip(".")
                what = "" if isinstance(problem, AssertionError) else f"{type(problem).__name__}: "
                broken.setdefault(f"{name[0].lower()}{name[1:]}", f"{what}{problem}")
    if broken:
        what = "a law" if len(broken) == 1 else f"{len(broken)} laws"
        laws = "\n".join(f"{name}: {problem}" for name, problem in broken.items())
        raise AssertionError(f"{system} breaks {what}\n{laws}")


def random_games(seats: int, games: int = 40, players: int = 7, seed: int = 1) -> GameTable:
    """Make games with ties, luck and times; with more than two seats, some are left empty.

    Scores are not above zero, as penalties must be.
    """
    rng = np.random.default_rng(seed)
    rows = np.array([rng.choice(players, seats, replace=False) for _ in range(games)], np.int32)
    score = -rng.integers(0, 8, rows.shape).astype(np.float64)
    luck = -rng.uniform(0.0, 80.0, rows.shape)
    time = np.cumsum(rng.integers(0, 10 * DAY, games))
    for game in range(games if seats > 2 else 0):
        rows[game, rng.permutation(seats)[: game % (seats - 1)]] = EMPTY
    names = tuple(f"player {number}" for number in range(players))
    return GameTable(names, rows, score, luck=luck, time=time)


def _equal(found: Any, wanted: Any, what: str) -> None:
    """Require the same bits; None equals None, and NaN equals NaN."""
    if found is None or wanted is None:
        assert found is wanted, f"{what} should be {wanted}, not {found}"
    else:
        _compare(found, wanted, 0.0, 0.0, f"{what} are")


def _compare(found: Any, wanted: Any, rtol: float, atol: float, what: str) -> None:
    """Require numbers that are equal, or nearly; show the first that are not."""
    found, wanted = np.broadcast_arrays(np.asarray(found, float), np.asarray(wanted, float))
    wrong = ~np.isclose(found, wanted, rtol=rtol, atol=atol, equal_nan=True)
    if wrong.any():
        raise AssertionError(f"{what} {found[wrong][0]}, not {wanted[wrong][0]}")


def _equal_runs(found: RunArrays, wanted: RunArrays) -> None:
    for name, one, other in zip(RunArrays._fields, found, wanted, strict=True):
        _equal(one, other, name)


def _cuts(games: int) -> list[int]:
    return sorted({0, 1, games // 3, games // 2, games - 1, games})


def _split_anywhere(case: Case) -> None:
    """A run that stops after any game and goes on gives the same bits."""
    system, table, whole = case
    for cut in _cuts(len(table)):
        first = system.run(table.rows(0, cut))
        second = system.run(table.rows(cut, len(table)), first.values)
        _equal(second.values, whole.values, f"values after a stop at game {cut}")
        for name in ("expected", "before", "after"):
            parts = np.vstack([getattr(first, name), getattr(second, name)])
            _equal(parts, getattr(whole, name), f"{name} with a stop at game {cut}")
        if first.luck_points is not None and second.luck_points is not None:
            points = np.vstack([first.luck_points, second.luck_points])
            _equal(points, whole.luck_points, f"luck points with a stop at game {cut}")


def _survive_a_file(case: Case) -> None:
    """A run goes on from ratings that were written and read, bit for bit."""
    system, table, whole = case
    cut = len(table) // 2
    first = system.run(table.rows(0, cut)).values
    with TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.json"
        Ratings(system, table.names, first).write(path)
        text = path.read_text(encoding="utf-8")
        read = Ratings.read(path, system)
    assert "Infinity" not in text, "the file holds an infinite number"
    assert "NaN" not in text, "the file holds NaN rather than null"
    _equal(read.array, first, "values read from the file")
    rest = system.run(table.rows(cut, len(table)), read.rows(table.names))
    _equal(rest.values, whole.values, "values of the run that goes on from the file")


def _keep_what_is_given(case: Case) -> None:
    """A run writes into arrays of its own."""
    given = case.system.initial_values(len(case.table.names))
    kept = given.copy()
    case.system.run(case.table, given)
    _equal(given, kept, "values given to the run")


def _leave_the_absent_alone(case: Case) -> None:
    """Players who do not play keep their values."""
    system, table, run = case
    game = table.rows(len(table) - 1, len(table))
    absent = np.setdiff1d(np.arange(len(table.names)), game.seats)
    after = system.run(game, run.values).values
    _equal(after[absent], run.values[absent], "values of players who did not play")


def _count_games(case: Case) -> None:
    """The second column counts games, and newcomers have none."""
    system, table, run = case
    assert system.columns[:2] == ("rating", "games"), "the columns start with rating and games"
    _equal(system.initial_values(3)[:, 1], np.zeros(3), "games of newcomers")
    _equal(run.values[:, 1], count_games(table), "games")


def _chain(case: Case) -> None:
    """The rating before a game is that after the game before, and the last one is final."""
    system, table, run = case
    now = system.initial_values(len(table.names))[:, 0].copy()
    for game, (seats, taken) in enumerate(zip(table.seats, table.taken, strict=True)):
        _equal(run.before[game, taken], now[seats[taken]], f"ratings before game {game}")
        now[seats[taken]] = run.after[game, taken]
    _equal(now, run.values[:, 0], "final ratings")
    for name in ("before", "after", "expected"):
        _equal(np.isnan(getattr(run, name)), ~table.taken, f"unknown numbers among {name}")


def _finite(case: Case) -> None:
    """Ratings are finite numbers, and nothing else is infinite."""
    assert np.isfinite(case.run.values[:, 0]).all(), "a rating is not finite"
    assert not np.isinf(case.run.values).any(), "a column is infinite"


def _ignore_the_result(case: Case) -> None:
    """What is expected of a game does not depend on its result."""
    system, table, run = case
    for game in (0, len(table) // 2, len(table) - 1):
        score = table.score.copy()
        score[game, table.taken[game]] = score[game, table.taken[game]][::-1]
        other = system.run(replace(table, score=score))
        _equal(
            other.expected[: game + 1],
            run.expected[: game + 1],
            f"expected shares up to game {game}",
        )


def _add_up_to_one(case: Case) -> None:
    """Expected shares and probabilities add up to one."""
    system, table, run = case
    for shares in (run.expected, system.win_probabilities(run.expected)):
        for n in np.unique(table.taken.sum(axis=1)):
            rows = shares[table.taken.sum(axis=1) == n]
            _compare(np.nansum(rows, axis=1), 1.0, 0.0, 1e-12, f"shares of {n} players add up to")
            assert np.nanmin(rows) >= 0.0, f"a share of {n} players is negative"


def _ignore_the_order_of_names(case: Case) -> None:
    """The order of the names does not matter."""
    system, table, run = case
    order = np.roll(np.arange(len(table.names), dtype=np.int32), 1)
    names = [""] * len(order)
    for number, name in enumerate(table.names):
        names[order[number]] = name
    seats = np.where(table.taken, order[table.seats], EMPTY).astype(np.int32)
    renamed = system.run(replace(table, names=tuple(names), seats=seats))
    _equal_runs(renamed._replace(values=renamed.values[order]), run)


def _ignore_empty_seats(case: Case) -> None:
    """Empty seats do not matter."""
    system, table, run = case
    wider = ((0, 0), (0, 3))
    padded = replace(
        table,
        seats=np.pad(table.seats, wider, constant_values=EMPTY),
        score=np.pad(table.score, wider),
        luck=None if table.luck is None else np.pad(table.luck, wider),
        home=None if table.home is None else np.pad(table.home, wider),
        covariates={name: np.pad(column, wider) for name, column in table.covariates.items()},
    )
    wide = system.run(padded)
    _equal(wide.values, run.values, "values")
    for name in ("expected", "before", "after"):
        _equal(getattr(wide, name)[:, : table.width], getattr(run, name), name)
    if run.luck_points is not None and wide.luck_points is not None:
        found = wide.luck_points[:, : table.width]  # of two, formulas for any number may round
        _compare(found, run.luck_points, 1e-12, 0.0, "luck points are")


def _reward_points(case: Case) -> None:
    """More points never cost rating, nor the lead over somebody caught up with."""
    system, table, _ = case
    for game in (len(table) - 1, len(table) - 2):
        last, values = table.rows(game, game + 1), system.run(table.rows(0, game)).values
        taken = last.taken[0]
        levels = np.unique(np.r_[last.score[0, taken], last.score[0, taken] - 0.5])
        for seat in np.flatnonzero(taken):
            score = np.repeat(last.score, len(levels), axis=0)
            score[:, seat] = levels
            games = [replace(last, score=row[None]) for row in score]
            after = np.vstack([system.run(one, values).after for one in games])
            assert np.all(np.diff(after[:, seat]) >= -ROUNDING), "more points cost rating"
            for other in np.flatnonzero(taken):
                lead = after[:, seat] - after[:, other]
                near = np.searchsorted(levels, last.score[0, other])
                step = np.diff(lead[max(near - 1, 0) : near + 2])
                assert np.all(step >= -ROUNDING), "who catches up with another loses ground"


def _conserve_ratings(case: Case) -> None:
    """Where zero_sum says so, what one gains others lose."""
    system, table, run = case
    promised = np.array([system.zero_sum(int(n)) for n in table.taken.sum(axis=1)])
    total = np.nansum(run.after - run.before, axis=1)
    _compare(total[promised], 0.0, 0.0, ROUNDING, "changes of a game add up to")


def _rank_winners_first(case: Case) -> None:
    """Whoever wins most games ends above whoever loses them."""
    score = np.array([[0.0, -5.0 if game % 4 else 0.0] for game in range(40)])
    seats = np.tile(np.array([0, 1], np.int32), (40, 1))
    time = np.arange(40) * DAY
    table = GameTable(("strong", "weak"), seats, score, luck=np.zeros((40, 2)), time=time)
    strong, weak = replace(case.system, effects=Effects()).run(table).values[:, 0]
    assert strong > weak, f"{strong} after thirty wins and ten draws, {weak} after thirty losses"


def _predict_the_next_game(case: Case) -> None:
    """A prediction is what the next game expects."""
    system, table, run = case
    seats = table.seats[-1, table.taken[-1]][::-1][None].copy()
    found = system.predict(run.values, seats)
    zero = np.zeros(seats.shape)
    covariates = dict.fromkeys(system.effects, zero)
    game = GameTable(table.names, seats, zero, luck=zero, covariates=covariates)
    wanted = system.win_probabilities(system.without_periods().run(game, run.values).expected)
    _equal(found, wanted, "probabilities")


def _with_home(case: Case, home: Floats | None, points: float) -> RunArrays:
    system = replace(case.system, advantage=points)
    return system.run(replace(case.table, home=home))


def _points(case: Case) -> float:
    """Return an advantage that matters in the scale of the system: a part of the ratings' range."""
    return float(np.ptp(case.run.values[:, 0])) / 4.0 or 1.0


def _favour_the_home_side(case: Case) -> None:
    """Home advantage raises what is expected of the home side, as a higher rating does."""
    system, table, run = case
    taken = np.flatnonzero(table.taken[0])
    for seat in taken:
        home = np.zeros(table.score.shape)
        home[0, seat] = 1.0
        stronger = system.initial_values(len(table.names))
        stronger[table.seats[0, seat], 0] += _points(case)
        first = table.rows(0, 1)
        if system.run(first, stronger).expected[0, seat] == run.expected[0, seat]:
            continue  # the system knows no differences of ratings
        neutral = _with_home(case, np.zeros(table.score.shape), _points(case)).expected[0]
        at_home = _with_home(case, home, _points(case)).expected[0]
        assert at_home[seat] > neutral[seat], f"seat {seat + 1} expects no more at home"
        others = taken[taken != seat]
        assert np.all(at_home[others] <= neutral[others]), "an opponent of the home side gains"


def _home_is_the_first_seat(case: Case) -> None:
    """A table without home gives the advantage to the first seat."""
    home = np.zeros(case.table.score.shape)
    home[:, 0] = 1.0
    for points in (_points(case), -_points(case)):
        _equal_runs(_with_home(case, home, points), _with_home(case, None, points))
    nobody = _with_home(case, np.zeros(case.table.score.shape), _points(case))
    _equal_runs(nobody, _with_home(case, None, 0.0))


def _effects_count_like_home(case: Case) -> None:
    """An effect on a covariate counts like an advantage on home."""
    system, table, _ = case
    rng, points = np.random.default_rng(5), _points(case)
    numbers = rng.integers(0, 3, table.score.shape).astype(np.float64)
    nobody = np.zeros(table.score.shape)
    with_effect = replace(system, advantage=0.0, effects=Effects({"numbers": points}))
    found = with_effect.run(replace(table, home=nobody, covariates={"numbers": numbers}))
    wanted = replace(system, advantage=points, effects=Effects()).run(replace(table, home=numbers))
    _equal_runs(found, wanted)


def _teams(case: Case) -> None:
    """Teams of one are single players, or teams are refused."""
    system, table, run = case
    team = np.tile(np.arange(table.width, dtype=np.int8)[::-1], (len(table), 1))
    alone = replace(table, team=team)
    if system.takes_teams:
        _compare(system.run(alone).values, run.values, 1e-9, 0.0, "values with teams of one are")
        return
    try:
        system.run(alone)
    except ValueError:
        return
    raise AssertionError("a system that does not take teams rates them")


LAWS: tuple[Callable[[Case], None], ...] = (
    _finite,
    _count_games,
    _chain,
    _keep_what_is_given,
    _leave_the_absent_alone,
    _split_anywhere,
    _survive_a_file,
    _add_up_to_one,
    _ignore_the_result,
    _ignore_the_order_of_names,
    _ignore_empty_seats,
    _reward_points,
    _conserve_ratings,
    _rank_winners_first,
    _predict_the_next_game,
    _favour_the_home_side,
    _home_is_the_first_seat,
    _effects_count_like_home,
    _teams,
)
