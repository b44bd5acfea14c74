"""Tenants: their ids, and that each is made once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from evenhand.ledger.audit import entries
from evenhand.ledger.database import Database, LedgerError
from evenhand.ledger.tenants import find_tenant, make_tenant


def test_a_tenant_is_made_once(database: Database) -> None:
    number = make_tenant(database, "club-7")
    assert make_tenant(database, "club-7") == find_tenant(database, "club-7") == number
    assert make_tenant(database, "club-8") != number
    assert [entry.detail for entry in entries(database, number)] == [{"tenant_id": "club-7"}]


def test_many_who_make_the_same_tenant_at_once_get_the_same(database: Database) -> None:
    with ThreadPoolExecutor(6) as pool:
        numbers = list(pool.map(lambda _: make_tenant(database, "main"), range(12)))
    assert len(set(numbers)) == 1
    assert len(entries(database, numbers[0])) == 1


@pytest.mark.parametrize("tenant", ["", "Main", "a b", "ä", "a" * 41, "a\n", "a/b", "a\0"])
def test_ids_that_would_need_care_elsewhere_are_refused(database: Database, tenant: str) -> None:
    for function in (make_tenant, find_tenant):
        with pytest.raises(LedgerError, match="lower-case letters, digits or hyphens"):
            function(database, tenant)


def test_a_tenant_that_is_not_there_is_not_found(database: Database) -> None:
    with pytest.raises(LedgerError, match="there is no tenant club"):
        find_tenant(database, "club")
