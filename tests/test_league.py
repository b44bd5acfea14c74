"""What `evenhand` exports for ratings: rate, and a League of players."""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings, strategies as st

import evenhand
from evenhand import GameTable, League, Ratings, rate, write_games
from evenhand.ratings import (
    SYSTEMS,
    Adjustment,
    Effects,
    Elo,
    Glicko,
    RatingSystem,
    TrueSkill,
    WengLin,
)
from tests.ratings.variants import VARIANTS

GAMES = [{"Anna": 1, "Ben": 0}, {"Ben": 1, "Cem": 0}, {"Anna": 1, "Cem": 1}]
DAY = 86_400_000_000  # microseconds


def ratings_of(ratings: Mapping[str, Any]) -> dict[str, float]:
    return {name: rating.rating for name, rating in ratings.items()}


def rows_of(ratings: Ratings) -> dict[str, list[float]]:
    return dict(zip(ratings.names, ratings.array.tolist(), strict=True))


def equal_rows(one: Ratings, other: Ratings) -> None:
    """Require the same players, in whatever order, with the same bits."""
    assert sorted(one.names) == sorted(other.names)
    np.testing.assert_array_equal(one.rows(other.names), other.array)


# Rating games.


def test_games_come_as_a_list_a_file_a_frame_a_mapping_of_columns_or_a_table(
    tmp_path: Path,
) -> None:
    table = GameTable.from_games(GAMES)
    columns = {
        "player_1": ["Anna", "Ben", "Anna"],
        "player_2": ["Ben", "Cem", "Cem"],
        "score_1": [1, 1, 1],
        "score_2": [0, 0, 1],
    }
    path = tmp_path / "league.csv"
    write_games(table, path)
    wanted = rate(GAMES).ratings
    for games in (table, columns, pl.DataFrame(columns), path, str(path), iter(GAMES)):
        equal_rows(rate(games).ratings, wanted)


def test_a_system_is_a_name_with_parameters_a_class_or_an_object() -> None:
    wanted = Elo(k=20.0).rate(GameTable.from_games(GAMES)).ratings
    for run in (rate(GAMES, "elo", k=20), rate(GAMES, Elo, k=20), rate(GAMES, Elo(), k=20)):
        equal_rows(run.ratings, wanted)
    assert rate(GAMES).system == Elo()
    assert rate(GAMES, "glicko-2", tau=0.3).ratings["Anna"].deviation < 350.0
    with pytest.raises(ValueError, match="elo has no parameter 'tau'; choose from k, initial"):
        rate(GAMES, "elo", tau=0.3)
    with pytest.raises(ValueError, match=r"no system 'eloo'; did you mean elo\?"):
        rate(GAMES, "eloo")


def test_a_run_has_ratings_by_name_a_leaderboard_and_a_history() -> None:
    run = rate(GAMES, k=20)
    assert run.ratings["Anna"].games == 2
    assert run.leaderboard(min_games=2)["player"].to_list() == ["Anna", "Ben", "Cem"]
    assert run.history()["player"].to_list() == ["Anna", "Ben", "Ben", "Cem", "Anna", "Cem"]
    assert list(run.ratings.values()) == [run.ratings[name] for name in ("Anna", "Ben", "Cem")]


def test_newcomers_start_and_absent_players_stay() -> None:
    first = rate(GAMES[:1], k=20).ratings
    then = rate([{"Dora": 1, "Ben": 0}], k=20, ratings=first).ratings
    assert list(then) == ["Anna", "Ben", "Dora"]
    assert then["Anna"] == first["Anna"]
    assert then["Ben"].games == 2
    assert then["Dora"].games == 1
    plain = rate([{"Dora": 1, "Ben": 0}], k=20, ratings={"Anna": 1510.0, "Ben": first["Ben"]})
    assert plain.ratings["Ben"] == then["Ben"]


def test_ratings_given_stay_as_they_are() -> None:
    first = rate(GAMES).ratings
    kept = first.array.copy()
    rate(GAMES, ratings=first)
    League(ratings=first).add({"Anna": 1, "Ben": 0})
    np.testing.assert_array_equal(first.array, kept)


