"""Options that say which columns of a file hold what, on every command that reads games."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from evenhand.datasets import make_games
from evenhand.tables import to_frame

from .conftest import Shell

JSON = ("--format", "json")
NAMED = ("--players", "one,other", "--scores", "for,against", "--time", "day")
COMMANDS = {
    "rate": (),
    "evaluate": ("--test-fraction", 0.5),
    "tune": ("--grid", "k=8,24"),
    "analyse": ("--resamples", 5, "--min-games", 5),
}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Games in evenhand's own layout."""
    path = tmp_path / "own.csv"
    table, _ = make_games(np.random.default_rng(8), 8, 200)
    to_frame(table).write_csv(path)
    return path


@pytest.fixture
def foreign(own: Path) -> Path:
    """The same games with names of columns that say nothing, and columns to ignore."""
    path = own.with_name("foreign.csv")
    names = {"player_1": "one", "player_2": "other", "score_1": "for", "score_2": "against"}
    frame = pl.read_csv(own).rename({**names, "time": "day"})
    frame = frame.with_columns(referee=pl.lit("Dora"), derby=pl.int_range(200) % 2)
    frame = frame.with_columns(ground=pl.int_range(200) % 3 - 1, count=pl.lit(1))
    frame.with_columns(apart=(pl.col("for") - pl.col("against")).abs()).write_csv(path)
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_named_columns_are_those_of_the_own_layout(
    shell: Shell, own: Path, foreign: Path, command: str
) -> None:
    words = COMMANDS[command]
    wanted = shell(command, own, *words, *JSON)
    found = shell(command, foreign, *NAMED, *words, *JSON)
    assert (found.code, found.err) == (0, wanted.err)
    assert found.out == wanted.out
    refused = shell(command, foreign, *words)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "cannot tell which columns hold players and scores (found: one, other," in refused.err
    assert "--players COLUMN,COLUMN --scores COLUMN,COLUMN" in refused.err


def test_winners_and_losers_need_no_scores(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "tour.csv"
    path.write_text("champion,runner_up,played\nAnna,Ben,20240101\nBen,Cem,20240102\n")
    shown = shell("rate", path, "--winner", "champion", "--loser", "runner_up", *JSON)
    assert [row["player"] for row in json.loads(shown.out)] == ["Anna", "Ben", "Cem"]
    half = shell("rate", path, "--winner", "champion")
    assert (half.code, half.err.count("\n")) == (2, 1)
    assert "winner and loser must both be named" in half.err


@pytest.mark.parametrize(
    ("unit", "numbers"),
    [("s", "86400,172800"), ("ms", "86400000,172800000"), ("d", "1,2")],
)
def test_an_integer_time_has_a_unit(shell: Shell, tmp_path: Path, unit: str, numbers: str) -> None:
    path, history = tmp_path / "games.csv", tmp_path / "history.csv"
    first, second = numbers.split(",")
    path.write_text(f"a,b,x,y,at\nBen,Anna,0,1,{second}\nAnna,Ben,3,2,{first}\n")
    words = ("--players", "a,b", "--scores", "x,y", "--time", "at", "--time-unit", unit)
    assert shell("rate", path, *words, "--history", history).code == 0
    days = pl.read_csv(history)["time"].str.slice(0, 10).to_list()
    assert days == ["1970-01-02"] * 2 + ["1970-01-03"] * 2


def test_a_row_per_player_needs_the_column_of_the_games(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("round,who,points\n1,Anna,3\n1,Ben,2\n1,Cem,1\n2,Ben,2\n2,Cem,1\n")
    words = ("rate", path, "--players", "who", "--scores", "points")
    shown = shell(*words, "--game", "round", *JSON)
    assert [row["games"] for row in json.loads(shown.out)] == [1, 2, 2]
    assert "--game" in shell(*words).err


def test_a_recognised_layout_is_remarked(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "bundesliga.csv"
    path.write_text("Date,HomeTeam,AwayTeam,FTHG,FTAG\n2024-01-01,Ulm,Kiel,2,1\n")
    shown = shell("rate", path, *JSON)
    assert shown.err == "read HomeTeam, AwayTeam as players, FTHG, FTAG as scores, Date as time\n"
    assert json.loads(shown.out)[0]["player"] == "Ulm"


def expected_of_first(shell: Shell, file: Path, *words: str) -> list[float]:
    history = file.with_name("history.csv")
    shown = shell("rate", file, *NAMED, *words, "--history", history)
    assert shown.code == 0, shown.err
    frame = pl.read_csv(history)
    return frame["expected"].to_list()[::2]


def test_home_is_numbers_per_seat_or_a_column(shell: Shell, foreign: Path) -> None:
    settings = ("--set", "k=0", "--set", "advantage=50")
    at_home = 1.0 / (1.0 + 10.0 ** (-50.0 / 400.0))
    for home, wanted in (("1,0", at_home), ("0,1", 1.0 - at_home), ("0,0", 0.5)):
        found = expected_of_first(shell, foreign, *settings, "--home", home)
        assert found == pytest.approx([wanted] * 200)
    found = expected_of_first(shell, foreign, *settings, "--home", "ground")
    assert found[:3] == pytest.approx([1.0 - at_home, 0.5, at_home])
    assert expected_of_first(shell, foreign, *settings) == pytest.approx([at_home] * 200)


def test_effects_weigh_covariates(shell: Shell, foreign: Path) -> None:
    frame = pl.read_csv(foreign).rename({"derby": "derby_1"}).with_columns(derby_2=pl.lit(0))
    frame.write_csv(foreign)
    settings = ("--set", "k=0", "--set", "effects=derby:12")
    found = expected_of_first(shell, foreign, *settings, "--covariates", "derby")
    assert found[:2] == pytest.approx([0.5, 1.0 / (1.0 + 10.0 ** (-12.0 / 400.0))])
    refused = shell("rate", foreign, *NAMED, *settings)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "no covariate derby, for which an effect is set" in refused.err


@pytest.mark.parametrize("option", ["context", "margin", "weight"])
def test_other_columns_are_read_and_checked(shell: Shell, foreign: Path, option: str) -> None:
    column = {"context": "referee", "margin": "apart", "weight": "count"}[option]
    assert shell("rate", foreign, *NAMED, f"--{option}", column).code == 0
    refused = shell("rate", foreign, *NAMED, f"--{option}", f"{column}s")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert f"column {column}s: no such column; did you mean {column}?" in refused.err


WRONG = {
    "twice": ("--players one,one --scores for,against", "is named twice"),
    "too few": ("--players one,other --scores for", "scores need a column for each player"),
    "both": ("--players one,other --winner one --loser other", "either players and scores or"),
    "no scores": ("--players one,other", "players are named but not scores"),
    "home": ("--players one,other --scores for,against --home 1,0,0", "home needs 2 columns"),
    "mixed home": ("--players one,other --scores for,against --home 1,ground", "home mixes"),
    "text": ("--players one,other --scores for,referee", "foreign.csv, row 1, column referee"),
    "unit": ("--players one,other --scores for,against --time derby --time-unit h", "'h'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_columns_are_one_line_with_code_2(shell: Shell, foreign: Path, case: str) -> None:
    words, problem = WRONG[case]
    shown = shell("rate", foreign, *words.split())
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith("evenhand: ")
    assert problem in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_shows_the_columns_in_a_panel(shell: Shell, command: str) -> None:
    shown = shell(command, "--help")
    assert "Columns of the file" in shown.out
    for option in ("--players", "--winner", "--time-unit", "--home", "--covariates"):
        assert option in shown.out
    assert "home_team,away_team" in shown.out
