"""Games by bots: the same on any number of workers, and in a file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.random import default_rng
from openpyxl import load_workbook

from evenhand.games import SimulatedGames
from evenhand.parallel import LOCAL
from evenhand.rng import draw_seeds
from evenhand.simulation import (
    Simulation,
    make_bots,
    ordered_tables,
    random_tables,
    simulate,
    standings,
    warm_up,
)
from evenhand.tables import GameTable, Indices, TableError, read_games, to_frame
from tests.games.toy import GAME, Biased, DrawRules, Fair, HighestDraw

BOTS = {"fair": Fair(), "biased": Biased(), "fair:bonus=3": Fair(3)}
TABLES = ordered_tables(3, 2, 2300)


@pytest.fixture(scope="module")
def whole() -> Simulation:
    return simulate(GAME, BOTS, TABLES, default_rng(1), workers=1)


def test_tables_may_be_lists() -> None:
    found = simulate(GAME, BOTS, [[0, 1], [2, 0]], default_rng(1), workers=1)
    assert found.table.seats.tolist() == [[0, 1], [2, 0]]


def test_the_table_has_the_names_of_the_bots_and_the_tables_as_given(whole: Simulation) -> None:
    assert whole.table.names == tuple(BOTS)
    assert (whole.table.seats == TABLES).all()
    assert whole.table.luck is not None
    assert whole.table.luck.sum() == 0
    assert (whole.table.score - whole.details["drawn"])[0].tolist() == [0, 20]


def test_blocks_are_those_that_the_game_would_play_in_one_go(whole: Simulation) -> None:
    seeds = draw_seeds(default_rng(1), len(TABLES))
    played = GAME.simulate(list(BOTS.values()), TABLES, seeds, DrawRules())
    assert (whole.table.score == played.score).all()
    assert (whole.details["spread"] == played.details["spread"]).all()


def test_the_same_seed_gives_the_same_file_on_any_number_of_workers_and_a_cluster(
    whole: Simulation, tmp_path: Path
) -> None:
    two = simulate(GAME, BOTS, TABLES, default_rng(1), workers=2)
    cluster = simulate(GAME, BOTS, TABLES, default_rng(1), workers=2, cluster=LOCAL)
    other = simulate(GAME, BOTS, TABLES, default_rng(2), workers=2)
    files = []
    for number, simulation in enumerate((whole, two, cluster, other)):
        path = tmp_path / f"{number}.csv"
        simulation.write(path)
        files.append(path.read_bytes())
    assert files[0] == files[1] == files[2] != files[3]


def test_progress_is_reported_after_each_block() -> None:
    done: list[int] = []
    simulate(GAME, BOTS, TABLES, default_rng(1), done=done.append)
    assert done == sorted(set(done))
    assert done[-1] == len(TABLES)
    assert len(done) == 100
    done.clear()
    simulate(GAME, BOTS, TABLES[:3], default_rng(1), done=done.append)
    assert done == [1, 2, 3]


def test_three_and_four_can_sit_at_a_table() -> None:
    bots = make_bots(GAME, ["fair", "biased", "fair:bonus=1", " fair:bonus=2 "])
    assert list(bots.values()) == [Fair(), Biased(), Fair(1), Fair(2)]
    assert "fair:bonus=2" in bots
    for seats in (3, 4):
        tables = random_tables(default_rng(1), 4, seats, 50)
        frame = simulate(GAME, bots, tables, default_rng(1)).frame()
        assert frame.columns[-seats:] == [f"x_drawn_{seat}" for seat in range(1, seats + 1)]


def test_the_frame_has_the_details_in_columns_of_its_own(whole: Simulation) -> None:
    frame = whole.frame()
    wide = ["player_1", "player_2", "score_1", "score_2", "luck_1", "luck_2"]
    own = ["x_seed", "x_spread", "x_close", "x_half", "x_drawn_1", "x_drawn_2"]
    assert frame.columns == wide + own
    assert frame.select(wide).equals(to_frame(whole.table))
    assert frame["x_drawn_2"].to_list() == whole.details["drawn"][:, 1].tolist()
    assert frame["x_half"].is_null().equals(frame["x_close"])  # what is not known is left empty
    assert 0 < frame["x_close"].sum() < len(frame)


@pytest.mark.parametrize("kind", ["csv", "parquet", "pq", "xlsx"])
def test_a_written_file_is_read_as_games(whole: Simulation, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"games.{kind}"
    whole.write(path)
    again = read_games(path)
    assert to_frame(again).equals(to_frame(whole.table))
    assert list(tmp_path.iterdir()) == [path]


def test_details_survive_a_file(whole: Simulation, tmp_path: Path) -> None:
    whole.write(tmp_path / "games.csv")
    whole.write(tmp_path / "games.parquet")
    text = {"x_seed": pl.String}
    assert pl.read_csv(tmp_path / "games.csv", schema_overrides=text).equals(whole.frame())
    assert pl.read_parquet(tmp_path / "games.parquet").equals(whole.frame())
    whole.write(tmp_path / "games.xlsx")
    rows = load_workbook(tmp_path / "games.xlsx").active.values
    assert list(rows) == [tuple(whole.frame().columns), *whole.frame().rows()]


def test_a_kind_of_file_that_is_not_known_is_not_written(whole: Simulation, tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"unknown kind of file '\.txt'"):
        whole.write(tmp_path / "games.txt")
    assert not list(tmp_path.iterdir())


def test_impossible_tables_are_refused_before_anything_is_played() -> None:
    class Unplayable(HighestDraw):
        def simulate(self, *_: object) -> SimulatedGames:
            raise AssertionError("played")

    wrong = {
        "no such player": [[0, 3]],
        "a player sits twice": [[1, 1]],
        "highest-draw has 2 or 3 or 4 seats, not 5": [[0, 1, 2, -1, -1]],
        "4 seats need at least 4 bots, not 3": [[0, 1, 2, -1]],
        "a bot must sit on every seat": [[0, 1, -1]],
    }
    for words, seats in wrong.items():
        with pytest.raises(ValueError, match=words):
            simulate(Unplayable(), BOTS, np.array(seats, np.int32), default_rng(1))
    with pytest.raises(ValueError, match="at least one game must be played"):
        simulate(Unplayable(), BOTS, TABLES[:0], default_rng(1))


def test_warming_up_plays_one_game() -> None:
    played: list[int] = []

    class Watched(HighestDraw):
        def simulate(
            self, bots: Sequence[Fair], seats: Indices, *rest: Any, **named: Any
        ) -> SimulatedGames:
            played.append(len(seats))
            return HighestDraw.simulate(self, bots, seats, *rest, **named)

    warm_up(Watched(), BOTS, TABLES)
    assert played == [1]


def test_a_bot_named_twice_or_unknown_is_refused() -> None:
    words = r"^the bot fair is named twice; give each a name, as in a=fair,b=fair$"
    with pytest.raises(ValueError, match=words):
        make_bots(GAME, ["fair", "biased", "fair"])
    with pytest.raises(ValueError, match=r"^no bot 'fare'; did you mean fair\?$"):
        make_bots(GAME, ["fare"])


def test_a_bot_can_sit_against_itself_under_names_of_its_own() -> None:
    bots = make_bots(GAME, ["a=fair", "b = fair:bonus=3", "fair:bonus=4"])
    assert bots == {"a": Fair(), "b": Fair(3), "fair:bonus=4": Fair(4)}
    with pytest.raises(ValueError, match=r"^the bot a is named twice"):
        make_bots(GAME, ["a=fair", "a=biased"])
    with pytest.raises(ValueError, match=r"^'=fair' has no name before the equals sign, as in a="):
        make_bots(GAME, ["=fair", "biased"])


def test_the_rules_decide() -> None:
    small = simulate(GAME, BOTS, TABLES, default_rng(1), rules=DrawRules(sides=2))
    assert set(small.details["drawn"].ravel().tolist()) == {0, 1}


def test_the_kind_of_luck_decides_and_the_usual_one_is_the_second(whole: Simulation) -> None:
    usual = simulate(GAME, BOTS, TABLES, default_rng(1), luck="draw")
    np.testing.assert_array_equal(usual.table.luck, whole.table.luck)
    number = simulate(GAME, BOTS, TABLES, default_rng(1), luck="number")
    np.testing.assert_array_equal(number.table.luck, whole.details["drawn"])
    assert simulate(GAME, BOTS, TABLES, default_rng(1), luck="none").table.luck is None
    with pytest.raises(ValueError, match=r"^luck must be none or draw or number, not 'first'$"):
        simulate(GAME, BOTS, TABLES, default_rng(1), luck="first")


def test_the_better_bot_wins_more(whole: Simulation) -> None:
    rows = standings(whole.table).to_dicts()
    assert [row["player"] for row in rows] == ["biased", "fair:bonus=3", "fair"]
    numbers = np.arange(100)
    probabilities = [(numbers[:, None] + 20 > numbers + bonus).mean() for bonus in (0, 3)]
    # about 1,530 games: a standard deviation of 0.012
    assert rows[0]["won"] / rows[0]["games"] == pytest.approx(np.mean(probabilities), abs=0.05)


def test_standings_count_shared_first_places_as_drawn() -> None:
    games = [{"A": 2.0, "B": 2.0, "C": 1.0}, {"B": 3.0, "A": 1.0, "C": 1.0}, {"B": 1.0, "D": 0.0}]
    table = GameTable.from_games(games)
    table = GameTable((*table.names, "E"), table.seats, table.score)
    assert standings(table).rows() == [
        ("B", 3, 2, 1, 0, 2.0),
        ("A", 2, 0, 1, 1, 1.5),
        ("C", 2, 0, 0, 2, 1.0),
        ("D", 1, 0, 0, 1, 0.0),
        ("E", 0, 0, 0, 0, None),
    ]
