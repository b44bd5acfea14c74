"""The open-card solver: what a position is worth when everybody sees all cards.

>>> from evenhand.games.skat.pack import PACK
>>> ending = Position.parse("C", [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], leader=1)
>>> solver = Solver()
>>> solver.value(ending), solver.wins(ending, 14)
(13, False)
>>> {PACK.name(card): value for card, value in solver.move_values(ending).items()}
{'HA': 13, 'CA': 13}
"""

from collections.abc import Sequence

import numpy as np

from evenhand.cards import Masks, cards_of
from evenhand.games.skat.contract import NULL
from evenhand.games.skat.pack import card_points
from evenhand.games.skat.solver.answers import null_values, trump_values
from evenhand.games.skat.solver.layout import NULL_KIND
from evenhand.games.skat.solver.position import Position
from evenhand.games.skat.solver.rows import KIND, rows_of, rows_of_worlds
from evenhand.games.skat.solver.table import new_table
from evenhand.games.skat.values import ALL_POINTS, POINTS_TO_WIN


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
        """The value of a position."""
        return self.values([position])[0]

    def values(self, positions: Sequence[Position]) -> list[int]:
        """The values of many positions, which need not be of one game."""
        return self._values(rows_of(positions))

    def wins(self, position: Position, target: int = POINTS_TO_WIN) -> bool:
        """Whether the value reaches a target, found in a tenth of the time; null is won or not."""
        return self.worlds_won(position, np.array([position.hands], np.int64), target)[0]

    def move_values(self, position: Position) -> dict[int, int]:
        """The value of the position for each card that may be played next."""
        cards = list(cards_of(position.legal()))
        return dict(zip(cards, self._after_moves(position, cards), strict=True))

    def best_move(self, position: Position) -> int:
        """A card that keeps the value; of several the one with the lowest number."""
        moves = self.move_values(position)
        if not moves:
            raise ValueError("no card is left to play")
        declares = position.mover == position.declarer
        return (max if declares else min)(moves, key=lambda card: moves[card])

    def world_values(self, position: Position, hands: Masks) -> list[int]:
        """The values of many worlds: like the position, but with other hands (worlds x 3)."""
        return self._values(rows_of_worlds(position, hands))

    def worlds_won(self, position: Position, hands: Masks, target: int) -> list[bool]:
        """For many worlds whether the declarer reaches the target (in null: wins)."""
        reached = 1 if position.game == NULL else target
        found = self._values(rows_of_worlds(position, hands), target - 1, target)
        return [value >= reached for value in found]

    def _values(self, rows: Masks, least: int = 0, most: int = ALL_POINTS) -> list[int]:
        """The values, those of suit games and grands as far as they lie between two limits."""
        found = np.zeros(len(rows), np.int64)
        null = rows[:, KIND] == NULL_KIND
        if null.any():
            found[null] = null_values(rows[null], self._null_table, self._counter)
        if not null.all():
            found[~null] = trump_values(rows[~null], least, most, self._table, self._counter)
        values: list[int] = found.tolist()
        return values

    def _after_moves(self, position: Position, cards: Sequence[int]) -> list[int]:
        later = [position.after(card) for card in cards]
        found = self.values(later)
        taken = [not p.trick and p.leader == p.declarer for p in later]
        if position.game == NULL:
            return [0 if lost else value for lost, value in zip(taken, found, strict=True)]
        tricks = [card_points(sum(1 << c for c in (*position.trick, card))) for card in cards]
        gains = [points if won else 0 for points, won in zip(tricks, taken, strict=True)]
        return [value + gain for value, gain in zip(found, gains, strict=True)]
