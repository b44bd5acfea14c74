"""Every table and figure of Chakraborty (2025): the printed numbers, and ours beside them."""

import math

import numpy as np
import pytest

from evenhand.ratings import BenchmarkElo, Elo, MultiElo, TrueSkill
from evenhand.studies import Setting, Study
from evenhand.studies.chakraborty2025 import printed
from evenhand.studies.chakraborty2025.amounts import Amount
from evenhand.studies.chakraborty2025.curves import curve_points
from evenhand.studies.chakraborty2025.differences import paper_order
from evenhand.studies.chakraborty2025.figure_1 import BETAS
from evenhand.studies.chakraborty2025.games import PAPER, Design, played
from evenhand.studies.chakraborty2025.head_to_head import (
    first_player,
    implied_share,
    points_against_strong,
)
from evenhand.studies.chakraborty2025.jokers import nearest
from evenhand.studies.chakraborty2025.over_seeds import (
    NOT_CLEAR,
    ONE_SEED,
    REAL,
    Repeated,
    T,
    repeated,
)
from evenhand.studies.chakraborty2025.paths import discriminative_power
from evenhand.studies.chakraborty2025.predictions import by_regression, quality, split
from evenhand.studies.chakraborty2025.strategies import NAMES, PAPER_NAMES, TOP, line_up, of_paper
from evenhand.studies.chakraborty2025.systems import pair_shares
from evenhand.studies.chakraborty2025.three_players import THREE, around_start, mean_win_shares
from evenhand.studies.chakraborty2025.ties import turned_pairs
from evenhand.studies.meetings import Meetings, meetings
from evenhand.studies.rating_paths import moving_average, paths_of, settled_after
from evenhand.tables import GameTable

from .smallest import Smallest

SMALLEST = Smallest("chakraborty2025")
fresh, report = SMALLEST.fresh, SMALLEST.report
TABLES = {"table-1": printed.TABLE_1, "table-2": printed.TABLE_2}


def setting(games: int = 4, seed: int = 1) -> Setting:
    return Setting(Amount(games), np.random.default_rng(seed))


@pytest.mark.parametrize("study", SMALLEST.studies, ids=lambda study: study.id)
def test_every_study_runs_at_the_smallest_size(study: Study) -> None:
    SMALLEST.check(study)


@pytest.mark.parametrize("what", ["figure-1", "systems", "differences", "three-players"])
def test_the_same_seed_gives_the_same_numbers_alone_and_after_others(what: str) -> None:
    for (_, one), (_, other) in zip(report(what).tables, fresh(what).tables, strict=True):
        assert one.equals(other)


def test_another_seed_gives_other_numbers() -> None:
    assert not report("table-1").tables[0][1].equals(fresh("table-1", seed=2).tables[0][1])


def test_studies_on_one_seed_share_their_games() -> None:
    first = setting()
    again = Setting(first.size, np.random.default_rng(1), shared=first.shared)
    assert played(first) is played(again)
    assert played(first, 1) is not played(first)


def test_the_design_is_balanced_and_in_random_order() -> None:
    table = played(setting())
    assert len(table) == 4 * 30
    pairs, counts = np.unique(table.seats, axis=0, return_counts=True)
    assert len(pairs) == 30
    assert set(counts.tolist()) == {4}
    assert table.seats[:30].tolist() != sorted(table.seats[:30].tolist())


def test_other_habits_are_tried_on_the_same_deals() -> None:
    shared = setting()
    usual, by_lot = played(shared), played(shared, design=Design(line_up(ties="random")))
    assert usual.luck is not None
    assert by_lot.luck is not None
    np.testing.assert_array_equal(usual.luck, by_lot.luck)
    assert not np.array_equal(usual.score, by_lot.score)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_the_printed_tables_agree_with_themselves(table: dict[str, printed.Line]) -> None:
    assert set(table) == set(PAPER_NAMES.values())
    for line in table.values():
        rounding = 0.0005 + 100.0 * (0.0005 * line.mean + 0.0005 * line.sd) / line.mean**2
        assert line.cv == pytest.approx(100.0 * line.sd / line.mean, abs=rounding)
    assert sum(line.mean for line in table.values()) == pytest.approx(6000.0, abs=0.5)


def test_the_printed_tables_contradict_the_printed_text() -> None:
    power = [
        discriminative_power({name: of_paper(table, name) for name in TOP})
        for table in TABLES.values()
    ]
    assert [round(one, 2) for one in power] == [0.98, 1.48]
    assert printed.PAIRS * printed.GAMES_A_PAIR * 2 == printed.ALL_GAMES
    assert max(line.mean for line in printed.TABLE_1.values()) < printed.TOP_ABOVE
    assert printed.TABLE_1["Random"].mean > printed.NAIVE_BELOW
    assert printed.TABLE_1["Defeat Heuristic"].cv < printed.DEFEAT_CV_ABOVE


