"""Tenants, keys, players, ladders, the log and what is found by it."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    _people()
    _ladders()
    _log()
    _beside_the_log()


def _people() -> None:
    op.create_table(
        "tenants",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("tenant", sa.Integer, sa.ForeignKey("tenants.number"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("revoked_at", sa.BigInteger),
    )
    op.create_table(
        "players",
        sa.Column("tenant", sa.Integer, sa.ForeignKey("tenants.number"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("club", sa.Text, nullable=False, server_default=""),
        sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("merged_into", sa.Integer),
        sa.Column("erased_at", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("players_by_id", "players", ["tenant", "id"], unique=True)
    op.create_table(
        "aliases",
        sa.Column("tenant", sa.Integer, sa.ForeignKey("tenants.number"), primary_key=True),
        sa.Column("alias", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def _ladders() -> None:
    op.create_table(
        "ladders",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("tenant", sa.Integer, sa.ForeignKey("tenants.number"), nullable=False),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
    )


def _log() -> None:
    op.create_table(
        "log",
        sa.Column("ladder", sa.Integer, sa.ForeignKey("ladders.number"), primary_key=True),
        sa.Column("first", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("ladder", sa.Integer, sa.ForeignKey("ladders.number"), primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("results_by_seq", "results", ["ladder", "seq"], unique=True)


def _beside_the_log() -> None:
    op.create_table(
        "uploads",
        sa.Column("ladder", sa.Integer, sa.ForeignKey("ladders.number"), primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("undone_at", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lists",
        sa.Column("ladder", sa.Integer, sa.ForeignKey("ladders.number"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("tenant", sa.Integer, sa.ForeignKey("tenants.number"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("ladder", sa.Text, nullable=False, server_default=""),
        sa.Column("detail", sa.Text, nullable=False, server_default="{}"),
    )
    op.create_index("audit_by_tenant", "audit", ["tenant", "number"])