def test_ratings_of_another_system_are_refused() -> None:
    first = rate(GAMES, "glicko").ratings
    for go_on in (lambda: rate(GAMES, "elo", ratings=first), lambda: League(ratings=first)):
        with pytest.raises(ValueError, match="these are ratings of glicko, which elo cannot go on"):
            go_on()
    assert rate(GAMES, "glicko", c=30.0, ratings=first).system == Glicko(c=30.0)


def test_ratings_survive_a_file_and_go_on(tmp_path: Path) -> None:
    rate(GAMES[:2], "glicko-2", tau=0.3).write(tmp_path / "ratings.json")
    ratings = Ratings.read(tmp_path / "ratings.json")
    equal_rows(
        rate(GAMES[2:], ratings.system, ratings=ratings).ratings,
        rate(GAMES, "glicko-2", tau=0.3).ratings,
    )


def test_luck_is_taken_out_by_a_number_a_text_or_learned() -> None:
    table = replace(GameTable.from_games(GAMES[:1]), luck=np.array([[0.2, -0.2]]))
    for luck in (1.0, "1/1/0", Adjustment()):
        run = rate(table, k=20, luck=luck)
        assert run.ratings["Anna"].rating == pytest.approx(1506.0)
        assert run.luck_points is not None
        assert run.luck_points[0].tolist() == pytest.approx([4.0, -4.0])
    assert rate(table, k=20, luck="learn").ratings["Anna"].rating == 1510.0  # too few to learn
    with pytest.raises(ValueError, match="there are no luck columns"):
        rate(GAMES, luck=0.9)


def test_progress_counts_games() -> None:
    done: list[int] = []
    equal_rows(rate(GAMES, progress=done.append).ratings, rate(GAMES).ratings)
    assert done == [3]


names = st.sampled_from(["Anna", "Ben", "Cem", "Dora", "Eve"])
scores = st.integers(-6, 0).map(float)
plain_games = st.lists(st.dictionaries(names, scores, min_size=2, max_size=4), max_size=14)
systems = st.sampled_from(sorted(name for name in SYSTEMS if name != "benchmark-elo"))


@settings(max_examples=60)
@given(
    games=plain_games,
    cuts=st.lists(st.integers(0, 14), max_size=3),
    order=st.permutations(["Eve", "Dora", "Cem", "Ben", "Anna"]),
    name=systems,
)
def test_the_order_of_names_and_splits_changes_nobodys_rating(
    games: list[dict[str, float]], cuts: list[int], order: list[str], name: str
) -> None:
    system = SYSTEMS[name]()
    whole = rate(games, system, ratings=Ratings(system, order)).ratings
    ratings, ends = Ratings(system, sorted(order)), [0, *sorted(cuts), len(games)]
    for start, stop in pairwise(ends):
        ratings = rate(games[start:stop], system, ratings=ratings).ratings
    equal_rows(ratings, whole)


# A league, one game at a time.


def test_a_game_of_two() -> None:
    league = League("elo", k=20)
    game = league.add({"Anna": 1, "Ben": 0})
    assert game.players == ("Anna", "Ben")
    assert game.expected == {"Anna": 0.5, "Ben": 0.5}
    assert game.before == {"Anna": 1500.0, "Ben": 1500.0}
    assert game.after == {"Anna": 1510.0, "Ben": 1490.0}
    assert game.luck_points == {"Anna": 0.0, "Ben": 0.0}
    assert repr(game) == "<Game Anna 1500 -> 1510, Ben 1500 -> 1490>"
    assert league.ratings["Ben"].rating == 1490.0
    assert league.leaderboard()["player"].to_list() == ["Anna", "Ben"]
    assert repr(league).startswith("<League of 2 players by Elo(")


def test_a_league_without_players() -> None:
    league = League("glicko-2")
    assert len(league) == len(league.ratings) == len(league.leaderboard()) == 0
    with pytest.raises(ValueError, match="nobody is called 'Anna'; nobody has played yet"):
        league.predict("Anna", "Ben")
    with pytest.raises(ValueError, match="there is no game to undo"):
        league.undo()


