"""A game as text, for people to look at: the board, and a line for each round.

The tokens of player 1 are a, b, c and d, those of player 2 A, B, C and D.  On the board ``.`` is a
square of the ring, ``*`` a safe one, ``>`` and ``<`` are the starts of the players, ``-`` is a
square of a home column.  Tokens on one square stand side by side; of five and more there the
numbers are told, as in ``4+2``.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from evenhand.games.ludo.board import HOME, SEATS, START
from evenhand.games.ludo.cells import SIZE, Cell, cell_of, home_column, ring
from evenhand.games.protocol import player_names

if TYPE_CHECKING:
    from evenhand.games.ludo.game import Game

TOKEN_NAMES: Final = ("abcd", "ABCD")
STARTS: Final = (">", "<")
RING_SQUARE, SAFE_SQUARE, COLUMN_SQUARE, HOME_SQUARE = ".", "*", "-", "home"
WIDTH: Final = 5  # of a cell: four tokens and a space
YARD: Final = 6  # cells of a corner, where no squares are
LEGEND: Final = ("* safe square", "> < starts", "- home column")


def picture(game: "Game", players: Sequence[str] = ()) -> str:
    """What goes on, and the board with tokens and points of both players in its corners."""
    names = _distinct(players or player_names(SEATS))
    shown = _squares(game) | _standing(game)
    rows = [
        "".join(f"{shown.get((row, column), ''):<{WIDTH}}" for column in range(SIZE))
        for row in range(SIZE)
    ]
    for first, column, lines in (
        (1, 0, _about(game, 0, names[0])),
        (1, SIZE - YARD, LEGEND),
        (SIZE - YARD + 1, SIZE - YARD, _about(game, 1, names[1])),
    ):
        for row, line in enumerate(lines, first):
            rows[row] = _written(rows[row], column * WIDTH, line)
    return "\n".join([_headline(game, names), *(row.rstrip() for row in rows)])


def transcript(game: "Game", players: Sequence[str] = ()) -> str:
    """A line for each round with its dice and moves, and the result of a game that is over.

    A token goes to a square as its player counts them; behind the moves stand the points.
    """
    names = _distinct(players or player_names(SEATS))
    lines = [", ".join(f"{name} {tokens}" for name, tokens in zip(names, TOKEN_NAMES, strict=True))]
    lines += _rounds(game, names)
    if game.over:
        lines.append(game.result().describe(names))
    return "\n".join(lines)


def told(game: "Game", move: str) -> str:
    """A move that comes next, what it captures and whether a token comes home.

    >>> from evenhand.games.ludo import Dice, Game, Rules
    >>> told(Game.start(Dice.parse("164"), Rules(moves=1)), "6b")
    '6b to 7'
    """
    seat, after = game.turn or 0, game.play(move)
    again = "again " if game.in_extra else ""
    die, token = move[0], "abcd".find(move[1])
    if token < 0:
        return f"{again}{die} lost"
    square = after.tokens[seat][token]
    where = "home" if square == HOME else f"to {square}"
    changes = zip(TOKEN_NAMES[1 - seat], game.tokens[1 - seat], after.tokens[1 - seat], strict=True)
    taken = "".join(name for name, one, other in changes if one != other)
    captures = f" takes {taken}" if taken else ""
    return f"{again}{die}{TOKEN_NAMES[seat][token]} {where}{captures}"


def _distinct(players: Sequence[str]) -> list[str]:
    """The names, with numbers if they are the same."""
    alike = len(set(players)) == 1
    return [f"{name} {seat}" if alike else name for seat, name in enumerate(players, 1)]


def _headline(game: "Game", names: Sequence[str]) -> str:
    if game.turn is None:
        return game.result().describe(names)
    dice, waiting = (" ".join(map(str, faces)) for faces in (game.dice, game.waiting))
    again = " again" if game.in_extra else ""
    left = f", waiting {waiting}" if waiting else ""
    return f"round {game.round}, {names[game.turn]} to move{again}, dice {dice}{left}"


def _squares(game: "Game") -> dict[Cell, str]:
    """The empty board."""
    cells = dict.fromkeys(ring(), RING_SQUARE)
    cells |= {cell_of(0, square): SAFE_SQUARE for square in game.rules.safe_squares}
    for seat in range(SEATS):
        cells |= dict.fromkeys(home_column(seat), COLUMN_SQUARE)
        cells |= {cell_of(seat, HOME): HOME_SQUARE, cell_of(seat, START): STARTS[seat]}
    return cells


def _standing(game: "Game") -> dict[Cell, str]:
    """The tokens by cell."""
    there: dict[Cell, list[str]] = defaultdict(lambda: ["", ""])
    for seat, squares in enumerate(game.tokens):
        for name, square in zip(TOKEN_NAMES[seat], squares, strict=True):
            there[cell_of(seat, square)][seat] += name
    crowded = {cell: f"{len(one)}+{len(two)}" for cell, (one, two) in there.items()}
    return {
        cell: one + two if len(one + two) < WIDTH else crowded[cell]
        for cell, (one, two) in there.items()
    }


def _about(game: "Game", seat: int, name: str) -> list[str]:
    """What stands in the corner of a player."""
    star = " *" if seat == game.turn else ""
    squares = zip(TOKEN_NAMES[seat], game.tokens[seat], strict=True)
    where = (f"{token} {square}" for token, square in squares)
    points, captures = game.points[seat], game.captures[seat]
    return [
        f"{_cut(name, YARD * WIDTH - 3)}{star}",
        ", ".join(where),
        f"points {points}, captures {captures}",
    ]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _written(row: str, start: int, text: str) -> str:
    return row[:start] + text.ljust(YARD * WIDTH) + row[start + YARD * WIDTH :]


def _rounds(game: "Game", names: Sequence[str]) -> Iterator[str]:
    """What each round was; one that is not complete has only its first moves."""
    now, said = game.beginning, list[str]()
    for seat, move in game.moves:
        if not said:
            number, begins = now.round, names[seat]
        said.append(told(now, move))
        now = now.play(move)
        if now.over or len(now.moves) == len(game.moves) or now.round > number:
            dice = "".join(map(str, game.chance.rounds[number - 1]))
            first, second = now.points
            yield f"{number}. {dice}, {begins} begins: {', '.join(said)} ({first} : {second})"
            said = []
