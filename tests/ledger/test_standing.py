"""Ratings that follow from games: whatever is changed, they are those of one run over all games."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from evenhand.compiled import python_source
from evenhand.ledger import standing as module
from evenhand.ledger.standing import Plan
from evenhand.ratings import Elo, Glicko2, RatingSystem, ScoreShareElo, TrueSkill

from .standings import HOUR, SYSTEMS, Bench, Game, Source, everybody, same

every_system = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few games are rated in several parts."""
    monkeypatch.setattr(module, "SMALL_PART", 4)
    monkeypatch.setattr(module, "LARGE_PART", 8)


def walk(bench: Bench, source: Source, steps: int) -> None:
    """Changes by chance, each compared with one run over all games."""
    rng = source.rng
    for _ in range(steps):
        known = list(bench.games.values())
        removed = [game.seq for game in known if rng.random() < 0.06]
        added = [source.anew(bench.games[seq]) for seq in removed if rng.random() < 0.6]
        if rng.random() < 0.8:
            added += source.games(int(rng.integers(1, 4)))
        bench.change(added, removed)
        bench.check()


@every_system
def test_any_changes_give_what_one_run_over_all_games_gives(system: RatingSystem) -> None:
    walk(Bench(system), Source(system), 40)


@every_system
def test_games_of_more_players_may_come_later(system: RatingSystem) -> None:
    bench, source = Bench(system), Source(system, widths=(2,))
    walk(bench, source, 8)
    source.widths = (2, 3, 5)
    walk(bench, source, 8)


@pytest.mark.parametrize("system", [SYSTEMS["elo without luck"], SYSTEMS["weng-lin without luck"]])
def test_luck_may_come_later_or_only_for_some(system: RatingSystem) -> None:
    bench, source = Bench(system), Source(Elo(), widths=(2, 3))  # whose games have none
    walk(bench, source, 6)
    source.system = system
    walk(bench, source, 12)
    added = Game(1000, "half", 30 * HOUR, (0, 1, 2), (1.0, 0.0, 0.0), (0.5, np.nan, 0.1))
    bench.change([added])
    bench.check()


def test_teams_may_come_later() -> None:
    system = TrueSkill()
    bench, source = Bench(system), Source(Elo(), widths=(2, 3, 4))
    walk(bench, source, 6)
    source.system = system
    walk(bench, source, 8)


@pytest.mark.parametrize("system", [Elo(), Glicko2(period=1.0)])
def test_merged_players_are_rated_as_one_and_can_be_parted(system: RatingSystem) -> None:
    bench, source = Bench(system), Source(system, widths=(2, 3))
    source.players = 5  # the other two sit where these do not
    walk(bench, source, 5)
    strangers = [
        Game(900 + place, f"s{place}", place * 7 * HOUR, (5, 6), (1.0, float(place % 3)))
        for place in range(6)
    ]
    bench.change(strangers)
    bench.merge(5, 0)
    bench.check()
    bench.merge(6, 1)
    bench.check()
    bench.change([source.game(3 * HOUR)], [901])
    bench.check()
    bench.merge(5, 5)
    bench.check()
    bench.merge(6, 6)
    bench.check()


def test_a_merge_of_players_without_games_rates_nothing_again() -> None:
    bench = Bench(Elo())
    bench.change([Game(1, "a", 0, (0, 1), (1.0, 0.0)), Game(2, "b", 1, (1, 2), (1.0, 0.0))])
    stands_for = bench.standing.stands_for.copy()
    stands_for[5] = 6
    plan = bench.standing.plan(bench.plan().rows, [], bench._ids, stands_for)
    assert (plan.start, len(plan.rows)) == (2, 0)


@every_system
def test_a_plan_changes_nothing(system: RatingSystem) -> None:
    bench, source = Bench(system), Source(system)
    bench.change(source.games(30))
    before = deepcopy(bench.standing)
    bench.plan([*source.games(3), source.anew(bench.games[5])], [5, 9, 30])
    assert same_standing(bench.standing, before)
    bench.check()


def same_standing(one: module.Standing, other: module.Standing) -> bool:
    """All that two standings keep."""
    names = ("ratings", "played", "last", "stands_for", "position")
    columns = ("seats", "score", "time", "seq", "expected", "after", "before")
    records = zip(one._undo.records, other._undo.records, strict=True)
    return (
        all(same(getattr(one, name), getattr(other, name)) for name in names)
        and all(same(one.games[name], other.games[name]) for name in columns)
        and same(one.ranking.order, other.ranking.order)
        and all(a.start == b.start and same(a.rows, b.rows) for a, b in records)
    )


def test_where_times_are_equal_games_count_in_the_order_of_their_ids() -> None:
    names = ["b", "a", "ä", "B", "aa", "10", "9"]
    games = [
        Game(seq, name, 5, (seq % 3, 3 + seq % 4), (1.0, 0.0)) for seq, name in enumerate(names, 1)
    ]
    one, other, third = Bench(Elo()), Bench(Elo()), Bench(Elo())
    one.change(games)
    for game in games:
        other.change([game])
        other.check()
    third.change(games[::-2])
    third.change(games[-2::-2])
    third.check()
    found = [one.ids[seq] for seq in one.standing.games["seq"].tolist()]
    assert found == ["10", "9", "B", "a", "aa", "b", "ä"]
    assert same(one.standing.ratings, other.standing.ratings)
    assert same(one.standing.ratings, third.standing.ratings)


