"""The numbers of all studies as they were: a change of the code shows where it changes them.

``tests/data/studies_smoke.json`` holds every cell of every table of every study, as the tests run
it: seed 1 and the size "smoke", but made-up games for Edelkamp (2021), made-up hands and a smaller
size for Keller and Kupferschmid (2008), and a smaller size for the Skat players.  It says nothing
about whether the numbers are right.  After a change that is meant to move them, write it again
from the root of the repository, and look at the difference::

    python -m tests.studies.frozen
"""

import json
import math
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from evenhand.studies import Report, Study, every_study

Tables = list[dict[str, list[Any]]]
"""The columns of each table."""

FILE = Path(__file__).parents[1] / "data" / "studies_smoke.json"
TO_WRITE = "EVENHAND_FREEZE_STUDIES"  # names the folder for what is being written
TOLERANCE = 1e-9
"""Relative.  Here the numbers come out the same to the bit, but sums of numpy, BLAS and the
functions of libm differ in their last digits from one processor or library to another."""
FITTED = {"skat-players/hand-strength": 1e-6}
"""Where lines are fitted step by step until they hardly move."""


def check_frozen(study: Study, report: Report) -> None:
    """See that the tables of a study are those of the file."""
    found = [columns_of(frame) for _, frame in report.tables]
    if folder := os.environ.get(TO_WRITE):
        path = Path(folder) / f"{study.id.replace('/', ' ')}.json"
        path.write_text(json.dumps({study.id: found}), encoding="utf-8")
        return
    if study.needs:  # numbers of other programs are not kept
        return
    tolerance = FITTED.get(study.id, TOLERANCE)
    if wrong := differences(found, read_frozen()[study.id], tolerance):
        pytest.fail("\n".join([f"{study.id} has other numbers:", *wrong]), pytrace=False)


def columns_of(frame: Any) -> dict[str, list[Any]]:
    """The cells of a table, column by column, as JSON can hold them."""
    return {column.name: [_cell(value) for value in column] for column in frame.iter_columns()}


def differences(found: Tables, frozen: Tables, tolerance: float = TOLERANCE) -> list[str]:
    """What differs from the file, one line each."""
    if len(found) != len(frozen):
        return [f"{len(found)} tables, {len(frozen)} in the file"]
    wrong = []
    for number, (ours, theirs) in enumerate(zip(found, frozen, strict=True), start=1):
        if list(ours) != list(theirs):
            wrong.append(f"table {number}: columns {list(ours)}, {list(theirs)} in the file")
            continue
        for name, cells in ours.items():
            if len(cells) != len(theirs[name]):
                wrong.append(f"table {number}, {name}: {len(cells)} rows, not {len(theirs[name])}")
                continue
            wrong += [
                f"table {number}, {name}, row {row}: {one!r}, {other!r} in the file"
                for row, (one, other) in enumerate(zip(cells, theirs[name], strict=True), start=1)
                if not _same(one, other, tolerance)
            ]
    return wrong


def _cell(value: Any) -> Any:
    """A number or text; what is not finite is None or a text, since JSON has no word for it."""
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def _same(one: Any, other: Any, tolerance: float) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance)
    return type(one) is type(other) and bool(one == other)


def read_frozen() -> dict[str, Tables]:
    """The tables of the file by study."""
    frozen: dict[str, Tables] = json.loads(FILE.read_text(encoding="utf-8"))
    return frozen


def _text(frozen: dict[str, Tables]) -> str:
    """One line a column, so that a difference of two files can be read."""
    studies = []
    for name, tables in frozen.items():
        parts = []
        for table in tables:
            lines = [f"   {json.dumps(column)}: {json.dumps(cells, allow_nan=False)}"
                     for column, cells in table.items()]  # fmt: skip
            parts.append("  {\n" + ",\n".join(lines) + "\n  }")
        studies.append(f" {json.dumps(name)}: [\n" + ",\n".join(parts) + "\n ]")
    return "{\n" + ",\n".join(studies) + "\n}\n"


def main() -> int:
    """Write the file, without the studies that need another program."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ[TO_WRITE] = folder
        if pytest.main([str(Path(__file__).parent), "-k", "test_every_study", "-x"]):
            return 1
        found: dict[str, Tables] = {}
        for path in Path(folder).iterdir():
            found.update(json.loads(path.read_text(encoding="utf-8")))
    ordered = {study.id: found[study.id] for study in every_study() if not study.needs}
    FILE.write_text(_text(ordered), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
