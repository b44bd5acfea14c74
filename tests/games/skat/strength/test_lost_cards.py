"""Tricks expected to be lost."""

import numpy as np
import pytest

from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.deck import PACK
from evenhand.games.skat.hand_strength import (
    Held,
    count_lost,
    count_lost_cards,
    count_lost_trumps,
    pack_side_suit,
)


@pytest.mark.parametrize(
    ("ranks", "lost"),
    [
        *[("", 0), ("A", 0), ("AT", 0), ("ATK", 0), ("ATKQ987", 0)],
        *[("T", 1), ("K", 1), ("7", 1), ("AK", 1), ("TK", 1), ("A7", 1), ("A987", 1)],
        *[("KQ", 2), ("T9", 2), ("KQ9", 2), ("987", 2)],
    ],
)
def test_a_side_suit_loses(ranks: str, lost: int) -> None:
    assert count_lost(pack_side_suit(ranks), 7) == lost


@pytest.mark.parametrize(
    ("cards", "game", "in_trumps", "in_all"),
    [
        # Without CJ and SJ two trumps are lost; a bare king, T-K one each.
        ("HJ DJ CA CT CK CQ C9 SK HT HK", "C", 2, 4),
        ("CJ SJ HJ DJ CA CT SA ST HA HT", "G", 0, 0),
        ("SJ CA CT CK SA ST SK HA HT D7", "G", 1, 2),
    ],
)
def test_a_hand_loses(cards: str, game: str, in_trumps: int, in_all: int) -> None:
    held = Held.by(np.array([PACK.hand(cards.split())]), np.array([GAMES.index(game)]))
    assert (count_lost_trumps(held)[0], count_lost_cards(held)[0]) == (in_trumps, in_all)


def test_never_more_tricks_than_cards_are_lost() -> None:
    for size in (4, 7, 11):
        for own in range(1 << size):
            assert 0 <= count_lost(own, size) <= own.bit_count()
