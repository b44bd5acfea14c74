"""Kinds of files, dialects of CSV, times, and writing that never leaves half a file."""

import os
import stat
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from evenhand.tables import (
    EMPTY,
    GameTable,
    TableError,
    from_frame,
    read_games,
    to_frame,
    write_games as write,
)

WIDE = "player_1,player_2,score_1,score_2"
NOON = datetime(2024, 1, 31, 12, tzinfo=UTC)
TABLE = GameTable.from_games([{"Anna": 3, "Ben": 1}, {"Ben": 2, "Cem": 2}])


def read(folder: Path, content: str | bytes) -> GameTable:
    path = folder / "games.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_games(path)


@pytest.mark.parametrize(
    "content",
    [
        f"{WIDE}\nAnna,Ben,1.5,2\n",
        f"\ufeff{WIDE}\r\nAnna,Ben,1.5,2\r\n",
        f"{WIDE}\nAnna,Ben,1.5,2",
        f"{WIDE}\nAnna,Ben,1.5,2\n\n,,,\n\n",
        ' player_1 ,"player_2", score_1,score_2 \n"Anna",Ben, 1.5 , 2\n',
        "player_1;player_2;score_1;score_2\nAnna;Ben;1,5;2\n",
        "player_1;player_2;score_1;score_2\nAnna;Ben;1.5;2\n",
        "player_1;player_2;score_1;score_2\nAnna;Ben; 1,5 ;2\n",
        "player_1\tplayer_2\tscore_1\tscore_2\nAnna\tBen\t1.5\t2\n",
        "score_2,score_1,player_2,player_1\n2,1.5,Ben,Anna\n",
        "game,player,score\n1,Anna,1.5\n1,Ben,2\n",
        "seat;score;player;game\n2;2;Ben;1\n1;1,5;Anna;1\n",
    ],
)
def test_dialects_of_csv_mean_the_same(tmp_path: Path, content: str) -> None:
    table = read(tmp_path, content)
    assert table.names == ("Anna", "Ben")
    assert table.score.tolist() == [[1.5, 2.0]]


def test_names_of_any_kind_are_kept(tmp_path: Path) -> None:
    table = read(tmp_path, f'{WIDE}\n"Müller, ""Hansi""","two\nlines",1,0\n007,7,1,0\n')
    assert table.names == ('Müller, "Hansi"', "two\nlines", "007", "7")


@pytest.mark.parametrize("kind", [pl.Int8, pl.UInt32, pl.Int64, pl.UInt64, pl.String])
def test_players_may_be_numbers_but_their_names_are_text(kind: Any) -> None:
    ids = pl.Series([5, 7]).cast(kind)
    frame = pl.DataFrame({"player_1": ids, "player_2": ids.reverse(), "score_1": 1, "score_2": 0})
    assert from_frame(frame).names == ("5", "7")


def test_numbers_and_text_of_one_player_are_the_same_player() -> None:
    frame = pl.DataFrame({"player_1": [5, 7], "player_2": ["7", "x"], "score_1": 1, "score_2": 0})
    table = from_frame(frame)
    assert table.names == ("5", "7", "x")
    assert table.seats.tolist() == [[0, 1], [1, 2]]


def test_an_empty_seat_is_a_seat_without_player_and_score(tmp_path: Path) -> None:
    text = "player_1,player_2,player_3,score_1,score_2,score_3\nA,B,C,3,2,1\n,B,A,,2,1\nA,B,,2,1,\n"
    table = read(tmp_path, text)
    assert table.seats.tolist() == [[0, 1, 2], [EMPTY, 1, 0], [0, 1, EMPTY]]
    assert table.score.tolist() == [[3, 2, 1], [0, 2, 1], [2, 1, 0]]


def test_game_ids_are_numbers_only_if_all_of_them_are(tmp_path: Path) -> None:
    whole = read(tmp_path, f"{WIDE},game\nA,B,1,0,12\nA,B,1,0,-3\n").game
    assert whole is not None
    assert whole.dtype == np.int64
    text = read(tmp_path, f"{WIDE},game\nA,B,1,0,12\nA,B,1,0,012\n").game
    assert text is not None
    assert text.tolist() == ["12", "012"]


def test_long_rows_need_not_stand_together_and_seats_follow_the_seat_column(tmp_path: Path) -> None:
    table = read(tmp_path, "game,player,score,seat\nx,A,1,2\ny,C,5,1\nx,B,2,1\ny,A,6,4\n")
    assert table.names == ("B", "A", "C")
    assert table.seats.tolist() == [[0, 1, EMPTY, EMPTY], [2, EMPTY, EMPTY, 1]]
    assert table.game is not None
    assert table.game.tolist() == ["x", "y"]


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_thousand_players_may_play_one_game(tmp_path: Path, kind: str) -> None:
    crowd = {f"P{player}": float(player) for player in range(1000)}
    table = GameTable.from_games([crowd, {"P1": 1.0, "P2": 2.0}])
    write(table, tmp_path / f"games.{kind}", layout="long")
    again = read_games(tmp_path / f"games.{kind}")
    assert (again.seats == table.seats).all()
    assert (again.score == table.score).all()


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-31T12:00:00Z",
        "2024-01-31T12:00:00",
        "2024-01-31 12:00:00.000000",
        "2024-01-31T13:00:00+01:00",
        "2024-01-31T12:00",
        "2024-01-31T07:00:00.000-0500",
        "20240131T120000Z",
    ],
)
def test_iso_text_is_read_as_utc_whatever_stands_beside_it(tmp_path: Path, text: str) -> None:
    for first in (text, "2024-01-31", "2024-01-31T00:00:00", "20240131"):
        table = read(tmp_path, f"{WIDE},time\nA,B,1,0,{first}\nA,B,1,0,{text}\n")
        assert table.time is not None
        assert table.time[1] == NOON.timestamp() * 1_000_000


