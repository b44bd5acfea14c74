"""The files of a study: tables as CSV, figures as SVG and PNG, and a report of it all."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from evenhand.studies.study import Report, Study
from evenhand.tables.whole import write_whole

if TYPE_CHECKING:
    import polars as pl

DECIMALS = 2
FIGURE_KINDS = (".svg", ".png")


def folder_of(study: Study, out: Path) -> Path:
    """The folder of a study's files."""
    return out / study.id.replace("/", "-")


def write_report(study: Study, report: Report, out: Path, made: str) -> list[Path]:
    """Write all files of a study; ``made`` says how it was made."""
    from evenhand import charts

    folder = folder_of(study, out)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, frame in table_files(report):
        write_whole(folder / name, frame.write_csv)
        written.append(folder / name)
    for name, draw in report.figures.items():
        chart = draw()
        for kind in FIGURE_KINDS:
            charts.save(chart, folder / f"{name}{kind}")
            written.append(folder / f"{name}{kind}")
    text = "\n\n".join(_paragraphs(study, report, made)) + "\n"
    write_whole(folder / "report.md", lambda draft: draft.write_text(text, encoding="utf-8"))
    return [*written, folder / "report.md"]


def table_files(report: Report) -> Iterator[tuple[str, "pl.DataFrame"]]:
    """The tables under the names of their files: table.csv, or table-1.csv and so on."""
    alone = len(report.tables) == 1
    for number, (_, frame) in enumerate(report.tables, start=1):
        yield "table.csv" if alone else f"table-{number}.csv", frame


def _paragraphs(study: Study, report: Report, made: str) -> Iterator[str]:
    yield f"# {study.title}"
    yield f"{study.source}. Made by `{made}`."
    if report.remarks:
        yield "\n".join(f"- {remark}" for remark in report.remarks)
    for title, frame in report.tables:
        yield f"## {title}"
        yield as_markdown(frame)
    for name in report.figures:
        yield f"![{study.title}]({name}.svg)"


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
