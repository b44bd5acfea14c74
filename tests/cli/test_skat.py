"""The commands of the skat group: score and value."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from evenhand.tables import read_games

from .conftest import Shell

DATA = Path(__file__).parents[1] / "data" / "skat"
DEAL = (
    "w CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SA.ST.SK.SQ.S9.S8.S7.HA.HT."
    "HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9.D8.D7"
)


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    return Path(shutil.copy(DATA / "evening.csv", tmp_path))


@pytest.fixture
def totals(tmp_path: Path) -> Path:
    return Path(shutil.copy(DATA / "totals.csv", tmp_path))


def record(declarer: int | None, score: int, players: str = "ABC", series: str = "7") -> str:
    """A line of an ISS file, with nothing but the deal for moves."""
    names = "".join(f"P{seat}[{name}]" for seat, name in enumerate(players))
    result = "passed"
    if declarer is not None:
        won = "win" if score > 0 else "loss"
        result = (
            f"d:{declarer} {won} v:{score} m:1 bidok p:60 t:5 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0"
        )
    head = f"(;GM[Skat]PC[]CO[]SE[{series}]ID[1]DT[2025-01-03/12:00:00/UTC]"
    return f"{head}{names}MV[{DEAL}]R[{result}] ;)\n"


def paper_records() -> str:
    """The 36 games of Edelkamp's example."""
    lines = []
    for declarer, won, lost, points in ((0, 8, 1, 273), (1, 12, 4, 152), (2, 11, 0, 495)):
        scores = [(points + 40 * lost) // won] * won + [-40] * lost
        scores[0] += points - sum(scores)
        lines += [record(declarer, score) for score in scores]
    return "".join(lines)


def test_score_prints_the_standings_of_every_list(shell: Shell, evening: Path) -> None:
    shown = shell("skat", "score", evening)
    assert shown.code == 0, shown.err
    assert "list A, 6 deals" in shown.out
    assert "list B, 2 deals" in shown.out
    rows = json.loads(shell("skat", "score", evening, "--format", "json").out)
    assert [(row["list"], row["rank"], row["player"], row["total"]) for row in rows] == [
        ("A", 1, "Anna", 252),
        ("A", 2, "Cem", 14),
        ("A", 3, "Ben", -106),
        ("B", 1, "Emil", 102),
        ("B", 2, "Doris", 30),
        ("B", 2, "Frieda", 30),
        ("B", 4, "Georg", -130),
    ]
    assert list(rows[0]) == ["list", "rank", "player", "games", "won", "lost", "points", "total"]


def test_score_prints_the_example_of_the_paper_as_csv(shell: Shell, totals: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(shell("skat", "score", totals, "--format", "csv").out)))
    assert [(row["player"], row["total"]) for row in rows[:3]] == [
        ("Cem", "1245"),
        ("Anna", "783"),
        ("Ben", "592"),
    ]


@pytest.mark.parametrize("kind", ["csv", "xlsx", "parquet"])
def test_score_writes_the_series_that_rate_reads(shell: Shell, totals: Path, kind: str) -> None:
    out = totals.with_name(f"series.{kind}")
    shown = shell("skat", "score", totals, "--out", out)
    assert shown.code == 0, shown.err
    assert f"wrote {out}" in shown.err
    assert read_games(out).score.tolist() == [[783, 592, 1245, 0], [820, 800, 940, 890]]
    rows = json.loads(shell("rate", out, "--format", "json").out)
    assert len(rows) == 7


def test_score_prints_averages_per_game_of_the_lists_own_length(shell: Shell, totals: Path) -> None:
    rows = json.loads(shell("skat", "score", totals, "--average", "--format", "json").out)
    assert [row["player"] for row in rows][:2] == ["Cem", "Anna"]
    assert rows[0]["per_36"] == pytest.approx(1245)
    frieda = next(row for row in rows if row["player"] == "Frieda")
    assert frieda["per_game"] == pytest.approx(940 / 48)
    assert frieda["per_36"] == pytest.approx(705)


def test_every_wrong_row_is_told_in_a_line_and_nothing_is_written(
    shell: Shell, totals: Path
) -> None:
    text = totals.read_text()
    for right, wrong in (("783", "784"), ("592", "602"), ("890", "many")):
        text = text.replace(right, wrong)
    totals.write_text(text)
    out = totals.with_name("series.csv")
    shown = shell("skat", "score", totals, "--out", out)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.splitlines() == [
        f"evenhand: {totals}, row 1, column total: expected 783, found 784",
        f"evenhand: {totals}, row 2, column total: expected 592, found 602",
        f"evenhand: {totals}, row 7, column total: not a whole number: 'many'",
    ]
    assert not out.exists()


