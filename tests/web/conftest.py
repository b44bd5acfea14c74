"""The ledgers of tests/ledger, for the service."""

from tests.ledger.databases import (
    bare_url,
    database,
    database_url,
    kind,
    made_postgres,
    made_sqlite,
    postgres,
)

from .sites import either, empty, seen, site, world

__all__ = [
    "bare_url",
    "database",
    "database_url",
    "either",
    "empty",
    "kind",
    "made_postgres",
    "made_sqlite",
    "postgres",
    "seen",
    "site",
    "world",
]
