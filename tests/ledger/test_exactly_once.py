"""Every result counts once, whoever posts it how often and from where at the same time."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from threading import Barrier

import numpy as np
import pytest

from evenhand.ledger import corrections
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.posting import ACCEPTED, Posting
from evenhand.ledger.results import NewResult
from evenhand.ledger.schema import log
from evenhand.ledger.verify import verify

from .worlds import ELO, World, model_of, opened, result, some_results

RESULTS = some_results(40, players=15)


@contextmanager
def several(url: str, count: int, name: str = "test") -> Iterator[list[World]]:
    """The same ledger opened several times, as by processes of their own."""
    with ExitStack() as stack:
        first = stack.enter_context(opened(url, name=name))
        worlds = [first]
        for _ in range(count - 1):
            ledger = stack.enter_context(Ledger(url))
            worlds.append(World(ledger, first.tenant, ledger.ladder(name)))
        yield worlds


def at_once(tasks: Sequence[Callable[[], list[str]]]) -> list[str]:
    """Do all at the same time: what each says was accepted."""
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], list[str]]) -> list[str]:
        barrier.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return [name for found in pool.map(run, tasks) for name in found]


def post_in_batches(world: World, results: list[NewResult], seed: int) -> list[str]:
    """Post all results in an order of one's own, some of them twice; which were accepted."""
    rng = np.random.default_rng(seed)
    accepted, order = list[str](), rng.permutation(len(results)).tolist()
    for start in range(0, len(order), 8):
        batch = [results[place] for place in order[start : start + 8]]
        for verdict in world.post(*batch, *batch[:2]):
            assert verdict.status in ("accepted", "duplicate"), verdict.problem
            assert verdict.seq is not None
            if verdict.status == ACCEPTED:
                accepted.append(verdict.id)
    return accepted


def check_all(world: World, results: list[NewResult]) -> None:
    """The ledger has every result once, and the ratings of the model."""
    world.ledger.follow(world.ladder)
    assert world.hash == model_of(ELO, results).hash
    assert {row["id"] for row in world.dump()["results"]} == {one.id for one in results}
    assert len(world.dump()["results"]) == len(results)
    players = [row["id"] for row in world.dump()["players"]]
    assert len(players) == len(set(players))
    world.check_log()


def test_several_processes_that_post_the_same_results_at_once(database_url: str) -> None:
    with several(database_url, 3) as worlds:
        accepted = at_once(
            [partial(post_in_batches, w, RESULTS, seed) for seed, w in enumerate(worlds)]
        )
        assert Counter(accepted) == Counter(one.id for one in RESULTS)
        for world in worlds:
            check_all(world, RESULTS)
        assert all(finding.right for finding in verify(worlds[2].ledger, worlds[2].ladder))


def test_several_threads_that_post_the_same_results_at_once(database_url: str) -> None:
    with opened(database_url) as world:
        accepted = at_once([partial(post_in_batches, world, RESULTS, seed) for seed in range(3)])
        assert Counter(accepted) == Counter(one.id for one in RESULTS)
        check_all(world, RESULTS)


def test_several_ladders_to_which_the_same_new_players_come_at_once(database_url: str) -> None:
    with several(database_url, 2, "one") as (first, second):
        first.ledger.make_ladder(first.tenant, "two", ELO)
        second.ladder = second.ledger.ladder("two")
        at_once([partial(post_in_batches, one, RESULTS, 1) for one in (first, second)])
        for world in (first, second):
            world.ledger.follow(world.ladder)
            assert world.hash == model_of(ELO, RESULTS).hash
            world.check_log()
        players = [row["id"] for row in first.dump()["players"]]
        assert len(players) == len(set(players)) == 15


def test_corrections_and_voids_meet_posts_of_others(database_url: str) -> None:
    with several(database_url, 3) as worlds:
        worlds[0].post(*RESULTS[:20])
        names = [one.id for one in RESULTS[:20]]
        right = result(names[4], 3, {"p1": 9, "p2": 4})

        def correct() -> list[str]:
            worlds[1].void(names[3])
            worlds[1].correct(right)
            return []

        def void() -> list[str]:
            for name in names[3:8:2]:
                worlds[2].void(name)
            return []

        at_once([partial(post_in_batches, worlds[0], RESULTS, 1), correct, void])
        left = [one for one in RESULTS if one.id not in {names[3], names[5], names[7], names[4]}]
        wanted = model_of(ELO, [*left, right]).hash
        for world in worlds:
            world.ledger.follow(world.ladder)
            assert world.hash == wanted
        worlds[0].check_log()


def test_two_who_void_the_same_result_void_it_once(database_url: str) -> None:
    with several(database_url, 2) as worlds:
        worlds[0].post(*RESULTS[:5])
        name = RESULTS[0].id

        def void(world: World) -> list[str]:
            world.void(name)
            return []

        at_once([partial(void, world) for world in worlds])
        kinds = [row["kind"] for row in worlds[0].dump()[log.name]]
        assert kinds == ["results", "void"]


def test_a_retry_after_a_lost_answer_is_a_duplicate(database_url: str) -> None:
    with opened(database_url) as world:
        first = world.post(*RESULTS[:5])
    with opened(database_url) as again:
        second = again.post(*RESULTS[:5])
        assert [(v.id, v.seq) for v in second] == [(v.id, v.seq) for v in first]
        assert {v.status for v in second} == {"duplicate"}
        check_all(again, RESULTS[:5])


def test_a_duplicate_is_one_though_the_result_was_corrected_or_voided_since(
    database_url: str,
) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS[:5])
        world.correct(result(RESULTS[0].id, 3, {"p1": 9, "p2": 4}))
        world.void(RESULTS[1].id)
        before = world.hash
        assert world.statuses(*RESULTS[:5]) == ["duplicate"] * 5
        assert world.hash == before


@pytest.mark.parametrize("atomic", [False, True])
def test_postings_together_are_as_postings_one_by_one(database_url: str, atomic: bool) -> None:
    with opened(database_url) as world:
        postings = [
            Posting(RESULTS[start : start + 9], f"key-{start}", atomic=atomic)
            for start in range(0, 40, 6)
        ]
        checked, _ = corrections.post(world.ledger, world.ladder, postings)
        accepted = [verdict.id for one in checked for verdict in one.accepted]
        assert Counter(accepted) == Counter(one.id for one in RESULTS)
        check_all(world, RESULTS)
