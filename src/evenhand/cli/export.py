"""What a ladder has, as files."""

from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Literal

import typer

from evenhand.cli.databases import DEFAULT, DatabaseOption
from evenhand.cli.ledgers import LadderOption, ladder_of
from evenhand.cli.output import note, progress
from evenhand.files import check_writable

if TYPE_CHECKING:
    from evenhand.ledger.ladder import Ladder
    from evenhand.ledger.ledger import Ledger

What = Literal["games", "board", "list", "log"]
KINDS: dict[What, tuple[str, ...]] = {
    "games": (".csv", ".parquet", ".xlsx"),
    "board": (".csv", ".xlsx"),
    "list": (".csv", ".xlsx"),
    "log": (".ndjson", ".jsonl"),
}


def export(
    ladder: LadderOption,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where it goes; the ending says how.")],
    what: Annotated[
        What,
        typer.Option(
            help="games: for rate and import; board: the live list; list: a published one; "
            "log: every entry as a line of JSON."
        ),
    ] = "games",
    number: Annotated[
        int | None, typer.Option("--number", min=1, help="Which published list [the newest].")
    ] = None,
    db: DatabaseOption = DEFAULT,
) -> None:
    """Write the games, the list or the log of a ladder into a file.

    The games are those that count, in playing order, merged players as one; evenhand rate with the
    ladder's system and parameters gives the ladder's ratings to the last bit.  Lists are for
    spreadsheets: text that begins like a formula gets an apostrophe in front.

    Example: evenhand export --ladder skat-2026 --out games.parquet
    """
    check_writable(out, *KINDS[what])
    if number is not None and what != "list":
        raise ValueError("--number is for --what list")
    with ladder_of(db, ladder, read_only=True) as (ledger, found):
        if what == "games":
            _write_games(ledger, found, out)
        elif what == "log":
            _write_log(ledger, found, out)
        elif what == "board":
            _write_board(found, out)
        else:
            _write_list(ledger, found, out, number)


def _write_games(ledger: "Ledger", ladder: "Ladder", out: Path) -> None:
    from evenhand.ledger.exporting import games_table
    from evenhand.tables import write_games

    if not ladder.standing.games.count:
        raise ValueError(f"{ladder.id}: there are no games yet")
    with progress("writing"):
        table = games_table(ledger, ladder)
        write_games(table, out)
    note(f"wrote {out}: {len(table):,} games of {len(table.names):,} players")


def _write_log(ledger: "Ledger", ladder: "Ladder", out: Path) -> None:
    import msgspec

    from evenhand.files import write_file
    from evenhand.ledger.exporting import log_lines

    encode = msgspec.json.Encoder().encode
    with progress("writing", ladder.seq, "entries") as show:

        def write(file: IO[bytes]) -> None:
            for line in log_lines(ledger, ladder):
                file.write(encode(line) + b"\n")
                if line["seq"] % 1000 == 0:
                    show(line["seq"])

        write_file(out, write)
    note(f"wrote {out}: {ladder.seq:,} entries")


def _write_board(ladder: "Ladder", out: Path) -> None:
    from evenhand.cli.ladder.seen import board_frame
    from evenhand.ledger.board import Board

    with progress("writing"):
        frame = board_frame(Board(ladder).page(max(len(ladder.standing.ranking), 1)))
        _write_sheet(out, frame.columns, frame.rows())
    note(f"wrote {out}: {len(frame):,} players")


def _write_list(ledger: "Ledger", ladder: "Ladder", out: Path, number: int | None) -> None:
    from evenhand.ledger.lists import list_heads, read_list

    if number is None:
        heads = list_heads(ledger, ladder)
        if not heads:
            raise ValueError(f"{ladder.id}: no list is published yet")
        number = heads[0].number
    found, roster = read_list(ledger, ladder, number), ladder.roster
    rows = [
        (row.rank, roster.ids[row.player], roster.names[row.player], row.rating, row.games)
        for row in found.content.rows
    ]
    _write_sheet(out, ("rank", "player", "name", "rating", "games"), rows)
    note(f"wrote {out}: list {number}, {found.content.title}, {len(rows):,} players")
    note(f"hash {found.hash}")


def _write_sheet(out: Path, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write a table for people to open in a spreadsheet program."""
    from evenhand.files import write_file
    from evenhand.sheets import encode_sheet

    content = encode_sheet(
        columns, rows, "xlsx" if out.suffix.lower() == ".xlsx" else "csv", bom=True
    )
    write_file(out, lambda file: file.write(content))
