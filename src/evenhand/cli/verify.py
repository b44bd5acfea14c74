"""Everything that follows from the log of a ledger, worked out again and compared."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.databases import DEFAULT, DatabaseOption
from evenhand.cli.ledgers import existing_ledger
from evenhand.cli.output import Format, FormatOption, note, print_frame, progress

if TYPE_CHECKING:
    from evenhand.ledger.ledger import Ledger
    from evenhand.ledger.verify import Finding

WRONG = 1  # exit code


def verify(
    ladders: Annotated[
        list[str] | None,
        typer.Option("--ladder", metavar="ID", help="Only this ladder; may be given again."),
    ] = None,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """Check the log, rate all games anew and compare with what is kept; exit code 1 if it differs.

    Nothing is changed.  The service may go on meanwhile.

    Example: evenhand verify --db club.db
    """
    import polars as pl

    rows = []
    with existing_ledger(db, read_only=True) as ledger:
        for name in ladders or ledger.all_ladders():
            for finding in _findings(ledger, name):
                word = "right" if finding.right else "WRONG"
                row = {"what": finding.what, "verdict": word, "detail": finding.detail}
                rows.append({"ladder": name} | row)
    columns = ("ladder", "what", "verdict", "detail")
    print_frame(pl.DataFrame(rows, dict.fromkeys(columns, pl.String)), form)
    wrong = sum(row["verdict"] == "WRONG" for row in rows)
    if wrong:
        note(f"evenhand: {wrong} of {len(rows)} checks failed: keep the database as it is, "
             "and compare with a backup")  # fmt: skip
        raise typer.Exit(WRONG)
    note(f"all {len(rows)} checks passed")


def _findings(ledger: "Ledger", name: str) -> "Iterator[Finding]":
    """What is found on a ladder; if its log cannot be read at all, that."""
    from sqlalchemy.exc import DBAPIError

    from evenhand.ledger.ledger import NotThereError
    from evenhand.ledger.verify import Finding, verify as check

    with ExitStack() as bar:

        def show(what: str) -> None:
            bar.close()
            bar.enter_context(progress(f"{name}: {what}"))

        try:
            show("reading")
            yield from check(ledger, ledger.ladder(name), show)
        except (NotThereError, DBAPIError):
            raise
        except Exception as problem:  # whatever a damaged log leads to
            reason = " ".join(str(problem).split()) or type(problem).__name__
            yield Finding("log", False, f"cannot be read: {reason}")
