"""What the tables tell of ladders and uploads without reading any log."""

from dataclasses import dataclass

import msgspec
from sqlalchemy import select

from evenhand.ledger.database import Database
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.schema import ladders, tenants, uploads as upload_rows
from evenhand.ledger.settings import Settings
from evenhand.ledger.tenants import check_tenant


@dataclass(frozen=True, slots=True)
class LadderHead:
    """A ladder, and how far its log is."""

    id: str
    tenant: str
    public: bool
    seq: int
    settings: Settings


@dataclass(frozen=True, slots=True)
class UploadHead:
    """A file whose results are in a log, from ``first`` to ``last``."""

    id: str
    kind: str
    first: int
    last: int
    at: int
    by: str
    undone: bool


def ladder_heads(database: Database, tenant: str | None = None) -> list[LadderHead]:
    """The ladders of all tenants or of one, by id."""
    columns = (ladders.c.id, tenants.c.id.label("tenant"), ladders.c.public, ladders.c.seq)
    query = select(*columns, ladders.c.settings).join_from(ladders, tenants).order_by(ladders.c.id)
    if tenant is not None:
        query = query.where(tenants.c.id == check_tenant(tenant))
    with database.reading() as connection:
        rows = connection.execute(query).all()
    return [
        LadderHead(
            row.id,
            row.tenant,
            row.public,
            row.seq,
            msgspec.json.decode(row.settings, type=Settings),
        )
        for row in rows
    ]


def upload_heads(database: Database, ladder: Ladder) -> list[UploadHead]:
    """The uploads of a ladder, the latest first."""
    table = upload_rows.c
    query = select(upload_rows).where(table.ladder == ladder.number).order_by(table.first.desc())
    with database.reading() as connection:
        rows = connection.execute(query).all()
    return [
        UploadHead(row.id, row.kind, row.first, row.last, row.at, row.by, row.undone_at is not None)
        for row in rows
    ]
