"""Whatever is in a file, it is read or refused, never anything else."""

import csv
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from hypothesis import given, settings, strategies as st

from evenhand.games.skat import read_lists
from evenhand.sheets import RowsError
from evenhand.tables import TableError
from tests.sheets import as_xlsx

from .files import DEALS, PAPER, TOTALS

SOME = "A B C 1 -1 2 won lost GH NO null 24 -48 x nan inf 1e9 - =1+1 ' \" 2025-01-03 \0 ٣ 1.5"
WORDS = st.just("") | st.just("ohne 2") | st.sampled_from(SOME.split(" "))
COLUMNS = st.lists(
    st.sampled_from(
        [*DEALS.split(","), *TOTALS.split(","), "bid", "score", "time", "games", "game"]
    ),
    unique=True,
    max_size=14,
)


@settings(max_examples=400)
@given(
    columns=COLUMNS | st.just(DEALS.split(",")) | st.just(TOTALS.split(",")),
    rows=st.lists(st.lists(WORDS | st.text(max_size=5), max_size=14), max_size=6),
    separator=st.sampled_from(",;\t"),
)
def test_any_cells_are_read_or_refused(
    columns: list[str], rows: list[list[str]], separator: str
) -> None:
    text = StringIO()
    csv.writer(text, delimiter=separator).writerows([columns, *rows])
    _read_or_refuse_csv(text.getvalue().encode(errors="replace"))


@settings(max_examples=200)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    _read_or_refuse_csv(content)
    _read_or_refuse_csv(f"{DEALS}\n".encode() + content)


@settings(max_examples=100)
@given(st.integers(0, 10_000), st.integers(0, 255), st.integers(1, 40))
def test_a_scratched_xlsx_is_read_or_refused(place: int, byte: int, length: int) -> None:
    with TemporaryDirectory() as folder:
        path, whole = Path(folder) / "rows.xlsx", bytearray(_paper_as_xlsx())
        place %= len(whole)
        whole[place : place + length] = bytes([byte]) * length
        path.write_bytes(whole)
        _read_or_refuse(path)


@settings(max_examples=150)
@given(
    part=st.sampled_from(["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"]),
    place=st.integers(0, 3_000),
    length=st.integers(0, 5),
    text=st.sampled_from(["", "9" * 30, "NaN", "-1", "<", "&", 't="e"', 't="d"', 't="s"', "ZZ9"]),
)
def test_an_xlsx_of_odd_xml_is_read_or_refused(
    part: str, place: int, length: int, text: str
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rows.xlsx"
        with ZipFile(BytesIO(_paper_as_xlsx())) as book:
            parts = {name: book.read(name) for name in book.namelist()}
        place %= len(parts[part])
        parts[part] = parts[part][:place] + text.encode() + parts[part][place + length :]
        with ZipFile(path, "w") as book:
            for name, content in parts.items():
                book.writestr(name, content)
        _read_or_refuse(path)


@cache
def _paper_as_xlsx() -> bytes:
    rows = [line.split(",") for line in f"{TOTALS}\n{PAPER}".splitlines()]
    with TemporaryDirectory() as folder:
        return as_xlsx(Path(folder), rows).read_bytes()


def _read_or_refuse_csv(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "list.csv"
        path.write_bytes(content)
        _read_or_refuse(path)


def _read_or_refuse(path: Path) -> None:
    refused: TableError | None = None
    try:
        lists = read_lists(path)
    except TableError as error:
        refused = error
    if refused is None:
        assert all(len(one.totals) in (3, 4) for one in lists)
    else:
        errors = refused.errors if isinstance(refused, RowsError) else (refused,)
        assert all(one.file == str(path) and "\n" not in str(one) for one in errors)
