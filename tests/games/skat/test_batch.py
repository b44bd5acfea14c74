"""Many series as columns."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.games.skat import Entry, SeriesGames, tally, totals
from evenhand.games.skat.deck import NOBODY
from evenhand.tables import TableError
from tests.studies.stand_in import stand_in

POPULATION = stand_in(np.random.default_rng(8), 7, 5)


def test_series_scores_are_the_totals_of_score_lists() -> None:
    found = POPULATION.totals()
    for series, seats in enumerate(POPULATION.seats.tolist()):
        games = POPULATION.games.take(slice(36 * series, 36 * series + 36))
        entries = [
            Entry(str(seats[(seat + deal) % 3]), score)
            for deal, (seat, score) in enumerate(
                zip(games.declarers.tolist(), games.scores.tolist(), strict=True)
            )
        ]
        assert found[series].tolist() == list(totals(tally([str(s) for s in seats], entries)))


def test_other_values_change_the_points_but_not_the_bonuses() -> None:
    found = POPULATION.totals(np.zeros(len(POPULATION.games)))
    games = POPULATION.games
    lost = int((~games.won).sum())
    assert found.sum() == 50 * (len(games) - 2 * lost) + 80 * lost


def test_a_passed_in_deal_gives_nobody_anything() -> None:
    games = POPULATION.games
    declarers, scores = games.declarers.copy(), games.scores.copy()
    declarers[:36], scores[:36] = NOBODY, 0
    passed = replace(POPULATION, games=replace(games, declarers=declarers, scores=scores))
    assert passed.totals()[0].tolist() == [0.0, 0.0, 0.0]
    assert (passed.totals()[1:] == POPULATION.totals()[1:]).all()


def test_the_series_are_a_table_in_their_order() -> None:
    table = POPULATION.table()
    assert table.names == POPULATION.names
    assert (table.seats == POPULATION.seats).all()
    assert table.time is not None
    assert table.time.tolist() == [0, 1, 2, 3, 4]


def test_games_that_do_not_fill_the_series_are_refused() -> None:
    short = POPULATION.games.take(slice(0, 179))
    with pytest.raises(ValueError, match="same number of games"):
        SeriesGames.from_rotation(POPULATION.names, POPULATION.seats, short)


def test_a_series_needs_three_players() -> None:
    with pytest.raises(ValueError, match="three players"):
        SeriesGames.from_rotation(POPULATION.names, POPULATION.seats[:, :2], POPULATION.games)


def test_series_are_collected_by_id_and_players_whatever_their_seats() -> None:
    games = POPULATION.games
    series, deal = np.divmod(np.arange(len(games)), 36)
    who = POPULATION.seats[series[:, None], (np.arange(3) + deal[:, None]) % 3]
    players = [
        (POPULATION.names[fore], POPULATION.names[middle], POPULATION.names[rear])
        for fore, middle, rear in who.tolist()
    ]
    ids = [f"S{number}" for number in series.tolist()]
    shuffled = np.random.default_rng(1).permutation(len(games))  # all series at once
    found = SeriesGames.collect(
        games.take(shuffled),
        [players[row] for row in shuffled],
        [ids[row] for row in shuffled],
        100 * shuffled,
    )
    by_name = {
        (frozenset(POPULATION.names[player] for player in seats)): dict(
            zip([POPULATION.names[player] for player in seats], three, strict=True)
        )
        for seats, three in zip(
            POPULATION.seats.tolist(), POPULATION.totals().tolist(), strict=True
        )
    }
    for seats, three in zip(found.seats.tolist(), found.totals().tolist(), strict=True):
        names = [found.names[player] for player in seats]
        assert dict(zip(names, three, strict=True)) == by_name[frozenset(names)]
    assert found.time is not None
    assert (found.table().score.sum(axis=1) > -5_000).all()


def test_what_fills_no_series_is_left_out() -> None:
    games, players = POPULATION.games.take(slice(0, 20)), [("A", "B", "C")] * 20
    found = SeriesGames.collect(games, players, [""] * 20, length=8)
    assert len(found.seats) == 2
    assert len(found.games) == 16
    with pytest.raises(ValueError, match="no series of 36"):
        SeriesGames.collect(games, players, [""] * 20)


def test_a_player_twice_at_a_table_is_refused() -> None:
    with pytest.raises(TableError, match="game 1"):
        SeriesGames.collect(
            POPULATION.games.take(slice(0, 2)), [("A", "A", "C")] * 2, ["", ""], length=2
        )
