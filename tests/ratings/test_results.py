"""Results as shares of the win and of the opponents beaten."""

import numpy as np

from evenhand.ratings import decided_games, shares_beaten, win_shares
from evenhand.tables import GameTable

TABLE = GameTable.from_games(
    [{"A": 3, "B": 3, "C": 1}, {"A": 3, "B": 1}, {"B": -2, "C": -2, "A": -2}]
)
THIRD = 1.0 / 3.0


def test_tied_winners_share_the_win() -> None:
    wanted = [[0.5, 0.5, 0.0], [1.0, 0.0, np.nan], [THIRD, THIRD, THIRD]]
    np.testing.assert_array_equal(win_shares(TABLE), wanted)


def test_a_tie_beats_half_an_opponent() -> None:
    wanted = [[0.75, 0.75, 0.0], [1.0, 0.0, np.nan], [0.5, 0.5, 0.5]]
    np.testing.assert_array_equal(shares_beaten(TABLE), wanted)


def test_empty_seats_hold_no_result_whatever_their_score() -> None:
    seats = np.array([[0, -1, 1]], np.int32)
    table = GameTable(("A", "B"), seats, np.array([[1.0, 99.0, 2.0]]))
    np.testing.assert_array_equal(win_shares(table), [[0.0, np.nan, 1.0]])
    np.testing.assert_array_equal(shares_beaten(table), [[0.0, np.nan, 1.0]])


def test_games_in_which_all_are_tied_are_not_decided() -> None:
    assert decided_games(TABLE).tolist() == [True, True, False]
    two = GameTable.from_games([{"A": 1, "B": 1}, {"A": 1, "B": 0}])
    assert decided_games(two).tolist() == [False, True]


def test_no_games_have_no_results() -> None:
    for shares in (win_shares, shares_beaten):
        assert shares(TABLE.rows(0, 0)).shape == (0, 3)
