"""Watch a game between bots, or play one against them; any game."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, note, print_frame, progress
from evenhand.cli.simulate import GameArgument, RulesOption
from evenhand.games import game as find_game

if TYPE_CHECKING:
    from evenhand.games import Bot, ChanceEvent, Game

SeedOption = Annotated[
    int, typer.Option(min=1, help="Seed of the game, as in column x_seed of a file.")
]
YOU = "you"
QUIT = ("quit", "q", "exit")
HELP = ("?", "help")
MOVES_SHOWN = 40  # of a list of moves that are legal
INTERRUPTED = 130  # exit code


class QuitError(Exception):
    """Somebody has had enough."""


def watch(
    name: GameArgument,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOTS", help="A bot for each seat, or one that sits on all seats."),
    ],
    seed: SeedOption = 1,
    settings: RulesOption = None,
    every_move: Annotated[
        bool, typer.Option("--every-move", help="Show the table before every move.")
    ] = False,
    luck: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="Show how lucky each event of chance was."),
    ] = None,
) -> None:
    """Watch a game between bots, named in the order of their seats.

    Watch a game of a file that `simulate` wrote by giving its bots, rules and seed again. List the
    bots, rules and kinds of luck of a game with `evenhand simulate GAME --options`.

    Example: evenhand watch rummy min-dist hybrid --seed 7
    """
    from evenhand.games import parse_bot, parse_rules, play_game
    from evenhand.games.options import check_luck, check_seats
    from evenhand.games.protocol import name_players

    game = find_game(name)
    texts = bots * game.seats[0] if len(bots) == 1 else bots
    check_seats(game, len(texts))
    rules = parse_rules(game, settings or [])
    players = [parse_bot(game, text) for text in texts]
    if luck is not None:
        check_luck(game, luck)
    with progress("playing (compiled on first use)"):
        state = play_game(game, players, seed, rules)
    names = name_players(texts, len(texts))
    if every_move:
        _show_moves(state, names)
    else:
        print(f"{state.transcript(names)}\n")
    print(state.render(names))
    if luck is not None:
        with progress("measuring luck (compiled on first use)"):
            events = game.luck_of(state, players, luck)
        _print_events(state, names, events, luck)


def play(
    name: GameArgument,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BOTS]", help="The bots on the other seats, or one that sits on all of them."
        ),
    ] = None,
    seat: Annotated[int, typer.Option(min=1, help="Your seat, counted from 1.")] = 1,
    seed: Annotated[
        int | None, typer.Option(min=1, help="Seed of the game; drawn if not given.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="Players at the table [as few as the game allows].")
    ] = None,
    settings: RulesOption = None,
) -> None:
    """Play a game against bots at the terminal.

    Type a move; `?` lists those that are legal, `quit` ends the game.

    Example: evenhand play ludo aggressive --seed 3
    """
    from secrets import randbelow

    from evenhand.games import parse_bot, parse_rules
    from evenhand.games.options import check_seats
    from evenhand.games.protocol import name_players
    from evenhand.rng import SEED_LIMIT

    game = find_game(name)
    texts = list(bots or [next(iter(game.bots))])
    size = max(game.seats[0], len(texts) + 1) if seats is None else seats
    check_seats(game, size)
    if seat > size:
        raise ValueError(f"there are {size} seats; you cannot sit on seat {seat}")
    texts = texts * (size - 1) if len(texts) == 1 else texts
    if len(texts) != size - 1:
        raise ValueError(f"{size} seats need {size - 1} bots beside you, not {len(texts)}")
    rules = parse_rules(game, settings or [])
    players: list[Bot | None] = [parse_bot(game, text) for text in texts]
    players.insert(seat - 1, None)
    names = name_players([*texts[: seat - 1], YOU, *texts[seat - 1 :]], size)
    number = 1 + randbelow(SEED_LIMIT - 2) if seed is None else seed
    note(f"seed {number}")
    try:
        _play(game, players, names, number, rules)
    except QuitError:
        note("the game was not finished")
    except KeyboardInterrupt:
        print()
        raise typer.Exit(INTERRUPTED) from None


def _show_moves(state: Any, names: Sequence[str]) -> None:
    """Print the table before every move, with the move below."""
    now = state.initial()
    for seat, move in state.moves:
        print(now.render(names))
        print(f"{names[seat]}: {now.describe(move)}\n")
        now = now.play(move)


def _print_events(
    state: Any, names: Sequence[str], events: "Sequence[ChanceEvent]", luck: str
) -> None:
    import polars as pl

    if not events:
        note(f"no event of chance counts as {luck} luck")
        return
    rows = [
        {"after move": event.move, "event": event.kind} | dict(zip(names, event.luck, strict=True))
        for event in events
    ]
    total = [sum(values) for values in zip(*(event.luck for event in events), strict=True)]
    rows.append(
        {"after move": len(state.moves), "event": "all"} | dict(zip(names, total, strict=True))
    )
    print_frame(pl.DataFrame(rows), Format.TABLE, f"luck ({luck})")


def _play(
    game: "Game", players: "Sequence[Bot | None]", names: Sequence[str], seed: int, rules: Any
) -> None:
    state = game.start(rules, len(players), seed)
    streams = game.streams(seed, len(players))
    own = names.index(YOU)
    while (turn := state.turn) is not None:
        bot = players[turn]
        if bot is None:
            print(state.render(names, own))
            move = _ask(state)
        else:
            move = bot.choose(state, streams[turn])
            print(f"{names[turn]}: {state.describe(move, own)}")
        state = state.play(move)
    print(f"\n{state.transcript(names)}\n\n{state.render(names)}")


def _ask(state: Any) -> str:
    """Return a move that the person types; refused moves are explained and asked for again."""
    while True:
        text = _read("your move (? lists them): ")
        if text.lower() in HELP:
            _list_moves(state)
            continue
        try:
            state.play(text)
        except ValueError as problem:
            print(problem)
        else:
            return text


def _list_moves(state: Any) -> None:
    legal = state.legal_moves()
    for move in legal[:MOVES_SHOWN]:
        words = state.describe(move)
        print(f"  {move}" if words == move else f"  {move:<12} {words}")
    if len(legal) > MOVES_SHOWN:
        print(f"  and {len(legal) - MOVES_SHOWN} more")


def _read(prompt: str) -> str:
    """Read a line; the end of the input means quit."""
    try:
        line = input(prompt).strip()
    except EOFError:
        print()
        raise QuitError from None
    if not sys.stdin.isatty():
        print(line)
    if line.lower() in QUIT:
        raise QuitError
    return line
