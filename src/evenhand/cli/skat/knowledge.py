"""The knowledge base of the bidder, made by playing."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import ClusterOption, WorkersOption, note, progress
from evenhand.files import make_folder

if TYPE_CHECKING:
    from evenhand.games.skat.bidding import KnowledgeBase

TIMES = 3  # each deal is played from the hand, with open cards, and with the skat


def knowledge(
    out: Annotated[Path, typer.Option(help="Folder for the two files.")] = Path("knowledge"),
    deals: Annotated[int, typer.Option(min=1, help="Deals to learn from.")] = 10_000,
    evaluation: Annotated[
        int, typer.Option(min=1, help="Further deals to evaluate what was learned.")
    ] = 5_000,
    samples: Annotated[
        int, typer.Option(min=1, max=1000, help="Worlds that each player imagines for a card.")
    ] = 10,
    seed: Annotated[
        int, typer.Option(min=0, help="Seed of the deals; the evaluation takes the next one.")
    ] = 2008,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
) -> None:
    """Play deals in every trump, and keep what declarers scored: what `skat bid` learns from.

    The same seed gives the same files on any number of workers.  With the usual numbers this
    takes an hour or two.

    Example: evenhand skat knowledge --out knowledge --deals 1000 --evaluation 500
    """
    from dataclasses import replace

    from evenhand.games.skat.bidding import EVALUATION, KNOWLEDGE
    from evenhand.games.skat.bidding.training_set import STYLE, build

    files = out / KNOWLEDGE, out / EVALUATION
    _check(out, files, force)
    how: dict[str, Any] = {"workers": workers, "cluster": cluster}
    how["style"] = replace(STYLE, samples=samples)
    with progress("deals to learn from (compiles first)", TIMES * deals) as show:
        learned = build(seed, deals, done=show, **how)
    _keep(learned, files[0])
    with progress("deals to evaluate with", TIMES * evaluation) as show:
        judged = build(seed + 1, evaluation, learned, done=show, **how)
    _keep(judged, files[1])


def _keep(base: "KnowledgeBase", path: Path) -> None:
    base.write(path)
    note(f"wrote {path}")
    print(f"{path.name}: {_shares(base)}")


def _check(out: Path, files: tuple[Path, ...], force: bool) -> None:
    """Refuse what could not be written, before the work begins."""
    make_folder(out)
    there = [path for path in files if path.exists()]
    if there and not force:
        raise ValueError(f"{there[0]} is there already; --force replaces it")


def _shares(base: "KnowledgeBase") -> str:
    """In how many deals some game was won."""
    from evenhand.games.skat.scoring import POINTS_TO_WIN

    ways = {"hand": "hand_points", "skat": "skat_points", "open cards": "open_points"}
    parts = []
    for way, name in ways.items():
        won = (base.column(name) >= POINTS_TO_WIN).any(axis=1)
        parts.append(f"{100 * won.mean():.1f} % {way}")
    return f"{len(base)} deals, winnable in some game: {', '.join(parts)}"
