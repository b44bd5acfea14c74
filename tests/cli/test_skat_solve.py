"""evenhand skat solve: JSON lines in, JSON lines out."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings, strategies as st

from evenhand.games.cards import cards_of
from evenhand.games.skat import PACK
from evenhand.games.skat.contract import GAMES, NULL as NULL_GAME
from evenhand.games.skat.solver import Question, Solver
from evenhand.games.skat.solver.solver import KEYS
from tests.cli.conftest import Shell
from tests.oracles.skat_minimax import minimax, value_after

HANDS = [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]]
ENDING = {"hands": HANDS, "contract": "C", "declarer": 0, "leader": 1}
NULL = {"hands": [["C7", "H8"], ["HA", "CA"], ["H7", "D7"]], "contract": "N", "leader": 1}
DATA = Path(__file__).parents[1] / "data" / "skat"


def lines(path: Path, *questions: Any) -> Path:
    texts = (
        question if isinstance(question, str) else json.dumps(question) for question in questions
    )
    path.write_text("\n".join(texts) + "\n")
    return path


def answers(out: str) -> list[Any]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("workers", [1, 3])
def test_deals_are_solved_in_their_order(shell: Shell, tmp_path: Path, workers: int) -> None:
    deals = [line.split() for line in (DATA / "bench_deals.txt").read_text().splitlines()[2:]][::4]
    questions = [
        {
            "hands": [hand.split(",") for hand in hands],
            "declarer": 0,
            "leader": int(leader),
            "contract": "C",
        }
        for _, leader, *hands, _ in deals
    ]
    shown = shell(
        "skat", "solve", lines(tmp_path / "deals.jsonl", *questions), "--workers", workers
    )
    assert shown.code == 0
    assert answers(shown.out) == [{"points": int(deal[-1])} for deal in deals]


def test_null_is_won_or_lost_and_a_target_reached_or_not(shell: Shell, tmp_path: Path) -> None:
    path = lines(tmp_path / "d.jsonl", ENDING, NULL, "", {**ENDING, "target": 14})
    assert answers(shell("skat", "solve", path).out) == [
        {"points": 13},
        {"won": True},
        {"won": False},
    ]
    shown = shell("skat", "solve", path, "--target", 13)
    assert answers(shown.out) == [{"won": True}, {"won": True}, {"won": False}]


def test_moves_tell_every_card_and_the_best(shell: Shell, tmp_path: Path) -> None:
    led = {"hands": [["CJ"], ["HA", "CA"], ["H8", "D7"]], "contract": "grand", "trick": ["H7"]}
    shown = shell("skat", "solve", "--moves", lines(tmp_path / "d.jsonl", led, NULL))
    assert answers(shown.out) == [
        {"points": 13, "moves": {"HA": 13}, "best": "HA"},
        {"won": True, "moves": {"HA": True, "CA": True}, "best": "HA"},
    ]


def test_questions_come_from_stdin_too(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in (["skat", "solve"], ["skat", "solve", "-"]):
        monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(ENDING) + "\n"))
        assert answers(shell(*words).out) == [{"points": 13}]


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("{", "not JSON: "),
        ("[1]", "not a JSON object: [1]"),
        ("1" * 5000, "not JSON that can be read"),
        ({"contract": "C"}, "missing hands"),
        ({"hands": HANDS}, "missing contract"),
        ({**ENDING, "kontra": True}, "unknown key 'kontra'"),
        ({**ENDING, "leader": "1"}, "leader must be a whole number, not '1'"),
        ({**ENDING, "declarer": True}, "declarer must be a whole number, not True"),
        ({**ENDING, "leader": 3}, "seats: the leader is 0, 1 or 2, not 3"),
        ({**ENDING, "contract": "X"}, "contract: no game 'X'"),
        ({**ENDING, "hands": [["CJ", "H7"], "HA", ["H8", "D7"]]}, "a hand must be a list of cards"),
        ({**ENDING, "hands": [["CJ", 7], *HANDS[1:]]}, "a card must be a text such as CJ, not 7"),
        ({**ENDING, "hands": [["CJ", "X7"], *HANDS[1:]]}, "no card 'X7'"),
        ({**ENDING, "hands": [["CJ", "CA"], *HANDS[1:]]}, "the card CA is there twice"),
        ({**ENDING, "hands": [["CJ"], *HANDS[1:]]}, "equal hands: hands of 1, 2, 2 cards"),
        ({**ENDING, "trick": ["S7", "S8", "S9"]}, "trick: a trick that is still open has at most"),
    ],
)
def test_a_wrong_line_is_told_and_the_others_are_solved(
    shell: Shell, tmp_path: Path, question: Any, problem: str
) -> None:
    shown = shell("skat", "solve", lines(tmp_path / "d.jsonl", ENDING, question, NULL))
    first, wrong, last = answers(shown.out)
    assert (shown.code, first, last) == (2, {"points": 13}, {"won": True})
    assert wrong["error"].startswith(problem)
    assert shown.err == f"evenhand: line 2: {wrong['error']}\n"


def test_a_file_that_cannot_be_read_is_named(shell: Shell, tmp_path: Path) -> None:
    shown = shell("skat", "solve", tmp_path / "no.jsonl")
    assert (shown.code, shown.err) == (
        2,
        f"evenhand: {tmp_path / 'no.jsonl'}: No such file or directory\n",
    )
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in shell("skat", "solve", tmp_path / "bytes.jsonl").err


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 130) | st.sampled_from(["CJ", "C", "N", "H7", ""]),
    lambda inner: st.lists(inner, max_size=4),
)
CARDS = PACK.names(PACK.full)


@st.composite
def nearly_questions(draw: st.DrawFn) -> dict[str, Any]:
    """A question with one thing changed: a field that is anything or something usual, or a card."""
    question: dict[str, Any] = json.loads(json.dumps(draw(st.sampled_from([ENDING, NULL]))))
    usual = {
        "contract": st.sampled_from([*GAMES, "null ouvert", "clubs hand", "X"]),
        "declarer": st.integers(-1, 3),
        "leader": st.integers(-1, 3),
        "target": st.integers(-5, 130) | st.none(),
        "moves": st.booleans(),
        "trick": st.lists(st.sampled_from(CARDS), max_size=2),
    }
    question |= {"moves": draw(st.booleans()), "target": draw(usual["target"])}
    change = draw(st.sampled_from([*usual, "card", "card", "anything"]))
    if change == "card":
        seat, place = draw(st.integers(0, 2)), draw(st.integers(0, 1))
        question["hands"][seat][place] = draw(st.sampled_from([*CARDS, "10H", ""]))
    elif change == "anything":
        question[draw(st.sampled_from([*KEYS, "more"]))] = draw(ANYTHING)
    else:
        question[change] = draw(usual[change])
    return question


@settings(max_examples=200)
@given(nearly_questions())
def test_a_changed_question_is_answered_or_refused(given_fields: dict[str, Any]) -> None:
    try:
        question = Question.read(json.dumps(given_fields))
    except ValueError:
        event("refused")
        return
    event("answered")
    assert question.answer(Solver(4)) == answer_by_definition(question)


def answer_by_definition(question: Question) -> dict[str, Any]:
    """The answer, by trying every card."""
    position, null = question.position, question.position.game == NULL_GAME
    decides = null or question.target is not None
    needed = 1 if null else question.target or 0
    key = "won" if decides else "points"

    def told(value: int) -> int:
        return value >= needed if decides else value

    if not question.moves or not any(position.hands):
        return {key: told(minimax(position))}
    moves = {PACK.name(c): told(value_after(position, c)) for c in cards_of(position.legal())}
    best = (max if position.mover == position.declarer else min)(moves.values())
    first = next(name for name, value in moves.items() if value == best)
    return {key: best, "moves": moves, "best": first}


@given(st.text() | st.binary().map(repr))
def test_any_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Question.read(text)
