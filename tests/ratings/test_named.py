"""Rating systems and their parameters by name."""

import pytest
from evenhand.ratings.named import (
    check_name,
    find_system,
    make_system,
    name_of,
    parameters,
    read_parameters,
    text_of,
    without_alias,
)

from evenhand.ratings import SYSTEMS, Elo, Glicko, MultiElo, RatingSystem, Schedule, WengLin


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
    assert without_alias(name) == "initial"
    check_name(Elo, name)
    assert read_parameters(Elo, [f"{name}=1000"]) == {"initial": 1000.0}
    assert make_system("elo", [f"{name}=1000"]) == Elo(initial=1000.0)


def test_dashes_and_underscores_are_the_same() -> None:
    assert without_alias("draw-margin") == "draw_margin"


@pytest.mark.parametrize(
    ("text", "k"),
    [("20", 20.0), ("20/20/20@5/10", 20.0), ("60/30/16@5/10", Schedule(60, 30, 16, 5, 10))],
)
def test_k_is_a_number_or_a_schedule(text: str, k: float | Schedule) -> None:
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
        MultiElo(k=Schedule.parse("fide")),
        Glicko(c=30.0),
        WengLin(model="plackett-luce"),
    ],
)
def test_texts_of_parameters_make_the_same_system(system: RatingSystem) -> None:
    settings = [f"{name}={text_of(value)}" for name, value in parameters(system).items()]
    assert make_system(name_of(type(system)), settings) == system
