"""Rating systems by name, with their parameters."""

from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, print_frame

if TYPE_CHECKING:
    from evenhand.ratings import RatingSystem

USUAL = "elo"


def complete_system(incomplete: str) -> list[str]:
    """Names of systems, for the shell."""
    from evenhand.ratings import SYSTEMS

    return [name for name in SYSTEMS if name.startswith(incomplete)]


def complete_setting(context: typer.Context, incomplete: str) -> list[str]:
    """Parameters of the system chosen so far, for the shell."""
    from evenhand.ratings import SYSTEMS

    system = SYSTEMS.get(context.params.get("system") or USUAL)
    names = [f"{parameter.name}=" for parameter in parameters(system)] if system else []
    return [name for name in names if name.startswith(incomplete)]


SystemOption = Annotated[
    str | None,
    typer.Option(
        "--system", "-s", help=f"Rating system [{USUAL}].", autocompletion=complete_system
    ),
]
ParamsOption = Annotated[
    Path | None,
    typer.Option("--params", metavar="FILE", help="System and parameters that tune has written."),
]
LuckOption = Annotated[
    bool,
    typer.Option(
        "--luck", help="Take luck out of the results, as much as it weighed in the games before."
    ),
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


def choose_system(
    name: str | None, settings: list[str] | None, params: Path | None = None
) -> "RatingSystem":
    """The system of a name or of a file, with some parameters set, as in ``k=20``."""
    from evenhand.ratings import find_system, make_system, name_of, read_system

    if params is None:
        return make_system(name or USUAL, settings)
    system = read_system(params, settings or [])
    if name is not None and find_system(name) is not type(system):
        raise ValueError(f"{params}: is for {name_of(type(system))}, so leave out --system {name}")
    return system


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
