"""What score lists may look like, and the series they make."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from evenhand.games import ReadGames
from evenhand.games.skat import (
    Contract,
    Entry,
    ScoreList,
    SeegerLists,
    Tally,
    WrittenGame,
    read_lists,
    series_table,
)
from evenhand.tables import EMPTY, TableError

from .files import DATA, DEALS, PAPER, TOTALS, problems, read


def test_the_example_of_the_paper_as_a_list_of_totals(tmp_path: Path) -> None:
    (only,) = read(tmp_path, f"{TOTALS}\n{PAPER}")
    assert only.players == ("A", "B", "C")
    assert only.totals == (783, 592, 1245)
    assert only.deals is None
    assert only.length == 36


def test_tables_of_three_and_of_four_in_one_file_become_series() -> None:
    table = series_table(read_lists(DATA / "totals.csv"))
    assert table.seats.tolist() == [[0, 1, 2, EMPTY], [3, 4, 5, 6]]
    assert table.score.tolist() == [[783, 592, 1245, 0], [820, 800, 940, 890]]
    assert table.game is not None
    assert table.game.tolist() == [1, 2]
    assert table.time is not None
    assert table.time[0] == datetime(2025, 1, 3, tzinfo=UTC).timestamp() * 1_000_000


def test_a_list_of_deals_is_added_up() -> None:
    three, four = read_lists(DATA / "evening.csv")
    assert (three.name, three.deals) == ("A", 6)
    assert three.tallies == (
        Tally("Anna", 2, 0, 72),
        Tally("Ben", 0, 1, -96),
        Tally("Cem", 1, 1, -26),
    )
    assert three.totals == (72 + 100 + 80, -96 - 50 + 40, -26 + 40)
    assert four.totals == (30, 22 + 50 + 30, 30, -80 - 50)
    assert three.entries[2] == Entry()
    assert three.entries[5].game == WrittenGame(Contract("D"), -1, won=False, bid=36)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_dialects_of_csv_mean_the_same(tmp_path: Path, separator: str, mark: str, end: str) -> None:
    for name in ("totals.csv", "evening.csv"):
        text = (DATA / name).read_text().replace(",", separator).replace("\n", end)
        assert read(tmp_path, mark + text) == read_lists(DATA / name)


def test_what_a_german_secretary_types(tmp_path: Path) -> None:
    text = (
        "Spieler 1;Spieler 2;Spieler-3;Alleinspieler;"
        "Contract;Spitzen;Schneider;Ergebnis;Bemerkung;\n"
        "Anna;Ben;Cem;Anna;Kreuz Hand;mit 2;;gewonnen;schön;\n"
        ";;;Ben;Grand;ohne 1;ja;verloren;;\n"
        ";;;eingepasst;;;;;;\n"
        ";;;;;;;;;\n"
    )
    (only,) = read(tmp_path, text)
    assert [entry.score for entry in only.entries] == [48, -144, 0]
    totals = (
        "Spieler;Gewonnen;Verloren;Punkte;Gesamt\nA;8;1;273;783\nB;12;4;152;592\nC;11;0;495;1245\n"
    )
    assert read(tmp_path, totals)[0].totals == (783, 592, 1245)


@pytest.mark.parametrize("word", ["2", "+2", "-2", "with 2", "mit 2", "ohne 2", "without 2"])
def test_matadors_with_or_without_a_sign_count_the_same(tmp_path: Path, word: str) -> None:
    (only,) = read(tmp_path, f"{DEALS}\nA,B,C,A,C,{word},won\n")
    assert only.entries[0].score == 36


def test_levels_may_be_given_instead_of_schneider_and_schwarz(tmp_path: Path) -> None:
    rows = "A,B,C,A,C,2,won,3,\n,,,A,C,2,won,4,\n,,,A,CH,2,won,6,\n,,,A,CH,2,lost,6,x\n"
    (only,) = read(tmp_path, f"{DEALS},levels,schneider\n{rows}")
    assert [entry.score for entry in only.entries] == [36, 48, 72, -144]
    wrong = "A,B,C,A,C,2,won,6,\n,,,A,C,2,won,3,x\n"
    assert problems(tmp_path, f"{DEALS},levels,schneider\n{wrong}") == [
        "row 1, column levels: 6 levels do not fit clubs with or without 2",
        "row 2, column levels: 3 levels do not fit clubs with or without 2",
    ]


def test_scores_alone_make_a_list(tmp_path: Path) -> None:
    text = "player_1,player_2,player_3,declarer,score\nA,B,C,A,48\n,,,2,-96\n,,,,0\n,,,3,\u221236\n"
    (only,) = read(tmp_path, text)
    assert [entry.score for entry in only.entries] == [48, -96, 0, -36]
    assert only.totals == (48 + 50 + 80, -96 - 50 + 40, -36 - 50 + 40)


def test_a_name_goes_before_a_seat_number(tmp_path: Path) -> None:
    (only,) = read(tmp_path, f"{DEALS}\n2,3,-,2,C,1,won\n,,,1,C,1,won\n,,,-,C,1,won\n")
    assert [entry.declarer for entry in only.entries] == ["2", "2", "-"]


def test_rows_of_a_list_need_not_stand_together_and_times_give_the_order(tmp_path: Path) -> None:
    text = (
        "player,list,won,lost,points,time\n"
        "A,late,0,0,0,2025-01-10\nB,early,0,0,0,3.1.2025 18:30\n"
        "B,late,1,0,24,\nA,early,0,0,0,\nC,late,0,0,0,2025-01-10\nC,early,1,0,48,\n"
    )
    lists = read(tmp_path, text)
    assert [one.name for one in lists] == ["late", "early"]
    assert lists[1].time == datetime(2025, 1, 3, 18, 30, tzinfo=UTC)
    table = series_table(lists)
    assert table.game is not None
    assert table.game.tolist() == ["early", "late"]
    assert table.names == ("B", "A", "C")
    assert table.score.tolist() == [[0, 0, 98], [0, 74, 0]]


def test_lists_that_cannot_be_are_refused() -> None:
    lines = (Tally("A"), Tally("B"), Tally("C", 1, 0, 24))
    for wrong in (lines[:2], (*lines, Tally("A")), (*lines, Tally(" D")), (*lines, Tally(""))):
        with pytest.raises(ValueError, match=r"three or four|twice|blanks around"):
            ScoreList(wrong)
    with pytest.raises(ValueError, match="the name ' 1' has blanks around it"):
        ScoreList(lines, " 1")
    with pytest.raises(ValueError, match="1 games won or lost, but only 0 dealt"):
        ScoreList(lines, deals=0)
    assert ScoreList(lines, time=datetime(2025, 1, 3)).time == datetime(2025, 1, 3, tzinfo=UTC)


def test_series_of_which_some_have_no_time_or_share_a_name_are_refused() -> None:
    lines = (Tally("A"), Tally("B"), Tally("C"))
    day = datetime(2025, 1, 3)
    with pytest.raises(TableError, match="list '2' has no time, but others have"):
        series_table([ScoreList(lines, "1", day), ScoreList(lines, "2")])
    with pytest.raises(TableError, match="two lists of one name"):
        series_table([ScoreList(lines, "1"), ScoreList(lines, "1")])
    with pytest.raises(TableError, match="no lists"):
        series_table([])
    assert series_table([ScoreList(lines, "1"), ScoreList(lines)]).game is None
    names = series_table([ScoreList(lines, "1"), ScoreList(lines, "02")]).game
    assert names is not None
    assert names.tolist() == ["1", "02"]


def test_without_columns_for_players_those_who_declare_are_the_table(tmp_path: Path) -> None:
    rows = "Anna,C,2,3,won\nBen,G,-1,2,lost\n-,,,,\nCem,N,,,won\nAnna,D,1,schneider,1\n"
    (only,) = read(tmp_path, f"declarer,contract,matadors,level,won\n{rows}")
    assert only.players == ("Anna", "Ben", "Cem")
    assert only.deals == 5
    assert only.totals == (36 + 27 + 100 + 40, -96 - 50, 23 + 50 + 40)


def test_who_never_declares_must_be_named(tmp_path: Path) -> None:
    rows = "Anna,C,2,won\nBen,G,-1,lost\n"
    assert problems(tmp_path, f"declarer,contract,matadors,won\n{rows}") == [
        "row 1, column declarer: 2 declarers, but a table has three or four players; "
        "name them in player_1 to player_3"
    ]


def test_the_result_cannot_be_there_under_two_names(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, f"{DEALS},won\nA,B,C,A,C,1,won,1\n")
    assert problem == "column won: is there twice"


def test_a_list_of_deals_may_be_german_throughout(tmp_path: Path) -> None:
    head = "Spieler 1;Spieler 2;Spieler 3;Alleinspieler;Spielart;Spitzen;Stufen;Ergebnis;Wertung"
    (only,) = read(tmp_path, f"{head}\nAnna;Ben;Cem;Ben;Kreuz Hand;mit 2;4;verloren;-96\n")
    assert only.totals == (40, -146, 40)


def test_a_few_other_names_of_columns_will_do(tmp_path: Path) -> None:
    text = f"{TOTALS}\n{PAPER}".replace("list,player", "series,name")
    assert read(tmp_path, text) == read(tmp_path, f"{TOTALS}\n{PAPER}")


def read_games(text: str, errors: list[TableError], folder: Path) -> ReadGames:
    path = folder / "list.csv"
    path.write_text(text)
    return SeegerLists().read(path, errors)


def test_a_file_is_read_as_games_with_the_rows_in_which_its_lists_begin() -> None:
    errors: list[TableError] = []
    table, rows = SeegerLists().read(DATA / "totals.csv", errors)
    assert errors == []
    assert table.score.tolist() == [[783, 592, 1245, 0], [820, 800, 940, 890]]
    assert rows == (1, 4)
    assert table.game is not None
    assert table.game.tolist() == [1, 2]


def test_a_list_without_a_name_has_no_id(tmp_path: Path) -> None:
    lines = PAPER.replace("1,A", "A").replace("1,B", "B").replace("1,C", "C")
    table, rows = read_games(f"player,won,lost,points,total\n{lines}", [], tmp_path)
    assert (table.game, rows) == (None, (1,))


def test_lists_with_wrong_rows_are_left_out(tmp_path: Path) -> None:
    errors: list[TableError] = []
    second = "2,A,8,1,many,783\n2,B,12,4,152,592\n2,C,11,0,495,1245\n"
    table, rows = read_games(f"{TOTALS}\n{second}{PAPER}", errors, tmp_path)
    assert [error.row for error in errors] == [1]
    assert (len(table), rows) == (1, (4,))
    nothing, none = read_games(f"{TOTALS}\n{second}", errors, tmp_path)
    assert (len(nothing), none) == (0, ())


def test_a_list_of_a_hundred_players_is_refused_at_once(tmp_path: Path) -> None:
    errors: list[TableError] = []
    crowd = "".join(f"1,p{number},1,0,20,70\n" for number in range(101))
    read_games(f"{TOTALS}\n{crowd}", errors, tmp_path)
    assert [str(error) for error in errors] == [
        f"{tmp_path}/list.csv, row 1, column player: "
        "list 1 has 101 players; a table has three or four"
    ]


def test_lists_are_recognised_by_their_columns() -> None:
    lists = SeegerLists()
    for columns in (["Alleinspieler", "Kontrakt"], ["player", "won"], ["Spieler", "Punkte"]):
        assert lists.recognises(columns)
    for columns in (["player_1", "player_2", "score_1"], ["game", "player", "score"], []):
        assert not lists.recognises(columns)
    assert not lists.has_luck
