"""Published lists: numbered, hashed, and never changed."""

from typing import Annotated, Any

import typer

from evenhand.cli.databases import BY, DEFAULT, DatabaseOption
from evenhand.cli.ledgers import LadderArgument, ladder_of
from evenhand.cli.output import Format, FormatOption, note, print_frame


def publish(
    ladder: LadderArgument,
    title: Annotated[str, typer.Option(help="As 'October 2026'.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Freeze the list as it is now, with ratings of two decimals; prints its hash.

    Example: evenhand ladder publish skat-2026 --title "October 2026"
    """
    with ladder_of(db, ladder) as (ledger, found):
        from evenhand.ledger.lists import publish as freeze
        from evenhand.ledger.names import clean_name

        made = freeze(ledger, found, clean_name(title), by=BY)
    print(made.hash)
    number, players = made.content.number, len(made.content.rows)
    note(f"list {number} of {ladder}: {players:,} players, entry {made.content.seq:,} of the log")


def lists(
    ladder: LadderArgument,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """The published lists, the newest first.

    Example: evenhand ladder lists skat-2026
    """
    import polars as pl

    with ladder_of(db, ladder, read_only=True) as (ledger, found):
        from evenhand.ledger.lists import list_heads
        from evenhand.ledger.results import show_time

        rows = [
            {
                "number": head.number,
                "title": head.title,
                "entry": head.seq,
                "published_at": show_time(head.at),
                "hash": head.hash,
            }
            for head in list_heads(ledger, found)
        ]
    schema: dict[str, Any] = {"number": pl.Int64, "title": pl.String, "entry": pl.Int64}
    schema |= dict.fromkeys(("published_at", "hash"), pl.String)
    print_frame(pl.DataFrame(rows, schema), form, "published lists")
