"""The Skat tools: one file a command."""

import typer

from evenhand.cli.skat.score import score
from evenhand.cli.skat.solve import solve
from evenhand.cli.skat.value import value

app = typer.Typer(help="The game of Skat: score lists, game values, the open-card solver.")
for command in (score, value, solve):
    app.command()(command)


@app.callback(invoke_without_command=True)
def _help_alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
