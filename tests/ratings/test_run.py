"""Ratings by name: leaderboard, history, files, runs in parts and runs that go on."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evenhand.ratings import (
    SYSTEMS,
    Adjustment,
    BenchmarkElo,
    Effects,
    Elo,
    Glicko,
    Glicko2,
    KSchedule,
    MultiElo,
    Ratings,
    as_ratings,
    concatenate,
    count_games,
    iterate,
    rate_named,
)
from evenhand.tables import GameTable

from .games import many_games

TWO = GameTable.from_games([{"A": 1, "B": 0}])


def test_before_is_what_the_last_game_of_the_player_left(mixed_table: GameTable) -> None:
    start = np.linspace(1400.0, 1600.0, len(mixed_table.names))
    run = Elo().rate(mixed_table, dict(zip(mixed_table.names, start.tolist(), strict=True)))
    now = start.copy()
    for game, (row, taken) in enumerate(zip(mixed_table.seats, mixed_table.taken, strict=True)):
        np.testing.assert_array_equal(run.before[game, taken], now[row[taken]])
        assert np.isnan(run.before[game, ~taken]).all()
        assert np.isnan(run.after[game, ~taken]).all()
        now[row[taken]] = run.after[game, taken]


def test_the_changes_of_a_player_add_up_to_rating_minus_start(mixed_table: GameTable) -> None:
    run = Elo().rate(mixed_table)
    totals = run.history().group_by("player").sum().select("player", "change")
    for player, gain in totals.iter_rows():
        # sums of rounded differences
        assert gain == pytest.approx(run.ratings[player].rating - 1500.0, abs=1e-9)
    assert len(totals) == len(mixed_table.names)


def test_the_history_has_a_row_for_each_player_of_each_game(mixed_table: GameTable) -> None:
    rows = Elo().rate(mixed_table).history()
    assert len(rows) == mixed_table.taken.sum()
    assert rows.columns == [
        "game", "player", "score", "expected", "before", "after", "change", "time",
    ]  # fmt: skip
    assert rows["score"].to_list() == mixed_table.score[mixed_table.taken].tolist()


def test_game_ids_and_times_are_kept() -> None:
    games = GameTable.from_games([{"A": 1, "B": 0}, {"B": 1, "A": 0}])
    table = GameTable(
        games.names,
        games.seats,
        games.score,
        time=np.array([0, 86_400_000_000]),
        game=np.array(["x", "y"], object),
    )
    rows = Elo().rate(table).history()
    assert rows["game"].to_list() == ["x", "x", "y", "y"]
    assert rows["time"][3].isoformat() == "1970-01-02T00:00:00+00:00"


def test_no_games_no_changes() -> None:
    run = Elo().rate(TWO.rows(0, 0))
    assert len(run.history()) == 0
    assert len(run.leaderboard()) == 0
    assert run.leaderboard(min_games=0)["player"].to_list() == ["A", "B"]
    lucky = GameTable(TWO.names, TWO.seats, TWO.score, luck=np.zeros((1, 2))).rows(0, 0)
    assert Elo(luck=Adjustment()).rate(lucky).luck_totals()["luck"].to_list() == [0.0, 0.0]


def test_the_leaderboard_ranks_ties_alike_and_leaves_out_who_played_too_little() -> None:
    table = GameTable.from_games([{"A": 1, "B": 0}, {"C": 1, "D": 0}, {"E": 1, "A": 1}])
    rows = Elo(k=16.0).rate(table, {"E": 1508.0}).leaderboard()
    assert rows["rank"].to_list() == [1, 1, 1, 4, 4]
    assert rows["player"].to_list() == ["E", "A", "C", "B", "D"]  # ties in the order of the players
    assert Elo().rate(table).leaderboard(min_games=2)["player"].to_list() == ["A"]


def test_the_leaderboard_shows_how_certain_a_rating_is() -> None:
    assert Glicko().rate(TWO).leaderboard().columns == [
        "rank", "player", "rating", "deviation", "games",
    ]  # fmt: skip
    assert "volatility" in Glicko2().rate(TWO).leaderboard().columns


def test_ratings_out_of_range_are_neither_shown_nor_written(tmp_path: Path) -> None:
    ratings = Ratings(Elo(), ["A"], np.array([[np.inf, 1.0]]))
    with pytest.raises(ValueError, match="the ratings are out of range"):
        ratings.leaderboard()
    with pytest.raises(ValueError, match="the ratings are out of range"):
        ratings.write(tmp_path / "ratings.json")
    assert not list(tmp_path.iterdir())


def test_ratings_of_a_system_of_ones_own_survive_a_file(tmp_path: Path) -> None:
    class Own(Elo):
        """Somebody's own system."""

    path = tmp_path / "ratings.json"
    Own().rate(TWO).write(path)
    np.testing.assert_array_equal(Ratings.read(path, Own()).array, Own().run(TWO).values)
    with pytest.raises(ValueError, match="no system 'Own'"):
        Ratings.read(path)
    with pytest.raises(ValueError, match="holds ratings of Own, not of elo"):
        Ratings.read(path, Elo())