def test_a_game_moved_in_time_takes_its_new_place() -> None:
    bench, source = Bench(ScoreShareElo()), Source(ScoreShareElo())
    bench.change(source.games(20))
    for seq, time in ((3, 1000 * HOUR), (3, -1000 * HOUR), (3, 30 * HOUR), (20, 30 * HOUR)):
        bench.change([source.anew(bench.games[seq], time)], [seq])
        bench.check()


def test_when_all_games_are_void_everybody_is_as_at_the_start() -> None:
    bench, source = Bench(Glicko2()), Source(Glicko2())
    bench.change(source.games(25))
    bench.change([], list(bench.games))
    bench.check()
    assert same(bench.standing.ratings, Glicko2().initial_values(len(bench.standing.ratings)))
    assert not bench.standing.played.any()
    bench.change(source.games(3))
    bench.check()


def test_the_list_has_those_who_are_listed_by_their_new_ratings() -> None:
    bench, source = Bench(Elo()), Source(Elo())
    for _ in range(10):
        bench.change(source.games(2))
        standing = bench.standing
        wanted = sorted(
            np.flatnonzero(standing.played).tolist(), key=lambda p: (-standing.ratings[p, 0], p)
        )
        assert standing.ranking.order.tolist() == wanted


def test_ratings_out_of_range_are_refused_and_nothing_changes() -> None:
    bench = Bench(ScoreShareElo(k=1e300))
    bench.change([Game(1, "a", 1, (0, 1), (1.0, 0.0))])
    with pytest.raises(ArithmeticError, match="out of range"):
        bench.change([Game(2, "b", 2, (0, 1), (0.0, 1e12))])
    assert bench.standing.find(2) is None
    bench.check()


def rated(bench: Bench, plan: Plan) -> int:
    """How many games a plan rates, those before its start included."""
    return plan.start + len(plan.rows) - plan.back


def test_to_go_back_means_to_rate_twice_as_many_games_and_one_part_at_most() -> None:
    bench, source = Bench(Elo(), players=20), Source(Elo(), players=20, widths=(2,))
    games = 400
    for _ in range(games):
        bench.change([source.game(source.seq * HOUR)])
    assert len(bench.standing._undo.records) < 20
    for back in [*range(1, 50), *range(50, games, 17)]:
        plan = bench.plan([], [games - back + 1])
        assert len(plan.rows) == back - 1
        assert rated(bench, plan) <= 2 * back + module.SMALL_PART


def test_the_same_holds_after_a_load_and_corrections_all_over() -> None:
    bench, source = Bench(Elo(), players=20), Source(Elo(), players=20, widths=(2,))
    bench.change([source.game(place * HOUR) for place in range(300)])
    for _ in range(50):
        seq = int(source.rng.integers(1, 301))
        bench.change([source.anew(bench.games[seq], (seq - 1) * HOUR)], [seq])
        bench.change([source.game(source.seq * HOUR)])
        assert len(bench.standing._undo.records) < 300 / module.LARGE_PART + 20
    count = bench.standing.games.count
    for back in range(1, count, 9):
        plan = bench.plan([], [count - back + 1])
        assert rated(bench, plan) <= 2 * back + module.LARGE_PART
    bench.check()


def test_kernels_of_the_chain_equal_their_python_source() -> None:
    rng = np.random.default_rng(4)
    seats = np.array([rng.permutation(6)[:3] for _ in range(40)], np.int32)
    seats[::3, 2] = -1
    found = []
    kernels: list[Any] = [module._link, module._unlink]
    for link, unlink in (kernels, [python_source(kernel) for kernel in kernels]):
        before = np.full(seats.shape, -1, np.int32)
        played, last = np.zeros(6, np.int32), np.full(6, -1, np.int32)
        link(seats, before, played, last, 5)
        linked = [before.tolist(), played.tolist(), last.tolist()]
        unlink(seats[10:], before[10:], played, last)
        found.append([*linked, played.tolist(), last.tolist()])
    assert found[0] == found[1]


def test_many_players_are_found_as_few_are(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    seats = rng.integers(-1, 50, (30, 3)).astype(np.int32)
    more = rng.integers(40, 90, 12).astype(np.int32)
    found = []
    for small in (0, 1 << 20):
        monkeypatch.setattr(module, "SMALL_PART", small)
        players = module.players_of(seats, more)
        found.append((players.tolist(), module._local(seats, players).tolist()))
    assert found[0] == found[1]
    assert found[0][0] == sorted({*seats.ravel().tolist(), *more.tolist()} - {-1})


def test_another_system_begins_with_the_same_players_and_no_games() -> None:
    bench, source = Bench(Elo()), Source(Elo())
    bench.change(source.games(12))
    anew = bench.standing.emptied(Glicko2())
    assert (anew.players, anew.games.count) == (bench.players, 0)
    games = bench.standing.rows_after(bench.plan(source.games(2), [3]))
    anew.adopt(anew.plan(games, [], bench._ids), everybody)
    assert anew.games.count == 13
