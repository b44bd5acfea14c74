"""Series from single games: who plays with whom, how long, and what is left over."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.games.skat import Entry, Tally, collect_series, series_table, tally
from evenhand.tables import TableError

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
