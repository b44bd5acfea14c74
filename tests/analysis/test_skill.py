"""The whole analysis of a table."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.analysis import analyse, locate_spread, luck_by_player
from evenhand.datasets import make_games
from evenhand.tables import GameTable


def some_games(seats: int = 2, games: int = 1500) -> GameTable:
    return make_games(np.random.default_rng(5), 20, games, seats, spread=100.0)[0]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_same_seed_gives_the_same_on_any_number_of_workers(seats: int) -> None:
    table = some_games(seats)
    one, two = (analyse(table, resamples=9, workers=workers).as_dict() for workers in (1, 2))
    assert one == two
    assert analyse(table, resamples=9, rng=np.random.default_rng(8)).as_dict() != one


def test_all_that_follows_from_the_spread_has_its_interval() -> None:
    found = analyse(some_games(), resamples=30)
    for interval in found.measures().values():
        assert interval.low is not None
        assert interval.high is not None
        assert interval.low <= interval.high
    low, high = found.spread.low, found.spread.high
    assert low is not None
    assert high is not None
    assert found.win_probability.low == pytest.approx(1.0 / (1.0 + 10.0 ** (-low / 400.0)))
    assert found.win_probability.high == pytest.approx(1.0 / (1.0 + 10.0 ** (-high / 400.0)))


def test_only_regulars_count_for_the_spread() -> None:
    table = some_games()
    seats = np.array([[20, 1]] * 3, np.int32)
    both = GameTable(
        (*table.names, "Guest"),
        np.concatenate([table.seats, seats]),
        np.concatenate([table.score, np.array([[0.0, 1.0]] * 3)]),
    )
    found = analyse(both, resamples=0)
    assert (found.players, found.regulars) == (21, 20)
    assert analyse(both, min_games=1, resamples=0).regulars == 21


def test_the_first_point_of_the_curve_is_the_game_itself() -> None:
    found = analyse(some_games(), resamples=0)
    assert found.coin_flips["spread"][0] == found.spread.value
    assert found.coin_flips["coin_flip_share"].to_list()[-1] == 1.0


def test_done_counts_every_fit() -> None:
    told: list[int] = []
    analyse(some_games(games=300), resamples=4, done=told.append)
    assert told == list(range(1, 16))


def test_what_cannot_be_analysed_is_refused() -> None:
    table = some_games(games=200)
    tied = replace(table, score=np.ones_like(table.score))
    with pytest.raises(ValueError, match="all games are ties"):
        analyse(tied)
    with pytest.raises(ValueError, match="fewer than two players have 500 games or more; the most"):
        analyse(table, min_games=500)
    with pytest.raises(ValueError, match="no games"):
        analyse(table.rows(0, 0))
    teams = replace(table, team=np.tile(np.array([[0, 1]], np.int8), (len(table), 1)))
    with pytest.raises(ValueError, match="teams"):
        analyse(teams)


def test_a_place_is_named_by_its_neighbours() -> None:
    assert locate_spread(0.0) == "between a coin and poker (6)"
    assert locate_spread(6.0) == "between poker (6) and backgammon (12.3)"
    assert locate_spread(123.4) == "above chess (123.4)"


def lucky_games(luck: list[list[float]], score: list[list[float]]) -> GameTable:
    seats = np.tile(np.array([[0, 1]], np.int32), (len(luck), 1))
    return GameTable(("Anna", "Ben"), seats, np.array(score), luck=np.array(luck))


def test_luck_is_added_up_less_the_mean_of_the_table() -> None:
    found = luck_by_player(lucky_games([[3.0, 1.0], [5.0, 1.0]], [[1.0, 0.0], [1.0, 0.0]]))
    assert found is not None
    rows = found.players.rows()
    assert [row[:3] for row in rows] == [("Anna", 2, 3.0), ("Ben", 2, -3.0)]
    # Of 1 and 2 the mean is 1.5 and its standard error 1/2.
    assert rows[0][3:] == pytest.approx((1.5, 0.5))


def test_luck_that_decides_explains_all() -> None:
    rng = np.random.default_rng(1)
    first = rng.integers(2, size=200).astype(float)
    both = np.stack([first, 1.0 - first], axis=1).tolist()
    found = luck_by_player(lucky_games(both, both))
    assert found is not None
    assert found.r2 == pytest.approx(1.0)


def test_luck_that_means_nothing_explains_nothing() -> None:
    rng = np.random.default_rng(1)
    found = luck_by_player(
        lucky_games(rng.normal(size=(5000, 2)).tolist(), rng.random((5000, 2)).tolist())
    )
    assert found is not None
    assert found.r2 == pytest.approx(0.0, abs=0.002)


def test_the_unit_of_luck_does_not_matter() -> None:
    table, _ = make_games(np.random.default_rng(1), 20, 3000, 3, luck=True)
    assert table.luck is not None
    one = luck_by_player(table)
    assert one is not None
    for luck in (7.0 * table.luck + 100.0, 1e300 * table.luck):
        other = luck_by_player(replace(table, luck=luck))
        assert other is not None
        assert other.r2 == pytest.approx(one.r2, rel=1e-9)


def test_games_without_luck_have_no_luck_by_player() -> None:
    table, _ = make_games(np.random.default_rng(1), 20, 30)
    assert luck_by_player(table) is None


def test_games_whose_luck_is_not_known_are_left_out() -> None:
    score = [[1.0, 0.0]] * 3
    found = luck_by_player(lucky_games([[3.0, 1.0], [float("nan"), 1.0], [5.0, 1.0]], score))
    assert found is not None
    assert found.games == 2
    assert found.players.rows()[0][:3] == ("Anna", 2, 3.0)
