"""evenhand rummy: hands measured and arranged, declarations checked."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import event, given, settings, strategies as st

from evenhand.cli.json_lines import as_they_come
from evenhand.cli.rummy import parse_melds
from evenhand.games.cards import cards_of
from evenhand.games.rummy import Question, answer_questions, name, names, read_hand, read_wild
from tests.cli.conftest import Shell
from tests.games.rummy.hands import any_hands
from tests.oracles.rummy_metrics import is_declarable, min_score

DATA = Path(__file__).parents[1] / "data" / "rummy" / "hands.jsonl"
RANKS = "A23456789TJQK"
COMPLETE = ["HA", "H2", "H3", "S9", "JK", "SJ", "C6", "D6", "H6", "S6", "CQ", "DQ", "HK"]
NEARLY = {"hand": COMPLETE, "wild": "7"}
FOURTEEN = {"hand": [*COMPLETE, "HQ"], "wild": "7"}


def lines(path: Path, *questions: Any) -> Path:
    texts = (one if isinstance(one, str) else json.dumps(one) for one in questions)
    path.write_text("\n".join(texts) + "\n")
    return path


def read(out: str) -> list[Any]:
    return [json.loads(line) for line in out.splitlines()]


def test_given_hands_are_measured_in_their_order(shell: Shell) -> None:
    vectors = read(DATA.read_text())
    shown = shell("rummy", "metrics", DATA)  # what else a line holds is left alone
    assert (shown.code, shown.err) == (0, "")
    assert read(shown.out) == [
        {key: vector[key] for key in ("minscore", "mindist")} for vector in vectors
    ]


def test_the_literal_reading_asks_for_no_sequences(shell: Shell, tmp_path: Path) -> None:
    hands = any_hands(np.random.default_rng(1), 30)
    questions = [
        {"hand": names(hand), "wild": RANKS[wild] if wild < len(RANKS) else None}
        for hand, wild in hands
    ]
    shown = shell("rummy", "metrics", "--literal", lines(tmp_path / "h.jsonl", *questions))
    found = [answer["minscore"] for answer in read(shown.out)]
    assert found == [min_score(hand, wild, literal=True) for hand, wild in hands]


def test_of_fourteen_cards_every_discard_is_told(shell: Shell, tmp_path: Path) -> None:
    path = lines(tmp_path / "h.jsonl", NEARLY, "", FOURTEEN)
    shown = shell("rummy", "metrics", "--discards", path)
    first, second = read(shown.out)
    assert first == {"minscore": 30, "mindist": 1}
    assert (second["minscore"], second["mindist"]) == (0, 0)
    for card in FOURTEEN["hand"]:
        kept = read_hand([name for name in FOURTEEN["hand"] if name != card])
        assert second["discards"]["minscore"][card] == min_score(kept, read_wild("7"))
    best = [card for card, value in second["discards"]["mindist"].items() if value == 0]
    assert best == ["HK"]
    assert "discards" not in read(shell("rummy", "metrics", path).out)[1]


def test_hands_come_from_stdin_too(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in (["rummy", "metrics"], ["rummy", "metrics", "-"]):
        monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(NEARLY) + "\n"))
        assert read(shell(*words).out) == [{"minscore": 30, "mindist": 1}]


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("{", "not JSON: "),
        ("[1]", "not a JSON object: [1]"),
        ({"hand": COMPLETE}, "missing wild; it is null if no rank is wild"),
        ({"wild": "7"}, "missing hand"),
        ({"hand": COMPLETE, "wlid": "7"}, "missing wild; it is null if no rank is wild"),
        ({**NEARLY, "wild": 7}, "the wild rank must be a text such as '7', not 7"),
        ({**NEARLY, "wild": "1"}, "no rank '1'; the wild rank is one of A 2 3"),
        ({**NEARLY, "hand": "HA"}, "hand must be a list, not 'HA'"),
        ({**NEARLY, "hand": COMPLETE[1:]}, "a hand has 13 or 14 cards, not 12"),
        ({**NEARLY, "hand": [*COMPLETE, "HA"]}, "the card HA is there twice"),
        ({**NEARLY, "hand": [*COMPLETE[1:], "H1"]}, "no card 'H1'"),
        ({**NEARLY, "hand": [*COMPLETE[1:], 7]}, "a card must be a text such as CJ, not 7"),
        ({**NEARLY, "hand": [*COMPLETE[2:], "JK", "JK"]}, "the card JK is there 3 times"),
    ],
)
def test_a_wrong_line_is_told_and_the_others_are_measured(
    shell: Shell, tmp_path: Path, question: Any, problem: str
) -> None:
    no_wild = {"hand": COMPLETE, "wild": None}
    shown = shell("rummy", "metrics", lines(tmp_path / "h.jsonl", NEARLY, question, no_wild))
    first, wrong, last = read(shown.out)
    assert (shown.code, first, last) == (2, {"minscore": 30, "mindist": 1}, first)
    assert wrong["error"].startswith(problem)
    assert shown.err == f"evenhand: line 2: {wrong['error']}\n"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.sampled_from(["JK", "A", "H7", "", "10"]),
    lambda inner: st.lists(inner, max_size=14),
)
CARDS = [*(suit + rank for suit in "CDHS" for rank in RANKS), "JK"]


@st.composite
def nearly_hands(draw: st.DrawFn) -> dict[str, Any]:
    """A question with one thing changed: a card, the wild rank, or a field that is anything."""
    question: dict[str, Any] = json.loads(json.dumps(draw(st.sampled_from([NEARLY, FOURTEEN]))))
    hand = question["hand"]
    change = draw(st.sampled_from(["card", "card", "wild", "less", "more", "anything"]))
    if change == "card":
        hand[draw(st.integers(0, 12))] = draw(st.sampled_from([*CARDS, "H1", ""]))
    elif change == "wild":
        question["wild"] = draw(st.none() | st.sampled_from([*RANKS, "10", "JK"]))
    elif change == "less":
        hand.pop(draw(st.integers(0, 12)))
    elif change == "more":
        hand.append(draw(st.sampled_from(CARDS)))
    else:
        question[draw(st.sampled_from(["hand", "wild", "more"]))] = draw(ANYTHING)
    return question


@settings(max_examples=200)
@given(nearly_hands())
def test_a_changed_hand_is_measured_or_refused(given_fields: dict[str, Any]) -> None:
    try:
        question = Question.read(json.dumps(given_fields))
    except ValueError:
        event("refused")
        return
    event(f"measured, {question.hand.bit_count()} cards")
    [answer] = answer_questions([question], discards=True)
    hand, wild = question.hand, question.wild
    assert answer["minscore"] == min_score(hand, wild)
    assert (answer["mindist"] == 0) == is_declarable(hand, wild)
    assert ("discards" in answer) == (hand.bit_count() == 14)
    if "discards" in answer:
        for card, score in answer["discards"]["minscore"].items():
            left = hand & ~(1 << card_number(card, hand))
            assert score == min_score(left, wild)
            assert (answer["discards"]["mindist"][card] == 0) == is_declarable(left, wild)


def card_number(card: str, hand: int) -> int:
    """The number of a card that is held: of two printed jokers either."""
    return next(number for number in cards_of(hand) if name(number) == card)


def test_an_answer_does_not_wait_for_the_next_question() -> None:
    answered = Event()

    def dialogue() -> Iterator[str]:
        yield "first"
        yield "second" if answered.wait(timeout=30) else "nobody answered"

    found = []
    for together in as_they_come(dialogue(), 100):
        found.append(together)
        answered.set()
    assert found == [["first"], ["second"]]


def test_questions_that_are_there_are_answered_together() -> None:
    ready = Event()

    def many() -> Iterator[int]:
        yield from range(20)
        ready.set()

    chunks = as_they_come(many(), 10)
    sizes = [len(next(chunks))]
    assert ready.wait(timeout=30)
    sizes += map(len, chunks)
    assert (sizes[1], sum(sizes)) == (10, 20)


def test_what_goes_wrong_while_reading_is_raised_after_the_items() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise ValueError("not UTF-8 text")

    chunks = as_they_come(broken(), 10)
    assert next(chunks) == [1]
    with pytest.raises(ValueError, match="not UTF-8 text"):
        next(chunks)


def test_a_hand_is_arranged_meld_by_meld(shell: Shell) -> None:
    shown = shell("rummy", "arrange", *COMPLETE, "--wild", "7")
    assert (shown.code, shown.out.splitlines()) == (
        0,
        [
            "pure sequence  HA H2 H3",
            "sequence       S9 JK SJ",
            "set            C6 D6 H6 S6",
            "left over      CQ DQ HK (30 points)",
            "MinScore 30, MinDist 1",
        ],
    )


def test_cards_are_typed_as_one_likes(shell: Shell) -> None:
    words = ["ha,h2,h3", "h10 hj", "♥Q", "s9 jk sj", "C6D6H6", "s6", "--wild", "10"]
    shown = shell("rummy", "arrange", *words, "--format", "json")
    found = json.loads(shown.out)
    assert found == {
        "melds": [
            {"kind": "pure sequence", "cards": ["HA", "H2", "H3"]},
            {"kind": "pure sequence", "cards": ["HT", "HJ", "HQ"]},
            {"kind": "sequence", "cards": ["S9", "JK", "SJ"]},
            {"kind": "set", "cards": ["C6", "D6", "H6", "S6"]},
        ],
        "left_over": [],
        "minscore": 0,
        "mindist": 0,
        "discard": None,
    }


def test_the_best_discard_of_fourteen_cards_is_told(shell: Shell) -> None:
    shown = shell("rummy", "arrange", *FOURTEEN["hand"], "--wild", "7")
    assert shown.out.splitlines()[-2:] == ["discard        HK", "MinScore 0, MinDist 0"]
    shown = shell("rummy", "arrange", *FOURTEEN["hand"], "--wild", "7", "--format", "csv")
    assert shown.out.splitlines()[::5] == ["meld,cards", "discard,HK"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (COMPLETE[1:], "a hand has 13 or 14 cards, not 12"),
        ([*COMPLETE[1:], "X7"], "no card 'X7'; cards are named as in SK"),
        ([*COMPLETE, "HA"], "the card HA is there twice"),
        ([*COMPLETE, "--wild", "1"], "no rank '1'; the wild rank is one of A 2 3"),
    ],
)
def test_wrong_cards_are_refused(shell: Shell, words: list[str], problem: str) -> None:
    shown = shell("rummy", "arrange", *words)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith(f"evenhand: {problem}")


def test_a_valid_declaration_is_shown_with_its_kinds(shell: Shell) -> None:
    melds = ["ha,h2,h3", "S9 JK SJ", "C6,D6,H6,S6", "CQ,DQ,HK"]
    shown = shell("rummy", "check", *melds, "--wild", "K")
    assert (shown.code, shown.out.splitlines()) == (
        0,
        [
            "valid",
            "pure sequence  HA H2 H3",
            "sequence       S9 JK SJ",
            "set            C6 D6 H6 S6",
            "set            CQ DQ HK",
        ],
    )


def test_everything_that_is_wrong_with_a_declaration_is_told(shell: Shell) -> None:
    shown = shell("rummy", "check", "HK,HA,H2", "S9,JK,SJ,SJ", "C6,D6,H6,S6", "CQ,DQ")
    assert (shown.code, shown.out.splitlines()) == (
        1,
        [
            "not valid",
            "the card SJ is more than once in a meld",
            "a declaration has 13 cards, not 12",
            "HA H2 HK are not consecutive: no sequence goes on from the king over the ace to the 2",
            "a meld has at least three cards, not 2: CQ DQ",
            "there is no pure sequence",
            "there must be two sequences, and there is one",
        ],
    )


def test_a_card_that_is_none_is_refused_in_a_declaration(shell: Shell) -> None:
    shown = shell("rummy", "check", "H1,H2,H3")
    assert (shown.code, shown.err) == (2, "evenhand: no card 'H1'; cards are named as in SK\n")


def test_melds_keep_both_jokers() -> None:
    (cards,), repeated = parse_melds(["jk H7 JK"])
    assert (names(cards), repeated) == (["H7", "JK", "JK"], [])


def test_the_group_alone_shows_its_commands(shell: Shell) -> None:
    shown = shell("rummy")
    assert shown.code == 0
    assert all(command in shown.out for command in ("arrange", "check", "metrics"))
