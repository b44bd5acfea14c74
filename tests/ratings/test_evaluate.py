"""Metrics on predictions small enough to check by hand."""

import math

import numpy as np
import pytest

from evenhand.datasets import make_games
from evenhand.ratings import (
    BenchmarkElo,
    Elo,
    MultiElo,
    TrueSkill,
    evaluate,
    judge,
    leaderboard,
    rate_in_parts,
    start_from,
)
from evenhand.ratings.evaluate import (
    LOG_LOSS,
    SUMS,
    add_block_sums,
    block_edges,
    calibration,
    f1,
    first_to_judge,
    resampled_counts,
    shares_won,
    what_there_is,
)
from evenhand.tables import EMPTY, Floats, GameTable

FOUR = GameTable.from_games(
    [{"A": 1, "B": 0}, {"A": 0, "B": 1}, {"A": 1, "B": 1}, {"A": 1, "B": 0}]
)
CHANCES = np.array([[0.8, 0.2], [0.6, 0.4], [0.5, 0.5], [0.3, 0.7]])


def test_log_loss_and_brier_by_hand() -> None:
    result = judge(FOUR, CHANCES)
    assert result.games == 4
    losses = [-math.log(0.8), -math.log(0.4), -math.log(0.5), -math.log(0.3)]
    assert result.log_loss.value == pytest.approx(sum(losses) / 4)
    assert result.brier.value == pytest.approx((0.04 + 0.36 + 0.0 + 0.49) / 4)
    assert result.coin == pytest.approx(math.log(2))


def test_accuracy_counts_draws_and_equal_chances_half() -> None:
    # right, wrong, drawn with equal chances, wrong
    assert judge(FOUR, CHANCES).accuracy.value == pytest.approx((1.0 + 0.0 + 0.5 + 0.0) / 4)


def test_f1_of_the_first_seat_by_hand() -> None:
    # said in games 1 and 2, true in 1 and 4: one hit of two claims and two wins
    assert judge(FOUR, CHANCES).f1.value == pytest.approx(2 * 1 / (2 + 2))


def test_pair_order_of_three_players_by_hand() -> None:
    table = GameTable.from_games([{"A": 3, "B": 2, "C": 1}, {"A": 1, "B": 1, "C": 0}])
    chances = np.array([[0.5, 0.2, 0.3], [0.4, 0.3, 0.3]])
    # of A>B, A>C, B>C two stand in order; of A>C, B>C (A and B tied) one and a half
    assert judge(table, chances).pair_order.value == pytest.approx((2 + 1.5) / 5)


def test_a_team_is_judged_as_one_player() -> None:
    seats = np.tile(np.arange(3, dtype=np.int32), (4, 1))
    team = np.tile(np.array([0, 1, 1], np.int8), (4, 1))
    score = np.array([[1.0, 0, 0], [0, 1, 1], [0, 1, 1], [0.5, 0.5, 0.5]])
    table = GameTable(tuple("DEF"), seats, score, team=team)
    pairs = GameTable(tuple("DE"), seats[:, :2].copy(), score[:, :2].copy())
    shared = np.tile([0.4, 0.3, 0.3], (4, 1))
    merged = np.tile([0.4, 0.6], (4, 1))
    together, alone = judge(table, shared), judge(pairs, merged)
    assert together.metrics() == alone.metrics()
    assert together.coin == alone.coin == pytest.approx(math.log(2))
    assert together.calibration.equals(alone.calibration)
    sure = evaluate(TrueSkill(), table.rows(0, 1), first=0)
    assert sure.accuracy.value == pytest.approx(0.0)  # two are the favourites, and lose


def test_tied_winners_share_the_win() -> None:
    table = GameTable.from_games([{"A": 3, "B": 3, "C": 1}, {"A": 3, "B": 1}])
    won = shares_won(table)
    np.testing.assert_array_equal(won, [[0.5, 0.5, 0.0], [1.0, 0.0, np.nan]])


