"""Every mistake in a list is reported with its row and column."""

from pathlib import Path

import pytest

from evenhand.games.skat import read_lists
from evenhand.sheets import RowsError
from evenhand.tables import TableError

from .files import DEALS, PAPER, TOTALS, problems, read


def test_every_row_with_a_wrong_total_is_told(tmp_path: Path) -> None:
    text = f"{TOTALS}\n{PAPER.replace('783', '784').replace('1245', '1295')}"
    text += PAPER.replace("1,A", "2,A").replace("1,B", "2,B").replace("1,C", "2,C")
    assert problems(tmp_path, text.replace("592\n2", "593\n2", 1)) == [
        "row 1, column total: expected 783, found 784",
        "row 3, column total: expected 1245, found 1295",
        "row 5, column total: expected 592, found 593",
    ]


def test_many_errors_are_counted_in_the_message_and_kept_in_the_exception(tmp_path: Path) -> None:
    rows = "".join(f"{n},A,0,0,0,1\n{n},B,0,0,0,0\n{n},C,0,0,0,0\n" for n in range(20))
    with pytest.raises(RowsError) as caught:
        read(tmp_path, f"{TOTALS}\n{rows}")
    assert [error.row for error in caught.value.errors] == list(range(1, 61, 3))
    lines = str(caught.value).splitlines()
    assert len(lines) == 6
    assert lines[-1] == "and 15 more"
    assert "row 1, column total: expected 0, found 1" in lines[0]


WRONG_TOTALS = [
    ("1,A,8,1,273,783\n1,B,12,4,152,592\n", "row 2, column player: list 1 has 2 players; a table"),
    (
        "".join(f"1,{name},0,0,0,0\n" for name in "ABCDE"),
        "row 5, column player: list 1 has 5 players; a table has three or four",
    ),
    ("1,A,0,0,0,0\n1,B,0,0,0,0\n1,A,0,0,0,0\n", "row 3, column player: 'A' is there twice in one"),
    (PAPER.replace("8,1", ",1"), "row 1, column won: missing won"),
    (PAPER.replace("8,1", "-8,1"), "row 1, column won: cannot be negative: -8"),
    (PAPER.replace("8,1", "8.5,1"), "row 1, column won: not a whole number: '8.5'"),
    (PAPER.replace("8,1", "8,nan"), "row 1, column lost: not a whole number: 'nan'"),
    (PAPER.replace("783", "inf"), "row 1, column total: not a whole number: 'inf'"),
    (PAPER.replace("783", ""), "row 1, column total: missing total"),
    (PAPER.replace("783", '"1.245"'), "row 1, column total: not a whole number: '1.245'"),
    (PAPER.replace("783", "1.000"), "row 1, column total: not a whole number: '1.000'"),
    (PAPER.replace("783", "7_83"), "row 1, column total: not a whole number: '7_83'"),
    (PAPER.replace("783", "٧٨٣"), "row 1, column total: not a whole number"),
    (PAPER.replace("783", "9" * 12), f"row 1, column total: too large: '{'9' * 12}'"),
    (PAPER.replace("783", "9" * 5000), "row 1, column total: not a whole number: '9999"),
    (PAPER.replace("273", "2730"), "8 won and 1 lost games make -396 to 2076 points, not 2730"),
    (PAPER.replace("1,A", "1, "), "row 1, column player: missing player"),
    (PAPER.replace("1,A", ",D") + "1,A,8,1,273,783\n", "row 1, column list: missing list"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "message"), WRONG_TOTALS)
def test_a_wrong_row_of_totals_is_told(tmp_path: Path, rows: str, message: str) -> None:
    (problem,) = problems(tmp_path, f"{TOTALS}\n{rows}")
    assert message in problem


