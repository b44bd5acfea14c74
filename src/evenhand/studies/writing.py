"""The files of a study: tables as CSV, figures as SVG and PNG, and a report of it all."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from evenhand.files import atomic_write
from evenhand.studies.record import (
    FigureFile,
    Record,
    TableFile,
    begun,
    folder_of,
    write_record,
)
from evenhand.studies.study import Report, Study
from evenhand.studies.verdicts import at_size

if TYPE_CHECKING:
    import altair as alt
    import polars as pl

DECIMALS = 2
FIGURE_KINDS = (".svg", ".png")


def write_report(
    study: Study, report: Report, out: Path, size: str, seed: int, seconds: float = 0.0
) -> list[Path]:
    """Write all files of a study that was made with this size and seed."""
    folder = folder_of(study, out)
    folder.mkdir(parents=True, exist_ok=True)
    files = list(table_files(report))
    for name, frame in files:
        atomic_write(folder / name, frame.write_csv)
    figures = [_draw(folder, name, draw()) for name, draw in report.figures.items()]
    record = Record(
        **begun(study, size, seed),
        seconds=round(seconds, 1),
        verdict=at_size(report.verdict, says_little=study.says_little(size)),
        remarks=list(report.remarks),
        tables=list(_tables(report)),
        figures=figures,
    )
    text = "\n\n".join(_paragraphs(record, report)) + "\n"
    atomic_write(folder / "report.md", lambda draft: draft.write_text(text, encoding="utf-8"))
    drawn = [f"{name}{kind}" for name in report.figures for kind in FIGURE_KINDS]
    names = [*(name for name, _ in files), *drawn, "report.md"]
    return [*(folder / name for name in names), write_record(record, folder)]


def _draw(folder: Path, name: str, chart: "alt.TopLevelMixin") -> FigureFile:
    from evenhand import charts

    for kind in FIGURE_KINDS:
        charts.save(chart, folder / f"{name}{kind}")
    title = getattr(chart, "title", "")
    return FigureFile(f"{name}.svg", title if isinstance(title, str) else "")


def table_files(report: Report) -> Iterator[tuple[str, "pl.DataFrame"]]:
    """The tables under the names of their files: table.csv, or table-1.csv and so on."""
    alone = len(report.tables) == 1
    for number, (_, frame) in enumerate(report.tables, start=1):
        yield "table.csv" if alone else f"table-{number}.csv", frame


def _tables(report: Report) -> Iterator[TableFile]:
    for (name, frame), (title, _) in zip(table_files(report), report.tables, strict=True):
        kinds = frame.schema.items()
        whole = [column for column, kind in kinds if kind.is_integer()]
        yield TableFile(title, name, whole, [column for column, kind in kinds if kind.is_float()])


def _paragraphs(record: Record, report: Report) -> Iterator[str]:
    yield f"# {record.title}"
    yield f"{record.source}. Made by `{record.command}`, evenhand {record.version}."
    if record.verdict:
        yield f"**{record.verdict}**"
    if report.remarks:
        yield "\n".join(f"- {remark}" for remark in report.remarks)
    for title, frame in report.tables:
        yield f"## {title}"
        yield as_markdown(frame)
    for figure in record.figures:
        yield f"![{record.title}]({figure.file})"


def as_markdown(frame: "pl.DataFrame") -> str:
    """A table in Markdown, numbers with two decimals, as papers print them."""
    heads = [name.replace("_", " ") for name in frame.columns]
    rules = ["---:" if dtype.is_numeric() else "---" for dtype in frame.dtypes]
    rows = [[_text(value) for value in row] for row in frame.iter_rows()]
    return "\n".join(f"| {' | '.join(line)} |" for line in [heads, rules, *rows])


def _text(value: object) -> str:
    if value is None:
        return ""
    text = f"{value:.{DECIMALS}f}" if isinstance(value, float) else str(value)
    return text.replace("|", "\\|")