def test_a_table_of_three_and_a_draw() -> None:
    league = League("elo", k=30)
    assert league.add({"Anna": 3, "Ben": 2, "Cem": 1}).after == pytest.approx(
        {"Anna": 1515.0, "Ben": 1500.0, "Cem": 1485.0}
    )
    assert league.add({"Dora": 1, "Eve": 1}).after == {"Dora": 1500.0, "Eve": 1500.0}


def test_teams_as_a_list_or_by_name() -> None:
    first, second = League("true-skill"), League("true-skill")
    first.add([{"Anna": 10, "Ben": 10}, {"Cem": 7, "Dora": 7}])
    teams = {"Anna": "red", "Ben": "red", "Cem": "blue", "Dora": "blue"}
    second.add({"Anna": 10, "Ben": 10, "Cem": 7, "Dora": 7}, teams=teams)
    equal_rows(first.ratings, second.ratings)
    assert first.ratings["Anna"].rating == first.ratings["Ben"].rating > 25.0
    assert first.predict(["Anna", "Ben"], ["Cem", "Dora"])["Anna", "Ben"] > 0.5
    assert first.predict("Anna", ["Cem"]) == first.predict("Anna", ("Cem",))
    alone = second.add({"Anna": 1, "red": 0, "Cem": 0}, teams={"Anna": "red"})
    assert sum(alone.expected.values()) == pytest.approx(1.0)  # a name and a team may be alike


def test_luck() -> None:
    league = League("elo", luck=0.9, k=20)
    game = league.add({"Anna": 1, "Ben": 0}, luck={"Anna": 0.2, "Ben": -0.2})
    assert game.luck_points == pytest.approx({"Anna": 3.6, "Ben": -3.6})
    assert game.after["Anna"] == pytest.approx(1506.4)
    unknown = League("elo", luck=0.9, k=20)
    for luck in (None, {}, {"Anna": 0.2}, {"Anna": 0.2, "Ben": math.nan}):
        assert unknown.add({"Anna": 1, "Ben": 0}, luck=luck).luck_points["Anna"] == 0.0


def test_home() -> None:
    def expect(home: Any) -> float:
        return League("elo", advantage=100).add({"Anna": 1, "Ben": 0}, home=home).expected["Anna"]

    at_home, neutral, away = expect("Anna"), expect(False), expect("Ben")
    assert at_home > neutral == 0.5 > away
    assert expect(None) == expect(True) == expect(["Anna"]) == expect({"Anna": 1}) == at_home
    assert expect({"Ben": 0.5}) > away
    assert expect(["Anna", "Ben"]) == neutral
    league = League("elo", advantage=100)
    league.add({"Anna": 1, "Ben": 1}, home=False)
    assert league.predict("Anna", "Ben", home="Ben")["Anna"] == away
    assert league.predict("Anna", "Ben")["Anna"] == at_home
    assert league.predict("Anna", "Ben", home=False) == {"Anna": 0.5, "Ben": 0.5}


def test_covariates() -> None:
    league = League("elo", effects={"rest": 50, "rain": -10})
    rested: dict[str, Any] = {"rest": {"Anna": 2.0}, "rain": 1.0}
    game = league.add({"Anna": 1, "Ben": 1}, covariates=rested)
    assert game.expected["Anna"] == pytest.approx(evenhand.expected(1600.0, 1500.0))
    assert league.predict("Anna", "Ben", covariates=rested)["Anna"] > 0.6
    assert league.predict("Anna", "Ben")["Anna"] < 0.5
    rummy = League("benchmark-elo", beta=0.0, effects={"rest": 50})
    assert (
        rummy.add({"Anna": 0, "Ben": -9}, covariates={"rest": {"Anna": 1}}).expected["Anna"] > 0.5
    )


@pytest.mark.parametrize("time", ["2024-01-31", date(2024, 1, 31), datetime(2024, 1, 31), 20240131])
def test_times_may_be_texts_dates_or_numbers(time: Any) -> None:
    league = League("glicko")
    league.add({"Anna": 1, "Ben": 0}, time=time)
    moment = datetime(2024, 1, 31, tzinfo=UTC)
    assert rows_of(league.ratings)["Anna"][3] == moment.timestamp() / 86_400.0


