"""Synthetic games on the command line."""

from pathlib import Path

import polars as pl
import pytest

from evenhand.tables import read_games

from .conftest import Shell


@pytest.mark.parametrize("kind", ["csv", "parquet", "pq"])
def test_games_are_written_with_their_skills(shell: Shell, tmp_path: Path, kind: str) -> None:
    file, skills = tmp_path / f"games.{kind}", tmp_path / f"skills.{kind}"
    size = ("--players", 50, "--games", 400, "--days", 10)
    shown = shell("synthetic", file, *size, "--seed", 3, "--skills", skills)
    assert shown.code == 0
    assert "400 games of 50 players in 10 days, seed 3" in shown.err
    assert len(read_games(file)) == 400
    read = pl.read_csv if kind == "csv" else pl.read_parquet
    assert read(file)["x_skill_1"].is_not_null().all()
    known = read(skills)
    assert known["games"].sum() == 800
    assert known.columns[:3] == ["player", "joined", "games"]


def test_skills_may_be_json(shell: Shell, tmp_path: Path) -> None:
    file, skills = tmp_path / "games.pq", tmp_path / "skills.json"
    shown = shell("synthetic", file, "--players", 5, "--games", 20, "--skills", skills)
    assert shown.code == 0
    assert f"wrote {skills}" in shown.err
    assert pl.read_json(skills)["games"].sum() == 40


def test_the_same_seed_gives_the_same_file(shell: Shell, tmp_path: Path) -> None:
    one, other, third = (tmp_path / f"{name}.csv" for name in "abc")
    for file, seed in ((one, 1), (other, 1), (third, 2)):
        assert shell("synthetic", file, "--players", 20, "--games", 50, "--seed", seed).code == 0
    assert one.read_bytes() == other.read_bytes() != third.read_bytes()


def test_luck_and_parameters_can_be_asked_for(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    size = ("--players", 20, "--games", 50)
    assert (
        shell("synthetic", file, *size, "--luck", "--set", "spread=0", "--set", "gain=0").code == 0
    )
    frame = pl.read_csv(file)
    assert {"luck_1", "luck_2"} <= set(frame.columns)
    assert frame["x_skill_1"].unique().to_list() == [1000.0]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--players", 1), "at least two players"),
        (("--players", 0), "at least two players"),
        (("--players", 500, "--games", 100), "cannot all play"),
        (("--days", 0), "days"),
        (("--days", "1e9"), "days must not be more than 36,500"),
        (("--set", "spred=1"), "did you mean spread?"),
        (("--set", "pace=-1"), "pace must be positive"),
    ],
)
def test_a_mistake_is_one_line_and_nothing_is_written(
    shell: Shell, tmp_path: Path, words: tuple[object, ...], problem: str
) -> None:
    file = tmp_path / "games.csv"
    shown = shell("synthetic", file, *words)
    assert shown.code == 2
    assert problem in shown.err
    assert shown.err.count("\n") == 1
    assert not file.exists()


def test_a_file_of_another_kind_is_refused(shell: Shell, tmp_path: Path) -> None:
    assert "must end in .csv" in shell("synthetic", tmp_path / "games.txt").err
    words = ("synthetic", tmp_path / "games.csv", "--skills", tmp_path / "skills.txt")
    assert "must end in .csv or .parquet or .pq or .json" in shell(*words).err
    file = tmp_path / "games.csv"
    assert "named twice" in shell("synthetic", file, "--skills", file).err
