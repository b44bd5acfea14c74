"""API keys: who may read, write, correct and administer over HTTP."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.databases import BY, DEFAULT, DatabaseOption, existing, opened
from evenhand.cli.groups import group
from evenhand.cli.output import Format, FormatOption, note, print_frame

if TYPE_CHECKING:
    from evenhand.ledger.keys import Key

TENANT_HELP = "Whose key it is: lower-case letters, digits, hyphens; made if there is none."


def create(
    name: Annotated[str, typer.Option(help="What the key is for, as in 'club tablet'.")],
    scopes: Annotated[
        list[str],
        typer.Option(
            "--scope",
            metavar="SCOPE",
            help="read, results:write, results:correct or admin; each includes those before it.",
        ),
    ],
    tenant: Annotated[str, typer.Option(metavar="ID", help=TENANT_HELP)] = "main",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Make a key and print it, this once: only its digest is kept.

    Example: evenhand keys create --name "club tablet" --scope results:write --db club.db
    """
    from evenhand.ledger.keys import create_key, included, shown_id

    with opened(db) as database:
        text = create_key(database, name=name, scopes=scopes, tenant=tenant, by=BY)
    print(text)
    may = ", ".join(sorted(included(scopes)))
    note(f"key {shown_id(text)} of tenant {tenant} may: {may}; keep it, it is not shown again")


def show(
    tenant: Annotated[
        str | None, typer.Option(metavar="ID", help="Only the keys of this tenant.")
    ] = None,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """List the keys, without their secrets.

    Example: evenhand keys list --db club.db
    """
    import polars as pl

    from evenhand.ledger.keys import list_keys
    from evenhand.ledger.migrations import check_current

    with existing(db) as database:
        check_current(database)
        rows = [_row(key) for key in list_keys(database, tenant)]
    columns = ("id", "tenant", "name", "scopes", "created", "revoked")
    print_frame(pl.DataFrame(rows, dict.fromkeys(columns, pl.String)), form, "keys")


def revoke(
    key: Annotated[str, typer.Argument(metavar="ID", help="The id of the key, from keys list.")],
    db: DatabaseOption = DEFAULT,
) -> None:
    """Make a key worthless; a service that runs notices within a second.

    Example: evenhand keys revoke 0123456789ab --db club.db
    """
    from evenhand.ledger import keys, migrations

    with existing(db) as database:
        migrations.upgrade(database)
        keys.revoke(database, key, by=BY)
    note(f"key {key} is revoked")


def _row(key: "Key") -> dict[str, str | None]:
    return {
        "id": key.id,
        "tenant": key.tenant_id,
        "name": key.name,
        "scopes": " ".join(key.scopes),
        "created": _time(key.created_at),
        "revoked": None if key.revoked_at is None else _time(key.revoked_at),
    }


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at // 1_000_000, UTC):%Y-%m-%d %H:%M:%S}"


app = group("API keys: who may do what over HTTP.", create)
app.command("list")(show)
app.command()(revoke)
