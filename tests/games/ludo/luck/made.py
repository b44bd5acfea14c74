"""Positions and players made for the tests of luck."""

import numpy as np

from evenhand.games.ludo.bots.kinds import BOTS, Bot
from evenhand.games.ludo.bots.parameters import KIND
from evenhand.games.ludo.game import Game
from evenhand.games.ludo.luck.throws import Round, Stand
from evenhand.games.ludo.packed import packed
from evenhand.games.ludo.rules import Rules
from evenhand.games.ludo.simulated import LUDO

FEW = 2  # playouts
SEVEN: list[Bot] = [
    LUDO.player(f"{name}:playouts={FEW}" if hasattr(kind, "playouts") else name)
    for name, kind in BOTS.items()
]
AGGRESSIVE, NAIVE, PAIR, FULL, LIMITED, DEFEAT, RANDOM = range(7)
BY_RULES = (AGGRESSIVE, NAIVE, PAIR)
PLAIN = Rules(moves=6)


def round_of(first: Bot, second: Bot, left: int, picks: int = 3) -> Round:
    """A round of two bots, with so many moves after it."""
    rows = first.row(), second.row()
    return Round(*rows, int(rows[0][KIND]), int(rows[1][KIND]), picks, left, 1)


def stand_of(game: Game) -> Stand:
    """How it stands before a round, without dice."""
    first = game.made % 2
    tokens = game.tokens
    ahead = game.kept[first] - game.kept[1 - first]
    return Stand(packed(tokens[first]), packed(tokens[1 - first]), ahead, 0, 0, 0)


def in_one(dice: tuple[int, ...]) -> int:
    """Dice in one number."""
    return sum(die << 4 * place for place, die in enumerate(dice))


def random_stand(rng: np.random.Generator, *, late: bool) -> Stand:
    """Tokens anywhere, or nearly home so that some dice are lost."""
    low = 50 if late else 1
    own, other = (tuple(map(int, rng.integers(low, 58, 4))) for _ in range(2))
    return Stand(packed(own), packed(other), 0, 0, 0, 0)