def test_more_games_than_were_dealt_and_times_that_differ_are_told(tmp_path: Path) -> None:
    text = f"{TOTALS},games,time\n" + PAPER.replace("3\n", "3,35,\n").replace("2\n", "2,,\n")
    text = text.replace("1245\n", "1245,,\n")
    assert problems(tmp_path, text) == [
        "row 1, column games: list 1 has 36 games won or lost, but 35 games in all"
    ]
    assert read(tmp_path, text.replace(",35,", ",36,"))[0].deals == 36
    text = text.replace("783,35,", "783,36,2025-01-03").replace("592,,", "592,48,2025-01-04")
    assert problems(tmp_path, text) == [
        "row 2, column time: not the time of the rows above: 2025-01-03 00:00:00+00:00",
        "row 2, column games: not the games of the rows above: 36",
    ]


WRONG_DEALS = [
    ("A,B,C,A,C,1,", "column result: missing result"),
    ("A,B,C,A,C,1,maybe", "column result: 'maybe' is neither won nor lost"),
    ("A,B,C,A,C,,won", "column matadors: missing matadors"),
    ("A,B,C,A,C,many,won", "column matadors: 'many' is not a count"),
    ("A,B,C,A,C,12,won", "column matadors: with or without 1 to 11, not 12"),
    ("A,B,C,A,G,5,won", "column matadors: with or without 1 to 4, not 5"),
    ("A,B,C,A,N,2,won", "column contract: matadors do not exist in null"),
    ("A,B,C,A,ramsch,2,won", "column contract: no game 'ramsch'"),
    ("A,B,C,A,grand schwarz,2,won", "column contract: 'schwarz' in 'grand schwarz'"),
    ("A,B,C,A,,2,won", "column contract: missing contract (matadors is given)"),
    ("A,B,C,A,,,won", "column contract: missing contract or score"),
    ("A,B,C,D,C,2,won", "column declarer: 'D' is not at the table of A, B, C"),
    ("A,B,C,4,C,2,won", "column declarer: '4' is not at the table of A, B, C"),
    ("A,B,C,0,C,2,won", "column declarer: '0' is not at the table of A, B, C"),
    ("A,B,C,,C,2,won", "column declarer: missing declarer (contract is given)"),
    ("A,B,C,,,,won", "column declarer: missing declarer (result is given)"),
    ("A,B,,A,C,2,won", "column player_3: missing player; a table has three or four"),
    ("A,,C,A,C,2,won", "column player_2: missing player"),
    ("A,B,A,A,C,2,won", "column player_3: 'A' sits twice at the table"),
    (",,,A,C,2,won", "column player_1: missing player; a table has three or four"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "message"), WRONG_DEALS)
def test_a_wrong_deal_is_told(tmp_path: Path, row: str, message: str) -> None:
    (problem,) = problems(tmp_path, f"{DEALS}\n{row}\n")
    assert problem.startswith(f"row 1, {message}")


def test_a_wrong_bid_value_or_score_is_told(tmp_path: Path) -> None:
    rows = (
        "A,B,C,A,C,1,won,24,24,24\n"
        ",,,A,C,1,won,19,,\n"
        ",,,A,C,1,won,30,,\n"
        ",,,A,C,1,lost,30,36,-72\n"
        ",,,A,N,,won,24,,\n"
        ",,,A,C,1,won,,48,\n"
        ",,,A,C,1,lost,,,-24\n"
        ",,,A,C,1,,,,-48\n"
        ",,,A,,,,,,47\n"
        ",,,A,,,won,,,-48\n"
        ",,,,,,,,,24\n"
        "A,C,B,A,C,1,won,,,\n"
    )
    assert problems(tmp_path, f"{DEALS},bid,value,score\n{rows}") == [
        "row 2, column bid: nobody can bid 19",
        "row 3, column result: the value 24 is below the bid of 30, so the game is lost",
        "row 5, column contract: null is 23 and cannot be announced at 24",
        "row 6, column value: expected 24, found 48 (with 1, game 2, times clubs 12 = 24)",
        "row 7, column score: expected -48, found -24 (with 1, game 2, times clubs 12 = 24)",
        "row 9, column score: no game counts 47",
        "row 10, column result: does not fit the score -48",
        "row 11, column declarer: missing declarer (score is given)",
        "row 12, column player_1: not the list's players A, B, C",
    ]


