"""The command line: one thin file a command group."""

import sys

import typer

from evenhand import __version__
from evenhand.cli.analyse import analyse
from evenhand.cli.backup import backup, restore
from evenhand.cli.demo import demo
from evenhand.cli.evaluate import evaluate
from evenhand.cli.example import example
from evenhand.cli.export import export
from evenhand.cli.import_games import import_games
from evenhand.cli.keys import app as keys
from evenhand.cli.ladder import app as ladder
from evenhand.cli.luck import app as luck
from evenhand.cli.players import app as players
from evenhand.cli.rate import rate
from evenhand.cli.rummy import app as rummy
from evenhand.cli.serve import serve
from evenhand.cli.simulate import simulate, synthetic
from evenhand.cli.skat import app as skat
from evenhand.cli.study import app as study
from evenhand.cli.systems import expected, systems, update
from evenhand.cli.tune import tune
from evenhand.cli.verify import verify
from evenhand.cli.warm import warm
from evenhand.cli.watch import play, watch

app = typer.Typer(
    name="evenhand",
    help="Ratings for games in which both skill and luck decide, with the luck taken out.",
    epilog="Try: evenhand rate league.csv --system glicko-2",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
for function in (expected, update):  # a rating may be negative: -100 is no option
    app.command(context_settings={"ignore_unknown_options": True})(function)
for command in (rate, evaluate, tune, analyse, simulate, synthetic, watch, play):
    app.command()(command)
for command in (systems, example, demo, warm):
    app.command()(command)
app.command("import")(import_games)
for kept in (serve, export, verify, backup, restore):
    app.command()(kept)
app.add_typer(ladder, name="ladder")
app.add_typer(players, name="players")
app.add_typer(keys, name="keys")
app.add_typer(skat, name="skat")
app.add_typer(rummy, name="rummy")
app.add_typer(luck, name="luck")
app.add_typer(study, name="study")


MOST_LINES = 1000  # about one file


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"evenhand {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Show the version."
    ),
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def main() -> None:
    """Run a command; a mistake of the user's ends in one line and exit code 2.

    A file of which many rows are wrong gets a line for each.
    """
    try:
        code = app(standalone_mode=False)
    except typer.Abort:
        sys.exit(130)
    except OSError as problem:
        _fail(f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem))
    except ValueError as problem:
        _fail(*map(str, getattr(problem, "errors", [problem])[:MOST_LINES]))
    except ArithmeticError as problem:
        _fail(f"the numbers are out of range ({problem}): parameters or scores too large?")
    except Exception as problem:
        if not hasattr(problem, "format_message"):  # what typer raises for wrong arguments
            raise
        _fail(problem.format_message())
    sys.exit(code if isinstance(code, int) else 0)


def _fail(*problems: str) -> None:
    for problem in problems:
        print(f"evenhand: {' '.join(problem.split())}", file=sys.stderr)
    sys.exit(2)
