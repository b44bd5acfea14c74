"""Rating systems and their parameters by name, and files that hold both."""

import json
from pathlib import Path
from typing import Any

import pytest

from evenhand.ratings import (
    SYSTEMS,
    Elo,
    Glicko,
    KSchedule,
    MultiElo,
    RatingSystem,
    WengLin,
    check_name,
    expand_alias,
    find_system,
    make_system,
    name_of,
    parameters,
    read_parameters,
    read_system,
    text_of,
    write_parameters,
)


def test_every_system_is_found_by_its_name() -> None:
    for name, system in SYSTEMS.items():
        assert find_system(name) is system
        assert name_of(system) == name


def test_a_system_that_is_not_listed_has_the_name_of_its_class() -> None:
    class Own(Elo):
        """Somebody's own system."""

    assert name_of(Own) == "Own"


@pytest.mark.parametrize("name", ["start", "initial", " start "])
def test_start_is_another_name_of_initial(name: str) -> None:
    assert expand_alias(name) == "initial"
    check_name(Elo, name)
    assert read_parameters(Elo, [f"{name}=1000"]) == {"initial": 1000.0}
    assert make_system("elo", [f"{name}=1000"]) == Elo(initial=1000.0)


def test_dashes_and_underscores_are_the_same() -> None:
    assert expand_alias("draw-margin") == "draw_margin"


@pytest.mark.parametrize(
    ("text", "k"),
    [("20", 20.0), ("20/20/20@5/10", 20.0), ("60/30/16@5/10", KSchedule(60, 30, 16, 5, 10))],
)
def test_k_is_a_number_or_a_schedule(text: str, k: float | KSchedule) -> None:
    assert read_parameters(Elo, [f"k={text}"]) == {"k": k}


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("eloo", "did you mean elo? Choose from elo, multi-elo, "),
        ("chess", "choose from elo, multi-elo, "),
    ],
)
def test_a_wrong_system_is_answered_with_all_that_are_allowed(name: str, advice: str) -> None:
    with pytest.raises(ValueError, match=f"no system '{name}'") as caught:
        find_system(name)
    assert f"; {advice}" in str(caught.value)
    assert str(caught.value).endswith(", ".join(SYSTEMS))


@pytest.mark.parametrize(
    ("setting", "advice"),
    [
        ("scal=3", "elo has no parameter 'scal'; did you mean scale? Choose from k, initial, "),
        ("c=3", "elo has no parameter 'c'; choose from k, initial, scale, advantage"),
    ],
)
def test_a_wrong_parameter_is_answered_with_all_that_are_allowed(setting: str, advice: str) -> None:
    with pytest.raises(ValueError, match="has no parameter") as caught:
        read_parameters(Elo, [setting])
    assert str(caught.value).startswith(advice)


@pytest.mark.parametrize(
    "system",
    [
        Elo(),
        Elo(k=1 / 3),
        MultiElo(k=KSchedule.parse("fide")),
        Glicko(c=30.0),
        WengLin(model="plackett-luce"),
    ],
)
def test_texts_of_parameters_make_the_same_system(system: RatingSystem) -> None:
    settings = [f"{name}={text_of(value)}" for name, value in parameters(system).items()]
    assert make_system(name_of(type(system)), settings) == system


UNUSUAL: list[RatingSystem] = [
    Elo(k=1 / 3, initial=1e-7),
    Elo(k=KSchedule.parse("fide")),
    Elo(k=KSchedule(60.0, 1 / 3, 16.0, 5.0, 10.0)),
    Elo(k=KSchedule(60.0, 30.0, 16.0, 5.0, 10.0, 2400.25)),
    WengLin(model="plackett-luce"),
]


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_survives_a_file(name: str, tmp_path: Path) -> None:
    write_parameters(tmp_path / "one.json", SYSTEMS[name](), tuned={"metric": "brier"})
    assert read_system(tmp_path / "one.json") == SYSTEMS[name]()
    assert json.loads((tmp_path / "one.json").read_text())["tuned"] == {"metric": "brier"}
    assert [path.name for path in tmp_path.iterdir()] == ["one.json"]


@pytest.mark.parametrize("system", UNUSUAL, ids=str)
def test_no_digit_is_lost(system: RatingSystem, tmp_path: Path) -> None:
    write_parameters(tmp_path / "one.json", system)
    assert read_system(tmp_path / "one.json") == system


def test_a_schedule_is_written_with_its_numbers(tmp_path: Path) -> None:
    write_parameters(tmp_path / "one.json", Elo(k=KSchedule.parse("by-games"), initial=1000.0))
    content = json.loads((tmp_path / "one.json").read_text())
    assert content["system"] == "elo"
    assert content["params"]["k"] == "60/30/16@5/10"
    assert content["params"]["initial"] == 1000.0


def test_settings_go_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text('{"system": "elo", "params": {"k": 20, "start": 1000}}')
    assert read_system(path) == Elo(k=20.0, initial=1000.0)
    assert read_system(path, ["k=30"]) == Elo(k=30.0, initial=1000.0)
    with pytest.raises(ValueError, match=r"^elo has no parameter 'kk'"):
        read_system(path, ["kk=30"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("k=8", "is not JSON"),
        ("", "is not JSON"),
        ("\xff", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[1]", "names no system"),
        ("{}", "names no system"),
        ('{"system": 3}', "names no system"),
        ('{"system": "elo", "params": [1]}', "params must be names with values"),
        ('{"system": "elo", "params": {"k": [1]}}', "params must be names with values"),
        ('{"system": "ello"}', r"no system 'ello'; did you mean elo\?"),
        ('{"system": "elo", "params": {"c": 1}}', "elo has no parameter 'c'; choose from k"),
        ('{"system": "elo", "params": {"k": "fast"}}', "k is a number, one of"),
        ('{"system": "elo", "params": {"k": -1}}', "k must not be negative"),
        ('{"system": "elo", "params": {"scale": true}}', "scale must be a number, not 'True'"),
        ('{"system": "elo", "params": {"scale": null}}', "scale must be a number, not 'none'"),
        ('{"system": "elo", "params": {"scale": NaN}}', "scale must be a finite number"),
    ],
)
def test_a_broken_file_is_named(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(ValueError, match=message) as problem:
        read_system(path)
    assert str(problem.value).startswith(f"{path}: ")
    assert "\n" not in str(problem.value)


def test_text_and_value_are_one() -> None:
    for value in (16.0, 1 / 3, 1e300, -0.0032, 2**53 + 0.0):
        assert float(text_of(value)) == value
    texts: list[Any] = [text_of(value) for value in (None, 3, "fide")]
    assert texts == ["none", "3", "fide"]
    assert make_system("elo", [f"k={text_of(1 / 3)}"]) == Elo(k=1 / 3)
