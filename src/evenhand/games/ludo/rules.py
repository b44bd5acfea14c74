"""What the sources leave open, each an option with a default.

By the rules page of the platform, which Maitra 2025 cites (Wowzy): two players, four tokens each,
three dice thrown for both, 30 moves each, a point a step.  By the paper itself: how the squares are
counted, and which moves are illegal.  The rest is open.  Other platforms give 56 points for a token
that comes home, a further throw for a capture or a token at home, or safety to two tokens on one
square; so each of them is an option here.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from evenhand.games.ludo.board import EIGHT, STARTS
from evenhand.games.options import check_choice, check_flag, check_number

ExtraTurns = Literal["none", "capture", "home", "both"]
Safe = Literal["eight", "starts", "none"]
Ties = Literal["draw", "first", "second"]
SAFE_SQUARES: Final = {"eight": EIGHT, "starts": STARTS, "none": ()}

MOST_MOVES, MOST_BONUS = 300, 10_000
MOST_EXTRA: Final = 60
"""Extra turns in a game; nobody gets more."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game.

    >>> Rules(extra_turns="sometimes")
    Traceback (most recent call last):
    ValueError: extra_turns must be none or capture or home or both, not 'sometimes'
    """

    moves: int = 30  # of each player; extra turns do not count
    home_bonus: int = 56  # points for each token at home
    capture_keeps_points: bool = False  # whether the steps of a captured token still count
    safe: Safe = "eight"  # where nobody is captured, beside the home column
    pairs_safe: bool = False  # whether two tokens of one player on a square are safe
    extra_turns: ExtraTurns = "none"  # for what a player throws a die of his own and moves again
    must_move: bool = False  # whether a die that no token can use may only be picked in need
    ties: Ties = "draw"  # who wins with equal points; first and second count the seats

    def __post_init__(self) -> None:
        check_number("moves", self.moves, 1, MOST_MOVES)
        check_number("home_bonus", self.home_bonus, 0, MOST_BONUS)
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
        return -(-2 * self.moves // 3)

    def again(self, captured: bool, came_home: bool) -> bool:
        """Whether a move earns an extra turn."""
        return (captured and self.extra_turns in ("capture", "both")) or (
            came_home and self.extra_turns in ("home", "both")
        )
