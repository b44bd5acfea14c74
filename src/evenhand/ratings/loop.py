"""The loops that rate games: one for two seats, one for any number.

A system is a handful of formulas; everything else about a game happens here, once: empty seats,
teams, home advantage, luck, counting games and writing the results.

* ``age(row, now, params) -> row`` lets time pass for a player before the game.
* ``expect(own, other, home, params) -> (probability, carry)`` and ``update(own, other, result,
  probability, carry, lucky, weight, params) -> (own, other, own_points, other_points)`` rate a
  game of two.  ``carry`` is whatever ``update`` would have to work out again.
* ``expect_table(table, index, n, teams, params)`` and ``update_table(table, index, n, teams,
  weight, params)`` rate a game of any number, in a :mod:`~evenhand.ratings.workspace`.

A row is a tuple of the system's columns; the first two are always the rating and the number of
games, the game being rated included.  Without luck ``weight`` is None, and no code for luck is
compiled.  With luck, ``lucky`` or ``table[LUCK, k]`` is what to take out of a result, ``weight``
how many games the result counts, and the update reports the rating points that luck would have
brought.

Small tables are rated in plain Python by the same formulas, and so is one game at a time
(:meth:`Loop.rate_game`): the bits are the same.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from evenhand.compiled import formula, kernel, read_row, step, write_row
from evenhand.ratings.adjustment import adjust_pair, adjust_table
from evenhand.ratings.results import pair_score
from evenhand.ratings.workspace import (
    HOME,
    LUCK_POINTS,
    PLAYER,
    PROBABILITY,
    RATING,
    RECEIVED,
    SCORE,
    SEAT,
    SIDE,
    SIZE,
    Index,
    Workspace,
    make_arrays,
)
from evenhand.tables import Floats, Indices, Teams

Row = tuple[float, ...]
Formula = Callable[..., Any]
LuckNumbers = tuple[float, int, float]


@formula
def no_age(row: Row, now: float, params: Any) -> Row:
    """Return the row as it is: time changes nothing."""
    return row


@formula
def count_game(row: Row) -> Row:
    """Return the row of a player with one game more.

    >>> count_game((1500.0, 2.0, 80.0))
    (1500.0, 3.0, 80.0)
    """
    return (row[0], row[1] + 1.0) + row[2:]  # noqa: RUF005 - numba wants a sum


def _no_pair(*_: Any) -> Any:
    """Stand in for the pair formulas of a system whose table formulas serve two players too."""
    raise AssertionError("a system without pair formulas rates no pairs")


@step
def find_teams(team: Teams, game: int, table: Workspace, index: Index, n: int) -> int:
    """Number the teams in the order of their first seats; return how many there are."""
    teams = 0
    for i in range(n):
        mate = 0
        while mate < i and team[game, index[SEAT, mate]] != team[game, index[SEAT, i]]:
            mate += 1
        k = teams if mate == i else index[SIDE, mate]
        if mate == i:
            table[SIZE, k] = 0.0
            teams += 1
        index[SIDE, i] = k
        table[SIZE, k] += 1.0
    return teams


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """The loops of one system, made of its formulas by :func:`make_loop`."""

    columns: int
    rate_game: Formula
    """Rate one game in plain Python: rows before, scores, sides, home, luck, now, adjustment and
    params give rows after, expected shares and luck points."""
    rate_pair: Formula | None  # one game of two rows that count it already; None without formulas
    two: Formula | None  # kernels over tables
    many: Formula

    def run(
        self,
        seats: Indices,
        score: Floats,
        team: Teams,
        home: Floats,
        clock: Floats | None,
        luck: Floats | None,
        values: Floats,
        out: tuple[Floats, Floats, Floats, Floats | None],
        adjustment: LuckNumbers | None,
        params: Any,
    ) -> None:
        """Rate all games; change ``values``, fill expected, before, after and luck points.

        ``home`` has a row of rating points for every game, or one for all of them; ``team`` has
        no rows if everybody plays alone.
        """
        games = (seats, score, home, clock, luck, values, *out, adjustment, params)
        if self.two is not None and seats.shape[1] == 2:
            self.two(*games)
        else:
            table, index = make_arrays(seats.shape[1])
            self.many(*games, team, table, index)


def make_loop(
    columns: int,
    expect_table: Formula,
    update_table: Formula,
    *,
    age: Formula = no_age,
    expect: Formula | None = None,
    update: Formula | None = None,
    pairs_at_tables: bool = True,
    python_up_to: tuple[int, int] = (100_000, 20_000),
) -> Loop:
    """Make the loops of a system with this many columns from its formulas.

    Where a game of two sits among larger ones the pair formulas rate it, unless
    ``pairs_at_tables`` says that the table formulas give the same bits: then there is less to
    compile.  Up to ``python_up_to`` games of two and of more run in plain Python rather than
    wait for a compiler.
    """
    has_pairs = expect is not None and update is not None
    mixes_pairs = has_pairs and pairs_at_tables
    expect_pair = expect if expect is not None else formula(_no_pair)
    update_pair = update if update is not None else formula(_no_pair)

    @step
    def rate_pair(
        own: Row,
        other: Row,
        result: float,
        now: float,
        home: float,
        own_luck: float,
        other_luck: float,
        adjustment: LuckNumbers | None,
        params: Any,
    ) -> tuple[Row, Row, float, float, float]:
        own, other = age(own, now, params), age(other, now, params)
        probability, carry = expect_pair(own, other, home, params)
        if adjustment is None:
            own, other, _, _ = update_pair(
                own, other, result, probability, carry, 0.0, None, params
            )
            return own, other, probability, 0.0, 0.0
        lucky, weight = adjust_pair(own_luck, other_luck, probability, adjustment)
        own, other, own_points, other_points = update_pair(
            own, other, result, probability, carry, lucky, weight, params
        )
        return own, other, probability, own_points, other_points

    @step
    def rate_table(
        table: Workspace,
        index: Index,
        n: int,
        teams: int,
        adjustment: LuckNumbers | None,
        params: Any,
    ) -> None:
        expect_table(table, index, n, teams, params)
        if adjustment is None:
            update_table(table, index, n, teams, None, params)
        else:
            weight = adjust_table(table, index, n, teams, adjustment)
            update_table(table, index, n, teams, weight, params)

    def rate_two(
        seats: Indices,
        score: Floats,
        home: Floats,
        clock: Floats | None,
        luck: Floats | None,
        values: Floats,
        expected: Floats,
        before: Floats,
        after: Floats,
        luck_points: Floats | None,
        adjustment: LuckNumbers | None,
        params: Any,
    ) -> None:
        one_home = len(home) == 1
        ahead = home[0, 0] - home[0, 1] if one_home else 0.0
        for game in range(len(seats)):
            a, b = seats[game, 0], seats[game, 1]
            now = math.nan if clock is None else clock[game]
            if not one_home:
                ahead = home[game, 0] - home[game, 1]
            own = count_game(read_row(values, a, columns))
            other = count_game(read_row(values, b, columns))
            before[game, 0], before[game, 1] = own[RATING], other[RATING]
            result = pair_score(score[game, 0], score[game, 1])
            if luck is None or luck_points is None:
                own, other, p, _, _ = rate_pair(
                    own, other, result, now, ahead, 0.0, 0.0, None, params
                )
            else:
                own, other, p, luck_points[game, 0], luck_points[game, 1] = rate_pair(
                    own, other, result, now, ahead, luck[game, 0], luck[game, 1], adjustment, params
                )
            write_row(values, a, own)
            write_row(values, b, other)
            expected[game, 0], expected[game, 1] = p, 1.0 - p
            after[game, 0], after[game, 1] = own[RATING], other[RATING]

    def rate_many(
        seats: Indices,
        score: Floats,
        home: Floats,
        clock: Floats | None,
        luck: Floats | None,
        values: Floats,
        expected: Floats,
        before: Floats,
        after: Floats,
        luck_points: Floats | None,
        adjustment: LuckNumbers | None,
        params: Any,
        team: Teams,
        table: Floats,
        index: Indices,
    ) -> None:
        games, width = seats.shape
        one_home, has_teams = len(home) == 1, len(team) > 0
        players = table.T  # a row for each player of the game
        for i in range(width):
            index[SIDE, i], table[SIZE, i] = i, 1.0
        for game in range(games):
            n, now = 0, math.nan if clock is None else clock[game]
            for seat in range(width):
                player = seats[game, seat]
                if player < 0:
                    expected[game, seat] = before[game, seat] = after[game, seat] = math.nan
                    if luck_points is not None:
                        luck_points[game, seat] = math.nan
                    continue
                index[SEAT, n], index[PLAYER, n] = seat, player
                row = count_game(read_row(values, player, columns))
                before[game, seat] = row[RATING]
                write_row(players, n, age(row, now, params))
                table[SCORE, n] = score[game, seat]
                table[HOME, n] = home[0 if one_home else game, seat]
                if luck is not None:
                    table[RECEIVED, n] = luck[game, seat]
                n += 1
            teams = n
            if has_teams:
                teams = find_teams(team, game, table, index, n)
                for i in range(n):
                    table[SCORE, index[SIDE, i]] = score[game, index[SEAT, i]]
            if mixes_pairs and n == 2:
                own, other, p, table[LUCK_POINTS, 0], table[LUCK_POINTS, 1] = rate_pair(
                    count_game(read_row(values, index[PLAYER, 0], columns)),
                    count_game(read_row(values, index[PLAYER, 1], columns)),
                    pair_score(table[SCORE, 0], table[SCORE, 1]),
                    now,
                    table[HOME, 0] - table[HOME, 1],
                    table[RECEIVED, 0],
                    table[RECEIVED, 1],
                    adjustment,
                    params,
                )
                write_row(players, 0, own)
                write_row(players, 1, other)
                table[PROBABILITY, 0], table[PROBABILITY, 1] = p, 1.0 - p
            else:
                rate_table(table, index, n, teams, adjustment, params)
            for i in range(n):
                player, seat, k = index[PLAYER, i], index[SEAT, i], index[SIDE, i]
                write_row(values, player, read_row(players, i, columns))
                expected[game, seat] = table[PROBABILITY, k] / table[SIZE, k]
                after[game, seat] = table[RATING, i]
                if luck_points is not None:
                    luck_points[game, seat] = table[LUCK_POINTS, i]

    def rate_game(
        rows: Sequence[Row],
        scores: Sequence[float],
        sides: Sequence[int] | None,
        home: Sequence[float],
        luck: Sequence[float] | None,
        now: float,
        adjustment: LuckNumbers | None,
        params: Any,
        pair: bool = mixes_pairs,
    ) -> tuple[Sequence[Row], Sequence[float], Sequence[float]]:
        n = len(rows)
        if pair and n == 2:
            own, other = rows
            own_luck, other_luck = (0.0, 0.0) if luck is None else luck
            own, other, p, own_points, other_points = rate_pair(
                count_game(own),
                count_game(other),
                pair_score(*scores),
                now,
                home[0] - home[1],
                own_luck,
                other_luck,
                adjustment,
                params,
            )
            return (own, other), (p, 1.0 - p), (own_points, other_points)
        table: dict[tuple[int, int], float] = {}
        index: dict[tuple[int, int], int] = {}
        for i, row in enumerate(rows):
            for column, number in enumerate(age(count_game(row), now, params)):
                table[column, i] = number
            index[SIDE, i] = k = i if sides is None else sides[i]
            table[SIZE, k] = 1.0 if sides is None else table.get((SIZE, k), 0.0) + 1.0
            table[SCORE, k], table[HOME, i] = scores[i], home[i]
            table[RECEIVED, i] = 0.0 if luck is None else luck[i]
        teams = n if sides is None else max(sides) + 1
        try:
            rate_table(table, index, n, teams, adjustment, params)
        except ValueError:  # NaN, where kernels would go on
            raise ArithmeticError("the ratings are no numbers any more") from None
        return (
            [tuple([table[column, i] for column in range(columns)]) for i in range(n)],
            [table[PROBABILITY, index[SIDE, i]] / table[SIZE, index[SIDE, i]] for i in range(n)],
            [] if adjustment is None else [table[LUCK_POINTS, i] for i in range(n)],
        )

    def rate_plain(*args: Any) -> None:
        _rate_plain(rate_game, has_pairs, *args)

    two_up_to, many_up_to = python_up_to
    return Loop(
        columns,
        rate_game,
        rate_pair if has_pairs else None,
        kernel(python_up_to=two_up_to, plain=rate_plain)(rate_two) if has_pairs else None,
        kernel(python_up_to=many_up_to, plain=rate_plain)(rate_many),
    )


def _rate_plain(
    rate_game: Formula,
    has_pairs: bool,
    seats: Indices,
    score: Floats,
    home: Floats,
    clock: Floats | None,
    luck: Floats | None,
    values: Floats,
    expected: Floats,
    before: Floats,
    after: Floats,
    luck_points: Floats | None,
    adjustment: LuckNumbers | None,
    params: Any,
    team: Teams | None = None,
    *_: Any,
) -> None:
    """Rate a table in plain Python, game by game: the same arguments and bits as the kernels."""
    rows = [tuple(row) for row in values.tolist()]
    pair = (True,) if has_pairs and seats.shape[1] == 2 else ()
    every_seat = list(range(seats.shape[1]))
    outputs = [array for array in (before, after, expected, luck_points) if array is not None]
    results: list[list[Sequence[float]]] = [[] for _ in outputs]
    for players, scores, homes, received, now, mates in zip(
        seats.tolist(),
        score.tolist(),
        repeat(home[0].tolist()) if len(home) == 1 else home.tolist(),
        repeat(None) if luck is None else luck.tolist(),
        repeat(math.nan) if clock is None else clock.tolist(),
        repeat(None) if team is None or not len(team) else team.tolist(),
        strict=False,  # those that repeat have no end
    ):
        taken = every_seat
        if -1 in players:
            taken = [seat for seat in every_seat if players[seat] >= 0]
            players, scores, homes, received, mates = (
                given and [given[seat] for seat in taken]
                for given in (players, scores, homes, received, mates)
            )
        own = [rows[player] for player in players]
        sides = mates and _number_sides(mates)
        new, probabilities, points = rate_game(
            own, scores, sides, homes, received, now, adjustment, params, *pair
        )
        for player, row in zip(players, new, strict=True):
            rows[player] = row
        ratings = [row[RATING] for row in own], [row[RATING] for row in new]
        for numbers, result in zip((*ratings, probabilities, points), results, strict=False):
            if taken is not every_seat:
                known = dict(zip(taken, numbers, strict=True))
                numbers = [known.get(seat, math.nan) for seat in every_seat]
            result.append(numbers)
    if len(seats):
        values[:] = rows
        for array, result in zip(outputs, results, strict=True):
            array[:] = result


def _number_sides(teams: Sequence[int]) -> list[int]:
    """Number the teams of players in the order of their first seats.

    >>> _number_sides([5, 0, 5, 7])
    [0, 1, 0, 2]
    """
    number: dict[int, int] = {}
    return [number.setdefault(team, len(number)) for team in teams]
