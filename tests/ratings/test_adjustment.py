"""Luck taken out of results, system by system."""

import math
from dataclasses import replace

import numpy as np
import pytest

from evenhand.ratings import (
    SYSTEMS,
    Adjustment,
    BenchmarkElo,
    Elo,
    Glicko,
    MultiElo,
    RatingSystem,
    SuccessiveElo,
    TrueSkill,
    WengLin,
    count_unknown_luck,
    make_system,
)
from evenhand.tables import EMPTY, GameTable, TableError

from .conftest import random_table
from .games import BELIEF

ONE = GameTable(
    ("Anna", "Ben"),
    np.array([[0, 1]], np.int32),
    np.array([[1.0, 0.0]]),
    luck=np.array([[0.3, -0.1]]),
)


def adjusted(name: str, adjustment: Adjustment) -> RatingSystem:
    return SYSTEMS[name](luck=adjustment)


def test_elo_by_hand() -> None:
    run = Elo(k=20.0, luck=Adjustment()).run(ONE)
    # Half the difference of luck is 0.2: S* = 0.8, and 20 (0.8 - 0.5) = 6; luck was 4 points.
    assert run.values[:, 0] == pytest.approx([1506.0, 1494.0])
    assert run.luck_points is not None
    assert run.luck_points[0] == pytest.approx([4.0, -4.0])


def test_luck_fades_with_the_gap_of_the_ratings() -> None:
    ratings = np.array([[1700.0, 0.0], [1500.0, 0.0]])
    p = 1.0 / (1.0 + 10.0**-0.5)
    for fade in (0.5, 1.0, 2.0):
        run = Elo(k=10.0, luck=Adjustment(1.0, fade)).run(ONE, ratings)
        assert run.luck_points is not None
        assert run.luck_points[0, 0] == pytest.approx(10.0 * 0.2 * (4.0 * p * (1.0 - p)) ** fade)


def test_at_a_table_of_three_luck_is_taken_from_shares_of_the_win_or_of_opponents_beaten() -> None:
    game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    lucky = replace(game, luck=np.array([[0.5, 0.2, -0.1]]))
    for system in (MultiElo(k=30.0), Elo(k=30.0)):
        before = system.run(game).values[:, 0]
        run = replace(system, luck=Adjustment(0.5)).run(lucky)
        # The mean is 0.2, half of what is above it goes: 0.15, 0, -0.15.
        assert run.values[:, 0] == pytest.approx(before - 30.0 * np.array([0.15, 0.0, -0.15]))


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("seats", [2, 3])
def test_to_take_out_nothing_changes_nothing(name: str, seats: int) -> None:
    table = random_table(seats)
    table = replace(table, luck=np.zeros_like(table.score))
    plain = SYSTEMS[name]().run(table)
    run = adjusted(name, Adjustment(1.0, 1.0, 0.0)).run(table)
    np.testing.assert_allclose(run.values, plain.values, rtol=1e-12)
    assert not np.any(run.luck_points)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_without_known_luck_is_rated_as_it_is(name: str, seats: int) -> None:
    table = random_table(seats, games=1)
    assert table.luck is not None
    luck = table.luck.copy()
    luck[0, 0] = np.nan
    system = adjusted(name, Adjustment(0.01, 1.0, 0.5))
    unknown = replace(table, luck=luck)
    as_it_is = BenchmarkElo(beta=0.0) if name == "benchmark-elo" else SYSTEMS[name]()
    plain = as_it_is.run(table)
    np.testing.assert_allclose(system.run(unknown).values, plain.values, rtol=1e-12)
    assert np.any(system.run(table).values[:, 0] != plain.values[:, 0])
    assert count_unknown_luck(unknown) == 1


def test_luck_of_an_empty_seat_does_not_matter() -> None:
    seats = np.array([[0, EMPTY, 1]], np.int32)
    luck = np.array([[0.3, np.nan, -0.1]])
    table = GameTable(ONE.names, seats, np.array([[1.0, 0.0, 0.0]]), luck=luck)
    assert count_unknown_luck(table) == 0
    system = Elo(k=20.0, luck=Adjustment())
    np.testing.assert_array_equal(system.run(table).values, system.run(ONE).values)


def test_a_glicko_game_that_luck_half_explains_counts_as_two_of_a_period() -> None:
    twice = GameTable(
        ONE.names,
        np.array([[0, 1]] * 2, np.int32),
        np.array([[1.0, 0.0]] * 2),
        time=np.zeros(2, int),
    )
    once = replace(ONE, luck=np.zeros((1, 2)), time=np.zeros(1, int))
    want = Glicko(period=1.0).run(twice).values[:, BELIEF]
    got = Glicko(period=1.0, luck=Adjustment(explained=0.5)).run(once).values[:, BELIEF]
    np.testing.assert_allclose(got, want, rtol=1e-12)


