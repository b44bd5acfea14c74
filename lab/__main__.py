"""The command line of the lab: ``python -m lab list | make | check | status``."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from lab.core import (
    ROOT,
    Progress as Show,
    Recipe,
    Status,
    check,
    find_recipes,
    get_recipe,
    keep_expected,
    make_file,
    status_of,
)

README = ROOT / "lab" / "README.md"
TABLE = "<!-- written by: python -m lab status --write -->"

app = typer.Typer(
    name="python -m lab",
    help="Make and check the files of fitted numbers that evenhand ships.",
    epilog="Try: python -m lab list",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
)
Names = Annotated[
    list[str] | None, typer.Argument(metavar="[NAME]...", help="Recipes, as list shows them.")
]
Workers = Annotated[int | None, typer.Option(min=1, help="Workers; by default one for each core.")]


@app.callback(invoke_without_command=True)
def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("list")
def list_recipes() -> None:
    """List the recipes: what each makes and needs, its size, and what a check of it takes.

    Example: python -m lab list
    """
    table = Table("recipe", "makes", "size", "size of check", "CPU s of check", "needs")
    for recipe in find_recipes().values():
        summary = f"{recipe.summary}\n[dim]{escape(recipe.output)}[/dim]"
        sizes = f"{recipe.size:,}", f"{recipe.smoke:,}", f"{recipe.smoke_seconds:g}"
        table.add_row(recipe.name, summary, *sizes, "\n".join(recipe.needs))
    _console().print(table)


@app.command("make")
def make(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A recipe, as list shows it.", show_default=False)
    ],
    smoke: Annotated[
        bool, typer.Option("--smoke", help="Use the small size of checks; needs --out.")
    ] = False,
    size: Annotated[int | None, typer.Option(min=1, help="Use this size; needs --out.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Use this seed instead of the recipe's.")
    ] = None,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(help="Write this file instead of the shipped one.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace adopted numbers by a new fit.")
    ] = False,
) -> None:
    """Run a recipe, and write its file in place of the shipped one.

    The file says what made it. The same seed gives the same numbers on any number of workers.
    Adopted numbers, whose program is lost, need --out or --replace.

    \b
    Examples:
      python -m lab make skat/winning_parameters
      python -m lab make skat/strength --smoke --out strength.json
    """
    recipe = get_recipe(name)
    if smoke and size is not None:
        raise ValueError("give --smoke or --size, not both")
    size = recipe.smoke if smoke else size
    if out is not None and not out.parent.is_dir():
        raise ValueError(f"{out}: there is no folder {out.parent}")
    with _progress(recipe.name) as show:
        path = make_file(
            recipe,
            out=out,
            size=size,
            seed=seed,
            workers=workers,
            replace_adopted=replace,
            progress=show,
        )
    print(f"wrote {path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}")


@app.command("check")
def check_recipes(
    names: Names = None,
    every: Annotated[bool, typer.Option("--all", help="Check all recipes.")] = False,
    quickest: Annotated[
        int | None, typer.Option(min=1, help="Check this many recipes, the quickest ones.")
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="First store the present numbers for later checks.")
    ] = False,
    workers: Workers = None,
) -> None:
    """Run recipes at a small size, and compare with the stored numbers.

    Checks too that the shipped files have the right shapes and say what made them. Exits with 1
    if anything differs.

    \b
    Examples:
      python -m lab check skat/strength
      python -m lab check --quickest 3
    """
    failed = 0
    for recipe in _choose(names or [], every, quickest):
        with _progress(recipe.name) as show:
            kept = keep_expected(recipe, workers, show) if keep else None
            problems = check(recipe, workers, show)
        if kept is not None:
            print(f"wrote {kept.relative_to(ROOT)}")
        print(f"{recipe.name}: {'differs' if problems else 'as before'}")
        for problem in problems:
            print(f"  {problem}")
        failed += bool(problems)
    if failed:
        raise typer.Exit(1)


@app.command("status")
def status(
    write: Annotated[
        bool, typer.Option("--write", help="Write the table into lab/README.md.")
    ] = False,
) -> None:
    """Show what made every shipped file, and whether the code has changed since.

    Example: python -m lab status
    """
    rows = [status_of(recipe) for recipe in find_recipes().values()]
    if write:
        before, _, _ = README.read_text(encoding="utf-8").partition(TABLE)
        README.write_text(f"{before}{TABLE}\n\n{format_table(rows)}", encoding="utf-8")
        print(f"wrote {README.relative_to(ROOT)}")
        return
    table = Table("file", "made by", "CPU s", "quality", "state")
    for row in rows:
        seconds = "" if row.cpu_seconds is None else f"{row.cpu_seconds:,g}"
        state = row.state + (", code changed since" if row.is_changed else "")
        table.add_row(row.file, escape(row.made_by), seconds, row.quality, state)
    _console().print(table)


def format_table(rows: list[Status]) -> str:
    """Return the Markdown table of lab/README.md."""
    lines = [
        "| recipe | file | made by | CPU s | quality | state |",
        "|---|---|---|--:|---|---|",
    ]
    for row in rows:
        seconds = "" if row.cpu_seconds is None else f"{row.cpu_seconds:,g}"
        cells = (row.name, f"`{row.file}`", row.made_by, seconds, row.quality, row.state)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _choose(names: list[str], every: bool, quickest: int | None) -> list[Recipe]:
    if sum([bool(names), every, quickest is not None]) != 1:
        raise ValueError("name recipes, or give --all or --quickest: one of the three")
    if names:
        return [get_recipe(name) for name in names]
    recipes = list(find_recipes().values())
    return recipes if every else sorted(recipes, key=lambda one: one.smoke_seconds)[:quickest]


def _console() -> Console:
    return Console(width=None if sys.stdout.isatty() else 160)


@contextmanager
def _progress(name: str) -> Iterator[Show]:
    """Show a bar on a terminal."""
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(name, total=1.0)
        yield lambda share: bar.update(task, completed=share)


def main() -> None:
    """Run a command; report a mistake of the user in one line, with exit code 2."""
    try:
        code = app(standalone_mode=False)
    except typer.Abort:
        sys.exit(130)
    except ModuleNotFoundError as problem:
        sys.exit(_fail(f"{problem}: install it with make install"))
    except (OSError, ValueError) as problem:
        sys.exit(_fail(str(problem)))
    except Exception as problem:
        if not hasattr(problem, "format_message"):  # what typer raises for wrong arguments
            raise
        sys.exit(_fail(problem.format_message()))
    sys.exit(code if isinstance(code, int) else 0)


def _fail(problem: str) -> int:
    print(f"lab: {' '.join(problem.split())}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
