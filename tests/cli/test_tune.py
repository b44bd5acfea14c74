"""Tuning on the command line, and what rate and evaluate make of it."""

import csv
import io
import json
from pathlib import Path

import pytest

from evenhand.evaluation import evaluate
from evenhand.ratings import Elo, read_system
from evenhand.tables import GameTable, read_games, write_games
from evenhand.tuning import tune
from tests.tuning.games import games_of_k, some_games

from .conftest import Shell

JSON = ("--format", "json")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.csv"
    write_games(games_of_k(3000), path)
    return path


def test_the_best_is_first_with_its_test_score_and_the_regression(
    shell: Shell, games: Path
) -> None:
    shown = shell("tune", games, "--grid", "k=1,24,400")
    assert shown.code == 0
    lines = shown.out.splitlines()
    assert lines[0] == ("elo, 3 configurations by log-loss: tuned on 2,400 games, tested on 600")
    rows = [line.replace("│", " ").split() for line in lines if line.startswith("│")]
    assert [row[:2] for row in rows[:3]] == [["1", "24"], ["2", "1"], ["3", "400"]]
    assert "best" in rows[0]
    assert "worse" in rows[2]
    assert "best: k=24; log-loss in the test period 0." in shown.out
    assert " than the defaults by " in shown.out
    assert [row[0] for row in rows[3:5]] == ["intercept", "rating"]
    assert "[0, 30]" in shown.out
    assert "(500, ...)" in shown.out


def test_json_has_everything_and_csv_the_configurations(shell: Shell, games: Path) -> None:
    words = ("tune", games, "--grid", "k=8,24", "--grid", "scale=300,400", "--metric", "brier")
    found = json.loads(shell(*words, "--format", "json").out)
    wanted = tune("elo", {"k": [8, 24], "scale": [300, 400]}, read_games(games), metric="brier")
    assert found["params"] == wanted.as_dict()["params"]
    assert found["tuned"] == wanted.summary()
    assert found["configurations"][0]["params"] == found["params"]
    assert set(found["configurations"][0]["metrics"]) == {"log-loss", "brier", "accuracy"}
    assert [row["variable"] for row in found["regression"]] == ["intercept", "rating difference"]
    assert sum(row["games"] for row in found["by_difference"]) == 3000
    rows = list(csv.DictReader(io.StringIO(shell(*words, "--format", "csv", "--top", 3).out)))
    assert len(rows) == 3
    assert rows[0]["verdict"] == "best"
    for row, other in zip(rows, found["configurations"], strict=False):
        assert float(row["brier"]) == other["brier"]
        assert row["k"] == other["k"]


def test_the_best_parameters_serve_rate_and_evaluate(
    shell: Shell, games: Path, tmp_path: Path
) -> None:
    best = tmp_path / "best.json"
    shown = shell(
        "tune", games, "--grid", "k=1,60/30/24@5/10", "--set", "start=1000", "--out", best
    )
    assert shown.code == 0
    assert f"wrote {best}" in shown.err
    content = json.loads(best.read_text())
    assert content["system"] == "elo"
    assert content["params"]["k"] == "60/30/24@5/10"
    assert content["params"]["initial"] == 1000.0
    assert content["tuned"]["metric"] == "log-loss"
    assert content["tuned"]["games"] == 3000
    by_file = shell("rate", games, "--params", best, "--format", "json")
    settings = ("--set", "k=60/30/24@5/10", "--set", "start=1000")
    assert by_file.out == shell("rate", games, *settings, "--format", "json").out
    other = shell("rate", games, "--params", best, "--set", "k=9", "--format", "json")
    assert (
        other.out
        == shell("rate", games, "--set", "k=9", "--set", "start=1000", "--format", "json").out
    )
    tested = json.loads(
        shell("evaluate", games, "--params", best, "--test-fraction", "0.2", "--format", "json").out
    )
    assert tested["system"] == "elo"
    found = evaluate(read_system(best), read_games(games), test_start=2400).log_loss.value
    assert tested["log_loss"]["value"] == pytest.approx(found)
    assert content["tuned"]["test"]["value"] == pytest.approx(found)


