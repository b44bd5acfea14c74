"""A new world: the same every time, and one that a person would believe."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from evenhand.demo.bots import LUDO, RUMMY
from evenhand.demo.games import LUDO_ARENA, RUMMY_ARENA, SKAT_LEAGUE
from evenhand.demo.ladders import SETTINGS
from evenhand.demo.marks import seed_of
from evenhand.demo.world import SMALL, past_games
from evenhand.ledger.audit import entries
from evenhand.ledger.board import Board, BoardRow
from evenhand.ledger.hashing import state_hash
from evenhand.ledger.lists import list_heads, read_list
from evenhand.ledger.results import DAY
from evenhand.ledger.verify import verify

from .conftest import NOW, Made, made

LADDERS = list(SETTINGS)


def board(of: Made, name: str) -> dict[str, BoardRow]:
    return {row.name: row for row in Board(of.ledger.ladder(name)).page(500).rows}


def test_the_same_seed_gives_the_same_world_and_another_seed_another(
    small: Made, tmp_path: Path
) -> None:
    again, other = made(tmp_path / "again.db"), made(tmp_path / "other.db", seed=2)
    with again.ledger, other.ledger:
        for name in LADDERS:
            same = state_hash(small.ledger.ladder(name))
            assert state_hash(again.ledger.ladder(name)) == same
        league = other.ledger.ladder(SKAT_LEAGUE)
        assert state_hash(league) != state_hash(small.ledger.ladder(SKAT_LEAGUE))
        assert (seed_of(again.ledger.database), seed_of(other.ledger.database)) == (1, 2)


def test_a_small_world_has_as_many_games_as_it_says(small: Made) -> None:
    played = sum(small.ledger.ladder(name).standing.games.count for name in LADDERS)
    assert played == past_games(SMALL) == 1000


@pytest.mark.parametrize("name", LADDERS)
def test_all_that_the_ledger_says_follows_from_its_log(small: Made, name: str) -> None:
    assert all(finding.right for finding in verify(small.ledger, small.ledger.ladder(name)))


def test_the_league_has_all_kinds_of_players(full: Made) -> None:
    rows = board(full, SKAT_LEAGUE).values()
    ratings = np.array([row.rating for row in rows])
    assert len(rows) == 120  # and six guests who are on no list
    assert 600 < ratings.min() < 700
    assert 880 < ratings.max() < 950
    assert len({row.club for row in rows}) == 8
    assert 5 <= sum(row.provisional for row in rows) <= 15
    assert 5 <= sum(not row.active for row in rows) <= 20
    assert all(sum(row.title == title for row in rows) >= 3 for title in ("NM", "IM", "GM"))


def test_the_season_goes_back_fourteen_months_and_ends_this_week(full: Made) -> None:
    time = full.ledger.ladder(SKAT_LEAGUE).standing.games["time"]
    assert 420 * DAY < NOW - time[0] < 440 * DAY
    assert 0 < NOW - time[-1] < 7 * DAY


def test_strong_bots_stand_above_weak_ones(full: Made) -> None:
    rummy, ludo = board(full, RUMMY_ARENA), board(full, LUDO_ARENA)
    assert (len(rummy), len(ludo)) == (24, 21)
    weak = [name for name, text in RUMMY.items() if text.startswith(("random", "defeat"))]
    best = min(row.rating for name, row in rummy.items() if name not in weak)
    assert best > max(rummy[name].rating for name in weak) + 200
    full_information = [n for n, text in LUDO.items() if text.startswith("full-information")]
    ratings = [ludo[name].rating for name in full_information]  # fewer and fewer playouts
    assert ratings[0] > ratings[3] > ratings[5]
    assert ludo["Uhu"].rating > ludo["Zaunkönig"].rating > 500  # random, and who wants to lose


@pytest.mark.parametrize("name", LADDERS)
def test_luck_was_taken_out_and_moved_nobody_far_in_one_game(full: Made, name: str) -> None:
    games = full.ledger.ladder(name).standing.games
    worth = games["worth"][games.count // 2 :]  # before, Glicko-2 still knows little of anybody
    assert 1.0 < np.abs(worth).mean() < 15.0
    assert np.abs(worth).max() < 80.0


@pytest.mark.parametrize(("name", "titles"), [
    (SKAT_LEAGUE, ["November 2026", "October 2026", "September 2026"]),
    (RUMMY_ARENA, ["Week 47 of 2026", "Week 46 of 2026", "Week 45 of 2026"]),
    (LUDO_ARENA, ["Week 47 of 2026", "Week 46 of 2026", "Week 45 of 2026"]),
])  # fmt: skip
def test_ratings_have_moved_since_the_last_official_list(
    full: Made, name: str, titles: list[str]
) -> None:
    ladder = full.ledger.ladder(name)
    heads = list_heads(full.ledger, ladder)
    assert [head.title for head in heads[:3]] == titles
    assert all(later.at > earlier.at for later, earlier in pairwise(heads))
    last = read_list(full.ledger, ladder, heads[0].number).content
    assert last.published_at == heads[0].at < NOW
    numbers = {ladder.roster.find(row.player): row for row in board(full, name).values()}
    moved = [row for row in last.rows if abs(row.rating - numbers[row.player].rating) > 0.5]
    assert len(moved) > len(last.rows) / 3


def test_mistakes_were_put_right_and_are_told(full: Made) -> None:
    ladder = full.ledger.ladder(SKAT_LEAGUE)
    told = [one.action for one in entries(full.ledger.database, ladder.tenant, limit=500)]
    assert (told.count("result corrected"), told.count("result voided")) == (2, 1)
