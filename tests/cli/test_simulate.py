"""Games between bots and of synthetic platforms on the command line."""

import csv
import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from evenhand.cli.simulate import complete_game, complete_rule
from evenhand.sheets import MAX_ROWS
from evenhand.tables import read_games
from tests.games.toy import install

from .conftest import Shell

TOY = "highest-draw"


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_a_summary_is_printed_best_first(shell: Shell) -> None:
    shown = shell("simulate", TOY, "--games", 600, "--format", "json")
    assert shown.code == 0
    rows = json.loads(shown.out)
    assert [row["player"] for row in rows] == ["biased", "fair"]
    assert set(rows[0]) == {"player", "games", "won", "drawn", "lost", "mean_score"}
    assert rows[0]["games"] == rows[1]["games"] == 600
    assert rows[0]["won"] == rows[1]["lost"] > rows[0]["lost"] == rows[1]["won"]
    text = shell("simulate", TOY, "--games", 600).out
    assert "highest-draw, 600 games, 2 players, seed 1" in text
    rows = list(csv.DictReader(io.StringIO(shell("simulate", TOY, "--format", "csv").out)))
    assert rows[0]["games"] == "3000"


def test_the_time_it_took_is_noted_on_stderr(shell: Shell) -> None:
    shown = shell("simulate", TOY, "--games", 1200)
    words = shown.err.split()
    assert shown.err.startswith("1,200 games in ")
    assert words[-2:] == ["a", "second)"]
    assert shown.err.count("\n") == 1


