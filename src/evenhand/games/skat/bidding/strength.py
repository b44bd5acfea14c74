"""The strength of ten and of twelve cards by rules, what each game promises, and what to put away.

The strength is a hundred times ln(p / (1 - p)), where p is the chance of the declarer to win.
There are two sets of numbers: for ten cards BEFORE the skat is seen, and for the ten that are
played AFTER it, with the points put away.  They were fitted by logistic regression to games that
players by rules of thumb played against each other; the program of that fit is not kept.
Null is judged by the gaps of each suit, see ``bidding/null``.

Hands are in the order of the pack, and so are the suits: the game of suit s is game s.

The forms are the six games in their order and then null ouvert, each with the skat or as a
hand game.
"""

from typing import Any

import numpy as np

from evenhand.compiled import bit_count, formula, highest_bit, lowest_bit
from evenhand.games.skat.bidding.null import suit_gaps
from evenhand.games.skat.contract import CONTRACTS, GAMES, GRAND, NULL, Contract
from evenhand.games.skat.deck import JACKS, POINTS
from evenhand.games.skat.scoring import BASE, NULL_VALUES
from evenhand.games.skat.solver.layout import EIGHT

BEFORE, AFTER = range(2)
SUITS = 4
GRAND_PLACE, NULL_PLACE = GAMES.index(GRAND), GAMES.index(NULL)
ACE, KING, TEN, JACK = 7, 6, 3, 4  # places of the ranks in a suit
LOW = 0b00100111  # queen, nine, eight and seven

# Worth of the jacks held, by their number in binary: clubs 8, spades 4, hearts 2, diamonds 1.
SUIT_JACKS = [
    [-362, -288, -283, -194, -275, -189, -161, -21, -241, -160, -155, -34, -102, 7, 59, 223],
    [-761, -662, -653, -540, -651, -528, -495, -291, -602, -489, -485, -306, -404, -255, -184, 23],
]
GRAND_JACKS = [
    [-355, -250, -247, -136, -248, -125, -119, 40, -230, -71, -67, 96, -56, 103, 111, 157],
    [
        -607,
        -525,
        -520,
        -403,
        -525,
        -355,
        -359,
        -208,
        -460,
        -296,
        -288,
        -133,
        -257,
        -141,
        -123,
        -117,
    ],
]

# Worth of so many trumps beside the jacks, and of the ace and the ten among them.
LENGTHS = [
    [-221, -149, -86, -27, 35, 99, 182, 168],
    [-298, -216, -121, -26, 63, 147, 250, 201],
]
HIGH_TRUMPS = [
    [62, 52],
    [82, 66],
]

# Worth of a side suit, by its high cards (rows: none, K, T, TK, A, AK, AT, ATK) and by how many
# lower ones are with them (columns).
SUIT_SIDES = [
    [
        [138, 74, 9, -52, -98],
        [85, 17, -47, -105, -162],
        [112, 51, -12, -73, -86],
        [55, -13, -70, -114, -143],
        [177, 116, 68, 18, -58],
        [127, 78, 20, -58, -130],
        [158, 79, 26, -28, -40],
        [84, 20, -56, -80, -89],
    ],
    [
        [234, 119, 17, -70, -172],
        [105, 25, -61, -152, -137],
        [117, 80, -6, -126, -173],
        [68, -5, -130, -199, -34],
        [261, 169, 114, 29, -87],
        [190, 120, 38, -67, -53],
        [236, 112, -6, -123, -117],
        [105, -29, -171, -197, -26],
    ],
]
GRAND_SIDES = [
    [
        [59, 9, -48, -98, -127],
        [12, -36, -76, -92, -103],
        [63, 15, -23, -63, -90],
        [27, -9, -42, -77, -112],
        [121, 80, 44, 34, 27],
        [87, 49, 33, 14, -54],
        [160, 111, 65, 39, -30],
        [89, 39, 6, -39, -63],
    ],
    [
        [169, 54, -73, -161, -42],
        [16, -69, -120, -135, 1],
        [-13, 15, -54, -68, 13],
        [-3, -32, -104, -64, 0],
        [206, 110, 22, -3, 13],
        [83, 31, 11, -9, -47],
        [209, 128, 44, -38, -35],
        [97, 2, -64, -108, 15],
    ],
]

