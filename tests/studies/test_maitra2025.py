"""Every table and figure of Maitra (2025): the printed numbers, and ours beside them."""

import math
from functools import cache

import numpy as np
import polars as pl
import pytest

from evenhand.datasets import Population
from evenhand.evaluation import rating_differences
from evenhand.games.ludo import Rules
from evenhand.ratings import Elo
from evenhand.studies import Setting, Study, find_studies
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.amounts import Amount, Matches
from evenhand.studies.maitra2025.figure_1 import histogram
from evenhand.studies.maitra2025.figure_2 import POINTS, certain_players, path_of, thinned
from evenhand.studies.maitra2025.figure_3 import settled_remark, starts_there
from evenhand.studies.maitra2025.ludo import PAPER_NAMES, distance, games_won, line_up, played
from evenhand.studies.maitra2025.options import HEADS, MOST_TIMES, OPTIONS, READINGS, drawn_again
from evenhand.studies.maitra2025.platform import CHOSEN, Made, made
from evenhand.studies.maitra2025.regression import games_behind, lines, worth
from evenhand.studies.maitra2025.simulated import first_player, implied_shares, shares
from evenhand.studies.maitra2025.table_2 import favourites_first
from evenhand.studies.maitra2025.table_3 import summary
from evenhand.studies.maitra2025.table_4 import misfit_remark
from evenhand.studies.maitra2025.truth import against_truth, log_loss
from evenhand.studies.maitra2025.tuned import numbers, text_of, tuned
from evenhand.tables import GameTable

from .smallest import Smallest

SMALLEST = Smallest("maitra2025")
fresh, report = SMALLEST.fresh, SMALLEST.report
PLATFORM = {"table-1", "table-2", "table-3", "regression", "figure-1", "figure-2", "truth"}


@cache
def small() -> Setting:
    return Setting(Amount(300, 4_000), np.random.default_rng(1), workers=1)


@pytest.mark.parametrize("study", SMALLEST.studies, ids=lambda study: study.id)
def test_every_study_runs_at_the_smallest_size(study: Study) -> None:
    SMALLEST.check(study)


def test_every_table_and_figure_of_the_paper_is_there() -> None:
    names = {study.id.partition("/")[2] for study in SMALLEST.studies}
    assert {f"table-{number}" for number in range(1, 5)} <= names
    assert {f"figure-{number}" for number in range(1, 4)} <= names


@pytest.mark.parametrize("what", sorted(PLATFORM))
def test_what_is_made_of_the_platform_is_labelled_so(what: str) -> None:
    (study,) = find_studies(f"maitra2025/{what}")
    assert "synthetic" in study.title
    assert any(remark.startswith("SYNTHETIC") for remark in report(what).remarks)
    assert all("SYNTHETIC" in title for title, _ in report(what).tables)


@pytest.mark.parametrize("what", ["table-1", "table-3", "truth", "simulated", "options"])
def test_the_same_seed_gives_the_same_numbers_alone_and_after_others(what: str) -> None:
    for (_, one), (_, other) in zip(report(what).tables, fresh(what).tables, strict=True):
        assert one.equals(other)


def test_another_seed_gives_other_numbers() -> None:
    assert not report("table-3").tables[0][1].equals(fresh("table-3", seed=2).tables[0][1])


def test_studies_on_one_seed_share_the_platform_and_the_games() -> None:
    assert made(small()) is made(small())
    again = Setting(small().size, np.random.default_rng(5), shared=small().shared)
    assert made(again) is made(small())
    assert tuned(again) is tuned(small())


# What the paper prints, against itself.


def test_the_printed_table_2_is_402008_games_short() -> None:
    assert printed.GAMES - sum(band.games for band in printed.TABLE_2) == 402_008


def test_the_printed_statistics_are_coefficients_by_errors() -> None:
    # The slope has two digits and the errors three at most, hence the tolerances.
    pairs = [(printed.INTERCEPT, 0.5), (printed.SLOPE, 0.011)]
    pairs += [(printed.SIMULATED_INTERCEPT, 0.07), (printed.SIMULATED_SLOPE, 0.011)]
    for one, tolerance in pairs:
        assert one.value / one.error == pytest.approx(one.statistic, rel=tolerance)


def test_the_printed_accuracies_follow_from_the_printed_slope() -> None:
    for band in printed.TABLE_2[:4]:
        middle = (band.low + band.high) / 2.0
        chance = 1.0 / (1.0 + math.exp(-printed.SLOPE.value * middle))
        assert band.accuracy == pytest.approx(chance, abs=0.01)  # a middle for all of a band


