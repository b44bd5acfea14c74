"""Answers to requests that come again: the same, for a day, and only to the same request."""

from threading import Barrier, Thread

import pytest
from sqlalchemy import select, update

from evenhand.ledger.answers import (
    KEPT,
    ReusedKeyError,
    digest_of,
    forget_old,
    remember,
    remembered,
)
from evenhand.ledger.database import Database, LedgerError
from evenhand.ledger.schema import answers, tenants
from evenhand.ledger.tenants import make_tenant

REQUEST = digest_of(b"POST", b"/results", b"{}")
BODY = '{"name": "Jürgen \\u0000 €"}'


@pytest.fixture
def tenant(database: Database) -> int:
    return make_tenant(database, "main")


def keep(database: Database, tenant: int, key: str = "k1", request: str = REQUEST) -> None:
    with database.writing() as connection:
        remember(connection, tenant, key, request, 201, BODY)


def ask(
    database: Database, tenant: int, key: str = "k1", request: str = REQUEST
) -> tuple[int, str] | None:
    with database.reading() as connection:
        return remembered(connection, tenant, key, request)


def grow_old(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(update(answers).values(at=answers.c.at - KEPT - 1))


def test_a_request_that_comes_again_gets_the_same_answer(database: Database, tenant: int) -> None:
    assert ask(database, tenant) is None
    keep(database, tenant)
    assert ask(database, tenant) == (201, BODY)
    assert ask(database, tenant, "k2") is None


def test_another_request_with_the_same_key_is_refused(database: Database, tenant: int) -> None:
    keep(database, tenant)
    with pytest.raises(ReusedKeyError, match="came with another request before"):
        ask(database, tenant, request=digest_of(b"POST", b"/results", b"[]"))


def test_tenants_may_use_the_same_keys(database: Database, tenant: int) -> None:
    keep(database, tenant)
    other = make_tenant(database, "other")
    assert ask(database, other) is None
    keep(database, other, request="another")
    assert ask(database, tenant) == (201, BODY)


def test_an_answer_is_kept_only_with_what_it_tells_of(database: Database, tenant: int) -> None:
    with pytest.raises(ZeroDivisionError), database.writing() as connection:
        remember(connection, tenant, "k1", REQUEST, 1 // 0, BODY)
    assert ask(database, tenant) is None


def test_after_a_day_a_key_may_be_used_again(database: Database, tenant: int) -> None:
    keep(database, tenant)
    grow_old(database)
    assert ask(database, tenant, request="another") is None
    keep(database, tenant, request="another")
    assert ask(database, tenant, request="another") == (201, BODY)


def test_old_answers_go(database: Database, tenant: int) -> None:
    for number in range(3):
        keep(database, tenant, f"old-{number}")
    grow_old(database)
    keep(database, tenant, "new")
    assert forget_old(database) == 3
    with database.reading() as connection:
        assert connection.execute(select(answers.c.key)).scalars().all() == ["new"]


def test_of_two_at_once_the_second_finds_the_answer_to_the_first(
    database: Database, tenant: int
) -> None:
    both, counted = Barrier(2), []

    def post() -> None:
        both.wait()
        with database.writing() as connection:
            connection.execute(
                select(tenants).where(tenants.c.number == tenant).with_for_update()
            ).one()
            if remembered(connection, tenant, "k1", REQUEST) is None:
                counted.append(1)
                remember(connection, tenant, "k1", REQUEST, 201, BODY)

    threads = [Thread(target=post) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counted == [1]


def test_an_answer_is_not_replaced_within_a_day(database: Database, tenant: int) -> None:
    keep(database, tenant)
    with pytest.raises(ReusedKeyError, match="just now"):
        keep(database, tenant, request="another")
    assert ask(database, tenant) == (201, BODY)


@pytest.mark.parametrize("key", ["", "a b", "ä", "\0", "x" * 201])
def test_keys_that_cannot_be_are_refused(database: Database, tenant: int, key: str) -> None:
    with pytest.raises(LedgerError, match="1 to 200 visible ASCII characters"):
        ask(database, tenant, key)
    with pytest.raises(LedgerError, match="1 to 200 visible ASCII characters"):
        keep(database, tenant, key)
