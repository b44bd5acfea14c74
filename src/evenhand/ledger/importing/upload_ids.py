"""Ids of uploads: the same for the same file, unless that was undone."""

from sqlalchemy import select

from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.schema import uploads

SIGNS = 12  # of the digest


def upload_id(ledger: Ledger, ladder: Ladder, digest: str) -> str:
    """The id of a file by its digest: of a file that was undone the next number."""
    start, count = digest[:SIGNS], 1
    undone = _undone(ledger, ladder, f"{start}-")
    while undone.get(f"{start}-{count}"):
        count += 1
    return f"{start}-{count}"


def parts_of(ledger: Ledger, ladder: Ladder, upload: str) -> list[str]:
    """The uploads that a file was posted as, in lots or at once, the latest first."""
    own = uploads.c.ladder == ladder.number
    query = select(uploads.c.id).where(own, uploads.c.id.startswith(upload, autoescape=True))
    with ledger.database.reading() as connection:
        found = connection.execute(query.order_by(uploads.c.first.desc())).scalars().all()
    return [part for part in found if part == upload or part.startswith(f"{upload}.")]


def _undone(ledger: Ledger, ladder: Ladder, start: str) -> dict[str, bool]:
    """Whether all parts of uploads were undone, by the id without the part."""
    own = uploads.c.ladder == ladder.number
    query = select(uploads.c.id, uploads.c.undone_at).where(own, uploads.c.id.startswith(start))
    found: dict[str, bool] = {}
    with ledger.database.reading() as connection:
        for row in connection.execute(query):
            whole = row.id.partition(".")[0]
            found[whole] = found.get(whole, True) and row.undone_at is not None
    return found
