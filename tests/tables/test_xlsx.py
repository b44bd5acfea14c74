"""Game tables in XLSX files: exact there and back, and refused in one line."""

from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from openpyxl import load_workbook

from evenhand import sheets as sheet_files
from evenhand.tables import GameTable, Layout, TableError, read_games, to_frame, write_games
from tests.sheets import as_xlsx

LAYOUTS = get_args(Layout)
WIDE = ["player_1", "player_2", "score_1", "score_2"]
TABLE = GameTable.from_games([{"Anna": 3, "Ben": 1}, {"Ben": 2, "Cem": 2}])
NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\t\n=<&\"'"),
    min_size=1,
    max_size=9,
).filter(lambda name: name.strip() and "_x" not in name)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
TIMES = st.integers(-(2**55), 2**56)


def refusal(path: Path) -> str:
    with pytest.raises(TableError) as caught:
        read_games(path)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(str(path)).removeprefix(", ")


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=50)
@given(
    names=st.lists(NAMES, min_size=3, max_size=3, unique=True),
    scores=st.lists(st.tuples(FINITE, FINITE, FINITE), min_size=1, max_size=4),
    times=st.none() | st.lists(TIMES, min_size=4, max_size=4).map(sorted),
)
def test_every_table_survives_a_sheet(
    layout: Layout, names: list[str], scores: list[tuple[float, ...]], times: list[int] | None
) -> None:
    seats = np.tile(np.arange(3, dtype=np.int32), (len(scores), 1))
    time = None if times is None else np.array(times[: len(scores)], np.int64)
    table = GameTable(tuple(names), seats, np.array(scores), time=time)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.xlsx"
        write_games(table, path, layout=layout)
        again = read_games(path)
    assert again.names == table.names
    assert (again.score == table.score).all()
    assert (again.seats == table.seats).all()
    assert time is None or (again.time is not None and (again.time == time).all())


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("ids", [[7, 9], ["7", "x"], ["=1+1", "007"]])
def test_ids_teams_luck_and_empty_seats_survive_a_sheet(
    tmp_path: Path, layout: Layout, ids: list[Any]
) -> None:
    seats = np.array([[0, 1, 2, 3], [1, -1, 0, -1]], np.int32)
    score = np.array([[1.0, 1.0, 0.0, 0.0], [2.0, 0.0, 1.0, 0.0]])
    team = np.array([[1, 1, 2, 2], [1, 0, 2, 0]], np.int8)
    game = np.array(ids, np.int64 if isinstance(ids[0], int) else object)
    table = GameTable(("A", "B", "C", "D"), seats, score, score / 3, team, game=game)
    write_games(table, tmp_path / "games.xlsx", layout=layout)
    again = to_frame(read_games(tmp_path / "games.xlsx"))
    assert again.equals(to_frame(table))


def test_a_sheet_is_one_that_people_can_use(tmp_path: Path) -> None:
    """Numbers are numbers, and a name like a formula is text."""
    write_games(GameTable.from_games([{"=A1": 3, "Ben": 0.1}]), tmp_path / "games.xlsx")
    sheet = load_workbook(tmp_path / "games.xlsx").active
    assert [cell.value for cell in sheet[2]] == ["=A1", "Ben", 3.0, 0.1]
    assert [cell.data_type for cell in sheet[2]] == ["s", "s", "n", "n"]


def test_a_sheet_and_a_csv_file_of_the_same_cells_mean_the_same(tmp_path: Path) -> None:
    day = datetime(2024, 1, 31, 18, 30)
    path = as_xlsx(
        tmp_path,
        [
            [],
            [" player_1 ", *WIDE[1:], "time", "game"],
            [1, "x", 3, 1.5, day, 7],
            ["x", 2.0, "4", 2, day, 8],
            ["1", "x", 5, 2, "2024-02-01", 9],
            [None, None, None, None, None],
        ],
    )
    table = read_games(path)
    assert table.names == ("1", "x", "2")
    assert table.score.tolist() == [[3, 1.5], [4, 2], [5, 2]]
    assert table.time is not None
    assert table.time[0] == day.replace(tzinfo=UTC).timestamp() * 1_000_000


WRONG = [
    ([["A", "B", 1, 0], ["A", "B", None, 0]], "row 2, column score_1: missing score"),
    ([["A", "B", 1, "many"]], "row 1, column score_2: not a number: 'many'"),
    ([["A", "B", 1, date(2024, 1, 31)]], "column score_2: must hold numbers, not Datetime"),
    ([["A", "B", 1, 2], ["A", "B", 1, date(2024, 1, 31)]], "row 2, column score_2: not a number"),
    ([["A", "B", 1, True]], "row 1, column score_2: not a number: 'True'"),
    ([["A", "B", 1, "=1+1"]], "row 1, column score_2: a formula without a value"),
    ([["A", "B", 1, "#DIV/0!"]], "row 1, column score_2: the error #DIV/0!"),
    ([["A", "B", 1, 1e308], ["A", "A", 1, 0]], "row 2, column player_2: a player sits twice"),
    ([["A", "B", 1, 0], [], ["A", "B", 1, 0]], "row 2, column player_1: a game needs at least"),
    ([["A", "B", 1, 0, "more"]], "row 1: 5 cells instead of 4"),
    ([], ": no rows"),
]


@pytest.mark.parametrize(("rows", "words"), WRONG)
def test_a_wrong_cell_of_a_sheet_is_named(
    tmp_path: Path, rows: list[list[Any]], words: str
) -> None:
    assert refusal(as_xlsx(tmp_path, [WIDE, *rows])).startswith(words)


