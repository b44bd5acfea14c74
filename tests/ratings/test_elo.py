"""Elo on worked examples: two players, tables, schedules, seats."""

import numpy as np
import pytest

from evenhand import chances, update
from evenhand.elo import expected
from evenhand.ratings import (
    AverageOpponentElo,
    Elo,
    KSchedule,
    MultiElo,
    PooledPointsElo,
    RatingSystem,
    SuccessiveElo,
)
from evenhand.tables import EMPTY, GameTable

# The five games of Wikipedia's example; values recomputed from the formula,
# because the article once printed others (stats.stackexchange.com/q/287256).
OPPONENTS = [1609.0, 1477.0, 1388.0, 1586.0, 1720.0]
EXPECTED = [0.506, 0.686, 0.785, 0.539, 0.351]

ONE_WINNER = [{"A": 3, "B": 2, "C": 1}]


@pytest.mark.parametrize(("other", "probability"), list(zip(OPPONENTS, EXPECTED, strict=True)))
def test_expected_score_in_five_games(other: float, probability: float) -> None:
    run = Elo().rate(GameTable.from_games([{"A": 1, "B": 0}]), {"A": 1613.0, "B": other})
    assert run.expected[0, 0] == pytest.approx(probability, abs=5e-4)


def test_the_tutorials_game_as_a_table() -> None:
    for points, rating in ((1, 1016), (0, 1004), (-1, 991)):
        table = GameTable.from_games([{"A": points, "B": 0}])
        run = Elo(k=25.0).rate(table, {"A": 1000.0, "B": 1100.0})
        assert round(run.after[0, 0]) == rating


def test_table_and_plain_functions_agree_bit_for_bit() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        own, other = rng.normal(1500.0, 300.0, 2)
        table = GameTable.from_games([{"A": 1, "B": 0}])
        run = Elo(k=32.0).rate(table, {"A": own, "B": other})
        assert run.expected[0, 0] == expected(own, other)
        assert run.after[0, 0] == update(own, other, 1.0, k=32.0)


def test_k_falls_after_five_and_ten_games() -> None:
    table = GameTable.from_games([{"A": 1, "B": 1}] * 12)
    run = Elo(k=KSchedule.parse("by-games")).rate(table, {"A": 1600.0, "B": 1400.0})
    k = (run.after[:, 0] - run.before[:, 0]) / (0.5 - run.expected[:, 0])
    assert k == pytest.approx([60.0] * 5 + [30.0] * 5 + [16.0] * 2)


def test_k_by_rating_is_ten_from_2400_on() -> None:
    table = GameTable.from_games([{"A": 1, "B": 0}])
    for rating, k in ((2399.0, 20.0), (2400.0, 10.0)):
        start = {name: {"rating": rating, "games": 30} for name in "AB"}
        run = Elo(k=KSchedule.parse("fide")).rate(table, start)
        assert run.after[0, 0] - rating == pytest.approx(k / 2)
    newcomer = Elo(k=KSchedule.parse("fide")).run(table)
    assert newcomer.after[0, 0] == 1520.0


@pytest.mark.parametrize("text", ["60/30/16@5/10", "16", "fide", "by-games", "40/20/10@30/60/2400"])
def test_a_schedule_reads_back_what_it_prints(text: str) -> None:
    schedule = KSchedule.parse(text)
    assert KSchedule.parse(str(schedule)) == schedule


@pytest.mark.parametrize("text", ["", "fast", "1/2", "1/2/3@4", "1/2/3", "a/b/c@1/2"])
def test_a_schedule_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="k is a number"):
        KSchedule.parse(text)


def test_advantage_belongs_to_the_first_seat() -> None:
    table = GameTable.from_games([{"A": 1, "B": 0}, {"A": 0, "B": 1, "C": 1}])
    run = Elo(advantage=50.0).run(table)
    assert run.expected[0, 0] == pytest.approx(expected(1550.0, 1500.0))
    before = run.after[0, :2]
    assert run.expected[1, 0] == pytest.approx(expected(before[0] + 50.0, before[1], 1500.0))


@pytest.mark.parametrize(
    "system", [Elo, MultiElo, AverageOpponentElo, PooledPointsElo, SuccessiveElo]
)
@pytest.mark.parametrize("players", [2, 3])
def test_the_advantage_of_an_empty_first_seat_belongs_to_nobody(
    system: type[Elo], players: int
) -> None:
    row = [EMPTY, *range(players)]
    names, scores = ("A", "B", "C")[:players], [0.0, *[1.0] * players]
    table = GameTable(names, np.array([row], np.int32), np.array([scores]))
    run = system(advantage=50.0).run(table)
    assert run.expected[0, 1:] == pytest.approx([1.0 / players] * players)
    plain = system().run(table)
    np.testing.assert_array_equal(run.after, plain.after)


