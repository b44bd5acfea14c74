"""How much is skill, on the command line."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from evenhand.analysis import analyse
from evenhand.datasets import make_games
from evenhand.tables import read_games, write_games

from .conftest import Shell

FEW = ("--resamples", "9")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "club.csv"
    table, _ = make_games(np.random.default_rng(5), 12, 1500, spread=80.0, luck=True)
    write_games(table, path)
    return path


def test_the_table_shows_spread_place_coin_flips_and_luck(shell: Shell, games: Path) -> None:
    shown = shell("analyse", games, *FEW)
    assert shown.code == 0
    assert shown.out.startswith("club.csv: 1,500 games, 12 of 12 players have 25 or more")
    for words in ("rating spread (SD)", "second hand", "replaced by coin flips", "luck by player"):
        assert words in shown.out
    assert "between 50%-chess (28.1) and chess (123.4)" in shown.out


def test_json_is_what_python_gives(shell: Shell, games: Path) -> None:
    shown = shell("analyse", games, *FEW, "--seed", 3, "--format", "json", "--workers", 1)
    wanted = analyse(read_games(games), resamples=9, rng=np.random.default_rng(3), workers=2)
    assert json.loads(shown.out) == json.loads(json.dumps(wanted.as_dict()))


def test_csv_has_a_row_for_each_measure(shell: Shell, games: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(shell("analyse", games, *FEW, "--format", "csv").out)))
    names = ["k", "spread", "win_probability", "games_needed"]
    assert [row["measure"] for row in rows] == names
    assert all(float(row["low"]) <= float(row["high"]) for row in rows)


@pytest.mark.parametrize(("name", "begins"), [("place.svg", b"<svg"), ("place.png", b"\x89PNG")])
def test_a_picture_is_drawn(
    shell: Shell, games: Path, tmp_path: Path, name: str, begins: bytes
) -> None:
    shown = shell("analyse", games, *FEW, "--chart", tmp_path / name)
    assert f"wrote {tmp_path / name}" in shown.err
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_the_picture_names_all_marks_and_the_game(
    shell: Shell, games: Path, tmp_path: Path
) -> None:
    shell("analyse", games, *FEW, "--chart", tmp_path / "place.svg")
    text = (tmp_path / "place.svg").read_text()
    for name in ("coin 0", "poker 6", "50%-chess 28.1", "chess 123.4", "club ", "second hand"):
        assert name in text


def test_tables_of_three_are_analysed(shell: Shell, league: Path) -> None:
    shown = shell("analyse", league, "--min-games", 2, *FEW)
    assert shown.code == 0
    assert "3 of 3 players" in shown.out


def test_games_without_visible_skill_are_explained(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "even.csv"
    rows = "Anna,Ben,1,0,2,1\nAnna,Ben,0,1,1,2\n" * 40
    path.write_text("player_1,player_2,score_1,score_2,luck_1,luck_2\n" + rows)
    shown = shell("analyse", path, *FEW)
    assert "No skill detected: predicting the same result for everybody" in shown.out
    assert "evenhand rate --luck" in shown.out


def test_mistakes_end_in_one_line(shell: Shell, league: Path, tmp_path: Path) -> None:
    cases = {
        ("analyse", league): "fewer than two players have 25 games or more",
        ("analyse", league, "--chart", tmp_path / "a.gif"): "must end in .svg",
        ("analyse", league, "--chart", league): "must end in .svg",
        ("analyse", tmp_path / "none.csv"): "none.csv",
    }
    for words, problem in cases.items():
        shown = shell(*words)
        assert shown.code == 2
        assert problem in shown.err
        assert shown.err.count("\n") == 1


def test_a_file_of_ties_is_refused(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "ties.csv"
    path.write_text("player_1,player_2,score_1,score_2\n" + "Anna,Ben,1,1\n" * 30)
    shown = shell("analyse", path)
    assert (shown.code, shown.err.count("\n")) == (2, 1)
    assert "all games are ties" in shown.err
