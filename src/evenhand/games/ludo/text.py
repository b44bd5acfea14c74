"""A game as text, for people to look at: the board, and a line for each round.

The tokens of player 1 are a, b, c and d, those of player 2 A, B, C and D.  On the board ``.`` is a
square of the ring, ``*`` a safe one, ``>`` and ``<`` are the starts of the players, ``-`` is a
square of a home column.  Tokens on one square stand side by side; five and more are shown as
numbers, as in ``4+2``.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from evenhand.games.ludo.board import (
    HOME,
    RING_CELLS,
    SEATS,
    SIZE,
    START,
    Cell,
    cell_of,
    home_column,
)
from evenhand.games.protocol import name_players

if TYPE_CHECKING:
    from evenhand.games.ludo.state import State

TOKEN_NAMES: Final = ("abcd", "ABCD")
START_SIGNS: Final = (">", "<")
RING_SIGN, SAFE_SIGN, COLUMN_SIGN, HOME_SIGN = ".", "*", "-", "home"
WIDTH: Final = 5  # of a cell: four tokens and a space
YARD: Final = 6  # cells of a corner, where no squares are
LEGEND: Final = ("* safe square", "> < starts", "- home column")


def render(state: "State", names: Sequence[str] = ()) -> str:
    """Return what goes on, and the board with tokens and points of both players in its corners."""
    names = name_players(names, SEATS)
    shown = _empty_board(state) | _tokens_by_cell(state)
    rows = [
        "".join(f"{shown.get((row, column), ''):<{WIDTH}}" for column in range(SIZE))
        for row in range(SIZE)
    ]
    for first, column, lines in (
        (1, 0, _corner(state, 0, names[0])),
        (1, SIZE - YARD, LEGEND),
        (SIZE - YARD + 1, SIZE - YARD, _corner(state, 1, names[1])),
    ):
        for row, line in enumerate(lines, first):
            rows[row] = _write_at(rows[row], column * WIDTH, line)
    return "\n".join([_headline(state, names), *(row.rstrip() for row in rows)])


def transcript(state: "State", names: Sequence[str] = ()) -> str:
    """Return a line for each round with its dice and moves, and the result of a game that is over.

    A token goes to a square as its player counts them; behind the moves stand the points.
    """
    names = name_players(names, SEATS)
    lines = [", ".join(f"{name} {tokens}" for name, tokens in zip(names, TOKEN_NAMES, strict=True))]
    lines += _rounds(state, names)
    if state.over:
        lines.append(_result(state, names))
    return "\n".join(lines)


def describe(state: "State", move: str) -> str:
    """Return a legal move in words: what it captures, and whether a token comes home.

    >>> from evenhand.games.ludo import Dice, Rules, State
    >>> describe(State.start(Dice.parse("164"), Rules(moves=1)), "6b")
    '6b to 7'
    """
    seat, after = state.turn or 0, state.play(move)
    again = "again " if state.position.in_extra else ""
    die, token = move[0], TOKEN_NAMES[0].find(move[1])
    if token < 0:
        return f"{again}{die} lost"
    square = after.tokens[seat][token]
    where = "home" if square == HOME else f"to {square}"
    other = 1 - seat
    changes = zip(TOKEN_NAMES[other], state.tokens[other], after.tokens[other], strict=True)
    taken = "".join(name for name, before, now in changes if before != now)
    captures = f" takes {taken}" if taken else ""
    return f"{again}{die}{TOKEN_NAMES[seat][token]} {where}{captures}"


def _result(state: "State", names: Sequence[str]) -> str:
    won = "nobody wins" if state.winner is None else f"{names[state.winner]} wins"
    return f"{won}, points {state.points[0]} : {state.points[1]}"


def _headline(state: "State", names: Sequence[str]) -> str:
    if state.turn is None:
        return _result(state, names)
    dice, waiting = (" ".join(map(str, faces)) for faces in (state.dice, state.waiting))
    again = " again" if state.position.in_extra else ""
    left = f", waiting {waiting}" if waiting else ""
    return f"round {state.round}, {names[state.turn]} to move{again}, dice {dice}{left}"


def _empty_board(state: "State") -> dict[Cell, str]:
    cells = dict.fromkeys(RING_CELLS, RING_SIGN)
    cells |= {cell_of(0, square): SAFE_SIGN for square in state.rules.safe_squares}
    for seat in range(SEATS):
        cells |= dict.fromkeys(home_column(seat), COLUMN_SIGN)
        cells |= {cell_of(seat, HOME): HOME_SIGN, cell_of(seat, START): START_SIGNS[seat]}
    return cells


def _tokens_by_cell(state: "State") -> dict[Cell, str]:
    there: dict[Cell, list[str]] = defaultdict(lambda: ["", ""])
    for seat, squares in enumerate(state.tokens):
        for name, square in zip(TOKEN_NAMES[seat], squares, strict=True):
            there[cell_of(seat, square)][seat] += name
    crowded = {cell: f"{len(one)}+{len(two)}" for cell, (one, two) in there.items()}
    return {
        cell: one + two if len(one + two) < WIDTH else crowded[cell]
        for cell, (one, two) in there.items()
    }


def _corner(state: "State", seat: int, name: str) -> list[str]:
    """Return what stands in the corner of a player."""
    star = " *" if seat == state.turn else ""
    squares = zip(TOKEN_NAMES[seat], state.tokens[seat], strict=True)
    where = (f"{token} {square}" for token, square in squares)
    points, captures = state.points[seat], state.captures[seat]
    return [
        f"{_cut(name, YARD * WIDTH - 3)}{star}",
        ", ".join(where),
        f"points {points}, captures {captures}",
    ]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _write_at(row: str, start: int, text: str) -> str:
    return row[:start] + text.ljust(YARD * WIDTH) + row[start + YARD * WIDTH :]


def _rounds(state: "State", names: Sequence[str]) -> Iterator[str]:
    """Yield what each round was; one that is not complete has only its first moves."""
    now, words = state.initial(), list[str]()
    for seat, move in state.moves:
        if not words:
            number, begins = now.round, names[seat]
        words.append(describe(now, move))
        now = now.play(move)
        if now.over or len(now.moves) == len(state.moves) or now.round > number:
            dice = "".join(map(str, state.chance.rounds[number - 1]))
            first, second = now.points
            yield f"{number}. {dice}, {begins} begins: {', '.join(words)} ({first} : {second})"
            words = []
