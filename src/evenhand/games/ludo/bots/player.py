"""Bots at the table of the rules: the same games as in simulations, move by move."""

from collections.abc import Sequence

import numpy as np

from evenhand.games.cards import Masks
from evenhand.games.ludo.board import SEATS, TOKENS
from evenhand.games.ludo.bots.kinds import Bot
from evenhand.games.ludo.bots.turn import Turn, choose
from evenhand.games.ludo.dice import LOTS, Dice, stream
from evenhand.games.ludo.game import DEFAULT, LETTERS, PASS, Game
from evenhand.games.ludo.packed import TIE_HALVES, packed, packed_board
from evenhand.games.ludo.rules import Rules


def choose_move(game: Game, bot: Bot, lots: Masks) -> str:
    """The move of a bot that has the turn; ``lots`` holds the state of its random numbers."""
    action = int(choose(packed_board(game.rules), bot.row(), seen(game), lots))
    if action < 0:
        return f"{game.dice[-1 - action]}{PASS}"
    return f"{game.dice[action // TOKENS]}{LETTERS[action % TOKENS]}"


def seen(game: Game) -> Turn:
    """What the player sees who has to move."""
    seat = game.turn
    if seat is None:
        raise ValueError("the game is over: nobody has to move")
    tie = TIE_HALVES[game.rules.ties]
    return Turn(
        packed(game.tokens[seat]),
        packed(game.tokens[1 - seat]),
        game.kept[seat] - game.kept[1 - seat],
        _in_one(game.dice),
        len(game.dice),
        _in_one(game.waiting),
        SEATS * game.rules.moves - game.made - (not game.in_extra),
        2 - tie if seat else tie,
    )


def play_one(bots: Sequence[Bot], seed: int, rules: Rules = DEFAULT) -> Game:
    """One game of the simulation, given by its seed.

    >>> from evenhand.games.ludo.bots.kinds import Aggressive, Naive
    >>> str(play_one([Aggressive(), Naive()], seed=7).result())
    'player 1 wins, points ...'
    """
    if len(bots) != SEATS:
        raise ValueError(f"ludo has {SEATS} players, not {len(bots)}")
    game = Game.start(Dice.from_seed(seed, rules.rounds), rules)
    lots = np.array([stream(seed, LOTS)], np.int64)
    while game.turn is not None:
        game = game.play(choose_move(game, bots[game.turn], lots))
    return game


def _in_one(dice: Sequence[int]) -> int:
    return sum(die << 4 * place for place, die in enumerate(dice))
