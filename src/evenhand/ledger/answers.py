"""Answers to requests that may come again (Idempotency-Key), so that each counts once.

An answer is kept in the transaction that it tells of, for a day.  Ask for it after what the
request writes to was locked: then of two at once the second finds the answer to the first.
"""

import re
from hashlib import sha256

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from evenhand.ledger.database import Database, LedgerError, now
from evenhand.ledger.schema import answers

KEPT = 24 * 3600 * 1_000_000  # microseconds
RULE = re.compile(r"[!-~]{1,200}")


class ReusedKeyError(LedgerError):
    """The same Idempotency-Key came with another request."""


def check_key(key: str) -> str:
    """Refuse what cannot be an Idempotency-Key."""
    if not RULE.fullmatch(key):
        raise LedgerError("an Idempotency-Key has 1 to 200 visible ASCII characters")
    return key


def digest_of(*parts: bytes) -> str:
    """The digest of a request: its method, path and body.

    >>> digest_of(b"POST", b"/a") == digest_of(b"POST/", b"a")
    False
    """
    lengths = ",".join(str(len(part)) for part in parts)
    return sha256(b"".join((lengths.encode(), b":", *parts))).hexdigest()


def remembered(
    connection: Connection, tenant: int, key: str, request: str
) -> tuple[int, str] | None:
    """Status and body of the answer that a request got before, if it came within a day."""
    query = select(answers.c.request, answers.c.status, answers.c.body).where(
        answers.c.tenant == tenant,
        answers.c.key == check_key(key),
        answers.c.at > now() - KEPT,
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    if row.request != request:
        raise ReusedKeyError("this Idempotency-Key came with another request before")
    return row.status, row.body


def remember(
    connection: Connection, tenant: int, key: str, request: str, status: int, body: str
) -> None:
    """Keep an answer, in place of one that is more than a day old."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    at = now()
    new = {"request": request, "status": status, "body": body, "at": at}
    adding = dialect.insert(answers).values(tenant=tenant, key=check_key(key), **new)
    kept = connection.execute(
        adding.on_conflict_do_update(
            index_elements=["tenant", "key"], set_=new, where=answers.c.at <= at - KEPT
        ).returning(answers.c.key)
    ).first()
    if kept is None:
        raise ReusedKeyError("this Idempotency-Key came with another request just now")


def forget_old(database: Database) -> int:
    """Drop answers that are more than a day old; how many there were."""
    with database.writing() as connection:
        return connection.execute(delete(answers).where(answers.c.at <= now() - KEPT)).rowcount
