"""Who did what and when: a row for every write, kept with it or not at all."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from evenhand.ledger.database import Database, now
from evenhand.ledger.schema import audit

PERSONAL = frozenset({"alias", "aliases", "club", "name", "names", "title"})


@dataclass(frozen=True)
class Entry:
    """Something that was done."""

    number: int
    at: int  # microseconds since 1970
    by: str  # the id of a key, or what did it
    action: str
    ladder: str  # its id, or nothing
    detail: dict[str, Any]


def note(
    connection: Connection, *, tenant: int, by: str, action: str, ladder: str = "", **detail: Any
) -> None:
    """Write down what a transaction does; people go by their numbers, since names can be erased."""
    told = PERSONAL & detail.keys()
    if told:
        raise ValueError(f"the audit log keeps no {min(told)}: use numbers and ids")
    row = {"tenant": tenant, "at": now(), "by": by, "action": action, "ladder": ladder}
    text = json.dumps(detail, sort_keys=True, allow_nan=False)
    connection.execute(audit.insert(), row | {"detail": text})


def entries(
    database: Database, tenant: int, *, before: int | None = None, limit: int = 50
) -> list[Entry]:
    """What was done to a tenant's ladders and keys, the latest first.

    To go on, ask for what was done before the last number of the page.
    """
    query = select(audit).where(audit.c.tenant == tenant)
    if before is not None:
        query = query.where(audit.c.number < before)
    query = query.order_by(audit.c.number.desc()).limit(limit)
    with database.reading() as connection:
        rows = connection.execute(query).all()
    return [
        Entry(row.number, row.at, row.by, row.action, row.ladder, json.loads(row.detail))
        for row in rows
    ]
