"""A person against two players of ours, at the terminal."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.output import Format, note, print_frame, progress
from evenhand.cli.skat.typed import SEATS, SeatName
from evenhand.files import check_writable

if TYPE_CHECKING:
    from evenhand.cli.skat.evening import Evening
    from evenhand.games.skat.bots.bots import HonestPlayer, Player
    from evenhand.games.skat.state import DealState

HINT_SAMPLES = 20
INTERRUPTED = 130  # exit code


class Opponents(StrEnum):
    """Whom a person plays against."""

    MONTE_CARLO = "monte-carlo"
    HEURISTIC = "heuristic"
    OPEN = "open"


def play(
    opponents: Annotated[
        Opponents,
        typer.Option(help="Imagine worlds, follow rules of thumb, or see all cards."),
    ] = Opponents.MONTE_CARLO,
    samples: Annotated[
        int, typer.Option(min=1, max=1000, help="Worlds that a Monte-Carlo player imagines.")
    ] = 10,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the deals and players; drawn if not given.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="How many deals; until you quit if not given.")
    ] = None,
    seat: Annotated[
        SeatName, typer.Option(help="Where you sit in the first deal.")
    ] = SeatName.FOREHAND,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the games to a file of ISS (.sgf).")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Letters instead of the signs of the suits.")
    ] = False,
) -> None:
    """Play Skat against two players of ours.

    Type bids, y or p; s for the skat; a game and the cards to put away, as in `grand D7 H8`;
    then cards.  `?` shows what you may say, `hint` what the Monte-Carlo player would do.

    Example: evenhand skat play --opponents monte-carlo --seed 1
    """
    from itertools import count
    from secrets import randbelow

    from evenhand.cli.skat.evening import Evening, QuitError
    from evenhand.cli.skat.faces import can_show_symbols

    check_writable(record, ".sgf")
    number = randbelow(2**31) if seed is None else seed
    bot, adviser = make_player(opponents, samples), _imagining(HINT_SAMPLES)
    with progress("getting ready (compiled on first use)"):
        _warm_up(bot)
    note(f"seed {number}")
    symbols = can_show_symbols() and not plain
    evening = Evening(bot, adviser, number, SEATS.index(seat), symbols, _keeper(record, number))
    try:
        evening.play(count(1) if games is None else range(1, games + 1))
    except QuitError:
        pass
    except KeyboardInterrupt:
        print()
        _print_totals(evening)
        raise typer.Exit(INTERRUPTED) from None
    _print_totals(evening)


def make_player(kind: Opponents, samples: int) -> "Player":
    """A player of a kind."""
    from evenhand.games.skat.bidding.rules import RuleBidder
    from evenhand.games.skat.bots.bots import Heuristic, HonestPlayer
    from evenhand.games.skat.bots.clairvoyant import OpenPlayer

    if kind is Opponents.OPEN:
        return OpenPlayer()
    if kind is Opponents.HEURISTIC:
        return HonestPlayer(RuleBidder(), Heuristic())
    return _imagining(samples)


def _imagining(samples: int) -> "HonestPlayer":
    from evenhand.games.skat.bidding.rules import RuleBidder
    from evenhand.games.skat.bots.bots import HonestPlayer, MonteCarlo

    return HonestPlayer(RuleBidder(), MonteCarlo(samples))


def _warm_up(bot: "Player") -> None:
    """Play a deal, so that nobody waits for the compiler later."""
    from numpy.random import default_rng

    from evenhand.games.skat.bots.play import play_deals
    from evenhand.games.skat.deck import PACK, SIZES

    rng = default_rng(1)
    play_deals(PACK.deal(rng, 1, *SIZES), [bot] * 3, rng)


def _keeper(
    path: Path | None, seed: int
) -> "Callable[[DealState, tuple[str, str, str], int], object]":
    """What adds games to a file."""

    def keep(game: "DealState", names: tuple[str, str, str], number: int) -> None:
        from dataclasses import replace
        from datetime import UTC, datetime

        from evenhand.games.skat.iss import Record, write_iss

        if path is not None:
            made = Record.of(game, names)
            line = replace(made, id=str(number), series=str(seed), time=datetime.now(UTC))
            _add_line(path, write_iss(line))

    return keep


def _add_line(path: Path, line: str) -> None:
    """Add a line to a file, whole or not at all."""
    from evenhand.files import atomic_write

    before = path.read_bytes() if path.exists() else b""
    if before and not before.endswith(b"\n"):
        before += b"\n"
    atomic_write(path, lambda draft: draft.write_bytes(before + line.encode() + b"\n"))


def _print_totals(evening: "Evening") -> None:
    from dataclasses import asdict

    import polars as pl

    if not evening.entries:
        note("no game was finished")
        return
    lines = [asdict(line) for line in evening.score_list().standings]
    deals = "1 deal" if len(evening.entries) == 1 else f"{len(evening.entries)} deals"
    print_frame(pl.DataFrame(lines), Format.TABLE, f"{deals}, Seeger-Fabian")
