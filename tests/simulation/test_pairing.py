"""Who plays whom: everybody as often, and everywhere."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

from evenhand.simulation import Pairing, ordered_tables, random_tables, round_robin, shuffle
from evenhand.tables import Indices


def tables(seats: Indices) -> list[tuple[int, ...]]:
    return [tuple(row) for row in seats.tolist()]


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (6, 2), (5, 3), (4, 4)])
def test_every_ordered_table_comes_equally_often(players: int, seats: int) -> None:
    every = list(permutations(range(players), seats))
    counts = Counter(tables(ordered_tables(players, seats, 3 * len(every))))
    assert counts == dict.fromkeys(every, 3)


def test_games_left_over_go_to_the_first_ordered_tables() -> None:
    counts = Counter(tables(ordered_tables(6, 2, 65)))
    every = list(permutations(range(6), 2))
    assert [counts[pair] for pair in every] == [3] * 5 + [2] * 25
    assert tables(ordered_tables(6, 2, 4)) == every[:4]


def test_the_papers_design_is_4500_games_of_each_of_30_ordered_pairs() -> None:
    counts = Counter(tables(ordered_tables(6, 2, 135_000)))
    assert len(counts) == 30
    assert set(counts.values()) == {4500}


@pytest.mark.parametrize("players", range(2, 10))
def test_in_a_round_nobody_plays_twice_and_of_an_odd_number_one_pauses(players: int) -> None:
    boards, rounds = players // 2, players - 1 + players % 2
    seats = round_robin(players, 2, boards * rounds)
    pauses = Counter[int]()
    for number in range(rounds):
        round_ = seats[number * boards : (number + 1) * boards].ravel().tolist()
        assert len(set(round_)) == 2 * boards
        pauses.update(set(range(players)) - set(round_))
    assert pauses == (Counter(range(players)) if players % 2 else {})


@pytest.mark.parametrize("players", range(2, 10))
def test_a_cycle_is_every_pair_once_and_two_cycles_every_ordered_pair(players: int) -> None:
    pairs = list(combinations(range(players), 2))
    seats = tables(round_robin(players, 2, 2 * len(pairs)))
    assert Counter(tuple(sorted(pair)) for pair in seats[: len(pairs)]) == Counter(pairs)
    assert Counter(seats) == Counter(permutations(range(players), 2))


@pytest.mark.parametrize("players", range(2, 10))
def test_in_each_cycle_everybody_is_first_in_half_of_the_games(players: int) -> None:
    pairs = players * (players - 1) // 2
    for cycle in range(2):
        first = round_robin(players, 2, 2 * pairs)[cycle * pairs :][:pairs, 0]
        counts = np.bincount(first, minlength=players)
        assert np.abs(counts - (players - 1) / 2).max() <= (0.5 if players % 2 == 0 else 0)


@pytest.mark.parametrize(("players", "seats"), [(3, 3), (5, 3), (5, 4)])
def test_of_larger_tables_each_comes_once_a_cycle_and_its_seats_rotate(
    players: int, seats: int
) -> None:
    every = list(combinations(range(players), seats))
    rows = tables(round_robin(players, seats, seats * len(every)))
    assert rows[: len(every)] == every
    assert len(set(rows)) == len(rows)
    where = Counter((tuple(sorted(row)), seat, who) for row in rows for seat, who in enumerate(row))
    assert where == {
        (table, seat, who): 1 for table in every for seat in range(seats) for who in table
    }


def test_a_pairing_may_stop_anywhere() -> None:
    for games in (1, 7, 23):
        assert tables(round_robin(5, 2, games)) == tables(round_robin(5, 2, 40))[:games]
        assert tables(round_robin(5, 3, games)) == tables(round_robin(5, 3, 40))[:games]


def test_random_tables_have_different_players_who_come_equally_often() -> None:
    seats = random_tables(np.random.default_rng(1), 5, 3, 6000)
    assert all(len(set(row)) == 3 for row in tables(seats))
    counts = Counter(tables(seats))
    assert len(counts) == 60
    # 100 of each are expected, with a standard deviation of 10
    assert 55 < min(counts.values()) <= max(counts.values()) < 145


def test_shuffling_changes_the_order_of_the_tables_and_nothing_else() -> None:
    seats = ordered_tables(6, 2, 90)
    mixed = shuffle(np.random.default_rng(1), seats)
    assert tables(mixed) != tables(seats)
    assert sorted(tables(mixed)) == sorted(tables(seats))
    assert tables(mixed) == tables(shuffle(np.random.default_rng(1), seats))


@pytest.mark.parametrize("pairing", Pairing)
def test_every_pairing_is_balanced_after_its_cycle(pairing: Pairing) -> None:
    rng = np.random.default_rng(1)
    cycle = pairing.cycle(5, 3)
    seats = pairing.tables(rng, 5, 3, cycle)
    assert seats.shape == (cycle, 3)
    assert seats.dtype == np.int32
    if pairing is not Pairing.RANDOM:
        for seat in seats.T:
            assert np.bincount(seat).tolist() == [cycle // 5] * 5


@pytest.mark.parametrize("pairing", Pairing)
@pytest.mark.parametrize(
    ("players", "seats", "games", "words"),
    [
        (2, 3, 5, "3 seats need at least as many players, not 2"),
        (2, 1, 5, "at least two seats, not 1"),
        (2, 2, 0, "at least one game must be played, not 0"),
    ],
)
def test_impossible_pairings_are_refused(
    pairing: Pairing, players: int, seats: int, games: int, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        pairing.tables(np.random.default_rng(1), players, seats, games)
