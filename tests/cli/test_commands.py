"""What the commands print, write and refuse."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from evenhand.ratings import SYSTEMS

from .conftest import Shell


def test_expected_prints_the_tutorials_percent(shell: Shell) -> None:
    assert shell("expected", 1000, 1100).out == "1000 against 1100: 0.3599 (36 %)\n"
    assert json.loads(shell("expected", 1000, 1100, "--format", "json").out)["percent"] == 36


def test_expected_takes_a_whole_table(shell: Shell) -> None:
    shown = shell("expected", 1200, 1000, 1000, "--format", "json")
    assert json.loads(shown.out)["expected"] == pytest.approx(0.6126, abs=1e-4)


def test_a_rating_may_be_negative(shell: Shell) -> None:
    assert shell("expected", -100, 200).out.startswith("-100 against 200: 0.1510")
    assert shell("update", 1000, -5, 0).out.startswith("1000 -> 975")


def test_update_prints_both_ratings(shell: Shell) -> None:
    assert (
        shell("update", 1000, 1100, 1, "--k", 25).out
        == "1000 -> 1016 (+16.00)\n1100 -> 1084 (-16.00)\n"
    )
    rows = list(
        csv.DictReader(io.StringIO(shell("update", 1000, 1100, 0.5, "--format", "csv").out))
    )
    assert float(rows[0]["rating"]) == pytest.approx(1003.5, abs=0.01)


def test_rate_prints_json_rows_best_first(shell: Shell, league: Path) -> None:
    shown = shell(
        "rate", league, "--system", "score-share-elo", "--set", "k=0.02", "--set", "initial=800",
        "--format", "json",
    )  # fmt: skip
    rows = json.loads(shown.out)
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert [row["player"] for row in rows] == ["Ben", "Anna", "Cem"]
    assert [row["games"] for row in rows] == [4, 4, 3]
    assert rows[2]["rating"] == pytest.approx(788.91, abs=0.005)  # Edelkamp, Table II, row 3
    assert shown.code == 0
    assert shown.err == ""


def test_rate_prints_csv_and_a_table(shell: Shell, league: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(shell("rate", league, "--format", "csv").out)))
    assert [row["player"] for row in rows] == ["Ben", "Cem", "Anna"]
    shown = shell("rate", league, "--top", 1)
    assert "elo, 4 games, 3 players" in shown.out
    assert "Ben" in shown.out
    assert "Cem" not in shown.out
    assert "2 more" in shown.err


@pytest.mark.parametrize("name", sorted(set(SYSTEMS) - {"benchmark-elo"}))
def test_every_system_rates_a_file(shell: Shell, league: Path, name: str) -> None:
    rows = json.loads(shell("rate", league, "--system", name, "--format", "json").out)
    assert {row["player"] for row in rows} == {"Anna", "Ben", "Cem"}
    assert ("deviation" in rows[0]) == (name in ("glicko", "glicko-2", "true-skill", "weng-lin"))


def test_rate_writes_the_list_the_history_and_a_chart(shell: Shell, league: Path) -> None:
    out, history, chart = (league.with_name(n) for n in ("list.parquet", "history.csv", "c.svg"))
    shown = shell(
        "rate", league, "--set", "k=20", "--out", out, "--history", history, "--chart", chart
    )
    assert shown.code == 0, shown.err
    assert pl.read_parquet(out)["player"].to_list() == ["Ben", "Cem", "Anna"]
    rows = list(csv.DictReader(io.StringIO(history.read_text())))
    assert len(rows) == 11
    assert (rows[0]["game"], rows[0]["player"], rows[0]["before"]) == ("1", "Anna", "1500.0")
    assert float(rows[0]["change"]) == pytest.approx(10.0)
    assert rows[3]["before"] == rows[0]["after"]
    assert chart.read_text().startswith("<svg")


@pytest.mark.parametrize("name", ["glicko", "glicko-2", "true-skill", "weng-lin", "elo"])
@pytest.mark.parametrize("kind", ["csv", "json", "parquet"])
def test_going_on_from_a_list_is_going_on(shell: Shell, league: Path, name: str, kind: str) -> None:
    lines = league.read_text().splitlines(keepends=True)
    early, late = league.with_name("early.csv"), league.with_name("late.csv")
    early.write_text("".join(lines[:3]))
    late.write_text("".join(lines[:1] + lines[3:]))
    out = league.with_name(f"list.{kind}")
    settings = ["--system", name] + (["--set", "k=by-games"] if name == "elo" else [])
    settings += ["--set", "c=0"] if name == "glicko" else []
    settings += ["--set", "idle=1e6"] if name == "glicko-2" else []
    shell("rate", early, *settings, "--out", out)
    rest = json.loads(shell("rate", late, *settings, "--start", out, "--format", "json").out)
    whole = json.loads(shell("rate", league, *settings, "--format", "json").out)
    for one, other in zip(rest, whole, strict=True):
        assert one["player"] == other["player"]
        assert one["rating"] == pytest.approx(other["rating"], rel=1e-5)


def test_k_may_be_a_schedule(shell: Shell, league: Path) -> None:
    shown = shell("rate", league, "--set", "k=60/30/16@1/2", "--format", "json")
    assert shown.code == 0


def test_evaluate_prints_metrics_with_intervals(shell: Shell, league: Path) -> None:
    shown = shell("evaluate", league, "--from", "2026-01-03", "--format", "json")
    result = json.loads(shown.out)
    assert result["games"] == 2
    assert result["log_loss"]["low"] <= result["log_loss"]["value"] <= result["log_loss"]["high"]
    half = json.loads(shell("evaluate", league, "--test-fraction", 0.5, "--format", "json").out)
    assert half["log_loss"] == result["log_loss"]
    result_of_all = json.loads(shell("evaluate", league, "--format", "json").out)
    text = shell("evaluate", league).out
    assert "tested on 4 of 4 games" in text
    assert "calibration" in text
    rows = list(csv.DictReader(io.StringIO(shell("evaluate", league, "--format", "csv").out)))
    assert [row["metric"] for row in rows[-2:]] == ["pairwise_accuracy", "baseline_log_loss"]
    assert rows[0]["metric"] == "log_loss"
    assert float(rows[-1]["value"]) == result_of_all["baseline"]


def test_systems_lists_every_system(shell: Shell) -> None:
    rows = json.loads(shell("systems", "--format", "json").out)
    assert [row["system"] for row in rows] == list(SYSTEMS)


WRONG = {
    "no such system": (["rate", "FILE", "--system", "elho"], "no system 'elho'; did you mean elo?"),
    "no such parameter": (["rate", "FILE", "--set", "kk=3"], "elo has no parameter 'kk'"),
    "bad schedule": (["rate", "FILE", "--set", "k=1/2"], "k is a number, one of by-games, fide"),
    "no such file": (["rate", "missing.csv"], "missing.csv: no such file"),
    "unknown ending": (
        ["rate", "FILE", "--out", "list.xml"],
        "list.xml: the name must end in .csv",
    ),
    "penalties": (
        ["rate", "FILE", "-s", "benchmark-elo", "--set", "beta=0"],
        "league.csv, column score: game 1 in playing order has a score above zero",
    ),
    "over the games": (["rate", "FILE", "--out", "FILE"], "is named twice"),
    "twice": (["rate", "FILE", "--out", "a.csv", "--history", "a.csv"], "is named twice"),
    "a folder": (["rate", "FILE", "--out", "FOLDER"], "is a folder"),
    "out of range": (["rate", "FILE", "-s", "glicko", "--set", "deviation=1e200"], "out of range"),
    "bad date": (["evaluate", "FILE", "--from", "soon"], "--from wants a date"),
    "two splits": (
        ["evaluate", "FILE", "--from", "2026-01-01", "--test-fraction", "0.5"],
        "choose a date or a fraction",
    ),
    "bad result": (["update", "1000", "1100", "2"], "score must lie between"),
    "bad number": (["expected", "1000", "x"], "not a valid"),
    "no such command": (["frobnicate"], "frobnicate"),
    "bad format": (["systems", "--format", "xml"], "xml"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_one_line_with_code_2(shell: Shell, league: Path, case: str) -> None:
    words, message = WRONG[case]
    folder = league.with_name("folder.csv")
    folder.mkdir()
    before = league.read_text()
    shown = shell(*({"FILE": league, "FOLDER": folder}.get(word, word) for word in words))
    assert league.read_text() == before
    assert shown.code == 2
    assert shown.out == ""
    assert shown.err.startswith("evenhand: ")
    assert message in shown.err
    assert shown.err.count("\n") == 1


def test_a_bad_row_is_named_and_nothing_is_written(shell: Shell, league: Path) -> None:
    league.write_text(league.read_text().replace("1284", "many"))
    out = league.with_name("list.csv")
    shown = shell("rate", league, "--out", out)
    assert shown.code == 2
    assert "league.csv, row 3, column score_2" in shown.err
    assert not out.exists()


def test_every_command_has_help_with_an_example(shell: Shell) -> None:
    plain = ("expected", "update", "rate", "evaluate", "systems", "demo")
    for command in (*plain, "analyse", "simulate", "synthetic"):
        shown = shell(command, "--help")
        assert shown.code == 0
        assert f"Example: evenhand {command}" in shown.out


def test_the_help_lists_the_commands_and_the_version(shell: Shell) -> None:
    assert "evaluate" in shell().out
    assert shell("--version").out.startswith("evenhand 0.")


def test_the_shell_completes_systems_and_parameters() -> None:
    def complete(words: str) -> str:
        code = "import sys; sys.argv = ['evenhand']; from evenhand.cli import main; main()"
        environment = {"_EVENHAND_COMPLETE": "complete_bash", "COMP_WORDS": words}
        environment |= {"COMP_CWORD": str(len(words.split(" ")) - 1), "PATH": "/usr/bin:/bin"}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True
        )
        return done.stdout

    assert complete("evenhand rate x.csv --system gli").split() == ["glicko", "glicko-2"]
    assert "tau=" in complete("evenhand rate x.csv --system glicko-2 --set t")
