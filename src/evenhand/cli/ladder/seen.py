"""Ladders as they are: which there are, how far each is, its list."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.databases import DEFAULT, DatabaseOption
from evenhand.cli.ledgers import SHORT, LadderArgument, existing_ledger, ladder_of
from evenhand.cli.output import Format, FormatOption, note, print_frame, print_json

if TYPE_CHECKING:
    from evenhand.ledger.board import Page
    from evenhand.ledger.ladder import Ladder

COLUMNS = (
    "rank", "player", "name", "club", "rating", "deviation", "games", "provisional", "active",
    "last_played",
)  # fmt: skip


def show_all(
    tenant: Annotated[
        str | None, typer.Option(metavar="ID", help="Only the ladders of this tenant.")
    ] = None,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """List the ladders; entries are results, corrections and whatever else is in the log.

    Example: evenhand ladder list --db club.db
    """
    import polars as pl

    with existing_ledger(db, read_only=True) as ledger:
        from evenhand.ledger.heads import ladder_heads

        rows = [
            {
                "id": head.id,
                "tenant": head.tenant,
                "name": head.settings.name,
                "game": head.settings.game,
                "system": head.settings.system,
                "public": head.public,
                "entries": head.seq,
            }
            for head in ladder_heads(ledger.database, tenant)
        ]
    texts = dict.fromkeys(("id", "tenant", "name", "game", "system"), pl.String)
    schema = texts | {"public": pl.Boolean, "entries": pl.Int64}
    print_frame(pl.DataFrame(rows, schema), form, "ladders")


def show(
    ladder: LadderArgument, db: DatabaseOption = DEFAULT, form: FormatOption = Format.TABLE
) -> None:
    """A ladder: its settings, how far it is, and the hash of its ratings.

    Example: evenhand ladder show skat-2026
    """
    import polars as pl

    with ladder_of(db, ladder, read_only=True) as (_, found):
        told = _told(found)
    if form is Format.JSON:
        print_json(told)
        return
    rows = [{"what": name, "value": _text(value)} for name, value in told.items()]
    print_frame(pl.DataFrame(rows), form)


def board(
    ladder: LadderArgument,
    top: Annotated[
        int | None, typer.Option(min=1, help="Print so many players [table: 20, else all].")
    ] = None,
    club: Annotated[str | None, typer.Option(help="Only players of this club.")] = None,
    min_games: Annotated[
        int | None, typer.Option(min=1, help="Leave out who played fewer games.")
    ] = None,
    active: Annotated[
        bool | None, typer.Option("--active/--inactive", help="Only who has played lately or not.")
    ] = None,
    provisional: Annotated[
        bool | None,
        typer.Option("--provisional/--settled", help="Only who has few games, or enough."),
    ] = None,
    around: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="The part around a player.")
    ] = None,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """The live list of a ladder; ranks count among those who are asked for.

    Example: evenhand ladder board skat-2026 --top 50 --club "Skatfreunde Ahorn"
    """
    with ladder_of(db, ladder, read_only=True) as (_, found):
        from evenhand.ledger.board import Board, Filters

        filters = Filters(club, min_games, active, provisional)
        everybody = max(len(found.standing.ranking), 1)
        limit = top or (SHORT if form is Format.TABLE else everybody)
        if around is None:
            page = Board(found).page(limit, filters=filters)
        else:
            page = _around(found, around, limit, filters)
        print_frame(board_frame(page), form, f"{found.settings.name}, {page.total:,} players")
    if form is Format.TABLE and len(page.rows) < page.total:
        note(f"{page.total - len(page.rows):,} more; --top N shows more, evenhand export all")


def board_frame(page: "Page") -> Any:
    """The lines of a list as a frame; deviations only if there are any."""
    import polars as pl

    rows = [{name: getattr(row, name) for name in COLUMNS} for row in page.rows]
    kinds: dict[str, Any] = dict.fromkeys(COLUMNS, pl.String)
    kinds |= dict.fromkeys(("rank", "games"), pl.Int64)
    kinds |= dict.fromkeys(("rating", "deviation"), pl.Float64)
    kinds |= dict.fromkeys(("provisional", "active"), pl.Boolean)
    frame = pl.DataFrame(rows, kinds, orient="row")
    return frame.drop("deviation") if frame["deviation"].null_count() == len(frame) else frame


def _around(ladder: "Ladder", player: str, limit: int, filters: Any) -> "Page":
    from evenhand.ledger.board import Board
    from evenhand.ledger.ledger import NotThereError

    number = ladder.roster.find(player)
    local = None if number is None else ladder.local(ladder.roster.final(number))
    page = None if local is None else Board(ladder).around(local, limit, filters)
    if page is None:
        raise NotThereError(f"{player!r} is not on this list")
    return page


def _told(ladder: "Ladder") -> dict[str, Any]:
    import msgspec

    from evenhand.ledger.hashing import state_hash
    from evenhand.ledger.results import show_time

    settings, (seq, digest) = ladder.settings, state_hash(ladder)
    return {
        "id": ladder.id,
        "name": settings.name,
        "game": settings.game,
        "system": settings.system,
        "params": settings.params,
        "rules": msgspec.to_builtins(settings.rules),
        "public": ladder.public,
        "created_at": show_time(ladder.created_at),
        "entries": seq,
        "games": ladder.standing.games.count,
        "players": int((ladder.standing.played > 0).sum()),
        "listed": len(ladder.standing.ranking),
        "hash": digest,
    }


def _text(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={_text(one)}" for name, one in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)
