"""Seeger-Fabian totals, their ranking, and the table of averages."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.games.skat import (
    Contract,
    Entry,
    Tally,
    WrittenGame,
    averages,
    standings,
    tally,
    totals,
)
from evenhand.tables import EMPTY, GameTable

TABLE_1 = [  # Edelkamp (2021), Table I: series, average per game, average per 36
    (195, 30.75, 1107.15),
    (89, 30.11, 1084.31),
    (207, 29.90, 1076.58),
    (10, 29.53, 1063.14),
    (41, 29.26, 1053.58),
]

SCORES = st.integers(-540, 264).filter(bool)
ENTRIES = st.lists(st.builds(Entry, st.sampled_from("ABC"), SCORES) | st.just(Entry()))


def test_the_example_of_the_paper_with_its_slip_mended() -> None:
    """The paper prints 1295 for C, but 495 + 550 + 200 = 1245."""
    assert totals([Tally("A", 8, 1, 273), Tally("B", 12, 4, 152), Tally("C", 11, 0, 495)]) == (
        273 + 350 + 160,
        152 + 400 + 40,
        1245,
    )


def test_at_a_tabulate_four_a_lost_game_pays_30_to_the_dealer_too() -> None:
    entries = [Entry("B", 22), Entry("D", -80)]  # A deals the first game, B the second
    lines = tally("ABCD", entries)
    assert totals(lines) == (30, 22 + 50 + 30, 30, -80 - 50)


def test_a_passed_in_deal_gives_nobody_anything() -> None:
    assert tally("ABC", [Entry(), Entry()]) == (Tally("A"), Tally("B"), Tally("C"))
    assert totals(tally("ABC", [Entry()])) == (0, 0, 0)


@given(entries=ENTRIES)
def test_the_totals_are_the_sum_over_the_deals(entries: list[Entry]) -> None:
    expected = dict.fromkeys("ABC", 0)
    for entry in entries:
        for player in "ABC" if entry.declarer else "":
            if player == entry.declarer:
                expected[player] += entry.score + (50 if entry.score > 0 else -50)
            elif entry.score < 0:
                expected[player] += 40
    assert totals(tally("ABC", entries)) == tuple(expected.values())


def test_equal_totals_go_to_more_won_then_to_fewer_lost_games() -> None:
    lines = [
        Tally("two won", 2, 0, 62),  # 162
        Tally("one won", 1, 0, 112),  # 162
        Tally("three won", 3, 0, 12),  # 162
    ]
    assert totals(lines) == (162, 162, 162)
    for seats in permutations(lines):
        ranked = standings(seats)
        assert [line.player for line in ranked] == ["three won", "two won", "one won"]
        assert [line.rank for line in ranked] == [1, 2, 3]


def test_fewer_lost_games_decide_between_equal_wins() -> None:
    lines = [Tally("X", 2, 1, 200), Tally("Y", 2, 0, 110), Tally("Z")]
    assert totals(lines) == (250, 250, 40)
    assert [line.player for line in standings(lines)] == ["Y", "X", "Z"]


def test_the_lot_is_left_to_the_tournament_as_a_shared_rank() -> None:
    lines = [Tally("A", 1, 0, 24), Tally("B", 2, 0, 40), Tally("C", 1, 0, 24), Tally("D")]
    assert [(line.rank, line.player) for line in standings(lines)] == [
        (1, "B"),
        (2, "A"),
        (2, "C"),
        (4, "D"),
    ]


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_a_table_has_three_or_four_players(players: int) -> None:
    with pytest.raises(ValueError, match=f"three or four players, not {players}"):
        totals([Tally(str(seat)) for seat in range(players)])


def test_entries_that_cannot_be_are_refused() -> None:
    game = WrittenGame(Contract("C"), 1)
    assert Entry.of("A", game).score == 24
    for wrong in (
        lambda: Entry("A", 0),
        lambda: Entry(None, 24),
        lambda: Entry("A", 48, game),
        lambda: tally("ABC", [Entry("D", 24)]),
        lambda: tally("ABA", []),
    ):
        with pytest.raises(ValueError, match=r"score|table"):
            wrong()


@pytest.mark.parametrize(("series", "per_game", "per_36"), TABLE_1)
def test_the_rows_of_the_papers_table_1_agree_with_ours(
    series: int, per_game: float, per_36: float
) -> None:
    """The paper cuts the average per game after two decimals."""
    table = GameTable.from_games([{"X": per_36, "Y": 0, "Z": 1}] * series)
    best = averages(table)[0]
    assert (best.player, best.series) == ("X", series)
    assert best.per_36 == pytest.approx(per_36)
    assert math.floor(100 * best.per_game) / 100 == per_game


def test_averages_weigh_series_by_their_deals_and_leave_empty_seats_out() -> None:
    table = GameTable.from_games([{"A": 480, "B": 0, "C": 0, "D": 0}, {"A": 36, "B": 72, "E": 36}])
    assert table.seats[1, 3] == EMPTY
    lines = {line.player: line for line in averages(table, [48, 36])}
    assert lines["A"].per_game == pytest.approx(516 / 84)
    assert lines["B"].series == 2
    assert lines["D"].per_36 == 0.0
    assert [line.player for line in averages(table, [48, 36])] == ["A", "E", "B", "C", "D"]
    assert averages(table, 18)[0].per_game == pytest.approx(516 / 36)
    with pytest.raises(ValueError, match="at least one game"):
        averages(table, [48, 0])