@pytest.mark.parametrize("system", [TrueSkill(tau=0.0), WengLin(tau=0.0)], ids=["ts", "wl"])
def test_information_adds_up_if_a_game_counts_more(system: TrueSkill | WengLin) -> None:
    none = replace(ONE, luck=np.zeros((1, 2)))
    start, plain = system.deviation, system.run(none).values[0]
    more = replace(system, luck=Adjustment(explained=0.75)).run(none).values[0]
    gained = 1.0 / plain[2] ** 2 - 1.0 / start**2
    assert 1.0 / more[2] ** 2 - 1.0 / start**2 == pytest.approx(4.0 * gained)
    assert more[0] > plain[0]


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_change_is_skill_plus_luck(name: str, seats: int) -> None:
    """The move of a rating is linear in luck: with it and without it differ by its points."""
    table = random_table(seats, games=1)
    plain = adjusted(name, Adjustment(0.0, 1.0, 0.5)).run(table)
    run = adjusted(name, Adjustment(0.002, 1.0, 0.5)).run(table)
    assert run.luck_points is not None
    tolerance = 0.2 if name == "glicko-2" else 1e-9  # its volatility sees the result too
    np.testing.assert_allclose(run.after + run.luck_points, plain.after, rtol=0.0, atol=tolerance)
    assert np.abs(run.luck_points).max() > 1e-4


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("seats", [2, 3])
def test_luck_points_do_not_depend_on_the_result(name: str, seats: int) -> None:
    """So what is taken out is zero on average, however the game ends."""
    table = random_table(seats, games=1)
    system = adjusted(name, Adjustment(0.002, 1.5, 0.5))
    ratings = system.initial_values(len(table.names))
    ratings[:, 0] *= np.linspace(0.9, 1.1, len(table.names))
    runs = [
        system.run(replace(table, score=np.array([order])), ratings)
        for order in (-np.arange(1.0, seats + 1), np.arange(-seats, 0.0), np.full(seats, -2.0))
    ]
    tolerance = 1e-3 if name == "glicko-2" else 1e-12  # its volatility sees the result too
    first, *others = [run.luck_points for run in runs]
    assert first is not None
    for luck in others:
        assert luck == pytest.approx(first, rel=tolerance)


def test_luck_at_a_table_rated_pair_by_pair_goes_by_the_k_before_the_game() -> None:
    """A rating that passes 2400 within the game must not take its luck with another K."""
    table = random_table(3, games=1)
    start = np.full((len(table.names), 2), [2399.0, 31.0])
    plain = SuccessiveElo(k="fide").run(table, start)
    run = SuccessiveElo(k="fide", luck=Adjustment(0.01)).run(table, start)
    assert run.luck_points is not None
    np.testing.assert_allclose(run.after + run.luck_points, plain.after, rtol=1e-12)


def test_the_history_splits_every_change() -> None:
    run = Elo(k=20.0, luck=Adjustment()).rate(ONE)
    history = run.history()
    assert history["raw_change"].to_list() == pytest.approx([10.0, -10.0])
    assert history["skill_change"].to_list() == pytest.approx([6.0, -6.0])
    assert history["luck_change"].to_list() == pytest.approx([4.0, -4.0])
    assert history["change"].to_list() == history["skill_change"].to_list()
    assert run.luck_totals()["luck"].to_list() == pytest.approx([4.0, -4.0])
    plain = Elo().rate(ONE)
    assert "luck_change" not in plain.history().columns
    with pytest.raises(ValueError, match="not taken out"):
        plain.luck_totals()


def test_luck_of_a_team_is_the_mean_of_its_members() -> None:
    team, seats = np.array([[0, 0, 1]], np.int8), np.array([[0, 1, 2]], np.int32)
    score = np.array([[1.0, 1.0, 0.0]])
    for luck in ([[0.3, 0.1, -0.2]], [[0.2, 0.2, -0.2]]):
        table = GameTable(("a", "b", "c"), seats, score, luck=np.array(luck), team=team)
        for system in (TrueSkill(luck=Adjustment()), WengLin(luck=Adjustment())):
            ratings = system.run(table).values[:, 0]
            assert ratings[0] == ratings[1]


def test_games_without_luck_columns_are_refused() -> None:
    game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    with pytest.raises(TableError, match="there are no luck columns"):
        Elo(luck=Adjustment()).run(game)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("much", "luck is none, a number c, or like 0.9/1/0.6: much"),
        ("1/2/3/4", "luck is none, a number c"),
        ("nan", "c of luck must be a finite number"),
        ("1/0.7", "fade of luck must be one of 0.5, 1, 1.5 and so on up to 4, not 0.7"),
        ("1/9", "fade of luck"),
        ("1/1/1", r"explained of luck must be in \[0, 1\), not 1"),
    ],
)
def test_wrong_adjustments_are_refused_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        make_system("elo", [f"luck={text}"])


def test_an_adjustment_can_be_typed_and_written() -> None:
    system = make_system("elo", ["luck=0.9/1.5/0.25"])
    assert system.luck == Adjustment(0.9, 1.5, 0.25)
    assert str(system.luck) == "0.9/1.5/0.25"
    assert make_system("elo", ["luck=none"]).luck is None
    assert math.isclose(Adjustment.parse(str(Adjustment(1 / 3))).c, 1 / 3)