@pytest.mark.parametrize(
    "time",
    [
        pl.Series([NOON]),
        pl.Series([NOON.replace(tzinfo=None)]),
        pl.Series([NOON]).dt.cast_time_unit("ns"),
        pl.Series([NOON]).dt.cast_time_unit("ms"),
        pl.Series([NOON]).dt.convert_time_zone("Asia/Tokyo"),
        pl.Series([NOON.astimezone(timezone(timedelta(hours=2)))]),
        pl.Series(["2024-01-31T12:00:00"]),
    ],
)
def test_times_of_every_polars_type_are_microseconds_in_utc(time: pl.Series) -> None:
    frame = pl.DataFrame(
        {"player_1": "A", "player_2": "B", "score_1": 1, "score_2": 0, "time": time}
    )
    table = from_frame(frame)
    assert table.time is not None
    assert table.time.tolist() == [1_706_702_400_000_000]
    assert to_frame(table)["time"].dtype == pl.Datetime("us", "UTC")


def test_dates_begin_at_midnight_utc() -> None:
    day = pl.Series([date(1970, 1, 2)])
    frame = pl.DataFrame(
        {"player_1": "A", "player_2": "B", "score_1": 1, "score_2": 0, "time": day}
    )
    table = from_frame(frame)
    assert table.time is not None
    assert table.time.tolist() == [86_400_000_000]


def test_file_names_with_signs_of_a_pattern_are_names(tmp_path: Path) -> None:
    for name in ("games[1]*.csv", "games[1]*.PARQUET", "game=1.pq"):
        write(TABLE, tmp_path / name)
        assert read_games(str(tmp_path / name)).names == TABLE.names


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"games.{kind}"
    write(TABLE, path)
    old = path.read_bytes()

    def half(frame: pl.DataFrame, file: Any) -> None:
        file.write(b"half a")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pl.DataFrame, f"write_{kind}", half)
    with pytest.raises(TableError, match=r"games\..*: cannot be written: No space left"):
        write(TABLE, path)
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


def test_a_table_that_cannot_be_read_again_is_not_written(tmp_path: Path) -> None:
    seats, score = np.array([[0, 1]], np.int32), np.zeros((1, 2))
    for names, words in (
        (("A", " "), "blank player name"),
        (("A", "A"), "two players of one name"),
    ):
        with pytest.raises(TableError, match=words):
            write(GameTable(names, seats, score), tmp_path / "games.csv")
    for name in ("games.xls", "games", "none/games.csv"):
        with pytest.raises(TableError, match=r"unknown kind of file|cannot be written"):
            write(TABLE, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_written_file_has_the_usual_rights_and_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "games.csv", tmp_path / "link.csv"
    mask = os.umask(0o027)
    try:
        write(TABLE, path)
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o600)
    link.symlink_to(path)
    write(TABLE, link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nothing_is_compiled_for_a_small_file(tmp_path: Path) -> None:
    """Reading and writing, in order of time or not, goes without a kernel."""
    write(TABLE, tmp_path / "games.csv")
    (tmp_path / "late.csv").write_text(f"{WIDE},time\nA,B,1,0,2024-02-01\nC,B,1,0,2024-01-01\n")
    code = """
import sys
from evenhand import compiled
def kernel(function):
    def refuse(*args): raise AssertionError(f"{function.__name__} is compiled")
    return refuse
compiled.kernel = kernel
from evenhand.tables import read_games, write_games
for path in sys.argv[1:]:
    write_games(read_games(path), path, layout="long")
    read_games(path)
"""
    files = [str(tmp_path / name) for name in ("games.csv", "late.csv")]
    subprocess.run([sys.executable, "-c", code, *files], check=True)


def test_a_header_with_bare_carriage_returns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "old_mac.csv"
    path.write_bytes(b"player_1,player_2,score_1,score_2\rA,B,1,0\r")
    with pytest.raises(TableError, match=r"old_mac\.csv: the header is not one line of CSV"):
        read_games(path)


def test_game_ids_beyond_64_bits_become_text(tmp_path: Path) -> None:
    path = tmp_path / "big.parquet"
    ids = pl.Series([2**63 + 5, 7], dtype=pl.UInt64)
    columns = {"player_1": ["A", "B"], "player_2": ["B", "A"], "score_1": [1, 0], "score_2": [0, 1]}
    pl.DataFrame({**columns, "game": ids}).write_parquet(path)
    games = read_games(path).game
    assert games is not None
    assert games.tolist() == [str(2**63 + 5), "7"]


@pytest.mark.parametrize("kind", ["csv", "parquet", "xlsx"])
@pytest.mark.parametrize("layout", ["wide", "long"])
def test_unknown_luck_stays_unknown(tmp_path: Path, kind: str, layout: str) -> None:
    seats = np.array([[0, 1, 2], [2, 0, EMPTY]], np.int32)
    luck = np.array([[0.5, np.nan, -0.5], [np.nan, 1.0, 0.0]])
    table = GameTable(("A", "B", "C"), seats, np.ones((2, 3)), luck=luck)
    path = tmp_path / f"games.{kind}"
    write(table, path, layout=layout)  # type: ignore[arg-type]
    again = read_games(path).luck
    assert again is not None
    np.testing.assert_array_equal(again[table.taken], luck[table.taken])
