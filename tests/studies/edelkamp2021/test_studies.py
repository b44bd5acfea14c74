"""Every table and figure of Edelkamp (2021): the printed numbers, and ours beside them."""

import csv
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from evenhand.games.skat.bots import Population
from evenhand.ratings import Elo
from evenhand.studies import Setting, Study, find_studies
from evenhand.studies.edelkamp2021 import population, printed
from evenhand.studies.edelkamp2021.amounts import Amount
from evenhand.studies.edelkamp2021.curves import busiest, first_to_play, rating_steps
from evenhand.studies.edelkamp2021.figure_3 import movements
from evenhand.studies.edelkamp2021.luck import Correction, corrected, rated
from evenhand.studies.edelkamp2021.skill import rank_correlation
from evenhand.studies.edelkamp2021.table_2 import expected_and_ratings
from evenhand.studies.edelkamp2021.table_3 import mean_values
from evenhand.tables import GameTable
from tests.programs import leave_out
from tests.studies.edelkamp2021.runs import SMALL, frame_of, run
from tests.studies.frozen import check_frozen
from tests.studies.smallest import check_verdict
from tests.studies.stand_in import play_stand_in, stand_in

STUDIES = find_studies("edelkamp2021")
TABLE_2 = Path(__file__).parents[2] / "data" / "edelkamp2021_table_2.csv"


@pytest.mark.usefixtures("_stand_in")
@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.id)
def test_every_study_runs_at_the_smallest_size(study: Study) -> None:
    if study.missing:
        leave_out(study.missing, "CI_XSKAT")
    report = study.run(Setting(study.sizes["smoke"].amount, np.random.default_rng(1)))
    assert report.tables
    assert report.remarks
    check_verdict(report)
    assert all(len(frame) for _, frame in report.tables)
    check_frozen(study, report)
    assert bool(report.figures) == study.draws
    for draw in report.figures.values():
        assert draw().to_dict()


@pytest.mark.usefixtures("_stand_in")
@pytest.mark.parametrize("what", ["table-1", "table-8", "figure-3"])
def test_the_same_seed_gives_the_same_numbers(what: str) -> None:
    assert frame_of(run(what)).equals(frame_of(run(what)))
    assert not frame_of(run(what)).equals(frame_of(run(what, seed=2)))


