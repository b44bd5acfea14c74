"""Sheets are read cell by cell within limits; the cells mean what they mean to all of evenhand."""

from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from evenhand.ledger.uploads.limits import USUAL, Limits, UploadError
from evenhand.ledger.uploads.sheets import read_cells
from evenhand.sheets import BadCell, Cells, Sheet, read_sheet

from .files import SHEET, packed, parts_of, with_part, with_shared_texts, xlsx

ROWS: list[list[Any]] = [
    ["text", "number", "time", "other"],
    ["Jürgen & <Söhne>", 1, datetime(2025, 1, 3, 18, 30), True],
    [" blanks ", 1.5, date(2025, 1, 3), False],
    [],
    ["=A1", -7, time(18, 30), "#DIV/0!"],
    [None, 10**20, timedelta(hours=30), None],
    ["\u2028", 1e-300, datetime(1900, 1, 1), "two\nlines"],
    [None, None, None, None],
]
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**15), 10**15),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=9).filter(
        lambda text: not text.startswith("=") and "_x" not in text
    ),
    st.datetimes(datetime(1950, 1, 1), datetime(2100, 1, 1)).map(
        lambda t: t.replace(microsecond=0)
    ),
)


def ours(content: bytes) -> Sheet:
    return read_cells(content, "xlsx", USUAL).sheet


def theirs(content: bytes, folder: Path) -> Sheet:
    path = folder / "sheet.xlsx"
    path.write_bytes(content)
    return read_sheet(path)


def filled(sheet: Sheet) -> list[tuple[int, Cells]]:
    rows = enumerate(sheet.rows, start=1)
    return [(number, list(row)) for number, row in rows if any(cell is not None for cell in row)]


def sheet_of(xml: str) -> bytes:
    """A workbook whose sheet has this between its data tags."""
    name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    part = f'<worksheet xmlns="{name}"><sheetData>{xml}</sheetData></worksheet>'
    return with_part(xlsx([["text"]]), SHEET, part.encode())


def test_cells_mean_the_same_as_to_the_reader_of_sheets(tmp_path: Path) -> None:
    for content in (xlsx(ROWS), with_shared_texts(xlsx(ROWS))):
        assert ours(content).columns == theirs(content, tmp_path).columns
        assert filled(ours(content)) == filled(theirs(content, tmp_path))


@settings(max_examples=60)
@given(st.lists(st.lists(VALUES, min_size=3, max_size=3), max_size=5))
def test_any_cells_mean_the_same(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[Any]]
) -> None:
    content = xlsx([["a", "b", "c"], *rows])
    folder = tmp_path_factory.getbasetemp()
    assert filled(ours(content)) == filled(theirs(content, folder))


def test_days_may_count_from_1904(tmp_path: Path) -> None:
    parts = parts_of(xlsx(ROWS))
    book = parts["xl/workbook.xml"].replace(b"<workbookPr ", b'<workbookPr date1904="1" ')
    content = packed({**parts, "xl/workbook.xml": book})
    assert filled(ours(content)) == filled(theirs(content, tmp_path))
    assert ours(content).rows[0][2] == datetime(2029, 1, 4, 18, 30)


def test_cells_without_places_inline_texts_runs_and_escapes() -> None:
    content = sheet_of(
        "<row><c t='inlineStr'><is><t>na</t></is></c><c t='str'><v>b</v></c></row>"
        "<row r='3'><c r='B3' t='inlineStr'><is><r><t>one </t></r><r><t>two</t></r></is></c></row>"
        "<row><c t='str'><f>A1</f><v></v></c><c t='str'><v>_x005F_x0041_</v></c></row>"
        "<row><c><f>A1</f></c><c t='n'><v>1_000</v></c></row>"
        "<row><c t='s'><v>-1</v></c><c t='d'><v>2025-01-03</v></c></row>"
    )
    sheet = ours(content)
    assert sheet.columns == ("na", "b")
    assert [list(row) for row in sheet.rows[:3]] == [
        [None, None],
        [None, "one two"],
        [None, "_x0041_"],
    ]
    uncalculated, text = sheet.rows[3]
    assert isinstance(uncalculated, BadCell)
    assert text == "1_000"
    missing, day = sheet.rows[4]
    assert missing == BadCell("a text that the file does not have")
    assert day == datetime(2025, 1, 3)


def test_empty_cells_with_formats_take_no_room() -> None:
    content = sheet_of(
        "<row r='1'><c r='A1' t='str'><v>a</v></c><c r='XFD1' s='1'/></row>"
        "<row r='2'><c r='A2'><v>7</v></c></row><row r='1048576'><c r='A1048576' s='1'/></row>"
    )
    assert [list(row) for row in ours(content).rows] == [[7]]


@pytest.mark.parametrize(
    ("xml", "words"),
    [
        ("<row r='2'/><row r='2'/>", "the rows of the sheet are not in order"),
        ("<row r='-1'/>", "the rows of the sheet are not in order"),
        ("<row><c r='B1'/><c r='A1'/></row>", "the cells of the sheet are not in order"),
        ("<row><c r='1A'/></row>", "the cells of the sheet are not in order"),
        ("<row><c r='XFD1'><v>1</v></c></row>", "the file has more than 200 columns"),
        ("<row r='9999999'><c><v>1</v></c></row>", "the file has more than 50,000 rows"),
        ("", "the file has no cells"),
    ],
)
def test_a_sheet_in_disorder_is_refused(xml: str, words: str) -> None:
    with pytest.raises(UploadError, match=words):
        ours(sheet_of(xml))


def test_a_sheet_of_few_cells_in_a_large_field_is_refused() -> None:
    xml = "<row><c r='T1'><v>1</v></c></row>" * 30
    with pytest.raises(UploadError, match="more than 500 cells"):
        read_cells(sheet_of(xml), "xlsx", Limits(cells=500))


@pytest.mark.parametrize("gone", ["_rels/.rels", "xl/_rels/workbook.xml.rels", SHEET])
def test_a_packed_file_that_is_no_workbook_is_refused(gone: str) -> None:
    parts = parts_of(xlsx(ROWS))
    del parts[gone]
    with pytest.raises(UploadError, match="packed like an XLSX file, but is none"):
        ours(packed(parts))
