"""The Skat tools: one file a command."""

import typer

from evenhand.cli.skat.bid import bid
from evenhand.cli.skat.correct import correct
from evenhand.cli.skat.discard import discard
from evenhand.cli.skat.knowledge import knowledge
from evenhand.cli.skat.play import play
from evenhand.cli.skat.score import score
from evenhand.cli.skat.solve import solve
from evenhand.cli.skat.value import value

app = typer.Typer(help="The game of Skat: play, bid, score lists, game values, the solver.")
for command in (play, bid, discard, score, correct, value, solve, knowledge):
    app.command()(command)


@app.callback(invoke_without_command=True)
def _help_alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
