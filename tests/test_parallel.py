"""Many questions, several workers, answers in order."""

import threading
from collections.abc import Iterator
from itertools import count, islice

import pytest

from evenhand.parallel import cores, in_order


def test_answers_come_in_the_order_of_the_questions() -> None:
    late = threading.Event()

    def answer(number: int) -> int:
        if number == 0:
            late.wait(5)
        if number == 7:
            late.set()
        return 10 * number

    assert list(in_order(answer, range(50), workers=4)) == [10 * n for n in range(50)]


def test_no_questions_no_answers() -> None:
    assert list(in_order(str, [], workers=3)) == []


def test_an_endless_stream_of_questions_can_be_left() -> None:
    asked: list[int] = []

    def questions() -> Iterator[int]:
        for number in count():
            asked.append(number)
            yield number

    answers = in_order(str, questions(), workers=2)
    assert list(islice(answers, 3)) == ["0", "1", "2"]
    answers.close()  # type: ignore[attr-defined]
    assert len(asked) < 100


def test_an_answer_comes_before_the_next_question_is_asked() -> None:
    heard = threading.Event()

    def dialogue() -> Iterator[str]:
        yield "first"
        assert heard.wait(5)
        yield "second"

    answers = in_order(str.upper, dialogue(), workers=1)
    assert next(answers) == "FIRST"
    heard.set()
    assert list(answers) == ["SECOND"]


def test_what_goes_wrong_in_an_answer_or_a_question_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_order(lambda n: 1 // n, [1, 0, 2], workers=2))

    def broken() -> Iterator[int]:
        yield 1
        raise OSError("the file is gone")

    answers = in_order(str, broken(), workers=2)
    assert next(answers) == "1"
    with pytest.raises(OSError, match="gone"):
        next(answers)


def test_there_is_at_least_one_core() -> None:
    assert cores() >= 1
