"""What the report needs to know of a study beside its tables and figures: ``study.json``."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from evenhand import __version__
from evenhand.files import atomic_write
from evenhand.studies.study import Study

FILE = "study.json"
MADE, FAILED, LEFT_OUT = "made", "failed", "left out"
STATES = (MADE, FAILED, LEFT_OUT)
NUMBERS, LISTS = ("seed", "seconds"), ("remarks", "whole", "decimal")  # all others are texts


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table: its title, its CSV, and which columns are whole numbers or decimals."""

    title: str
    file: str
    whole: Sequence[str] = ()
    decimal: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class FigureFile:
    """A figure: its SVG, and its own title if it has one."""

    file: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """How a study was made, and what came of it."""

    id: str
    title: str
    source: str
    command: str
    size: str
    seed: int
    version: str = __version__
    seconds: float = 0.0
    state: str = MADE
    problem: str = ""  # why there is nothing
    verdict: str = ""
    remarks: Sequence[str] = ()
    tables: Sequence[TableFile] = ()
    figures: Sequence[FigureFile] = ()

    @property
    def paper(self) -> str:
        """The paper's name."""
        return self.id.partition("/")[0]


def folder_of(study: Study, out: Path) -> Path:
    """The folder of a study's files."""
    return out / study.id.replace("/", "-")


def command_of(study: Study, size: str, seed: int) -> str:
    """The command that makes a study again."""
    return f"evenhand study run {study.id} --size {size} --seed {seed}"


def begun(study: Study, size: str, seed: int) -> dict[str, Any]:
    """What is known of a record before the study has run."""
    about = {"id": study.id, "title": study.title, "source": study.source}
    return {**about, "command": command_of(study, size, seed), "size": size, "seed": seed}


def write_record(record: Record, folder: Path) -> Path:
    """Write a study's record into its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(record), ensure_ascii=False, indent=1) + "\n"
    atomic_write(folder / FILE, lambda draft: draft.write_text(text, encoding="utf-8"))
    return folder / FILE


def read_record(path: Path) -> Record:
    """Read a record; one line says what is wrong with it."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return _record(found)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as problem:
        raise ValueError(f"{path}: not the record of a study ({problem})") from None


def _record(found: Mapping[str, Any]) -> Record:
    tables = [TableFile(**one) for one in found.get("tables", ())]
    figures = [FigureFile(**one) for one in found.get("figures", ())]
    record = Record(**{**found, "tables": tables, "figures": figures})
    for part in (record, *tables, *figures):
        _check_kinds(part)
    for file in [*(one.file for one in tables), *(one.file for one in figures)]:
        if Path(file).name != file:
            raise ValueError(f"{file!r} is not the name of a file beside it")
    if record.state not in STATES:
        raise ValueError(f"its state is {record.state!r}")
    return record


def _check_kinds(part: Any) -> None:
    """Refuse texts and numbers that are none, and lists of anything but texts."""
    for name in (one.name for one in fields(part)):
        value = getattr(part, name)
        if name in ("tables", "figures"):
            continue
        if name in LISTS:
            right = isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
        else:
            right = isinstance(value, int | float if name in NUMBERS else str)
        if not right:
            raise ValueError(f"{name} is {value!r}")


def records_in(out: Path) -> Iterator[tuple[Record, Path]]:
    """Every record in a folder of studies, with the folder that it lies in."""
    for path in sorted(out.glob(f"*/{FILE}")):
        yield read_record(path), path.parent
