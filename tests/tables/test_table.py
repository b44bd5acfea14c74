"""The checks of a table, for few seats (pair by pair) and for many (row by row sorted)."""

import pickle
from typing import Any

import numpy as np
import pytest

from evenhand.tables import EMPTY, GameTable, TableError

WIDTHS = [2, 3, 8, 9, 40]


def make(width: int, **changes: Any) -> GameTable:
    """Three games of as many players as seats, with some cells changed."""
    columns: dict[str, Any] = {
        "seats": np.tile(np.arange(width, dtype=np.int32), (3, 1)),
        "score": np.tile(np.arange(width) % 2, (3, 1)).astype(float),
        "luck": np.zeros((3, width)),
        "team": np.tile(np.arange(width) % 2, (3, 1)).astype(np.int8),
        "time": np.array([5, 5, 6]),
    }
    for name, value in changes.items():
        row, seat = (1, slice(None)) if np.ndim(value) else (1, -1)
        columns[name][(row, seat) if columns[name].ndim == 2 else row] = value
    return GameTable(tuple(str(player) for player in range(width)), **columns)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_right_table_is_accepted(width: int) -> None:
    assert make(width).width == width


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    ("changes", "column", "problem"),
    [
        ({"seats": 0}, "seats", "a player sits twice in one game"),
        ({"seats": -2}, "seats", "no such player"),
        ({"seats": 99}, "seats", "no such player"),
        ({"score": np.inf}, "score", "not a finite number"),
        ({"luck": -np.inf}, "luck", "not a finite number"),
        ({"time": 4}, "time", "earlier than the game before"),
    ],
)
def test_the_wrong_row_and_seat_are_named(
    width: int, changes: dict[str, Any], column: str, problem: str
) -> None:
    with pytest.raises(TableError, match=f"row 2, column {column}: {problem}") as caught:
        make(width, **changes)
    assert caught.value.seat == (None if column == "time" else width)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_game_of_one_player_and_one_of_one_team_are_refused(width: int) -> None:
    lonely = np.full(width, EMPTY)
    lonely[-1] = 0
    with pytest.raises(TableError, match="row 2, column seats: a game needs at least two players"):
        make(width, seats=lonely)
    with pytest.raises(TableError, match="row 2, column team: a game needs at least two teams"):
        make(width, team=np.ones(width), score=np.ones(width))


@pytest.mark.parametrize("width", WIDTHS[1:])
def test_mates_share_a_score_and_empty_seats_have_no_team(width: int) -> None:
    with pytest.raises(TableError, match="row 2, column score: players of one team must have"):
        make(width, score=7.0)
    assert make(width, score=7.0, seats=EMPTY).width == width
    absent = np.arange(width)
    absent[1::2] = EMPTY
    with pytest.raises(TableError, match="row 2, column team: a game needs at least two teams"):
        make(width, seats=absent)


def test_columns_of_another_shape_or_type_are_refused() -> None:
    seats, score = np.array([[0, 1]], np.int32), np.zeros((1, 2))
    for wrong in ({"score": np.zeros((1, 3))}, {"seats": seats[:, :1]}, {"time": np.zeros(1)}):
        with pytest.raises(TableError, match=r"must be|at least two seats"):
            GameTable(**{"names": ("A", "B"), "seats": seats, "score": score} | wrong)  # type: ignore[arg-type]
    with pytest.raises(TableError, match="column game: must be of shape"):
        GameTable(("A", "B"), seats, score, game=np.arange(2))


def test_an_empty_table_is_a_table() -> None:
    table = GameTable.from_games([])
    assert len(table) == 0
    assert table.rows(0, 0).width == 2


def test_common_columns_are_checked_once_and_the_game_is_named() -> None:
    seats, score = np.tile(np.arange(2, dtype=np.int32), (3, 1)), np.ones((3, 2))
    one, two = np.ones(3), np.ones((3, 2))

    def table(**columns: Any) -> GameTable:
        return GameTable(("A", "B"), seats, score, **columns)

    def changed(values: Any, place: Any, value: float) -> Any:
        values = values.copy()
        values[place] = value
        return values

    number = np.zeros(3, np.int32)
    whole = table(
        home=two,
        context=changed(number, 1, EMPTY),
        context_names=("clay",),
        margin=changed(one, 1, np.nan),
        weight=one,
        covariates={"rest": two},
    )
    assert whole.rows(1, 2).covariates["rest"].shape == (1, 2)
    for columns, words in (
        ({"home": changed(two, (1, 1), np.nan)}, "row 2, column home: not a finite number"),
        ({"home": one}, r"column home: must be float64 of shape \(3, 2\)"),
        ({"context": number}, "row 1, column context: no such context"),
        ({"context": number + 1, "context_names": ("clay",)}, "row 1, column context: no such"),
        ({"context": one}, r"column context: must be int32 of shape \(3,\)"),
        ({"margin": changed(one, 2, np.inf)}, "row 3, column margin: not a finite number"),
        ({"weight": changed(one, 1, 0.0)}, "row 2, column weight: a weight is a positive"),
        ({"weight": changed(one, 1, np.nan)}, "row 2, column weight: a weight is a positive"),
        ({"weight": two}, r"column weight: must be float64 of shape \(3,\)"),
        ({"covariates": {"rest": changed(two, (2, 0), np.inf)}}, "row 3, column x_rest: not a fin"),
        ({"covariates": {"rest": one}}, r"column x_rest: must be float64 of shape \(3, 2\)"),
    ):
        with pytest.raises(TableError, match=words):
            table(**columns)


def test_a_table_survives_a_pickle() -> None:
    table = GameTable.from_games([{"A": 1, "B": 0}])
    again = pickle.loads(pickle.dumps(table.rows(0, 1)))
    assert again.names == table.names
    assert again.seats.tolist() == table.seats.tolist()
