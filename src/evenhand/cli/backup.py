"""Backups of a ledger: one file, and back."""

from pathlib import Path
from typing import Annotated

import typer

from evenhand.cli.databases import (
    DEFAULT,
    DatabaseOption,
    existing,
    require,
    shown,
    told_without_secrets,
)
from evenhand.cli.output import note, progress
from evenhand.files import check_writable


def backup(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file, as .db or .sqlite.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Write all of a ledger into one file, while the service goes on.

    The file is an SQLite ledger whatever the ledger is kept in; an older backup of that name is
    replaced when the new one is whole.

    Example: evenhand backup monday.db --db postgresql://evenhand@localhost/evenhand
    """
    require()
    from evenhand.ledger.backup import backup as write_backup

    check_writable(out, ".db", ".sqlite")
    with existing(db) as database, progress("copying", 100) as done:
        write_backup(database, out, done)
    note(f"wrote {out}: {out.stat().st_size:,} bytes")


def restore(
    file: Annotated[Path, typer.Argument(metavar="BACKUP", help="A file that backup wrote.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Fill an empty database from a backup: all of it or nothing.

    An older backup is brought up to date on the way; the file itself is not changed.

    Example: evenhand restore monday.db --db postgresql://evenhand@localhost/evenhand
    """
    require()
    from evenhand.ledger.backup import restore as fill

    with told_without_secrets(db), progress("copying", 100) as done:
        fill(file, db, done)
    note(f"restored {file} into {shown(db)}")