def test_the_printed_quantiles_rise() -> None:
    values = [value for name, value in printed.TABLE_3.items() if name != "mean"]
    assert values == sorted(values)


def test_the_printed_ratings_of_the_bots_keep_their_sum_nearly() -> None:
    # K differs in the first ten games of each only.
    assert sum(printed.TABLE_4.values()) == pytest.approx(7 * printed.START, abs=10)


def test_constant_k_is_printed_alike_for_all_cut_offs() -> None:
    constant = {value for (k, _), value in printed.TABLE_1.items() if k == "30/30/30"}
    assert constant == {0.548}
    assert len(printed.TABLE_1) == 12


# Table 1.


def test_each_line_of_table_1_stands_beside_the_printed_one() -> None:
    frame = report("table-1").tables[0][1]
    for row, (key, value) in zip(frame.to_dicts(), printed.TABLE_1.items(), strict=True):
        assert (row["k"], row["cut_offs"]) == key
        assert float(row["paper_f1"]) == value


def test_the_twelve_lines_are_ten_configurations_at_most() -> None:
    place = numbers(tuned(small()))
    assert len(place) == 12
    constant = {place["30/30/30", cut] for cut in (printed.FIXED, printed.LOW, printed.MIDDLE)}
    assert len(constant) == 1
    assert text_of(printed.CHOSEN) == "60/30/16@5/10"
    assert tuned(small()).configurations[place[printed.CHOSEN]].system == CHOSEN


def test_the_least_log_loss_stands_first() -> None:
    behind = report("table-1").tables[1][1]["behind"].to_list()
    values = [float(text.split()[0]) for text in behind]
    assert values[0] == 0.0
    assert values == sorted(values)


def test_equal_lines_of_table_1_count_once_in_the_correlation() -> None:
    (told,) = [remark for remark in report("table-1").remarks if "correlation" in remark]
    frame = report("table-1").tables[0][1]
    assert told.startswith(f"Over the {len(report('table-1').tables[1][1])} different lines")
    different = frame.unique(["k", "cut_off_games"], keep="first", maintain_order=True)
    ours = [float(text.split()[0]) for text in different["f1"]]
    theirs = different["paper_f1"].cast(pl.Float64).to_list()
    value = float(told.split("correlation of ")[1].split()[0].rstrip("."))
    # The table has four decimals.
    assert value == pytest.approx(np.corrcoef(ours, theirs)[0, 1], abs=0.01)


# Table 2 and the regression.


def test_the_bands_hold_all_games() -> None:
    frame = report("table-2").tables[0][1]
    assert frame["games"].sum() == 7_000
    assert frame["percent"].sum() == pytest.approx(100.0)
    assert frame["paper_percent"].sum() == pytest.approx(100.0)


def test_how_often_favourites_sit_first_is_what_makes_f1() -> None:
    rng = np.random.default_rng(1)
    first, right = rng.random(400_000) < 0.37, rng.random(400_000) < 0.75
    won = np.where(first, right, ~right)
    true = (first & won).sum()
    f1 = 2.0 * true / (first.sum() + won.sum())
    assert favourites_first(0.75, f1) == pytest.approx(0.37, abs=0.005)  # a sample


def test_the_error_of_the_intercept_tells_how_many_games_there_were() -> None:
    error = abs(printed.INTERCEPT.value / printed.INTERCEPT.statistic)
    assert games_behind(pl.DataFrame({"standard_error": [2.0 * error]}), 100) == pytest.approx(400)


def test_a_point_of_rating_is_worth_what_the_skills_say() -> None:
    platform = made(small())
    apart = platform.population.skill @ [1.0, -1.0]
    assert worth(platform, 2.0 * apart) == pytest.approx(0.5)


def test_the_paper_s_line_is_drawn_by_its_coefficients() -> None:
    curve = pl.DataFrame({"difference": [0.0, 100.0], "fitted": [0.5, 0.6]})
    by_line = {name: frame["share"].to_list() for (name,), frame in lines(curve).group_by("line")}
    assert by_line["fitted"] == [0.5, 0.6]
    assert by_line["paper"][0] == pytest.approx(1.0 / (1.0 + math.exp(0.0623)))
    assert by_line["Elo"][1] == pytest.approx(1.0 / (1.0 + 10.0**-0.25))


def test_ratings_before_are_those_that_make_the_difference() -> None:
    platform = made(small())
    apart = rating_differences(CHOSEN, platform.table)
    np.testing.assert_allclose(platform.before() @ [1.0, -1.0], apart)


