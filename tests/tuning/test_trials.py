"""Optuna's trials: the same anywhere, within their ranges, and good."""

import json
import sys
from dataclasses import replace

import numpy as np
import pytest

from evenhand.ratings import (
    BY_GAMES,
    SYSTEMS,
    BenchmarkElo,
    Elo,
    KSchedule,
    RatingSystem,
    TrueSkill,
    WengLin,
)
from evenhand.tuning import Range, Values, default_ranges, tune
from tests.ratings.conftest import random_table
from tests.tuning.games import TRUE_K, games_of_k, some_games


def test_trials_find_a_k_near_the_one_that_made_the_games() -> None:
    tuned = tune("elo", {"k": Range(1, 400)}, games_of_k(20_000), trials=40, seed=1)
    assert isinstance(tuned.system, Elo)
    assert isinstance(tuned.system.k, float)
    # the loss is flat around its best: a fifth more or less costs next to nothing
    assert tuned.system.k == pytest.approx(TRUE_K, rel=0.25)


def test_the_same_seed_tries_the_same_on_any_number_of_workers() -> None:
    table = some_games()
    values: Values = {"k": Range(4, 64), "advantage": ["0", "20"]}
    answers = {
        (workers, seed): json.dumps(
            tune("elo", values, table, trials=20, seed=seed, workers=workers).as_dict()
        )
        for workers, seed in ((1, 1), (2, 1), (3, 1), (1, 2))
    }
    assert answers[1, 1] == answers[2, 1] == answers[3, 1] != answers[1, 2]


def test_ranges_are_kept_and_listed_values_are_chosen_from() -> None:
    values: Values = {
        "k.k_a": Range(20, 40, "linear"),
        "k.n_1": Range(2, 5),
        "k.n_2": Range("q10", "q90"),
        "advantage": [0, 30],
    }
    base = {"k": BY_GAMES}
    tuned = tune("elo", values, some_games(), base=base, trials=30, seed=2)
    seen = [one.system for one in tuned.configurations]
    for system in seen:
        assert isinstance(system, Elo)
        assert isinstance(system.k, KSchedule)
        assert 20.0 <= system.k.k_a <= 40.0
        assert system.k.n_1 in (2.0, 3.0, 4.0, 5.0)
        assert system.k.n_2 == round(system.k.n_2)
        assert (system.k.k_b, system.k.k_c) == (30.0, 16.0)
        assert system.advantage in (0.0, 30.0)
    assert len({system.k.n_1 for system in seen}) > 1  # type: ignore[attr-defined]
    assert len({system.advantage for system in seen}) == 2  # type: ignore[attr-defined]


def test_negative_numbers_are_drawn_by_their_logarithm_too() -> None:
    table = random_table(2, games=600)
    values = {"k": Range(-10, -0.1)}
    tuned = tune("benchmark-elo", values, table, trials=30, seed=1)
    drawn = [one.system.k for one in tuned.configurations]  # type: ignore[attr-defined]
    assert all(-10.0 <= k <= -0.1 for k in drawn)
    assert sum(k > -1.0 for k in drawn) > 8  # a tenth of the range, half of its logarithm


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_can_be_tuned_by_default_ranges(name: str) -> None:
    table = random_table(3, games=300)
    tuned = tune(name, {}, table, trials=9, seed=1)
    names = set(tuned.best.params_text[0])
    assert names
    assert not names & {"initial", "scale"}
    assert len(tuned.configurations) + sum(tuned.skipped.values()) == 9
    values = [tuned.value(number).value for number in range(tuned.count)]
    assert len(set(values)) == len(values)  # whatever is changed matters


def test_default_ranges_are_a_quarter_to_four_times_the_default() -> None:
    assert default_ranges(TrueSkill()) == {
        "deviation": Range(25 / 12, 100 / 3),
        "tau": Range(25 / 1200, 100 / 300),
        "draw_probability": Range(0.025, 0.4),
        "advantage": Range(-4.0, 4.0),
    }
    assert default_ranges(BenchmarkElo())["k"] == Range(-2.5, -0.15625)
    assert default_ranges(Elo(k=BY_GAMES)) == {
        "k.k_a": Range(15.0, 240.0),
        "k.k_b": Range(7.5, 120.0),
        "k.k_c": Range(4.0, 64.0),
        "k.n_1": Range(1.0, 20.0),
        "k.n_2": Range(2.0, 40.0),
        "advantage": Range(-100.0, 100.0),
    }
    assert default_ranges(Elo(scale=1200.0))["advantage"] == Range(-300.0, 300.0)
    fide = default_ranges(Elo(k=KSchedule.parse("fide")))
    assert "k.n_2" not in fide  # has no end


