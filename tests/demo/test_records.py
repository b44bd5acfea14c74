"""Recorded games are what our players play: some are played again."""

import numpy as np
import pytest
from numpy.random import default_rng

from evenhand import games
from evenhand.demo.games import ARENAS, DEALS, LUDO_ARENA, RUMMY_ARENA, SKAT_LEAGUE, Games
from evenhand.demo.members import PAPER, WEEKS, read_members
from evenhand.demo.records import KEPT, read_record
from evenhand.games import SimulatedGames, parse_bot
from lab.fits.demo_records import LUDO_GAMES, RUMMY_GAMES, SEED, season_tables


def agree(record: Games, played: SimulatedGames) -> None:
    assert played.luck is not None
    np.testing.assert_array_equal(record.score, played.score)
    np.testing.assert_allclose(record.luck, played.luck, atol=1e-6)  # kept in 32 bits


@pytest.mark.parametrize(
    ("ladder", "start", "stop"), [(RUMMY_ARENA, 4000, 4030), (LUDO_ARENA, 0, 12)]
)
def test_games_of_an_arena_played_again_by_their_seeds_are_those_of_the_record(
    ladder: str, start: int, stop: int
) -> None:
    arena, record = ARENAS[ladder], read_record(ladder).rows(start, stop)
    game = games.game(arena.game)
    bots = [parse_bot(game, text) for text in arena.bots.values()]
    seeds = record.details["seed"]
    agree(record, game.simulate(bots, record.seats, seeds, game.Rules(), arena.luck))


def test_series_played_again_by_their_seeds_are_those_of_the_record() -> None:
    record, game = read_record(SKAT_LEAGUE), games.game("skat")
    known = np.flatnonzero(record.details["club"] != PAPER)[:6]
    played = game.simulate(
        read_members().faults.make_bots(),
        record.seats[known],
        record.details["seed"][known],
        game.Rules(deals=DEALS),
        "deal",
    )
    assert played.luck is not None
    np.testing.assert_array_equal(record.score[known], played.score)
    np.testing.assert_allclose(record.luck[known], played.luck.round(1), atol=1e-4)


def test_the_season_is_drawn_from_its_seed() -> None:
    seats, details = season_tables(default_rng([SEED, 0]))
    record = read_record(SKAT_LEAGUE)
    for name in ("club", "week", "series"):
        np.testing.assert_array_equal(details[name][: len(record)], record.details[name])
    np.testing.assert_array_equal(seats[: len(record)], record.seats)


def test_luck_is_known_except_where_a_club_keeps_no_record_of_the_deals() -> None:
    record = read_record(SKAT_LEAGUE)
    unknown = np.isnan(record.luck).any(axis=1)
    np.testing.assert_array_equal(unknown, record.details["club"] == PAPER)
    assert not np.isnan(read_record(RUMMY_ARENA).luck).any()
    assert not np.isnan(read_record(LUDO_ARENA).luck).any()


def test_enough_games_wait_for_the_bots_to_be_ready() -> None:
    assert len(read_record(RUMMY_ARENA)) == RUMMY_GAMES
    assert len(read_record(LUDO_ARENA)) == LUDO_GAMES
    weeks = read_record(SKAT_LEAGUE).details["week"]
    assert int((weeks >= WEEKS).sum()) == KEPT[SKAT_LEAGUE]
