"""Every change adds up."""

import numpy as np

from evenhand.ratings import Elo, changes, ratings_before
from evenhand.tables import GameTable


def test_before_is_what_the_last_game_of_the_player_left(mixed_table: GameTable) -> None:
    start = np.linspace(1400.0, 1600.0, len(mixed_table.names))
    ratings = np.column_stack([start, np.zeros_like(start)])
    run = Elo().rate(mixed_table, ratings)
    before = ratings_before(mixed_table, run, start)
    now = start.copy()
    for game, (row, taken) in enumerate(zip(mixed_table.seats, mixed_table.taken, strict=True)):
        np.testing.assert_array_equal(before[game, taken], now[row[taken]])
        assert np.isnan(before[game, ~taken]).all()
        now[row[taken]] = run.after[game, taken]


def test_the_changes_of_a_player_add_up_to_rating_minus_start(mixed_table: GameTable) -> None:
    run = Elo().rate(mixed_table)
    rows = changes(mixed_table, run, Elo().start(len(mixed_table.names))[:, 0])
    totals = rows.group_by("player").sum().select("player", "change")
    for player, gain in totals.iter_rows():
        number = mixed_table.names.index(player)
        # sums of rounded differences
        np.testing.assert_allclose(gain, run.ratings[number, 0] - 1500.0, atol=1e-9)
    assert len(totals) == len(mixed_table.names)


def test_game_ids_and_times_are_kept() -> None:
    games = GameTable.from_games([{"A": 1, "B": 0}, {"B": 1, "A": 0}])
    table = GameTable(
        games.names,
        games.seats,
        games.score,
        time=np.array([0, 86_400_000_000]),
        game=np.array(["x", "y"], object),
    )
    rows = changes(table, Elo().rate(table), Elo().start(2)[:, 0])
    assert rows["game"].to_list() == ["x", "x", "y", "y"]
    assert rows["time"][3].isoformat() == "1970-01-02T00:00:00+00:00"


def test_no_games_no_changes() -> None:
    table = GameTable.from_games([{"A": 1, "B": 0}]).rows(0, 0)
    assert len(changes(table, Elo().rate(table), Elo().start(2)[:, 0])) == 0
