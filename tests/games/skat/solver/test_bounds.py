"""The bounds that need no search, compared with exact values."""

import numpy as np

from evenhand.compiled import kernel
from evenhand.games.cards import Masks
from evenhand.games.skat.solver import Position
from evenhand.games.skat.solver.layout import points
from evenhand.games.skat.solver.ordering import declarer_floor, defenders_floor
from evenhand.games.skat.solver.position import rows_of
from tests.oracles.skat_minimax import exhaustive


@kernel
def bounds(row: Masks) -> tuple[int, int]:
    kind, first, second, third, leader = row[0], row[1], row[2], row[3], row[4]
    low = declarer_floor(kind, first, second, third, leader == 0)
    high = points(first | second | third) - defenders_floor(kind, first, second, third, leader)
    return low, high


def ending(rng: np.random.Generator, cards: int) -> Position:
    """A start of a trick; every other time one defender has nothing but trumps, if he can."""
    game = "CG"[int(rng.integers(2))]
    deck = rng.permutation(32).tolist()
    hands = [sum(1 << card for card in deck[seat * cards :][:cards]) for seat in range(3)]
    position = Position(game, (hands[0], hands[1], hands[2]), 0, int(rng.integers(3)))
    if rng.random() < 0.5:
        own = position.trumps & ~hands[0]
        held = [card for card in deck if own >> card & 1][:cards]
        rest = [card for card in deck if not (own | hands[0]) >> card & 1]
        partner = held + rest[: cards - len(held)]
        leader = rest[cards - len(held) :][:cards]
        if len(leader) == cards:
            two = sum(1 << card for card in partner), sum(1 << card for card in leader)
            position = Position(game, (hands[0], *two), 0, int(rng.integers(1, 3)))
    return position


def test_no_bound_is_beyond_the_value() -> None:
    rng = np.random.default_rng(1)
    tight = 0
    for cards, count in {2: 300, 3: 600, 4: 200, 5: 25}.items():
        for _ in range(count):
            position = ending(rng, cards)
            low, high = bounds(rows_of([position])[0])
            assert low <= exhaustive(position) <= high
            tight += low == high
    assert tight > 60
