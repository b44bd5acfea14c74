"""Positions made for the tests: the player to move first, then the other."""

from dataclasses import replace

import numpy as np

from evenhand.games.ludo.bots.kinds import Bot
from evenhand.games.ludo.bots.player import choose_move
from evenhand.games.ludo.dice import Dice
from evenhand.games.ludo.game import Game, Squares
from evenhand.games.ludo.rules import Rules

PLAIN = Rules(home_bonus=0)
START = "1 1 1 1"


def squares(text: str) -> Squares:
    """The squares of tokens a, b, c and d."""
    a, b, c, d = map(int, text.split())
    return a, b, c, d


def position(
    own: str,
    other: str = START,
    dice: str = "123",
    *,
    rules: Rules = PLAIN,
    seat: int = 0,
    extra: str = "",
) -> Game:
    """A game in its first two rounds, with the dice that a player of a seat has to pick from."""
    faces = tuple(map(int, dice))
    made = 3 - len(faces)
    if made % 2 != seat:
        made += 3
    assert made < 2 * rules.moves, "no such position before the end"
    chance = Dice(((1, 2, 3),) * rules.rounds, tuple(map(int, extra)))
    tokens = squares(own), squares(other)
    game = Game.start(chance, rules)
    ordered = tokens if seat == 0 else (tokens[1], tokens[0])
    return replace(game, tokens=ordered, dice=faces, made=made)


def chosen(
    bot: Bot, own: str, dice: str, other: str = START, *, rules: Rules = PLAIN, seat: int = 0
) -> str:
    """What a bot does in a position."""
    lots = np.array([1234567], np.int64)
    return choose_move(position(own, other, dice, rules=rules, seat=seat), bot, lots)