# Table 3, Figures 1 and 2.


def test_the_summary_is_that_of_table_3() -> None:
    found = summary(np.arange(101.0))
    assert list(found.values()) == [0.0, 10.0, 25.0, 50.0, 50.0, 75.0, 90.0, 100.0]


def test_the_bars_of_the_histogram_hold_everything() -> None:
    frame = histogram("some", np.array([999.0, 1000.0, 1019.9, 1020.0]))
    assert frame["rating"].to_list() == [980.0, 1000.0, 1020.0]
    assert frame["share"].to_list() == [0.25, 0.5, 0.25]


def test_the_certain_players_are_what_they_are_called() -> None:
    platform = made(small())
    found = certain_players(platform)
    last, games = platform.run.values[:, 0], platform.population.games
    known = last[games >= 10]
    assert last[found["top-rated"]] == known.max()
    assert last[found["lowest"]] == known.min()
    assert games[found["most active"]] == games.max()
    for player in found.values():
        path = path_of(platform, player)
        assert len(path) == games[player]
        assert path[-1] == last[player]


def test_a_thinned_path_keeps_its_highest_and_its_lowest_point() -> None:
    path = np.zeros(50 * POINTS)
    path[77], path[12_345] = 9.0, -9.0
    at = thinned(path)
    assert {0, 77, 12_345, len(path) - 1} <= set(at.tolist())
    assert POINTS <= len(at) <= POINTS + 2


def test_the_panels_of_figure_1_have_lines_at_the_printed_quantiles() -> None:
    panels = report("figure-1").figures["figure"]().to_dict()["hconcat"]
    assert [panel["title"] for panel in panels] == [
        "after each game",
        "players at the end",
        "players with 30 games or more",
    ]
    for panel in panels:
        assert [layer["mark"]["type"] for layer in panel["layer"]] == ["bar", "rule"]


# The truth.


def by_hand() -> Made:
    """Four games in which the stronger wins three."""
    table = GameTable.from_games([{"A": 1, "B": 0}] * 3 + [{"A": 0, "B": 1}])
    skill = np.tile([1100.0, 900.0], (4, 1))
    two = np.array([1100.0, 900.0])
    population = Population(
        joined=np.zeros(2, np.int64),
        start=two,
        gain=np.zeros(2),
        pace=np.ones(2),
        games=np.array([4, 4]),
        left=np.zeros(2, np.bool_),
        skill=skill,
        first_seat=0.0,
    )
    return Made(table, population, CHOSEN.run(table))


def test_who_knows_the_skills_has_the_least_loss_possible() -> None:
    platform = by_hand()
    won = platform.table.score[:, 0] == 1.0
    chance = 1.0 / (1.0 + 10.0**-0.5)
    expected = -(3.0 * math.log(chance) + math.log(1.0 - chance)) / 4.0
    assert log_loss(platform.population.chances(), won) == pytest.approx(expected)


def test_errors_are_those_of_skills_without_the_level() -> None:
    platform = made(small())
    row = against_truth(platform, Elo(k=0.0, initial=1000.0))
    assert row["error_all"] == pytest.approx(platform.population.end.std())
    assert row["correlation_all"] is None
    assert row["log_loss"] == pytest.approx(math.log(2.0))


def test_no_configuration_is_better_than_the_truth() -> None:
    frame = report("truth").tables[0][1]
    assert (frame["above_truth"].cast(pl.Float64) > 0.0).all()
    losses = frame["log_loss"].cast(pl.Float64).to_list()
    assert losses == sorted(losses)


def test_a_larger_k_makes_the_slope_flatter() -> None:
    slopes = {row["k"]: float(row["slope"]) for row in report("truth").tables[0][1].to_dicts()}
    assert slopes["100/50/25@5/10"] < slopes["60/30/16@5/10"] < slopes["30/16/8@5/10"]


# The bots.


def test_the_bots_are_those_of_table_4() -> None:
    bots = line_up(playouts=3)
    assert [PAPER_NAMES[name] for name in bots] == list(printed.TABLE_4)
    playouts = [getattr(bot, "playouts", None) for bot in bots.values()]
    assert sorted(each for each in playouts if each is not None) == [3, 3, 3]
    assert distance({name: float(printed.TABLE_4[PAPER_NAMES[name]]) for name in bots}) == 0.0


