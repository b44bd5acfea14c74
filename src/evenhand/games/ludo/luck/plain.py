"""The luck of the dice move by move, to be read: the same as the kernel finds, and slow.

It goes through a game that is over, and plays every throw that could have fallen in the fixed way
that :mod:`~evenhand.games.ludo.luck.throws` tells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from evenhand.games.ludo.board import DICE, FACES, SEATS
from evenhand.games.ludo.bots.kinds import Aggressive, Bot, Naive
from evenhand.games.ludo.bots.parameters import FEWEST_WINS, FIRST_DIE, KIND, RANDOM
from evenhand.games.ludo.bots.player import choose_move
from evenhand.games.ludo.game import LETTERS, PASS, Game
from evenhand.games.ludo.luck.network import Position, chance, odds
from evenhand.games.ludo.luck.throws import EARLY, Networks, in_order
from evenhand.games.ludo.luck.weights import networks
from evenhand.games.ludo.packed import TIE_HALVES, packed, packed_board
from evenhand.games.ludo.result import result_of

Faces = tuple[int, ...]
DIGITS = 9  # moves that differ by less are equally good


def luck_of(game: Game, bots: Sequence[Bot], nets: Networks | None = None) -> list[float]:
    """The luck of the first seat with each throw of a game that is over, in shares of a win."""
    known = nets or networks(packed_board(game.rules))
    return [
        worth_of(thrown, bots, known, thrown.dice) - mean_worth(thrown, bots, known)
        for thrown in throws_of(game)
    ]


def throws_of(game: Game) -> Iterator[Game]:
    """The game after each throw, of a round or of an extra turn."""
    now = game.beginning
    yield now
    for _, move in game.moves:
        before, now = now, now.play(move)
        if now.extra > before.extra or (now.made % DICE == 0 and not now.in_extra and not now.over):
            yield now


def mean_worth(thrown: Game, bots: Sequence[Bot], nets: Networks) -> float:
    """The mean over all dice that could have fallen."""
    throws = product(range(1, FACES + 1), repeat=len(thrown.dice))
    return float(np.mean([worth_of(thrown, bots, nets, dice) for dice in throws]))


def worth_of(thrown: Game, bots: Sequence[Bot], nets: Networks, dice: Faces) -> float:
    """What dice are worth to the first seat: the chance at the end of the round."""
    made = thrown.made - thrown.in_extra  # in an extra turn the move that earned it counts already
    end = min((made // DICE + 1) * DICE, SEATS * thrown.rules.moves)
    now = replace(thrown, dice=dice, rules=replace(thrown.rules, extra_turns="none"))
    while now.made < end or now.in_extra:
        now = now.play(fixed_move(now, end, bots, nets))
    if now.over:
        return _result(now)
    kinds = [int(bot.row()[KIND]) for bot in bots]
    seat = now.made % SEATS
    position = _position(now, seat, (), (kinds[seat], kinds[1 - seat]), end)
    own = float(chance(packed_board(now.rules), nets.values, position))
    return 1.0 - own if seat else own


def fixed_move(game: Game, end: int, bots: Sequence[Bot], nets: Networks) -> str:
    """The move that a player is taken to make, in a round that ends after so many moves."""
    assert game.turn is not None
    bot = bots[game.turn]
    kind = int(bot.row()[KIND])
    moves = [move for move in game.legal_moves() if move[1] != PASS]
    if not moves:
        return f"{game.dice[0] if in_order(kind) else max(game.dice)}{PASS}"
    if kind == FIRST_DIE:
        moves = [move for move in moves if move[0] == moves[0][0]]
    left = SEATS * game.rules.moves - end
    if kind < FIRST_DIE or left > EARLY:
        alone = replace(game, dice=(int(moves[0][0]),)) if kind == FIRST_DIE else game
        return choose_move(alone, _by_rules(bot, kind), np.ones(1, np.int64))
    moves = [move for move in moves if _is_first(game, move[1])]
    sign = -1.0 if kind == FEWEST_WINS else 1.0
    return max(
        moves, key=lambda move: (sign * _liked(game, move, end, nets), move[0], -ord(move[1]))
    )


def _is_first(game: Game, letter: str) -> bool:
    """Whether no earlier token stands on the same square."""
    own = game.tokens[game.turn or 0]
    token = LETTERS.index(letter)
    return own.index(own[token]) == token


def _by_rules(bot: Bot, kind: int) -> Bot:
    """Who moves by rules in place of a bot."""
    if kind == RANDOM:
        return Naive()
    return Aggressive() if kind >= FIRST_DIE else bot


def _liked(game: Game, move: str, end: int, nets: Networks) -> float:
    """How good a move is if everything goes on by chance."""
    seat, after = game.turn, game.play(move)
    if end == SEATS * game.rules.moves:
        hope = round(_mean_result(after), DIGITS)
        return -hope if seat else hope
    lying = after.dice if after.made < end else ()
    position = _position(after, after.made % SEATS, lying, (RANDOM, RANDOM), end)
    return -float(odds(packed_board(game.rules), nets.by_chance, position))


def _mean_result(game: Game) -> float:
    """The mean result of the first seat if the last moves are made by chance."""
    if game.over:
        return _result(game)
    parts = []
    for die in game.dice:
        alone = [f"{die}{LETTERS[token]}" for token in game.movable(die)] or [f"{die}{PASS}"]
        free = replace(game, rules=replace(game.rules, must_move=False))
        parts.append(np.mean([_mean_result(free.play(move)) for move in alone]))
    return float(np.mean(parts))


def _result(game: Game) -> float:
    winner = result_of(game).winner
    return 0.5 if winner is None else 1.0 - winner


def _position(game: Game, seat: int, lying: Faces, kinds: tuple[int, int], end: int) -> Position:
    """What a network sees of a game, from a seat that moves next in a round that ends so."""
    tie = TIE_HALVES[game.rules.ties]
    return Position(
        packed(game.tokens[seat]),
        packed(game.tokens[1 - seat]),
        game.kept[seat] - game.kept[1 - seat],
        sum(die << 4 * place for place, die in enumerate(lying)),
        len(lying),
        SEATS * game.rules.moves - end,
        *kinds,
        2 - tie if seat else tie,
    )
