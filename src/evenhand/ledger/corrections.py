"""Results posted, corrected and voided, uploads undone, settings changed."""

import unicodedata
from collections.abc import Sequence

from sqlalchemy import Connection, insert, select, update

from evenhand.ledger import posting
from evenhand.ledger.database import now
from evenhand.ledger.effects import Effect
from evenhand.ledger.entries import Block, Body, Changed, Corrected, Voided
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger, Make, NotThereError
from evenhand.ledger.log_reading import posted_before
from evenhand.ledger.posting import Checked, Posting
from evenhand.ledger.results import NewResult
from evenhand.ledger.schema import results, uploads
from evenhand.ledger.settings import Settings
from evenhand.ledger.writing import blocks_of


def post(
    ledger: Ledger,
    ladder: Ladder,
    postings: Sequence[Posting],
    *,
    dry_run: bool = False,
    effects: bool = False,
) -> tuple[list[Checked], Effect | None]:
    """Post results, all in one transaction: what became of each, and the effect if asked for."""
    checked: list[Checked] = []

    def make(connection: Connection, ladder: Ladder) -> list[Block]:
        checked[:] = posting.check(connection, ladder, postings)
        blocks = posting.write(connection, ladder, checked)
        for block in blocks:
            span = {"first": block.first, "last": block.last}
            ledger.note(connection, ladder, block.by, "results posted", **span)
        _enter_uploads(connection, ladder, checked)
        return blocks

    written = ledger.write([ladder], make, dry_run=dry_run, effects=effects)
    return checked, written[0].effect if written else None


def correct(
    ledger: Ledger,
    ladder: Ladder,
    result: NewResult,
    *,
    by: str = "",
    dry_run: bool = False,
) -> tuple[int, Effect]:
    """Let the result of an id be this one, voided or not: its sequence number, and the effect."""
    seq = seq_of(ledger, ladder, result.id)

    def make(connection: Connection, ladder: Ladder) -> list[Block]:
        time = _time_of(connection, ladder, seq)
        verdict = posting.check_one(connection, ladder, result, time)
        made = verdict.draft
        assert made is not None
        assert made.time is not None
        body = Corrected(
            seq,
            made.time,
            verdict.seats,
            list(made.scores),
            None if made.luck is None else list(made.luck),
            None if made.teams is None else list(made.teams),
        )
        ledger.note(connection, ladder, by, "result corrected", seq=seq)
        return blocks_of(ladder, [(1, body, by)], now())

    effect = _written(ledger, ladder, make, dry_run)
    assert effect is not None
    return seq, effect


def void(
    ledger: Ledger,
    ladder: Ladder,
    name: str,
    *,
    by: str = "",
    dry_run: bool = False,
) -> tuple[int, Effect | None]:
    """Let a result count no longer; nothing happens if it does not count already."""
    seq = seq_of(ledger, ladder, name)

    def make(connection: Connection, ladder: Ladder) -> list[Block]:
        if ladder.standing.find(seq) is None:
            return []
        ledger.note(connection, ladder, by, "result voided", seq=seq)
        return blocks_of(ladder, [(1, Voided([seq]), by)], now())

    return seq, _written(ledger, ladder, make, dry_run)


def undo_upload(
    ledger: Ledger, ladder: Ladder, name: str, *, by: str = "", dry_run: bool = False
) -> Effect | None:
    """Let no result of an upload count; nothing happens if it was undone already."""

    def make(connection: Connection, ladder: Ladder) -> list[Block]:
        own = (uploads.c.ladder == ladder.number) & (uploads.c.id == name)
        row = connection.execute(select(uploads).where(own)).one_or_none()
        if row is None:
            raise NotThereError(f"there is no upload {name[:100]!r}")
        seqs = range(row.first, row.last + 1)
        active = [seq for seq in seqs if ladder.standing.find(seq) is not None]
        if row.undone_at is None:
            connection.execute(update(uploads).where(own).values(undone_at=now()))
            ledger.note(connection, ladder, by, "upload undone", upload=name)
        body: Body = Voided(active, upload=name)
        return blocks_of(ladder, [(1, body, by)], now()) if active else []

    return _written(ledger, ladder, make, dry_run)


def change_settings(
    ledger: Ledger, ladder: Ladder, settings: Settings, *, by: str = "", dry_run: bool = False
) -> Effect | None:
    """Let other settings hold, for all games; by another system all are rated anew."""
    settings.make_system()

    def make(connection: Connection, ladder: Ladder) -> list[Block]:
        if settings == ladder.settings:
            return []
        ledger.note(connection, ladder, by, "settings changed")
        return blocks_of(ladder, [(1, Changed(settings), by)], now())

    return _written(ledger, ladder, make, dry_run)


def seq_of(ledger: Ledger, ladder: Ladder, name: str) -> int:
    """The sequence number of the post of a result."""
    own = results.c.id == unicodedata.normalize("NFC", name.strip())  # as it was posted
    query = select(results.c.seq).where(results.c.ladder == ladder.number, own)
    with ledger.database.reading() as connection:
        seq: int | None = connection.execute(query).scalar_one_or_none()
    if seq is None:
        raise NotThereError(f"there is no result {name[:100]!r}")
    return seq


def _written(ledger: Ledger, ladder: Ladder, make: Make, dry_run: bool) -> Effect | None:
    """Write, and tell the effect; nothing if there was nothing to write."""
    written = ledger.write([ladder], make, dry_run=dry_run, effects=True)
    return written[0].effect if written else None


def _time_of(connection: Connection, ladder: Ladder, seq: int) -> int:
    """When a result was played, as far as is known."""
    at = ladder.standing.find(seq)
    if at is not None:
        return int(ladder.standing.games["time"][at])
    time = posted_before(connection, ladder, [seq])[seq].time
    assert time is not None
    return time


def _enter_uploads(connection: Connection, ladder: Ladder, checked: Sequence[Checked]) -> None:
    """Keep which results an upload brought."""
    for one in checked:
        seqs = [verdict.seq for verdict in one.accepted if verdict.seq is not None]
        if one.posting.upload is not None and seqs:
            row = {
                "ladder": ladder.number,
                "id": one.posting.upload,
                "kind": one.posting.kind,
                "first": seqs[0],
                "last": seqs[-1],
                "at": now(),
                "by": one.posting.by,
            }
            connection.execute(insert(uploads).values(row))
