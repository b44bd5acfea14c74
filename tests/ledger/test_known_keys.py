"""Keys that were found lately: asked again after a second, never remembered when wrong."""

from contextlib import closing

import pytest

from evenhand.ledger import known_keys
from evenhand.ledger.database import Database
from evenhand.ledger.keys import Access, create_key, find_key, revoke, shown_id
from evenhand.ledger.known_keys import KnownKeys


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def make(database: Database) -> str:
    return create_key(database, name="a key", scopes=["read"])


def test_the_database_is_asked_once_a_second(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, asked = Clock(), []

    def ask(database: Database, text: str) -> Access | None:
        asked.append(text)
        return find_key(database, text)

    monkeypatch.setattr(known_keys, "find_key", ask)
    found = KnownKeys(database, clock)
    text = make(database)
    for after in (0.0, 0.5, 0.4, 0.2, 0.9, 0.05, 5.0):
        clock.time += after
        assert found.find(text) == find_key(database, text)
    assert len(asked) == 3


def test_a_key_that_another_process_revoked_stops_within_a_second(
    database: Database, database_url: str
) -> None:
    clock = Clock()
    found, text = KnownKeys(database, clock), make(database)
    assert found.find(text) is not None
    with closing(Database(database_url)) as other:
        revoke(other, shown_id(text))
    clock.time += known_keys.FRESH
    assert found.find(text) is None
    assert found.seen(text) is None


def test_a_key_that_is_revoked_here_stops_at_once(database: Database) -> None:
    found, text = KnownKeys(database, Clock()), make(database)
    assert found.find(text) is not None
    revoke(database, shown_id(text))
    found.forget()
    assert found.find(text) is None


def test_wrong_keys_take_no_memory(database: Database) -> None:
    found = KnownKeys(database, Clock())
    for number in range(20):
        assert found.find(f"eh_{number:012x}_{43 * 'x'}") is None
    assert found._known == {}


def test_memory_is_bounded_and_keeps_no_secrets(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_keys, "MOST", 3)
    found = KnownKeys(database, Clock())
    for _ in range(8):
        text = make(database)
        assert found.find(text) is not None
        assert len(found._known) <= 3
        assert text.split("_", 2)[2] not in str(found._known)
