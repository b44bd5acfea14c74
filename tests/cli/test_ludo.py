"""evenhand simulate ludo, and single games watched again."""

from pathlib import Path

import polars as pl
import pytest

from evenhand.games.ludo import Dice
from evenhand.ratings import Elo
from evenhand.tables import read_games

from .conftest import Shell

FEW = [
    "aggressive",
    "naive",
    "responsible-pair",
    "full-information:playouts=10",
    "limited-information:playouts=10",
    "defeat-seeking:playouts=10",
    "random",
]


def test_games_of_the_seven_bots_are_written_with_all_their_details(
    shell: Shell, tmp_path: Path
) -> None:
    out = tmp_path / "games.csv"
    shown = shell("simulate", "ludo", "--games", 840, "--bots", ",".join(FEW), "--out", out)
    assert shown.code == 0
    frame = pl.read_csv(out)
    seats = [f"{name}_{seat}" for name in ("player", "score") for seat in (1, 2)]
    own = ["x_captures_1", "x_captures_2", "x_home_1", "x_home_2"]
    assert frame.columns == [*seats, "x_seed", "x_dice", "x_winner", *own]
    assert frame["player_1"].value_counts()["count"].to_list() == [120] * 7
    for row in frame.head(20).to_dicts():
        assert len(Dice.parse(row["x_dice"]).rounds) == 20
        first, second = row["score_1"], row["score_2"]
        assert row["x_winner"] == (0 if first == second else 1 if first > second else 2)
    run = Elo().run(read_games(out))
    rating = dict(zip(read_games(out).names, run.values[:, 0], strict=True))
    weak = [rating[name] for name in (FEW[1], FEW[4], FEW[6])]
    assert min(rating[name] for name in (FEW[0], FEW[2], FEW[3])) > max(weak)
    assert rating[FEW[5]] < min(weak)


def test_a_game_of_a_file_can_be_watched_again(shell: Shell, tmp_path: Path) -> None:
    out, rules = tmp_path / "games.parquet", ("--set", "extra-turns=both", "--set", "moves=20")
    shell("simulate", "ludo", "--games", 42, "--bots", ",".join(FEW), *rules, "--out", out)
    for row in pl.read_parquet(out).head(8).to_dicts():
        bots = row["player_1"], row["player_2"]
        shown = shell("watch", "ludo", *bots, "--seed", row["x_seed"], *rules)
        won = (*bots, "nobody")[row["x_winner"] - 1]
        told = f"{won} wins, points {row['score_1']:.0f} : {row['score_2']:.0f}"
        assert shown.out.count(told) == 2  # below the rounds and above the board
        dice = [
            line.split()[1].rstrip(",") for line in shown.out.splitlines() if " begins: " in line
        ]
        assert " ".join(dice) == row["x_dice"].partition(" +")[0]
        assert shown.out.count("again ") == len(Dice.parse(row["x_dice"]).extra)
        for seat in (1, 2):
            assert f"captures {row[f'x_captures_{seat}']}" in shown.out


def test_the_board_can_be_watched_before_every_move(shell: Shell) -> None:
    shown = shell("watch", "ludo", "naive", "aggressive", "--every-move", "--set", "moves=3")
    assert shown.out.startswith("round 1, naive to move, dice ")
    assert shown.out.count(" to move, dice ") == 6
    assert shown.out.count("* safe square") == 7
    pictures = shown.out.split("\n\n")
    assert [len(picture.splitlines()) for picture in pictures] == [17] * 6 + [16]
    moves = [picture.splitlines()[-1] for picture in pictures[:2]]
    assert [move[: move.index(" to ")] for move in moves] == ["naive: 1a", "aggressive: 6A"]


def test_the_luck_of_every_throw_can_be_watched(shell: Shell) -> None:
    rules = ("--set", "moves=2", "--set", "extra-turns=none")
    shown = shell("watch", "ludo", "naive", "aggressive", "--luck", "all", *rules)
    assert shown.code == 0
    assert shown.out.count(" throw ") == 2


def test_games_have_luck_only_if_asked_for(shell: Shell, tmp_path: Path) -> None:
    out, bots = tmp_path / "games.csv", ("--bots", "naive,aggressive", "--set", "moves=2")
    shell("simulate", "ludo", "--games", 4, *bots, "--out", out)
    assert not [name for name in pl.read_csv(out).columns if name.startswith("luck")]
    shell("simulate", "ludo", "--games", 4, *bots, "--luck", "all", "--out", out)
    frame = pl.read_csv(out)
    assert (frame["luck_1"] == -frame["luck_2"]).all()
    assert any(frame["luck_1"].to_list())


def test_the_same_bot_may_play_both_sides(shell: Shell) -> None:
    shown = shell("watch", "ludo", "naive", "naive", "--seed", 3)
    assert shown.out.startswith("naive 1 abcd, naive 2 ABCD\n1. ")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["naive", "naive", "naive"], "ludo has 2 seats, not 3"),
        (["naive", "agressive"], "no bot 'agressive'; did you mean aggressive?"),
        (["naive", "full-information:playouts=0"], "playouts must be a whole number from 1 to"),
        (["naive", "aggressive:depth=2"], "depth"),
        (["naive", "random", "--set", "safe=all"], "safe must be one of eight, starts, none"),
        (["naive", "random", "--set", "moves=0"], "moves must be a whole number from 1 to"),
        (["naive", "random", "--set", "dice=2"], "ludo has no rule 'dice'"),
        (["naive", "random", "--seed", "9999999999999999999"], "a seed is a number from 1 to"),
    ],
)
def test_wrong_words_are_refused_in_one_line(shell: Shell, words: list[str], problem: str) -> None:
    shown = shell("watch", "ludo", *words)
    assert shown.code == 2
    assert problem in shown.err
    assert shown.err.count("\n") == 1
