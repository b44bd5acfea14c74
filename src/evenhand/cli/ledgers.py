"""How commands open the ladders of a ledger, and show what a change does to ratings."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.databases import require, told_without_secrets
from evenhand.cli.output import Format, note, print_frame, progress

if TYPE_CHECKING:
    from evenhand.ledger.effects import Effect
    from evenhand.ledger.ladder import Ladder
    from evenhand.ledger.ledger import Ledger

LadderArgument = Annotated[
    str, typer.Argument(metavar="LADDER", help="The id of a ladder, from ladder list.")
]
LadderOption = Annotated[
    str, typer.Option("--ladder", metavar="ID", help="The id of a ladder, from ladder list.")
]
TenantOption = Annotated[str, typer.Option(metavar="ID", help="Whose players they are.")]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Only show whose ratings would change.")
]
SHORT = 20  # lines of a table


@contextmanager
def opened_ledger(url: str) -> Iterator["Ledger"]:
    """A ledger to write to; made if there is none, brought up to date if it is old."""
    require()
    from evenhand.ledger.ledger import Ledger

    with told_without_secrets(url), Ledger(url) as ledger:
        yield ledger


@contextmanager
def existing_ledger(url: str, *, read_only: bool = False) -> Iterator["Ledger"]:
    """A ledger that is there, to write to or only to read."""
    require()
    from evenhand.ledger.database import LedgerError, read_url
    from evenhand.ledger.ledger import Ledger

    read = read_url(url)
    if read.get_backend_name() == "sqlite" and not Path(str(read.database)).is_file():
        raise LedgerError(f"{read.database}: there is no ledger yet")
    with told_without_secrets(url), Ledger(url, read_only=read_only) as ledger:
        yield ledger


@contextmanager
def ladder_of(url: str, name: str, *, read_only: bool = False) -> Iterator["tuple[Ledger, Ladder]"]:
    """A ladder, read from its log."""
    with existing_ledger(url, read_only=read_only) as ledger:
        with progress(f"reading {name}"):
            ladder = ledger.ladder(name)
        yield ledger, ladder


def print_effect(effect: "Effect | None", form: Format, *, dry_run: bool) -> None:
    """Whose ratings change, or would change, by how much; those who change most first."""
    import polars as pl

    shifts = () if effect is None else effect.shifts
    rows = [
        {"player": s.id, "before": s.before, "after": s.after, "change": s.after - s.before}
        for s in (shifts[:SHORT] if form is Format.TABLE else shifts)
    ]
    schema = {"player": pl.String} | dict.fromkeys(("before", "after", "change"), pl.Float64)
    print_frame(pl.DataFrame(rows, schema), form, "what would change" if dry_run else "")
    tell_effect(effect, dry_run=dry_run)


def tell_effect(effect: "Effect | None", *, dry_run: bool) -> None:
    """How many ratings change, in a line."""
    would = "would be" if dry_run else "were"
    if effect is None:
        note("nothing changes")
        return
    note(
        f"{effect.replayed:,} games {would} rated; {effect.changed:,} ratings change, "
        f"{effect.noticeable:,} by half a point or more"
    )
    if dry_run:
        note("nothing was written")
