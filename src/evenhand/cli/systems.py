"""Rating systems by name, with their parameters."""

from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, print_frame
from evenhand.settings import nearest, read_settings

if TYPE_CHECKING:
    from evenhand.ratings import RatingSystem

ALIASES = {"start": "initial"}


def complete_system(incomplete: str) -> list[str]:
    """Names of systems, for the shell."""
    from evenhand.ratings import SYSTEMS

    return [name for name in SYSTEMS if name.startswith(incomplete)]


def complete_setting(context: typer.Context, incomplete: str) -> list[str]:
    """Parameters of the system chosen so far, for the shell."""
    from evenhand.ratings import SYSTEMS

    system = SYSTEMS.get(context.params.get("system") or "elo")
    names = [f"{parameter.name}=" for parameter in parameters(system)] if system else []
    return [name for name in names if name.startswith(incomplete)]


SystemOption = Annotated[
    str,
    typer.Option("--system", "-s", help="Rating system.", autocompletion=complete_system),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A parameter of the system, as in --set k=20; may be given again.",
        autocompletion=complete_setting,
    ),
]


def parameters(system: "type[RatingSystem]") -> "tuple[Field[Any], ...]":
    """The fields of a system."""
    return fields(system)  # type: ignore[arg-type]


def make_system(name: str, settings: list[str] | None) -> "RatingSystem":
    """The system of a name with some parameters set, as in ``k=20``."""
    from evenhand.ratings import SYSTEMS

    if name not in SYSTEMS:
        raise ValueError(f"no system {name!r}; {nearest(name, SYSTEMS)}")
    named = [_without_alias(setting) for setting in settings or []]
    return SYSTEMS[name](**read_settings(SYSTEMS[name], name, named, readers={"k": _read_k}))


def _without_alias(setting: str) -> str:
    key, equals, text = setting.partition("=")
    return ALIASES.get(key.strip(), key) + equals + text


def _read_k(text: str) -> object:
    """A constant or a schedule."""
    from evenhand.ratings import Schedule

    schedule = Schedule.parse(text)
    return schedule.k_a if schedule.is_constant else schedule


def systems(form: FormatOption = Format.TABLE) -> None:
    """List the rating systems with their parameters and defaults.

    Example: evenhand systems --format json
    """
    import polars as pl

    from evenhand.ratings import SYSTEMS

    rows = []
    for name, system in SYSTEMS.items():
        what = (system.__doc__ or "").partition("\n")[0]
        defaults = {p.name: p.default for p in parameters(system) if p.default is not MISSING}
        text = " ".join(f"{key}={_short(value)}" for key, value in defaults.items())
        rows.append({"system": name, "what": what, "parameters": text})
    print_frame(pl.DataFrame(rows), form)


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
