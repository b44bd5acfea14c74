"""Tuning finds the best, looks at the tuning period only, and says how sure it is."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from evenhand.evaluation import EvaluationReport, evaluate, score_predictions
from evenhand.ratings import Elo, Glicko, KSchedule, RatingSystem, TrueSkill
from evenhand.tables import GameTable
from evenhand.tuning import Range, Values, make_plan, make_space, tune
from tests.tuning.games import TRUE_K, games_of_k, some_games, some_values

SYSTEMS: dict[str, tuple[str, dict[str, list[Any]]]] = {
    "elo": ("elo", {"k": [8, "fide", "60/30/16@5/10", 64]}),
    "glicko with periods": ("glicko", {"period": [0, 0.1], "c": [2, 30]}),
    "true-skill": ("true-skill", {"beta": [2, 8], "tau": [0.01, 0.5]}),
    "score-share-elo": ("score-share-elo", {"k": [0.02, 20], "sharpness": [1, 5]}),
}


@pytest.fixture(scope="module")
def moving() -> GameTable:
    return games_of_k(20_000)


def test_the_k_that_made_the_games_is_found_and_others_are_worse(moving: GameTable) -> None:
    tuned = tune("elo", {"k": [2, 6, TRUE_K, 96, 200]}, moving)
    assert tuned.system == Elo(k=TRUE_K)
    assert tuned.frame()["verdict"].to_list() == ["best"] + ["worse"] * 4
    assert tuned.frame()["k"].to_list()[0] == "24"
    assert tuned.frame()["test_score"].to_list()[0] == min(tuned.frame()["test_score"].to_list())


def metrics_of(found: EvaluationReport) -> dict[str, float]:
    return {
        "log-loss": found.log_loss.value,
        "brier": found.brier.value,
        "accuracy": found.accuracy.value,
    }


@pytest.mark.parametrize("case", SYSTEMS)
@pytest.mark.parametrize("seats", [2, 3])
def test_values_and_order_are_those_of_evaluate(case: str, seats: int) -> None:
    name, values = SYSTEMS[case]
    table = some_games(seats=seats, draw=0.1 if seats == 2 else 0.0)
    tuned = tune(name, values, table, test_fraction=0.3)
    first = tuned.split.test_start
    assert first == 1400
    past = [metrics_of(evaluate(one.system, table.rows(0, first))) for one in tuned.configurations]
    later = [
        metrics_of(evaluate(one.system, table, test_start=first)) for one in tuned.configurations
    ]
    for metric in ("log-loss", "brier", "accuracy"):
        for number, (before, after) in enumerate(zip(past, later, strict=True)):
            # the sums run over other blocks, so only their rounding differs
            assert tuned.value(number, metric).value == pytest.approx(before[metric], rel=1e-12)
            found = tuned.value(number, metric, test=True).value
            assert found == pytest.approx(after[metric], rel=1e-12)
        best_first = sorted((one[metric] for one in past), reverse=metric == "accuracy")
        assert tuned.frame(metric)[metric.replace("-", "_")].to_list() == pytest.approx(best_first)


def test_teams_are_scored_as_evaluate_does() -> None:
    table = some_games(seats=4)
    team = np.tile(np.array([0, 0, 1, 1], np.int8), (len(table), 1))
    score = np.repeat(table.score[:, [0, 2]], 2, axis=1)
    teams = replace(table, team=team, score=score)
    tuned = tune("true-skill", {"beta": [2, 8]}, teams)
    wanted = evaluate(TrueSkill(beta=2.0), teams, test_start=tuned.split.test_start).log_loss.value
    assert tuned.value(0, test=True).value == pytest.approx(wanted, rel=1e-12)


def test_the_test_period_is_not_looked_at(moving: GameTable) -> None:
    values = {"k": [6, TRUE_K, 96]}
    tuned = tune("elo", values, moving)
    score = moving.score.copy()
    score[tuned.split.test_start :] = score[tuned.split.test_start :, ::-1]
    turned = tune("elo", values, replace(moving, score=score))
    assert turned.system == tuned.system
    assert turned.frame().drop("test_score").equals(tuned.frame().drop("test_score"))
    assert turned.frame()["test_score"][0] > tuned.frame()["test_score"][0] + 0.1


def test_f1_is_that_of_a_logistic_regression_on_the_rating_difference() -> None:
    table = games_of_k(3000)
    score = table.score.copy()
    score[::7] = 0.5  # draws are left out
    tuned = tune("elo", {"k": [6, 60]}, replace(table, score=score), metric="f1")
    # rightly predicted, predicted and won, in the tuning and in the test period; the predictions
    # are those of statsmodels 0.15.0, fitted on the tuning period
    counts = {
        (0, False): (743, 1063, 1050),
        (0, True): (196, 259, 256),
        (1, False): (730, 1071, 1050),
        (1, True): (193, 252, 256),
    }
    for (number, test), (true, predicted, won) in counts.items():
        wanted = 2 * true / (predicted + won)
        assert tuned.value(number, test=test).value == pytest.approx(wanted, rel=1e-12)


def test_systems_that_predict_the_same_show_no_clear_difference(moving: GameTable) -> None:
    tuned = tune("elo", {"initial": [1000, 1500, 0, 333.3], "k": [16]}, moving)
    verdicts = tuned.frame()["verdict"].to_list()
    assert verdicts == ["best"] + ["no clear difference"] * 3


def test_the_improvement_over_the_defaults_is_that_of_the_test_period(moving: GameTable) -> None:
    tuned = tune("elo", {"k": [1, 2]}, moving)
    first = tuned.split.test_start
    best, usual = (
        evaluate(system, moving, test_start=first).log_loss.value
        for system in (tuned.system, Elo())
    )
    better = tuned.improvement()
    assert better is not None
    assert better.value == pytest.approx(usual - best)
    assert better.low < better.value < better.high < 0.0  # both are worse than 16
    same = tune("elo", {"k": [16]}, moving).improvement()
    assert same is not None
    assert (same.value, same.low, same.high) == (0.0, 0.0, 0.0)


def test_quantiles_are_those_of_the_tuning_period() -> None:
    table = some_games()
    counts = np.bincount(table.seats[:1600].ravel(), minlength=40)
    n_1, n_2 = (float(np.floor(np.percentile(counts, q)) + 1) for q in (10, 25))
    tuned = tune("elo", {"k": ["60/30/16@q10+1/q25+1"]}, table)
    assert tuned.system == Elo(k=KSchedule(60.0, 30.0, 16.0, n_1, n_2))
    assert tuned.frame()["k"].to_list() == ["60/30/16@q10+1/q25+1"]
    assert tuned.as_dict()["params"]["k"] == f"60/30/16@{n_1:g}/{n_2:g}"


def test_fields_of_a_schedule_are_tuned_and_impossible_ones_counted() -> None:
    values: Values = {"k.n_1": [5, 12], "k.n_2": [10, "q50"], "k.k_a": [40, 60]}
    told: list[int] = []
    base = {"k": "60/30/16@5/10"}
    tuned = tune("elo", values, some_games(), base=base, done=told.append)
    assert sum(tuned.skipped.values()) == 2  # 12 before 10, with both k_a
    assert "the steps of k must come one after the other" in next(iter(tuned.skipped))
    assert len(tuned.configurations) == 6
    assert Elo(k=KSchedule(40.0, 30.0, 16.0, 5.0, 10.0)) in [c.system for c in tuned.configurations]
    assert told == list(range(1, 7))  # the default is one of them


def test_the_same_configuration_is_worked_out_once() -> None:
    told: list[int] = []
    values = {"k": [8, "8.0", "8/8/8@5/10", "16"]}
    tuned = tune("elo", values, some_games(), done=told.append)
    assert [one.system for one in tuned.configurations] == [Elo(k=8.0), Elo(k=16.0)]
    assert [text["k"] for text in tuned.configurations[0].params_text] == ["8", "8.0", "8/8/8@5/10"]
    assert told == [1, 2]  # 16 is the default


def test_any_number_of_workers_gives_the_same_answer() -> None:
    table = some_games()
    values: Values = {"k": some_values(7), "advantage": [0, 20]}
    answers = [
        json.dumps(tune("elo", values, table, workers=workers).as_dict()) for workers in (1, 2, 5)
    ]
    assert answers[0] == answers[1] == answers[2]


def test_parts_of_any_size_give_the_same_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    table, values = some_games(), {"period": [0, 0.5]}
    whole = tune("glicko", values, table)
    monkeypatch.setattr("evenhand.tuning.measure.PART_SIZE", 41)
    parts = tune("glicko", values, table)
    for one, other in zip(whole.sums, parts.sums, strict=True):
        # the log loss of two is that of products of chances, which end with a part
        np.testing.assert_allclose(one, other, rtol=1e-12)
        np.testing.assert_array_equal(one[:, 2:], other[:, 2:])


def test_a_date_splits_too_and_needs_times() -> None:
    table = some_games()
    assert table.time is not None
    tuned = tune("elo", {"k": [8]}, table, since=int(table.time[1500]))
    assert tuned.split.test_start == 1500
    chances = Elo(k=8.0).run(table).expected[1500:]
    wanted = score_predictions(table.rows(1500, 2000), chances).log_loss.value
    assert tuned.value(0, test=True).value == pytest.approx(wanted, rel=1e-12)
    with pytest.raises(ValueError, match="needs the time of each game"):
        tune("elo", {"k": [8]}, replace(table, time=None), since=0)


def tied(table: GameTable, games: slice) -> GameTable:
    score = table.score.copy()
    score[games] = 0.5
    return replace(table, score=score)


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "system": ({"system": "glicko2"}, r"no system 'glicko2'; did you mean glicko-2\? Choose from"),
    "metric": ({"metric": "logloss"}, "no metric 'logloss'; .*hoose from log-loss, brier, acc"),
    "parameter": ({"values": {"kk": [8]}}, "elo has no parameter 'kk'; .*hoose from k, initial,"),
    "field": ({"values": {"k.n1": [8]}}, "k has no field 'n1'; .*hoose from k_a, k_b, k_c, n_1"),
    "no fields": ({"values": {"scale.x": [8]}}, "there is nothing behind a dot"),
    "fixed": ({"base": {"kk": 8}}, "elo has no parameter 'kk'; .*hoose from k, initial, scale"),
    "number": ({"values": {"scale": ["big"]}}, "scale must be a number, not 'big'"),
    "k": ({"values": {"k": ["big"]}}, "k is a number, one of by-games, fide, or like"),
    "empty": ({"values": {"k": []}}, "the grid of k is empty"),
    "empty text": ({"values": {"k": [""]}}, "the grid of k is empty"),
    "nothing": ({"values": {}}, "nothing to tune: give a grid"),
    "range": ({"values": {"k": Range(4, 64)}}, "a range, as that of k, needs a number of trials"),
    "no trials": ({"trials": 0}, "at least one trial must be made, not 0"),
    "upside down": ({"values": {"k": Range(64, 4)}, "trials": 1}, "k: a range goes from a number"),
    "no number": ({"values": {"k": Range("a", 4)}, "trials": 1}, "k: a range has two numbers"),
    "no log": ({"values": {"k": Range(0, 4, "log")}, "trials": 1}, "there are no logarithms"),
    "parts of games": ({"values": {"k.n_1": Range(0.5, 4)}, "trials": 1}, "is a whole number"),
    "quantile": ({"values": {"k": ["60/30/16@q10/q101"]}}, "between q0 and q100, not at q101"),
    "impossible": ({"values": {"k": [-1, -2]}}, "no configuration is possible: k must not be neg"),
    "constant": ({"values": {"k.n_1": [3]}}, "k.n_1 needs a whole k, as in --set k=60/30/16@5/10"),
    "twice": ({"values": {"initial": [8], "start": [9]}}, "initial is given twice"),
    "fraction": ({"test_fraction": 1.5}, r"lies in \(0, 1\], not 1.5"),
    "all": ({"test_fraction": 1.0}, "no decided game before the test period"),
    "early": ({"since": 0}, "no decided game before the test period; the games are from 20"),
    "late": ({"since": 2**60}, "no games left to test on; the games are from 20.*-.* to 20.*-"),
    "fixed and tried": ({"base": {"k": 20}}, "k is fixed by --set and tried as well: leave out"),
    "fixed by alias": (
        {"base": {"start": 0}, "values": {"initial": [1]}},
        "initial is fixed by --set and tried as well",
    ),
    "both": ({"since": 0, "test_fraction": 0.2}, "a date or a fraction, not both"),
    "tied at first": ({"table": tied(some_games(), slice(1600))}, "no decided game before the"),
    "tied later": ({"table": tied(some_games(), slice(1600, None))}, "no decided game in the test"),
    "no games": ({"table": some_games().rows(0, 0)}, "there are no games to tune on"),
    "three seats": ({"table": some_games(seats=3), "metric": "f1"}, "f1 is for games of two play"),
    "luck": ({"system": "benchmark-elo", "values": {"beta": [1]}}, "no configuration is possible"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_request_is_refused(case: str) -> None:
    changes, message = WRONG[case]
    usual: dict[str, Any] = {"system": "elo", "values": {"k": [8, 16]}, "table": some_games(200)}
    with pytest.raises(ValueError, match=message):
        tune(**(usual | changes))


def test_a_system_that_cannot_rate_by_default_can_be_tuned() -> None:
    table = some_games()
    penalties = replace(table, score=table.score - 1.0)
    tuned = tune("benchmark-elo", {"k": [-1, -5], "beta": [0]}, penalties)
    assert tuned.improvement() is None
    assert tuned.summary()["improvement_over_defaults"] is None


def test_a_class_may_be_given_for_a_name() -> None:
    kind: type[RatingSystem] = Glicko
    assert tune(kind, {"c": [5]}, some_games()).name == "glicko"


OUT_OF_RANGE = "its numbers are out of range"
ABSURD: dict[str, tuple[str, dict[str, list[Any]], int]] = {
    "two seats": ("elo", {"k": [16, 1e308]}, 2),
    "three seats": ("multi-elo", {"k": [16, 1e308]}, 3),
    "division by zero": ("glicko", {"deviation": [350, 1e200]}, 2),
}


@pytest.mark.parametrize("part", [1 << 16, 41])
@pytest.mark.parametrize("case", ABSURD)
def test_what_runs_out_of_range_is_skipped(
    case: str, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evenhand.tuning.measure.PART_SIZE", part)
    name, values, seats = ABSURD[case]
    table = some_games(seats=seats)
    told: list[int] = []
    tuned = tune(name, values, table, done=told.append)
    assert tuned.skipped == {OUT_OF_RANGE: 1}
    assert [one.params_text[0] for one in tuned.configurations] == [
        {n: str(v[0]) for n, v in values.items()}
    ]
    assert told == [1, 2]
    with pytest.raises(ValueError, match=f"^no configuration is possible: {OUT_OF_RANGE}$"):
        tune(name, {n: v[1:] for n, v in values.items()}, table)


def test_a_default_out_of_range_is_not_compared_with() -> None:
    values: Values = {"k.k_a": [16], "k.k_b": [16], "k.k_c": [16, 1e308]}
    tuned = tune("elo", values, some_games(), base={"k": "1e308/1e307/1e308@5/10"})
    assert tuned.count == 1
    assert tuned.skipped == {OUT_OF_RANGE: 1}
    assert tuned.improvement() is None


def test_f1_skips_configurations_without_a_fit_and_names_the_period() -> None:
    tuned = tune("elo", {"k": [16, 1e200]}, some_games(), metric="f1")
    reason = "in the tuning period no logistic fit: a rating difference is too large"
    assert tuned.skipped == {reason: 1}
    assert tuned.system == Elo()
    table = some_games(200)
    always = replace(table, score=np.tile([1.0, 0.0], (200, 1)))
    reason = "in the tuning period no logistic fit: one side wins all games$"
    with pytest.raises(ValueError, match=f"no configuration is possible: {reason}"):
        tune("elo", {"k": [8, 16]}, always, metric="f1")


def test_differences_that_are_all_the_same_are_a_level_line() -> None:
    tuned = tune("elo", {"k": [0]}, some_games(), metric="f1")
    assert not tuned.skipped


def test_quantiles_in_the_wrong_order_are_skipped_and_the_rest_is_tried() -> None:
    table = some_games()
    counts = np.bincount(table.seats[:1600].ravel(), minlength=40)
    middle = int(np.floor(np.percentile(counts, 50)))
    assert middle > 10
    values = {"k": ["60/30/16@q50/10", "60/30/16@10/q50", "60/30/16@q90/q10"]}
    tuned = tune("elo", values, table)
    assert tuned.system == Elo(k=KSchedule(60.0, 30.0, 16.0, 10.0, float(middle)))
    assert sum(tuned.skipped.values()) == 2
    assert f"the steps of k must come one after the other, not {middle}/10" in tuned.skipped


def test_quantiles_may_be_fixed_too() -> None:
    tuned = tune("elo", {"scale": [400]}, some_games(), base={"k": "60/30/16@q10+1/q25+1"})
    tried = tune("elo", {"k": ["60/30/16@q10+1/q25+1"]}, some_games())
    assert tuned.system == tried.system == tuned.default


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({}, 3),
        ({"values": {"k": [8, 16]}}, 2),  # 16 is the default
        ({"values": {"k": [8]}, "trials": 5}, 6),
        ({"system": "benchmark-elo", "values": {"beta": [0], "k": [-1, -5]}}, 2),  # needs luck
    ],
)
def test_a_plan_counts_what_will_be_measured(changes: dict[str, Any], count: int) -> None:
    usual: dict[str, Any] = {"system": "elo", "values": {"k": [8, 9]}, "table": some_games(200)}
    asked = usual | changes
    if "system" in changes:  # which rates penalties
        asked["table"] = replace(some_games(200), score=some_games(200).score - 1.0)
    trials = asked.get("trials")
    space = make_space(asked["system"], asked["values"], trials=trials)
    plan = make_plan(space, asked["table"], trials=trials)
    assert plan.count == count
    if trials is None:
        counted: list[int] = []
        tune(**asked, done=counted.append)
        assert counted == list(range(1, count + 1))


EDGES: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "inside": ({"k": [2, TRUE_K, 96]}, {}),
    "highest": ({"k": [1, 2, 4]}, {"k": "high"}),
    "lowest": ({"k": [200, 300, 400]}, {"k": "low"}),
    "two values": ({"k": [1, 2]}, {}),  # one of two is always at an end
    "schedules": ({"k": ["fide", "by-games", 2]}, {}),
    "two parameters": ({"k": [1, 2, 4], "scale": [300, 400, 500]}, {"k": "high"}),
}


@pytest.mark.parametrize("case", EDGES)
def test_a_best_value_at_the_edge_of_a_grid_is_reported(case: str, moving: GameTable) -> None:
    values, wanted = EDGES[case]
    tuned = tune("elo", values, moving)
    found = {name: side for name, side in tuned.at_edge.items() if name == "k"}
    assert found == wanted
    assert tuned.summary()["at_edge"] == tuned.at_edge
    if case == "highest":
        assert tuned.warnings == ["k=4 is at the high end of what was tried: try larger values"]


def test_the_report_of_the_best_is_that_of_evaluate(moving: GameTable) -> None:
    tuned = tune("elo", {"k": [6, TRUE_K]}, moving)
    wanted = evaluate(tuned.system, moving, test_start=tuned.split.test_start)
    assert tuned.report.metrics() == wanted.metrics()
    assert tuned.table.equals(tuned.frame("log-loss"))
