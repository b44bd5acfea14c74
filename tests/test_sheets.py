"""Tables for spreadsheets: no cell is a formula, and what was written reads back."""

from datetime import UTC, date, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from openpyxl import load_workbook

from evenhand.sheets import SheetKind, encode_sheet, escape_formula, read_sheet, unescape_formula

KINDS = get_args(SheetKind)
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\uff1d1", "'=1", "''-1"]


def cells(content: bytes, kind: SheetKind) -> list[list[Any]]:
    """What the sheets' own reader finds, the column names first."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"table.{kind}"
        path.write_bytes(content)
        sheet = read_sheet(path)
    return [list(sheet.columns), *map(list, sheet.rows)]


@pytest.mark.parametrize("text", FORMULAS)
def test_text_like_a_formula_gets_an_apostrophe(text: str) -> None:
    assert escape_formula(text) == f"'{text}"
    assert unescape_formula(f"'{text}") == text


@pytest.mark.parametrize("text", ["", "Anna", "'t Hooft", "a=1", "1-2", "'", "0"])
def test_other_text_stays(text: str) -> None:
    assert escape_formula(text) == text
    assert unescape_formula(text) == text


def test_numbers_stay_numbers_and_times_become_text() -> None:
    assert [escape_formula(value) for value in (-96, -0.5, True, None)] == [-96, -0.5, True, None]
    assert [type(escape_formula(value)) for value in (np.float64(1), np.int32(2), np.True_)] == [
        float,
        int,
        bool,
    ]
    assert escape_formula(float("nan")) is escape_formula(float("inf")) is None
    assert escape_formula(date(2025, 1, 3)) == "2025-01-03"
    assert escape_formula(datetime(2025, 1, 3, 18, tzinfo=UTC)) == "2025-01-03T18:00:00+00:00"


@given(st.text())
def test_every_text_comes_back(text: str) -> None:
    assert unescape_formula(str(escape_formula(text))) == text


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40)
@given(rows=st.lists(st.tuples(st.text(max_size=8), st.integers() | st.floats()), max_size=5))
def test_no_cell_begins_like_a_formula(kind: SheetKind, rows: list[tuple[str, float]]) -> None:
    table = cells(encode_sheet(["player", "rating"], rows, kind), kind)
    assert table[0] == ["player", "rating"]
    texts = [row[0] for row in table[1:] if isinstance(row[0], str)]
    assert not any(text.startswith(("=", "+", "-", "@", "\t", "\r")) for text in texts)


def test_a_cell_never_becomes_two_rows() -> None:
    content = encode_sheet(["player"], [["a\r=1+1"], ['b\n"=1']], "csv")
    assert cells(content, "csv") == [["player"], ["a\r=1+1"], ['b\n"=1']]


def test_a_csv_file_may_begin_with_a_mark_for_excel() -> None:
    plain, marked = (encode_sheet(["Jürgen"], [[1]], "csv", bom=bom) for bom in (False, True))
    assert marked == b"\xef\xbb\xbf" + plain == b"\xef\xbb\xbfJ\xc3\xbcrgen\r\n1\r\n"


def test_a_sheet_has_text_as_text_and_numbers_as_numbers() -> None:
    content = encode_sheet(["=A1", "n"], [["=1+1", -1.5], ["Anna", 2]], "xlsx")
    sheet = load_workbook(BytesIO(content)).active
    assert [[cell.value for cell in row] for row in sheet.rows] == [
        ["'=A1", "n"],
        ["'=1+1", -1.5],
        ["Anna", 2],
    ]
    assert {cell.data_type for row in sheet.rows for cell in row} == {"s", "n"}


def test_a_sheet_takes_what_it_cannot_hold_in_a_form_that_it_can() -> None:
    rows = [["bell\x07"], ["_x0041_"], ["\ud800"], ["x" * 40_000]]
    table = cells(encode_sheet(["name"], rows, "xlsx"), "xlsx")
    assert [row[0] for row in table[1:]] == ["bell\ufffd", "\uff3fx0041_", "\ufffd", "x" * 32_767]
    assert encode_sheet(["name"], [["\ud800"]], "csv") == b"name\r\n?\r\n"
