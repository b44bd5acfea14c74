"""A game at one moment: its dice, its position, and the one definition of a move.

Three dice are thrown in a round.  The player who begins it picks one of them and moves a token
with it, the other one picks of the two left, the first takes the last one; the other player begins
the next round.  So the players always move in turn.

A token that comes to a common square that is not safe captures all tokens of the opponent there:
they go back to their start.  Where the rules give extra turns, the player throws a die for himself
and moves again at once.

A move is a die and a token, as in ``5a``: the tokens of both players are a, b, c and d.  A die
that no token can use is lost; its move is ``5-``.  Kernels know a move as an action: the place of
the die times four plus the token; a negative one, minus one minus the place, gives up a die.

:func:`apply` makes a move, for kernels and for :class:`State` alike.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from reprlib import repr as brief
from typing import Final, NamedTuple, Self

import numpy as np

from evenhand.compiled import formula
from evenhand.games.cards import Masks
from evenhand.games.ludo import text
from evenhand.games.ludo.board import (
    ALL_AT_START,
    BYTE,
    DICE,
    DIE_BITS,
    FACES,
    HOME,
    MAX_EXTRA,
    SEATS,
    TOKENS,
    Board,
    Rules,
    count_home,
    count_movable,
    count_steps,
    die_at,
    land,
    make_board,
    square_of,
    take_die,
    unpack_dice,
    unpack_tokens,
)
from evenhand.games.protocol import RuleError, check_move
from evenhand.rng import check_seed, draw_seeds, fork_seed, next_state, randbelow
from evenhand.tables import Floats

ROUND_STREAM, EXTRA_STREAM, BOT_STREAM = range(3)
"""The streams of a game's seed: dice of rounds, dice of extra turns, and what bots draw."""
EXTRA_SIGN: Final = "+"
LETTERS: Final = "abcd"
PASS: Final = "-"
HALF_A_POINT: Final = 0.5
"""What decides equal points, where the rules do not let them be a draw."""
DEFAULT: Final = Rules()

