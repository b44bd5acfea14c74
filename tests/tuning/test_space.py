"""What is tried: read from texts or given as values, checked before there are games."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from evenhand.ratings import (
    Adjustment,
    Effects,
    Elo,
    Glicko,
    KSchedule,
    RatingSystem,
    ScoreShareElo,
    WengLin,
)
from evenhand.tuning import (
    Range,
    Space,
    Values,
    default_ranges,
    make_space,
    read_base,
    read_values,
    resolve_quantiles,
    tune,
)
from tests.tuning.games import some_games


def test_grids_and_ranges_are_read() -> None:
    values = read_values(["k = 8, 16 ,60/30/16@5/10"], ["advantage=-20:20", "k.n_1=2:9:log"])
    assert values == {
        "k": ["8", "16", "60/30/16@5/10"],
        "advantage": Range("-20", "20"),
        "k.n_1": Range("2", "9", "log"),
    }


@pytest.mark.parametrize(
    ("grid", "ranges", "message"),
    [
        (["k"], [], "--grid wants NAME=8,16,32, not 'k'"),
        (["=8"], [], "--grid wants NAME=8,16,32, not '=8'"),
        ([], ["k"], "--range wants NAME=4:64, not 'k'"),
        ([], ["k=4"], "a range is like 4:64, 4:64:log or 4:64:linear, not '4'"),
        ([], ["k=4:64:cubic"], "a range is like 4:64"),
        ([], ["k=4::"], "a range is like 4:64"),
        (["k=8", "k=9"], [], "k is given twice"),
        (["k=8"], ["k=4:64"], "k is given twice"),
    ],
)
def test_what_cannot_be_read_is_refused(grid: list[str], ranges: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_values(grid, ranges)


def systems(space: Space) -> list[RatingSystem]:
    """All systems of a grid."""
    return [space.make(params) for params in space.grid()]


def test_a_space_is_checked_before_there_are_games() -> None:
    make_space("elo", {"k": ["60/30/16@q10+1/q25+1", 8], "k.n_1": ["q5"]})
    make_space("elo", {"k": Range("q10", "q50")}, trials=5)
    with pytest.raises(ValueError, match="scale must be a number, not 'q10x'"):
        make_space("elo", {"scale": ["q10x"]})
    with pytest.raises(ValueError, match="scale must be a number, not ''"):
        make_space("elo", {"scale": [400, ""]})
    with pytest.raises(ValueError, match="scale must be a number, not 'none'"):
        make_space("elo", {"scale": [None]})
    with pytest.raises(ValueError, match=r"first_results must be a whole number, not '2\.5'"):
        make_space("score-share-elo", {"first_results": [2.5]})
    with pytest.raises(ValueError, match="k must not be negative"):
        make_space("elo", {"scale": [400]}, {"k": -3})


def test_values_of_any_type_are_tried() -> None:
    values: Values = {"model": ["bradley-terry", "plackett-luce"], "tau": [0.1]}
    wanted = [WengLin(tau=0.1), WengLin(model="plackett-luce", tau=0.1)]
    assert systems(make_space(WengLin, values)) == wanted
    luck: Values = {"luck": [None, Adjustment(0.5), "0.9/1/0.6"], "k": [16]}
    wanted_luck = [None, Adjustment(0.5), Adjustment(0.9, 1.0, 0.6)]
    assert systems(make_space(Elo, luck)) == [Elo(luck=each) for each in wanted_luck]


def test_values_from_python_keep_all_their_digits() -> None:
    third, schedule = 1 / 3, KSchedule(1 / 3, 0.2, 0.1, 5.0, 10.0, 2400.5)
    space = make_space(Elo, {"k": [third, schedule]}, {"scale": 1e-17 + 400 / 7})
    assert systems(space) == [Elo(k=third, scale=400 / 7), Elo(k=schedule, scale=400 / 7)]


def test_numbers_get_the_type_of_their_parameter() -> None:
    space = make_space("elo", {"k": [8, np.int64(9), np.float64(10.0), KSchedule.constant(11.0)]})
    found = [system.k for system in systems(space)]  # type: ignore[attr-defined]
    assert [type(k) for k in found] == [float] * 4
    assert found == [8.0, 9.0, 10.0, 11.0]
    counts = systems(make_space("score-share-elo", {"first_results": [5.0, "6"]}))
    assert counts == [ScoreShareElo(first_results=5), ScoreShareElo(first_results=6)]
    assert all(type(each.first_results) is int for each in counts)  # type: ignore[attr-defined]


def test_fields_of_values_in_the_grid_are_changed_together() -> None:
    values: Values = {"k": ["60/30/16@5/10", "fide"], "k.n_1": [12], "k.n_2": [20]}
    assert systems(make_space(Elo, values)) == [
        Elo(k=KSchedule(60.0, 30.0, 16.0, 12.0, 20.0)),
        Elo(k=KSchedule(40.0, 20.0, 10.0, 12.0, 20.0, 2400.0)),
    ]


def test_quantiles_stand_for_numbers_and_words_stay() -> None:
    table = some_games()
    texts = ["by-games", "60/30/16@q0/q100", "60/30/16@q12.5/q50+7", "60/30/16@1/q50"]
    space = resolve_quantiles(make_space("elo", {"k": texts}), table, 1600)
    k = [choice.value for choice in space.choices["k"]]
    counts = np.bincount(table.seats[:1600].ravel(), minlength=40)
    assert [choice.text for choice in space.choices["k"]] == texts
    assert k[0] == KSchedule.parse("by-games")
    assert (k[1].n_1, k[1].n_2) == (counts.min(), counts.max())
    assert k[1].n_1 <= k[2].n_1 < k[2].n_2 == k[3].n_2 + 7


def test_ranges_may_end_at_quantiles() -> None:
    space = make_space("elo", {"k.n_1": Range("q0", "q100")}, {"k": "fide"}, trials=3)
    assert space.ranges["k.n_1"] == Range("q0", "q100")
    table = some_games()
    counts = np.bincount(table.seats[:1600].ravel(), minlength=40)
    found = resolve_quantiles(space, table, 1600).ranges["k.n_1"]
    assert found == Range(float(counts.min()), float(counts.max()))
    backwards = make_space("elo", {"k.n_1": Range("q50", 5)}, {"k": "fide"}, trials=3)
    with pytest.raises(ValueError, match=r"k\.n_1: a range goes from a number up to another"):
        resolve_quantiles(backwards, table, 1600)


@pytest.mark.parametrize(
    ("number", "ends", "wanted", "text"),
    [
        (0.00123456, (0.0, 1.0), 0.001235, "0.001235"),
        (-123456.7, (-1e6, 0.0), -123500.0, "-123500"),
        (0.0, (-1.0, 1.0), 0.0, "0"),
        (63.99999, (4.0, 63.999991), 63.999991, "63.999991"),
    ],
)
def test_drawn_numbers_have_four_digits(
    number: float, ends: tuple[float, float], wanted: float, text: str
) -> None:
    space = make_space("elo", {"advantage": Range(*ends)}, trials=1)
    drawn = space.draw("advantage", number)
    assert (drawn.value, drawn.text) == (wanted, text)


@pytest.mark.parametrize(
    "text", ["60/30/16@q50+1/30", "60/30/16@30/q25+1", "60/30/16@q90/q10", "60/30/16@q10/q25/2400"]
)
def test_what_depends_on_the_games_is_not_refused_before_they_are_read(text: str) -> None:
    make_space("elo", {"k": [text, "8"]})
    make_space("elo", {"scale": [300]}, {"k": text})


@pytest.mark.parametrize("ends", [("q50", 30), (30, "q25+1"), ("q5", "q50")])
def test_ranges_between_numbers_and_quantiles_are_not_refused(ends: tuple[str, str]) -> None:
    make_space("elo", {"k.n_1": Range(*ends, "log")}, {"k": "fide"}, trials=5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("60/30@q10", "k is a number, .* or like 60/30/16@5/10: 60/30@q10$"),
        ("60/30/16@q10/q101", "a quantile lies between q0 and q100, not at q101$"),
        ("60/nan/16@q10/q20", "k_b of k must be a finite number, not nan$"),
        ("60/30/16@12/10", "the steps of k must come one after the other, not 12/10$"),
    ],
)
def test_what_is_wrong_for_any_games_is_refused_at_once(text: str, message: str) -> None:
    for values, base in (({"k": [text]}, {}), ({"scale": [400]}, {"k": text})):
        with pytest.raises(ValueError, match=message):
            make_space("elo", values, base)


def test_what_is_fixed_is_read_and_checked_later() -> None:
    assert read_base(["k=60/30/16@q10/q25", " start = 0 "]) == {
        "k": "60/30/16@q10/q25",
        "start": "0",
    }
    with pytest.raises(ValueError, match="--set wants NAME=VALUE, not 'k'"):
        read_base(["k"])


@dataclass(frozen=True, slots=True)
class Ranged(Elo):
    """Elo that says where tuning looks for its K."""

    tuning_ranges: ClassVar[dict[str, tuple[float, float]]] = {"k": (1.0, 9.0)}


def test_a_dotted_name_changes_one_entry_of_a_mapping() -> None:
    base = {"effects": Effects({"derby": 1.0, "rain": 2.0})}
    space = make_space("elo", {"effects.derby": ["-5", 12], "k": [8]}, base)
    assert systems(space) == [
        Elo(8.0, effects=Effects({"derby": -5.0, "rain": 2.0})),
        Elo(8.0, effects=Effects({"derby": 12.0, "rain": 2.0})),
    ]
    assert [str(next(iter(one.values())).text) for one in space.grid()] == ["-5", "12"]
    fresh = make_space("elo", {"effects.derby": [3], "effects.new-column": [4]})
    assert systems(fresh) == [Elo(effects=Effects({"derby": 3.0, "new-column": 4.0}))]
    with pytest.raises(ValueError, match=r"effects\.derby must be a number, not 'much'"):
        make_space("elo", {"effects.derby": ["much"]})


def test_an_entry_of_a_mapping_may_have_a_range() -> None:
    space = make_space("elo", {"effects.derby": Range(-50, 50)}, trials=3)
    drawn = {"effects.derby": space.draw("effects.derby", 49.99987)}
    assert space.make(drawn) == Elo(effects=Effects({"derby": 50.0}))
    assert space.at_edge(drawn) == {"effects.derby": "high"}


def test_entries_of_a_mapping_are_tuned() -> None:
    table = some_games()
    first = np.zeros(table.seats.shape)
    first[:, 0] = 1.0
    table = replace(table, covariates={"first": first})
    tuned = tune("elo", {"effects.first": Range(-100, 100)}, table, trials=9, seed=1)
    same = tune("elo", {"advantage": Range(-100, 100)}, table, trials=9, seed=1)
    assert isinstance(tuned.system, Elo)
    assert isinstance(same.system, Elo)
    assert tuned.system.effects == {"first": same.system.advantage}
    assert tuned.value(0) == same.value(0)


def test_zero_is_no_edge_for_what_cannot_be_negative() -> None:
    assert "c" in Glicko.not_negative
    space = make_space("glicko", {"c": [0, 50, 100]})
    assert [space.at_edge(params) for params in space.grid()] == [{}, {}, {"c": "high"}]


def test_a_class_may_choose_its_own_default_ranges() -> None:
    assert default_ranges(Ranged()) == {"k": Range(1.0, 9.0), "advantage": Range(-100.0, 100.0)}
