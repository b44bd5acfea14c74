"""Groups of commands, such as ``evenhand skat``."""

from collections.abc import Callable
from typing import Any

import typer


def group(what: str, *commands: Callable[..., Any]) -> typer.Typer:
    """A group of commands; its name alone prints the help."""
    app = typer.Typer(help=what)

    @app.callback(invoke_without_command=True)
    def help_alone(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    for command in commands:
        app.command()(command)
    return app
