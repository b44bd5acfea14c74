"""The solver: values of positions and cards, best lines, and questions as JSON.

>>> from evenhand.games.skat.deck import PACK
>>> ending = Position.parse("C", [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], leader=1)
>>> solver = Solver()
>>> solver.value(ending), solver.wins(ending, 14)
(13, False)
>>> {PACK.name(card): value for card, value in solver.move_values(ending).items()}
{'HA': 13, 'CA': 13}

>>> from evenhand.games.skat.deck import PACK
>>> ending = Position.parse("C", [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], leader=1)
>>> for step in line_of(Solver(), ending, [PACK.card("CA")]):
...     print(step.seat, PACK.name(step.card), step.value, step.lost, step.given)
1 CA 13 0 True
2 D7 13 0 False
0 CJ 13 0 False
0 H7 13 0 False
1 HA 13 0 False
2 H8 13 0 False

>>> line = '{"hands": [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], "contract": "C", "leader": 1}'
>>> Question.read(line).answer(Solver())
{'points': 13}
>>> Question.read(line, target=14, moves=True).answer(Solver())
{'won': False, 'moves': {'HA': False, 'CA': False}, 'best': 'HA'}
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from reprlib import repr as brief
from typing import Any

import numpy as np

from evenhand.games.cards import Masks, as_hand, cards_of
from evenhand.games.options import check_card_names, get_typed, read_object
from evenhand.games.protocol import RuleError
from evenhand.games.skat.contract import NULL, read_contract
from evenhand.games.skat.deck import PACK, card_points
from evenhand.games.skat.scoring import ALL_POINTS, POINTS_TO_WIN
from evenhand.games.skat.solver.layout import (
    NULL_KIND,
)
from evenhand.games.skat.solver.null import solve_nulls
from evenhand.games.skat.solver.position import Position, Worlds, rows_of, rows_of_worlds
from evenhand.games.skat.solver.search import KIND, solve_points
from evenhand.games.skat.solver.transposition import new_table


class Solver:
    """Exact answers about open-card positions.

    A value is the card points the declarer still takes with best play on both sides; the
    points of a trick that has begun go to whoever takes it, and the skat is not counted.  In
    null it is 1 if the declarer takes no further trick, and 0 otherwise.

    A solver remembers positions from one question to the next: this saves time and changes
    no answer.  Making one takes longer than most questions: keep it, one a thread.
    """

    def __init__(self, entries: int = 1 << 16) -> None:
        if entries < 4 or entries & (entries - 1):
            raise ValueError(f"the entries of a table are a power of two, 4 or more, not {entries}")
        self._table, self._null_table = new_table(entries), new_table(entries)
        self._counter = np.zeros(1, np.int64)

    @property
    def nodes(self) -> int:
        """Positions searched so far: those in which a card was tried."""
        return int(self._counter[0])

    def forget(self) -> None:
        """Forget all positions, and count from zero again."""
        for memory in (self._table, self._null_table, self._counter):
            memory[:] = 0

    def value(self, position: Position) -> int:
        """Return the value of a position."""
        return self.values([position])[0]

    def values(self, positions: Sequence[Position]) -> list[int]:
        """Return the values of many positions, which need not be of one game."""
        return _to_list(self._values(rows_of(positions)))

    def wins(self, position: Position, target: int = POINTS_TO_WIN) -> bool:
        """Return whether the value reaches a target (in null: is won), in a tenth of the time."""
        return self.worlds_won(position, _as_world(position), target)[0]

    def move_values(self, position: Position) -> dict[int, int]:
        """Return the value of the position for each card that may be played next."""
        moves = self.world_move_values(position, _as_world(position))
        return {card: values[0] for card, values in moves.items()}

    def moves_won(self, position: Position, target: int = POINTS_TO_WIN) -> dict[int, bool]:
        """Return for each card that may be played whether it reaches the target (in null: wins)."""
        moves = self.world_moves_won(position, _as_world(position), target)
        return {card: won[0] for card, won in moves.items()}

    def best_move(self, position: Position) -> int:
        """Return a card that keeps the value; of several the one with the lowest number."""
        return choose_best(position, self.move_values(position))

    def world_values(self, position: Position, hands: Worlds) -> list[int]:
        """Return the values of many worlds: the position with other hands (worlds x 3)."""
        return _to_list(self._values(rows_of_worlds(position, hands)))

    def worlds_won(self, position: Position, hands: Worlds, target: int) -> list[bool]:
        """Return for many worlds whether the declarer reaches the target (in null: wins)."""
        rows = rows_of_worlds(position, hands)
        needed = _clip_target(position, target)
        found = self._values(rows, np.full(len(rows), needed))
        return [value >= needed for value in _to_list(found)]

    def world_move_values(self, position: Position, hands: Worlds) -> dict[int, list[int]]:
        """Return for each card that may be played next its value in every world.

        The player whose turn it is holds the same cards in all worlds.
        """
        return {card: _to_list(found) for card, found in self._moves(position, hands).items()}

    def world_moves_won(
        self, position: Position, hands: Worlds, target: int
    ) -> dict[int, list[bool]]:
        """Return for each card that may be played whether it reaches the target in every world."""
        needed = _clip_target(position, target)
        found = self._moves(position, hands, needed)
        return {card: [value >= needed for value in _to_list(found[card])] for card in found}

    def _moves(
        self, position: Position, hands: Worlds, target: int | None = None
    ) -> dict[int, Masks]:
        """Return the values after each card in every world, in one call of the kernel."""
        rows_of_worlds(position, hands)  # refuses what cannot be
        worlds = np.asarray(hands, np.int64)
        if (worlds[:, position.mover] != position.hands[position.mover]).any():
            raise ValueError("the player whose turn it is holds other cards in some world")
        cards = list(cards_of(position.legal()))
        if not cards:
            return {}
        moves = [Move(position, card) for card in cards]
        rows = np.concatenate([move.rows(worlds) for move in moves])
        targets = None
        if target is not None:
            targets = np.repeat([target - move.gain for move in moves], len(worlds))
        found = self._values(rows, targets).reshape(len(cards), len(worlds))
        return {move.card: move.total(values) for move, values in zip(moves, found, strict=True)}

    def _values(self, rows: Masks, targets: Masks | None = None) -> Masks:
        """Return the values; with targets only as far as they decide them."""
        found = np.zeros(len(rows), np.int64)
        least = np.zeros(len(rows), np.int64) if targets is None else targets - 1
        most = np.full(len(rows), ALL_POINTS) if targets is None else targets
        null = rows[:, KIND] == NULL_KIND
        if null.any():
            found[null] = solve_nulls(rows[null], self._null_table, self._counter)
        if not null.all():
            other = ~null
            limits = least[other], most[other]
            found[other] = solve_points(rows[other], *limits, self._table, self._counter)
        return found


def choose_best(position: Position, moves: Mapping[int, int]) -> int:
    """Return the best card for the player to move, given the value of each for the declarer."""
    if not moves:
        raise ValueError("no card is left to play")
    declares = position.mover == position.declarer
    return (max if declares else min)(moves, key=lambda card: moves[card])


class Move:
    """A card played in a position, in any world."""

    def __init__(self, position: Position, card: int) -> None:
        self.card, self.mover = card, position.mover
        self.after = position.after(card)
        self.null = position.game == NULL
        self.taken = not self.after.trick and self.after.leader == position.declarer
        trick = as_hand((*position.trick, card))
        self.gain = card_points(trick) if self.taken and not self.null else 0

    def rows(self, worlds: Masks) -> Masks:
        """Return the worlds after the card."""
        later = worlds.copy()
        later[:, self.mover] &= ~(1 << self.card)
        return rows_of_worlds(self.after, later)

    def total(self, values: Masks) -> Masks:
        """Return the values of the worlds before it, given those after it."""
        if self.null and self.taken:
            return np.zeros_like(values)
        return values + self.gain


def _as_world(position: Position) -> Masks:
    return np.array([position.hands], np.int64)


def _clip_target(position: Position, target: int) -> int:
    """Return the value that means won; targets beyond all points are as good as the next one."""
    return 1 if position.game == NULL else min(max(target, 0), ALL_POINTS + 1)


def _to_list(values: Masks) -> list[int]:
    listed: list[int] = values.tolist()
    return listed


@dataclass(frozen=True, slots=True)
class Step:
    """A card and what it did to the value of the deal.

    Values are of the entire line: card points of the declarer from its first trick to its last
    (the skat is not counted), or 1 for a null that is won and 0 for one that is lost.
    """

    seat: int
    card: int
    best: int  # a card that would have kept the value
    value: int  # of the line from here on with best play
    lost: int  # what the card cost the side of its player
    given: bool  # whether it was played; otherwise it is best play
    winner: int | None = None  # who takes the trick, with its last card
    taken: int = 0  # the declarer's points so far, in null his tricks


def line_of(solver: Solver, start: Position, played: Sequence[int] = ()) -> Iterator[Step]:
    """Yield the cards that were played with what each cost, and best play from there to the end.

    A null ends with the declarer's first trick.
    """
    position, taken, null = start, 0, start.game == NULL
    cards = iter(played)
    while any(position.hands) and not (null and taken):
        values = solver.move_values(position)
        best = choose_best(position, values)
        card = next(cards, None)
        given, card = card is not None, best if card is None else card
        move = Move(position, card)
        gain = int(move.taken) if null else move.gain
        yield Step(
            position.mover,
            card,
            best,
            value=values[card] + (0 if null else taken),
            lost=abs(values[best] - values[card]),
            given=given,
            winner=None if move.after.trick else move.after.leader,
            taken=taken + gain,
        )
        taken += gain
        position = move.after
    if next(cards, None) is not None:
        raise RuleError("game over", "more cards were played than the deal has")


KEYS = ("hands", "contract", "declarer", "leader", "trick", "target", "moves")


@dataclass(frozen=True, slots=True)
class Question:
    """A position, and what is asked about it.

    With a target: whether the declarer takes so many points.  With moves: the same for every
    card that may be played, and the best of them.
    """

    position: Position
    target: int | None = None
    moves: bool = False

    @classmethod
    def read(cls, line: str, *, target: int | None = None, moves: bool = False) -> "Question":
        """Read a question; target and moves are for those that have none of their own."""
        given = read_object(line, KEYS)
        position = Position.parse(
            read_contract(get_typed(given, "contract", str)).game,
            _lists_of_names(get_typed(given, "hands", list)),
            get_typed(given, "declarer", int, 0),
            get_typed(given, "leader", int, 0),
            check_card_names(get_typed(given, "trick", list, [])),
        )
        if given.get("target") is not None:
            target = get_typed(given, "target", int)
        return cls(position, target, get_typed(given, "moves", bool, moves))

    def answer(self, solver: Solver) -> dict[str, Any]:
        """Return the answer of a solver, ready to be written as JSON."""
        if self.moves and any(self.position.hands):
            return self._with_moves(solver)
        if self._decides:
            return {"won": solver.wins(self.position, self.target or 0)}
        return {"points": solver.value(self.position)}

    @property
    def _decides(self) -> bool:
        """Whether the answer is won or lost."""
        return self.target is not None or self.position.game == NULL

    def _with_moves(self, solver: Solver) -> dict[str, Any]:
        moves: Mapping[int, int]
        if self._decides:
            moves = solver.moves_won(self.position, self.target or 0)
        else:
            moves = solver.move_values(self.position)
        best = choose_best(self.position, moves)
        shown = {PACK.name(card): value for card, value in moves.items()}
        key = "won" if self._decides else "points"
        return {key: moves[best], "moves": shown, "best": PACK.name(best)}


def _lists_of_names(hands: list[Any]) -> list[list[str]]:
    for hand in hands:
        if not isinstance(hand, list):
            raise ValueError(f"a hand must be a list of cards, not {brief(hand)}")
    return [check_card_names(hand) for hand in hands]
