"""The audit log: what was done, the latest first, each tenant its own."""

from contextlib import suppress

import pytest

from evenhand.ledger.audit import entries, note
from evenhand.ledger.database import Database
from evenhand.ledger.tenants import make_tenant


def fill(database: Database, tenant: int, count: int) -> None:
    with database.writing() as connection:
        for number in range(count):
            note(connection, tenant=tenant, by="test", action="tried", ladder="skat", number=number)


def test_what_was_done_last_comes_first(database: Database) -> None:
    tenant = make_tenant(database, "main", by="test")
    fill(database, tenant, 3)
    found = entries(database, tenant)
    assert [entry.action for entry in found] == ["tried", "tried", "tried", "tenant made"]
    assert [entry.detail.get("number") for entry in found] == [2, 1, 0, None]
    assert {entry.by for entry in found} == {"test"}
    assert found[0].ladder == "skat"
    assert found[0].at >= found[-1].at > 1_700_000_000_000_000


def test_pages_show_every_entry_once_while_more_are_written(database: Database) -> None:
    tenant = make_tenant(database, "main")
    fill(database, tenant, 10)
    page = entries(database, tenant, limit=4)
    seen = list(page)
    while page:
        fill(database, tenant, 2)
        page = entries(database, tenant, before=page[-1].number, limit=4)
        seen += page
    assert len(seen) == len({entry.number for entry in seen}) == 11


def test_a_tenant_sees_nothing_of_another(database: Database) -> None:
    one, other = make_tenant(database, "one"), make_tenant(database, "other")
    fill(database, one, 3)
    assert [entry.action for entry in entries(database, other)] == ["tenant made"]


def test_what_was_not_kept_is_not_in_the_log(database: Database) -> None:
    tenant = make_tenant(database, "main")
    with suppress(RuntimeError), database.writing() as connection:
        note(connection, tenant=tenant, by="test", action="tried")
        raise RuntimeError
    assert len(entries(database, tenant)) == 1


@pytest.mark.parametrize("member", ["name", "club", "aliases"])
def test_names_of_people_are_refused(database: Database, member: str) -> None:
    tenant = make_tenant(database, "main")
    with (
        pytest.raises(ValueError, match=f"keeps no {member}"),
        database.writing() as connection,
    ):
        note(connection, tenant=tenant, by="test", action="tried", **{member: "Anna"})
