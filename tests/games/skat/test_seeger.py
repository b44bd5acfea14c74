"""Seeger-Fabian totals, their ranking, averages, and series made of single games."""

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from evenhand.games.skat import (
    Contract,
    Entry,
    Tally,
    WrittenGame,
    averages,
    collect_series,
    series_table,
    standings,
    tally,
    totals,
)
from evenhand.tables import EMPTY, GameTable, TableError

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


def test_at_a_table_of_four_a_lost_game_pays_30_to_the_dealer_too() -> None:
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


NOON = datetime(2025, 1, 3, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    players: tuple[str, str, str] = ("A", "B", "C")
    declarer: int | None = None
    score: int = 0
    series: str = ""
    time: datetime | None = None

    @property
    def won(self) -> bool:
        return self.score > 0


def paper_series() -> list[Played]:
    """Edelkamp's example: A won 8, lost 1 and has 273 points, and so on; 36 games."""
    games = []
    for declarer, won, lost, points in ((0, 8, 1, 273), (1, 12, 4, 152), (2, 11, 0, 495)):
        scores = [20] * won + [-40] * lost
        scores[0] += points - sum(scores)
        games += [Played(declarer=declarer, score=score) for score in scores]
    return games


def test_the_example_of_the_paper_comes_out_of_36_games() -> None:
    series = collect_series(paper_series())
    assert [one.totals for one in series.lists] == [(783, 592, 1245)]
    assert (series.games, series.passed_in, series.left_over) == (36, 0, 0)
    assert series_table(series.lists).score.tolist() == [[783, 592, 1245]]


def test_players_change_seats_as_the_deal_goes_round() -> None:
    seatings = permutations(("A", "B", "C"))
    games = [Played((a, b, c), (a, b, c).index("B"), 24) for a, b, c in seatings]
    (only,) = collect_series(games, length=6).lists
    assert only.tallies == (Tally("A"), Tally("B", 6, 0, 144), Tally("C"))


def test_a_passed_in_deal_counts_as_a_deal_unless_it_is_left_out() -> None:
    games = [Played(declarer=0, score=24), Played(), Played(declarer=1, score=-48)]
    both = collect_series(games, length=2)
    assert [one.totals for one in both.lists] == [(74, 0, 0)]
    assert (both.passed_in, both.left_over) == (1, 1)
    played = collect_series(games, length=2, count_passed_in=False)
    assert [one.totals for one in played.lists] == [(114, -98, 40)]
    assert (played.games, played.passed_in, played.left_over) == (3, 1, 0)


def test_tables_that_play_at_the_same_time_are_kept_apart() -> None:
    one, other = ("A", "B", "C"), ("A", "B", "D")
    games = [Played(players, 0, 24) for players in (one, other, other, one, one)]
    series = collect_series(games, length=2)
    assert [one.players for one in series.lists] == [other, one]  # by their last games
    assert series.left_over == 1


def test_series_ids_keep_games_of_the_same_players_apart() -> None:
    games = [Played(series=name, declarer=0, score=24) for name in ("x", "y", "x", "", "x", "x")]
    series = collect_series(games, length=2)
    assert [one.name for one in series.lists] == ["x", "x (2)"]
    assert series.left_over == 2
    assert series_table(series.lists).game is not None


def test_names_stay_different_even_if_an_id_looks_like_a_second_series() -> None:
    games = [Played(series=name) for name in ("x (2)", "x", "x", "x", "x (2)")]
    names = [one.name for one in collect_series(games, length=1).lists]
    assert names == ["x (2)", "x", "x (3)", "x (4)", "x (2) (2)"]


def test_a_series_has_the_time_of_its_last_game_if_all_have_one() -> None:
    games = [Played(time=NOON + timedelta(hours=hour)) for hour in (5, 6, 1, 2)]
    table = series_table(collect_series(games, length=2).lists)
    assert table.time is not None
    hours = (table.time - NOON.timestamp() * 1e6) / 3.6e9
    assert hours.tolist() == [2, 6]  # rows of a table are in order of time
    assert series_table(collect_series([*games, Played(), Played()], length=2).lists).time is None
    half = [Played(time=NOON), Played()]
    assert collect_series(half, length=2).lists[0].time == NOON


@given(
    scores=st.lists(st.sampled_from([None, 24, 36, -48, -72]), max_size=60),
    length=st.integers(1, 9),
)
def test_every_deal_is_in_one_series_or_left_over(scores: list[int | None], length: int) -> None:
    games = [
        Played(declarer=None if score is None else place % 3, score=score or 0)
        for place, score in enumerate(scores)
    ]
    series = collect_series(games, length=length)
    assert len(series.lists) * length + series.left_over == len(scores)
    assert series.left_over < length
    for number, one in enumerate(series.lists):
        part = games[number * length : (number + 1) * length]
        entries = [
            Entry() if game.declarer is None else Entry("ABC"[game.declarer], game.score)
            for game in part
        ]
        assert one.tallies == tally("ABC", entries)


def test_the_order_of_many_games_does_not_depend_on_chance() -> None:
    rng = np.random.default_rng(3)
    names = [f"P{number}" for number in range(12)]
    games = []
    for _ in range(5_000):
        a, b, c = (names[who] for who in rng.choice(12, 3, replace=False))
        games.append(Played((a, b, c), int(rng.integers(3)), int(rng.choice([24, -48]))))
    one, again = collect_series(games, length=3), collect_series(iter(games), length=3)
    assert one == again
    assert len(one.lists) > 1_000
    assert len(one.lists) * 3 + one.left_over == 5_000


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (("A", "B", "A"), "game 2: 'A' sits twice at the table"),
        (("A", "B", ""), "game 2: the name '' is empty or has blanks"),
        (("A", "B", " C"), "game 2: the name ' C' is empty or has blanks"),
    ],
)
def test_games_of_odd_players_are_refused(players: tuple[str, str, str], words: str) -> None:
    with pytest.raises(TableError, match=words):
        collect_series([Played(), Played(players)])


def test_a_series_of_no_games_is_refused_and_no_games_make_no_series() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        collect_series([], length=0)
    assert collect_series([]).lists == ()
