"""Synthetic games of known skill."""

import numpy as np
import pytest

from evenhand.datasets import make_games


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_better_player_is_first_as_often_as_the_elo_formula_says(seats: int) -> None:
    table, skill = make_games(np.random.default_rng(1), 5, 200_000, seats)
    strength = 10 ** (skill / 400)
    expected = strength[table.seats] / strength[table.seats].sum(axis=1, keepdims=True)
    first = table.score == seats - 1
    # Five standard errors of the mean over the games of a player on a seat.
    for player in range(5):
        here = table.seats == player
        error = 5 * np.sqrt((expected[here] * (1 - expected[here])).sum())
        assert abs(first[here].sum() - expected[here].sum()) < error


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (4, 4), (8, 8), (12, 12), (1000, 3)])
def test_nobody_sits_twice_and_every_player_comes_to_every_seat(players: int, seats: int) -> None:
    table, skill = make_games(np.random.default_rng(2), players, 20_000, seats)
    assert skill.shape == (players,)
    counts = np.apply_along_axis(np.bincount, 0, table.seats, minlength=players)
    expected = 20_000 / players
    assert np.abs(counts - expected).max() < 6 * np.sqrt(expected)  # six standard errors


def test_the_share_of_draws_is_the_one_asked_for() -> None:
    table, _ = make_games(np.random.default_rng(3), 50, 10_000, draw=0.3)
    assert (table.score[:, 0] == 0.5).mean() == pytest.approx(0.3, abs=1e-3)  # a quantile
    assert (table.score.sum(axis=1) == 1).all()


def test_luck_sums_to_nothing_at_a_table_and_decides_between_equals() -> None:
    table, _ = make_games(np.random.default_rng(4), 50, 1000, 3, spread=0.0, luck=True)
    assert table.luck is not None
    assert np.abs(table.luck.sum(axis=1)).max() < 1e-9  # rounding
    assert (table.luck.argmax(axis=1) == table.score.argmax(axis=1)).all()


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (make_games(np.random.default_rng(5), 9, 100)[0] for _ in range(2))
    assert (one.seats == other.seats).all()
    assert (one.score == other.score).all()
    assert one.time is not None
    assert (np.diff(one.time) == 60_000_000).all()


def test_impossible_wishes_are_refused() -> None:
    rng = np.random.default_rng(6)
    with pytest.raises(ValueError, match="players"):
        make_games(rng, 2, 10, 3)
    with pytest.raises(ValueError, match="two seats"):
        make_games(rng, 5, 10, 3, draw=0.1)
