"""Results corrected and voided, uploads undone."""

from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.databases import BY, DEFAULT, DatabaseOption
from evenhand.cli.ledgers import DryRunOption, LadderArgument, ladder_of, print_effect
from evenhand.cli.output import Format, FormatOption, note, print_frame

if TYPE_CHECKING:
    from evenhand.ledger.results import NewResult

ResultArgument = Annotated[str, typer.Argument(metavar="RESULT", help="The id of a result.")]
PairsOption = Annotated[list[str] | None, typer.Option(metavar="PLAYER=NUMBER")]


def correct(
    ladder: LadderArgument,
    result: ResultArgument,
    scores: Annotated[
        list[str], typer.Argument(metavar="PLAYER=SCORE...", help="Who played, with what score.")
    ],
    luck: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER=LUCK", help="The luck of a player.")
    ] = None,
    team: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER=TEAM", help="The team of a player.")
    ] = None,
    played_at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it was played, if not as it was said.")
    ] = None,
    dry_run: DryRunOption = False,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """Let a result be another; all games after it are rated again.

    Example: evenhand ladder correct skat-2026 evening-7 Anna=1250 Ben=870 Cem=640 --dry-run
    """
    with ladder_of(db, ladder, read_only=dry_run) as (ledger, found):
        from evenhand.ledger import corrections

        right = _result(result, scores, luck or [], team or [], played_at)
        _, effect = corrections.correct(ledger, found, right, by=BY, dry_run=dry_run)
    print_effect(effect, form, dry_run=dry_run)


def void(
    ladder: LadderArgument,
    result: ResultArgument,
    dry_run: DryRunOption = False,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """Let a result count no longer; it stays in the log.

    Example: evenhand ladder void skat-2026 evening-7 --dry-run
    """
    with ladder_of(db, ladder, read_only=dry_run) as (ledger, found):
        from evenhand.ledger import corrections

        _, effect = corrections.void(ledger, found, result, by=BY, dry_run=dry_run)
    print_effect(effect, form, dry_run=dry_run)


def uploads(
    ladder: LadderArgument,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """The files that were imported or uploaded, the latest first.

    Example: evenhand ladder uploads skat-2026
    """
    import polars as pl

    with ladder_of(db, ladder, read_only=True) as (ledger, found):
        from evenhand.ledger.heads import upload_heads
        from evenhand.ledger.results import show_time

        rows = [
            {
                "id": head.id,
                "kind": head.kind,
                "results": head.last - head.first + 1,
                "at": show_time(head.at),
                "by": head.by,
                "undone": head.undone,
            }
            for head in upload_heads(ledger.database, found)
        ]
    texts = dict.fromkeys(("id", "kind", "at", "by"), pl.String)
    schema = texts | {"results": pl.Int64, "undone": pl.Boolean}
    columns = ["id", "kind", "results", "at", "by", "undone"]
    print_frame(pl.DataFrame(rows, schema).select(columns), form, "uploads")


def undo(
    ladder: LadderArgument,
    upload: Annotated[
        str, typer.Argument(metavar="UPLOAD", help="Its id, from import or ladder uploads.")
    ],
    dry_run: DryRunOption = False,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """Let no result of a file count; one that was imported in lots goes lot by lot.

    Example: evenhand ladder undo skat-2026 0f343b0931126a20-1
    """
    with ladder_of(db, ladder, read_only=dry_run) as (ledger, found):
        from evenhand.ledger.corrections import undo_upload
        from evenhand.ledger.importing.upload_ids import parts_of

        parts = parts_of(ledger, found, upload) or [upload]
        if dry_run and len(parts) > 1:
            raise ValueError(
                f"{upload} is in {len(parts)} lots: dry runs are for one, as {parts[0]}"
            )
        for part in parts:
            effect = undo_upload(ledger, found, part, by=BY, dry_run=dry_run)
            if len(parts) > 1:
                note(f"undone: {part}")
    if len(parts) == 1:
        print_effect(effect, form, dry_run=dry_run)


def _result(
    name: str, scores: list[str], luck: list[str], teams: list[str], played_at: str | None
) -> "NewResult":
    import msgspec

    from evenhand.ledger.results import NewResult

    numbers, lucky = _pairs(scores), _pairs(luck)
    team = {player: int(number) for player, number in _pairs(teams).items()}
    strangers = {*lucky, *team} - numbers.keys()
    if strangers:
        raise ValueError(f"{min(strangers)} has no score")
    seats = [
        {"player": player, "score": score, "luck": lucky.get(player), "team": team.get(player)}
        for player, score in numbers.items()
    ]
    try:
        return msgspec.convert({"id": name, "players": seats, "played_at": played_at}, NewResult)
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None


def _pairs(typed: list[str]) -> dict[str, float]:
    """Players with numbers, typed as Anna=12."""
    found: dict[str, float] = {}
    for text in typed:
        player, equals, number = text.rpartition("=")
        if not equals or not player.strip():
            raise ValueError(f"write PLAYER=NUMBER, not {text!r}")
        if player in found:
            raise ValueError(f"{player} is there twice")
        try:
            found[player] = float(number)
        except ValueError:
            raise ValueError(f"{player}: not a number: {number!r}") from None
    return found