def test_certainty_fades_with_time() -> None:
    league = League("glicko")
    for day in range(10):
        league.add({"Anna": day % 2, "Ben": 1}, time=datetime(2024, 1, 1 + day, tzinfo=UTC))
    soon = league.predict("Anna", "Ben", time="2024-01-11")["Anna"]
    late = league.predict("Anna", "Ben", time="2030-01-01")["Anna"]
    assert abs(late - 0.5) < abs(soon - 0.5)


def test_periods_need_times_and_the_order_in_one_does_not_matter() -> None:
    leagues = [League("glicko-2", period=7) for _ in range(2)]
    games = [{"Anna": 1, "Ben": 0}, {"Ben": 1, "Cem": 0}, {"Cem": 1, "Anna": 0}]
    for game, other in zip(games, reversed(games), strict=True):
        leagues[0].add(game, time="2024-01-31")
        leagues[1].add(other, time="2024-01-31")
    for name in ("Anna", "Ben", "Cem"):
        ratings = [league.ratings[name].rating for league in leagues]
        assert ratings[0] == pytest.approx(ratings[1], rel=1e-12)  # sums in another order
    assert_nothing_changes(leagues[0], lambda: leagues[0].add(games[0]), "rating periods need")


def test_undo_takes_back_games_one_by_one() -> None:
    league = League("glicko", ratings={"Anna": 1600.0})
    states = [rows_of(league.ratings)]
    league.add({"Anna": 1, "Ben": 0}, time="2024-01-01")
    states.append(rows_of(league.ratings))
    league.add({"Cem": 1, "Ben": 0, "Anna": 0}, time="2024-02-01")
    states.append(rows_of(league.ratings))
    league.add({"Cem": 1, "Ben": 0})
    assert league.undo() == ("Cem", "Ben")
    assert same(rows_of(league.ratings), states[2])
    assert league.undo() == ("Cem", "Ben", "Anna")
    assert same(rows_of(league.ratings), states[1])
    league.add({"Cem": 1, "Anna": 0}, time="2024-01-02")  # the time is taken back too
    league.undo()
    assert league.undo() == ("Anna", "Ben")
    assert same(rows_of(league.ratings), states[0])
    assert list(league.ratings) == ["Anna"]


def test_a_thousand_games_can_be_undone() -> None:
    league = League()
    for _ in range(1001):
        league.add({"Anna": 1, "Ben": 0})
    for _ in range(1000):
        league.undo()
    with pytest.raises(ValueError, match="there is no game to undo"):
        league.undo()
    assert league.ratings["Anna"].games == 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_saved_league_goes_on_bit_for_bit(name: str, tmp_path: Path) -> None:
    def add(league: League, day: int) -> None:
        luck = {"Anna": -3.0, "Ben": 1.0, "Cem": 2.0} if league.system.reads_luck else None
        game = {"Anna": -day, "Ben": -2, "Cem": 0}
        league.add(game, time=datetime(2024, 1, day, tzinfo=UTC), luck=luck)

    league = League(name, advantage=0.1)
    add(league, 1)
    league.save(tmp_path / "league.json")
    loaded = League.load(tmp_path / "league.json")
    assert loaded.system == league.system
    for one in (league, loaded):
        add(one, 3)
        with pytest.raises(ValueError, match="earlier than the game before"):
            add(one, 2)
    equal_rows(loaded.ratings, league.ratings)
    assert "NaN" not in (tmp_path / "league.json").read_text()


def test_a_league_starts_from_ratings_by_name_and_from_its_own_file(tmp_path: Path) -> None:
    run = rate(GAMES, k=20)
    league = League("elo", k=20, ratings=run.ratings)
    league.add({"Anna": 1, "Ben": 0})
    league.save(tmp_path / "league.json")
    equal_rows(
        rate([{"Anna": 1, "Ben": 0}], k=20, ratings=run.ratings).ratings,
        Ratings.read(tmp_path / "league.json"),
    )
    assert json.loads((tmp_path / "league.json").read_text())["system"] == "elo"


