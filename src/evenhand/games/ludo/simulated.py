"""Ludo for simulations: many games by bots, with what a rating wants to know of them.

The score of a seat is its points; where the rules give a tie to one seat, it has half a point more.
Further details of each game:

==============  =========================================================================
``dice``        the dice of every round, and those of extra turns, as :class:`Dice` reads them
``winner``      the seat that has won, counted from 1; 0 in a draw
``captures``    how many tokens each seat captured
``home``        how many tokens of each seat came home
==============  =========================================================================

Luck, if it is asked for, is that of the dice (:mod:`evenhand.games.ludo.luck`) in shares of a win:
of the first throw only, or of all.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from evenhand.games.cards import Masks
from evenhand.games.bots import read_bot
from evenhand.games.protocol import Played, winners
from evenhand.games.ludo.board import DICE, SEATS
from evenhand.games.ludo.bots.kinds import BOTS, Bot
from evenhand.games.ludo.dice import EXTRA_SIGN
from evenhand.games.ludo.luck.judge import Judge, chances, new_judge
from evenhand.games.ludo.luck.weights import networks
from evenhand.games.ludo.packed import Board, packed_board
from evenhand.games.ludo.rules import Rules
from evenhand.games.ludo.whole_games import Course, new_course, play_games
from evenhand.games.options import check_choice
from evenhand.rng import Seeds
from evenhand.tables import Floats, Indices

Luck = Literal["none", "first", "all"]
HALF_A_POINT: Final = 0.5
"""What decides equal points, where the rules do not let them be a draw."""


@dataclass(frozen=True, slots=True)
class SimulatedLudo:
    """Ludo by rules, with the bots of the paper."""

    rules: Rules = field(default_factory=Rules)
    luck: Luck = "none"  # whose dice are looked at: nobody's, the first throw, or all

    def __post_init__(self) -> None:
        check_choice("luck", self.luck, get_args(Luck))

    @property
    def name(self) -> str:
        """What the game is called."""
        return "ludo"

    @property
    def bots(self) -> Sequence[str]:
        """The seven bots."""
        return tuple(BOTS)

    @property
    def tables(self) -> range:
        """Two players."""
        return range(SEATS, SEATS + 1)

    def player(self, text: str) -> Bot:
        """The bot of a text such as ``full-information:playouts=20``.

        >>> LUDO.player("full-information:playouts=20")
        FullInformation(playouts=20)
        """
        return read_bot(text, BOTS)

    def play(self, bots: Sequence[Bot], seats: Indices, seeds: Seeds) -> Played:
        """Play games; each depends on its seed alone."""
        rows = np.stack([bot.row() for bot in bots])
        board, course = packed_board(self.rules), new_course(len(seats), self.rules)
        judge = self._judge(board, rows, len(seats))
        play_games(board, rows, seats, seeds, np.ones(1, np.int64), course, judge)
        score = self._score(course)
        details = {
            "dice": dice_texts(course),
            "winner": winners(score),
            "captures": course.captures,
            "home": course.home,
        }
        return Played(score, None if judge is None else luck_of_seats(judge), details)

    def _judge(self, board: Board, rows: Masks, games: int) -> Judge | None:
        """Who looks at the dice."""
        if self.luck == "none":
            return None
        looks_at = 1 if self.luck == "first" else chances(self.rules)
        return new_judge(networks(board), rows, games, self.rules, looks_at)

    def _score(self, course: Course) -> Floats:
        score = course.points.astype(np.float64)
        if self.rules.ties != "draw":
            level = score[:, 0] == score[:, 1]
            score[level, 0 if self.rules.ties == "first" else 1] += HALF_A_POINT
        return score


def luck_of_seats(judge: Judge) -> Floats:
    """The luck of both seats in each game."""
    first = judge.luck.sum(axis=1)
    return np.stack([first, -first], axis=1)


def dice_texts(course: Course) -> NDArray[np.object_]:
    """The dice of each game as text."""
    faces = np.array(list(" 123456"))
    texts = []
    for rounds, extra in zip(faces[course.rounds], faces[course.extra], strict=True):
        throws = ("".join(throw) for throw in rounds.reshape(-1, DICE))
        own = "".join(extra).strip()
        texts.append(" ".join([*throws, EXTRA_SIGN, own] if own else throws))
    return np.array(texts, np.object_)


LUDO = SimulatedLudo()
