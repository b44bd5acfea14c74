"""Every malformed input is refused in one line that names file, row and column."""

from pathlib import Path

import polars as pl
import pytest

from evenhand.tables import TableError, from_frame, read_games

WIDE = "player_1,player_2,score_1,score_2"
THREE = "player_1,player_2,player_3,score_1,score_2,score_3"
LONG = "game,player,score"

CELLS = [
    # text of the file, row, column, words of the message
    (f"{WIDE}\nA,B,1,0\nA,B,,0\n", 2, "score_1", "missing score"),
    (f"{WIDE}\nA,B,1,0\nA,B,1,inf\n", 2, "score_2", "not a finite number"),
    (f"{WIDE}\nA,B,1,0\nA,B,NaN,1\n", 2, "score_1", "not a finite number"),
    (f"{WIDE}\nA,B,1,0\nA,B,1,won\n", 2, "score_2", "not a number: 'won'"),
    (f"{WIDE}\nA,B,1,0\n,B,1,0\n", 2, "player_1", "missing player (score_1 is given)"),
    (f"{WIDE}\nA,B,1,0\nA,  ,1,0\n", 2, "player_2", "blank player name"),
    (f'{WIDE}\nA,B,1,0\nA,"",1,0\n', 2, "player_2", "blank player name"),
    (f"{WIDE}\nA,B,1,0\nC,C,1,0\n", 2, "player_2", "a player sits twice in one game"),
    (f"{THREE}\nA,B,C,3,2,1\nA,B,A,3,2,1\n", 2, "player_3", "a player sits twice in one game"),
    (f"{WIDE}\nA,B,1,0\nA,,1,\n", 2, "player_2", "a game needs at least two players"),
    (f"{WIDE}\nA,B,1,0\n\nA,B,1,0\n", 2, "player_1", "a game needs at least two players"),
    (f"{WIDE},game\nA,B,1,0,x\nA,B,1,0,y\nA,B,1,0,x\n", 3, "game", "'x' is there twice"),
    (f"{WIDE},game\nA,B,1,0,7\nA,B,1,0,8\nA,B,1,0,7\n", 3, "game", "7 is there twice"),
    (f"{WIDE},game\nA,B,1,0,7\nA,B,1,0,\n", 2, "game", "missing game id"),
    (f"{WIDE},time\nA,B,1,0,2024-01-31\nA,B,1,0,yesterday\n", 2, "time", "not a time: 'yesterday'"),
    (f"{WIDE},time\nA,B,1,0,2024-01-31\nA,B,1,0,31.01.2024\n", 2, "time", "not a time"),
    (f"{WIDE},time\nA,B,1,0,2024-01-31\nA,B,1,0,2024-02-31\n", 2, "time", "not a time"),
    (f"{WIDE},time\nA,B,1,0,2024-01-31\nA,B,1,0,\n", 2, "time", "missing time"),
    (f"{WIDE},time\nA,B,1,0,2024-01-31\nA,B,1,0,1.5\n", 2, "time", "not a time: '1.5'"),
    (f"{WIDE},time\nA,B,1,0,2024-01-31\nA,B,1,0,31/01/2024\n", 2, "time", "not a time"),
    (f"{WIDE},time\nA,B,1,0,31.01.2024\nA,B,1,0,2024-01-31\n", 2, "time", "not a time"),
    (f"{WIDE},time\nA,B,1,0,31/01/2024\nA,B,1,0,01/31/2024\n", 2, "time", "in another order"),
    (f"{WIDE},time\nA,B,1,0,1/2/2024\nA,B,1,0,2/1/2024\n", 1, "time", "cannot tell the day"),
    (f"{WIDE},time\nA,B,1,0,20240131\nA,B,1,0,20240231\n", 2, "time", "not a calendar day"),
    (f"{WIDE},time\nA,B,1,0,20240131\nA,B,1,0,5\n", 2, "time", "--time-unit s, ms, us or d"),
    (f"{WIDE},home\nA,B,1,0,1\nA,B,1,0,\n", 2, "home", "missing home (write 0 for none)"),
    (f"{WIDE},home\nA,B,1,0,1\nA,B,1,0,inf\n", 2, "home", "not a finite number"),
    (f"{WIDE},home_1,home_2\nA,B,1,0,1,0\nA,B,1,0,1,x\n", 2, "home_2", "not a number: 'x'"),
    (f"{WIDE},margin\nA,B,1,0,3\nA,B,1,0,much\n", 2, "margin", "not a number: 'much'"),
    (f"{WIDE},margin\nA,B,1,0,3\nA,B,1,0,inf\n", 2, "margin", "not a finite number"),
    (f"{WIDE},weight\nA,B,1,0,1\nA,B,1,0,0\n", 2, "weight", "a positive, finite number"),
    (f"{WIDE},weight\nA,B,1,0,1\nA,B,1,0,\n", 2, "weight", "missing weight"),
    (f"{LONG},weight\n1,A,1,1\n1,B,0,2\n", 2, "weight", "the game's first row"),
    (f"{LONG},context\n1,A,1,clay\n1,B,0,\n", 2, "context", "the game's first row"),
    (f"{LONG},home\n1,A,1,1\n1,B,0,\n", 2, "home", "missing home"),
    (f"{WIDE},luck_1,luck_2\nA,B,1,0,1,-1\nA,B,1,0,1,-inf\n", 2, "luck_2", "not a finite number"),
    (
        f"{THREE},luck_1,luck_2,luck_3\nA,B,C,3,2,1,0,0,0\nA,B,,3,2,,1,1,1\n",
        2,
        "player_3",
        "luck_3",
    ),
    (f"{WIDE},team_1,team_2\nA,B,1,0,1,2\nA,B,1,0,1,128\n", 2, "team_2", "from -128 to 127"),
    (
        f"{WIDE},team_1,team_2\nA,B,1,0,1,2\nA,B,1,0,1,red\n",
        2,
        "team_2",
        "not a whole number: 'red'",
    ),
    (f"{WIDE},team_1,team_2\nA,B,1,0,1,2\nA,B,1,0,,2\n", 2, "team_1", "missing team"),
    (f"{WIDE},team_1,team_2\nA,B,1,0,1,2\nA,B,1,1,3,3\n", 2, "team_1", "at least two teams"),
    (
        f"{THREE},team_1,team_2,team_3\nA,B,C,2,1,1,1,2,2\nA,B,C,3,2,1,1,2,2\n",
        2,
        "score_3",
        "players of one team must have the same score",
    ),
    (f"{LONG}\n1,A,1\n1,B,0\n2,A,\n2,B,0\n", 3, "score", "missing score"),
    (f"{LONG}\n1,A,1\n1,B,0\n2,A,nan\n2,B,0\n", 3, "score", "not a finite number"),
    (f"{LONG}\n1,A,1\n1,B,0\n2,A,1\n2,B,x\n", 4, "score", "not a number: 'x'"),
    (f"{LONG}\n1,A,1\n1,B,0\n2,A,1\n2,,0\n", 4, "player", "missing player"),
    (f"{LONG}\n1,A,1\n1,B,0\n2,A,1\n2, ,0\n", 4, "player", "blank player name"),
    (f"{LONG}\n1,A,1\n1,B,0\n,A,1\n2,B,0\n", 3, "game", "missing game"),
    (f"{LONG}\n2,A,1\n1,A,1\n1,B,0\n2,A,0\n", 4, "player", "a player sits twice in one game"),
    (f"{LONG}\n1,A,1\n2,B,0\n1,C,1\n", 2, "player", "a game needs at least two players"),
    (
        f"{LONG},time\n1,A,1,20240105\n2,B,0,20240106\n1,B,0,20240107\n2,A,1,20240106\n",
        3,
        "time",
        "the game's first row",
    ),
    (f"{LONG},time\n1,A,1,20240105\n1,B,0,\n", 2, "time", "missing time"),
    (f"{LONG},seat\n1,A,1,1\n1,B,0,2\n2,A,1,2\n2,B,0,2\n", 4, "seat", "a seat is given twice"),
    (f"{LONG},seat\n1,A,1,1\n1,B,0,0\n", 2, "seat", "a seat is a number from 1"),
    (f"{LONG},seat\n1,A,1,1\n1,B,0,left\n", 2, "seat", "not a whole number: 'left'"),
    (f"{LONG},seat\n1,A,1,1\n1,B,0,1.5\n", 2, "seat", "not a whole number: '1.5'"),
    (f"{LONG},seat\n1,A,1,1\n1,B,0,\n", 2, "seat", "missing seat"),
    (f"{LONG},seat\n1,A,1,1\n1,B,0,9999999999\n", 2, "seat", "too many for one table"),
    (f"{LONG},luck\n1,A,1,0\n1,B,0,inf\n", 2, "luck", "not a finite number"),
    (f"{LONG},team\n1,A,1,1\n1,B,0,-129\n", 2, "team", "from -128 to 127"),
    (f"{LONG},team\n1,A,1,1\n1,B,0,\n", 2, "team", "missing team"),
    (f"{LONG},team\n1,A,1,1\n1,B,0,2\n2,A,1,3\n2,B,1,3\n", 3, "team", "at least two teams"),
    (f"{LONG},team\n1,A,1,1\n1,B,0,2\n1,C,3,2\n", 3, "score", "must have the same score"),
]

