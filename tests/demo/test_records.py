"""Recorded games are what our players play: some are played again."""

import numpy as np
import pytest
from numpy.random import default_rng

from evenhand.demo.bots import LUDO, RUMMY
from evenhand.demo.games import DEALS, LUDO_ARENA, RUMMY_ARENA, SKAT_LEAGUE, Games
from evenhand.demo.members import PAPER, WEEKS, read_members
from evenhand.demo.records import COUNTS, KEPT, SEED, read_record, season_tables
from evenhand.games import SimulatedGames, ludo, parse_bot, rummy
from evenhand.games.skat.batch import SeriesGames
from evenhand.games.skat.bots.population import BLOCK, Club


def agree(record: Games, played: SimulatedGames) -> None:
    assert played.luck is not None
    np.testing.assert_array_equal(record.score, played.score)
    np.testing.assert_allclose(record.luck, played.luck, atol=1e-6)  # kept in 32 bits


def test_games_of_rummy_played_again_by_their_seeds_are_those_of_the_record() -> None:
    game, record = rummy.GAME, read_record(RUMMY_ARENA).rows(4000, 4030)
    bots = [parse_bot(game, text) for text in RUMMY.values()]
    seeds = record.details["seed"]
    agree(record, game.simulate(bots, record.seats, seeds, rummy.Rules(), "all"))


def test_games_of_ludo_played_again_by_their_seeds_are_those_of_the_record() -> None:
    record = read_record(LUDO_ARENA).rows(0, 12)
    bots = [parse_bot(ludo.GAME, text) for text in LUDO.values()]
    seeds = record.details["seed"]
    agree(record, ludo.GAME.simulate(bots, record.seats, seeds, ludo.Rules(), "all"))


@pytest.mark.slow
def test_the_first_series_of_the_season_played_again_are_those_of_the_record() -> None:
    rng, members, record = default_rng([SEED, 0]), read_members(), read_record(SKAT_LEAGUE)
    seats, details = season_tables(rng)
    for name in ("club", "week", "series"):
        np.testing.assert_array_equal(details[name][: len(record)], record.details[name])
    np.testing.assert_array_equal(seats[: len(record)], record.seats)
    club = Club(members.faults, seats, DEALS, int(rng.integers(2**62)), deal_again=False)
    names = [str(number) for number in range(len(members))]
    again = SeriesGames.rotating(names, seats[:BLOCK], club.block(0))
    np.testing.assert_array_equal(again.totals(), record.score[:BLOCK])


def test_luck_is_known_except_where_a_club_keeps_no_record_of_the_deals() -> None:
    record = read_record(SKAT_LEAGUE)
    unknown = np.isnan(record.luck).any(axis=1)
    np.testing.assert_array_equal(unknown, record.details["club"] == PAPER)
    assert not np.isnan(read_record(RUMMY_ARENA).luck).any()
    assert not np.isnan(read_record(LUDO_ARENA).luck).any()


def test_enough_games_wait_for_the_bots_to_be_ready() -> None:
    assert {name: len(read_record(name)) for name in COUNTS} == COUNTS
    weeks = read_record(SKAT_LEAGUE).details["week"]
    assert int((weeks >= WEEKS).sum()) == KEPT[SKAT_LEAGUE]
