"""Endings to compare the solver on, and the deals of the vector files."""

from pathlib import Path

import numpy as np

from evenhand.games.cards import cards_of
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.solver import Position

DATA = Path(__file__).parents[3] / "data" / "skat"


def random_position(rng: np.random.Generator, cards: int) -> Position:
    """An ending of any game with so many cards a hand, at the start of a trick or within one.

    The cards come from a part of the pack, from as few as needed up to all: so suits are
    dense or thin, and there are many or few equal cards.
    """
    width = int(rng.integers(3 * cards, 33))
    deck = rng.permutation((rng.integers(32) + np.arange(width)) % 32)
    first, second, third = (
        sum(1 << int(card) for card in deck[seat * cards : (seat + 1) * cards]) for seat in range(3)
    )
    declarer, leader = (int(seat) for seat in rng.integers(3, size=2))
    position = Position(str(rng.choice(list(GAMES))), (first, second, third), declarer, leader)
    for _ in range(int(rng.integers(3))):
        position = position.after(int(rng.choice(list(cards_of(position.legal())))))
    return position


def read_deals(name: str) -> list[tuple[Position, int]]:
    """The positions of a vector file with their values; the benchmark's have a set for a game."""
    deals = []
    for line in (DATA / name).read_text().splitlines():
        if not line.startswith("#"):
            *head, one, two, three, value = line.split()
            hands = [hand.split(",") for hand in (one, two, three)]
            game, declarer, leader = head if len(head) == 3 else ("C", "0", head[1])
            deals.append((Position.parse(game, hands, int(declarer), int(leader)), int(value)))
    return deals