Throw = tuple[int, int, int]
Squares = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Dice:
    """All chance of a game: the dice of every round, and those of extra turns.

    They are the same whatever the players do.  In text the rounds stand in the order of the game,
    as in ``164 255 316``, and behind a ``+`` the dice of extra turns in the order in which they
    are thrown, as in ``164 255 + 35``.

    >>> str(Dice.parse("164 255 + 35"))
    '164 255 + 35'
    >>> str(Dice.from_seed(7, rounds=2))[:9]
    '614 226 +'
    """

    rounds: tuple[Throw, ...]
    extra: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read dice from their text."""
        first, _, second = text.partition(EXTRA_SIGN)
        throws = [_read_faces(word) for word in first.split()]
        wrong = next((throw for throw in throws if len(throw) != DICE), None)
        if wrong is not None:
            problem = f"a round has {DICE} dice, not {len(wrong)}"
            raise ValueError(f"{problem}: {brief(''.join(map(str, wrong)))}")
        return cls(tuple((a, b, c) for a, b, c in throws), _read_faces("".join(second.split())))

    @classmethod
    def from_seed(cls, seed: int, rounds: int) -> Self:
        """Return the dice of the game that a simulation plays with this seed."""
        stream, throws = fork_seed(check_seed(seed), ROUND_STREAM), []
        for _ in range(rounds):
            stream, dice = throw(stream)
            throws.append((die_at(dice, 0), die_at(dice, 1), die_at(dice, 2)))
        stream, extra = fork_seed(seed, EXTRA_STREAM), []
        for _ in range(MAX_EXTRA):
            stream = next_state(stream)
            extra.append(face(stream))
        return cls(tuple(throws), tuple(extra))

    def __str__(self) -> str:
        rounds = " ".join("".join(map(str, throw)) for throw in self.rounds)
        extra = "".join(map(str, self.extra))
        return f"{rounds} {EXTRA_SIGN} {extra}" if extra else rounds


class Position(NamedTuple):
    """A game at one moment as formulas know it: tokens and dice are packed as on the board."""

    first: int  # tokens of the first seat
    second: int  # tokens of the second seat
    dice: int  # to pick from; 0 where dice are thrown next
    waiting: int  # dice of the round that wait while an extra turn is played
    made: int  # moves of both players, without extra turns
    extra: int  # extra turns earned so far
    in_extra: int  # 1 during an extra turn
    first_banked: int  # points of captured tokens that still count, of the first seat
    second_banked: int
    first_captures: int  # opponent's tokens that the first seat has captured
    second_captures: int


@formula
def start_position() -> Position:
    """Return the position before the first throw."""
    return Position(ALL_AT_START, ALL_AT_START, 0, 0, 0, 0, 0, 0, 0, 0, 0)


@formula
def is_over(board: Board, position: Position) -> bool:
    """Return whether all moves are made."""
    return position.made == SEATS * board.moves and position.in_extra == 0


@formula
def seat_to_move(position: Position) -> int:
    """Return the seat that moves next, in a game that is not over."""
    return (position.made - position.in_extra) % SEATS


@formula
def set_dice(position: Position, dice: int) -> Position:
    """Return a position with other dice to pick from, such as those just thrown."""
    first, second, _, waiting, made, extra, in_extra, one, two, three, four = position
    return Position(first, second, dice, waiting, made, extra, in_extra, one, two, three, four)


@formula
def apply(board: Board, position: Position, action: int) -> Position:
    """Return the position after a legal action; its dice are 0 where dice are thrown next."""
    first, second, dice, waiting, made, extra, in_extra, kept, kept_2, hits, hits_2 = position
    seat, place, captured, lost, earns = (made - in_extra) % SEATS, -1 - action, 0, 0, 0
    own, other = (second, first) if seat else (first, second)
    if action >= 0:
        place, token = action // TOKENS, action % TOKENS
        own += die_at(dice, place) << BYTE * token
        other, captured, lost, earns = land(board, square_of(own, token), other)
    lost *= board.keeps_points
    if seat:
        first, second, hits_2, kept = other, own, hits_2 + captured, kept + lost
    else:
        first, second, hits, kept_2 = own, other, hits + captured, kept_2 + lost
    dice, made = waiting if in_extra else take_die(dice, place), made + 1 - in_extra
    waiting, in_extra = 0, 0
    if earns and extra < MAX_EXTRA:
        dice, waiting, extra, in_extra = 0, dice, extra + 1, 1
    return Position(first, second, dice, waiting, made, extra, in_extra, kept, kept_2, hits, hits_2)


@formula
def count_points(board: Board, position: Position, seat: int) -> int:
    """Return the points of a seat so far."""
    tokens = position.second if seat else position.first
    kept = position.second_banked if seat else position.first_banked
    return count_steps(tokens) + board.bonus * count_home(tokens) + kept


def score_games(points: Masks, rules: Rules) -> Floats:
    """Return the scores of games: the points, and half a point for the seat that wins ties.

    >>> score_games(np.array([[8, 8], [9, 5]]), Rules(ties="second")).tolist()
    [[8.0, 8.5], [9.0, 5.0]]
    """
    score = points.astype(np.float64)
    if rules.ties != "draw":
        level = score[:, 0] == score[:, 1]
        score[level, 0 if rules.ties == "first" else 1] += HALF_A_POINT
    return score


@formula
def face(state: int) -> int:
    """Return the face of a die that belongs to a state of random numbers."""
    return 1 + randbelow(state, FACES)


@formula
def throw(state: int) -> tuple[int, int]:
    """Throw three dice; returns the state of random numbers after them, and the dice."""
    dice = 0
    for place in range(DICE):
        state = next_state(state)
        dice |= face(state) << DIE_BITS * place
    return state, dice


class Observation(NamedTuple):
    """What both players know of a game: all but the dice to come."""

    rules: Rules
    thrown: Dice
    position: Position
    moves: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.  It never changes: ``play`` returns the state after a move.

    >>> state = State.start(Dice.parse("164 255"), Rules(moves=3))
    >>> state.legal_moves()[:5]
    ['1a', '1b', '1c', '1d', '6a']
    >>> state = state.play("6b")
    >>> state.turn, state.dice, state.tokens
    (1, (1, 4), ((1, 7, 1, 1), (1, 1, 1, 1)))
    >>> state.play("6a")
    Traceback (most recent call last):
    evenhand.games.protocol.RuleError: dice: no 6 among the dice 1 4
    """

    rules: Rules
    chance: Dice
    position: Position
    moves: tuple[tuple[int, str], ...] = ()  # (seat, move)

    @classmethod
    def start(cls, chance: Dice, rules: Rules = DEFAULT) -> Self:
        """Return the state before the first move."""
        if len(chance.rounds) != rules.rounds:
            problem = f"{rules.moves} moves need the dice of {rules.rounds} rounds"
            raise ValueError(f"{problem}, not {len(chance.rounds)}")
        return cls(rules, chance, start_position())._throw()

    @classmethod
    def from_moves(cls, chance: Dice, moves: Iterable[str], rules: Rules = DEFAULT) -> Self:
        """Return the state after some moves."""
        state = cls.start(chance, rules)
        for move in moves:
            state = state.play(move)
        return state

    @property
    def seats(self) -> int:
        """How many play."""
        return SEATS

    @property
    def over(self) -> bool:
        """Whether all moves are made."""
        return is_over(make_board(self.rules), self.position)

    @property
    def turn(self) -> int | None:
        """The seat that has to move; None when the game is over."""
        return None if self.over else seat_to_move(self.position)

    @property
    def round(self) -> int:
        """The number of the round, from 1; so many times three dice have been thrown."""
        made = self.position.made - self.position.in_extra
        return min(made, SEATS * self.rules.moves - 1) // DICE + 1

    @property
    def tokens(self) -> tuple[Squares, Squares]:
        """The squares of both players' tokens a, b, c and d."""
        return unpack_tokens(self.position.first), unpack_tokens(self.position.second)

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice to pick from, in the order in which they lie."""
        return unpack_dice(self.position.dice)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The dice of the round that wait while an extra turn is played."""
        return unpack_dice(self.position.waiting)

    @property
    def thrown(self) -> Dice:
        """The dice that have been thrown so far."""
        return Dice(self.chance.rounds[: self.round], self.chance.extra[: self.position.extra])

    @property
    def points(self) -> tuple[int, int]:
        """The points of both players so far."""
        board = make_board(self.rules)
        return count_points(board, self.position, 0), count_points(board, self.position, 1)

    @property
    def captures(self) -> tuple[int, int]:
        """How many tokens each player has captured."""
        return self.position.first_captures, self.position.second_captures

    @property
    def home(self) -> tuple[int, int]:
        """How many tokens of each player are at home."""
        return count_home(self.position.first), count_home(self.position.second)

    @property
    def winner(self) -> int | None:
        """The seat that has won; None in a draw, and before the end."""
        first, second = self.returns() if self.over else (0.0, 0.0)
        return None if first == second else int(second > first)

    def legal_moves(self) -> list[str]:
        """Return the moves that the rules allow, each once, dice in the order in which they lie."""
        if self.over:
            return []
        return [*_list_moves(self._own_tokens, self.position.dice, self.rules.must_move)]

    def play(self, move: str, seat: int | None = None) -> Self:
        """Return the state after a move."""
        turn = check_move(move, self.turn, seat)
        self._check(move)
        after = apply(make_board(self.rules), self.position, self.find_action(move))
        position = Position(*map(int, after))
        moves = (*self.moves, (turn, move))
        return type(self)(self.rules, self.chance, position, moves)._throw()

    def find_action(self, move: str) -> int:
        """Return a legal move as kernels know it."""
        place = self.dice.index(int(move[0]))
        return -1 - place if move[1] == PASS else place * TOKENS + LETTERS.index(move[1])

    def name_action(self, action: int) -> str:
        """Return the move that kernels know as an action."""
        if action < 0:
            return f"{self.dice[-1 - action]}{PASS}"
        return f"{self.dice[action // TOKENS]}{LETTERS[action % TOKENS]}"

    def observation(self, seat: int) -> Observation:
        """Return all that a seat knows: everything but the dice to come."""
        return Observation(self.rules, self.thrown, self.position, self.moves)

    def resample(self, seat: int, rng: np.random.Generator) -> Self:
        """Return the same state with the dice to come drawn anew."""
        drawn, thrown = Dice.from_seed(int(draw_seeds(rng, 1)[0]), self.rules.rounds), self.thrown
        rounds = thrown.rounds + drawn.rounds[len(thrown.rounds) :]
        return replace(self, chance=Dice(rounds, thrown.extra + drawn.extra[len(thrown.extra) :]))

    def initial(self) -> Self:
        """Return the state before the first move."""
        return self.start(self.chance, self.rules)

    def returns(self) -> tuple[float, float]:
        """Return the points, with half a point more for the seat to which the rules give a tie."""
        if not self.over:
            raise ValueError("the game is not over")
        first, second = score_games(np.array([self.points]), self.rules)[0].tolist()
        return first, second

    def render(self, names: Sequence[str] = (), seat: int | None = None) -> str:
        """Return the board as text; both seats see the same."""
        return text.render(self, names)

    def transcript(self, names: Sequence[str] = ()) -> str:
        """Return a line for each round, and the result of a game that is over."""
        return text.transcript(self, names)

    def describe(self, move: str, seat: int | None = None) -> str:
        """Return a legal move in words."""
        return text.describe(self, move)

    def __str__(self) -> str:
        return text.render(self)

    @property
    def _own_tokens(self) -> int:
        """The packed tokens of the seat that has to move."""
        return self.position.second if seat_to_move(self.position) else self.position.first

    def _throw(self) -> Self:
        """Return the state with the next dice thrown, if it waits for any."""
        if self.position.dice or self.over:
            return self
        if self.position.in_extra:
            if self.position.extra > len(self.chance.extra):
                raise ValueError("there is no die for the extra turn")
            dice = self.chance.extra[self.position.extra - 1]
        else:
            a, b, c = self.chance.rounds[self.position.made // DICE]
            dice = a | b << DIE_BITS | c << 2 * DIE_BITS
        thrown = set_dice(self.position, dice)
        return type(self)(self.rules, self.chance, thrown, self.moves)

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
        if not count_movable(self._own_tokens, die):
            moves = " ".join(self.legal_moves())
            raise RuleError("home", f"no token can go {die} squares; the moves are {moves}")
        raise RuleError(
            "home", f"{move[1]} cannot go {die} squares: home is reached by exact count"
        )


@lru_cache(maxsize=1 << 12)
def _list_moves(tokens: int, dice: int, must_move: bool) -> tuple[str, ...]:
    """Return the legal moves of a player with some dice to pick from."""
    faces, squares = dict.fromkeys(unpack_dice(dice)), unpack_tokens(tokens)
    able = {
        die: [LETTERS[token] for token in range(TOKENS) if squares[token] + die <= HOME]
        for die in faces
    }
    moves = [f"{die}{letter}" for die in faces for letter in able[die]]
    if must_move and moves:
        return tuple(moves)
    return (*moves, *(f"{die}{PASS}" for die in faces if not able[die]))


def _read_faces(letters: Iterable[str]) -> tuple[int, ...]:
    wrong = next((letter for letter in letters if letter not in "123456"), None)
    if wrong is not None:
        raise ValueError(f"a die shows 1 to 6, not {brief(wrong)}")
    return tuple(map(int, letters))
