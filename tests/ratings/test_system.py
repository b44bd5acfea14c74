"""Rating in parts, and the list of all players."""

import numpy as np
import pytest

from evenhand.ratings import (
    BenchmarkElo,
    Elo,
    MultiElo,
    leaderboard,
    rate_in_parts,
    start_from,
)
from evenhand.tables import GameTable
from tests.ratings.conftest import random_table


def test_rating_in_parts_changes_no_bit() -> None:
    table = random_table(2, games=250)
    parts = list(rate_in_parts(MultiElo(), table, size=100))
    whole = MultiElo().rate(table)
    assert [games.stop for games, _ in parts] == [100, 200, 250]
    np.testing.assert_array_equal(np.vstack([run.after for _, run in parts]), whole.after)
    np.testing.assert_array_equal(parts[-1][1].ratings, whole.ratings)


def test_rating_in_parts_names_the_game_of_the_whole_table() -> None:
    table = GameTable.from_games([{"A": 0, "B": 0}, {"A": 0, "B": 0}, {"A": 5, "B": 0}])
    with pytest.raises(ValueError, match="column score: game 3"):
        list(rate_in_parts(BenchmarkElo(beta=0.0), table, size=2))


def test_no_games_leave_the_ratings_as_they_start() -> None:
    [(games, run)] = rate_in_parts(Elo(), GameTable.from_games([{"A": 1, "B": 0}]).rows(0, 0))
    assert games == slice(0, 0)
    np.testing.assert_array_equal(run.ratings, Elo().start(2))


def test_the_leaderboard_ranks_ties_alike_and_leaves_out_who_played_too_little() -> None:
    table = GameTable.from_games([{"A": 1, "B": 0}, {"C": 1, "D": 0}, {"E": 1, "A": 1}])
    start = start_from(Elo(), table, {"E": 1508.0})
    rows = leaderboard(Elo(), table, Elo(k=16.0).rate(table, start).ratings)
    assert rows["rank"].to_list() == [1, 1, 1, 4, 4]
    assert rows["player"].to_list() == ["A", "C", "E", "B", "D"]
    busy = leaderboard(Elo(), table, Elo().rate(table).ratings, min_games=2)
    assert busy["player"].to_list() == ["A"]
