"""The files that a study leaves behind."""

from pathlib import Path

import polars as pl

from evenhand import charts
from evenhand.studies.study import Report, Size, Study, later
from evenhand.studies.writing import as_markdown, write_report

STUDY = Study(
    "paper2000/table-9", "A title", "Paper 2000, Table IX", {"smoke": Size(1, 1)}, later("x")
)
FRAME = pl.DataFrame({"who": ["a|b", "c"], "n": [1, 2], "mean_of": [0.5, None]})


def test_a_report_is_written_with_its_table_and_figure(tmp_path: Path) -> None:
    def draw() -> "charts.Chart":
        return charts.curves(FRAME, "n", "mean_of", "who", order=["c"])

    report = Report([("The table", FRAME)], {"figure": draw}, ["A remark."])
    written = write_report(STUDY, report, tmp_path, "the command")
    folder = tmp_path / "paper2000-table-9"
    names = ["table.csv", "figure.svg", "figure.png", "report.md"]
    assert written == [folder / name for name in names]
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    assert pl.read_csv(folder / "table.csv").equals(FRAME)
    text = (folder / "report.md").read_text()
    for part in ("# A title", "Paper 2000, Table IX", "`the command`", "- A remark.", "figure.svg"):
        assert part in text


def test_several_tables_are_numbered(tmp_path: Path) -> None:
    report = Report([("One", FRAME), ("Two", FRAME)])
    written = write_report(STUDY, report, tmp_path, "")
    assert [path.name for path in written] == ["table-1.csv", "table-2.csv", "report.md"]


def test_a_table_in_markdown_has_two_decimals_and_no_stray_bars() -> None:
    assert as_markdown(FRAME).splitlines() == [
        "| who | n | mean of |",
        "| --- | ---: | ---: |",
        "| a\\|b | 1 | 0.50 |",
        "| c | 2 |  |",
    ]
