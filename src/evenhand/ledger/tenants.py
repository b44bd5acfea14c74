"""Tenants: who shares a database without seeing anything of each other."""

import re

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from evenhand.ledger import audit
from evenhand.ledger.database import Database, LedgerError, now
from evenhand.ledger.schema import tenants

MAIN = "main"  # made when it is first used
RULE = re.compile(r"[a-z0-9-]{1,40}")


def make_tenant(database: Database, tenant: str, *, by: str = "") -> int:
    """The number of a tenant, which is made if there is none of that id."""
    with database.writing() as connection:
        return lock_tenant(connection, tenant, by=by)


def lock_tenant(connection: Connection, tenant: str, *, by: str = "") -> int:
    """The number of a tenant, made if need be; others who want it wait for the transaction."""
    query = select(tenants.c.number).where(tenants.c.id == check_tenant(tenant)).with_for_update()
    number: int | None = connection.execute(query).scalar_one_or_none()
    if number is None:
        _insert(connection, tenant, by)
        number = connection.execute(query).scalar_one()
    return number


def _insert(connection: Connection, tenant: str, by: str) -> None:
    """Make a tenant; not if another process does so at the same time."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    row = {"id": tenant, "created_at": now()}
    made = dialect.insert(tenants).values(row).on_conflict_do_nothing()
    number = connection.execute(made.returning(tenants.c.number)).scalar_one_or_none()
    if number is not None:
        audit.note(connection, tenant=number, by=by, action="tenant made", tenant_id=tenant)


def find_tenant(database: Database, tenant: str) -> int:
    """The number of a tenant that there is."""
    query = select(tenants.c.number).where(tenants.c.id == check_tenant(tenant))
    with database.reading() as connection:
        number: int | None = connection.execute(query).scalar_one_or_none()
    if number is None:
        raise LedgerError(f"there is no tenant {tenant}")
    return number


def check_tenant(tenant: str) -> str:
    """Refuse what cannot be the id of a tenant.

    >>> check_tenant("skat-club-7")
    'skat-club-7'
    """
    if not RULE.fullmatch(tenant):
        raise LedgerError("the id of a tenant has 1 to 40 lower-case letters, digits or hyphens")
    return tenant
