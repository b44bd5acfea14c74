"""Every wrong row of a file is told, with its row and column."""

from typing import Any

import pytest

from evenhand.ledger.uploads import Limits, Upload, read_upload

from .files import DATA, WIDE, parquet, xlsx

LONG = b"game,player,score\n"


def told(content: bytes, name: str = "a.csv", **limits: Any) -> list[str]:
    upload = read_upload(content, name, limits=Limits(**limits))
    assert upload.games == ()
    assert all(str(problem).isprintable() for problem in upload.problems)
    return [str(problem) for problem in upload.problems]


def test_all_that_is_wrong_with_a_german_list() -> None:
    upload = read_upload((DATA / "wrong_german.csv").read_bytes(), "wrong_german.csv")
    assert (upload.kind, upload.rows, upload.games) == ("seeger-list", 12, ())
    assert [(one.row, one.column, one.problem.partition(":")[0]) for one in upload.problems] == [
        (1, "Gesamt", "expected 783, found 784"),
        (2, "Gewonnen", "not a whole number"),
        (3, "Spieler", "'Anna' is there twice in one list"),
        (5, "Datum", "not a time"),
        (6, "Verloren", "cannot be negative"),
        (7, "Punkte", "12 won and 3 lost games make -1404 to 3060 points, not 9999"),
        (8, "Spieler", "missing player"),
        (10, "", "8 cells instead of 9"),
        (11, "Spieler", "list 3 has 2 players; a table has three or four"),
        (13, "Spieler", "list 4 has 2 players; a table has three or four"),
    ]


def test_every_wrong_row_of_wide_games_is_told() -> None:
    rows = [
        "Anna,Ben,much,1",
        "Anna,Ben,3,1",
        "Anna,Anna,3,1",
        ",,,",
        "Anna,,3,",
        "Anna,Ben,3",
        "An\u202ena,Ben,3,1",
        "Anna,Ben,nan,1",
        "Anna,Ben,3,",
    ]
    assert told(WIDE + "\n".join(rows).encode()) == [
        "row 1, column score_1: not a number: 'much'",
        "row 3, column player_2: a player sits twice in one game",
        "row 5, column player_2: a game needs at least two players",
        "row 6: 3 cells instead of 4",
        r"row 7, column player_1: the name 'An\u202ena' has a character that does not show: U+202E",
        "row 8, column score_1: not a finite number",
        "row 9, column score_2: missing score",
    ]


def test_a_wrong_row_of_long_games_is_told_once_and_not_for_its_game() -> None:
    rows = (
        b"1,Anna,much\n2,Anna,1\n1,Ben,2\n2,Ben,1\n3,Anna,1\n4,Anna,1\n4,\xe2\x80\x8b,1\n,Ben,2\n"
    )
    assert told(LONG + rows) == [
        "row 1, column score: not a number: 'much'",
        "row 5, column player: a game needs at least two players",
        r"row 7, column player: the name '\u200b' has a character that does not show: U+200B",
        "row 8, column game: missing game",
    ]


def test_names_with_blanks_around_are_one_player() -> None:
    assert told(WIDE + b"Anna, Anna ,3,1\n") == [
        "row 1, column player_2: a player sits twice in one game"
    ]


def test_wrong_cells_of_a_sheet_are_told() -> None:
    rows: list[list[Any]] = [
        ["player_1", "player_2", "score_1", "score_2"],
        ["Anna", "Ben", "=1+1", 2],
        ["Anna", "Ben", "#REF!", 2],
        [1.5, "Ben", 1, 2],
        ["Anna", True, 1, 2],
        ["Anna", "Ben", 1, 2, "more"],
        ["Anna", "Ben", 1e308, 2],
    ]
    assert told(xlsx(rows), "a.xlsx") == [
        "row 1, column score_1: a formula without a value; open and save the file in a"
        " spreadsheet program",
        "row 2, column score_1: the error #REF!",
        "row 3, column player_1: must be text or a whole number",
        "row 4, column player_2: must be text or a whole number",
        "row 5: 5 cells instead of 4",
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"player_1,player_2,score_1\n", "column score_2: missing column"),
        (WIDE, "no rows"),
        (b"list,player,won,lost\n1,A,1,2\n", "column points: missing column"),
        (b"list,player,won,lost,points\n", "no rows"),
        (WIDE.replace(b"score_2", b"score_1"), "column score_1: is there twice"),
        (b"a,b\n1,2\n", "column a: unknown column; allowed are player_1 ..., score_1 ..., "),
    ],
)
def test_wrong_columns_are_told(content: bytes, problem: str) -> None:
    (only,) = told(content)
    assert only.startswith(problem)


def test_columns_with_neither_name_nor_cells_are_passed_over() -> None:
    upload = read_upload(WIDE.rstrip() + b",,\nA,B,1,2,,\n", "a.csv")
    assert upload.games[0].players == ("A", "B")
    assert told(b"player_1,,player_2,score_1,score_2\nA,x,B,1,2\n") == ["column 2 has no name"]


def test_lists_with_and_without_times_do_not_mix() -> None:
    text = (DATA / "evening.csv").read_text().replace("2025-01-03T20:30:00+01:00", "")
    assert told(text.encode()) == ["row 4, column time: list '2' has no time, but others have"]


def test_no_more_than_so_many_problems_are_told() -> None:
    wrong = WIDE + b"A,A,1,2\n" * 30
    assert len(told(wrong)) == 30
    assert told(wrong, problems=20)[-1] == "there is more than these 20"
    assert told(wrong, cells=450)[-1] == "there may be more; correct these rows first"
    totals = b"list,player,won,lost,points\n" + b"".join(b"%d,A,x,1,1\n" % n for n in range(60))
    assert len(told(totals, problems=20)) == 21


def test_a_list_of_very_many_players_is_told_at_once() -> None:
    rows = b"".join(b"1,P%d,1,0,24\n" % player for player in range(50_000))
    assert told(b"list,player,won,lost,points\n" + rows) == [
        "row 1, column player: list 1 has 50,000 players; a table has three or four"
    ]


def test_a_cell_that_is_too_long_is_told_in_a_short_line() -> None:
    titles, long = WIDE.decode().strip().split(","), ["A", "B", "1", "9" * 9999]
    longs = [
        WIDE + ",".join(long).encode(),
        xlsx([titles, long]),
        parquet({title: [cell] for title, cell in zip(titles, long, strict=True)}),
    ]
    for content in longs:
        assert told(content, "") == ["row 1, column score_2: more than 1,000 characters"]
    (only,) = told(WIDE + b"A,B,1," + b"x" * 900)
    assert len(only) < 350


def test_nothing_of_this_machine_is_told() -> None:
    for content in (b"x,y\n", WIDE, WIDE + b"A,A,1,2\n", xlsx([["x"]]), parquet({"x": [1]})):
        upload: Upload = read_upload(content, "")
        assert upload.problems
        assert not any("/" in str(problem) for problem in upload.problems)
