"""The commands about luck, and luck in rate, evaluate and tune."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from evenhand.tables import read_games, write_frame, write_games
from tests.luck.made import lucky_games
from tests.luck.test_values import dealt

from .conftest import Shell

JSON = ("--format", "json")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.csv"
    write_games(lucky_games(1, 2000), path)
    return path


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    path = tmp_path / "hands.csv"
    dealt(1000).write_csv(path)
    return path


def test_from_columns_to_a_list_without_luck(shell: Shell, hands: Path, tmp_path: Path) -> None:
    lucky = tmp_path / "lucky.csv"
    applied = shell("luck", "apply", hands, "--columns", "hand", "--out", lucky)
    assert (applied.code, applied.out) == (0, "")
    assert applied.err.strip() == f"wrote {lucky}: luck of 1,000 games"
    frame = pl.read_csv(lucky)
    assert frame["x_hand_1"].to_list() == pl.read_csv(hands)["x_hand_1"].to_list()
    history = tmp_path / "history.csv"
    rated = shell("rate", lucky, "--luck", "--history", history, *JSON)
    assert "luck weighs" in rated.err
    rows = json.loads(rated.out)
    assert [row["rank"] for row in rows] == [1, 2, 3, 4]
    split = pl.read_csv(history)
    assert split["change"].to_list() == pytest.approx(split["skill"].to_list())
    whole = (split["skill"] + split["luck"]).to_list()
    assert split["unadjusted"].to_list() == pytest.approx(whole)
    for row in rows:
        own = split.filter(pl.col("player") == row["player"])
        assert own["luck"].sum() == pytest.approx(row["luck"])


def test_a_value_function_from_earlier_games(shell: Shell, hands: Path, tmp_path: Path) -> None:
    values, later, out = tmp_path / "values.json", tmp_path / "later.csv", tmp_path / "out.csv"
    dealt(300, seed=2).write_csv(later)
    fitted = shell("luck", "fit", hands, "--columns", "x_hand,x_noise", "--out", values)
    assert fitted.err.strip() == f"wrote {values}: x_hand, x_noise from 1,000 games"
    assert shell("luck", "apply", later, "--values", values, "--out", out).code == 0
    luck = read_games(out).luck
    assert luck is not None
    assert luck.sum(axis=1) == pytest.approx(np.zeros(300), abs=1e-12)


def test_rate_takes_the_adjustment_that_weigh_wrote(
    shell: Shell, games: Path, tmp_path: Path
) -> None:
    params = tmp_path / "elo.json"
    weighed = shell("luck", "weigh", games, "--set", "k=10", "--out", params, *JSON)
    [row] = json.loads(weighed.out)
    assert row["r2"] == pytest.approx(0.38, abs=0.05)
    assert row["games"] == 2000
    by_file = shell("rate", games, "--params", params, *JSON)
    typed = f"luck={row['c']}/{row['fade']}/{row['r2']}"
    by_hand = shell("rate", games, "--set", "k=10", "--set", typed, *JSON)
    assert by_file.out == by_hand.out
    assert "luck" in json.loads(by_file.out)[0]


def test_unknown_luck_is_counted(shell: Shell, games: Path) -> None:
    frame = pl.read_csv(games)
    holes = pl.when(pl.int_range(len(frame)) % 4 != 0).then(pl.col("luck_2")).alias("luck_2")
    frame.with_columns(holes).write_csv(games)
    for extra in (["--luck"], ["--set", "luck=0.4"]):
        shown = shell("rate", games, *extra, *JSON)
        assert "luck is unknown in 500 of 2,000 games: rated as they are" in shown.err


def test_a_benchmark_that_knows_hands_rates_without_luck_where_it_is_unknown(
    shell: Shell, games: Path
) -> None:
    frame = pl.read_csv(games)
    holes = pl.when(pl.int_range(len(frame)) % 4 != 0).then(pl.col("luck_2")).alias("luck_2")
    frame.with_columns(holes).write_csv(games)
    shown = shell("rate", games, "--system", "benchmark-elo", "--luck", *JSON)
    assert shown.code == 0
    assert "luck is unknown in 500 of 2,000 games" in shown.err


def test_evaluate_predicts_better_without_luck(shell: Shell, games: Path) -> None:
    words = ("evaluate", games, "--set", "k=40", "--test-fraction", "0.5", *JSON)
    plain, luck = json.loads(shell(*words).out), json.loads(shell(*words, "--luck").out)
    assert luck["log_loss"]["value"] < plain["log_loss"]["value"]


def test_k_and_luck_are_tuned_together(shell: Shell, games: Path) -> None:
    base = ("tune", games, "--set", "luck=0.4", "--grid", "k=4,8", "--grid", "luck.c=0,0.4")
    shown = shell(*base, *JSON)
    assert shown.code == 0
    assert "luck.c" in shown.out
    wrong = shell("tune", games, "--grid", "luck.c=0,0.4")
    assert wrong.code == 2
    assert "luck.c needs a whole luck, as in --set luck=1/1/0.5, not luck=none" in wrong.err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["luck", "apply", "FILE", "--out", "o.csv"], "give either --values FILE or --columns"),
        (["luck", "fit", "FILE", "--out", "o.csv"], "o.csv: the name must end in .json"),
        (["luck", "fit", "FILE", "--out", "o.json"], "name the columns that chance dealt"),
        (["luck", "weigh", "HANDS"], "hands.csv: there is no luck to take out"),
        (["luck", "weigh", "FEW"], "few.csv, column luck: luck is known in 9 games; at least"),
        (["luck", "apply", "FILE", "--values", "no.json", "--out", "o.csv"], "no such file"),
        (["rate", "FILE", "--params", "no.json"], "no.json: No such file or directory"),
        (["rate", "HANDS", "--luck"], "there is no luck to take out"),
        (["rate", "FILE", "--luck", "--set", "luck=1"], "--luck weighs luck itself"),
        (["luck", "apply", "FILE", "--values", "HANDS", "--out", "o.csv"], "not a value function"),
        (["luck", "apply", "FILE", "--columns", "hand", "--out", "o.csv"], "no column x_hand_1"),
    ],
)
def test_mistakes_end_in_one_line(
    shell: Shell, games: Path, hands: Path, words: list[str], problem: str
) -> None:
    names = {"FILE": games, "HANDS": hands, "o.csv": games.parent / "o.csv"}
    names |= {name: games.parent / name for name in ("o.json", "no.json")}
    names["FEW"] = games.parent / "few.csv"
    pl.read_csv(games)[:9].write_csv(names["FEW"])
    before = sorted(games.parent.iterdir())
    shown = shell(*(names.get(word, word) for word in words))
    assert shown.code == 2
    assert problem in shown.err
    assert len(shown.err.strip().splitlines()) == 1
    assert sorted(games.parent.iterdir()) == before


def test_games_with_times_get_luck_in_every_kind_of_file(
    shell: Shell, hands: Path, tmp_path: Path
) -> None:
    frame = pl.read_csv(hands)
    day = pl.Series("time", [f"2024-01-{1 + row % 28:02}" for row in range(len(frame))])
    for kind in ("csv", "parquet", "xlsx"):
        file, out = tmp_path / f"timed.{kind}", tmp_path / f"lucky.{kind}"
        write_frame(frame.with_columns(day), file)
        shown = shell("luck", "apply", file, "--columns", "hand", "--out", out)
        assert shown.code == 0, shown.err
        table = read_games(out)
        assert table.luck is not None
        assert table.time is not None
        assert np.diff(table.time).min() >= 0