def test_studies_on_one_seed_share_their_games(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def play(setting: Setting, rng: np.random.Generator) -> Population:
        played.append(setting.size)
        return play_stand_in(setting, rng)

    monkeypatch.setattr(population, "play", play)
    first = Setting(SMALL, np.random.default_rng(1))
    again = Setting(SMALL, np.random.default_rng(1), shared=first.shared)
    assert population.played(first) is population.played(again)
    assert played == [SMALL]


def test_table_2_comes_out_to_the_digit() -> None:
    with TABLE_2.open() as file:
        rows = list(csv.DictReader(file))
    ours = dict(zip("ER", expected_and_ratings(), strict=True))
    for game, row in enumerate(rows):
        for name, text in row.items():
            letter, who = name[0], int(name[-1])
            place = "SER".index(letter)
            assert printed.TABLE_2[game][place][who] == float(text)
            if letter in ours:
                assert f"{ours[letter][game, who]:.2f}" == f"{float(text):.2f}"
    assert "60 of the 60" in run("table-2", None).remarks[0]


def test_the_arithmetic_of_table_3() -> None:
    for _, games, total, mean in printed.TABLE_3:
        assert f"{total / games:.1f}" == f"{mean:.1f}"
    assert sum(line[1] for line in printed.TABLE_3[:3]) == printed.TABLE_3[3][1]
    assert sum(line[2] for line in printed.TABLE_3[:3]) == printed.TABLE_3[3][2]


def test_mean_values_count_a_lost_game_once() -> None:
    games = stand_in(np.random.default_rng(2), 5, 2).games
    frame = mean_values(games)
    for position in range(3):
        own = games.scores[games.declarers == position].tolist()
        total = sum(score if score > 0 else -score // 2 for score in own)
        assert frame.row(position)[1:3] == (len(own), total)
    assert frame["sum"][3] == frame["sum"][:3].sum()
    assert frame["games"][3] == 72


@pytest.mark.usefixtures("_stand_in")
def test_table_1_lists_the_best_averages_of_who_played_enough() -> None:
    frame = frame_of(run("table-1", Amount(9, 60)))
    assert frame["per_36"].is_sorted(descending=True)
    assert frame["series"].min() >= 10  # type: ignore[operator]
    assert frame["paper_per_36"].to_list() == [1107.15, 1084.31, 1076.58, 1063.14, 1053.58]


@pytest.mark.usefixtures("_stand_in")
def test_the_leaders_are_those_of_the_widest_table() -> None:
    best = frame_of(run("table-4"))["elo"][0]
    spread = frame_of(run("table-8")).filter(of="ours", i_1=0, i_2=0, k=0.02)
    assert best == spread["max"][0]


@pytest.mark.usefixtures("_stand_in")
def test_table_8_has_sixteen_lines_each_and_a_mean_of_850() -> None:
    frame = frame_of(run("table-8"))
    ours, paper = frame.filter(of="ours"), frame.filter(of="paper")
    assert len(ours) == len(paper) == 16
    assert (ours["mean"] == 850.0).all()
    assert paper.row(1) == (
        *(0, 0, 0.02, "paper", 976.54, 849.90, 739.95),
        *(874.07, 858.67, 840.34, 829.28),
    )
    assert (ours["10"] > ours["25"]).all()
    assert (ours["75"] > ours["90"]).all()


@pytest.mark.usefixtures("_stand_in")
def test_ratings_spread_with_k_as_in_the_paper() -> None:
    for whose in ("ours", "paper"):
        lines = (
            frame_of(run("table-8"))
            .filter(of=whose)
            .with_columns((pl.col("max") - pl.col("min")).alias("width"))
        )
        for (_, _), group in lines.group_by("i_1", "i_2"):
            assert group.sort("k")["width"].is_sorted()


@pytest.mark.usefixtures("_stand_in")
def test_the_value_factor_is_no_correction_where_all_games_are_worth_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def play(setting: Setting, rng: np.random.Generator) -> Population:
        found = play_stand_in(setting, rng)
        found.games.scores[:] = np.where(found.games.scores > 0, 30, -60)
        return found

    monkeypatch.setattr(population, "play", play)
    frame = frame_of(run("table-8")).filter(of="ours")
    plain, value = frame.filter(i_1=0, i_2=0), frame.filter(i_1=0, i_2=1)
    assert plain.drop("i_2").equals(value.drop("i_2"))


def test_steps_count_the_series_of_each_player() -> None:
    table = GameTable.from_games([{"A": 1, "B": 0}, {"C": 1, "B": 0}, {"A": 1, "B": 0}])
    result = Elo().run(table)
    steps = rating_steps(table, result).filter(player="B")
    assert steps["own_series"].to_list() == [1, 2, 3]
    assert steps["series"].to_list() == [1, 2, 3]
    assert steps["rating"].to_list() == result.after[:, 1].tolist()
    assert first_to_play(table, 3) == ["A", "B", "C"]
    assert busiest(table, 2) == ["B", "A"]


def test_rank_correlation_by_hand() -> None:
    # ranks 1 2.5 2.5 4 and 1 2 3 4: 4.5 / sqrt(4.5 * 5)
    found = rank_correlation(np.array([1.0, 2.0, 2.0, 9.0]), np.array([1.0, 2.0, 3.0, 4.0]))
    assert found == pytest.approx(4.5 / np.sqrt(4.5 * 5.0))
    assert rank_correlation(np.array([3.0, 2.0, 1.0]), np.array([1.0, 2.0, 3.0])) == -1.0
    assert np.isnan(rank_correlation(np.ones(3), np.array([1.0, 2.0, 3.0])))


@pytest.mark.usefixtures("_stand_in")
@pytest.mark.parametrize("what", ["table-8", "figure-3", "fixpoint"])
def test_who_uses_the_chance_factors_says_what_they_were_made_with(what: str) -> None:
    used, best_case = run(what).remarks[-2:]
    assert "(paper: 41.0)" in used
    for kind, paper in [("suit", "80.4"), ("grand", "93.4"), ("null", "62.0")]:
        assert re.search(rf"\b{kind} \d+\.\d \({paper}\)", used)
    assert "best case" in best_case


@pytest.mark.usefixtures("_stand_in")
def test_figure_3_leaves_out_who_played_little() -> None:
    setting = Setting(SMALL, np.random.default_rng(1))
    made = population.played(setting)
    found = corrected(made)
    runs = {one: rated(table) for one, table in found.tables.items()}
    frame = movements(found.tables, runs, made.skill)
    counts = np.bincount(made.seats.ravel(), minlength=SMALL.players)
    assert 3 <= (counts >= 10).sum() < SMALL.players
    assert set(frame["players"]) == {(counts >= 10).sum()}
    last = runs[Correction(False, False)].values[counts >= 10, 0]
    assert frame["spread"][0] == pytest.approx(last.std(), abs=1e-4)


@pytest.mark.usefixtures("_stand_in")
def test_figure_3_says_how_sure_its_differences_are() -> None:
    report = run("figure-3")
    assert "K = 0.02, start 850" in report.remarks[0]
    _, apart = report.tables[1]
    assert apart["factors"].to_list() == ["value", "hand", "hand and value"]
    assert (apart["low"] <= apart["high"]).all()
    assert sum("95% interval" in remark for remark in report.remarks) == 3


@pytest.mark.usefixtures("_stand_in")
def test_figure_3_does_without_spread_where_hardly_anybody_played_enough() -> None:
    report = run("figure-3", Amount(20, 9))
    assert frame_of(report)["spread"].is_null().all()
    assert len(report.tables) == 1
