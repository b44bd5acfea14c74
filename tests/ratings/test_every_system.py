"""Every registered system passes every check."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evenhand.ratings import SYSTEMS, Glicko, Glicko2, KSchedule, RatingSystem, WengLin, predict
from evenhand.ratings.adjustment import Adjustment
from evenhand.ratings.checks import ALL
from evenhand.tables import GameTable

# Besides every system as it comes, the settings that run other lines of code.
VARIANTS: dict[str, RatingSystem] = {
    **{name: system() for name, system in SYSTEMS.items()},
    "elo-by-games": SYSTEMS["elo"](k=KSchedule.parse("by-games"), advantage=30.0),  # type: ignore[call-arg]
    "multi-elo-fide": SYSTEMS["multi-elo"](k=KSchedule.parse("40/20/10@5/30/1550")),  # type: ignore[call-arg]
    "score-share-elo-first-5": SYSTEMS["score-share-elo"](first_results=5),  # type: ignore[call-arg]
    "benchmark-elo-by-games": SYSTEMS["benchmark-elo"](k=KSchedule.parse("-1/-0.7/-0.5@5/10")),  # type: ignore[call-arg]
    "glicko-periods": Glicko(period=30.0),
    "glicko-2-periods": Glicko2(period=30.0),
    "weng-lin-plackett-luce": WengLin(model="plackett-luce"),
}
LUCK = Adjustment(c=0.01, fade=1.5, explained=0.4)
VARIANTS |= {f"{name}-luck": replace(system, luck=LUCK) for name, system in VARIANTS.items()}  # type: ignore[type-var]


@pytest.mark.parametrize("check", ALL, ids=lambda c: c.__name__.removeprefix("check_"))
@pytest.mark.parametrize("name", VARIANTS)
def test_system(name: str, check: Callable[..., None], table: GameTable) -> None:
    check(VARIANTS[name], table)


@pytest.mark.parametrize("check", ALL, ids=lambda c: c.__name__.removeprefix("check_"))
@pytest.mark.parametrize("name", VARIANTS)
def test_system_with_tables_of_mixed_size(
    name: str, check: Callable[..., None], mixed_table: GameTable
) -> None:
    check(VARIANTS[name], mixed_table)


PLAIN = """
import pickle, sys
systems, tables = pickle.load(open(sys.argv[1], "rb"))
runs = [[system.run(table) for table in tables] for system in systems]
pickle.dump(runs, open(sys.argv[2], "wb"))
"""


def test_kernels_equal_their_python_source_bit_for_bit(
    tmp_path: Path, mixed_table: GameTable
) -> None:
    tables = [mixed_table.rows(0, 120)]
    two = mixed_table.taken.sum(axis=1) == 2
    pairs = mixed_table.seats[two]
    seats = pairs[pairs >= 0].reshape(-1, 2)
    rng = np.random.default_rng(3)
    score = -rng.integers(0, 3, seats.shape).astype(float)
    tables.append(GameTable(mixed_table.names, seats, score, luck=score * 7.0))
    for at, table in enumerate(tables):
        systems = [s for name, s in VARIANTS.items() if at == 0 or "periods" not in name]
        given, plain = tmp_path / f"given{at}", tmp_path / f"plain{at}"
        given.write_bytes(pickle.dumps((systems, [table])))
        environment = {**os.environ, "EVENHAND_COMPILE": "never"}
        command = [sys.executable, "-c", PLAIN, str(given), str(plain)]
        subprocess.run(command, check=True, env=environment)
        for system, [run] in zip(systems, pickle.loads(plain.read_bytes()), strict=True):
            compiled = system.run(table)
            np.testing.assert_array_equal(compiled.values, run.values, err_msg=str(system))
            np.testing.assert_array_equal(compiled.expected, run.expected, err_msg=str(system))
            np.testing.assert_array_equal(compiled.after, run.after, err_msg=str(system))
            np.testing.assert_array_equal(
                compiled.luck_points, run.luck_points, err_msg=str(system)
            )


@pytest.mark.parametrize("name", VARIANTS)
def test_prediction_is_what_the_next_game_expects(name: str, table: GameTable) -> None:
    system = VARIANTS[name]
    ratings = system.run(table).values
    players = [3, 1, 4, 8][: table.width]
    chances = predict(system, ratings, players)
    assert chances.sum() == pytest.approx(1.0)
    untimed = GameTable(table.names, np.array([players], np.int32), table.score[:1], table.luck[:1])  # type: ignore[index]
    run = system.without_periods().run(untimed, ratings)
    np.testing.assert_array_equal(chances, system.win_probabilities(run.expected)[0])


@pytest.mark.parametrize("name", VARIANTS)
def test_the_stronger_player_comes_out_on_top(name: str) -> None:
    games = [{"strong": 0, "weak": -5 if game % 4 else 3 - 3} for game in range(200)]
    table = GameTable.from_games(games)
    zero = np.zeros_like(table.score)
    time = np.arange(len(table)) * 86_400_000_000
    table = GameTable(table.names, table.seats, table.score, luck=zero, time=time)
    ratings = VARIANTS[name].run(table).values[:, 0]
    assert ratings[0] > ratings[1]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_class_is_found_under_its_name_in_kebab_case(name: str) -> None:
    parts = name.split("-")
    assert SYSTEMS[name].__name__ == "".join(part.capitalize() for part in parts)


@pytest.mark.parametrize("name", VARIANTS)
def test_teams_are_rated_or_refused(name: str) -> None:
    team = np.array([[0, 1, 1]], np.int8)
    seats = np.array([[0, 1, 2]], np.int32)
    score, luck = np.array([[0.0, -1.0, -1.0]]), np.zeros((1, 3))
    time = np.zeros(1, np.int64)
    table = GameTable(("a", "b", "c"), seats, score, luck=luck, team=team, time=time)
    system = VARIANTS[name]
    if system.takes_teams:
        ratings = system.run(table).values[:, 0]
        assert ratings[0] > ratings[1] == ratings[2]
    else:
        with pytest.raises(ValueError, match="rates single players"):
            system.run(table)