def test_predictions_are_those_of_the_ratings() -> None:
    for name, system in VARIANTS.items():
        if system.needs_time:
            continue
        league = League(system)
        luck = None if system.luck is None and not system.reads_luck else {"Anna": 1, "Ben": 0}
        league.add({"Anna": 0, "Ben": -3}, luck=luck)
        league.add({"Cem": 0, "Anna": -5}, luck=luck and {"Anna": 1, "Cem": 0})
        found = league.predict("Ben", "Anna", "Cem")
        wanted = league.ratings.predict([("Ben", "Anna", "Cem")])[0]
        assert list(found.values()) == wanted.tolist(), name
        assert sum(found.values()) == pytest.approx(1.0)


def test_names_need_not_be_texts() -> None:
    league = League()
    league.add({1: 1, 2: 0})  # type: ignore[dict-item]
    league.add({1: 1, 2: 0, 3: 0})  # type: ignore[dict-item]
    assert list(league.ratings) == ["1", "2", "3"]
    assert sum(league.predict(1, 2).values()) == 1.0
    equal_rows(league.ratings, rate([{1: 1, 2: 0}, {1: 1, 2: 0, 3: 0}]).ratings)


def test_scores_may_be_any_numbers() -> None:
    plain, odd = League(), League()
    for own, other in ((1, 0), (0, 2), (3, 3)):
        plain.add({"Anna": own, "Ben": other})
        odd.add({"Anna": np.int64(own), "Ben": str(other)})  # type: ignore[dict-item]
    equal_rows(plain.ratings, odd.ratings)


# Errors, after which nothing has changed.


def same(one: dict[str, list[float]], other: dict[str, list[float]]) -> bool:
    return repr(one) == repr(other)  # NaN equals NaN


def assert_nothing_changes(league: League, action: Callable[[], Any], message: str) -> None:
    before = rows_of(league.ratings)
    with pytest.raises(ValueError, match=message):
        action()
    assert same(rows_of(league.ratings), before)


WRONG: list[tuple[Any, dict[str, Any], str]] = [
    ({"Anna": 1}, {}, "a game needs at least two players"),
    ({}, {}, "a game needs at least two players"),
    ("Anna", {}, "a game is a mapping of players to scores, or a list"),
    (None, {}, "a game is a mapping of players to scores, or a list"),
    ([{"Anna": 1}, "Ben"], {}, "a game is a mapping of players to scores, or a list"),
    ([{"Anna": 1}, {"Anna": 0}], {}, "'Anna' sits twice in one game"),
    ([{"Anna": 1, "Ben": 1}], {}, "a game needs at least two teams"),
    ([{"Anna": 1, "Ben": 2}, {"Cem": 1}], {}, "players of one team must have the same score"),
    ([{"Anna": 1}, {"Cem": 1}], {"teams": {"Anna": 1}}, "not both"),
    ({"Anna": 1, "Ben": math.nan}, {}, "the score of Ben must be a finite number, not nan"),
    ({"Anna": math.inf, "Ben": 0}, {}, "the score of Anna must be a finite number, not inf"),
    ({"Anna": 1, "Ben": 0, "Cem": -math.inf}, {}, "the score of Cem must be a finite number"),
    ({"Anna": "won", "Ben": 0}, {}, "the score of Anna must be a finite number, not 'won'"),
    ({"Anna": None, "Ben": 0}, {}, "the score of Anna must be a finite number, not None"),
    ({"Anna": 1, "Ben": 0}, {"luck": {"Anna": 1}}, "luck is not taken out in this league"),
    ({"Anna": 1, "Ben": 0}, {"home": "Cem"}, "home names 'Cem'; choose from Anna, Ben"),
    (
        {"Anna": 1, "Ben": 0},
        {"home": {"Anna": math.nan}},
        "home of Anna must be a finite number, not nan",
    ),
    ({"Anna": 1, "Ben": 0}, {"teams": {"Cem": 1}}, "teams names 'Cem'; choose from Anna, Ben"),
    ({"Anna": 1, "Ben": 1}, {"teams": {"Anna": 1, "Ben": 1}}, "a game needs at least two teams"),
    ({"Anna": 1, "Ben": 0}, {"time": "1999-01-01"}, "1999-01-01 is earlier than the game before"),
    ({"Anna": 1, "Ben": 0}, {"time": "yesterday"}, "not a time: 'yesterday'"),
    ({"Anna": 1, "Ben": 0}, {"time": 3.5}, "3.5 is not a time"),
    ({"Anna": 1, "Ben": 0}, {"covariates": {"rain": 1}}, "covariates names 'rain'"),
    ({"Anna": 1, "Ben": 0}, {"covariates": {"rest": {"Cem": 1}}}, "rest names 'Cem'"),
    ({"Anna": 1, "Ben": 0}, {"covariates": {"rest": math.inf}}, "rest must be a finite number"),
]


