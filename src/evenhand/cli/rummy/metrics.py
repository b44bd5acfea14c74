"""Hands, a JSON line each, to their MinScore and MinDist."""

from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from evenhand.cli.json_lines import (
    Answer,
    Line,
    LinesArgument,
    answer_lines,
    as_they_come,
    wrong,
)

CHUNK = 4096  # lines that are answered together, if so many are there


def metrics(
    file: LinesArgument = None,
    literal: Annotated[
        bool, typer.Option("--literal", help="Any melds are free, without two sequences too.")
    ] = False,
    discards: Annotated[
        bool, typer.Option("--discards", help="With 14 cards tell it for every discard, too.")
    ] = False,
) -> None:
    """Measure hands of 13 cards, or the best 13 of 14: MinScore and MinDist.

    Each line is a hand, such as `{"hand": ["H5", "H6", "JK", ...], "wild": "J"}`, and gets a line
    for an answer, such as `{"minscore": 25, "mindist": 3}`.  The wild rank is one of A 2 ... 9 T
    J Q K, or null if there is none.

    Example: evenhand rummy metrics hands.jsonl
    """

    def answer(lines: Iterable[Line]) -> Iterator[list[Answer]]:
        for chunk in as_they_come(lines, CHUNK):
            yield _answers(chunk, literal, discards)

    answer_lines(file, "measuring", answer)


def _answers(lines: list[Line], literal: bool, discards: bool) -> list[Answer]:
    from evenhand.games.rummy.questions import Question, answers

    found, questions = {}, {}
    for number, line in lines:
        try:
            questions[number] = Question.read(line)
        except ValueError as problem:
            found[number] = wrong(problem)
    measured = answers(list(questions.values()), literal=literal, discards=discards)
    found |= zip(questions, measured, strict=True)
    return [(number, found[number]) for number, _ in lines]