@pytest.mark.parametrize(
    ("system", "ratings"),
    [
        (MultiElo(k=30.0), [1520.0, 1490.0, 1490.0]),  # 1 - 1/3
        (Elo(k=30.0), [1515.0, 1500.0, 1485.0]),  # all pairs, the runner-up beats the last
        (AverageOpponentElo(k=30.0), [1515.0, 1485.0, 1485.0]),  # 45 points vanish
        (PooledPointsElo(k=30.0), [1530.0, 1485.0, 1485.0]),  # 3/2 points for the winner
    ],
)
def test_four_ways_to_rate_a_table_of_three_equals(
    system: RatingSystem, ratings: list[float]
) -> None:
    after = system.run(GameTable.from_games(ONE_WINNER)).after[0]
    assert after.tolist() == pytest.approx(ratings)


def test_successive_elo_is_a_chain_of_games_of_two() -> None:
    table = GameTable.from_games(ONE_WINNER)
    pairs = GameTable.from_games([{"A": 3, "B": 2}, {"A": 3, "C": 1}, {"B": 2, "C": 1}])
    together = SuccessiveElo(k=30.0).run(table).values[:, 0]
    assert together.tolist() == Elo(k=30.0).run(pairs).values[:, 0].tolist()


@pytest.mark.parametrize(
    "system", [MultiElo(), AverageOpponentElo(), PooledPointsElo(), SuccessiveElo()]
)
def test_with_two_players_all_ways_are_classical_elo(
    system: RatingSystem, table: GameTable
) -> None:
    pairs = GameTable(table.names, table.seats[:, :2].copy(), table.score[:, :2].copy())
    np.testing.assert_array_equal(system.run(pairs).values, Elo().run(pairs).values)


def test_the_win_is_split_among_players_tied_for_it() -> None:
    run = MultiElo(k=30.0).run(GameTable.from_games([{"A": 3, "B": 3, "C": 1}]))
    assert run.after[0].tolist() == pytest.approx([1505.0, 1505.0, 1490.0])


def test_win_probabilities_of_a_table_agree_with_monte_carlo() -> None:
    ratings = np.array([1700.0, 1500.0, 1450.0, 1300.0])
    rng = np.random.default_rng(4)
    form = rng.gumbel(ratings * np.log(10.0) / 400.0, 1.0, (400_000, 4))
    truth = np.bincount(form.argmax(axis=1), minlength=4) / len(form)
    rows = np.column_stack([ratings, np.zeros(4)])
    for system in (Elo(), MultiElo(), SuccessiveElo()):
        found = system.predict(rows, np.arange(4, dtype=np.int32)[None])[0]
        np.testing.assert_allclose(found, truth, atol=4 * 0.5 / 400_000**0.5)
    assert chances(*ratings) == tuple(round(100 * part) for part in found)


@pytest.mark.parametrize("gap", [1e4, 1e6, 1e300])
def test_absurd_gaps_do_no_harm(gap: float) -> None:
    table = GameTable.from_games([{"A": 0, "B": 1}, {"A": 0, "B": 1, "C": 2}])
    for system in (Elo(), MultiElo(), AverageOpponentElo(), PooledPointsElo(), SuccessiveElo()):
        run = system.rate(table, {"A": gap})
        assert np.isfinite(run.ratings.array).all()


def test_a_start_that_is_no_number_is_refused() -> None:
    table = GameTable.from_games([{"A": 0, "B": 1}])
    with pytest.raises(ValueError, match="the rating of B must be a finite number"):
        Elo().rate(table, {"B": float("nan")})


def test_k_may_be_given_as_text() -> None:
    table = GameTable.from_games(ONE_WINNER)
    named = Elo(k="by-games").run(table).values
    np.testing.assert_array_equal(named, Elo(k=KSchedule.parse("60/30/16@5/10")).run(table).values)


@pytest.mark.parametrize(
    "k", [float("nan"), "nan/1/1@5/10", "60/30/16@nan/10", "60/30/16@10/5", -16.0]
)
def test_a_k_that_makes_no_sense_is_refused(k: float | str) -> None:
    with pytest.raises(ValueError, match="k "):
        Elo(k=k)


def test_parameters_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="scale must be positive"):
        Elo(scale=0.0)
    with pytest.raises(ValueError, match="k must be a finite number"):
        MultiElo(k=float("nan"))


@pytest.mark.parametrize(
    ("k", "message"),
    [
        ("nan", "k must be a finite number, not nan"),
        ("60/nan/16@5/10", "k_b of k must be a finite number, not nan"),
        ("60/30/inf@5/10", "k_c of k must be a finite number, not inf"),
        ("60/30/16@nan/10", "n_1 of k must be a finite number, not nan"),
        ("60/30/16@5/nan", "n_2 of k must be a number, not nan"),
        ("60/30/16@5/10/nan", "r of k must be a number, not nan"),
        ("60/30/16@-1/10", "n_1 of k must not be negative, but is -1"),
        ("60/30/16@10/5", "the steps of k must come one after the other, not 10/5"),
    ],
)
def test_a_wrong_schedule_is_refused_with_the_name_of_the_number(k: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Elo(k=k)
