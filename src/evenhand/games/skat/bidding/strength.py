"""The strength of ten and of twelve cards by rules, what each game promises, and what to discard.

The strength is a hundred times ln(p / (1 - p)), where p is the probability that the declarer wins.
There are two sets of numbers: for ten cards BEFORE the skat is seen, and for the ten that are
played AFTER it, with the points discarded.  They are in ``strength.json``; the recipe skat/strength
of the lab fits them by logistic regression to games that players by rules play against each other.
Null counts the gaps of each suit, see ``bidding/null``.

Hands are in the order of the pack, and so are the suits: the game of suit s is game s.

The forms are the six games in their order and then null ouvert, each with the skat or as a
hand game.
"""

from typing import Any

import numpy as np

from evenhand.compiled import bit_count, formula, lowest_bit
from evenhand.games.fitted import load_integers
from evenhand.games.skat.bidding.null import suit_gaps
from evenhand.games.skat.contract import CONTRACTS, GAMES, GRAND, NULL, Contract
from evenhand.games.skat.deck import CARD_POINTS, JACKS, Integers
from evenhand.games.skat.scoring import (
    BASES,
    DEFENCE_BONUS,
    GAME_BONUS,
    PLAIN,
    charge,
    count_matadors,
    find_value,
)
from evenhand.games.skat.solver.layout import EIGHT

BEFORE, AFTER = range(2)
SUITS = 4
GRAND_PLACE, NULL_PLACE = GAMES.index(GRAND), GAMES.index(NULL)
ACE, KING, TEN, JACK = 7, 6, 3, 4  # places of the ranks in a suit
LOW = 0b00100111  # queen, nine, eight and seven

# Jacks are counted in binary: clubs 8, spades 4, hearts 2, diamonds 1.  Rows of a side suit are its
# high cards (none, K, T, TK, A, AK, AT, ATK), columns how many lower ones are with them.
_STRENGTH = load_integers(
    __package__,
    "strength.json",
    {
        "suit": {"jacks": (2, 16), "lengths": (2, 8), "high_trumps": (2, 2), "sides": (2, 8, 5)},
        "grand": {"jacks": (2, 16), "sides": (2, 8, 5)},
        "null": {"base": (2,), "all_safe": (2,), "gaps": (2, 9)},
        "skat": {"point": (3,)},
    },
)
SKAT_POINT = _STRENGTH["skat"]["point"]
"""What each card point discarded adds to the strength: in a suit game, in grand, in null."""


def _trump_strength(lengths: Integers, high: Integers, cards: int) -> int:
    ace, ten = cards >> ACE & 1, cards >> TEN & 1
    return int(lengths[(cards & ~(1 << JACK)).bit_count()] + high[0] * ace + high[1] * ten)


def _side_strength(rows: Integers, cards: int) -> int:
    row = 4 * (cards >> ACE & 1) + 2 * (cards >> TEN & 1) + (cards >> KING & 1)
    return int(rows[row, (cards & LOW).bit_count()])


def _null_strength(costs: Integers, cards: int) -> int:
    return int(costs[min(suit_gaps(cards, EIGHT & ~cards, 0), len(costs) - 1)])


def _tabulate(count: Any, *numbers: Integers) -> list[int]:
    """Return what all 256 holdings of a suit add to the strength."""
    return [count(*numbers, cards) for cards in range(256)]


_SUIT, _GRAND, _NULL = (_STRENGTH[group] for group in ("suit", "grand", "null"))
JACK_STRENGTH = np.stack([_SUIT["jacks"], _GRAND["jacks"]])
TRUMP_STRENGTH = np.array(
    [
        _tabulate(_trump_strength, *numbers)
        for numbers in zip(_SUIT["lengths"], _SUIT["high_trumps"], strict=True)
    ],
    np.int64,
)
SIDE_STRENGTH = np.array(
    [[_tabulate(_side_strength, rows) for rows in group["sides"]] for group in (_SUIT, _GRAND)],
    np.int64,
)
NULL_STRENGTH = np.array([_tabulate(_null_strength, costs) for costs in _NULL["gaps"]], np.int64)
NULL_START = np.stack([_NULL["base"], _NULL["all_safe"]])
"""Where the strength of a null starts, and how much is added if every suit is safe."""


@formula
def strength(hand: int, game: int, when: int) -> int:
    """Return how strong ten cards are for a game, before or after the skat."""
    if game == NULL_PLACE:
        return null_strength(hand, when)
    grand = 1 if game == GRAND_PLACE else 0
    total: int = JACK_STRENGTH[grand, when, jacks_of(hand)]
    for suit in range(SUITS):
        cards = hand >> 8 * suit & EIGHT
        total += TRUMP_STRENGTH[when, cards] if suit == game else SIDE_STRENGTH[grand, when, cards]
    return total


