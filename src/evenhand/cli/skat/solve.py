"""Open-card positions, a JSON line each, to their values."""

from threading import local
from typing import Annotated

import typer

from evenhand.cli.json_lines import Answer, Line, LinesArgument, answer_lines, wrong
from evenhand.cli.output import WorkersOption


def solve(
    file: LinesArgument = None,
    target: Annotated[
        int | None,
        typer.Option(min=0, max=121, help="Only tell whether the declarer takes so many points."),
    ] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="Tell it for every card that may be played, too.")
    ] = False,
    workers: WorkersOption = None,
) -> None:
    """Solve positions with all cards known: how many card points the declarer takes.

    Each line is a question, such as `{"hands": [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]],
    "contract": "C", "declarer": 0, "leader": 1}`, and gets a line for an answer, such as
    `{"points": 13}`; null games get `{"won": true}`.  The skat is not counted.  Optional keys:
    `trick` (the cards on the table), `target` and `moves`.

    Example: evenhand skat solve deals.jsonl --target 61
    """
    from evenhand.games.skat.solver import Question, Solver
    from evenhand.parallel import map_ordered

    own = local()  # each thread has a solver of its own

    def answer(question: Line) -> list[Answer]:
        number, line = question
        if not hasattr(own, "solver"):
            own.solver = Solver()
        try:
            found = Question.read(line, target=target, moves=moves).answer(own.solver)
        except ValueError as problem:
            found = wrong(problem)
        return [(number, found)]

    answer_lines(file, "solving", lambda questions: map_ordered(answer, questions, workers))
