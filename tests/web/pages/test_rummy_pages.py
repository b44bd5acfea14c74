"""The Rummy helper: arrangements and metrics of chosen cards, and choices that cannot be."""

import json
from pathlib import Path
from typing import Any

import pytest

from evenhand import games
from tests.web.sites import Site

from .looking import text
from .reading import GERMAN, asked, checked, part, query, words

HANDS = Path(__file__).parents[2] / "data" / "rummy" / "hands.jsonl"
MEASURED: list[dict[str, Any]] = [json.loads(line) for line in HANDS.read_text().splitlines()]
THIRTEEN = "HA H2 H3 S9 JK SJ C6 D6 H6 S6 CQ DQ HK".split()  # noqa: SIM905


@pytest.fixture(scope="module", autouse=True)
def _ready() -> None:
    """Compiled beforehand, because a page may not take as long."""
    list(games.game("rummy").warm())


@pytest.mark.parametrize("one", MEASURED[::12], ids=lambda one: " ".join(one["hand"][:3]))
def test_hands_have_what_an_independent_program_measured(seen: Site, one: dict[str, Any]) -> None:
    said = part(asked(seen, "/rummy", one["hand"], wild=one["wild"] or ""), "verdict")
    assert f"MinDist {one['mindist']} " in said
    assert f"MinScore {one['minscore']} " in said


def test_the_hand_of_the_documentation_is_arranged(seen: Site) -> None:
    page = asked(seen, "/rummy", THIRTEEN, wild="7")
    said = words(page)
    assert "13 of 13 cards" in said
    assert "One card away" in said
    assert "Left over: 30 points" in said
    for kind in ("Pure sequence", "Sequence", "Set"):
        assert f"<dt>{kind}</dt>" in page


def test_a_fourteenth_card_asks_what_to_discard(seen: Site) -> None:
    page = asked(seen, "/rummy", [*THIRTEEN, "HQ"], wild="7")
    verdict = page[page.index('id="verdict"') : page.index('id="melds"')]
    assert "Declare!" in verdict
    assert "14 of 14 cards" in words(page)
    assert 'aria-label="king of hearts"' in verdict[verdict.index("Discard") :]
    assert page.count('<th scope="row">') == 14


def test_two_printed_jokers_are_two_boxes(seen: Site) -> None:
    page = asked(seen, "/rummy", ["JK", "JK"])
    assert checked(page, "card") == ["JK", "JK"]
    assert checked(asked(seen, "/rummy", ["JK"]), "card") == ["JK"]
    assert page.count('type="checkbox" name="card"') == 54


def test_without_a_wild_rank_only_printed_jokers_are_jokers(seen: Site) -> None:
    one = asked(seen, "/rummy", THIRTEEN, wild="Q")
    none = asked(seen, "/rummy", THIRTEEN)
    assert part(one, "verdict") != part(none, "verdict")


@pytest.mark.parametrize(
    ("cards", "wild", "problem"),
    [
        ([*THIRTEEN, "HQ", "H7"], "7", "15 cards are chosen: take 1 away."),
        ([*THIRTEEN[:12], "HA"], "7", "The card HA is there twice."),
        ([*THIRTEEN[:10], "JK", "JK", "S2"], "7", "The card JK is there twice."),
        ([*THIRTEEN[:12], "X9"], "7", "There is no card 'X9'."),
        (THIRTEEN, "1", "There is no such wild rank."),
    ],
)
def test_choices_that_cannot_be_are_told_in_one_line(
    seen: Site, cards: list[str], wild: str, problem: str
) -> None:
    page = asked(seen, "/rummy", cards, wild=wild)
    assert problem in part(page, "verdict")
    assert page.count("message wrong") == 1
    assert "MinDist" not in words(page)


def test_the_page_speaks_german(seen: Site) -> None:
    said = words(text(seen, query("/rummy", THIRTEEN, wild="7"), headers=GERMAN))
    assert "13 von 13 Karten" in said
    assert "Eine Karte entfernt" in said
    assert "Reine Folge" in said
    assert "Herz-Ass" in said


def test_a_random_hand_is_the_same_for_the_same_seed(seen: Site) -> None:
    first, again = (checked(text(seen, "/rummy?seed=5"), "card") for _ in range(2))
    assert first == again
    assert len(first) == 13