@formula
def null_strength(hand: int, when: int) -> int:
    """Return how strong ten cards are for null."""
    cost = 0
    for suit in range(SUITS):
        cost += NULL_STRENGTH[when, hand >> 8 * suit & EIGHT]
    total: int = NULL_START[0, when] + cost
    return total + NULL_START[1, when] if cost == 0 else total


@formula
def jacks_of(hand: int) -> int:
    """Return the jacks of a hand as four bits, diamonds lowest.

    >>> jacks_of(1 << 28 | 1 << 4)  # clubs and diamonds
    9
    """
    return hand >> 4 & 1 | hand >> 11 & 2 | hand >> 18 & 4 | hand >> 25 & 8


@formula
def strength_of_skat(skat: int, game: int) -> int:
    """Return what the points of the discards add to the strength."""
    points = 0
    while skat:
        points += CARD_POINTS[lowest_bit(skat)]
        skat &= skat - 1
    added: int = SKAT_POINT[max(game - GRAND_PLACE + 1, 0)] * points
    return added


WEAKEST = -(1 << 40)


@formula
def discardable(twelve: int, game: int) -> int:
    """Return the cards to choose discards from: no trumps if there are two other cards."""
    if game == NULL_PLACE:
        return twelve
    trumps = JACKS if game == GRAND_PLACE else JACKS | 0xFF << 8 * game
    side = twelve & ~trumps
    trumps &= twelve & ~JACKS
    while bit_count(side) < 2:
        side |= trumps & -trumps
        trumps &= trumps - 1
    return side


@formula
def best_discards(twelve: int, game: int) -> tuple[int, int]:
    """Return the two cards without which a game is strongest, and how strong it is."""
    pair, most = 0, WEAKEST
    first = discardable(twelve, game)
    while first:
        one = first & -first
        first &= first - 1
        second = first
        while second:
            both = one | (second & -second)
            second &= second - 1
            strong = strength(twelve ^ both, game, AFTER) + strength_of_skat(both, game)
            if strong >= most:
                pair, most = both, strong
    return pair, most


SKAT, HAND = range(2)
NULL_OUVERT = len(GAMES)
FORMS = len(GAMES) + 1
GAME = np.array([*range(len(GAMES)), NULL_PLACE], np.int64)
"""The place in ``GAMES`` of each form."""

_NAMES = [*GAMES, "NO"]
CONTRACT = np.array(
    [[CONTRACTS.index(Contract.parse(name + letter)) for name in _NAMES] for letter in ("", "H")],
    np.int64,
)
"""The contract of each form, with the skat and as a hand game."""

_OFFERS = load_integers(
    __package__,
    "thresholds.json",
    {"offers": {"shown": (), "skat_unseen": (), "schneider_too": ()}},
)["offers"]
SHOWN = int(_OFFERS["shown"])  # what a null loses in strength if the opponents see the cards
SKAT_UNSEEN = int(_OFFERS["skat_unseen"])  # card points expected in a skat that was not taken
SCHNEIDER_TOO = int(_OFFERS["schneider_too"])
"""How much stronger a hand must be to win with schneider as often."""
WON, LOST = GAME_BONUS, GAME_BONUS + DEFENCE_BONUS[3]
"""Points beside the value of a won game, and beside twice that of a lost one."""
UNREACHED = -1_000_000_000  # added to what a game promises that is below the bid

NOTHING = 4 * UNREACHED  # less than any game promises

MOST = 1000
CHANCES = np.rint(MOST / (1 + np.exp(-np.arange(-MOST, MOST + 1) / 100))).astype(np.int64)
"""The chance in thousandths that goes with a strength, from -MOST to MOST."""


@formula
def form_value(cards: int, form: int, hand_game: int) -> int:
    """Return the least value of a game, given these cards."""
    return find_value(CONTRACT[hand_game, form], count_matadors(GAME[form], cards), PLAIN)


@formula
def open_strength(strong: int, form: int) -> int:
    """Return the strength of a form of a game: shown cards make a null harder."""
    return strong - SHOWN if form == NULL_OUVERT else strong


@formula
def form_strength(hand: int, form: int, when: int) -> int:
    """Return how strong ten cards are for a form of a game."""
    return open_strength(strength(hand, GAME[form], when), form)


@formula
def hand_strength(hand: int, form: int) -> int:
    """Return how strong ten cards are for a hand game."""
    skat: int = SKAT_UNSEEN * SKAT_POINT[max(GAME[form] - GRAND_PLACE + 1, 0)]
    return form_strength(hand, form, AFTER) + skat


@formula
def promise(strong: int, value: int, form: int, bid: int) -> int:
    """Return the points expected of a game, in thousandths; far less if it is below the bid.

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
        charged = charge(form, value, bid)
        if value + base < bid:
            strong = -MOST
        value += base
    chance = CHANCES[max(-MOST, min(MOST, strong)) + MOST]
    hoped: int = put_back + chance * (value + WON) - (MOST - chance) * (2 * charged + LOST)
    return hoped
