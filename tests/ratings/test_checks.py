"""check_system finds what is wrong with a system and names the law."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from evenhand.ratings import Effects, Elo, RatingSystem, RunArrays, check_system
from evenhand.tables import Floats, GameTable

from .conftest import random_table


class Forgetful(Elo):
    """Does not count games."""

    def run(self, table: GameTable, values: Floats | None = None) -> RunArrays:
        run = Elo.run(self, table, values)
        run.values[:, 1] = 0.0
        return run


class Greedy(Elo):
    """Writes into the values it is given."""

    def run(self, table: GameTable, values: Floats | None = None) -> RunArrays:
        run = Elo.run(self, table, values)
        if values is not None:
            values[:] = run.values
        return run


class Clairvoyant(Elo):
    """Expects what will happen."""

    def run(self, table: GameTable, values: Floats | None = None) -> RunArrays:
        run = Elo.run(self, table, values)
        for game, row in enumerate(table.score):
            taken = np.flatnonzero(table.taken[game])
            best = taken[row[taken].argmax()]
            run.expected[game, taken] = 0.0
            run.expected[game, best] = 1.0
        return run


class Restless(Elo):
    """Moves players who do not play."""

    def run(self, table: GameTable, values: Floats | None = None) -> RunArrays:
        run = Elo.run(self, table, values)
        run.values[:, 0] += len(table) % 2
        return run


class Infinite(Elo):
    """Holds a number that JSON has no word for."""

    def initial_row(self) -> tuple[float, ...]:
        return float("inf"), 0.0


class Partial(Elo):
    """Likes the first name."""

    def initial_values(self, players: int) -> Floats:
        values = Elo.initial_values(self, players)
        values[:1, 0] += 100.0
        return values


class Perverse(Elo):
    """Rates losing."""

    def run(self, table: GameTable, values: Floats | None = None) -> RunArrays:
        return Elo.run(self, replace(table, score=-table.score), values)


class Boastful(Elo):
    """Promises a sum that stays, with a K that changes."""

    def zero_sum(self, players: int) -> bool:
        return True


class Homeless(Elo):
    """Forgets about home."""

    def home_points(self, table: GameTable) -> Floats:
        return np.zeros((1, table.width))


class Unaffected(Elo):
    """Forgets about covariates."""

    def home_points(self, table: GameTable) -> Floats:
        return Elo.home_points(replace(self, effects=Effects()), table)


class Ominous(Elo):
    """Predicts something else than it expects."""

    def predict(self, values: Floats, seats: Any, home: Floats | None = None) -> Floats:
        return np.full(seats.shape, 1.0 / seats.shape[1])


class Careless(Elo):
    """Rates teams like single players."""

    def check(self, table: GameTable) -> None:
        pass


@pytest.mark.parametrize(
    ("system", "law"),
    [
        (Forgetful(), "the second column counts games"),
        (Greedy(), "a run writes into arrays of its own"),
        (Clairvoyant(), "what is expected of a game does not depend on its result"),
        (Restless(), "players who do not play keep their values"),
        (Infinite(), "ratings are finite numbers"),
        (Partial(), "the order of the names does not matter"),
        (Perverse(), "more points never cost rating"),
        (Perverse(), "whoever wins most games ends above"),
        (Boastful(k="by-games"), "where zero_sum says so, what one gains others lose"),
        (Homeless(), "home advantage raises what is expected of the home side"),
        (Unaffected(), "an effect on a covariate counts like an advantage"),
        (Ominous(), "a prediction is what the next game expects"),
        (Careless(), "teams of one are single players, or teams are refused"),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, RatingSystem) else None,
)
def test_a_system_that_breaks_a_law_is_refused_by_its_name(system: RatingSystem, law: str) -> None:
    with np.errstate(invalid="ignore"), pytest.raises(AssertionError) as problem:
        check_system(system)
    assert any(line.startswith(law) for line in str(problem.value).splitlines())
    assert str(problem.value).startswith(str(system))


@dataclass(frozen=True, slots=True)
class Coin(RatingSystem):
    """A system of one's own without any ratings: everybody is as good as everybody else."""

    columns = ("rating", "games")
    initial: float = 0.0

    def run(self, table: GameTable, values: Floats | None = None) -> RunArrays:
        self.check(table)
        given = self.initial_values(len(table.names)) if values is None else values.copy()
        np.add.at(given[:, 1], table.seats[table.taken], 1.0)
        share = 1.0 / table.taken.sum(axis=1, keepdims=True)
        same = np.where(table.taken, 0.0, np.nan)
        return RunArrays(given, np.where(table.taken, share, np.nan), same, same)


def test_every_broken_law_is_named_once() -> None:
    with pytest.raises(AssertionError) as problem:
        check_system(Coin())
    lines = str(problem.value).splitlines()
    assert lines[0].endswith("breaks a law")
    assert lines[1].startswith("whoever wins most games ends above whoever loses them")


def test_a_table_of_ones_own() -> None:
    check_system(Elo(), random_table(3, games=20))
    with pytest.raises(ValueError, match="two or more games"):
        check_system(Elo(), random_table(3, games=1))
