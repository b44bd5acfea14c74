"""The Rummy tools: one file a command."""

import typer

from evenhand.cli.rummy.arrange import arrange
from evenhand.cli.rummy.check import check
from evenhand.cli.rummy.metrics import metrics
from evenhand.cli.rummy.watch import watch

app = typer.Typer(help="The game of Indian Rummy: melds, declarations, MinScore and MinDist.")
for command in (arrange, check, metrics, watch):
    app.command()(command)


@app.callback(invoke_without_command=True)
def _help_alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
