"""A synthetic platform: its sizes, its players and the truth of its games."""

from typing import Any

import numpy as np
import pytest

from evenhand.compiled import python_source
from evenhand.datasets import (
    NATURAL,
    Platform,
    Population,
    games_frame,
    make_platform,
    platform,
    players_frame,
)
from evenhand.datasets.platform import DAY, START
from evenhand.datasets.population import draw_newcomers
from evenhand.ratings import Elo
from evenhand.tables import GameTable, from_frame

Made = tuple[GameTable, Population]


def made(players: int, games: int, seed: int = 1, **platform: Any) -> Made:
    rng = np.random.default_rng(seed)
    return make_platform(rng, players, games, platform=Platform(**platform))


@pytest.fixture(scope="module")
def usual() -> Made:
    return made(20_000, 280_000)


@pytest.mark.parametrize(
    ("players", "games"),
    [(2, 1), (2, 10), (3, 2), (3, 100), (100, 50), (101, 51), (50, 5_000)],
)
def test_every_player_plays_and_all_games_are_there(players: int, games: int) -> None:
    for seed in range(5):
        table, population = made(players, games, seed)
        counts = np.bincount(table.seats.ravel(), minlength=players)
        assert len(table) == games
        assert len(table.names) == players
        assert counts.min() >= 1
        assert (counts == population.games).all()


def test_the_same_seed_gives_the_same_bytes() -> None:
    (one, truth), (other, again) = made(100, 2_000), made(100, 2_000)
    assert one.seats.tobytes() == other.seats.tobytes()
    assert one.score.tobytes() == other.score.tobytes()
    assert truth.skill.tobytes() == again.skill.tobytes()
    assert one.seats.tobytes() != made(100, 2_000, seed=2)[0].seats.tobytes()


def test_times_rise_and_stay_within_the_days() -> None:
    for days in (0.01, 0.4, 7.5, 75.0):
        table, population = make_platform(np.random.default_rng(1), 100, 2_000, days)
        assert table.time is not None
        assert (np.diff(table.time) >= 0).all()
        assert table.time[0] == START
        assert START + 0.9 * days * DAY < table.time[-1] < START + days * DAY
        first = np.full(100, np.iinfo(np.int64).max)
        np.minimum.at(first, table.seats.ravel(), np.repeat(table.time, 2))
        assert (population.joined == first).all()


