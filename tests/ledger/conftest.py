"""Every test of the ledger that asks for a database runs on SQLite and on PostgreSQL."""

from .databases import (
    bare_url,
    database,
    database_url,
    kind,
    made_postgres,
    made_sqlite,
    postgres,
)

__all__ = [
    "bare_url",
    "database",
    "database_url",
    "kind",
    "made_postgres",
    "made_sqlite",
    "postgres",
]