def test_the_printed_parameters_follow_from_the_text() -> None:
    assert abs(printed.K) * printed.HIGHEST_POINTS == printed.LARGEST_CHANGE
    assert round(-math.log10(40) / 500, 4) == printed.ALPHA
    assert 2 * 5 * printed.GAMES_A_PAIR == printed.GAMES_A_STRATEGY
    assert {0.0, printed.BETA, -printed.BETA} <= set(BETAS)


@pytest.mark.parametrize("what", TABLES)
def test_our_lines_stand_beside_the_printed_ones(what: str) -> None:
    frame = report(what).tables[0][1]
    assert frame["strategy"].to_list() == list(NAMES)
    for row in frame.iter_rows(named=True):
        assert TABLES[what][row["paper_name"]] == tuple(
            row[f"paper_{part}"] for part in ["mean", "sd", "cv"]
        )
        assert row["cv"] == pytest.approx(100.0 * row["sd"] / row["mean"])


@pytest.mark.parametrize("design", [PAPER, THREE], ids=["two", "three"])
def test_ratings_keep_their_sum(design: Design) -> None:
    table = played(setting(), design=design)
    for system in (BenchmarkElo(), MultiElo(k=50.0, initial=1000.0)):
        last = system.run(table).values[:, 0]
        assert last.sum() == pytest.approx(6000.0)


def test_the_last_fifth_is_tested_and_draws_are_left_out() -> None:
    games = [{"A": 1.0, "B": 0.0}, {"A": 0.0, "B": 0.0}] * 5
    parts = split(GameTable.from_games(games))
    assert parts.train.tolist() == [True, False] * 4 + [False] * 2
    assert parts.test.tolist() == [False] * 8 + [True, False]
    assert parts.draws == 5


def test_regression_looks_at_ratings_before_the_game() -> None:
    # Whoever is ahead wins 3 of 4 games, so ratings tell much; the game itself must not.
    table = played(setting(20))
    system = Elo(k=50.0, initial=1000.0)
    parts = split(table)
    found = by_regression(system, table, system.run(table), parts)
    turned = table.score.copy()
    turned[-1] = turned[-1, ::-1]
    other = GameTable(table.names, table.seats, turned, table.luck)
    last_turned = by_regression(system, other, system.run(other), parts)
    assert found == last_turned
    assert 0.0 < found.log_loss < math.log(2)


def test_f1_and_log_loss_by_hand() -> None:
    found = quality(np.array([0.9, 0.6, 0.2, 0.4]), np.array([True, False, False, True]))
    assert found.f1 == 0.5  # one claim of two is true, one win of two is claimed
    assert found.log_loss == pytest.approx(-math.log(0.9 * 0.4 * 0.8 * 0.4) / 4)


def test_a_path_settles_when_its_average_first_comes_near() -> None:
    path = np.r_[np.linspace(1000.0, 500.0, 50, endpoint=False), np.tile([490.0, 510.0], 100)]
    assert settled_after(path, 1) == 50  # 510: within 10 of 500
    assert settled_after(np.tile([490.0, 510.0], 100), 1) == 1
    assert settled_after(path, 5) == 53  # the mean of 520, 510, 490, 510 and 490


def test_a_moving_average_is_that_of_convolution() -> None:
    path = np.random.default_rng(1).normal(size=50)
    ours = moving_average(path, 7)
    np.testing.assert_allclose(ours[6:], np.convolve(path, np.ones(7) / 7, "valid"))
    assert ours[2] == pytest.approx(path[:3].mean())


def test_a_path_has_the_ratings_after_the_games_of_a_strategy() -> None:
    table = GameTable.from_games([{"A": 1, "B": 0}, {"C": 1, "B": 0}, {"B": 1, "A": 0}])
    run = Elo(k=20.0).run(table)
    paths = paths_of(table, run)
    assert paths["B"].tolist() == [run.after[0, 1], run.after[1, 1], run.after[2, 0]]
    assert len(paths["C"]) == 1


def test_curves_end_with_the_last_game_and_have_few_points() -> None:
    path = np.arange(45_000.0)
    points = curve_points(dict.fromkeys(NAMES, path), NAMES)
    assert points["game"].max() == 45_000
    assert points["rating"][0] == 0.0
    assert len(points) < 5_000


