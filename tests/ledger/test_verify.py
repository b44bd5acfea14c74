"""Verifying: an intact ledger is found intact, and whatever was tampered with is found."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from sqlalchemy import Table, delete, insert, select, update

from evenhand.ledger import corrections, people
from evenhand.ledger.entries import KINDS
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.lists import note_checkpoint, publish
from evenhand.ledger.schema import checkpoints, ladders, lists, log, players, results
from evenhand.ledger.verify import verify

from .worlds import World, opened, result, settings, some_results


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """A ledger in which everything has happened once."""
    with opened(database_url) as made:
        made.post(*some_results(8), upload="u", kind="csv")
        publish(made.ledger, made.ladder, "May", by="key")
        made.post(result("x", 3, {"stranger": 1, "p1": 0}), by="another")
        made.correct(result("r2", 5, {"p1": 1, "p2": 0}))
        made.void("r3")
        made.merge("stranger", "p0")
        with made.ledger.changing() as connection:
            note_checkpoint(connection, made.ladder)
        corrections.change_settings(made.ledger, made.ladder, settings(k=20.0))
        people.change_player(made.ledger, made.tenant, made.number("p4"), name="Four")
        publish(made.ledger, made.ladder, "June")
        yield made


def wrong(world: World) -> list[str]:
    """What is found to be wrong."""
    return [one.what for one in verify(world.ledger, world.ladder) if not one.right]


@contextmanager
def tampered(world: World, table: Table, row: int = 0, **columns: Any) -> Iterator[None]:
    """Change columns of one row behind the ledger's back, or take it out, and put it back."""
    database = world.ledger.database
    with database.writing() as connection:
        kept = connection.execute(select(table).order_by(*table.primary_key)).mappings().all()
        own = [table.c[column.name] == kept[row][column.name] for column in table.primary_key]
        if columns:
            connection.execute(update(table).where(*own).values(columns))
        else:
            connection.execute(delete(table).where(*own))
    yield
    with database.writing() as connection:
        if table is ladders:
            connection.execute(update(table).where(*own).values(dict(kept[row])))
        else:
            connection.execute(delete(table))
            connection.execute(insert(table), [dict(one) for one in kept])


def each_column(world: World, table: Table, names: list[str]) -> Iterator[str]:
    """Change each of some columns in each row, one after the other; which it is."""
    for row, found in enumerate(world.dump()[table.name]):
        for name in names:
            with tampered(world, table, row, **{name: _other(found[name])}):
                yield f"{name} of row {row}"


def _other(value: Any) -> Any:
    """Something else of the same kind; of a text only one sign is another."""
    if isinstance(value, int):
        return value + 1000
    if value in KINDS:
        return "player" if value != "player" else "unmerge"  # which look alike
    at = len(value) // 2
    return value[:at] + ("7" if value[at : at + 1] != "7" else "8") + value[at + 1 :]


def test_an_intact_ledger_is_found_intact(world: World, database_url: str) -> None:
    progress: list[str] = []
    findings = verify(world.ledger, world.ladder, progress.append)
    assert [finding.what for finding in findings] == [
        "log", "results", "checkpoint 8", "checkpoint 12", "checkpoint 14", "ratings",
        "list 1", "list 2",
    ]  # fmt: skip
    assert all(finding.right for finding in findings)
    assert findings[0].detail == "14 entries"
    assert findings[1].detail == "9 results"
    assert len(progress) == 5
    with Ledger(database_url, read_only=True) as reader:
        assert all(one.right for one in verify(reader, reader.ladder("test")))


def test_a_ladder_without_results_is_intact(database_url: str) -> None:
    with opened(database_url) as world:
        publish(world.ledger, world.ladder, "None yet")
        assert wrong(world) == []


def test_a_log_of_which_anything_was_changed_is_found(world: World) -> None:
    names = ["first", "last", "kind", "at", "by", "body", "digest"]
    for where in each_column(world, log, names):
        assert wrong(world) == ["log"], where
    assert wrong(world) == []


def test_a_log_that_cannot_be_read_is_found(world: World) -> None:
    for body in ("", "{}", "[1]", '{"of":[99999]}', "\u00e4"):
        with tampered(world, log, 3, body=body):
            assert wrong(world) == ["log"], body
    with tampered(world, log, 3, kind="nonsense"):
        assert wrong(world) == ["log"]


def test_a_log_of_which_something_is_missing_is_found(world: World) -> None:
    for row in range(len(world.dump()[log.name])):
        with tampered(world, log, row):
            assert wrong(world) == ["log"], row


def test_a_log_to_which_something_was_added_is_found(world: World) -> None:
    last = world.dump()[log.name][-1]
    with world.ledger.database.writing() as connection:
        connection.execute(insert(log).values(last | {"first": 15, "last": 15}))
    assert wrong(world) == ["log"]


def test_a_changed_head_is_found(world: World) -> None:
    for where in each_column(world, ladders, ["seq", "digest"]):
        assert wrong(world) == ["log"], where


def test_results_that_were_changed_or_are_missing_or_too_many_are_found(world: World) -> None:
    for name in ("id", "seq"):
        with tampered(world, results, 4, **{name: {"id": "other", "seq": 999}[name]}):
            assert wrong(world) == ["results"], name
    with tampered(world, results, 4):
        assert wrong(world) == ["results"]
    row = {"ladder": world.ladder.number, "id": "extra", "seq": 999}
    with world.ledger.database.writing() as connection:
        connection.execute(insert(results).values(row))
    assert wrong(world) == ["results"]


def test_a_list_of_which_anything_was_changed_is_found(world: World) -> None:
    for where in each_column(world, lists, ["number", "title", "seq", "at", "content", "hash"]):
        assert {what.split()[0] for what in wrong(world)} == {"list"}, where
    for text in ("", "{}", "null"):
        with tampered(world, lists, 1, content=text):
            assert wrong(world) == ["list 2"], text


def test_a_list_that_is_missing_between_others_is_found(world: World) -> None:
    with tampered(world, lists, 0):
        assert wrong(world) == ["list 2"]


def test_a_list_with_a_hash_that_fits_is_found_if_it_differs_from_the_log(world: World) -> None:
    text = world.dump()[lists.name][0]["content"].replace(",1]", ",2]", 1)
    digest = hashlib.sha256(text.encode()).hexdigest()
    with tampered(world, lists, 0, content=text, hash=digest):
        assert wrong(world) == ["list 1"]


def test_a_checkpoint_that_was_changed_is_found(world: World) -> None:
    for where in each_column(world, checkpoints, ["seq", "hash"]):
        assert len(wrong(world)) == 1, where
        assert wrong(world)[0].startswith("checkpoint "), where
    with tampered(world, checkpoints, 1, seq=5):  # within a block
        assert wrong(world) == ["checkpoint 5"]


def test_ratings_in_memory_that_differ_from_the_log_are_found(world: World) -> None:
    world.ladder.standing.ratings[0, 0] += 1e-9
    assert wrong(world) == ["ratings"]


def test_a_name_is_no_part_of_what_is_verified(world: World) -> None:
    with tampered(world, players, 2, name="Somebody", club="Some club"):
        assert wrong(world) == []


def test_scores_changed_in_the_log_are_found_by_whoever_reads_it_later(
    world: World, database_url: str
) -> None:
    body = msgspec.json.decode(world.dump()[log.name][0]["body"])
    body["scores"] = [-score for score in body["scores"]]
    text = msgspec.json.encode(body).decode()
    with tampered(world, log, 0, body=text), opened(database_url) as again:
        assert again.hash != world.hash
        assert wrong(again) == ["log"]