def test_a_game_number_twice_and_rows_of_wrong_length_are_told(tmp_path: Path) -> None:
    rows = "7,A,B,C,A,C,1,won\n8,,,,A,C,1\n7,,,,A,C,1,won\n\n9,,,,A,C,1,won,,x\nten,,,,A,C,1,won\n"
    assert problems(tmp_path, f"game,{DEALS}\n{rows}") == [
        "row 2: 7 cells instead of 8",
        "row 3, column game: game 7 is there twice in one list",
        "row 5: 10 cells instead of 8",
        "row 6, column game: not a whole number: 'ten'",
    ]


FILES = [
    (b"", ": the file is empty"),
    (b"\n\n", ": the file has no cells"),
    (b",,,\n", ": the file has no cells"),
    (b"a,b\n1,2\n", ": neither a list of deals (with a column declarer) nor of totals (player)"),
    (f"{DEALS}\n".encode(), ": no rows"),
    (f"{DEALS}\n,,,,,,\n\n".encode(), ": no rows"),
    (f"{DEALS},elo\nA,B,C,,,,,\n".encode(), "column elo: unknown column; allowed are list, game"),
    (f"{DEALS},scor\nA,B,C,,,,,\n".encode(), "column scor: unknown column (did you mean score?)"),
    (f"{DEALS},player_5\nA,B,C,,,,,\n".encode(), "column player_5: unknown column"),
    (f"{DEALS},Contract\nA,B,C,,,,,\n".encode(), "column Contract: is there twice"),
    (f"{DEALS},\nA,B,C,,,,,x\n".encode(), ": column 8 has no name"),
    (b"player_1,player_2,declarer,score\nA,B,A,24\n", "column player_3: missing column"),
    (b"player_1,player_2,player_3,declarer\nA,B,C,\n", "column contract: missing column (or score"),
    (b"player,won,lost\nA,0,0\n", "column points: missing column"),
    (f"{TOTALS}\n1,A,0,0,0,0\n1,\xff".encode("latin-1"), ": not UTF-8 text in line 3"),
    (f'{TOTALS}\n1,A,0,0,0,0\n1,"A,0\n'.encode(), ": not well-formed in line"),
    (f'{TOTALS}\n1,"A"x,0,0,0,0\n'.encode(), ": not well-formed in line 2"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "message"), FILES)
def test_a_file_that_is_no_list_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    (problem,) = problems(tmp_path, content)
    assert problem.startswith(message)


def test_missing_files_and_unknown_kinds_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    for path, words in (
        (tmp_path / "none.csv", "no such file"),
        (tmp_path / "list.ods", "unknown kind of file '.ods'; known are .csv, .xlsx"),
        (folder, "cannot be read"),
    ):
        with pytest.raises(TableError, match=words):
            read_lists(path)


def test_every_total_is_checked_whatever_is_wrong_with_other_rows(tmp_path: Path) -> None:
    rows = "1,A,8,1,273,784\n1,B,x,4,152,592\n1,C,11,0,495,1295\n"
    assert problems(tmp_path, f"{TOTALS}\n{rows}") == [
        "row 1, column total: expected 783, found 784",
        "row 2, column won: not a whole number: 'x'",
        "row 3, column total: expected 1245, found 1295",
    ]
    rows = "1,A,8,1,273,1.273\n1,B,12,x,152,592\n1,C,11,0,495,1.245\n"
    assert problems(tmp_path, f"{TOTALS}\n{rows}") == [
        "row 1, column total: not a whole number: '1.273'",
        "row 2, column lost: not a whole number: 'x'",
        "row 3, column total: not a whole number: '1.245'",
    ]


def test_null_has_no_levels(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, f"{DEALS},levels\nA,B,C,A,N,,won,7\n")
    assert problem == "row 1, column levels: null has no levels"
