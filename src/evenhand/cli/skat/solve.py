"""Open-card positions, a JSON line each, to their values."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import local
from typing import Annotated, Any

import typer

from evenhand.cli.output import WorkersOption, note, progress

WRONG_LINES = 2  # exit code
BYTE_ORDER_MARK = "\ufeff"


def solve(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Questions; without it they come from stdin."),
    ] = None,
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
    from evenhand.games.skat.solver import Solver
    from evenhand.games.skat.solver.questions import Question
    from evenhand.parallel import in_order

    own = local()  # each thread has a solver of its own

    def answer(question: tuple[int, str]) -> tuple[int, dict[str, Any]]:
        number, line = question
        if not hasattr(own, "solver"):
            own.solver = Solver()
        try:
            return number, Question.read(line, target=target, moves=moves).answer(own.solver)
        except ValueError as problem:
            return number, {"error": " ".join(str(problem).split())}

    lines = _lines(file)
    questions = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    wrong = False
    with progress("solving", len(lines) if isinstance(lines, list) else None) as show:
        for number, found in in_order(answer, questions, workers):
            print(json.dumps(found, ensure_ascii=False), flush=True)
            show(number)
            if "error" in found:
                wrong = True
                note(f"evenhand: line {number}: {found['error']}")
    if wrong:
        raise typer.Exit(WRONG_LINES)


def _lines(file: Path | None) -> Iterator[str] | list[str]:
    """The lines of a file, or of stdin as they come."""
    if file is None or str(file) == "-":
        return (line.removeprefix(BYTE_ORDER_MARK) for line in sys.stdin)
    try:
        return file.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ValueError(f"{file}: not UTF-8 text") from None
    except OSError as problem:
        raise ValueError(f"{file}: {problem.strerror or problem}") from None
