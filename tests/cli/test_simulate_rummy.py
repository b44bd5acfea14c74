"""evenhand simulate rummy, and single games watched again."""

from pathlib import Path

import polars as pl
import pytest

from evenhand.ratings import BenchmarkElo
from evenhand.tables import read_games

from .conftest import Shell

PAPER = ["opponent-aware", "min-dist", "hybrid", "min-score"]


def test_games_of_the_six_strategies_are_written_with_all_their_details(
    shell: Shell, tmp_path: Path
) -> None:
    out = tmp_path / "games.csv"
    assert shell("simulate", "rummy", "--games", 300, "--seed", 3, "--out", out).code == 0
    frame = pl.read_csv(out)
    seats = [f"{name}_{seat}" for name in ("player", "score", "luck") for seat in (1, 2)]
    own = ["x_seed", "x_minscore_1", "x_minscore_2", "x_mindist_1", "x_mindist_2"]
    assert frame.columns == [*seats, *own, "x_winner", "x_turns", "x_declared"]
    assert frame["luck_1"].to_list() == [-score for score in frame["x_minscore_1"]]
    assert frame.filter("x_declared").select(pl.max_horizontal("^score_.$")).to_series().eq(0).all()
    assert frame["player_1"].value_counts()["count"].to_list() == [50] * 6
    run = BenchmarkElo().run(read_games(out))
    rating = dict(zip(read_games(out).names, run.values[:, 0], strict=True))
    assert min(rating[name] for name in PAPER) > 1000 > rating["random"]
    assert rating["defeat-seeking"] < 1000


@pytest.mark.parametrize("seats", [2, 3])
def test_the_same_seed_writes_the_same_bytes_on_any_number_of_workers(
    shell: Shell, tmp_path: Path, seats: int
) -> None:
    files = []
    for workers in (1, 2):
        files.append(tmp_path / f"{workers}.csv")
        given = ("--games", 2400, "--seats", seats, "--workers", workers, "--out", files[-1])
        assert shell("simulate", "rummy", *given, "--set", "turn_limit=15").code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(read_games(files[0])) == 2400
    assert read_games(files[0]).width == seats


def test_a_game_of_a_file_can_be_watched_again(shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    shell("simulate", "rummy", "--games", 30, "--set", "turn-limit=40", "--out", out)
    for row in pl.read_parquet(out).head(6).to_dicts():
        bots = row["player_1"], row["player_2"]
        shown = shell("watch", "rummy", *bots, "--seed", row["x_seed"], "--set", "turn-limit=40")
        won = (*bots, "nobody")[row["x_winner"] - 1]
        assert f"{won} wins" in shown.out
        assert f"after {row['x_turns']} turns" in shown.out
        assert ("undeclared" in shown.out) == (not row["x_declared"])


def test_the_hands_of_every_turn_can_be_watched(shell: Shell) -> None:
    shown = shell("watch", "rummy", "min-dist", "hybrid", "--seed", 7, "--every-move")
    assert shown.out.startswith("wild T by CT, turn 1, min-dist to draw\n")
    assert "min-dist: takes HA from the pile\n" in shown.out
    assert shown.out.count(" to draw\n") == 14
    assert "hybrid wins after 14 turns, points 70 : 0" in shown.out


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["min-dist"] * 4, "rummy has 2 or 3 seats, not 4"),
        (["min-dist", "minscore"], "no bot 'minscore'; did you mean min-score?"),
        (["min-dist", "min-score:threshold=0"], "threshold must be from 1 to 80 points"),
        (["min-dist", "min-score:depth=2"], "min-score has no parameter 'depth'"),
        (["min-dist", "random", "--set", "stock_out=burn"], "stock_out must be"),
        (["min-dist", "random", "--seed", "9999999999999999999"], "a seed is a number from 1 to"),
    ],
)
def test_wrong_words_are_told_in_one_line(shell: Shell, words: list[str], problem: str) -> None:
    shown = shell("watch", "rummy", *words)
    assert shown.code == 2
    assert problem in shown.err
    assert shown.err.count("\n") == 1