COLUMNS = [
    ("player_1,player_2,score_1,score_2,elo_1", "elo_1", "unknown column; allowed are player_1"),
    ("player_1,player_2,score_1,score_2,tiem", "tiem", "did you mean time?"),
    ("Player 1,player_2,score_1,score_2", "Player 1", "did you mean player_1?"),
    ("game,player,score,points", "points", "allowed are game, player, score"),
    ("player_1,player_2,score_1,score_2,seat", "seat", "unknown column"),
    ("player_1,score_1,score_2", "player_2", "missing column"),
    ("player_1,player_2,score_1", "score_2", "missing column"),
    ("player_1,score_1", "player_2", "missing column"),
    ("player_1,player_3,score_1,score_3", "player_2", "missing column"),
    ("player_1,player_2,score_1,score_2,luck_2", "luck_1", "missing column"),
    ("player_1,player_2,score_1,score_2,team_1", "team_2", "missing column"),
    ("player_1,player_2,score_1,score_2,score_999999999999", "player_3", "missing column"),
    ("game,player", "score", "missing column"),
    ("player,score", "game", "missing column"),
    ("player_1,player_2,score_1,score_2,score_1", "score_1", "is there twice"),
    ("player_1,player_2,score_1,score_2,home,home_1,home_2", "home", "give either home or"),
]