def test_calibration_bins_every_seat() -> None:
    bins = calibration(FOUR, CHANCES)
    assert bins["seats"].sum() == 8
    row = bins.filter(bins["low"] == 0.3).to_dicts()[0]
    assert row == {"low": 0.3, "high": 0.4, "seats": 1, "expected": 0.3, "actual": 1.0}


def test_a_chance_of_zero_that_comes_true_costs_much_but_not_everything() -> None:
    result = judge(FOUR.rows(0, 1), np.array([[0.0, 1.0]]))
    assert result.log_loss.value == pytest.approx(-math.log(1e-15))


@pytest.mark.parametrize("chance", [None, 0.0, 0.5])
def test_two_seats_give_the_same_sums_as_any_number_of_seats(chance: float | None) -> None:
    table, _ = make_games(np.random.default_rng(5), 30, 3000, draw=0.2)
    expected = np.random.default_rng(6).random((3000, 1)).round(2)
    expected = expected if chance is None else np.full((3000, 1), chance)
    chances = np.hstack([expected, 1.0 - expected])
    empty = ((0, 0), (0, 1))
    wider = GameTable(
        table.names,
        np.pad(table.seats, empty, constant_values=EMPTY),
        np.pad(table.score, empty),
    )
    edges = block_edges(3000, 70)
    two, any_number, parts = np.zeros((3, 70, SUMS))
    add_block_sums(table, chances, edges, two)
    add_block_sums(wider, np.pad(chances, empty, constant_values=np.nan), edges, any_number)
    assert_same_sums(two, any_number)
    for start, stop in ((0, 1000), (1000, 1001), (1001, 3000)):
        add_block_sums(table.rows(start, stop), chances[start:stop], edges - start, parts)
    assert_same_sums(two, parts)


def assert_same_sums(one: Floats, other: Floats) -> None:
    """The same bits; but one logarithm of a product rounds otherwise than many logarithms."""
    rest = np.arange(SUMS) != LOG_LOSS
    np.testing.assert_array_equal(one[:, rest], other[:, rest])
    np.testing.assert_allclose(one[:, LOG_LOSS], other[:, LOG_LOSS], rtol=1e-12)