@pytest.mark.parametrize(("game", "arguments", "message"), WRONG)
def test_a_wrong_game_is_refused_and_changes_nothing(
    game: Any, arguments: dict[str, Any], message: str
) -> None:
    league = League("true-skill", effects={"rest": 1.0})
    league.add({"Anna": 1, "Ben": 0}, time="2024-01-01")
    assert_nothing_changes(league, lambda: league.add(game, **arguments), message)
    assert league.undo() == ("Anna", "Ben")
    assert len(league) == 0


def test_a_system_for_single_players_refuses_teams() -> None:
    league, teams = League(), [{"Anna": 1, "Ben": 1}, {"Cem": 0}]
    assert_nothing_changes(league, lambda: league.add(teams), "Elo rates single players")
    league.add({"Anna": 1, "Ben": 0, "Cem": 0})
    with pytest.raises(ValueError, match="Elo rates single players"):
        league.predict(["Anna", "Ben"], ["Cem"])


def test_a_system_with_checks_of_its_own_checks_a_game() -> None:
    league = League("benchmark-elo")
    received = {"Anna": -1.0, "Ben": -2.0}
    league.add({"Anna": 0, "Ben": -10}, luck=received)
    assert_nothing_changes(
        league, lambda: league.add({"Anna": 3, "Ben": 0}, luck=received), "has a score above zero"
    )
    assert_nothing_changes(
        league, lambda: league.add({"Anna": 0, "Ben": -3}), "needs luck of every player"
    )


def test_luck_of_somebody_else_or_without_end_is_refused() -> None:
    league = League(luck=1.0)
    for luck, message in (({"Cem": 0.1}, "luck names 'Cem'"), ({"Anna": math.inf}, "finite")):
        action = lambda luck=luck: league.add({"Anna": 1, "Ben": 0}, luck=luck)  # noqa: E731
        assert_nothing_changes(league, action, message)


def test_ratings_out_of_range_change_nothing() -> None:
    league = League("score-share-elo")
    league.add({"Anna": 1, "Ben": 0})
    before = rows_of(league.ratings)
    with pytest.raises(ArithmeticError, match="out of range"):
        league.add({"Anna": 1e308, "Ben": 1e308})
    assert rows_of(league.ratings) == before


def test_predictions_name_who_is_unknown() -> None:
    league = League()
    league.add({"Anna": 1, "Ben": 0})
    with pytest.raises(ValueError, match=r"nobody is called 'Ana'; did you mean Anna\?"):
        league.predict("Ana", "Ben")
    for players in (("Anna",), ("Anna", "Anna"), ("Anna", ["Ben", "Anna"]), ("Anna", [])):
        with pytest.raises(ValueError, match="predict needs two or more different players"):
            league.predict(*players)


def test_names_that_are_numbers_are_texts_everywhere(tmp_path: Path) -> None:
    league = League(ratings={1: 1600.0}, luck=0.5)  # type: ignore[dict-item]
    game = league.add({1: 1, 2: 0}, luck={1: 0.2, 2: -0.2}, home=2)  # type: ignore[dict-item, arg-type]
    assert game.before == {"1": 1600.0, "2": 1500.0}
    assert set(league.ratings) == {"1", "2"}
    league.save(tmp_path / "league.json")
    assert League.load(tmp_path / "league.json").ratings == league.ratings


def test_luck_may_be_unknown() -> None:
    plain, league = League(), League(luck=0.9)
    for unknown in (None, math.nan):
        luck: Any = {"Anna": 0.3, "Ben": unknown}
        assert league.add({"Anna": 1, "Ben": 0}, luck=luck).after == plain.add(GAMES[0]).after


