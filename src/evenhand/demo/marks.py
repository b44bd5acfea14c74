"""Mark a ledger as a demo world, by an entry of its audit log with the seed."""

import json

from sqlalchemy import inspect, select

from evenhand.ledger import audit
from evenhand.ledger.database import Database
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.schema import audit as noted

BY, MADE = "demo", "demo world made"


def mark(ledger: Ledger, tenant: int, seed: int) -> None:
    """Record that the world is complete."""
    with ledger.changing() as connection:
        audit.note(connection, tenant=tenant, by=BY, action=MADE, seed=seed)


def seed_of(database: Database) -> int | None:
    """Return the seed of a demo world; None if the ledger is not one, or not complete."""
    query = select(noted.c.detail).where((noted.c.action == MADE) & (noted.c.by == BY)).limit(1)
    with database.reading() as connection:
        if not inspect(connection).has_table(noted.name):
            return None
        detail = connection.execute(query).scalar_one_or_none()
    return None if detail is None else int(json.loads(detail)["seed"])
