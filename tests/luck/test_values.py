"""Value functions of a file's own columns."""

import json
from datetime import date
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from evenhand.luck import ModelName, cross_fit_luck, fit_model, fit_values, read_values
from evenhand.tables import GameFile, TableError, read_game_file

NAMES = np.array(["Anna", "Ben", "Cem", "Dora"])


def dealt(games: int, seats: int = 2, seed: int = 1) -> pl.DataFrame:
    """Games in which the stronger hand tends to win; the second number means nothing."""
    rng = np.random.default_rng(seed)
    players = np.argsort(rng.random((games, 4)), axis=1)[:, :seats]
    hand, noise, chance = rng.normal(size=(3, games, seats))
    score = hand + chance + 0.2 * players
    columns: dict[str, object] = {}
    for seat in range(seats):
        columns[f"player_{seat + 1}"] = NAMES[players[:, seat]]
        columns[f"score_{seat + 1}"] = score[:, seat]
        columns[f"x_hand_{seat + 1}"] = hand[:, seat]
        columns[f"x_noise_{seat + 1}"] = noise[:, seat]
    return pl.DataFrame(columns)


def owned(folder: Path, frame: pl.DataFrame) -> GameFile:
    path = folder / "games.csv"
    frame.write_csv(path)
    return read_game_file(path)


@pytest.mark.parametrize(
    ("seats", "model"),
    [
        (2, "logistic"),
        (3, "logistic"),
        (2, "boosted"),
        pytest.param(3, "boosted", marks=pytest.mark.slow),
    ],
)
def test_luck_follows_what_was_dealt(tmp_path: Path, model: ModelName, seats: int) -> None:
    games = owned(tmp_path, dealt(4000, seats))
    luck = cross_fit_luck(games, ["hand", "x_noise"], model)
    np.testing.assert_allclose(luck.sum(axis=1), 0.0, atol=1e-12)
    hand = games.values(["hand"])[:, :, 0]
    centred = hand - hand.mean(axis=1, keepdims=True)
    assert np.corrcoef(luck.ravel(), centred.ravel())[0, 1] > 0.9


@pytest.mark.parametrize("seats", [2, 3])
def test_luck_is_zero_on_average_on_every_seat(tmp_path: Path, seats: int) -> None:
    """Also where the first seat wins more often than others: that is no luck."""
    frame = dealt(4000, seats).with_columns(pl.col("score_1") + 0.7)
    games = owned(tmp_path, frame)
    fitted = fit_values(games, ["hand"]).luck(games)
    np.testing.assert_allclose(fitted.mean(axis=0), 0.0, atol=1e-12)
    # Each fifth is valued by the games of the others, whose mean is a little off: 0.28 / 4000^0.5.
    apart = cross_fit_luck(games, ["hand"])
    np.testing.assert_allclose(apart.mean(axis=0), 0.0, atol=0.005)


def test_no_game_affects_its_own_luck(tmp_path: Path) -> None:
    """Other results of a fifth of the games leave the luck of that fifth as it was."""
    frame = dealt(1000)
    before = cross_fit_luck(owned(tmp_path, frame), ["hand"])
    fifth = pl.int_range(len(frame)) % 5 == 2
    turned = frame.with_columns(
        pl.when(fifth).then(pl.col("score_2")).otherwise(pl.col("score_1")).alias("score_1"),
        pl.when(fifth).then(pl.col("score_1")).otherwise(pl.col("score_2")).alias("score_2"),
    )
    after = cross_fit_luck(owned(tmp_path, turned), ["hand"])
    np.testing.assert_array_equal(after[2::5], before[2::5])
    assert np.any(after[0::5] != before[0::5])


def test_wide_and_long_files_in_any_order_have_the_same_luck(tmp_path: Path) -> None:
    days = pl.date_range(date(2024, 1, 1), date(2025, 5, 14), eager=True)
    wide = dealt(500).with_columns(time=days)
    rows = []
    for game, row in enumerate(wide.iter_rows(named=True)):
        for seat in (1, 2):
            rows.append(
                {
                    "game": game,
                    "seat": seat,
                    "time": row["time"],
                    "player": row[f"player_{seat}"],
                    "score": row[f"score_{seat}"],
                    "x_hand": row[f"x_hand_{seat}"],
                }
            )
    mixed = pl.DataFrame(rows).sample(fraction=1.0, shuffle=True, seed=3)
    (tmp_path / "w").mkdir()
    (tmp_path / "l").mkdir()
    one, other = owned(tmp_path / "w", wide[::-1]), owned(tmp_path / "l", mixed)
    luck = cross_fit_luck(one, ["hand"])
    np.testing.assert_allclose(cross_fit_luck(other, ["hand"]), luck)
    written = other.with_luck(luck).sort("game", "seat")["luck"].to_numpy().reshape(-1, 2)
    np.testing.assert_array_equal(written, luck)
    back = one.with_luck(luck)[::-1]
    np.testing.assert_array_equal(back.select("luck_1", "luck_2").to_numpy(), luck)