def test_wrong_columns_and_damaged_files_are_refused(tmp_path: Path) -> None:
    assert refusal(as_xlsx(tmp_path, [[*WIDE, "tiem"], ["A", "B", 1, 0, 5]])).startswith(
        "column tiem"
    )
    assert refusal(as_xlsx(tmp_path, [[*WIDE, "score_1"]])) == "column score_1: is there twice"
    assert refusal(as_xlsx(tmp_path, [])) == ": the file has no cells"
    path = tmp_path / "rows.xlsx"
    whole = path.read_bytes()
    for content in (b"no sheet", whole[: len(whole) // 2]):
        path.write_bytes(content)
        assert refusal(path).startswith(": not a readable XLSX file")


def test_sheets_that_never_end_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = as_xlsx(tmp_path, [WIDE, ["A", "B", 1, 0]])
    with ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    with ZipFile(path, "w") as book:
        for name, content in parts.items():
            book.writestr(name, content.replace(b'r="A2"', b'r="A9999999"'))
    assert refusal(path) == ": more than 1048576 rows"
    monkeypatch.setattr(sheet_files, "MAX_BYTES", 1000)
    assert refusal(path) == ": more than 1000 bytes when unpacked"


def test_a_table_that_a_sheet_cannot_hold_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.xlsx"
    write_games(TABLE, path)
    old = path.read_bytes()
    for name in ("bell\x07", "return\r", "_x0041_", "x" * 40_000):
        with pytest.raises(TableError, match=r"games\.xlsx: cannot be written: a .*sheet"):
            write_games(GameTable.from_games([{name: 1, "B": 0}]), path)
    monkeypatch.setattr(sheet_files, "MAX_ROWS", 2)
    with pytest.raises(TableError, match="a sheet has at most 2 rows"):
        write_games(TABLE, path)
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


def test_whole_numbers_beyond_64_bits_are_numbers(tmp_path: Path) -> None:
    path = as_xlsx(tmp_path, [WIDE, ["A", "B", 10**20, 0]])
    assert read_games(path).score[0, 0] == 1e20


def _with_cell(path: Path, old: str, new: str) -> Path:
    """Change the XML of a sheet, as other programs write it."""
    with ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    assert old.encode() in parts[sheet], parts[sheet]
    parts[sheet] = parts[sheet].replace(old.encode(), new.encode())
    with ZipFile(path, "w") as book:
        for name, content in parts.items():
            book.writestr(name, content)
    return path


def test_errors_and_formulas_are_refused_in_optional_columns_too(tmp_path: Path) -> None:
    """The fast reader takes these cells for empty ones."""
    head = ["player_1", "player_2", "player_3", "score_1", "score_2", "score_3", "luck_1"]
    head += ["luck_2", "luck_3", "time"]
    right: list[Any] = ["A", "B", None, 1, 0, None, None, 0.5, None, "2024-01-01"]
    assert len(read_games(as_xlsx(tmp_path, [head, right, right]))) == 2
    for column in ("player_3", "luck_1", "time"):
        for cell, words in (("=1+1", "a formula without a value"), ("#REF!", "the error #REF!")):
            wrong = list(right)
            wrong[head.index(column)] = cell
            path = as_xlsx(tmp_path, [head, right, wrong])
            assert refusal(path).startswith(f"row 2, column {column}: {words}")


def test_what_a_formula_came_to_counts(tmp_path: Path) -> None:
    rows: list[list[Any]] = [[*WIDE, "x_why"], ["A", "B", "=1+1", 0, "x"], ["A", "B", 1, 0, None]]
    path = as_xlsx(tmp_path, rows)
    _with_cell(path, '<c r="C2"><f>1+1</f><v /></c>', '<c r="C2"><f>1+1</f><v>2</v></c>')
    assert read_games(path).score.tolist() == [[2, 0], [1, 0]]
    wrong = '<c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'
    _with_cell(path, '<c r="C2"><f>1+1</f><v>2</v></c>', wrong)
    assert refusal(path) == "row 1, column score_1: the error #DIV/0!"
    _with_cell(path, wrong, '<c r="C2" t="str"><f>A9</f><v></v></c>')
    assert refusal(path) == "row 1, column score_1: missing score"  # empty text, calculated


def test_cells_far_apart_are_refused_before_memory_runs_out(tmp_path: Path) -> None:
    path = as_xlsx(tmp_path, [WIDE, ["A", "B", 1, 0]])
    _with_cell(path, 'r="D2"', 'r="XFD1048576"')
    assert refusal(path).startswith(": a cell in row 1048576 and one in column 16384")
    path = as_xlsx(tmp_path, [WIDE, ["A", "B", 1, 0]])
    _with_cell(path, 'r="D2"', f'r="D{"9" * 5000}"')  # the reader would end the process
    assert refusal(path) == ": more than 1048576 rows"


def test_whole_numbers_as_ids_are_exact(tmp_path: Path) -> None:
    ids = np.array([2**62 + 1, -(2**53) - 1])
    table = GameTable(("A", "B"), np.array([[0, 1]] * 2, np.int32), np.eye(2), game=ids)
    write_games(table, tmp_path / "games.xlsx")
    again = read_games(tmp_path / "games.xlsx").game
    assert again is not None
    assert again.tolist() == ids.tolist()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_times_beyond_the_calendar_are_not_written_as_text(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"games.{kind}"
    for time in (-(2**62), 2**62):
        times = np.array([time])
        table = GameTable(("A", "B"), np.array([[0, 1]], np.int32), np.eye(1, 2), time=times)
        words = "cannot be written: row 1, column time: not in the years 1 to 9999; use Parquet"
        with pytest.raises(TableError, match=words):
            write_games(table, path)
        write_games(table, tmp_path / "games.parquet")
        again = read_games(tmp_path / "games.parquet").time
        assert again is not None
        assert again.tolist() == [time]
