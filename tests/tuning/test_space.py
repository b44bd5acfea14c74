"""What is to be tried, read from texts."""

import pytest

from evenhand.ratings import Elo, Schedule, WengLin
from evenhand.tuning import Range, read_values
from evenhand.tuning.plan import check_request
from evenhand.tuning.quantiles import fewest, fill_in, most
from evenhand.tuning.space import Values, make_space, read_base
from evenhand.tuning.split import split_games
from evenhand.tuning.trials import rounded
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
def test_what_cannot_be_read_is_told(grid: list[str], ranges: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_values(grid, ranges)


def test_a_request_is_checked_before_there_are_games() -> None:
    check_request("elo", {"k": ["60/30/16@q10+1/q25+1", 8], "k.n_1": ["q5"]})
    check_request("elo", {"k": Range("q10", "q50")}, trials=5)
    with pytest.raises(ValueError, match="scale must be a number, not 'q10x'"):
        check_request("elo", {"scale": ["q10x"]})
    with pytest.raises(ValueError, match="k must not be negative"):
        check_request("elo", {"scale": [400]}, base={"k": -3})


def test_values_of_any_type_are_tried() -> None:
    values: Values = {"model": ["bradley-terry", "plackett-luce"], "tau": [0.1]}
    space = make_space(WengLin, values, {})
    made = [space.make(texts) for texts in space.grid()]
    assert made == [WengLin(tau=0.1), WengLin(model="plackett-luce", tau=0.1)]


def test_values_from_python_keep_all_their_digits() -> None:
    third, schedule = 1 / 3, Schedule(1 / 3, 0.2, 0.1, 5.0, 10.0, 2400.5)
    space = make_space(Elo, {"k": [third, schedule]}, {"scale": 1e-17 + 400 / 7})
    made = [space.make(texts) for texts in space.grid()]
    assert made == [Elo(k=third, scale=400 / 7), Elo(k=schedule, scale=400 / 7)]


def test_fields_of_values_in_the_grid_are_changed_together() -> None:
    values: Values = {"k": ["60/30/16@5/10", "fide"], "k.n_1": [12], "k.n_2": [20]}
    space = make_space(Elo, values, {})
    assert [space.make(texts) for texts in space.grid()] == [
        Elo(k=Schedule(60.0, 30.0, 16.0, 12.0, 20.0)),
        Elo(k=Schedule(40.0, 20.0, 10.0, 12.0, 20.0, 2400.0)),
    ]


def test_quantiles_stand_for_numbers_and_words_stay() -> None:
    table = some_games()
    put = fill_in(table, split_games(table))
    assert put("by-games") == "by-games"
    assert put("seq10") == "seq10"
    low, high = put("q0/q100").split("/")
    assert 0 < int(low) < int(high)
    assert int(put("q50+7")) == int(put("q50")) + 7
    assert int(put("q12.5")) >= int(low)


def test_drawn_numbers_have_four_digits() -> None:
    assert rounded(0.00123456, 0.0, 1.0) == "0.001235"
    assert rounded(-123456.7, -1e6, 0.0) == "-123500"
    assert rounded(0.0, -1.0, 1.0) == "0"


@pytest.mark.parametrize(
    "text", ["60/30/16@q50+1/30", "60/30/16@30/q25+1", "60/30/16@q90/q10", "60/30/16@q10/q25/2400"]
)
def test_what_depends_on_the_games_is_not_refused_before_they_are_read(text: str) -> None:
    check_request("elo", {"k": [text, "8"]})
    check_request("elo", {"scale": [300]}, base={"k": text})
    assert fewest(text) != text != most(text)


@pytest.mark.parametrize("ends", [("q50", 30), (30, "q25+1"), ("q5", "q50")])
def test_ranges_between_numbers_and_quantiles_are_not_refused(ends: tuple[str, str]) -> None:
    check_request("elo", {"k.n_1": Range(*ends, "log")}, base={"k": "fide"}, trials=5)


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
    for asked, base in (({"k": [text]}, {}), ({"scale": [400]}, {"k": text})):
        with pytest.raises(ValueError, match=message):
            check_request("elo", asked, base=base)


def test_what_is_fixed_is_read_and_checked_later() -> None:
    assert read_base(["k=60/30/16@q10/q25", " start = 0 "]) == {
        "k": "60/30/16@q10/q25",
        "start": "0",
    }
    with pytest.raises(ValueError, match="--set wants NAME=VALUE, not 'k'"):
        read_base(["k"])
