"""The players of a tenant, on all its ladders: named, merged, parted, erased."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.databases import BY, DEFAULT, DatabaseOption
from evenhand.cli.groups import group
from evenhand.cli.ledgers import TenantOption, existing_ledger
from evenhand.cli.output import Format, FormatOption, note, print_frame, progress

if TYPE_CHECKING:
    from evenhand.ledger.ledger import Ledger
    from evenhand.ledger.roster import Roster

PlayerArgument = Annotated[
    str, typer.Argument(metavar="PLAYER", help="The id of a player, or an alias.")
]


def show(
    match: Annotated[
        str, typer.Option(metavar="TEXT", help="Only whose id, name or club has this in it.")
    ] = "",
    tenant: TenantOption = "main",
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """List the players with their names, clubs and aliases.

    Example: evenhand players list --match anna
    """
    import polars as pl

    with existing_ledger(db, read_only=True) as ledger:
        from evenhand.ledger.tenants import find_tenant

        rows = _rows(ledger.roster(find_tenant(ledger.database, tenant)), match.casefold())
    texts = ("player", "name", "club", "aliases", "merged_into")
    schema = dict.fromkeys(texts, pl.String) | {"guest": pl.Boolean, "erased": pl.Boolean}
    print_frame(pl.DataFrame(rows, schema), form, "players")


def add(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The id of a new player.")],
    name: Annotated[str, typer.Option(help="The name, if it is not the id.")] = "",
    club: Annotated[str, typer.Option(help="The club.")] = "",
    guest: Annotated[bool, typer.Option("--guest", help="Not to be listed.")] = False,
    tenant: TenantOption = "main",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Make a player before any result does.

    Example: evenhand players add anna --name "Anna Acker" --club "Skatfreunde Ahorn"
    """
    with existing_ledger(db) as ledger:
        from evenhand.ledger.people import make_player
        from evenhand.ledger.tenants import find_tenant

        number = find_tenant(ledger.database, tenant)
        make_player(ledger, number, player, name=name, club=club, guest=guest, by=BY)
    note(f"made {player}")


def rename(
    player: PlayerArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="As people know the player.")],
    tenant: TenantOption = "main",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Give a player another name; the id stays.

    Example: evenhand players rename anna "Anna Acker-Birnbaum"
    """

    def work(ledger: "Ledger", owner: int, number: int) -> str:
        from evenhand.ledger.people import change_player

        change_player(ledger, owner, number, name=name, by=BY)
        return f"{player} is {name}"

    _change(db, tenant, player, work)


def club(
    player: PlayerArgument,
    name: Annotated[str, typer.Argument(metavar="CLUB", help="The club; '' for none.")],
    tenant: TenantOption = "main",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Say in which club a player is.

    Example: evenhand players club anna "Skatfreunde Ahorn"
    """

    def work(ledger: "Ledger", owner: int, number: int) -> str:
        from evenhand.ledger.people import change_player

        change_player(ledger, owner, number, club=name, by=BY)
        return f"{player} is in {name}" if name.strip() else f"{player} is in no club"

    _change(db, tenant, player, work)


def guest(
    player: PlayerArgument,
    no_longer: Annotated[bool, typer.Option("--no-longer", help="To be listed again.")] = False,
    tenant: TenantOption = "main",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Let a player be a guest: rated as others, and on no list.

    Example: evenhand players guest anna
    """

    def work(ledger: "Ledger", owner: int, number: int) -> str:
        from evenhand.ledger.people import change_player

        change_player(ledger, owner, number, guest=not no_longer, by=BY)
        return f"{player} is {'no longer ' if no_longer else ''}a guest"

    _change(db, tenant, player, work)


def alias(
    player: PlayerArgument,
    other: Annotated[str, typer.Argument(metavar="ALIAS", help="As results may name the player.")],
    remove: Annotated[bool, typer.Option("--remove", help="No longer so.")] = False,
    tenant: TenantOption = "main",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Let a player be known by another id too, which nobody has yet.

    Example: evenhand players alias anna "A. Acker"
    """

    def work(ledger: "Ledger", owner: int, number: int) -> str:
        from evenhand.ledger import people

        change = people.remove_alias if remove else people.add_alias
        change(ledger, owner, number, other, by=BY)
        return f"{player} is {'no longer' if remove else 'also'} known as {other}"

    _change(db, tenant, player, work)


def merge(
    player: PlayerArgument,
    into: Annotated[str, typer.Argument(metavar="INTO", help="Whose games they are.")],
    tenant: TenantOption = "main",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Let the games of a player count for another, on all ladders and from the first game on.

    Example: evenhand players merge "Ana Acker" anna
    """

    def work(ledger: "Ledger", owner: int, number: int) -> str:
        from evenhand.ledger import people

        other = people.number_of(ledger, owner, into)
        people.merge(ledger, owner, number, other, by=BY)
        return f"the games of {player} are those of {into}; players unmerge parts them again"

    _change(db, tenant, player, work)


def unmerge(
    player: PlayerArgument, tenant: TenantOption = "main", db: DatabaseOption = DEFAULT
) -> None:
    """Let the games of a merged player be the player's own again.

    Example: evenhand players unmerge "Ana Acker"
    """

    def work(ledger: "Ledger", owner: int, number: int) -> str:
        from evenhand.ledger import people

        people.unmerge(ledger, owner, number, by=BY)
        return f"the games of {player} are the player's own again"

    _change(db, tenant, player, work)


def erase(
    player: PlayerArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    tenant: TenantOption = "main",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Put a pseudonym in the place of id, name, club and aliases; all ratings stay.

    It cannot be undone.  Backups that were made before still have the name.

    Example: evenhand players erase anna
    """
    if not yes:
        typer.confirm(f"Erase {player} for ever?", abort=True)

    def work(ledger: "Ledger", owner: int, number: int) -> str:
        from evenhand.ledger import people

        return f"{player} is {people.erase(ledger, owner, number, by=BY)} now"

    _change(db, tenant, player, work)


def _change(db: str, tenant: str, player: str, work: "Callable[[Ledger, int, int], str]") -> None:
    """Do something to a player, which all ladders of the tenant hear of."""
    with existing_ledger(db) as ledger:
        from evenhand.ledger.people import number_of
        from evenhand.ledger.tenants import find_tenant

        owner = find_tenant(ledger.database, tenant)
        number = number_of(ledger, owner, player)
        with progress("reading ladders"):
            told = work(ledger, owner, number)
    note(told)


def _rows(roster: "Roster", match: str) -> list[dict[str, object]]:
    aliases: dict[int, list[str]] = {}
    for text, number in roster.aliases.items():
        aliases.setdefault(number, []).append(text)
    return [
        {
            "player": player,
            "name": roster.names[number],
            "club": roster.club(number),
            "aliases": ", ".join(sorted(aliases.get(number, []))),
            "merged_into": roster.ids[roster.merged[number]] if number in roster.merged else None,
            "guest": roster.is_guest(number),
            "erased": number in roster.erased,
        }
        for number, player in enumerate(roster.ids)
        if match in f"{player}\n{roster.names[number]}\n{roster.club(number)}".casefold()
    ]


app = group("Players: names, clubs, aliases, who is who.")
app.command("list")(show)
for command in (add, rename, club, guest, alias, merge, unmerge, erase):
    app.command()(command)