def test_the_match_ups_are_the_same_under_all_rules() -> None:
    setting = Setting(Matches(60, 1), np.random.default_rng(1), workers=1)
    usual, other = played(setting), played(setting, Rules(home_bonus=0))
    assert (usual.seats == other.seats).all()
    assert not np.array_equal(usual.score, other.score)
    assert played(setting) is usual


@pytest.mark.parametrize("twice", [False, True])
def test_games_are_drawn_again_with_their_results(twice: bool) -> None:
    setting = Setting(Matches(60, 1), np.random.default_rng(1), workers=1)
    table = played(setting)
    again = drawn_again(np.random.default_rng(1), table, twice=twice)
    assert len(again) == MOST_TIMES * 60
    rows, drawn = (
        {(*seats, *score) for seats, score in zip(t.seats.tolist(), t.score.tolist(), strict=True)}
        for t in (table, again)
    )
    assert drawn <= rows
    assert (len(drawn) == len(rows)) is not twice  # a third is left out of the first draw


def test_games_won_or_drawn_are_counted() -> None:
    table = GameTable.from_games([{"A": 1, "B": 0}, {"B": 2, "A": 2}, {"A": 0, "B": 3}])
    assert (games_won(table, "A"), games_won(table, "B")) == (2, 2)


def test_shares_of_a_pair_sum_to_all() -> None:
    table = GameTable(
        tuple(PAPER_NAMES),
        np.array([[0, 1], [1, 0], [0, 2]], np.int32),
        np.array([[5.0, 3.0], [4.0, 4.0], [1.0, 2.0]]),
    )
    frame = shares(table)
    assert frame["naive"][0] == 75.0  # a win and a draw
    assert frame["aggressive"][1] == 25.0
    assert frame["random"][0] is None
    assert first_player(table).share == 50.0


def test_the_paper_s_ratings_imply_shares() -> None:
    # The facts of the paper: Aggressive beats Naive in 90 of 100, Naive beats Random in 79.
    frame = implied_shares()
    by_bot = {row["bot"]: row for row in frame.to_dicts()}
    assert round(by_bot["aggressive"]["naive"]) == 90
    assert round(by_bot["naive"]["random"]) == 79


def test_the_bot_that_fits_least_is_told_with_its_meetings() -> None:
    names = tuple(PAPER_NAMES)
    limited, pair = names.index("limited-information"), names.index("responsible-pair")
    seats = np.array([[pair, limited], [limited, pair]], np.int32)
    table = GameTable(names, seats, np.array([[1.0, 0.0], [1.0, 0.0]]))
    means = {name: printed.TABLE_4[paper] + 10.0 for name, paper in PAPER_NAMES.items()}
    told = misfit_remark(table, means | {"limited-information": 993.0 + 130.0})
    assert "stand +30 points" in told
    assert "Limited Information fits least, 100 points stronger" in told
    assert "Responsible Pair beats it in 50.0 % of their games (implied: 90.9 %)" in told


def test_what_the_printed_rating_of_defeat_seeking_implies_is_told() -> None:
    (told,) = [one for one in report("table-4").remarks if one.startswith("Defeat Seeking")]
    assert "settled at its 60, it wins 1.6 % against Random" in told


def test_paths_that_start_where_they_stay_are_no_sign_of_settling() -> None:
    around = 1000.0 + np.tile([5.0, -5.0], 50)
    far = np.r_[np.linspace(1000.0, 1200.0, 50), np.tile([1205.0, 1195.0], 25)]
    assert starts_there(around)
    assert not starts_there(far)
    told = settled_remark({"naive": around, "random": far}, {"naive": 1, "random": 49})
    assert "after 49 to 49 own games" in told
    assert told.endswith("as they start there: naive.")
    assert "none of ours" in settled_remark({"naive": around}, {"naive": 1})


def test_the_options_stand_beside_the_paper() -> None:
    distances, ratings = (frame for _, frame in report("options").tables)
    for frame in (distances, ratings):
        assert set(frame["option"]) == {*OPTIONS, *READINGS, "paper"}
        assert frame["option"][0] == "paper"
    assert distances["seven"].is_sorted()
    assert distances["first"][0] == "0.468"
    assert ratings.row(0)[1:] == tuple(printed.TABLE_4.values())
    assert list(HEADS.values()) == ["A", "N", "RP", "FI", "LI", "DS", "R"]


def test_the_options_tell_how_many_there_were_and_how_much_was_drawn() -> None:
    told = " ".join(report("options").remarks)
    assert "the best of 16" in told
    assert f"{MOST_TIMES * 210:,} drawn" in told
    assert "maitra2025/options" not in told
