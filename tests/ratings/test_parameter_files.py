"""Files that hold a system and its parameters."""

import json
from pathlib import Path
from typing import Any

import pytest
from evenhand.ratings.named import text_of

from evenhand.ratings import (
    SYSTEMS,
    Elo,
    RatingSystem,
    Schedule,
    WengLin,
    make_system,
    read_system,
    write_parameters,
)

UNUSUAL: list[RatingSystem] = [
    Elo(k=1 / 3, initial=1e-7),
    Elo(k=Schedule.parse("fide")),
    Elo(k=Schedule(60.0, 1 / 3, 16.0, 5.0, 10.0)),
    Elo(k=Schedule(60.0, 30.0, 16.0, 5.0, 10.0, 2400.25)),
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
    write_parameters(tmp_path / "one.json", Elo(k=Schedule.parse("by-games"), initial=1000.0))
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