def test_ratings_are_a_mapping_by_name() -> None:
    ratings = Glicko2().rate(TWO).ratings
    assert list(ratings) == ["A", "B"]
    assert len(ratings) == 2
    assert "A" in ratings
    assert "C" not in ratings
    assert ratings["A"].games == 1
    assert ratings["A"]._fields == ("rating", "games", "deviation", "volatility")  # type: ignore[comparison-overlap]
    assert repr(ratings).startswith("<Ratings of 2 players by Glicko2(")
    with pytest.raises(KeyError):
        ratings["C"]
    with pytest.raises(ValueError, match="nobody is called 'C'; choose from A, B"):
        ratings.predict([("A", "C")])


def test_predictions_by_name_can_turn_the_home_side() -> None:
    ratings = Elo(advantage=50.0).rate(TWO, {"A": 1600.0, "B": 1500.0}).ratings
    first = ratings.predict([("A", "B")])
    neutral = ratings.predict([("A", "B")], [0.0, 0.0])
    second = ratings.predict([("A", "B")], [0.0, 1.0])
    assert first[0, 0] > neutral[0, 0] > second[0, 0]
    np.testing.assert_array_equal(first, ratings.predict([("A", "B")], [1.0, 0.0]))


def test_rating_in_parts_changes_no_bit() -> None:
    table = many_games(3, games=250)
    parts = list(iterate(MultiElo(), table, size=100))
    whole = MultiElo().run(table)
    assert [games.stop for games, _ in parts] == [100, 200, 250]
    for found, wanted in zip(concatenate([part for _, part in parts]), whole, strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_rating_in_parts_names_the_game_of_the_whole_table() -> None:
    table = GameTable.from_games([{"A": 0, "B": 0}, {"A": 0, "B": 0}, {"A": 5, "B": 0}])
    with pytest.raises(ValueError, match="column score: game 3"):
        list(iterate(BenchmarkElo(beta=0.0), table, size=2))


def test_no_games_leave_the_ratings_as_they_start() -> None:
    [(games, run)] = iterate(Elo(), TWO.rows(0, 0))
    assert games == slice(0, 0)
    np.testing.assert_array_equal(run.values, Elo().initial_values(2))


def test_progress_is_reported_and_changes_no_bit() -> None:
    table, done = many_games(2, games=50), list[int]()
    run = rate_named(Elo(), table, progress=done.append)
    np.testing.assert_array_equal(run.ratings.array, Elo().run(table).values)
    assert done == [50]


def test_values_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match=r"values must be of shape \(2, 2\), not \(3, 2\)"):
        Elo().run(TWO, Elo().initial_values(3))


def test_games_are_counted(mixed_table: GameTable) -> None:
    run = Elo().run(mixed_table)
    assert run.values[:, 1].tolist() == count_games(mixed_table).tolist()


