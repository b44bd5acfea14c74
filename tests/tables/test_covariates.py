"""Columns of the user's own, whose names begin with x_, are passed over."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from evenhand.tables import (
    GameTable,
    TableError,
    from_frame,
    read_games,
    to_frame,
    write_frame,
    write_games,
)
from tests.sheets import as_xlsx

TABLE = GameTable.from_games([{"Anna": 3, "Ben": 1}, {"Ben": 2, "Cem": 2}])
WIDE = "player_1,player_2,score_1,score_2"


def read(folder: Path, text: str | bytes) -> GameTable:
    path = folder / "games.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_games(path)


@pytest.mark.parametrize(
    "text",
    [
        f"{WIDE},x_turns\nAnna,Ben,3,1,7\nBen,Cem,2,2,8\n",
        "x_player_9,player_1,x_score_1,player_2,score_1,score_2\n?,Anna,,Ben,3,1\n,Ben,?,Cem,2,2\n",
        f'{WIDE},x_\nAnna,Ben,3,1,"a ""note"", of\ntwo lines"\nBen,Cem,2,2,",,,"\n',
        f"{WIDE},x_turns\nAnna,Ben,3,1,\nBen,Cem,2,2,\n",
        f"{WIDE}, x_turns \nAnna,Ben,3,1,inf\nBen,Cem,2,2,NaN\n\n,,,,\n",
        f"{WIDE.replace(',', ';')};x_turns\nAnna;Ben;3,0;1;1,5\nBen;Cem;2;2;one, two\n",
        "x_a,game,player,x_score,score\n1,1,Anna,x,3\n,1,Ben,,1\n2,2,Ben,,2\n,2,Cem,,2\n",
    ],
)
def test_a_csv_file_with_own_columns_is_the_file_without_them(tmp_path: Path, text: str) -> None:
    table = read(tmp_path, text)
    assert table.names == TABLE.names
    assert table.seats.tolist() == TABLE.seats.tolist()
    assert table.score.tolist() == TABLE.score.tolist()


def test_own_columns_of_any_type_are_passed_over_in_parquet_and_frames(tmp_path: Path) -> None:
    own: dict[str, list[object]] = {
        "x_list": [[1], [2]],
        "x_struct": [{"a": 1}, None],
        "x_true": [True, None],
    }
    for layout, times in (("wide", 1), ("long", 2)):
        frame = to_frame(TABLE, layout)  # type: ignore[arg-type]
        frame = frame.with_columns(pl.Series(name, v * times) for name, v in own.items())
        frame.write_parquet(tmp_path / "games.parquet")
        for table in (from_frame(frame), read_games(tmp_path / "games.parquet")):
            assert to_frame(table).drop("game", strict=False).equals(to_frame(TABLE))


def test_own_cells_of_a_sheet_may_hold_anything(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        [*WIDE.split(","), "x_note", "x_sum"],
        ["Anna", "Ben", 3, 1, "#DIV/0!", "=A1+B1"],
        ["Ben", "Cem", 2, 2, True, None],
    ]
    assert to_frame(read_games(as_xlsx(tmp_path, rows))).equals(to_frame(TABLE))


@pytest.mark.parametrize("kind", ["csv", "parquet", "xlsx"])
def test_a_frame_with_own_columns_is_written_and_read_as_games(tmp_path: Path, kind: str) -> None:
    frame = to_frame(TABLE).with_columns(
        x_turns=pl.Series([7, 8]), x_declared=pl.Series([True, False]), x_why=pl.Series(["=", None])
    )
    write_frame(frame, tmp_path / f"own.{kind}")
    write_games(TABLE, tmp_path / f"plain.{kind}")
    own, plain = (to_frame(read_games(tmp_path / f"{name}.{kind}")) for name in ("own", "plain"))
    assert own.equals(plain)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (f"{WIDE},turns\nA,B,1,0,7\n", "unknown column; allowed are .* begin with x_$"),
        ("game,player,score,X_turns\n1,A,1,7\n", "unknown column; .* begin with x_$"),
        (f"{WIDE},x_a,x_a\nA,B,1,0,7,8\n", "column x_a: is there twice"),
        (f"{WIDE},x_a\nA,B,1,0,7\nA,B,1,0\n", "row 2: 4 cells instead of 5"),
        (f"{WIDE},x_a\nA,B,1,0,7\nA,B,1,0,7,8\n", "row 2: 6 cells instead of 5"),
        (f"{WIDE},x_a\nA,B,1,0,7\nA,B,1,won,7\n", "row 2, column score_2: not a number: 'won'"),
        (f"{WIDE},x_a\nA,B,1,0,7\n,,,,7\n", "row 2, column player_1: a game needs at least two"),
        (f"{WIDE},x_a\n".encode() + b"A,B,1,0,\xff\n", "row 1, column x_a: not UTF-8 text"),
        ("x_player_1,x_score_1\nA,1\n", "cannot tell which columns hold players"),
    ],
)
def test_a_file_with_own_columns_is_checked_as_strictly(
    tmp_path: Path, content: str | bytes, words: str
) -> None:
    with pytest.raises(TableError, match=words):
        read(tmp_path, content)


def test_rows_stay_together_when_games_are_put_in_order_of_time(tmp_path: Path) -> None:
    rows = "1,A,B,1,0,20240130\n2,C,D,2,0,20240120\n3,E,F,3,0,20240110\n"
    table = read(tmp_path, f"x_n,{WIDE},time\n{rows}")
    assert table.names == ("E", "F", "C", "D", "A", "B")
    assert np.array_equal(table.score[:, 0], [3, 2, 1])
