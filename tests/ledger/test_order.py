"""The same results give the same ratings to the last bit, however and wherever they came."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings as examples, strategies as st
from sqlalchemy import update

from evenhand.ledger import corrections, standing
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.results import NewResult
from evenhand.ledger.schema import ladders
from evenhand.ledger.settings import Settings

from .databases import new_url
from .worlds import ELO, World, model_of, opened, result, settings, some_results

SETTINGS = {
    "elo": ELO,
    "elo without luck": settings(luck="0.9"),
    "score-share-elo": settings("score-share-elo"),
    "glicko-2 with periods": settings("glicko-2", period=0.01),
    "weng-lin": settings("weng-lin"),
}
RESULTS = some_results(30)


@pytest.fixture(params=SETTINGS.values(), ids=list(SETTINGS))
def chosen(request: pytest.FixtureRequest) -> Settings:
    found: Settings = request.param
    return found


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "SMALL_PART", 4)


def batches(results: list[NewResult], seed: int) -> list[list[NewResult]]:
    """The results in any order and in batches of any size."""
    rng = np.random.default_rng(seed)
    mixed = [results[place] for place in rng.permutation(len(results)).tolist()]
    cuts = sorted(rng.choice(len(results), 5, replace=False).tolist())
    return [mixed[a:b] for a, b in zip([0, *cuts], [*cuts, len(mixed)], strict=True) if a < b]


def hash_after(world: World, name: str, chosen: Settings, posted: list[list[NewResult]]) -> str:
    """The state of a ladder of its own after batches of results."""
    other = World(world.ledger, world.tenant, world.ledger.make_ladder(world.tenant, name, chosen))
    for batch in posted:
        assert set(other.statuses(*batch)) == {"accepted"}
    other.check_log()
    return other.hash


@pytest.mark.usefixtures("small_parts")
def test_any_order_of_arrival_in_any_batches_gives_the_same_state(
    database_url: str, chosen: Settings
) -> None:
    wanted = model_of(chosen, RESULTS).hash
    with opened(database_url) as world:
        for seed in range(3):
            found = hash_after(world, f"order-{seed}", chosen, batches(RESULTS, seed))
            assert found == wanted


@examples(max_examples=12)
@given(order=st.permutations(range(6)), cut=st.integers(1, 5))
def test_results_of_one_moment_count_in_the_order_of_their_ids(
    tmp_path_factory: pytest.TempPathFactory, made_sqlite: Path, order: list[int], cut: int
) -> None:
    path = tmp_path_factory.mktemp("order") / "ledger.db"
    path.write_bytes(made_sqlite.read_bytes())
    names = ["b", "a", "Ä", "B", "10", "9"]
    played = [result(name, 0, {f"p{i % 3}": 1, f"p{3 + i % 2}": 0}) for i, name in enumerate(names)]
    mixed = [played[place] for place in order]
    with opened(str(path)) as world:
        world.post(*mixed[:cut])
        world.post(*mixed[cut:])
        assert world.hash == model_of(ELO, played).hash


def test_both_databases_agree_to_the_last_bit(request: pytest.FixtureRequest) -> None:
    found = []
    for kind in ("sqlite", "postgresql"):
        with new_url(request, kind, tables=True) as url, opened(url) as world:
            for batch in batches(RESULTS, 7):
                world.post(*batch)
            world.void("r3")
            world.correct(result("r5", 2, {"p1": 4, "new": 2}))
            world.merge("new", "p7")
            found.append((world.hash, world.ratings(), world.ranked()))
    assert found[0] == found[1]


@pytest.mark.usefixtures("small_parts")
def test_a_correction_is_as_if_the_wrong_result_had_never_been(
    database_url: str, chosen: Settings
) -> None:
    right = {one.id: one for one in RESULTS}
    wrong = [
        result("r3", 29, {"p0": 1, "p1": 0}),
        result("r8", 0, {"stranger": 9, "p1": 0, "p2": 3}),
        result("r20", 15, {"p4": 9, "stranger": 1}),
    ]
    posted = [*(one for one in RESULTS if one.id not in {"r3", "r8", "r20"}), *wrong]
    with opened(database_url, chosen) as world:
        for batch in batches(posted, 3):
            world.post(*batch)
        assert world.hash == model_of(chosen, posted).hash
        for one in wrong:
            world.correct(right[one.id])
        assert world.hash == model_of(chosen, RESULTS).hash
        assert "stranger" not in world.ranked()


def test_a_void_result_is_as_if_it_had_never_been_posted(
    database_url: str, chosen: Settings
) -> None:
    with opened(database_url, chosen) as world:
        world.post(*RESULTS)
        for name in ("r0", "r7", "r29"):
            world.void(name)
        left = [one for one in RESULTS if one.id not in {"r0", "r7", "r29"}]
        assert world.hash == model_of(chosen, left).hash
        for one in RESULTS:
            world.void(one.id)
        assert world.hash == model_of(chosen, []).hash
        assert world.ranked() == []


def test_an_upload_undone_is_as_if_it_had_never_been(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS[:10])
        world.post(*RESULTS[10:20], upload="u1", kind="csv")
        world.post(*RESULTS[20:])
        world.correct(result(RESULTS[12].id, 3, {"p0": 1, "p1": 1}))
        world.void(RESULTS[13].id)
        corrections.undo_upload(world.ledger, world.ladder, "u1")
        wanted = model_of(ELO, [*RESULTS[:10], *RESULTS[20:]])
        assert world.hash == wanted.hash
        assert corrections.undo_upload(world.ledger, world.ladder, "u1") is None


def test_settings_from_now_on_are_as_if_they_had_always_been(database_url: str) -> None:
    with opened(database_url) as world:
        for batch in batches(RESULTS, 1):
            world.post(*batch)
        for chosen in SETTINGS.values():
            corrections.change_settings(world.ledger, world.ladder, chosen)
            assert world.hash == model_of(chosen, RESULTS).hash
            world.check_log()


def test_a_ledger_read_again_has_the_same_state(database_url: str, chosen: Settings) -> None:
    with opened(database_url, chosen) as world:
        for batch in batches(RESULTS, 5):
            world.post(*batch)
        world.void("r2")
        world.correct(result("r4", 28, {"p0": 1, "p1": 0}))
        before = (world.hash, world.ranked(), world.ladder.seq)
    with opened(database_url) as again:
        assert (again.hash, again.ranked(), again.ladder.seq) == before


def test_a_reader_that_follows_has_the_same_state(database_url: str) -> None:
    with opened(database_url) as world, Ledger(database_url, read_only=True) as reader:
        seen = reader.ladder("test")
        other = World(reader, world.tenant, seen)
        assert not reader.follow(seen)
        for batch in batches(RESULTS, 6):
            world.post(*batch)
            assert reader.follow(seen)
            assert (other.hash, other.ranked()) == (world.hash, world.ranked())
        world.post(result("new", 5, {"newcomer": 1, "p1": 0}))
        world.merge("newcomer", "p0")
        corrections.change_settings(world.ledger, world.ladder, settings("weng-lin"))
        assert reader.follow(seen)
        assert (other.hash, other.ranked()) == (world.hash, world.ranked())


CHILD = """
import sys
from evenhand.ledger.hashing import state_hash
from evenhand.ledger.ledger import Ledger
with Ledger(sys.argv[1]) as ledger:
    print(*state_hash(ledger.ladder("test")))
"""


def test_another_process_finds_the_same_hash(tmp_path: Path, made_sqlite: Path) -> None:
    path = tmp_path / "ledger.db"
    path.write_bytes(made_sqlite.read_bytes())
    with opened(str(path)) as world:
        world.post(*RESULTS)
        world.void("r1")
        wanted = f"{world.ladder.seq} {world.hash}"
    child = subprocess.run(
        [sys.executable, "-c", CHILD, str(path)],
        env=os.environ | {"PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert child.stdout.strip() == wanted


def test_what_everybody_may_see_is_known_to_those_who_follow(database_url: str) -> None:
    with opened(database_url) as world, Ledger(database_url, read_only=True) as reader:
        seen = reader.ladder("test")
        with world.ledger.changing() as connection:
            connection.execute(update(ladders).values(public=False))
        reader.follow(seen)
        assert not seen.public
