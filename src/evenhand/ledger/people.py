"""Players made, renamed, known by other names, merged, parted and erased.

Whatever changes is told to the logs of all ladders of the tenant, so that readers hear of it.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sqlalchemy import Connection, Executable, delete, insert

from evenhand.ledger import audit
from evenhand.ledger.database import LedgerError, now
from evenhand.ledger.entries import Block, Body, Merged, Renamed, Unmerged
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import ConflictError, Ledger, NotThereError
from evenhand.ledger.names import clean_name
from evenhand.ledger.roster import Roster
from evenhand.ledger.schema import aliases, answers
from evenhand.ledger.writing import blocks_of


def number_of(ledger: Ledger, tenant: int, player: str) -> int:
    """The number of a player by id or alias."""
    number = ledger.roster(tenant).find(player)
    if number is None:
        raise NotThereError(f"there is no player {player[:100]!r}")
    return number


def make_player(
    ledger: Ledger, tenant: int, player: str, *, name: str = "", club: str = "",
    guest: bool = False, by: str = "",
) -> int:  # fmt: skip
    """Make a player before any result does; the number."""
    player, name, club = _clean(player), _clean(name or player), _clean_club(club)
    roster = ledger.roster(tenant)
    with ledger.changing(roster) as connection:
        roster.lock(connection)
        roster.load_aliases(connection)
        _check_free(roster, player)
        number = len(roster)
        roster.enter(connection, [player])
        roster.write(connection, number, name=name, club=club, guest=guest)
        audit.note(connection, tenant=tenant, by=by, action="player made", player=number)
    return number


@dataclass(frozen=True, slots=True)
class Told:
    """What the logs are told of a player, and what is written besides."""

    body: Merged | Unmerged | Renamed
    columns: dict[str, object] = field(default_factory=dict)
    statements: Sequence[Executable] = ()
    detail: dict[str, Any] = field(default_factory=dict)


def change_player(
    ledger: Ledger, tenant: int, number: int, *, name: str | None = None, club: str | None = None,
    guest: bool | None = None, by: str = "",
) -> None:  # fmt: skip
    """Change what is known of a player."""
    columns: dict[str, object] = {}
    if name is not None:
        columns["name"] = _clean(name)
    if club is not None:
        columns["club"] = _clean_club(club)
    if guest is not None:
        columns["guest"] = guest

    def change(roster: Roster) -> Told | None:
        _check_alive(roster, number)
        return Told(Renamed(number), columns) if columns else None

    _tell(ledger, tenant, [number], by, "player changed", change)


def add_alias(ledger: Ledger, tenant: int, number: int, alias: str, *, by: str = "") -> None:
    """Let a player be known by another id too."""
    alias = _clean(alias)

    def change(roster: Roster) -> Told | None:
        _check_alive(roster, number)
        if roster.aliases.get(alias) == number:
            return None
        _check_free(roster, alias)
        row = {"tenant": tenant, "alias": alias, "number": number}
        return Told(Renamed(number), statements=[insert(aliases).values(row)])

    _tell(ledger, tenant, [number], by, "alias added", change)


def remove_alias(ledger: Ledger, tenant: int, number: int, alias: str, *, by: str = "") -> None:
    """Let a player no longer be known by another id."""

    def change(roster: Roster) -> Told:
        if roster.aliases.get(alias) != number:
            raise NotThereError(f"the player has no alias {alias[:100]!r}")
        own = (aliases.c.tenant == tenant) & (aliases.c.alias == alias)
        return Told(Renamed(number), statements=[delete(aliases).where(own)])

    _tell(ledger, tenant, [number], by, "alias removed", change)


def merge(ledger: Ledger, tenant: int, player: int, into: int, *, by: str = "") -> None:
    """Let the games of one player count for another, on all ladders."""

    def change(roster: Roster) -> Told:
        _check_alive(roster, player)
        _check_alive(roster, into)
        final = roster.final(into)
        if player in roster.merged:
            raise ConflictError(f"{roster.ids[player]} is merged already")
        if player == final:
            raise ConflictError("a player cannot be merged into himself")
        for name in ledger.ladder_ids(tenant):
            _check_never_met(ledger.ladder(name), player, final)
        return Told(Merged(player, final), {"merged_into": final}, detail={"into": final})

    _tell(ledger, tenant, [player, into], by, "players merged", change)


def unmerge(ledger: Ledger, tenant: int, player: int, *, by: str = "") -> None:
    """Let a player's games be the player's own again."""

    def change(roster: Roster) -> Told:
        if player not in roster.merged:
            raise ConflictError(f"{roster.ids[player]} is not merged")
        return Told(Unmerged(player), {"merged_into": None})

    _tell(ledger, tenant, [player], by, "players parted", change)


def erase(ledger: Ledger, tenant: int, number: int, *, by: str = "") -> str:
    """Put a pseudonym in the place of id, name, club and aliases; ratings stay what they are."""
    pseudonym = f"erased-{secrets.token_hex(6)}"

    def change(roster: Roster) -> Told:
        _check_alive(roster, number)
        columns: dict[str, object] = {
            "id": pseudonym, "name": pseudonym, "club": "", "erased_at": now()
        }  # fmt: skip
        own = (aliases.c.tenant == tenant) & (aliases.c.number == number)
        remembered = delete(answers).where(answers.c.tenant == tenant)
        return Told(Renamed(number), columns, [delete(aliases).where(own), remembered])

    _tell(ledger, tenant, [number], by, "player erased", change)
    return pseudonym


def _tell(
    ledger: Ledger,
    tenant: int,
    players: Sequence[int],
    by: str,
    action: str,
    change: Callable[[Roster], Told | None],
) -> None:
    """Change the first of some players in the database and tell all ladders, in one transaction.

    What is to change is asked for when nobody else can change anything.
    """
    roster, targets = ledger.roster(tenant), ledger.ladder_ids(tenant)
    told: list[Told] = []

    def first(connection: Connection) -> None:
        roster.lock(connection)
        roster.load(connection, players)
        if ledger.ladder_ids(tenant) != targets:
            raise ConflictError("a ladder was made at the same moment: try again")
        asked = change(roster)
        if asked is None:
            return
        told.append(asked)
        for statement in asked.statements:
            connection.execute(statement)
        roster.write(connection, players[0], **asked.columns)
        audit.note(
            connection, tenant=tenant, by=by, action=action, player=players[0], **asked.detail
        )

    def make(connection: Connection, ladder: Ladder) -> list[Block]:
        bodies: list[tuple[int, Body, str]] = [(1, one.body, by) for one in told]
        return blocks_of(ladder, bodies, now())

    try:
        ledger.write([ledger.ladder(name) for name in targets], make, first=first)
    except BaseException:
        with ledger.database.reading() as connection:
            roster.load(connection, players)
        raise


def _check_never_met(ladder: Ladder, player: int, into: int) -> None:
    """Who sat at one table cannot be one person."""
    standing = ladder.standing
    one, other = ladder.local(player), ladder.local(into)
    if one is None or other is None:
        return
    seats = standing.stands_for[standing.games["seats"]]
    taken = standing.games["seats"] >= 0
    first, second = standing.stands_for[one], standing.stands_for[other]
    met = ((seats == first) & taken).any(axis=1) & ((seats == second) & taken).any(axis=1)
    if met.any():
        count = int(np.count_nonzero(met))
        raise ConflictError(
            f"they sat at one table in {count} result{'s' * (count > 1)} of {ladder.id}, "
            "so they are not one person"
        )


def _check_alive(roster: Roster, number: int) -> None:
    if number in roster.erased:
        raise ConflictError("the player was erased")


def _check_free(roster: Roster, player: str) -> None:
    if roster.find(player) is not None:
        raise ConflictError(f"there is a player {player} already")


def _clean(text: str) -> str:
    try:
        return clean_name(text)
    except ValueError as problem:
        raise LedgerError(str(problem)) from None


def _clean_club(text: str) -> str:
    return _clean(text) if text.strip() else ""