def test_scores_are_compared_as_a_table_would() -> None:
    game = {"Anna": 2**53 + 1, "Ben": 2**53}  # the same as floats
    assert League().add(game).after == ratings_of(rate([game]).ratings)
    huge = {"Anna": 10**400, "Ben": 0}
    for attempt in (lambda: League().add(huge), lambda: rate([huge])):
        with pytest.raises(ValueError, match="score"):
            attempt()


def test_impossible_ratings_are_refused() -> None:
    for system, row, problem in (
        ("glicko-2", {"deviation": -50.0}, "the deviation of Anna must not be below"),
        ("glicko-2", {"volatility": 0.0}, "the volatility of Anna must not be below"),
        ("elo", {"games": -3.0}, "the games of Anna must not be below 0"),
    ):
        with pytest.raises(ValueError, match=problem):
            League(system, ratings={"Anna": {"rating": 1600.0, **row}})
    with pytest.raises(ValueError, match=r"not str; read a file with Ratings\.read"):
        rate(GAMES, ratings="ratings.json")  # type: ignore[arg-type]


def test_parameters_may_be_texts_and_no_system_is_none() -> None:
    assert rate(GAMES, "glicko-2", tau="0.3").ratings == rate(GAMES, "glicko-2", tau=0.3).ratings
    with pytest.raises(ValueError, match="k must not be None"):
        rate(GAMES, k=None)
    with pytest.raises(ValueError, match="a system is a name such as elo"):
        rate(GAMES, None)  # type: ignore[arg-type]


def test_a_state_is_written_where_it_can_be_read(tmp_path: Path) -> None:
    run = rate(GAMES)
    for path, problem in (
        (tmp_path / "ratings.csv", "the name must end in .json"),
        (tmp_path / "none" / "ratings.json", "there is no folder"),
    ):
        with pytest.raises(ValueError, match=problem):
            run.write(path)
    with pytest.raises(ValueError, match="cannot be read"):
        Ratings.read(tmp_path)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ("[1500]", "Ben should have numbers for rating, games"),
        ('"15"', "Ben should have numbers for rating, games"),
        ("[1500, null]", "the rating of Ben is out of range"),
        ("[1500, 3, 4]", "Ben should have numbers for rating, games"),
    ],
)
def test_a_damaged_state_names_the_player(tmp_path: Path, wrong: str, problem: str) -> None:
    path = tmp_path / "ratings.json"
    run = rate(GAMES)
    run.write(path)
    row = json.dumps(run.ratings.array[run.ratings.names.index("Ben")].tolist())
    path.write_text(path.read_text().replace(row, wrong))
    with pytest.raises(ValueError, match=problem):
        Ratings.read(path)


def test_a_damaged_time_of_a_league_is_refused(tmp_path: Path) -> None:
    league = League()
    league.add(GAMES[0], time="2024-01-31")
    league.save(tmp_path / "league.json")
    text = (tmp_path / "league.json").read_text()
    (tmp_path / "league.json").write_text(text.replace('"time": 17', '"time": "soon", "x": 17'))
    with pytest.raises(ValueError, match="time should be microseconds since 1970, not 'soon'"):
        League.load(tmp_path / "league.json")


def test_a_league_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"elo has no parameter 'kk'; did you mean k\?|choose"):
        League("elo", kk=20)
    with pytest.raises(ValueError, match="the rating of Anna must be a finite number"):
        League(ratings={"Anna": math.nan})
    with pytest.raises(ValueError, match="k must not be negative"):
        League(k=-3.0)


# A league equals a run over all games.


@dataclass(frozen=True)
class Played:
    """A game with all that may be known of it."""

    scores: dict[str, float]
    home: dict[str, float]
    luck: dict[str, float]
    rest: dict[str, float]
    team: dict[str, int]
    days: int  # since the game before


