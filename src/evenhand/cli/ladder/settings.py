"""Ladders made and changed: what is played, how it is rated, who is on the list."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.databases import BY, DEFAULT, DatabaseOption
from evenhand.cli.ledgers import (
    DryRunOption,
    LadderArgument,
    ladder_of,
    opened_ledger,
    print_effect,
    tell_effect,
)
from evenhand.cli.output import Format, FormatOption, note
from evenhand.cli.systems import ParamsOption, SetOption, SystemOption, choose_system

if TYPE_CHECKING:
    from evenhand.ledger.settings import Rules, Settings

RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        help="A rule of the list: min_games, provisional_games, inactive_days, max_players, or "
        "titles=NM:850:20,IM:900:40 (name, rating and games that it takes, the highest last).",
    ),
]
GameOption = Annotated[str | None, typer.Option(metavar="TEXT", help="What is played, as skat.")]


def create(
    ladder: Annotated[
        str,
        typer.Argument(metavar="LADDER", help="Its id: small letters, digits, hyphens."),
    ],
    name: Annotated[str, typer.Option(help="Its name for people.")],
    game: GameOption = None,
    system: SystemOption = None,
    settings: SetOption = None,
    params: ParamsOption = None,
    rules: RuleOption = None,
    private: Annotated[
        bool, typer.Option("--private", help="Only for those who have a key.")
    ] = False,
    tenant: Annotated[
        str,
        typer.Option(
            metavar="ID", help="Whose ladder it is; but for main its id begins with ID and a dot."
        ),
    ] = "main",
    db: DatabaseOption = DEFAULT,
) -> None:
    """Make a ladder; the ledger too, if there is none.

    Example: evenhand ladder create skat-2026 --name "Skat 2026" --system score-share-elo
    """
    with opened_ledger(db) as ledger:
        from evenhand.ledger.settings import Rules, Settings
        from evenhand.ledger.tenants import make_tenant

        chosen = choose_system(system, settings, params)
        made = Settings(
            name=_clean(name),
            game=_clean(game) if game else "",
            rules=_rules(Rules(), rules),
            **_system(chosen, settings, params),
        )
        _check(made)
        number = make_tenant(ledger.database, tenant, by=BY)
        ledger.make_ladder(number, ladder, made, public=not private, by=BY)
    note(f"made {ladder}; next: evenhand import FILE --ladder {ladder}, or evenhand serve")


def change(
    ladder: LadderArgument,
    name: Annotated[str | None, typer.Option(help="Its name for people.")] = None,
    game: GameOption = None,
    system: SystemOption = None,
    settings: SetOption = None,
    params: ParamsOption = None,
    rules: RuleOption = None,
    public: Annotated[
        bool | None,
        typer.Option("--public/--private", help="For everybody, or for those who have a key."),
    ] = None,
    dry_run: DryRunOption = False,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
) -> None:
    """Change a ladder; by another system or other parameters all its games are rated anew.

    With --system or --params the parameters begin anew; with --set alone the others stay.

    Example: evenhand ladder set skat-2026 --set k=0.03 --dry-run
    """
    with ladder_of(db, ladder, read_only=dry_run) as (ledger, found):
        from msgspec.structs import replace

        from evenhand.ledger.corrections import change_settings

        old = found.settings
        made = replace(
            old,
            name=old.name if name is None else _clean(name),
            game=old.game if game is None else _clean(game) if game else "",
            rules=_rules(old.rules, rules),
            **_changed(old, system, settings, params),
        )
        _check(made)
        effect = change_settings(ledger, found, made, by=BY, dry_run=dry_run)
        if public is not None and public is not found.public and not dry_run:
            ledger.show(found, public, by=BY)
    if (made.system, made.params) != (old.system, old.params) or dry_run:
        print_effect(effect, form, dry_run=dry_run)
    else:
        tell_effect(effect, dry_run=dry_run)


def _system(chosen: Any, settings: list[str] | None, params: Path | None) -> dict[str, Any]:
    """The name of a system, and those of its parameters that somebody has chosen."""
    from evenhand.ratings import expand_alias, name_of, parameters

    values = parameters(chosen)
    if params is None:
        names = {expand_alias(text.partition("=")[0]) for text in settings or []}
        values = {name: value for name, value in values.items() if name in names}
    return {"system": name_of(type(chosen)), "params": values}


def _changed(
    old: "Settings", system: str | None, settings: list[str] | None, params: Path | None
) -> dict[str, Any]:
    """What becomes of system and parameters."""
    if system is not None or params is not None:
        return _system(choose_system(system, settings, params), settings, params)
    if not settings:
        return {}
    new = _system(choose_system(old.system, settings), settings, None)
    return {"params": old.params | new["params"]}


def _rules(old: "Rules", typed: list[str] | None) -> "Rules":
    """The rules with some typed as in min_games=5."""
    import msgspec

    from evenhand.params import suggest

    values: dict[str, Any] = msgspec.structs.asdict(old)
    for text in typed or []:
        key, equals, value = (part.strip() for part in text.partition("="))
        rule = key.replace("-", "_")
        if not equals:
            raise ValueError(f"--rule wants NAME=VALUE, not {text!r}")
        if rule not in values:
            raise ValueError(f"there is no rule {key!r}; {suggest(rule, values)}")
        values[rule] = _titles(value) if rule == "titles" else _whole(rule, value)
    try:
        return msgspec.convert(values, type(old))
    except msgspec.ValidationError as problem:
        raise ValueError(f"--rule: {problem}") from None


def _whole(rule: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise ValueError(f"{rule} must be a whole number, not {value!r}") from None


def _titles(typed: str) -> list[dict[str, Any]]:
    """Titles typed as NM:850:20,IM:900:40; nothing for none."""
    titles = []
    for text in filter(None, typed.split(",")):
        try:
            name, rating, games = (*text.split(":"), "0")[:3]
            titles.append({"name": name.strip(), "rating": float(rating), "games": int(games)})
        except ValueError:
            raise ValueError(f"a title is NAME:RATING:GAMES, as GM:950:60, not {text!r}") from None
    return titles


def _clean(name: str) -> str:
    from evenhand.ledger.names import clean_name

    return clean_name(name)


def _check(made: "Settings") -> None:
    """Refuse settings that are not allowed, as a name that is too long."""
    import msgspec

    try:
        msgspec.convert(msgspec.to_builtins(made), type(made))
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None
