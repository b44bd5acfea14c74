"""The tables and figures of papers, made again."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.groups import group
from evenhand.cli.output import (
    ClusterOption,
    Format,
    FormatOption,
    WorkersOption,
    note,
    print_frame,
    print_json,
    progress,
)
from evenhand.files import make_folder

if TYPE_CHECKING:
    import polars as pl

    from evenhand.studies import Report, Study

app = group("Tables and figures of papers, made again beside the printed ones.")

EVERY = "all"


class SizeName(StrEnum):
    """How much work a study does."""

    SMOKE = "smoke"
    MIDDLE = "middle"
    FULL = "full"


@app.command("list")
def list_studies(form: FormatOption = Format.TABLE) -> None:
    """List the studies, and roughly how long each size of them takes.

    Example: evenhand study list
    """
    import polars as pl

    from evenhand.studies import every_study

    rows = [
        {"id": one.id, "title": one.title, "source": one.source}
        | {name: _duration(one.sizes[name].seconds) for name in SizeName}
        for one in every_study()
    ]
    print_frame(pl.DataFrame(rows), form)


@app.command("run")
def run_study(
    name: Annotated[
        str, typer.Argument(metavar="ID", help="A study, or a paper for all of its studies.")
    ],
    size: Annotated[
        SizeName | None,
        typer.Option(help="How much work [middle if that takes less than a minute, else smoke]."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Folder for tables (.csv), figures and a report (.html).")
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Make a table or figure of a paper again, and print ours beside the printed one.

    The same seed gives the same numbers on any number of workers.

    Example: evenhand study run edelkamp2021/table-2 --out studies
    """
    from evenhand.studies import find_studies
    from evenhand.studies.running import Runner

    studies = _that_can_run(find_studies(name))
    if out is not None:
        _make_ready(studies, out)
    runner, results = Runner(seed, workers, cluster, progress), []
    with _page_afterwards(out):
        for study in studies:
            chosen = str(size or study.usual_size)
            report, seconds = runner.run(study, chosen)
            if out is not None:
                _write(study, report, out, chosen, seed, seconds)
            if form is Format.JSON:
                results.append(_as_json(study, report, chosen, seed))
            else:
                if form is Format.CSV and study is not studies[0]:
                    print()
                _print(study, report, form, chosen, drawn=out is not None)
    if form is Format.JSON:
        print_json(results)


@app.command("report")
def report_studies(
    out: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder written by study run --out DIR.")
    ],
    run: Annotated[
        list[str] | None,
        typer.Option(
            "--run", metavar="ID", help="Run first: a study, a paper, or all; may be repeated."
        ),
    ] = None,
    size: Annotated[
        SizeName | None,
        typer.Option(help="How much work [middle if that takes less than a minute, else smoke]."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 1,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
) -> None:
    """Make one HTML page of all studies in a folder: DIR/report.html.

    It has every table and figure with a one-line verdict, and needs no other file.  Studies that
    were run one by one into DIR add up; --run runs more of them first.  One that fails is
    marked in the page and does not stop the others; the exit code is then 1.

    Example: evenhand study report studies --run all --size smoke
    """
    from evenhand.studies.page import write_page
    from evenhand.studies.record import FAILED
    from evenhand.studies.running import Runner, made_into

    studies, failed = _chosen(run or []), 0
    if studies:
        _make_ready(studies, out)
    runner = Runner(seed, workers, cluster, progress)
    for number, study in enumerate(studies, start=1):
        chosen = str(size or study.usual_size)
        note(f"{number}/{len(studies)} {study.id}, size {chosen}")
        record = made_into(out, study, chosen, runner)
        failed += record.state == FAILED
        note(f"  {record.verdict or f'{record.state}: {record.problem}'}")
    note(f"wrote {shlex.quote(str(write_page(out)))}")
    if failed:
        raise typer.Exit(1)


def _chosen(names: Sequence[str]) -> list["Study"]:
    """The studies of some names, each once, in the order of the list."""
    from evenhand.studies import every_study, find_studies

    if EVERY in names:
        return list(every_study())
    wanted = {study.id for name in names for study in find_studies(name)}
    return [study for study in every_study() if study.id in wanted]


def _make_ready(studies: Sequence["Study"], out: Path) -> None:
    """See that files can be written and figures drawn, before the work begins."""
    from evenhand import charts

    make_folder(out)
    if any(study.draws for study in studies):
        charts.require()


@contextmanager
def _page_afterwards(out: Path | None) -> Iterator[None]:
    """Write the page of all that is in the folder, also if a study fails after others."""
    from evenhand.studies.page import write_page
    from evenhand.studies.record import records_in

    try:
        yield
    finally:
        if out is not None and any(records_in(out)):
            note(f"wrote {shlex.quote(str(write_page(out)))}")


def _that_can_run(studies: Sequence["Study"]) -> list["Study"]:
    """The studies of a paper without those for which something is not installed."""
    able = [study for study in studies if not study.missing]
    lacking = [study.missing for study in studies if study.missing]
    if not able:
        raise ValueError(lacking[0])
    for problem in lacking:
        note(f"left out: {problem}")
    return able


def _write(
    study: "Study", report: "Report", out: Path, size: str, seed: int, seconds: float
) -> None:
    from evenhand.studies.writing import write_report

    for path in write_report(study, report, out, size, seed, seconds):
        note(f"wrote {shlex.quote(str(path))}")


def _print(study: "Study", report: "Report", form: Format, size: str, *, drawn: bool) -> None:
    for number, (title, frame) in enumerate(report.tables):
        if form is Format.CSV:
            if number:
                print()
            print_frame(frame, form)
        else:
            print_frame(_two_decimals(frame), form, f"{study.source}: {title} (size {size})")
    lines = [_verdict(study, report, size), *report.remarks]
    for remark in filter(None, lines):
        if form is Format.CSV:
            note(remark)
        else:
            print(f"- {remark}")
    if report.figures and not drawn:
        note(f"--out DIR draws {study.id}")
    if form is Format.TABLE:
        print()


def _verdict(study: "Study", report: "Report", size: str) -> str:
    from evenhand.studies.verdicts import at_size

    return at_size(report.verdict, says_little=study.says_little(size))


def _two_decimals(frame: "pl.DataFrame") -> "pl.DataFrame":
    """Numbers as papers print them, set to the right."""
    import polars as pl

    columns = []
    for column in frame.iter_columns():
        if column.dtype.is_float():
            texts = ["" if value is None else f"{value:.2f}" for value in column]
            width = max(map(len, texts), default=0)
            column = pl.Series(column.name, [text.rjust(width) for text in texts], pl.String)
        columns.append(column)
    return pl.DataFrame(columns)


def _as_json(study: "Study", report: "Report", size: str, seed: int) -> dict[str, Any]:
    tables = [{"title": title, "rows": frame.to_dicts()} for title, frame in report.tables]
    about = {"study": study.id, "title": study.title, "source": study.source}
    made = {"size": size, "seed": seed, "verdict": _verdict(study, report, size)}
    return {**about, **made, "tables": tables, "remarks": list(report.remarks)}


def _duration(seconds: float) -> str:
    """Roughly how long, in words."""
    if seconds < 60:
        return f"{seconds:g} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
