"""Files as clubs upload them: what is read, in whichever kind of file it is."""

from datetime import UTC, datetime

import polars as pl
import pytest

from evenhand.ledger.uploads import Upload, UploadedGame, UploadError, read_upload, shown_name

from .files import DATA, WIDE, csv_cells, parquet, xlsx

EVENING = (DATA / "evening.csv").read_bytes()
FOURTH = ("Doris", "Emil", "Frieda", "Jürgen")


def time_of(*when: int) -> int:
    return int(datetime(*when, tzinfo=UTC).timestamp()) * 1_000_000  # type: ignore[arg-type, misc]


def read(name: str) -> Upload:
    upload = read_upload((DATA / name).read_bytes(), name)
    assert upload.problems == upload.warnings == ()
    return upload


def test_a_list_of_totals_becomes_a_game_a_list() -> None:
    """The first list is the example of Edelkamp 2021 (which prints 1295 for the third player)."""
    upload = read("evening.csv")
    assert (upload.kind, upload.rows) == ("seeger-list", 7)
    first, second = upload.games
    assert first == UploadedGame(
        key="000001",
        played_at=time_of(2025, 1, 3),
        players=("Anna", "Ben", "Cem"),
        scores=(783.0, 592.0, 1245.0),
        row=1,
        name="1",
    )
    assert (second.row, second.name, second.players) == (4, "2", FOURTH)
    assert second.scores == (820.0, 800.0, 940.0, 890.0)
    assert second.played_at == time_of(2025, 1, 3, 19, 30)


def test_a_list_of_deals_is_scored() -> None:
    """By hand: Anna won 36 and 36, so 72 + 2 * 50 + 40 for each of the others' two lost games."""
    games = read("deals.csv").games
    assert [(game.name, game.row, game.scores) for game in games] == [
        ("A", 1, (252.0, -106.0, 14.0)),
        ("B", 7, (30.0, 102.0, 30.0, -130.0)),
    ]


def test_wide_games_keep_the_order_of_the_file_and_their_times() -> None:
    upload = read("wide.csv")
    late, early = upload.games
    assert (upload.kind, upload.rows) == ("games", 2)
    assert (late.key, late.name, late.row) == ("000001", "late", 1)
    assert (early.key, early.name, early.row) == ("000002", "early", 2)
    assert late.played_at == time_of(2024, 2, 1, 17, 30)
    assert early.played_at == time_of(2024, 1, 31)
    assert (late.players, late.scores) == (("Anna", "Ben", "Cem"), (3.0, 1.0, 2.5))
    assert (early.players, early.scores) == (("Ben", "Cem"), (0.0, -4.0))
    assert (late.luck, early.luck) == ((0.5, -0.5, None), None)


def test_long_games_may_have_decimal_commas_teams_and_empty_seats() -> None:
    assert read("long.csv").games == (
        UploadedGame(
            "000001", None, ("Anna", "Ben", "Cem"), (1.5, 0.0, 1.5), 1, "17", None, (1, 2, 1)
        ),
        UploadedGame("000002", None, ("Ben", "Cem"), (3.0, -2.25), 3, "18", None, (1, 2)),
    )


@pytest.mark.parametrize("name", ["evening.csv", "deals.csv", "wide.csv"])
def test_a_sheet_of_the_same_cells_means_the_same(name: str) -> None:
    content = (DATA / name).read_bytes().replace(b'"a table, of two"', b"a note")
    assert read_upload(xlsx(csv_cells(content)), "evening.xlsx") == read_upload(content, name)


def test_parquet_games_of_all_types_of_columns() -> None:
    columns = {
        "player_1": pl.Series(["Anna", "Ben"], dtype=pl.Categorical),
        "player_2": [7, 8],
        "score_1": pl.Series([1.5, 2], dtype=pl.Float32),
        "score_2": [3, -4],
        "luck_1": [float("nan"), 0.25],
        "luck_2": [None, -0.25],
        "time": pl.Series([datetime(2024, 1, 31, 18), datetime(2024, 1, 30)]).dt.replace_time_zone(
            "Europe/Berlin"
        ),
        "x_cards": [[1, 2], [3]],
    }
    first, second = read_upload(parquet(columns), "games.parquet").games
    assert (first.players, first.scores, first.luck) == (("Anna", "7"), (1.5, 3.0), None)
    assert (second.players, second.scores, second.luck) == (("Ben", "8"), (2, -4), (0.25, -0.25))
    assert first.played_at == time_of(2024, 1, 31, 17)


def test_keys_sort_as_the_file_does() -> None:
    rows = b"".join(b"A,B,%d,0\n" % game for game in range(1_200))
    games = read_upload(WIDE + rows, "games.csv").games
    assert sorted(game.key for game in games) == [game.key for game in games]
    assert [game.scores[0] for game in games] == list(range(1_200))
    assert [game.row for game in games] == list(range(1, 1_201))


@pytest.mark.parametrize(
    "name",
    ["", "evening", "EVENING.CSV", "evening.txt", "list of 3.1.2025", "../../etc/passwd",
     "C:\\evening.csv", "even\0ing.csv", "a" * 10_000 + ".csv", "\u202evsc.csv", ".csv", "/"],
)  # fmt: skip
def test_any_name_will_do_that_does_not_promise_another_kind(name: str) -> None:
    assert len(read_upload(EVENING, name).games) == 2


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (EVENING, "evening.xlsx", "the name ends in .xlsx, but this is a CSV file"),
        (xlsx([["a"]]), "a.csv", "the name ends in .csv, but this is an XLSX file"),
        (parquet({"a": [1]}), "a.csv", "the name ends in .csv, but this is a Parquet file"),
        (EVENING, "evening.exe", "the name ends in .exe; CSV, XLSX and Parquet files can be read"),
        (b"", "a.csv", "the file is empty"),
        (b"\n\n,,\n", "a.csv", "the file has no cells"),
        (b"\xd0\xcf\x11\xe0" + bytes(99), "a.xls", "the file is an old Excel file"),
        (b"%PDF-1.7", "a.csv", "the file is a PDF file"),
        ("a,b".encode("utf-16"), "a.csv", "the file is UTF-16 text; save the file as CSV UTF-8"),
        (b"a,b\nx,\xfc\n", "a.csv", "the file is not UTF-8 text in line 2; save"),
        (b"a,b\0\n", "a.csv", "the file is not text; save"),
        (b'a,b\n"x,1\n', "a.csv", "not well-formed CSV in line"),
    ],
)
def test_other_files_are_refused_in_one_line(content: bytes, name: str, words: str) -> None:
    with pytest.raises(UploadError) as caught:
        read_upload(content, name)
    assert str(caught.value).startswith(words)
    assert str(caught.value).isprintable()


def test_a_name_is_shown_without_its_path() -> None:
    assert shown_name("../../etc/passwd") == "passwd"
    assert shown_name("C:\\Users\\me\\even\0ing\u202e.csv") == "evening.csv"
    assert len(shown_name("x" * 10**6)) < 110
