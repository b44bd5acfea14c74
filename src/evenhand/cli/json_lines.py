"""JSON lines in, JSON lines out: each question gets its answer on a line, in order."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Annotated, Any, TypeVar

import typer

from evenhand.cli.output import note, progress

T = TypeVar("T")
Line = tuple[int, str]
"""The number of a line, and what it says."""
Answer = tuple[int, dict[str, Any]]
"""The number of a line, and the answer to it."""

WRONG_LINES = 2  # exit code
BYTE_ORDER_MARK = "\ufeff"
as_json = json.JSONEncoder(ensure_ascii=False).encode
LinesArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="Questions; without it they come from stdin."),
]


def answer_lines(
    file: Path | None, what: str, answer: Callable[[Iterable[Line]], Iterable[Sequence[Answer]]]
) -> None:
    """Print the answers to the lines of a file or of stdin as they come, some at a time.

    An answer with an ``error`` is also told on stderr; if there is one, the command ends with
    exit code 2.
    """
    lines = _lines(file)
    questions = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    failed = False
    with progress(what, len(lines) if isinstance(lines, list) else None) as show:
        for answers in answer(questions):
            print("\n".join(as_json(found) for _, found in answers), flush=True)
            show(answers[-1][0])
            for number, found in answers:
                if "error" in found:
                    failed = True
                    note(f"evenhand: line {number}: {found['error']}")
    if failed:
        raise typer.Exit(WRONG_LINES)


def wrong(problem: Exception) -> dict[str, Any]:
    """The answer to a line that cannot be understood."""
    return {"error": " ".join(str(problem).split())}


@dataclass(frozen=True, slots=True)
class _End:
    """Nothing more comes, perhaps because something went wrong."""

    problem: BaseException | None = None


def as_they_come(items: Iterable[T], most: int) -> Iterator[list[T]]:
    """Items in lists: what is there already is taken together, and nothing waits for more.

    They are read in a thread of their own, and not many ahead.

    >>> [number for numbers in as_they_come([1, 2, 3], 2) for number in numbers]
    [1, 2, 3]
    """
    waiting: Queue[T | _End] = Queue(2 * most)
    # A daemon, because it may wait for input that never comes.
    Thread(target=_read, args=(items, waiting), daemon=True).start()
    end = None
    while end is None:
        taken, end = _take(waiting, most)
        if taken:
            yield taken
    if end.problem is not None:
        raise end.problem


def _read(items: Iterable[T], waiting: "Queue[T | _End]") -> None:
    try:
        for item in items:
            waiting.put(item)
    except BaseException as problem:
        waiting.put(_End(problem))
    else:
        waiting.put(_End())


def _take(waiting: "Queue[T | _End]", most: int) -> tuple[list[T], _End | None]:
    """At least one item, unless the end has come, and the others that are there."""
    taken: list[T] = []
    while not taken or (len(taken) < most and not waiting.empty()):
        item = waiting.get()
        if isinstance(item, _End):
            return taken, item
        taken.append(item)
    return taken, None


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