FILES = [
    (b"", None, "the file is empty"),
    (b"\n", None, "the header line is empty"),
    (b"player_1,player_2,score_1,score_2\n", None, "no rows"),
    (b"player_1,player_2,score_1,score_2\n\n\n", None, "no rows"),
    (b"player_1,player_2,score_1,score_2,\nA,B,1,0,\n", None, "column 5 has no name"),
    (b"time,game\n1,1\n", None, "cannot tell which columns hold players and scores (found: time,"),
    (b"h,a,hg,ag\n1,1,1,1\n", None, "--players COLUMN,COLUMN --scores COLUMN,COLUMN"),
    (b"home_team,away_team,x\n1,1,1\n", None, "--players home_team,away_team --scores COLUMN"),
    (
        b"player_1;player_2;score_1;score_2\nA;B;918;452\nA;B;1.387;918\n",
        2,
        "'1.387' may be 1387 or 1,387: write thousands without points",
    ),
    (b"player_1,player_2,score_1,score_2\nA,B,1\n", 1, "3 cells instead of 4"),
    (b"player_1,player_2,score_1,score_2\nA,B,1,0\nA,B,1\n", 2, "3 cells instead of 4"),
    (b"player_1,player_2,score_1,score_2\nA,B,1,0\nA,B,1,0,\n", 2, "5 cells instead of 4"),
    (b"score_1,score_2,player_1,player_2\n1,0,A,B\n1,0,A\n", 2, "3 cells instead of 4"),
    (b'score_1,score_2,player_1,player_2\n1,0,"A,B",C\n1,0,A\n', 2, "3 cells instead of 4"),
    (b"player_1,player_2,score_1,score_2\nA,B,1,0\nA,\xff,1,0\n", 2, "not UTF-8 text"),
    (b"player_\xff,player_2,score_1,score_2\nA,B,1,0\n", None, "the header is not UTF-8 text"),
    (b'player_1,player_2,score_1,score_2\nA,B,1,0\n"A,B,1,0\n', 2, "badly quoted"),
    (b'player_1,player_2,score_1,score_2\nA,B,1,0\n"A"x,B,1,0\n', 2, "badly quoted"),
    (b'player_1,player_2,score_1,score_2\nA,B,"', 1, "badly quoted"),
    (b'player_1,player_2,score_1,score_2\nA"x,B,1,0\nA,C,1,0\n', None, "quotation marks?"),
]


