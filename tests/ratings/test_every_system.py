"""Every system obeys every law, and its kernels equal their Python source."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.ratings import SYSTEMS, Effects, RatingSystem, RunArrays, check_system
from evenhand.tables import GameTable, TableError
from tests.conftest import HOUR
from tests.plain_python import in_compiled_code, in_plain_python

from .conftest import mix, random_table
from .variants import VARIANTS


@pytest.mark.parametrize("name", VARIANTS)
def test_system(name: str) -> None:
    check_system(VARIANTS[name])


@pytest.mark.parametrize("name", VARIANTS)
def test_home_and_covariates_keep_the_laws(name: str) -> None:
    """A table with home and a covariate is a table like any other."""
    rng = np.random.default_rng(4)
    points = 0.02 * float(VARIANTS[name].initial_values(1)[0, 0])
    system = replace(VARIANTS[name], advantage=points, effects=Effects({"rest": -points}))
    for table in (random_table(2, games=30), mix(random_table(4, games=30))):
        home, rest = rng.normal(size=(2, *table.score.shape))
        check_system(system, replace(table, home=home, covariates={"rest": rest}))


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_effect_on_a_covariate_that_is_missing_is_refused(name: str) -> None:
    system, table = SYSTEMS[name](effects=Effects({"derby": 1.0})), random_table(2, games=2)
    with pytest.raises(TableError, match=r"no covariate derby, .*; there are none"):
        system.run(table)
    named = replace(table, covariates={"derbi": np.zeros(table.score.shape)})
    with pytest.raises(TableError, match=r"no covariate derby, .*; did you mean derbi\?"):
        system.rate(named)
    unused = replace(table, covariates={"derby": np.zeros(table.score.shape)})
    plain = SYSTEMS[name]().run(table)
    for found, wanted in zip(system.run(unused), plain, strict=True):
        np.testing.assert_array_equal(found, wanted)


def run_all(systems: list[RatingSystem], tables: list[GameTable]) -> list[list[RunArrays]]:
    return [[system.run(table) for table in tables] for system in systems]


@pytest.mark.timeout(HOUR)  # minutes of compiling, if nothing is in the cache
def test_kernels_equal_their_python_source_bit_for_bit() -> None:
    pairs, mixed = random_table(2, games=60), mix(random_table(4, games=90))
    home = np.random.default_rng(6).normal(size=mixed.score.shape)
    systems, tables = list(VARIANTS.values()), [pairs, mixed, replace(mixed, home=home)]
    compiled = in_compiled_code(run_all, systems, tables)
    plain = in_plain_python(run_all, systems, tables)
    for name, fast, slow in zip(VARIANTS, compiled, plain, strict=True):
        for found, wanted in zip(fast, slow, strict=True):
            for field, one, other in zip(RunArrays._fields, found, wanted, strict=True):
                np.testing.assert_array_equal(one, other, err_msg=f"{name}: {field}")


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_class_is_found_under_its_name_in_kebab_case(name: str) -> None:
    parts = name.split("-")
    assert SYSTEMS[name].__name__ == "".join(part.capitalize() for part in parts)


@pytest.mark.parametrize("name", SYSTEMS)
def test_teams_are_rated_or_refused(name: str) -> None:
    team = np.array([[0, 1, 1]], np.int8)
    seats = np.array([[0, 1, 2]], np.int32)
    score, luck = np.array([[0.0, -1.0, -1.0]]), np.zeros((1, 3))
    table = GameTable(("a", "b", "c"), seats, score, luck=luck, team=team)
    system = SYSTEMS[name]()
    if system.takes_teams:
        ratings = system.run(table).values[:, 0]
        assert ratings[0] > ratings[1] == ratings[2]
    else:
        with pytest.raises(ValueError, match="rates single players"):
            system.run(table)
