"""The whole game: three dice a round, picked in turn, and a token moved with each.

A move is a die and a token, as in ``5a``: the tokens of both players are a, b, c and d.  A die that
no token can use is lost; its move is ``5-``.  The player who begins a round picks one of the three
dice, the other one of the two left, the first takes the last one; the other player begins the
next round.  So the players always move in turn.

A token that comes to a common square that is not safe captures all tokens of the opponent there:
they go back to their start.  Where the rules give extra turns, the player throws a die for himself
and moves again at once.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np

from evenhand.games.ludo.board import HOME, LAST_COMMON, SEATS, START, TOKENS, facing
from evenhand.games.ludo.dice import Dice
from evenhand.games.ludo.picture import picture
from evenhand.games.ludo.result import Result, result_of
from evenhand.games.ludo.rules import MOST_EXTRA, Rules
from evenhand.games.protocol import RuleError, check_move

LETTERS: Final = "abcd"
PASS: Final = "-"
DEFAULT = Rules()

Squares = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment.  It never changes: ``play`` gives the game after a move.

    So a game needs no copy, and a refused move leaves it as it was.

    >>> game = Game.start(Dice.parse("164 255"), Rules(moves=3))
    >>> game.legal_moves()[:5]
    ['1a', '1b', '1c', '1d', '6a']
    >>> game = game.play("6b")
    >>> game.turn, game.dice, game.tokens
    (1, (1, 4), ((1, 7, 1, 1), (1, 1, 1, 1)))
    >>> game.play("6a")
    Traceback (most recent call last):
    evenhand.games.protocol.RuleError: dice: no 6 among the dice 1 4
    """

    rules: Rules
    chance: Dice
    tokens: tuple[Squares, Squares]
    dice: tuple[int, ...]  # those to pick from now
    waiting: tuple[int, ...] = ()  # those of the round that wait while an extra turn is played
    made: int = 0  # moves of both players, without extra turns
    kept: tuple[int, int] = (0, 0)  # points of captured tokens, where the rules let them count
    captures: tuple[int, int] = (0, 0)  # by each player
    extra: int = 0  # extra turns so far
    in_extra: bool = False
    moves: tuple[tuple[int, str], ...] = ()  # (seat, move)

    @classmethod
    def start(cls, chance: Dice, rules: Rules = DEFAULT) -> Self:
        """A game before its first move."""
        if len(chance.rounds) != rules.rounds:
            problem = f"{rules.moves} moves need the dice of {rules.rounds} rounds"
            raise ValueError(f"{problem}, not {len(chance.rounds)}")
        return cls(rules, chance, ((START,) * TOKENS,) * SEATS, chance.rounds[0])

    @classmethod
    def random(cls, rng: np.random.Generator, rules: Rules = DEFAULT) -> Self:
        """A game with dice by chance."""
        return cls.start(Dice.random(rng, rules.rounds), rules)

    @classmethod
    def from_moves(cls, chance: Dice, moves: Iterable[str], rules: Rules = DEFAULT) -> Self:
        """The game after some moves."""
        game = cls.start(chance, rules)
        for move in moves:
            game = game.play(move)
        return game

    @property
    def beginning(self) -> Self:
        """The game before its first move."""
        return self.start(self.chance, self.rules)

    @property
    def over(self) -> bool:
        """Whether all moves are made."""
        return self.made == 2 * self.rules.moves and not self.in_extra

    @property
    def turn(self) -> int | None:
        """The seat that has to move; nobody's when the game is over."""
        return None if self.over else (self.made - self.in_extra) % SEATS

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return min(self.made - self.in_extra, 2 * self.rules.moves - 1) // 3 + 1

    @property
    def points(self) -> tuple[int, int]:
        """The points of both players so far."""
        first, second = (self._points(seat) for seat in range(SEATS))
        return first, second

    def movable(self, die: int) -> list[int]:
        """The tokens that can move with a die, by number: home wants the exact count."""
        if self.turn is None:
            return []
        own = self.tokens[self.turn]
        return [token for token in range(TOKENS) if own[token] + die <= HOME]

    def legal_moves(self) -> list[str]:
        """The moves that the rules allow, each once, dice in the order in which they lie."""
        dice = dict.fromkeys(self.dice if not self.over else ())
        moves = [f"{die}{LETTERS[token]}" for die in dice for token in self.movable(die)]
        if self.rules.must_move and moves:
            return moves
        return moves + [f"{die}{PASS}" for die in dice if not self.movable(die)]

    def play(self, move: str) -> Self:
        """The game after a move."""
        seat = check_move(move, self.turn)
        self._check(move)
        left = list(self.dice)
        left.remove(int(move[0]))
        game = replace(self, moves=(*self.moves, (seat, move)), dice=tuple(left))
        again = False
        if move[1] != PASS:
            game, again = game._advanced(seat, LETTERS.index(move[1]), int(move[0]))
        return game._next_turn(again)

    def result(self) -> Result:
        """The result of a game that is over."""
        if not self.over:
            raise ValueError("the game is not over")
        return result_of(self)

    def __str__(self) -> str:
        return picture(self)

    def _points(self, seat: int) -> int:
        own = self.tokens[seat]
        bonus = self.rules.home_bonus * own.count(HOME)
        return sum(own) - TOKENS * START + bonus + self.kept[seat]

    def _check(self, move: str) -> None:
        """Refuse what the rules forbid, with the reason."""
        if move in self.legal_moves():
            return
        if len(move) != 2 or move[0] not in "123456" or move[1] not in LETTERS + PASS:
            raise RuleError("move", f"a move is a die and a token, as in 5a or 5-, not {move!r}")
        die, dice = int(move[0]), " ".join(map(str, self.dice))
        if die not in self.dice:
            raise RuleError("dice", f"no {die} among the dice {dice}")
        if move[1] == PASS:
            raise RuleError("pass", f"a token can move with the dice {dice}")
        if not self.movable(die):
            moves = " ".join(self.legal_moves())
            raise RuleError("home", f"no token can go {die} squares; the moves are {moves}")
        raise RuleError("home", f"{move[1]} cannot go {die} squares: home wants the exact count")

    def _advanced(self, seat: int, token: int, die: int) -> tuple[Self, bool]:
        """The game with a token moved and others captured, and whether an extra turn is earned."""
        own, other = list(self.tokens[seat]), list(self.tokens[1 - seat])
        own[token] += die
        hit = self._hit(own[token], other)
        lost = sum(other[victim] - START for victim in hit)
        for victim in hit:
            other[victim] = START
        kept, captures = list(self.kept), list(self.captures)
        kept[1 - seat] += lost if self.rules.capture_keeps_points else 0
        captures[seat] += len(hit)
        pair = (own, other) if seat == 0 else (other, own)
        game = replace(
            self,
            tokens=(_squares(pair[0]), _squares(pair[1])),
            kept=(kept[0], kept[1]),
            captures=(captures[0], captures[1]),
        )
        return game, self.rules.again(bool(hit), own[token] == HOME)

    def _hit(self, square: int, other: list[int]) -> list[int]:
        """The tokens of the opponent that are captured on a square."""
        if square > LAST_COMMON or square in self.rules.safe_squares:
            return []
        there = [token for token in range(TOKENS) if other[token] == facing(square)]
        return [] if self.rules.pairs_safe and len(there) > 1 else there

    def _next_turn(self, again: bool) -> Self:
        """The game when the next one is to move, or the same player again."""
        made = self.made + (not self.in_extra)
        waiting = self.waiting if self.in_extra else self.dice
        if again and self.extra < MOST_EXTRA:
            if self.extra == len(self.chance.extra):
                raise ValueError("there is no die for the extra turn")
            die = (self.chance.extra[self.extra],)
            extra = self.extra + 1
            return replace(self, made=made, dice=die, waiting=waiting, extra=extra, in_extra=True)
        if made < 2 * self.rules.moves and made % 3 == 0:
            waiting = self.chance.rounds[made // 3]
        return replace(self, made=made, dice=waiting, waiting=(), in_extra=False)


def _squares(tokens: list[int]) -> Squares:
    a, b, c, d = tokens
    return a, b, c, d