def test_impossible_trials_are_counted() -> None:
    values = {"k.n_1": Range(1, 20), "k.n_2": Range(2, 20)}
    base = {"k": "60/30/16@5/10"}
    tuned = tune("elo", values, some_games(), base=base, trials=24, seed=1)
    skipped = sum(tuned.skipped.values())
    assert skipped > 0
    asked = sum(len(one.params_text) for one in tuned.configurations)
    assert asked + skipped <= 24
    with pytest.raises(ValueError, match="no configuration is possible: k must not be negative"):
        tune("elo", {"k": Range(-5, -1)}, some_games(), trials=3)


def test_without_optuna_a_grid_works_and_trials_say_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    tune("elo", {"k": [8]}, some_games(200))
    with pytest.raises(ValueError, match=r"^trials need Optuna: pip install 'evenhand\[tuning\]'$"):
        tune("elo", {}, some_games(200), trials=3)


def test_a_system_without_numbers_has_nothing_to_tune() -> None:
    assert "k" not in default_ranges(Elo(k=0.0))
    with pytest.raises(ValueError, match="elo has no numbers left to tune"):
        tune("elo", {}, some_games(200), base={"k": 0, "advantage": 0}, trials=3)


def test_fixed_numbers_stay_as_they_are() -> None:
    tuned = tune("elo", {}, some_games(200), base={"k": 20, "start": 0}, trials=9)
    for one in tuned.configurations:
        assert isinstance(one.system, Elo)
        assert (one.system.k, one.system.initial) == (20.0, 0.0)
        assert set(one.params_text[0]) == {"advantage"}


def test_an_advantage_of_the_first_seat_is_found_unasked() -> None:
    table = games_of_k(4000)
    won = np.random.default_rng(1).random(len(table)) < 0.64  # 100 points by Elo's formula
    always = replace(table, score=np.column_stack([won, ~won]).astype(float))
    tuned = tune("elo", {}, always, trials=30, seed=1)
    assert isinstance(tuned.system, Elo)
    assert tuned.system.advantage > 60.0


@pytest.mark.parametrize(("high", "side"), [(8, "high"), (400, None)])
def test_a_best_value_at_the_end_of_a_range_is_reported(high: float, side: str | None) -> None:
    tuned = tune("elo", {"k": Range(1, high)}, games_of_k(4000), trials=24, seed=1)
    assert tuned.at_edge.get("k") == side
    assert len(tuned.warnings) == (side is not None)


SCALED: list[tuple[RatingSystem, RatingSystem]] = [
    (Elo(k=20.0), Elo(k=60.0, scale=1200.0, initial=7.0)),
    (BenchmarkElo(), BenchmarkElo(k=-6.25, alpha=-0.00032, initial=7.0)),
    (TrueSkill(), TrueSkill(initial=0.0, deviation=100.0, beta=50.0, tau=1.0)),
    (WengLin(), WengLin(initial=0.0, deviation=100.0, beta=50.0, tau=1.0)),
]


@pytest.mark.parametrize(("system", "scaled"), SCALED, ids=lambda system: type(system).__name__)
def test_parameters_that_are_left_alone_only_set_the_unit(
    system: RatingSystem, scaled: RatingSystem
) -> None:
    table = random_table(3, games=300)
    # rounding differs, and TrueSkill stops its iteration when nothing moves by more than a unit
    np.testing.assert_allclose(
        scaled.run(table).expected, system.run(table).expected, rtol=0.0, atol=1e-4
    )


def test_trials_that_run_out_of_range_fail_and_the_others_go_on() -> None:
    values: Values = {"k": ["16", "1e308", "30"], "advantage": Range(0, 50)}
    table = some_games()
    found = [tune("elo", values, table, trials=20, seed=1, workers=w) for w in (1, 2)]
    tuned = found[0]
    skipped = tuned.skipped["its numbers are out of range"]
    assert 0 < skipped < 15
    assert tuned.count + skipped == 20
    assert all(one.params_text[0]["k"] != "1e308" for one in tuned.configurations)
    assert json.dumps(found[1].as_dict()) == json.dumps(tuned.as_dict())
    with pytest.raises(ValueError, match="no configuration is possible: its numbers are out of"):
        tune("elo", {"k": ["1e308"]}, table, trials=9)


def test_the_same_failure_in_one_batch_is_counted_once_and_never_chosen() -> None:
    tuned = tune("elo", {"k": ["16", "1e308"]}, some_games(), trials=16, seed=2)
    assert [one.params_text for one in tuned.configurations] == [[{"k": "16"}]]
    assert tuned.skipped["its numbers are out of range"] >= 1


def test_a_batch_does_not_repeat_itself() -> None:
    tuned = tune(
        "elo",
        {"k.n_1": Range(1, 400, "linear")},
        some_games(),
        base={"k": "60/30/16@1/900"},
        trials=48,
        seed=0,
    )
    assert tuned.count >= 44  # 41 where each is drawn without knowing the others