@st.composite
def played(draw: st.DrawFn) -> Played:
    scored = draw(st.dictionaries(names, scores, min_size=2, max_size=4))
    number = st.sampled_from([0.0, 1.0]) | st.floats(-1.0, 1.0, allow_subnormal=False)
    luck = st.floats(-40.0, 40.0, allow_subnormal=False)

    def each(values: st.SearchStrategy[Any]) -> dict[str, Any]:
        return {name: draw(values) for name in scored}

    team = each(st.integers(0, 2))
    if len(set(team.values())) < 2:
        team = {name: place % 2 for place, name in enumerate(scored)}
    return Played(scored, each(number), each(luck), each(number), team, draw(st.integers(0, 40)))


def as_table(games: list[Played], *, teams: bool = False) -> GameTable:
    """The games as one table with every column."""
    scored = [with_team_scores(game) if teams else game.scores for game in games]
    plain = GameTable.from_games(scored)

    def column(name: str, dtype: Any = np.float64) -> Any:
        values = np.zeros(plain.seats.shape, dtype)
        for row, game in enumerate(games):
            values[row, : len(game.scores)] = list(getattr(game, name).values())
        return values

    return replace(
        plain,
        luck=column("luck"),
        team=column("team", np.int8) if teams else None,
        time=np.cumsum([DAY * game.days for game in games], dtype=np.int64),
        home=column("home"),
        covariates={"rest": column("rest")},
    )


def with_team_scores(game: Played) -> dict[str, float]:
    """Scores that are those of the team's first member."""
    first: dict[int, float] = {}
    for name, score in game.scores.items():
        first.setdefault(game.team[name], score)
    return {name: first[game.team[name]] for name in game.scores}


def compare(system: RatingSystem, games: list[Played], *, teams: bool = False) -> None:
    """Add games one by one, and compare all that is known of them with a run."""
    run = rate(as_table(games, teams=teams), system)
    league, day = League(system), 0
    uses_luck = system.luck is not None or system.reads_luck
    for row, game in enumerate(games):
        day += game.days
        found = league.add(
            with_team_scores(game) if teams else game.scores,
            time=datetime.fromtimestamp(day * 86_400, UTC),
            luck=game.luck if uses_luck else None,
            home=game.home,
            teams=game.team if teams else None,
            covariates={"rest": game.rest},
        )
        seats = slice(len(game.scores))
        assert list(found.expected.values()) == run.expected[row, seats].tolist()
        assert list(found.before.values()) == run.before[row, seats].tolist()
        assert list(found.after.values()) == run.after[row, seats].tolist()
        if run.luck_points is not None:  # of two, formulas for any number may round
            points = run.luck_points[row, seats].tolist()
            assert list(found.luck_points.values()) == pytest.approx(points, rel=1e-12)
    equal_rows(league.ratings, run.ratings)


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=12)
@given(games=st.lists(played(), min_size=1, max_size=8))
def test_a_league_equals_a_run_to_the_bit(name: str, games: list[Played]) -> None:
    points = 0.02 * float(VARIANTS[name].initial_row()[0])
    system = replace(VARIANTS[name], advantage=points, effects=Effects({"rest": 0.7 * points}))
    compare(system, games)


@pytest.mark.parametrize(
    "system",
    [TrueSkill(), WengLin(), WengLin(model="plackett-luce")],
    ids=["ts", "bradley-terry", "plackett-luce"],
)
@pytest.mark.parametrize("luck", [None, Adjustment(0.01, 1.5, 0.4)], ids=["", "luck"])
@settings(max_examples=12)
@given(games=st.lists(played(), min_size=1, max_size=8))
def test_a_league_of_teams_equals_a_run_to_the_bit(
    system: RatingSystem, luck: Adjustment | None, games: list[Played]
) -> None:
    compare(
        replace(system, luck=luck, advantage=0.5, effects=Effects({"rest": 0.3})), games, teams=True
    )


@settings(max_examples=60)
@given(games=plain_games, name=systems)
def test_plain_games_of_a_league_equal_a_run_to_the_bit(
    games: list[dict[str, float]], name: str
) -> None:
    league = League(name, advantage=20)
    for game in games:
        league.add(game)
    equal_rows(league.ratings, rate(games, name, advantage=20).ratings)
    for _ in games:
        league.undo()
    assert len(league) == 0
