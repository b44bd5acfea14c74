"""What the sources leave open, each an option with a default.

The paper (Chakraborty 2025) plays with two players and says neither what happens when the stock
runs out, nor how a game ends in which nobody declares, nor whether jokers may be discarded.
Drops and the wrong show are rules of public platforms; they are off unless they have a price.
"""

from dataclasses import dataclass
from reprlib import repr as brief
from typing import Final, Self

from evenhand.games.options import check_choice, check_flag, check_number
from evenhand.games.rummy.pack import jokers

RESHUFFLE, END = "reshuffle", "end"
STOCK_OUT: Final = (RESHUFFLE, END)
LOWER_SCORE, DRAW = "lower-score", "draw"
UNDECLARED: Final = (LOWER_SCORE, DRAW)

MOST_TURNS, MOST_POINTS = 100_000, 1000
FIRST_DROP, MIDDLE_DROP, WRONG_SHOW = 20, 40, 80
"""The points that platforms take."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game.

    >>> Rules(players=3).turn_limit
    100
    >>> Rules(players=4)
    Traceback (most recent call last):
    ValueError: players must be 2 or 3, not 4: one pack of 54 cards leaves no stock for more
    """

    players: int = 2
    stock_out: str = RESHUFFLE  # the discards except the top one; or "end": the game is over
    turn_limit: int = 100  # own turns of each player; then the game ends undeclared
    undeclared: str = LOWER_SCORE  # who wins then: the lower MinScore (equal: nobody), or nobody
    jokers_discardable: bool = True  # whether a player may; most of our strategies never do
    literal_score: bool = False  # how MinScore is read
    first_drop: int | None = None  # points for a drop before the first draw; None: no drops
    middle_drop: int | None = None  # points for a later drop
    wrong_show: int | None = None  # points for a wrong declaration; None: it is refused

    def __post_init__(self) -> None:
        if self.players not in (2, 3) or not isinstance(self.players, int):
            problem = "one pack of 54 cards leaves no stock for more"
            raise ValueError(f"players must be 2 or 3, not {brief(self.players)}: {problem}")
        check_choice("stock_out", self.stock_out, STOCK_OUT)
        check_choice("undeclared", self.undeclared, UNDECLARED)
        check_number("turn_limit", self.turn_limit, 1, MOST_TURNS)
        for name in ("jokers_discardable", "literal_score"):
            check_flag(name, getattr(self, name))
        for name in ("first_drop", "middle_drop", "wrong_show"):
            if getattr(self, name) is not None:
                check_number(name, getattr(self, name), 0, MOST_POINTS)

    @classmethod
    def platform(cls, players: int = 2) -> Self:
        """The rules with drops and wrong show as platforms price them.

        >>> Rules.platform().middle_drop
        40
        """
        return cls(players, first_drop=FIRST_DROP, middle_drop=MIDDLE_DROP, wrong_show=WRONG_SHOW)

    def discardable(self, hand: int, wild: int) -> int:
        """The cards of a hand that may be discarded.

        If jokers must stay, they go only where nothing else is held.  That costs nobody a
        declaration: if a hand is valid without a joker, it is valid without another card that
        the joker replaces.
        """
        others = hand & ~jokers(hand, wild)
        return hand if self.jokers_discardable else others or hand

    def drop_price(self, turns: int) -> int | None:
        """The points of a drop after so many own turns; None if there is no such drop."""
        return self.middle_drop if turns else self.first_drop
