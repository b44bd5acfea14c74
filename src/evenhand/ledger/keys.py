"""API keys: what they may do, and how they are made, found and revoked.

A key reads ``eh_<id>_<secret>``.  The id is public and stands in the log; of the secret, which
has 256 random bits, only a SHA-256 is kept, so that a key can be shown once and never again.

Scopes, each of which includes those before it:

- ``read``: everything of the tenant, ladders that are not public too
- ``results:write``: post results and what goes with them
- ``results:correct``: correct and void results, undo uploads
- ``admin``: ladders, players, lists, keys
"""

import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex, token_urlsafe

from sqlalchemy import Connection, select

from evenhand.ledger import audit
from evenhand.ledger.database import Database, LedgerError, now
from evenhand.ledger.schema import keys, tenants
from evenhand.ledger.tenants import MAIN, check_tenant, lock_tenant

SCOPES = ("read", "results:write", "results:correct", "admin")
LONGEST_NAME = 80
NOBODY = 64 * "0"  # the digest of no secret
ID = re.compile(r"[0-9a-f]{12}")
SHAPE = re.compile(r"eh_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
COLUMNS = (keys.c.id, keys.c.name, keys.c.scopes, keys.c.created_at, keys.c.revoked_at)


@dataclass(frozen=True)
class Access:
    """What the holder of a key may do."""

    key: str  # its id
    tenant: int  # its number in the tables
    tenant_id: str
    scopes: frozenset[str]  # those that are included too

    def may(self, scope: str) -> bool:
        """Whether a scope is among them."""
        return scope in self.scopes


@dataclass(frozen=True)
class Key:
    """What is known of a key; not its secret."""

    id: str
    tenant_id: str
    name: str
    scopes: tuple[str, ...]  # as they were given
    created_at: int
    revoked_at: int | None


def included(scopes: Iterable[str]) -> frozenset[str]:
    """Scopes and all that they include.

    >>> sorted(included(["results:write"]))
    ['read', 'results:write']
    """
    most = max((SCOPES.index(scope) for scope in scopes), default=-1)
    return frozenset(SCOPES[: most + 1])


def create_key(
    database: Database, *, name: str, scopes: Iterable[str], tenant: str = MAIN, by: str = ""
) -> str:
    """Make a key and return its text, which cannot be had again; makes the tenant if need be."""
    chosen = _check_scopes(scopes)
    _check_name(name)
    with database.writing() as connection:
        number = lock_tenant(connection, tenant, by=by)
        return _insert(connection, number, name, chosen, by)


def first_key(database: Database) -> str | None:
    """A key that may do everything, if there never was any; else nothing."""
    if _any_key(database):
        return None
    with database.writing() as connection:
        number = lock_tenant(connection, MAIN, by="first start")
        if connection.execute(select(keys.c.id).limit(1)).first():
            return None  # another process was quicker
        return _insert(connection, number, "first key", ("admin",), "first start")


def list_keys(database: Database, tenant: str | None = None) -> list[Key]:
    """The keys of a tenant, or of all, in the order in which they were made."""
    query = select(*COLUMNS, tenants.c.id.label("tenant_id")).join_from(keys, tenants)
    if tenant is not None:
        query = query.where(tenants.c.id == check_tenant(tenant))
    with database.reading() as connection:
        rows = connection.execute(query.order_by(keys.c.created_at, keys.c.id)).all()
    return [
        Key(row.id, row.tenant_id, row.name, _split(row.scopes), row.created_at, row.revoked_at)
        for row in rows
    ]


def revoke(database: Database, key: str, *, tenant: int | None = None, by: str = "") -> None:
    """Make a key worthless, by its id; only if it is a tenant's, if one is given."""
    if not ID.fullmatch(key):
        raise LedgerError("there is no such key: give its id, as in 0123456789ab")
    query = select(keys.c.tenant, keys.c.revoked_at).where(keys.c.id == key).with_for_update()
    with database.writing() as connection:
        found = connection.execute(query).first()
        if found is None or tenant not in (None, found.tenant):
            raise LedgerError("there is no such key")
        if found.revoked_at is None:
            connection.execute(keys.update().where(keys.c.id == key), {"revoked_at": now()})
            audit.note(connection, tenant=found.tenant, by=by, action="key revoked", key=key)


def find_key(database: Database, text: str) -> Access | None:
    """What a key may do; nothing if it is wrong or revoked.

    The same is done whatever is wrong with a key, so that the time tells nothing.
    """
    shape = SHAPE.fullmatch(text)
    key, secret = shape.groups() if shape else ("", text)
    columns = (keys.c.digest, keys.c.scopes, keys.c.revoked_at, keys.c.tenant, tenants.c.id)
    query = select(*columns).join_from(keys, tenants).where(keys.c.id == key)
    with database.reading() as connection:
        row = connection.execute(query).first()
    right = hmac.compare_digest(_digest(secret), row.digest if row else NOBODY)
    if row is None or not right or row.revoked_at is not None:
        return None
    return Access(key, row.tenant, row.id, included(_split(row.scopes)))


def shown_id(text: str) -> str:
    """The part of a key that may be shown.

    >>> shown_id("eh_0123456789ab_" + 43 * "x")
    '0123456789ab'
    """
    return text.split("_", 2)[1]


def _insert(
    connection: Connection, tenant: int, name: str, scopes: tuple[str, ...], by: str
) -> str:
    key, secret = token_hex(6), token_urlsafe(32)
    row = {"id": key, "tenant": tenant, "name": name, "scopes": " ".join(scopes)}
    row |= {"digest": _digest(secret), "created_at": now()}
    connection.execute(keys.insert(), row)
    audit.note(connection, tenant=tenant, by=by, action="key created", key=key, scopes=list(scopes))
    return f"eh_{key}_{secret}"


def _any_key(database: Database) -> bool:
    with database.reading() as connection:
        return connection.execute(select(keys.c.id).limit(1)).first() is not None


def _digest(secret: str) -> str:
    return sha256(secret.encode(errors="surrogatepass")).hexdigest()


def _split(scopes: str) -> tuple[str, ...]:
    return tuple(scopes.split())


def _check_scopes(scopes: Iterable[str]) -> tuple[str, ...]:
    chosen = set(scopes)
    unknown = chosen.difference(SCOPES)
    if unknown:
        raise LedgerError(f"there is no scope {min(unknown)!r}: choose of {', '.join(SCOPES)}")
    if not chosen:
        raise LedgerError(f"a key needs a scope: choose of {', '.join(SCOPES)}")
    return tuple(scope for scope in SCOPES if scope in chosen)


def _check_name(name: str) -> None:
    if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
        raise LedgerError(f"the name of a key has 1 to {LONGEST_NAME} characters on one line")