def made_games() -> GameTable:
    """Opponent-aware against min-dist 1 : 1 with a draw, against random 1 : 0."""
    seats = np.array([[0, 3], [3, 0], [3, 0], [0, 4]], np.int32)
    score = np.array([[0.0, -30.0], [0.0, -10.0], [-5.0, -5.0], [0.0, -80.0]])
    return GameTable(NAMES, seats, score)


def test_meetings_count_both_seats_and_half_the_draws() -> None:
    table = made_games()
    assert meetings([table, table], "opponent-aware", "min-dist") == Meetings(6, 2, 2)
    assert meetings([table], "min-dist", "opponent-aware").share == 50.0
    assert meetings([table], "random", "opponent-aware").share == 0.0
    assert first_player([table]) == Meetings(3, 2, 1)
    assert points_against_strong([table], "opponent-aware") == 5.0


def test_the_interval_of_a_share_is_that_of_its_games() -> None:
    found = Meetings(100, 30, 40)
    every = np.repeat([1.0, 0.5, 0.0], [30, 40, 30])
    assert found.share == 50.0
    assert found.about == pytest.approx(196.0 * every.std() / 10)


def test_the_paper_s_ratings_imply_how_often_random_wins() -> None:
    assert round(implied_share("random", "opponent-aware"), 2) == 0.65
    assert round(implied_share("random", "min-score"), 2) == 1.12


def test_shares_of_a_pair_are_those_of_earlier_games() -> None:
    table = made_games()
    chances = pair_shares(table, 3)
    assert chances.tolist() == [[0.5, 0.5]]  # never met
    one = pair_shares(table, 2)
    assert one[0].tolist() == [0.75, 0.25]  # min-dist has won the only game as first


def test_quantiles_of_student_s_t() -> None:
    p = 0.975
    assert T[0] == pytest.approx(math.tan(math.pi * (p - 0.5)), abs=5e-4)
    assert T[1] == pytest.approx((2 * p - 1) * math.sqrt(2 / (4 * p * (1 - p))), abs=5e-4)
    assert sorted(T, reverse=True) == list(T)


def test_a_difference_is_real_if_its_interval_leaves_out_zero() -> None:
    assert repeated([5.0]).verdict == ONE_SEED
    assert repeated([10.0, 10.1]).verdict == REAL
    assert repeated([1.0, 3.0]).verdict == NOT_CLEAR  # 2 +- 12.7
    assert paper_order(3.0, REAL) == "holds"
    assert paper_order(-3.0, REAL) == "is the other way round"
    assert paper_order(-3.0, NOT_CLEAR) == NOT_CLEAR


def test_a_pair_is_turned_only_if_both_leads_are_real() -> None:
    level = np.full((3, 6), 1000.0)
    ahead, behind, unsure = level.copy(), level.copy(), level.copy()
    ahead[:, 0] += [50.0, 51.0, 52.0]
    behind[:, 0] -= [50.0, 51.0, 52.0]
    unsure[:, 0] += [-90.0, 0.0, 60.0]
    every = [("opponent-aware", other) for other in TOP[1:]]
    assert turned_pairs({"points": ahead, "random": behind}) == every
    assert turned_pairs({"points": ahead, "random": unsure}) == []


def test_the_reading_nearest_to_the_paper_is_found_by_its_ratings() -> None:
    made = {"one": 400.0, "two": 480.0, "paper": 500.0}
    rows = {
        name: {"elo_random": Repeated(value), "custom_sd_of_strong": Repeated(-10.0 * value)}
        for name, value in made.items()
    }
    rows["one"]["custom_sd_of_strong"] = rows["paper"]["custom_sd_of_strong"]
    assert nearest(rows) == "two"


def test_the_naive_strategies_stand_beside_the_printed_ratings() -> None:
    last = report("jokers").tables[1][1].row(-1, named=True)
    assert last == {
        "reading": "paper",
        "elo_random": "529.1",
        "elo_defeat-seeking": "26.1",
        "custom_random": "569.8",
        "custom_defeat-seeking": "320.0",
        "custom_sd_of_strong": "42.2",
    }


def test_of_three_every_share_of_wins_is_counted_once() -> None:
    table = played(setting(), design=THREE)
    assert sum(one.mean for one in mean_win_shares([table])) == pytest.approx(200.0)  # half play


def test_what_moves_all_ratings_together_is_no_difference() -> None:
    apart = np.array([[3.0, 0.0, -3.0], [3.0, 0.0, -3.0]])
    wandering = apart + np.array([[20.0], [31.0]])
    np.testing.assert_allclose(around_start(wandering, TrueSkill()), apart + 25.0)
