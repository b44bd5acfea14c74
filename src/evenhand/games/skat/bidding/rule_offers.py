"""The forms of a game that a declarer thinks of: what they are worth, and what they promise.

The forms are the six games in their order and then null ouvert, each with the skat or as a
hand game.
"""

import numpy as np

from evenhand.compiled import formula, highest_bit
from evenhand.games.skat.bidding.rule_strength import (
    AFTER,
    GRAND_PLACE,
    NULL_PLACE,
    SKAT_POINT,
    jacks_of,
    strength,
)
from evenhand.games.skat.contract import GAMES, Contract
from evenhand.games.skat.many_games import CONTRACTS
from evenhand.games.skat.solver.layout import EIGHT
from evenhand.games.skat.values import BASE, NULL_VALUES

SKAT, HAND = range(2)
NULL_OUVERT = len(GAMES)
FORMS = len(GAMES) + 1
GAME = np.array([*range(len(GAMES)), NULL_PLACE], np.int64)
"""The place in ``GAMES`` of each form."""

_NAMES = [*GAMES, "NO"]
CONTRACT = np.array(
    [[CONTRACTS.index(Contract.parse(name + marks)) for name in _NAMES] for marks in ("", "H")],
    np.int64,
)
"""The contract of each form, with the skat and as a hand game."""
BASES = np.array([BASE.get(game, 0) for game in GAMES], np.int64)
NULLS = np.array(
    [[NULL_VALUES[name + marks] for name in ("N", "NO")] for marks in ("", "H")], np.int64
)

SHOWN = 220  # what null loses in strength if the opponents see the cards
SKAT_UNSEEN = 7  # card points expected in a skat that was not taken
SCHNEIDER_TOO = 330  # how much stronger a hand must be to win with schneider as often
WON, LOST = 50, 90  # what winning brings beside the value, and losing costs beside twice of it
UNREACHED = -1_000_000_000  # what a game that does not reach the bid is put back by

NOTHING = 4 * UNREACHED  # less than any game promises

MOST = 1000
CHANCE = np.rint(MOST / (1 + np.exp(-np.arange(-MOST, MOST + 1) / 100))).astype(np.int64)
"""The chance in thousandths that belongs to a strength."""

# Each holding of a trump suit as seven bits in the order of trumps: 7 8 9 Q K T A.
IN_ORDER = np.array(
    [
        sum((cards >> place & 1) << rank for rank, place in enumerate((0, 1, 2, 5, 6, 3, 7)))
        for cards in range(256)
    ],
    np.int64,
)


@formula
def run_of(cards: int, game: int) -> int:
    """With or without how many matadors, in a suit game or grand."""
    jacks = jacks_of(cards)
    trumps, whole, height = jacks, 0xF, 3
    if game != GRAND_PLACE:
        trumps, whole, height = jacks << 7 | IN_ORDER[cards >> 8 * game & EIGHT], 0x7FF, 10
    other = trumps ^ whole if jacks & 8 else trumps
    return height - highest_bit(other) if other else height + 1


@formula
def form_value(cards: int, form: int, hand_game: int) -> int:
    """What a game is worth at least, as far as these cards tell."""
    if form >= NULL_PLACE:
        fixed: int = NULLS[hand_game, form - NULL_PLACE]
        return fixed
    value: int = BASES[form] * (run_of(cards, form) + 1 + hand_game)
    return value


@formula
def open_strength(strong: int, form: int) -> int:
    """The strength of a form of null or another game: shown cards make it harder."""
    return strong - SHOWN if form == NULL_OUVERT else strong


@formula
def form_strength(hand: int, form: int, when: int) -> int:
    """How strong ten cards are for a form of a game."""
    return open_strength(strength(hand, GAME[form], when), form)


@formula
def hand_strength(hand: int, form: int) -> int:
    """How strong ten cards are for a hand game."""
    skat: int = SKAT_UNSEEN * SKAT_POINT[max(GAME[form] - GRAND_PLACE + 1, 0)]
    return form_strength(hand, form, AFTER) + skat


@formula
def promise(strong: int, value: int, form: int, bid: int) -> int:
    """The points expected of a game, in thousandths; far less if it does not reach the bid.

    A suit game or grand below the bid may still be won with schneider, but a null may not be
    announced.
    """
    charged, put_back = value, 0
    if value < bid:
        put_back = UNREACHED
        if form >= NULL_PLACE:
            return 2 * UNREACHED
        base = BASES[form]
        strong -= SCHNEIDER_TOO
        charged = -(-bid // base) * base
        if value + base < bid:
            strong = -MOST
        value += base
    chance = CHANCE[max(-MOST, min(MOST, strong)) + MOST]
    hoped: int = put_back + chance * (value + WON) - (MOST - chance) * (2 * charged + LOST)
    return hoped