@pytest.mark.parametrize("name", SYSTEMS)
def test_ratings_survive_a_file(name: str, tmp_path: Path, mixed_table: GameTable) -> None:
    run = SYSTEMS[name]().rate(mixed_table)
    run.write(tmp_path / "ratings.json")
    again = Ratings.read(tmp_path / "ratings.json")
    assert (again.system, again.names) == (run.system, run.ratings.names)
    np.testing.assert_array_equal(again.array, run.ratings.array)
    assert [path.name for path in tmp_path.iterdir()] == ["ratings.json"]


def test_a_file_of_ratings_keeps_odd_names_and_all_parameters(tmp_path: Path) -> None:
    names = ['quote "', "back\\slash", "Zoë", "line\nbreak", ""]
    system = Elo(
        k=KSchedule.parse("fide"),
        advantage=1 / 3,
        effects=Effects({"x": 0.1}),
        luck=Adjustment(1 / 3),
    )
    Ratings(system, names).write(tmp_path / "ratings.json")
    again = Ratings.read(tmp_path / "ratings.json")
    assert again.names == tuple(names)
    assert again.system == system
    Ratings(system).write(tmp_path / "nobody.json")
    assert len(Ratings.read(tmp_path / "nobody.json")) == 0


def content_of(ratings: Ratings, path: Path) -> dict[str, Any]:
    ratings.write(path)
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": None}, "holds no ratings as evenhand writes them"),
        ({"players": {"A": 1500.0}}, "A should have numbers for rating, games"),
        ({"players": {"A": [1500.0, 1, 2]}}, "A should have numbers for rating, games"),
        ({"players": {"A": [1500.0, "many"]}}, "A should have numbers for rating, games"),
        ({"players": {"A": [None, 1.0]}}, "the rating of A is out of range"),
        ({"players": {"A": [1500.0, float("inf")]}}, "the rating of A is out of range"),
        ({"columns": ["rating", "deviation"]}, "columns should be rating, games, not rating, dev"),
        ({"system": "ello"}, r"no system 'ello'; did you mean elo\?"),
        ({"params": {"c": 1}}, "elo has no parameter 'c'"),
    ],
)
def test_a_broken_file_of_ratings_is_named(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "ratings.json"
    path.write_text(json.dumps(content_of(Ratings(Elo(), ["A"]), path) | change))
    with pytest.raises(ValueError, match=message) as problem:
        Ratings.read(path)
    assert str(problem.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("text", "message"), [("", "is not JSON"), ("[1]", "holds no ratings"), ("{}", "holds no")]
)
def test_a_file_that_holds_something_else_is_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "ratings.json"
    with pytest.raises(ValueError, match="no such file"):
        Ratings.read(path)
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        Ratings.read(path)


def test_plain_ratings_become_the_prior_of_a_period() -> None:
    """Whoever is given a rating within a period starts that period from it."""
    table = GameTable(TWO.names, TWO.seats, TWO.score, time=np.zeros(1, np.int64))
    given = {"A": {"rating": 1600.0, "deviation": 80.0}, "B": 1500.0}
    by_period, by_game = Glicko(period=7.0).rate(table, given), Glicko().rate(table, given)
    np.testing.assert_array_equal(by_period.after, by_game.after)
    assert as_ratings(Glicko(), given)["A"].deviation == 80.0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"A": {"ratin": 1500.0}}, r"Elo has no column 'ratin'; did you mean rating\?"),
        ({"A": float("inf")}, "the rating of A must be a finite number, not inf"),
        ({"A": "strong"}, "the rating of A must be a finite number, not 'strong'"),
        ({"A": None}, "the rating of A must be a finite number, not None"),
        ({"A": {"games": float("nan")}}, "the games of A must be a finite number, not nan"),
    ],
)
def test_plain_ratings_that_make_no_sense_are_refused(given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Elo().rate(TWO, given)
