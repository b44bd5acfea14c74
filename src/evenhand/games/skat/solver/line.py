"""A deal card by card: what each card was worth with open cards, and how best play goes on.

>>> from evenhand.games.skat.pack import PACK
>>> ending = Position.parse("C", [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], leader=1)
>>> for step in line_of(Solver(), ending, [PACK.card("CA")]):
...     print(step.seat, PACK.name(step.card), step.value, step.lost, step.given)
1 CA 13 0 True
2 D7 13 0 False
0 CJ 13 0 False
0 H7 13 0 False
1 HA 13 0 False
2 H8 13 0 False
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evenhand.games.moves import RuleError
from evenhand.games.skat.contract import NULL
from evenhand.games.skat.solver.position import Position
from evenhand.games.skat.solver.solver import Move, Solver, best_of


@dataclass(frozen=True, slots=True)
class Step:
    """A card and what it did to the value of the deal.

    Values are of the whole line: card points of the declarer from its first trick to its last
    (the skat is not counted), or 1 for a null that is won and 0 for one that is lost.
    """

    seat: int
    card: int
    best: int  # a card that would have kept the value
    value: int  # of the line from here on with best play
    lost: int  # what the card cost the side of its player
    given: bool  # it was played; otherwise it is best play
    winner: int | None = None  # who takes the trick, with its last card
    taken: int = 0  # the declarer's points so far, in null his tricks


def line_of(solver: Solver, start: Position, played: Sequence[int] = ()) -> Iterator[Step]:
    """The cards that were played, judged, and best play from there to the end.

    A null ends with the declarer's first trick.
    """
    position, taken, null = start, 0, start.game == NULL
    cards = iter(played)
    while any(position.hands) and not (null and taken):
        values = solver.move_values(position)
        best = best_of(position, values)
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