def test_the_bar_shows_games_a_second(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, as far as rich can tell
    monkeypatch.setenv("COLUMNS", "120")
    shown = shell("simulate", TOY, "--games", 1200)
    assert "playing highest-draw" in shown.err
    assert " games/s" in shown.err


@pytest.mark.parametrize("kind", ["csv", "parquet", "pq", "xlsx"])
def test_the_games_are_written_and_can_be_rated(shell: Shell, tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"games.{kind}"
    shown = shell("simulate", TOY, "--games", 200, "--out", out)
    assert shown.code == 0
    assert f"wrote {out}" in shown.err
    assert len(read_games(out)) == 200
    rows = json.loads(shell("rate", out, "--format", "json").out)
    assert [row["player"] for row in rows] == ["biased", "fair"]


def test_the_seed_decides_and_the_workers_do_not(shell: Shell, tmp_path: Path) -> None:
    def games(name: str, *words: object) -> bytes:
        out = tmp_path / f"{name}.csv"
        assert shell("simulate", TOY, "--games", 2100, "--out", out, *words).code == 0
        return out.read_bytes()

    first = games("first", "--seed", 3, "--workers", 1)
    assert games("second", "--seed", 3, "--workers", 2) == first
    assert games("third", "--seed", 4) != first


def test_bots_are_players_under_the_names_that_were_typed(shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    bots = "fair,biased, fair:bonus=7"
    shell("simulate", TOY, "--games", 60, "--bots", bots, "--out", out, "--no-shuffle")
    assert read_games(out).names == ("fair", "biased", "fair:bonus=7")


def test_the_order_of_the_schedule_can_be_kept(shell: Shell, tmp_path: Path) -> None:
    def seats(*words: object) -> list[list[int]]:
        out = tmp_path / "games.csv"
        bots = "fair,biased,fair:bonus=7"
        assert shell("simulate", TOY, "--games", 12, "--bots", bots, "--out", out, *words).code == 0
        names = bots.split(",")
        rows = pl.read_csv(out).select("player_1", "player_2").rows()
        return [[names.index(name) for name in row] for row in rows]

    ordered = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]] * 2
    assert seats("--no-shuffle") == ordered
    assert seats() != ordered
    assert sorted(seats()) == sorted(ordered)
    rounds = seats("--schedule", "round-robin", "--no-shuffle")
    assert rounds != ordered
    assert sorted(rounds) == sorted(seats("--schedule", "round-robin")) == sorted(ordered)
    assert sorted(seats("--schedule", "random")) != sorted(ordered)


def test_more_can_sit_at_a_table(shell: Shell, tmp_path: Path) -> None:
    out, bots = tmp_path / "games.csv", "fair,biased,fair:bonus=7,fair:bonus=8"
    shell("simulate", TOY, "--games", 24, "--bots", bots, "--seats", 3, "--out", out)
    assert read_games(out).width == 3


def test_rules_of_the_game_can_be_set(shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    shell("simulate", TOY, "--set", "sides=6", "--out", out)
    frame = pl.read_csv(out)
    assert frame["x_drawn_1"].max() == 5
    assert frame["x_drawn_1"].min() == 0


def test_unequal_meetings_are_noted(shell: Shell) -> None:
    uneven = shell("simulate", TOY, "--games", 11)
    assert "11 games are no multiple of 2" in uneven.err
    assert "multiple" not in shell("simulate", TOY, "--games", 11, "--schedule", "random").err


WRONG = {
    "no such game": (["higest-draw"], "no game 'higest-draw'; did you mean highest-draw?"),
    "no such bot": ([TOY, "--bots", "fair,bised"], "no bot 'bised'; did you mean biased?"),
    "no bot": ([TOY, "--bots", "fair,,biased"], "no bot ''"),
    "a bot twice": ([TOY, "--bots", "fair,biased,fair"], "the bot fair is named twice"),
    "no such parameter": ([TOY, "--bots", "fair:speed=3,biased"], "fair has no parameter 'speed'"),
    "too few bots": ([TOY, "--bots", "fair"], "2 seats need at least 2 bots, not 1"),
    "too few for the table": ([TOY, "--seats", "3"], "3 seats need at least 3 bots, not 2"),
    "no such table": ([TOY, "--seats", "5"], "highest-draw has 2 or 3 or 4 seats, not 5"),
    "no games": ([TOY, "--games", "0"], "'--games'"),
    "bad seed": ([TOY, "--seed", "-1"], "'--seed'"),
    "no such schedule": ([TOY, "--schedule", "swiss"], "swiss"),
    "no such rule": ([TOY, "--set", "side=3"], "highest-draw has no rule 'side'; did you mean"),
    "no such luck": ([TOY, "--luck", "deal"], "luck must be none or draw or number, not 'deal'"),
    "no value": ([TOY, "--set", "sides"], "--set wants NAME=VALUE, not 'sides'"),
    "bad rule": ([TOY, "--set", "sides=1"], "sides must be at least 2, not 1"),
    "no number": ([TOY, "--set", "sides=six"], "sides must be a whole number, not 'six'"),
    "unknown ending": ([TOY, "--out", "FOLDER/games.txt"], "the name must end in .csv"),
    "no folder": ([TOY, "--out", "FOLDER/no/games.csv"], "there is no folder"),
    "a sheet too small": (
        [TOY, "--games", str(MAX_ROWS), "--out", "FOLDER/games.xlsx"],
        "a sheet has at most 1,048,576 rows",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_one_line_and_nothing_is_written(
    shell: Shell, tmp_path: Path, case: str
) -> None:
    words, message = WRONG[case]
    command = [word.replace("FOLDER", str(tmp_path)) for word in words]
    out = [] if "--out" in command else ["--out", str(tmp_path / "games.csv")]
    shown = shell("simulate", *command, *out)
    assert shown.code == 2
    assert shown.out == ""
    assert shown.err.startswith("evenhand: ")
    assert message in shown.err
    assert shown.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_the_shell_completes_games_and_rules() -> None:
    context: Any = SimpleNamespace(params={"name": TOY})
    assert complete_game("hi") == [TOY]
    assert complete_rule(context, "s") == ["sides="]
    assert complete_rule(SimpleNamespace(params={"name": "go"}), "s") == []  # type: ignore[arg-type]


def test_help_shows_an_example_and_the_games(shell: Shell) -> None:
    text = " ".join(shell("simulate", "--help").out.split())
    assert "Example: evenhand simulate rummy" in text
    assert "round-robin" in text


@pytest.mark.parametrize("kind", ["csv", "parquet", "pq"])
def test_synthetic_games_are_written_with_their_skills(
    shell: Shell, tmp_path: Path, kind: str
) -> None:
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


def test_the_same_seed_gives_the_same_platform(shell: Shell, tmp_path: Path) -> None:
    one, other, third = (tmp_path / f"{name}.csv" for name in "abc")
    for file, seed in ((one, 1), (other, 1), (third, 2)):
        assert shell("synthetic", file, "--players", 20, "--games", 50, "--seed", seed).code == 0
    assert one.read_bytes() == other.read_bytes() != third.read_bytes()


def test_luck_and_parameters_of_a_platform_can_be_set(shell: Shell, tmp_path: Path) -> None:
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
def test_a_mistake_about_a_platform_is_one_line_and_nothing_is_written(
    shell: Shell, tmp_path: Path, words: tuple[object, ...], problem: str
) -> None:
    file = tmp_path / "games.csv"
    shown = shell("synthetic", file, *words)
    assert shown.code == 2
    assert problem in shown.err
    assert shown.err.count("\n") == 1
    assert not file.exists()


def test_a_platform_is_not_written_to_another_kind_of_file(shell: Shell, tmp_path: Path) -> None:
    assert "must end in .csv" in shell("synthetic", tmp_path / "games.txt").err
    words = ("synthetic", tmp_path / "games.csv", "--skills", tmp_path / "skills.txt")
    assert "must end in .csv or .parquet or .pq or .json" in shell(*words).err
    file = tmp_path / "games.csv"
    assert "named twice" in shell("synthetic", file, "--skills", file).err
