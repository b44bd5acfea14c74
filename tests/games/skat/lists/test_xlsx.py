"""Lists in XLSX files, with cells of all kinds, and damaged ones."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from openpyxl import load_workbook

from evenhand.games.skat import read_lists
from evenhand.sheets import RowsError
from evenhand.tables import TableError
from tests.sheets import as_xlsx

from .files import PAPER, TOTALS


def test_cells_of_a_sheet_may_be_numbers_dates_and_formulas_with_values(tmp_path: Path) -> None:
    day = date(2025, 1, 3)
    path = as_xlsx(
        tmp_path,
        [
            ["Won", "Lost", "Points", "Total", "Player", "List", "Time"],
            [8, 1.0, 273, "783", 1, 7, day],
            [12, 4, 152, 592.0, "B", None, datetime(2025, 1, 3)],
            [None] * 7,
            [11, 0, 495, 1245, "C", 7.0, None],
            [None, " "],
        ],
    )
    (only,) = read_lists(path)
    assert (only.name, only.players, only.totals) == ("7", ("1", "B", "C"), (783, 592, 1245))
    assert only.time == datetime(2025, 1, 3, tzinfo=UTC)


def test_wrong_cells_of_a_sheet_are_told_one_by_one(tmp_path: Path) -> None:
    path = as_xlsx(
        tmp_path,
        [
            ["list", "player", "won", "lost", "points", "total", "time"],
            [1, "A", date(2025, 1, 3), 1, 273, 783],
            [1, "B", 12.5, 4, 152, 592],
            [1, "C", True, 0, 495, 1245],
            [1, "D", 1, 0, 24, "=C5+1"],
            [1, "E", 1, 0, 24, "#REF!"],
            [1, date(2025, 1, 3), 1, 0, 24, 24],
            [1, "G", 10**30, 0, 24, 24],
            [1, "H", 1, 0, 24, 24, timedelta(days=3)],
            [1, "I", 1, 0, 24, 24, None, None, "x"],
        ],
    )
    with pytest.raises(RowsError) as caught:
        read_lists(path)
    errors = caught.value.errors
    assert [(error.row, error.column, error.problem.partition(":")[0]) for error in errors] == [
        (1, "won", "not a whole number"),
        (2, "won", "not a whole number"),
        (3, "won", "not a whole number"),
        (5, "player", "list 1 has 8 players; a table has three or four"),
        (6, "player", "must be text or a whole number, not the time 2025-01-03 00"),
        (7, "won", "too large"),
        (8, "time", "not a time"),
        (9, "", "9 cells instead of 7"),
    ]  # fmt: skip


def test_formulas_without_values_and_errors_are_told(tmp_path: Path) -> None:
    rows = [line.split(",") for line in f"{TOTALS}\n{PAPER}".splitlines()]
    rows[1][5], rows[2][5] = "=50*(C2-D2)", "#REF!"
    with pytest.raises(RowsError) as caught:
        read_lists(as_xlsx(tmp_path, rows))
    assert [error.problem for error in caught.value.errors] == [
        "a formula without a value; open and save the file in a spreadsheet program",
        "the error #REF!",
    ]


def test_the_first_sheet_counts_and_merged_cells_are_one(tmp_path: Path) -> None:
    rows = [line.split(",") for line in f"{TOTALS}\n{PAPER}".splitlines()]
    path = as_xlsx(tmp_path, rows)
    book = load_workbook(path)
    book.active.merge_cells("A2:A4")
    other = book.create_sheet("other")
    other.append(["nothing"])
    book.active = 1
    book.save(path)
    assert read_lists(path)[0].totals == (783, 592, 1245)


def test_a_file_that_is_no_xlsx_is_refused(tmp_path: Path) -> None:
    rows = [line.split(",") for line in f"{TOTALS}\n{PAPER}".splitlines()]
    whole = as_xlsx(tmp_path, rows).read_bytes()
    path = tmp_path / "damaged.xlsx"
    for content in (
        b"list,player",
        b"PK\x03\x04",
        whole[:500],
        whole[: len(whole) // 2],
        whole[200:],
    ):
        path.write_bytes(content)
        with pytest.raises(
            TableError, match=r"damaged\.xlsx: not a readable XLSX file: .+"
        ) as caught:
            read_lists(path)
        assert "\n" not in str(caught.value)
