"""Parameters given as text."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

import pytest

from evenhand.params import field_types, parse_params, suggest, suggest_all


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
    ("text", "value"),
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
def test_a_value_has_the_type_of_its_field(text: str, value: object) -> None:
    name = text.partition("=")[0].strip().replace("-", "_")
    found = parse_params(Sample, "sample", [text])
    assert found == {name: value}
    assert type(found[name]) is type(value)


@pytest.mark.parametrize(
    ("text", "words"),
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
def test_a_bad_text_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the words are compared below
        parse_params(Sample, "sample", [text])
    assert str(caught.value).startswith(words)
    assert "\n" not in str(caught.value)


def test_a_field_may_have_its_own_parser() -> None:
    parsers: dict[str, Any] = {"text": str.upper}
    assert parse_params(Sample, "sample", ["text=ab"], parsers=parsers) == {"text": "AB"}


def test_the_last_of_several_values_counts() -> None:
    assert parse_params(Sample, "sample", ["whole=1", "whole=2"]) == {"whole": 2}


def test_fields_the_constructor_does_not_take_are_left_out() -> None:
    assert "inner" not in field_types(Sample)
    assert len(field_types(Sample)) == 9


def test_there_may_be_nothing_to_suggest() -> None:
    assert suggest("x", []) == "there are none"


def test_all_choices_can_be_listed() -> None:
    assert suggest_all("rumy", ["ludo", "rummy"]) == "did you mean rummy? Choose from ludo, rummy"
    assert suggest_all("go", ["ludo", "rummy"]) == "choose from ludo, rummy"
    assert suggest_all("go", []) == "there are none"
