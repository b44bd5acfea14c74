"""Questions to the solver as JSON, and its answers.

>>> line = '{"hands": [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], "contract": "C", "leader": 1}'
>>> Question.read(line).answer(Solver())
{'points': 13}
>>> Question.read(line, target=14, moves=True).answer(Solver())
{'won': False, 'moves': {'HA': False, 'CA': False}, 'best': 'HA'}
"""

from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import repr as brief
from typing import Any

from evenhand.games.json_objects import card_names, read_object, typed
from evenhand.games.skat.contract import NULL
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.solver.position import Position
from evenhand.games.skat.solver.solver import Solver, best_of
from evenhand.games.skat.words import read_contract

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
            read_contract(typed(given, "contract", str)).game,
            _lists_of_names(typed(given, "hands", list)),
            typed(given, "declarer", int, 0),
            typed(given, "leader", int, 0),
            card_names(typed(given, "trick", list, [])),
        )
        if given.get("target") is not None:
            target = typed(given, "target", int)
        return cls(position, target, typed(given, "moves", bool, moves))

    def answer(self, solver: Solver) -> dict[str, Any]:
        """What the solver says, ready to be written as JSON."""
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
        best = best_of(self.position, moves)
        shown = {PACK.name(card): value for card, value in moves.items()}
        key = "won" if self._decides else "points"
        return {key: moves[best], "moves": shown, "best": PACK.name(best)}


def _lists_of_names(hands: list[Any]) -> list[list[str]]:
    for hand in hands:
        if not isinstance(hand, list):
            raise ValueError(f"a hand must be a list of cards, not {brief(hand)}")
    return [card_names(hand) for hand in hands]