def refusal(path: Path) -> TableError:
    with pytest.raises(TableError) as caught:
        read_games(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_wrong_cell_of_a_csv_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    for text, row, column, words in CELLS:
        path.write_text(text)
        message = str(refusal(path))
        assert message.startswith(f"{path}, row {row}, column {column}: "), (text, message)
        assert words in message, (text, message)


def test_a_wrong_cell_of_a_parquet_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    for text, row, column, words in CELLS:
        pl.read_csv(text.encode(), infer_schema_length=None).write_parquet(path)
        error = refusal(path)
        assert error.column == column, (text, str(error))
        if words.startswith("not a") and error.row is None:
            assert "must hold" in error.problem, (text, str(error))
        else:
            assert error.row == row, (text, str(error))


def test_a_wrong_column_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    for header, column, words in COLUMNS:
        path.write_text(f"{header}\n{','.join('1' for _ in header.split(','))}\n")
        message = str(refusal(path))
        assert message.startswith(f"{path}, column {column}: "), (header, message)
        assert words in message, (header, message)


def test_a_file_that_is_no_csv_of_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    for content, row, words in FILES:
        path.write_bytes(content)
        error = refusal(path)
        assert error.row == row, (content, str(error))
        assert words in str(error), (content, str(error))


def test_rows_are_counted_in_the_file_and_not_by_time(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(f"{WIDE},time\nA,B,1,0,20240130\nC,C,1,0,20240120\nA,B,1,0,20240110\n")
    assert refusal(path).row == 2
    days = {1: 20240130, 2: 20240120, 3: 20240110}
    rows = [(1, "A"), (1, "B"), (2, "C"), (3, "A"), (3, "B"), (2, "C")]
    lines = [f"{game},{player},1,{days[game]}" for game, player in rows]
    path.write_text("\n".join([f"{LONG},time", *lines]))
    assert refusal(path).row == 6


def test_a_missing_file_and_an_unknown_kind_are_refused(tmp_path: Path) -> None:
    assert "no such file" in str(refusal(tmp_path / "games.csv"))
    assert "unknown kind of file '.txt'; known are .csv, .parquet, .pq" in str(
        refusal(tmp_path / "games.txt")
    )
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    assert "cannot be read" in str(refusal(folder))


def test_a_corrupt_parquet_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    for content in (b"PAR1", b"no Parquet at all", b"PAR1" + bytes(100) + b"PAR1"):
        path.write_bytes(content)
        assert "not a readable Parquet file" in str(refusal(path))


def test_a_parquet_file_cut_short_or_scratched_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    pl.DataFrame(
        {"player_1": ["A"] * 999, "player_2": "B", "score_1": 1, "score_2": 0}
    ).write_parquet(path)
    whole = path.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:4] + bytes(60) + whole[64:]):
        path.write_bytes(damaged)
        assert "not a readable Parquet file" in str(refusal(path))


def test_an_empty_parquet_file_has_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    pl.DataFrame({"game": [1], "player": ["A"], "score": [1.0]}).clear().write_parquet(path)
    assert "no rows" in str(refusal(path))


def test_a_column_of_an_unsupported_type_is_named() -> None:
    right: dict[str, list[object]] = {"game": [1, 1], "player": ["A", "B"], "score": [1.0, 0.0]}
    kinds: list[list[object]] = [[[1], [2]], [{"a": 1}, {"a": 2}], [True, False], [b"a", b"b"]]
    for column in ("game", "player", "score", "luck", "team", "seat", "time", "weight", "margin"):
        for values in kinds:
            words = f"^games.pq, column {column}: must hold .*, not "
            with pytest.raises(TableError, match=words):
                from_frame(pl.DataFrame(right | {column: values}), "games.pq")
