"""The tables of a ledger, the same on SQLite and PostgreSQL.

The log is the truth: rows are added to ``log`` and never changed, everything that ratings follow
from is in it.  A row of the log is a block of entries that were committed together, as JSON by
columns, so that millions of results are read in seconds; ``results`` finds one by its id and
makes sure that none counts twice.  Times are microseconds since 1970, UTC.

Names of people stand in ``players`` and ``aliases`` only; everything else has their numbers, so
that a name can be erased.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    false,
    true,
)

metadata = MetaData()

tenants = Table(
    "tenants",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("tenant", ForeignKey("tenants.number"), nullable=False),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False),  # separated by blanks
    Column("digest", Text, nullable=False),  # SHA-256 of the secret
    Column("created_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
)

players = Table(
    "players",
    metadata,
    Column("tenant", ForeignKey("tenants.number"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("club", Text, nullable=False, server_default=""),
    Column("guest", Boolean, nullable=False, server_default=false()),
    Column("merged_into", Integer),
    Column("erased_at", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Index("players_by_id", "tenant", "id", unique=True),
    sqlite_with_rowid=False,
)

aliases = Table(
    "aliases",
    metadata,
    Column("tenant", ForeignKey("tenants.number"), primary_key=True),
    Column("alias", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    sqlite_with_rowid=False,
)

ladders = Table(
    "ladders",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("tenant", ForeignKey("tenants.number"), nullable=False),
    Column("id", Text, nullable=False, unique=True),
    Column("origin", Text, nullable=False),  # settings when it was made, as JSON
    Column("settings", Text, nullable=False),  # settings now
    Column("public", Boolean, nullable=False, server_default=true()),
    Column("created_at", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),  # of the last entry of its log
    Column("digest", Text, nullable=False),  # of the last block
)

log = Table(
    "log",
    metadata,
    Column("ladder", ForeignKey("ladders.number"), primary_key=True),
    Column("first", BigInteger, primary_key=True, autoincrement=False),
    Column("last", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("by", Text, nullable=False),  # the id of a key, or what did it
    Column("body", Text, nullable=False),
    Column("digest", Text, nullable=False),  # SHA-256 of the digest before, and of this row
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("ladder", ForeignKey("ladders.number"), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Index("results_by_seq", "ladder", "seq", unique=True),
    sqlite_with_rowid=False,
)

uploads = Table(
    "uploads",
    metadata,
    Column("ladder", ForeignKey("ladders.number"), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("undone_at", BigInteger),
    sqlite_with_rowid=False,
)

lists = Table(
    "lists",
    metadata,
    Column("ladder", ForeignKey("ladders.number"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("title", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("hash", Text, nullable=False),
    sqlite_with_rowid=False,
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("ladder", ForeignKey("ladders.number"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

audit = Table(
    "audit",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("tenant", ForeignKey("tenants.number"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("ladder", Text, nullable=False, server_default=""),
    Column("detail", Text, nullable=False, server_default="{}"),
    Index("audit_by_tenant", "tenant", "number"),
)

answers = Table(
    "answers",
    metadata,
    Column("tenant", ForeignKey("tenants.number"), primary_key=True),
    Column("key", Text, primary_key=True),  # Idempotency-Key of a request
    Column("request", Text, nullable=False),  # digest of what was asked
    Column("status", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("answers_by_time", "at"),
    sqlite_with_rowid=False,
)
