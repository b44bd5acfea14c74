"""Parameters typed as text."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

import pytest

from evenhand.settings import allowed, field_kinds, nearest, read_settings


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Sample:
    whole: int = 1
    number: float = 1.0
    text: str = "x"
    truth: bool = False
    choice: Literal["lower-score", "draw"] = "draw"
    points: int | None = None
    either: float | str = 0.5
    colour: Colour = Colour.RED
    turn_limit: int = 100
    inner: int = field(default=0, init=False)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("whole=-3", -3),
        ("number=1e3", 1000.0),
        ("number = 2 ", 2.0),
        ("text=a=b", "a=b"),
        ("truth=yes", True),
        ("truth=off", False),
        ("choice=lower-score", "lower-score"),
        ("points=20", 20),
        ("points=none", None),
        ("points=Off", None),
        ("either=2", 2.0),
        ("colour=blue", Colour.BLUE),
        ("turn_limit=5", 5),
        ("turn-limit=5", 5),
    ],
)
def test_a_value_is_read_as_its_field_says(setting: str, value: object) -> None:
    name = setting.partition("=")[0].strip().replace("-", "_")
    found = read_settings(Sample, "sample", [setting])
    assert found == {name: value}
    assert type(found[name]) is type(value)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("whole", "--set wants NAME=VALUE, not 'whole'"),
        ("whole=1.5", "whole must be a whole number, not '1.5'"),
        ("number=big", "number must be a number, not 'big'"),
        ("truth=maybe", "truth must be one of yes, true, on, 1, no, false, off, 0, not 'maybe'"),
        ("choice=higher", "choice must be one of lower-score, draw, not 'higher'"),
        ("points=few", "points must be a whole number, not 'few'"),
        ("colour=green", "colour must be one of red, blue, not 'green'"),
        ("hole=1", "sample has no parameter 'hole'; did you mean whole?"),
        ("inner=1", "sample has no parameter 'inner'; choose from whole, number"),
    ],
)
def test_a_setting_that_cannot_be_read_is_told_in_one_line(setting: str, words: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the words are compared below
        read_settings(Sample, "sample", [setting])
    assert str(caught.value).startswith(words)
    assert "\n" not in str(caught.value)


def test_a_reader_of_its_own_reads_a_field() -> None:
    readers: dict[str, Any] = {"text": str.upper}
    assert read_settings(Sample, "sample", ["text=ab"], readers=readers) == {"text": "AB"}


def test_the_last_of_several_settings_counts() -> None:
    assert read_settings(Sample, "sample", ["whole=1", "whole=2"]) == {"whole": 2}


def test_what_cannot_be_set_is_no_field() -> None:
    assert "inner" not in field_kinds(Sample)
    assert len(field_kinds(Sample)) == 9


def test_advice_without_words_says_so() -> None:
    assert nearest("x", []) == "there are none"


def test_a_wrong_word_is_answered_with_all_that_is_allowed() -> None:
    assert allowed("rumy", ["ludo", "rummy"]) == "did you mean rummy? Choose from ludo, rummy"
    assert allowed("go", ["ludo", "rummy"]) == "choose from ludo, rummy"
    assert allowed("go", []) == "there are none"