# In null: what a hand is worth, how much more if every suit is safe, and what a suit
# with no gap, one, two and so on costs.
NULL_BASE = [175, 171]
ALL_SAFE = [201, 408]
NULL_COSTS = [
    [0, -8, -28, -62, -74, -86, -116, -129, -186],
    [0, -21, -67, -145, -167, -226, -284, -327, -424],
]

SKAT_POINT = np.array([7, 9, 0], np.int64)
"""What each card point put away is worth: in a suit game, in grand, in null."""


def _trump_worth(lengths: list[int], high: list[int], cards: int) -> int:
    ace, ten = cards >> ACE & 1, cards >> TEN & 1
    return lengths[(cards & ~(1 << JACK)).bit_count()] + high[0] * ace + high[1] * ten


def _side_worth(rows: list[list[int]], cards: int) -> int:
    row = 4 * (cards >> ACE & 1) + 2 * (cards >> TEN & 1) + (cards >> KING & 1)
    return rows[row][(cards & LOW).bit_count()]


def _null_worth(costs: list[int], cards: int) -> int:
    return costs[min(suit_gaps(cards, EIGHT & ~cards, 0), len(costs) - 1)]


def _of_every_suit(worth: Any, *numbers: Any) -> list[int]:
    """The worth of all 256 holdings of a suit."""
    return [worth(*numbers, cards) for cards in range(256)]


JACK_WORTH = np.array([SUIT_JACKS, GRAND_JACKS], np.int64)
TRUMP_WORTH = np.array(
    [_of_every_suit(_trump_worth, LENGTHS[when], HIGH_TRUMPS[when]) for when in (BEFORE, AFTER)],
    np.int64,
)
SIDE_WORTH = np.array(
    [[_of_every_suit(_side_worth, rows) for rows in sides] for sides in (SUIT_SIDES, GRAND_SIDES)],
    np.int64,
)
NULL_WORTH = np.array([_of_every_suit(_null_worth, costs) for costs in NULL_COSTS], np.int64)
NULL_START = np.array([NULL_BASE, ALL_SAFE], np.int64)
CARD_POINTS = np.array(POINTS, np.int64)


@formula
def strength(hand: int, game: int, when: int) -> int:
    """How strong ten cards are for a game, before or after the skat."""
    if game == NULL_PLACE:
        return null_strength(hand, when)
    grand = 1 if game == GRAND_PLACE else 0
    total: int = JACK_WORTH[grand, when, jacks_of(hand)]
    for suit in range(SUITS):
        cards = hand >> 8 * suit & EIGHT
        total += TRUMP_WORTH[when, cards] if suit == game else SIDE_WORTH[grand, when, cards]
    return total


@formula
def null_strength(hand: int, when: int) -> int:
    """How strong ten cards are for null."""
    cost = 0
    for suit in range(SUITS):
        cost += NULL_WORTH[when, hand >> 8 * suit & EIGHT]
    total: int = NULL_START[0, when] + cost
    return total + NULL_START[1, when] if cost == 0 else total


@formula
def jacks_of(hand: int) -> int:
    """The jacks of a hand as four bits, diamonds lowest.

    >>> jacks_of(1 << 28 | 1 << 4)  # clubs and diamonds
    9
    """
    return hand >> 4 & 1 | hand >> 11 & 2 | hand >> 18 & 4 | hand >> 25 & 8


@formula
def strength_of_skat(skat: int, game: int) -> int:
    """What the points of the cards put away add to the strength."""
    points = 0
    while skat:
        points += CARD_POINTS[lowest_bit(skat)]
        skat &= skat - 1
    worth: int = SKAT_POINT[max(game - GRAND_PLACE + 1, 0)] * points
    return worth


WEAKEST = -(1 << 40)


@formula
def discardable(twelve: int, game: int) -> int:
    """The cards that may be thought of: no trumps, as long as there are two other cards."""
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
    """The two cards without which a game is strongest, and how strong it is."""
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