def test_as_many_join_in_every_week_while_the_games_grow(usual: Made) -> None:
    table, population = usual
    assert table.time is not None
    week = 7 * DAY
    joined = np.bincount((population.joined - START) // week)[1:10]
    games = np.bincount((table.time - START) // week)[:10]
    # Five standard errors; the first week is left out, as then the games do not suffice.
    assert np.abs(joined - joined.mean()).max() < 5 * np.sqrt(joined.mean())
    # Games so far go with a power of the time.
    part = (np.arange(1, 11) * 7 / 75) ** Platform().growth
    assert games.cumsum() / len(table) == pytest.approx(part, abs=0.005)


def test_more_is_played_in_the_evening(usual: Made) -> None:
    table, _ = usual
    assert table.time is not None
    hours = np.bincount((table.time - START) % DAY * 24 // DAY, minlength=24)
    assert hours.argmax() in (20, 21)
    assert hours.argmin() in (8, 9)
    assert hours.max() / hours.mean() == pytest.approx(1.6, abs=0.05)  # rising by the day


def test_players_learn_with_their_games_and_level_off(usual: Made) -> None:
    table, population = usual
    busiest = int(population.games.argmax())
    game, seat = np.nonzero(table.seats == busiest)
    path = population.skill[game, seat]
    assert path[0] == population.start[busiest]
    steps = np.diff(path)
    assert (steps >= 0.0).all()
    assert steps[0] > 5 * steps[len(steps) // 2]
    assert population.end[busiest] > path[-1] - 1e-9  # rounding, once all is learned
    assert np.std(population.gain) > 10.0
    assert np.std(np.log(population.pace)) == pytest.approx(0.7, abs=0.02)


def test_activity_is_uneven_and_losers_leave(usual: Made) -> None:
    table, population = usual
    games = np.sort(population.games)
    assert np.median(games) < games.mean() / 3
    assert games[-len(games) // 10 :].sum() > 0.6 * games.sum()
    assert np.corrcoef(population.start, np.log(population.games))[0, 1] > 0.1
    first, place = np.unique(table.seats.ravel(), return_index=True)
    won = table.score.ravel()[place] == 1.0  # their first game
    again = population.games[first] > 1
    assert again[won].mean() > again[~won].mean() + 0.2


def test_results_agree_with_the_stated_chances(usual: Made) -> None:
    table, population = usual
    chances, won = population.chances(), table.score[:, 0] == 1.0
    part = np.argsort(np.argsort(chances)) * 20 // len(chances)
    expected = np.bincount(part, chances)
    spread = np.bincount(part, chances * (1.0 - chances))
    square = ((np.bincount(part, won) - expected) ** 2 / spread).sum()
    assert square < 45.3  # chi-square with 20 degrees of freedom, 0.1 %
    assert chances.min() < 0.35
    assert chances.max() > 0.65


def test_the_first_seat_is_worse_between_equals() -> None:
    table, population = made(500, 100_000, spread=0.0, gain=0.0, first_seat=-0.4)
    chance = 1.0 / (1.0 + np.exp(0.4))
    assert np.unique(population.chances()) == pytest.approx(chance)
    # five standard errors
    assert table.score[:, 0].mean() == pytest.approx(chance, abs=5 * np.sqrt(0.24 / 100_000))


def test_the_weaker_sits_first_as_often_as_asked(usual: Made) -> None:
    _, population = usual
    ahead = population.skill[:, 0] - population.skill[:, 1]
    apart = np.abs(ahead)
    expected = 1.0 / (1.0 + np.exp(-Platform().weaker_first * apart))
    error = np.sqrt((expected * (1.0 - expected)).sum())
    assert abs((ahead < 0.0).sum() - expected.sum()) < 5 * error
    assert expected.mean() > 0.52


def test_luck_is_what_skill_and_seat_leave_open() -> None:
    rng = np.random.default_rng(3)
    table, population = make_platform(rng, 100, 5_000, luck=True)
    plain, _ = make_platform(np.random.default_rng(3), 100, 5_000)
    assert table.luck is not None
    assert plain.luck is None
    assert (table.score == plain.score).all()
    assert np.abs(table.luck.sum(axis=1)).max() < 1e-9  # rounding
    ahead = NATURAL * (population.skill + table.luck) @ [1.0, -1.0] + population.first_seat
    assert ((ahead > 0.0) == (table.score[:, 0] == 1.0)).all()


def test_what_the_paper_prints_is_met_nearly(usual: Made) -> None:
    # Maitra 2025, Table 3, over the ratings after all games.  A small platform, and not more
    # than near: 30 points, the width of the smallest band of its Table 2.
    table, _ = usual
    after = Elo(k="60/30/16@5/10", initial=1000.0).run(table).after
    printed = {0.1: 977, 0.25: 1028, 0.5: 1094, 0.75: 1162, 0.9: 1216}
    for share, value in printed.items():
        assert np.quantile(after, share) == pytest.approx(value, abs=30.0)


def test_the_kernel_is_its_python_source(monkeypatch: pytest.MonkeyPatch) -> None:
    table, population = made(12, 60)
    monkeypatch.setattr(platform, "_play", python_source(platform._play))
    plain, again = made(12, 60)
    assert (table.seats == plain.seats).all()
    assert (table.score == plain.score).all()
    assert (population.left == again.left).all()
    np.testing.assert_allclose(population.skill, again.skill, rtol=1e-14)  # two exponentials


def test_the_end_is_the_skill_after_all_games(usual: Made) -> None:
    table, population = usual
    one = int(population.games.argmax())
    nth = population.games[one]
    share = 1.0 - np.exp(-nth / population.pace[one])
    assert population.end[one] == pytest.approx(
        population.start[one] + population.gain[one] * share
    )
    assert (population.end > population.start).all()
    assert (population.games == np.bincount(table.seats.ravel())).all()


def test_frames_hold_what_is_known() -> None:
    table, population = made(20, 200)
    frame = games_frame(table, population)
    np.testing.assert_array_equal(
        frame.select("x_skill_1", "x_skill_2").to_numpy(), population.skill
    )
    back = from_frame(frame)
    assert [back.names[player] for player in back.seats[:, 0]] == frame["player_1"].to_list()
    players = players_frame(table, population)
    assert players["player"].to_list() == list(table.names)
    assert players["games"].sum() == 400
    assert players["joined"].is_sorted()


@pytest.mark.parametrize(
    ("players", "games", "days", "problem"),
    [
        (1, 10, 75.0, "at least two players"),
        (0, 0, 75.0, "at least two players"),
        (21, 10, 75.0, "21 players cannot all play in 10 games"),
        (5, -1, 75.0, "cannot all play"),
        (5, 10, 0.0, "days"),
        (5, 10, float("nan"), "days"),
        (5, 10, float("inf"), "days"),
        (5, 10, 1e9, "^the days must not be more than 36,500, but are 1,000,000,000$"),
    ],
)
def test_impossible_sizes_are_refused(players: int, games: int, days: float, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        make_platform(np.random.default_rng(1), players, games, days)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pace", 0.0),
        ("spread", -1.0),
        ("leave_lost", 1.0),
        ("evening", -0.1),
        ("gain", np.inf),
        ("spread", 1e7),
        ("weaker_first", -1e7),
        ("pace_spread", 11.0),
        ("busiest", 1001),
    ],
)
def test_impossible_platforms_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        Platform(**{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("better_play_more", 1000.0),
        ("better_play_more", -1e6),
        ("activity", 1e6),
        ("spread", 1e6),
        ("gain", -1e6),
        ("gain_spread", 10.0),
        ("pace_spread", 10.0),
        ("first_seat", 1e6),
    ],
)
def test_extreme_platforms_have_games_without_a_warning(name: str, value: Any) -> None:
    table, population = made(50, 200, **{name: value})
    assert len(table) == 200
    assert np.isfinite(population.skill).all()
    assert np.isfinite(population.end).all()
    assert np.isfinite(population.chances()).all()


def test_the_longest_platform_has_all_its_days() -> None:
    table, _ = make_platform(np.random.default_rng(1), 10, 100, 36_500.0)
    assert table.time is not None
    assert 0.9 * 36_500 * DAY < table.time[-1] - START < 36_500 * DAY


def test_who_is_much_better_plays_most() -> None:
    platform = Platform(better_play_more=1000.0)
    newcomers = draw_newcomers(np.random.default_rng(1), platform, 1000)
    better = newcomers.start > platform.start
    assert np.mean(newcomers.tickets[better] == 10) > 0.99
    assert np.mean(newcomers.tickets[~better] == 1) > 0.99