def test_many_lists_are_printed_in_part(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    rows = "".join(f"{n},A,0,0,0\n{n},B,0,0,0\n{n},C,0,0,0\n" for n in range(1, 13))
    path.write_text(f"list,player,won,lost,points\n{rows}")
    shown = shell("skat", "score", path)
    assert "list 10" in shown.out
    assert "list 11" not in shown.out
    assert "2 more lists" in shown.err


def test_score_makes_series_of_game_records(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(record(None, 0, "XYZ") + paper_records() + record(0, 24))
    shown = shell("skat", "score", path, "--format", "json")
    assert shown.code == 0, shown.err
    assert [(row["list"], row["player"], row["total"]) for row in json.loads(shown.out)] == [
        ("7", "C", 1245),
        ("7", "A", 783),
        ("7", "B", 592),
    ]
    assert shown.err == (
        "38 games, 1 of them passed in; 1 series of 36; 2 deals left over; "
        "copies of games, counted like the others: 30\n"
    )


def test_length_and_passed_in_deals_of_records_are_chosen(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(record(0, 24) + record(None, 0) + record(1, -48))
    words = ["skat", "score", path, "--length", 2, "--format", "json"]
    assert json.loads(shell(*words).out)[0]["total"] == 74
    rows = json.loads(shell(*words, "--without-passed-in").out)
    assert [row["total"] for row in rows] == [114, 40, -98]
    shown = shell("skat", "score", path)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err == f"evenhand: {path}: no series of 36 deals is complete (3 games)\n"


def test_records_without_three_names_are_told_by_their_line_or_passed_over(
    shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(
        "\n" + record(0, 24) + record(0, 24, "A C") + record(1, 24) + record(1, 24, "ABA")
    )
    shown = shell("skat", "score", path, "--length", 2)
    assert (shown.code, shown.out) == (2, "")
    assert f"{path}, row 3: the name ' ' is empty or has blanks around it" in shown.err
    assert f"{path}, row 5: 'A' sits twice at the table" in shown.err
    assert shell("skat", "score", path, "--length", 2, "--skip-broken").code == 0


def test_records_that_are_not_scored_need_no_names(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    unfinished = record(None, 0, "A C").replace("R[passed]", "R[unknown]")
    path.write_text(record(0, 24) + unfinished + record(1, 24))
    shown = shell("skat", "score", path, "--length", 2)
    assert (shown.code, shown.err) == (
        0,
        "2 games, 0 of them passed in; 1 series of 2; 0 deals left over\n",
    )


def test_options_for_records_are_refused_with_lists(shell: Shell, evening: Path) -> None:
    for option in (["--length", 3], ["--without-passed-in"], ["--skip-broken"]):
        shown = shell("skat", "score", evening, *option)
        assert (shown.code, shown.out) == (2, "")
        assert "are for records" in shown.err


def test_broken_records_are_told_or_passed_over(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text("nonsense\n" + record(0, 24) + "(;GM[Chess] ;)\n" + record(1, 24))
    words = ["skat", "score", path, "--length", 2]
    shown = shell(*words)
    assert (shown.code, shown.out) == (2, "")
    assert [line.split(": ")[1] for line in shown.err.splitlines()] == [
        f"{path}, row 1",
        f"{path}, row 3, column GM",
    ]
    shown = shell(*words, "--skip-broken")
    assert shown.code == 0
    assert shown.err.endswith("; broken records: 2\n")


def test_games_that_were_never_finished_are_no_deals(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(record(0, 24) + record(None, 0).replace("passed", "unknown") + record(1, 24))
    shown = shell("skat", "score", path, "--length", 2, "--format", "csv")
    assert "2 games, 0 of them passed in; 1 series of 2; 0 deals left over" in shown.err


def test_value_spells_the_levels_and_tells_both_results(shell: Shell) -> None:
    assert shell("skat", "value", "clubs", "hand", "--with", 2).out == (
        "with 2, game 3, hand 4, times clubs 12 = 48\nwon 48, lost -96\n"
    )
    assert shell("skat", "value", "NO").out == "null ouvert = 46\nwon 46, lost -92\n"
    assert "= 72\n" in shell("skat", "value", "G", "--without", 1, "--schneider").out


def test_value_counts_matadors_from_cards(shell: Shell) -> None:
    cards = "CJ,sj DJ.CA CT CK CQ C9 C8 C7 SA ST"
    shown = shell("skat", "value", "CO", "--cards", cards, "--format", "json")
    value = json.loads(shown.out)
    assert (value["matadors"], value["levels"], value["value"]) == (2, 9, 108)
    assert (value["won"], value["lost"], value["overbid"]) == (108, -216, False)
    assert (
        "without 4,"
        in shell("skat", "value", "grand", "--cards", cards.replace("CJ,sj DJ", "SK SQ S9")).out
    )
    symbols = "♣J ♠J DJ CA C10 CK CQ C9 C8 C7 SA S10"
    assert shell("skat", "value", "CO", "--cards", symbols, "--format", "json").out == shown.out
    for few in ("CJ", cards[3:]):
        shown = shell("skat", "value", "grand", "--cards", few)
        assert (shown.code, shown.out) == (2, "")
        assert "has 12 cards with the skat" in shown.err


def test_value_charges_an_overbid_game_up_to_the_bid(shell: Shell) -> None:
    """Diamonds without 1 at 36, as in a record of the ISS server."""
    shown = shell("skat", "value", "D", "--without", 1, "--bid", 36)
    assert shown.out.endswith("overbid at 36: lost in any case, 36 is charged twice: -72\n")
    rows = list(
        csv.DictReader(
            io.StringIO(
                shell("skat", "value", "D", "--without", 1, "--bid", 36, "--format", "csv").out
            )
        )
    )
    assert (rows[0]["won"], rows[0]["lost"], rows[0]["overbid"]) == ("", "-72", "True")


WRONG = {
    "no file": (["score", "none.csv"], "none.csv: no such file"),
    "no records": (["score", "none.sgf"], "none.sgf: no such file"),
    "unknown kind": (["score", "list.ods"], "unknown kind of file '.ods'"),
    "unknown ending": (["score", "FILE", "--out", "a.json"], "must end in .csv or .xlsx"),
    "over itself": (["score", "FILE", "--out", "FILE"], "is named twice"),
    "no length": (["score", "FILE", "--length", "0"], "--length"),
    "no game": (["value", "ramsch"], "contract: no game 'ramsch'"),
    "no matadors": (["value", "C"], "give the matadors by one of --with N"),
    "two matadors": (
        ["value", "C", "--with", "1", "--without", "2"],
        "give the matadors by one of --with N",
    ),
    "null": (["value", "N", "--with", "1"], "null has no matadors"),
    "too many": (["value", "G", "--with", "5"], "with or without 1 to 4, not 5"),
    "no card": (["value", "C", "--cards", "CJ,XX"], "no card 'XX'"),
    "twice": (["value", "C", "--cards", "CJ,CJ"], "the card CJ is there twice"),
    "many cards": (
        ["value", "C", "--cards", "C7,C8,C9,CT,CJ,CQ,CK,CA,S7,S8,S9,ST,SJ"],
        "a declarer has 12 cards with the skat, not 13",
    ),
    "no bid": (["value", "C", "--with", "1", "--bid", "19"], "nobody can bid 19"),
    "null below": (["value", "N", "--bid", "24"], "null is 23 and cannot be announced at 24"),
    "no command": (["frobnicate"], "frobnicate"),
}


@pytest.mark.parametrize("case", WRONG)
def test_mistakes_are_reported_in_one_line_with_code_2(
    shell: Shell, evening: Path, case: str
) -> None:
    words, message = WRONG[case]
    before = evening.read_bytes()
    shown = shell("skat", *({"FILE": evening}.get(word, word) for word in words))
    assert evening.read_bytes() == before
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith("evenhand: ")
    assert message in shown.err
    assert shown.err.count("\n") == 1


def test_the_commands_of_the_group_have_help_with_an_example(shell: Shell) -> None:
    for command in ("score", "value"):
        assert f"Example: evenhand skat {command}" in shell("skat", command, "--help").out
        assert command in shell("skat").out


def test_a_simulated_series_is_watched_again_by_its_bots_and_seed(
    shell: Shell, tmp_path: Path
) -> None:
    out = tmp_path / "series.csv"
    bots = "heuristic,random,heuristic:slip=0.5"
    series = ("skat", "--set", "deals=2")
    shell("simulate", *series, "--bots", bots, "--games", "6", "--luck", "none", "--out", out)
    for game in csv.DictReader(io.StringIO(out.read_text())):
        players = [game[f"player_{seat}"] for seat in (1, 2, 3)]
        shown = shell("watch", *series, *players, "--seed", game["x_seed"])
        scores = [
            f"{player} {float(game[f'score_{seat}']):.0f}" for seat, player in enumerate(players, 1)
        ]
        assert f"deal 2 of 2 ({', '.join(scores)})" in shown.out


def test_all_bots_of_skat_are_simulated_without_further_options(shell: Shell) -> None:
    shown = shell("simulate", "skat", "--games", "6", "--format", "json")
    assert shown.code == 0, shown.err
    rows = json.loads(shown.out)
    assert {row["player"] for row in rows} == {"heuristic", "monte-carlo", "clairvoyant", "random"}