def test_a_value_function_survives_its_file(tmp_path: Path) -> None:
    games, others = owned(tmp_path, dealt(600)), dealt(200, seed=9)
    for model in ("logistic", "boosted"):
        values = fit_values(games, ["hand", "noise"], model)
        path = tmp_path / "values.json"
        values.write(path)
        np.testing.assert_array_equal(
            read_values(path).luck(owned(tmp_path, others)),
            values.luck(owned(tmp_path, others)),
        )


def test_trees_predict_what_scikit_learn_predicts() -> None:
    from sklearn.ensemble import GradientBoostingRegressor

    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(2000, 3)), rng.random(2000)
    ours = fit_model("boosted", X, y)
    theirs = GradientBoostingRegressor(
        n_estimators=150, max_depth=3, learning_rate=0.08, subsample=0.5, random_state=0
    ).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-12)


def test_games_with_missing_numbers_have_unknown_luck(tmp_path: Path) -> None:
    frame = dealt(300)
    holes = pl.int_range(len(frame)) % 10 == 0
    frame = frame.with_columns(pl.when(~holes).then(pl.col("x_hand_2")).alias("x_hand_2"))
    luck = cross_fit_luck(owned(tmp_path, frame), ["hand"])
    assert np.isnan(luck[::10]).all()
    assert np.isfinite(np.delete(luck, np.s_[::10], axis=0)).all()


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        (["hands"], "no column x_hands_1; did you mean x_hand?"),
        ([], "name the columns that chance dealt: x_hand, x_noise, x_words, x_much"),
        (["hand", "hand"], "a column is named twice"),
        (["hand", "x_hand"], "a column is named twice"),
        (["words"], "column x_words_1: not a number: 'many'"),
        (["much"], "row 1, column x_much_1: too large"),
    ],
)
def test_wrong_columns_are_named_in_one_line(
    tmp_path: Path, columns: list[str], problem: str
) -> None:
    frame = dealt(200)
    for name, value in {"words": "many", "much": 1e200}.items():
        frame = frame.with_columns(pl.lit(value).alias(f"x_{name}_{seat}") for seat in (1, 2))
    with pytest.raises(TableError, match=problem):
        fit_values(owned(tmp_path, frame), columns)


def test_too_few_games_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="40 games have all the numbers; a value function needs"):
        fit_values(owned(tmp_path, dealt(40)), ["hand"])
    with pytest.raises(TableError, match=r"^.*: 110 games .* needs 125$"):
        cross_fit_luck(owned(tmp_path, dealt(110)), ["hand"])


def test_a_value_function_for_three_seats_values_tables_of_two_but_none_of_four(
    tmp_path: Path,
) -> None:
    three, two = dealt(400, 3), dealt(400, 2)
    both = owned(tmp_path, pl.concat([three, two], how="diagonal"))
    values = fit_values(both, ["hand"])
    narrow = values.luck(owned(tmp_path, two))
    np.testing.assert_allclose(narrow, values.luck(both)[400:, :2], rtol=1e-12)
    with pytest.raises(TableError, match="the value function is for 3 seats; there are 4"):
        values.luck(owned(tmp_path, dealt(200, 4)))


def test_numbers_far_from_all_that_was_seen_are_valued_too(tmp_path: Path) -> None:
    values = fit_values(owned(tmp_path, dealt(300)), ["hand"])
    far = dealt(5).with_columns(pl.lit(1e9).alias("x_hand_1"))
    assert np.isfinite(values.luck(owned(tmp_path, far))).all()


FOR_ONE_SEAT = {
    "columns": ["a"],
    "games": 1,
    "means": {"2": [0.5]},
    "model": "logistic",
    **{"shift": [0.0], "scale": [1.0], "weights": [1.0], "constant": 0.0},
}


FOR_TWO_SEATS = {
    **FOR_ONE_SEAT,
    "means": {"2": [0.5, 0.5]},
    **{name: [value] * 3 for name, value in (("shift", 0.0), ("scale", 1.0), ("weights", 1.0))},
}


def test_a_value_function_is_read(tmp_path: Path) -> None:
    path = tmp_path / "values.json"
    path.write_text(json.dumps(FOR_TWO_SEATS))
    assert read_values(path).seats == 2


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"columns": ["a"], "means": 3, "games": 1}'),
        json.dumps(FOR_ONE_SEAT),
        json.dumps({**FOR_ONE_SEAT, "means": {}}),
        json.dumps({**FOR_TWO_SEATS, "model": "deep"}),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "values.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="not a value function written by luck fit"):
        read_values(path)
