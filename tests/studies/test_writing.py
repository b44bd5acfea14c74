"""The files that a study leaves behind."""

from dataclasses import replace
from pathlib import Path

import polars as pl

from evenhand import charts
from evenhand.studies.record import read_record
from evenhand.studies.study import Report, Size, Study, later
from evenhand.studies.writing import as_markdown, write_report

SIZES = {"smoke": Size(1, 1), "middle": Size(2, 2), "full": Size(2, 2)}
STUDY = Study("paper2000/table-9", "A title", "Paper 2000, Table IX", SIZES, later("x"))
MADE = "evenhand study run paper2000/table-9 --size smoke --seed 7"
FRAME = pl.DataFrame({"who": ["a|b", "c"], "n": [1, 2], "mean_of": [0.5, None]})


def test_a_report_is_written_with_its_table_and_figure(tmp_path: Path) -> None:
    def draw() -> "charts.Chart":
        return charts.curves(FRAME, "n", "mean_of", "who", order=["c"])

    report = Report([("The table", FRAME)], {"figure": draw}, ["A remark."], "measured: a half")
    written = write_report(STUDY, report, tmp_path, "smoke", 7, seconds=1.25)
    folder = tmp_path / "paper2000-table-9"
    names = ["table.csv", "figure.svg", "figure.png", "report.md", "study.json"]
    assert written == [folder / name for name in names]
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    assert pl.read_csv(folder / "table.csv").equals(FRAME)
    text = (folder / "report.md").read_text()
    verdict = "measured (smoke size, says little): a half"
    for part in ("# A title", "Paper 2000, Table IX", f"`{MADE}`", "- A remark.", "figure.svg"):
        assert part in text
    assert f"**{verdict}**" in text
    record = read_record(written[-1])
    assert (record.command, record.size, record.seed, record.seconds) == (MADE, "smoke", 7, 1.2)
    assert record.verdict == verdict
    assert record.remarks == ["A remark."]
    assert (record.tables[0].whole, record.tables[0].decimal) == (["n"], ["mean_of"])


def test_a_verdict_speaks_of_small_work_only_if_there_is_more_to_do(tmp_path: Path) -> None:
    report = Report([("The table", FRAME)], verdict="measured: a half")
    for size, says_little in (("smoke", True), ("middle", False), ("full", False)):
        record = read_record(write_report(STUDY, report, tmp_path, size, 1)[-1])
        assert ("says little" in record.verdict) == says_little
    always = replace(STUDY, sizes=dict.fromkeys(SIZES, Size(1, 1)))
    assert (
        "says little"
        not in read_record(write_report(always, report, tmp_path, "smoke", 1)[-1]).verdict
    )


def test_several_tables_are_numbered(tmp_path: Path) -> None:
    report = Report([("One", FRAME), ("Two", FRAME)])
    written = write_report(STUDY, report, tmp_path, "smoke", 1)
    names = ["table-1.csv", "table-2.csv", "report.md", "study.json"]
    assert [path.name for path in written] == names


def test_a_table_in_markdown_has_two_decimals_and_no_stray_bars() -> None:
    assert as_markdown(FRAME).splitlines() == [
        "| who | n | mean of |",
        "| --- | ---: | ---: |",
        "| a\\|b | 1 | 0.50 |",
        "| c | 2 |  |",
    ]
