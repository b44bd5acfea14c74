"""The board and the rules: squares, tokens packed into one number, and captures.

Each player counts the squares of his own way, from 1 to 57:

======  =========================================================================
1       start: all tokens begin here, and captured ones come back to it
1-51    the common squares; the ring has 52, and nobody enters the one before his start
52-56   the home column, where nobody else comes
57      home, reached by exact count
======  =========================================================================

The players start 26 squares apart, so a square of one player is another number for the other.

Formulas know the four tokens of a player as one number with a byte for each, token a in the
lowest, and dice as one number with four bits for each.  All numbers are 64 bits wide.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Annotated, Final, Literal, NamedTuple, get_args

import numpy as np

from evenhand.compiled import formula, step
from evenhand.games.cards import Masks
from evenhand.games.options import check_choice, check_flag, check_number

SEATS: Final = 2
TOKENS: Final = 4
DICE: Final = 3  # thrown for both together
FACES: Final = 6
START, LAST_COMMON, HOME = 1, 51, 57
APART: Final = 26

EIGHT: Final = (1, 9, 14, 22, 27, 35, 40, 48)
"""The usual safe squares: both starts, and every corner of the ring."""
STARTS: Final = (1, 27)
SAFE_SQUARES: Final = {"eight": EIGHT, "starts": STARTS, "none": ()}

MAX_MOVES, MAX_BONUS = 300, 10_000
MAX_EXTRA: Final = 60
"""Extra turns in a game; nobody gets more."""
WIN: Final = 2  # results are counted in halves of a win
TIE_HALVES: Final = {"draw": 1, "first": 2, "second": 0}
"""What the first seat gets of a tie, in halves of a win."""

BYTE, ANY_BYTE = 8, 0xFF
DIE_BITS, ANY_DIE = 4, 0xF
ONES: Final = 0x01010101
TOPS: Final = 0x80808080
ALL_AT_START: Final = START * ONES
NO_PATTERN: Final = 0x7F * ONES  # a pattern that no tokens have
SAFE_SQUARE, COLUMN_SQUARE = 1, 2

SIZE: Final = 15  # of the cross on which the squares lie, in cells
RING: Final = 52
MIDDLE: Final = SIZE // 2

ExtraTurns = Literal["none", "capture", "home", "both"]
Safe = Literal["eight", "starts", "none"]
Ties = Literal["draw", "first", "second"]
Cell = tuple[int, int]  # row and column, from the north-west corner


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game: what the sources leave open.

    By the rules page of the platform, which Maitra 2025 cites (Wowzy): two players, four tokens
    each, three dice thrown for both, 30 moves each, a point a step.  By the paper itself: how the
    squares are counted, and which moves are illegal.  The rest is open.  Other platforms give 56
    points for a token that comes home, a further throw for a capture or a token at home, or safety
    to two tokens on one square; so each of them is an option here.

    >>> Rules(extra_turns="sometimes")
    Traceback (most recent call last):
    ValueError: extra_turns must be none or capture or home or both, not 'sometimes'
    """

    moves: Annotated[int, "of each player; extra turns do not count"] = 30
    home_bonus: Annotated[int, "points for each token at home"] = 56
    capture_keeps_points: Annotated[bool, "steps of a captured token still count"] = False
    safe: Annotated[Safe, "squares where nobody is captured, beside the home column"] = "eight"
    pairs_safe: Annotated[bool, "two tokens of one player on a square are safe"] = False
    extra_turns: Annotated[ExtraTurns, "what earns a die of one's own and another move"] = "none"
    must_move: Annotated[bool, "a die that no token can use is picked only in need"] = False
    ties: Annotated[Ties, "who wins with equal points: nobody, or one of the seats"] = "draw"

    def __post_init__(self) -> None:
        check_number("moves", self.moves, 1, MAX_MOVES)
        check_number("home_bonus", self.home_bonus, 0, MAX_BONUS)
        for name, kind in (("safe", Safe), ("extra_turns", ExtraTurns), ("ties", Ties)):
            check_choice(name, getattr(self, name), get_args(kind))
        for name in ("capture_keeps_points", "pairs_safe", "must_move"):
            check_flag(name, getattr(self, name))

    @property
    def safe_squares(self) -> tuple[int, ...]:
        """The common squares where nobody is captured; the same for both players."""
        return SAFE_SQUARES[self.safe]

    @property
    def rounds(self) -> int:
        """How often three dice are thrown; of the last throw some may be left over."""
        return -(-SEATS * self.moves // DICE)

    @property
    def most_extra(self) -> int:
        """How many extra turns a game can have."""
        return 0 if self.extra_turns == "none" else MAX_EXTRA


class Board(NamedTuple):
    """The rules as formulas know them."""

    capture_patterns: Masks  # for each square four times the square of those captured there
    safe: Masks  # for each square whether it is a safe one, or one of the home column
    moves: int
    bonus: int
    keeps_points: int  # 1 if the points of captured tokens count
    pairs_safe: int
    extra_on_capture: int  # 1 if it earns an extra turn
    extra_at_home: int
    must_move: int
    tie: int  # halves of a win for the first seat


@cache
def make_board(rules: Rules) -> Board:
    """Return the rules as formulas know them."""
    patterns = np.full(HOME + 1, NO_PATTERN, np.int64)
    for square in range(1, LAST_COMMON + 1):
        if square not in rules.safe_squares and mirror(square):
            patterns[square] = mirror(square) * ONES
    safe = np.zeros(HOME + 1, np.int64)
    safe[list(rules.safe_squares)] = SAFE_SQUARE
    safe[LAST_COMMON + 1 : HOME] = COLUMN_SQUARE
    return Board(
        patterns,
        safe,
        rules.moves,
        rules.home_bonus,
        int(rules.capture_keeps_points),
        int(rules.pairs_safe),
        int(rules.extra_turns in ("capture", "both")),
        int(rules.extra_turns in ("home", "both")),
        int(rules.must_move),
        TIE_HALVES[rules.ties],
    )


@step
def mirror(square: int) -> int:
    """Return what the opponent calls a square; 0 if he never comes there.

    >>> [mirror(square) for square in (1, 25, 27, 51)]
    [27, 51, 1, 25]
    >>> [mirror(square) for square in (26, 52, 57)]
    [0, 0, 0]
    """
    if square < APART:
        return square + APART
    return square - APART if APART < square <= LAST_COMMON else 0


# Tokens in one number


def pack_tokens(squares: Iterable[int]) -> int:
    """Return tokens as one number.

    >>> hex(pack_tokens((1, 2, 3, 57)))
    '0x39030201'
    """
    return sum(square << BYTE * token for token, square in enumerate(squares))


@lru_cache(maxsize=1 << 12)
def unpack_tokens(tokens: int) -> tuple[int, int, int, int]:
    """Return the squares of tokens a, b, c and d.

    >>> unpack_tokens(0x39030201)
    (1, 2, 3, 57)
    """
    a, b, c, d = (square_of(tokens, token) for token in range(TOKENS))
    return a, b, c, d


@step
def square_of(tokens: int, token: int) -> int:
    """Return where a token stands."""
    return tokens >> BYTE * token & ANY_BYTE


@step
def count_steps(tokens: int) -> int:
    """Return how far all tokens have come.

    >>> count_steps(pack_tokens((1, 2, 3, 57)))
    59
    """
    return (tokens * ONES >> BYTE * (TOKENS - 1) & ANY_BYTE) - TOKENS * START


@step
def count_home(tokens: int) -> int:
    """Return how many tokens are at home."""
    count = 0
    for token in range(TOKENS):
        count += square_of(tokens, token) == HOME
    return count


@formula
def count_movable(tokens: int, die: int) -> int:
    """Return how many tokens can move with a die: home is reached by exact count."""
    count = 0
    for token in range(TOKENS):
        count += square_of(tokens, token) + die <= HOME
    return count


@formula
def nth_movable(tokens: int, die: int, n: int) -> int:
    """Return the token that can move with a die, counted from 0 among those that can."""
    for token in range(TOKENS):
        if square_of(tokens, token) + die <= HOME:
            if n == 0:
                return token
            n -= 1
    return TOKENS


@formula
def is_hit(tokens: int, pattern: int) -> bool:
    """Return whether any of the tokens stands on the square of a pattern.

    Then a byte of their exclusive or is zero.
    """
    other = tokens ^ pattern
    return (other - ONES) & ~other & TOPS != 0


@step
def capture(tokens: int, pattern: int, pairs_safe: int) -> tuple[int, int, int]:
    """Return the tokens after a hit, how many go back to their start, and the steps they lose."""
    square, left, hits = pattern & ANY_BYTE, tokens, 0
    for token in range(TOKENS):
        if square_of(tokens, token) == square:
            left -= square - START << BYTE * token
            hits += 1
    if hits > 1 and pairs_safe:
        return tokens, 0, 0
    return left, hits, hits * (square - START)


@step
def land(board: Board, square: int, other: int) -> tuple[int, int, int, int]:
    """Return what happens when a token comes to a square.

    The opponent's tokens after it, how many of them were captured, the steps they lose, and
    1 if it earns an extra turn.
    """
    hits, lost, earns = 0, 0, board.extra_at_home if square == HOME else 0
    if is_hit(other, board.capture_patterns[square]):
        other, hits, lost = capture(other, board.capture_patterns[square], board.pairs_safe)
        earns = board.extra_on_capture if hits else 0
    return other, hits, lost, earns


# Dice in one number


def pack_dice(faces: Iterable[int]) -> int:
    """Return dice as one number.

    >>> hex(pack_dice((1, 6, 4)))
    '0x461'
    """
    return sum(face << DIE_BITS * place for place, face in enumerate(faces))


@lru_cache(maxsize=1 << 12)
def unpack_dice(dice: int) -> tuple[int, ...]:
    """Return the faces of dice in the order in which they lie.

    >>> unpack_dice(0x461)
    (1, 6, 4)
    """
    return tuple(die_at(dice, place) for place in range(count_dice(dice)))


@formula
def die_at(dice: int, place: int) -> int:
    """Return the die at a place."""
    return dice >> DIE_BITS * place & ANY_DIE


@formula
def count_dice(dice: int) -> int:
    """Return how many dice there are, up to three.

    >>> count_dice(0), count_dice(0x5), count_dice(0x64), count_dice(0x123)
    (0, 1, 2, 3)
    """
    if dice > ANY_DIE:
        return 3 if dice >> 2 * DIE_BITS else 2
    return 1 if dice else 0


@formula
def first_alike(dice: int, place: int) -> int:
    """Return the first place where a die of the same face lies: of two alike the first one goes."""
    for earlier in range(place):
        if die_at(dice, earlier) == die_at(dice, place):
            return earlier
    return place


@formula
def take_die(dice: int, place: int) -> int:
    """Return the dice without the one at a place."""
    below = (1 << DIE_BITS * place) - 1
    return dice & below | dice >> DIE_BITS & ~below


# Where the squares lie


def cell_of(seat: int, square: int) -> Cell:
    """Return the cell of a square that a player counts, on a cross in 15 x 15 cells.

    The arms are three cells wide.  Player 1 starts in the west arm and player 2 in the east arm;
    both go clockwise.  A step is always to a neighbouring cell, at the inner corners of the cross
    to one across the corner.

    >>> cell_of(0, 1), cell_of(1, 27), cell_of(0, 57)
    ((6, 1), (6, 1), (7, 6))
    """
    if square > LAST_COMMON:
        row, column = MIDDLE, square - LAST_COMMON
        return (row, column) if seat == 0 else (row, SIZE - 1 - column)
    return RING_CELLS[(square - START + APART * seat) % RING]


def home_column(seat: int) -> list[Cell]:
    """Return the cells of a player's home column, without home itself."""
    return [cell_of(seat, square) for square in range(LAST_COMMON + 1, HOME)]


def _ring_cells() -> Iterator[Cell]:
    """Yield the cells of the ring by quarters, each the one before turned clockwise."""
    cells: list[Cell] = [(6, column) for column in range(1, 6)]  # from the start of player 1 east,
    cells += [(row, 6) for row in range(5, -1, -1)]  # north along the arm,
    cells += [(0, MIDDLE), (0, MIDDLE + 1)]  # and over its end
    for _ in range(4):
        yield from cells
        cells = [(column, SIZE - 1 - row) for row, column in cells]


RING_CELLS: Final = tuple(_ring_cells())
"""The cells of the ring, clockwise from the start of player 1."""