def fair_games(games: int) -> tuple[GameTable, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    rng = np.random.default_rng(11)
    chance = rng.uniform(0.05, 0.95, games)
    won = (rng.random(games) < chance).astype(float)
    seats = np.tile(np.array([[0, 1]], np.int32), (games, 1))
    table = GameTable(("A", "B"), seats, np.column_stack([won, 1.0 - won]))
    return table, np.column_stack([chance, 1.0 - chance])


def test_intervals_hold_the_value_and_shrink_with_more_games() -> None:
    table, chances = fair_games(40_000)
    few, many = judge(table.rows(0, 400), chances[:400]), judge(table, chances)
    for name, estimate in many.metrics().items():
        assert estimate.low < estimate.value < estimate.high
        wide = few.metrics()[name]
        assert (wide.high - wide.low) > 5 * (estimate.high - estimate.low)


def test_the_interval_of_the_accuracy_is_that_of_a_binomial() -> None:
    table, chances = fair_games(40_000)
    accuracy = judge(table, chances).accuracy
    wanted = 2 * 1.96 * math.sqrt(accuracy.value * (1 - accuracy.value) / 40_000)
    # a bootstrap of 1,000 over 2,000 blocks: good to some percent
    assert accuracy.high - accuracy.low == pytest.approx(wanted, rel=0.12)


def test_the_same_generator_gives_the_same_interval() -> None:
    table, chances = fair_games(500)
    first = judge(table, chances, rng=np.random.default_rng(3))
    again = judge(table, chances, rng=np.random.default_rng(3))
    other = judge(table, chances, rng=np.random.default_rng(4))
    assert first.log_loss == again.log_loss != other.log_loss


def test_true_chances_are_calibrated() -> None:
    table, chances = fair_games(40_000)
    bins = judge(table, chances).calibration
    # about 8,000 seats a bin: four standard errors
    assert (bins["expected"] - bins["actual"]).abs().max() < 4 * 0.5 / 4_000**0.5


def test_only_games_after_the_split_are_judged() -> None:
    table, _ = fair_games(300)
    late = evaluate(Elo(), table, first=200)
    run = Elo().rate(table)
    assert late.log_loss == judge(table.rows(200, 300), run.expected[200:]).log_loss
    assert late.games == 100


def test_a_split_by_fraction_or_by_time() -> None:
    time = np.array([0, 10, 10, 20], np.int64)
    table = GameTable(FOUR.names, FOUR.seats, FOUR.score, time=time)
    assert first_to_judge(table) == 0
    assert first_to_judge(table, fraction=0.25) == 3
    assert first_to_judge(table, since=10) == 1
    for arguments in ({"since": 21}, {"fraction": 0.0}, {"since": 1, "fraction": 0.5}):
        with pytest.raises(ValueError, match=r"no games left|lies in|not both"):
            first_to_judge(table, **arguments)
    with pytest.raises(ValueError, match="needs the time"):
        first_to_judge(FOUR, since=3)


def test_no_games_are_no_evaluation() -> None:
    with pytest.raises(ValueError, match="no games to evaluate"):
        judge(FOUR.rows(0, 0), CHANCES[:0])


def test_rating_in_parts_changes_no_bit() -> None:
    table, _ = fair_games(250)
    parts = list(rate_in_parts(MultiElo(), table, size=100))
    whole = MultiElo().rate(table)
    assert [games.stop for games, _ in parts] == [100, 200, 250]
    np.testing.assert_array_equal(np.vstack([run.after for _, run in parts]), whole.after)
    np.testing.assert_array_equal(parts[-1][1].ratings, whole.ratings)


def test_rating_in_parts_names_the_game_of_the_whole_table() -> None:
    table = GameTable.from_games([{"A": 0, "B": 0}, {"A": 0, "B": 0}, {"A": 5, "B": 0}])
    with pytest.raises(ValueError, match="column score: game 3"):
        list(rate_in_parts(BenchmarkElo(beta=0.0), table, size=2))


def test_no_games_leave_the_ratings_as_they_start() -> None:
    [(games, run)] = rate_in_parts(Elo(), FOUR.rows(0, 0))
    assert games == slice(0, 0)
    np.testing.assert_array_equal(run.ratings, Elo().start(2))


def test_the_leaderboard_ranks_ties_alike_and_leaves_out_who_played_too_little() -> None:
    table = GameTable.from_games([{"A": 1, "B": 0}, {"C": 1, "D": 0}, {"E": 1, "A": 1}])
    start = start_from(Elo(), table, {"E": 1508.0})
    rows = leaderboard(Elo(), table, Elo(k=16.0).rate(table, start).ratings)
    assert rows["rank"].to_list() == [1, 1, 1, 4, 4]
    assert rows["player"].to_list() == ["A", "C", "E", "B", "D"]
    busy = leaderboard(Elo(), table, Elo().rate(table).ratings, min_games=2)
    assert busy["player"].to_list() == ["A"]


def test_who_asks_for_games_that_are_not_there_is_told_which_are() -> None:
    day = 86_400_000_000
    time = np.array([19723, 19730, 19797]) * day  # of 2024: New Year's Day, a week later, 15 March
    table = GameTable.from_games([{"A": 1, "B": 0}] * 3)
    dated = GameTable(table.names, table.seats, table.score, time=time)
    with pytest.raises(ValueError, match=r"the games are from 2024-01-01 to 2024-03-15$"):
        first_to_judge(dated, since=20000 * day)
    assert what_there_is(table) == "there are 3 games without times"


def test_f1_is_zero_where_nobody_was_named_and_nobody_won() -> None:
    none, one, two, four = np.array([0.0]), np.array([1.0]), np.array([2.0]), np.array([4.0])
    assert f1(none, none, none) == 0.0
    assert f1(one, two, four) == 2 / 6


def test_every_draw_has_as_many_blocks_as_there_are() -> None:
    counts = resampled_counts(np.random.default_rng(1), 7, 1000)
    assert counts.shape == (1000, 7)
    assert (counts.sum(axis=1) == 7.0).all()
    assert counts.mean(axis=0) == pytest.approx(np.ones(7), abs=0.15)  # five standard errors