def test_a_file_of_another_system_or_none_is_refused(
    shell: Shell, games: Path, tmp_path: Path
) -> None:
    best = tmp_path / "best.json"
    best.write_text('{"system": "elo", "params": {"k": 20}}')
    for command in ("rate", "evaluate"):
        assert shell(command, games, "--params", best, "--system", "elo").code == 0
        shown = shell(command, games, "--params", best, "--system", "glicko")
        assert shown.code == 2
        assert shown.err == f"evenhand: {best}: is for elo, so leave out --system glicko\n"
        missing = shell(command, games, "--params", tmp_path / "no.json")
        assert missing.code == 2
        assert "no.json" in missing.err
        assert missing.err.count("\n") == 1
    best.write_text("k=20")
    assert shell("rate", games, "--params", best).err == f"evenhand: {best}: is not JSON\n"


def test_trials_a_journal_and_a_date(shell: Shell, games: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    words = ("tune", games, "--range", "k=4:64", "--trials", 9, "--seed", 3, "--from")
    # games are a minute apart, from 1970 on
    first = shell(*words, "1970-01-02T16:00", "--journal", journal, "--format", "json")
    kept = journal.read_bytes()
    again = shell(*words, "1970-01-02T16:00", "--journal", journal, "--format", "json")
    assert json.loads(first.out)["tuned"]["test_games"] == 600
    assert json.loads(first.out)["tuned"]["trials"] == 9
    assert again.out == first.out
    assert journal.read_bytes() == kept
    refused = shell(*words, "1970-01-02T17:00", "--journal", journal)
    assert refused.code == 2
    assert "is about another test period" in refused.err


def test_a_chart_is_drawn(shell: Shell, games: Path, tmp_path: Path) -> None:
    chart = tmp_path / "curve.svg"
    shown = shell("tune", games, "--grid", "k=24", "--chart", chart, "--format", "csv")
    assert shown.code == 0
    assert "rating difference before the game" in chart.read_text()
    assert f"wrote {chart}" in shown.err


def test_a_chart_that_cannot_be_drawn_is_an_error_after_the_result(
    shell: Shell, tmp_path: Path
) -> None:
    path, chart = tmp_path / "games.csv", tmp_path / "curve.svg"
    write_games(GameTable.from_games([{"Anna": 1, "Ben": 0}] * 60), path)
    shown = shell("tune", path, "--grid", "k=8", "--chart", chart)
    assert shown.code == 2
    assert "best: k=8" in shown.out
    assert f"{chart}: not drawn, " in shown.err
    assert not chart.exists()


def test_the_bins_suit_the_unit_of_the_ratings(shell: Shell, games: Path) -> None:
    from_zero = shell("tune", games, "--set", "start=0", "--grid", "k=24").out
    assert "(60, 100]" in from_zero
    found = json.loads(shell("tune", games, "--set", "scale=40", "--grid", "k=2.4", *JSON).out)
    wanted = json.loads(shell("tune", games, "--grid", "k=24", *JSON).out)
    # a tenth of the scale: bins about a tenth as wide, and as many games in them
    assert 2.0 < found["by_difference"][0]["high"] < 4.5
    share = [row["games"] / 3000 for row in found["by_difference"]]
    # The edges of bands are round numbers, which move a game in thirty to the band next door.
    usual = [row["games"] / 3000 for row in wanted["by_difference"]]
    assert share == pytest.approx(usual, abs=0.05)


def test_the_numbers_of_quantiles_are_printed(shell: Shell, games: Path) -> None:
    shown = shell("tune", games, "--grid", "k=60/30/16@q10+1/q25+1")
    assert "best: k=60/30/16@q10+1/q25+1 (k=60/30/16@" in shown.out


def test_three_players_have_no_regression(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    write_games(some_games(seats=3), path)
    shown = shell("tune", path, "--system", "multi-elo", "--grid", "k=8,16")
    assert shown.code == 0
    assert "no regression and no bins: they are for games of two players" in shown.err
    assert "intercept" not in shown.out
    found = json.loads(shell("tune", path, "--grid", "k=8,16", "--format", "json").out)
    assert found["regression"] is None
    refused = shell("tune", path, "--grid", "k=8", "--chart", tmp_path / "curve.svg")
    assert refused.code == 2
    assert "--chart is for games of two players" in refused.err


def test_skipped_configurations_are_counted_with_their_reason(shell: Shell, games: Path) -> None:
    words = ("--set", "k=60/30/16@5/10", "--grid", "k.n_1=5,30", "--grid", "k.n_2=10,40")
    shown = shell("tune", games, *words, "--top", 2)
    assert "1 skipped: the steps of k must come one after the other" in shown.err
    assert "1 more; --top N shows more" in shown.err
    assert "than the settings of --set by" in shown.out
    assert " k.n_1 " in shown.out


def test_a_best_value_at_the_edge_is_warned_about_in_one_line(shell: Shell, games: Path) -> None:
    shown = shell("tune", games, "--grid", "k=1,2,3")
    assert shown.code == 0
    assert shown.err == "warning: k=3 is at the high end of what was tried: try larger values\n"
    found = json.loads(shell("tune", games, "--grid", "k=1,2,3", *JSON).out)
    assert found["tuned"]["at_edge"] == {"k": "high"}
    assert shell("tune", games, "--grid", "k=1,24,400").err == ""


WRONG: dict[str, tuple[list[str], str]] = {
    "system": (["--system", "eloo", "--grid", "k=8"], "no system 'eloo'; did you mean elo? Choose"),
    "metric": (
        ["--grid", "k=8", "--metric", "auc"],
        "no metric 'auc'; choose from log-loss, brier",
    ),
    "parameter": (["--grid", "c=8"], "elo has no parameter 'c'; choose from k, initial, scale,"),
    "setting": (["--grid", "k=8", "--set", "c=8"], "elo has no parameter 'c'; choose from k, init"),
    "field": (["--grid", "k.n=8"], "k has no field 'n'; choose from k_a, k_b, k_c, n_1"),
    "empty grid": (["--grid", "k="], "the grid of k is empty: give values, as in k=8,16,32"),
    "no values": (["--grid", "k"], "--grid wants NAME=8,16,32, not 'k'"),
    "number": (["--grid", "scale=8,x"], "scale must be a number, not 'x'"),
    "schedule": (["--grid", "k=60/30@5"], "k is a number, one of by-games, fide, or like"),
    "range": (["--range", "k=4:x", "--trials", "3"], "k: a range has two numbers, not 4:x"),
    "no trials": (["--range", "k=4:64"], "a range, as that of k, needs a number of trials"),
    "nothing": ([], "nothing to tune: give a grid such as k=8,16,32, or trials"),
    "trials": (["--trials", "0"], "'--trials'"),
    "date": (["--grid", "k=8", "--from", "soon"], "--from wants a date such as 2026-01-31"),
    "late": (["--grid", "k=8", "--from", "2100-01-01"], "no games left to test on"),
    "early": (["--grid", "k=8", "--from", "1900-01-01"], "no decided game before the test period"),
    "fraction": (["--grid", "k=8", "--test-fraction", "7"], "lies in (0, 1], not 7"),
    "both": (["--grid", "k=8", "--from", "2026-01-01", "--test-fraction", "0.2"], "not both"),
    "out": (["--grid", "k=8", "--out", "FOLDER/best.csv"], "the name must end in .json"),
    "folder": (["--grid", "k=8", "--journal", "FOLDER/no/j.jsonl"], "there is no folder"),
    "same": (["--grid", "k=8", "--out", "FOLDER/a.json", "--journal", "FOLDER/a.json"], "twice"),
    "chart": (["--grid", "k=8", "--chart", "FOLDER/a.pdf"], "the name must end in .svg"),
    "cluster": (["--grid", "k=8", "--cluster", "tcp://127.0.0.1:1"], "no cluster answers at"),
    "impossible": (["--grid", "k=-8"], "no configuration is possible: k must not be negative"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_one_line_and_nothing_is_written(
    shell: Shell, games: Path, tmp_path: Path, case: str
) -> None:
    words, message = WRONG[case]
    command = [word.replace("FOLDER", str(tmp_path)) for word in words]
    for option in ("--out", "--journal"):
        command += [] if option in command else [option, str(tmp_path / f"x{option}.json")]
    shown = shell("tune", games, *command)
    assert shown.code == 2
    assert shown.out == ""
    assert shown.err.startswith("evenhand: ")
    assert message.replace("FOLDER", str(tmp_path)) in shown.err
    assert shown.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == [games]


def test_mistakes_are_found_before_games_are_read(shell: Shell, tmp_path: Path) -> None:
    for words in (["--metric", "auc"], ["--set", "c=8"], ["--system", "eloo"], ["--grid", "c=1"]):
        shown = shell("tune", tmp_path / "missing.csv", "--grid", "k=8", *words)
        assert "missing.csv" not in shown.err


def test_help_shows_an_example(shell: Shell) -> None:
    text = " ".join(shell("tune", "--help").out.split())
    assert "Example: evenhand tune league.csv --system elo --grid k=8,16,32" in text


def test_defaults_that_are_the_best_improve_nothing(shell: Shell, games: Path) -> None:
    assert Elo().k == 16.0
    assert "the same as with the defaults" in shell("tune", games, "--grid", "k=16").out
