"""The rules, and one game as a row of integers that a move changes.

Kernels and :class:`~evenhand.games.rummy.state.State` play by the same :func:`apply`.  A turn is a
draw from the stock or the pile and a discard, which may be a declaration.  Where drops have a
price, a drop instead of a draw leaves the game; so does a wrong declaration if it has a price.
The others play on, and the last one left wins.

All chance of a game comes from its seed: the first two numbers make the seed of the bots' random
choices, those that follow shuffle the pack and later the discards.  When the stock is empty and a
player draws from it, the discards except the top one become the stock.  They are taken in the
order in which they were discarded, oldest first, and shuffled: for i from the last place down to
the second, one number gives a place j up to i, and the cards at i and j change places.  The first
card is drawn first.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, Self, get_args

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import bit_count, formula
from evenhand.games.cards import Masks
from evenhand.games.options import check_choice, check_flag, check_number
from evenhand.games.rummy.deck import ACE, CARDS, HAND_SIZE, JOKER, RANKS, SEATS
from evenhand.games.rummy.suit_tables import list_discardable, wild_mask
from evenhand.rng import next_state, randbelow
from evenhand.tables import Floats

Flags = NDArray[np.bool_]
StockOut = Literal["reshuffle", "end"]
Undeclared = Literal["lower-score", "draw"]
MAX_TURNS, MAX_PRICE = 100_000, 1000


@dataclass(frozen=True, slots=True)
class Rules:
    """What the sources leave open, each an option with a default.

    The paper (Chakraborty 2025) plays with two players and says neither what happens when the
    stock runs out, nor how a game ends in which nobody declares, nor whether jokers may be
    discarded.  Drops and the wrong show are rules of public platforms; they are off unless they
    have a price.

    >>> Rules(turn_limit=0)
    Traceback (most recent call last):
    ValueError: turn_limit must be a whole number from 1 to 100000, not 0
    """

    stock_out: Annotated[
        StockOut, "an empty stock: the discards are shuffled, or the game ends"
    ] = "reshuffle"
    turn_limit: Annotated[int, "own turns of each player; then the game ends undeclared"] = 100
    undeclared: Annotated[
        Undeclared, "who wins an undeclared game: the lower MinScore, or nobody"
    ] = "lower-score"
    jokers_discardable: Annotated[bool, "jokers may be discarded"] = True
    literal_score: Annotated[bool, "melds are free without two sequences, too"] = False
    first_drop: Annotated[int | None, "points for leaving before the first draw"] = None
    middle_drop: Annotated[int | None, "points for leaving later"] = None
    wrong_show: Annotated[int | None, "points for a wrong declaration; none: it is refused"] = None

    def __post_init__(self) -> None:
        check_choice("stock_out", self.stock_out, get_args(StockOut))
        check_choice("undeclared", self.undeclared, get_args(Undeclared))
        check_number("turn_limit", self.turn_limit, 1, MAX_TURNS)
        for name in ("jokers_discardable", "literal_score"):
            check_flag(name, getattr(self, name))
        for name in ("first_drop", "middle_drop", "wrong_show"):
            if getattr(self, name) is not None:
                check_number(name, getattr(self, name), 0, MAX_PRICE)

    @classmethod
    def platform(cls) -> Self:
        """Return the rules with drops and wrong show as platforms price them.

        >>> Rules.platform().middle_drop
        40
        """
        return cls(first_drop=20, middle_drop=40, wrong_show=80)

    def discardable(self, hand: int, wild: int) -> int:
        """Return the cards of a hand that may be discarded.

        If jokers must stay, they go only where nothing else is held.  That costs nobody a
        declaration: if a hand is valid without a joker, it is valid without another card that
        the joker replaces.
        """
        return list_discardable(hand, wild_mask(wild), int(self.jokers_discardable))

    def drop_price(self, turns: int) -> int | None:
        """Return the points of a drop after so many own turns; None if there is no such drop."""
        return self.middle_drop if turns else self.first_drop


TOO_LATE: Final = 0.5
"""The points of a hand that has none, where somebody else won: it came too late."""
NOBODY: Final = -1
NO_CARD: Final = -1
MAX_MEMORY: Final = 32  # of the latest discards of each seat
MAX_SEATS: Final = SEATS[-1]

# The cells of a row: the rules, then how the game stands.
TURN_LIMIT, RESHUFFLES, JOKERS_ALLOWED, LITERAL, FIRST_DROP, MIDDLE_DROP, WRONG_SHOW = range(7)
PLAYERS, TURN, WILD, DECLARER, SHUFFLING = range(7, 12)
NEXT_CARD, STOCK_END, PILE_SIZE = range(12, 15)  # the stock lies from NEXT_CARD to STOCK_END
HANDS: Final = 15  # of each seat
TURNS: Final = HANDS + MAX_SEATS  # complete turns of each seat
PAID: Final = TURNS + MAX_SEATS  # the price that a seat paid to leave; NOT_PAID while it plays
KNOWN: Final = PAID + MAX_SEATS  # the cards in each hand that all have seen being taken
STOCK: Final = KNOWN + MAX_SEATS
PILE: Final = STOCK + CARDS
RECENT: Final = PILE + CARDS  # the latest discards of each seat, in a ring
ROW: Final = RECENT + MAX_SEATS * MAX_MEMORY
NOT_PAID: Final = -1

# An action is its kind above the bits of a card.
CARD_BITS: Final = 6
CARD_MASK: Final = (1 << CARD_BITS) - 1
FROM_STOCK, FROM_PILE, DROP, DISCARD, DECLARE, SHOW_WRONGLY = KINDS = range(6)


def score_games(points: Floats, ahead: Masks, playing: Flags, rules: Rules) -> Floats:
    """Return the scores of games: minus the points, changed so that they agree with the winner.

    ``ahead`` is the seat of each game that declared or was left alone, or nobody.  Where there is
    one, a hand of another seat without points counts half a point.  Where there is none and the
    rules make the game a draw, all who are still ``playing`` have the mean of their points.

    >>> held, playing = np.array([[0.0, 0.0], [7.0, 12.0]]), np.ones((2, 2), bool)
    >>> score_games(held, np.array([1, NOBODY]), playing, Rules(undeclared="draw")).tolist()
    [[-0.5, 0.0], [-9.5, -9.5]]
    """
    points, won = points.copy(), ahead != NOBODY
    points[won] = np.maximum(points[won], TOO_LATE)
    points[won, ahead[won]] = 0.0
    if rules.undeclared == "draw":
        mean = np.where(playing, points, 0.0).sum(axis=1) / playing.sum(axis=1)
        points = np.where(playing & ~won[:, None], mean[:, None], points)
    scores: Floats = 0.0 - points
    return scores


def rule_cells(rules: Rules) -> Masks:
    """Return the first cells of a row: the rules as kernels know them."""
    prices = (rules.first_drop, rules.middle_drop, rules.wrong_show)
    return np.array(
        [
            rules.turn_limit,
            rules.stock_out == "reshuffle",
            rules.jokers_discardable,
            rules.literal_score,
            *(NOT_PAID if price is None else price for price in prices),
        ],
        np.int64,
    )


def new_row(rules: Rules, seats: int) -> Masks:
    """Return a row in which the rules and the number of players stand."""
    row = np.zeros(ROW, np.int64)
    row[: WRONG_SHOW + 1], row[PLAYERS] = rule_cells(rules), seats
    return row


@formula
def copy_row(row: Masks, to: Masks) -> None:
    """Copy a row, cell by cell: numba compiles slices for two seconds."""
    for cell in range(ROW):
        to[cell] = row[cell]


@formula
def shuffle(row: Masks, count: int) -> None:
    """Shuffle the first cards of the stock."""
    state = row[SHUFFLING]
    for i in range(count - 1, 0, -1):
        state = next_state(state)
        j = randbelow(state, i + 1)
        row[STOCK + i], row[STOCK + j] = row[STOCK + j], row[STOCK + i]
    row[SHUFFLING] = state


@formula
def deal(row: Masks, seed: int) -> None:
    """Shuffle the pack and deal it."""
    row[SHUFFLING] = next_state(next_state(seed))
    for card in range(CARDS):
        row[STOCK + card] = card
    shuffle(row, CARDS)
    lay_out(row)


@formula
def lay_out(row: Masks) -> None:
    """Deal a shuffled pack, which lies in the cells of the stock."""
    players = row[PLAYERS]
    for seat in range(players):
        row[TURNS + seat] = row[HANDS + seat] = row[KNOWN + seat] = 0
        row[PAID + seat] = NOT_PAID
        for place in range(seat * HAND_SIZE, (seat + 1) * HAND_SIZE):
            row[HANDS + seat] |= 1 << row[STOCK + place]
    dealt = players * HAND_SIZE
    exposed = row[STOCK + dealt + 1]
    row[PILE], row[PILE_SIZE] = row[STOCK + dealt], 1
    row[NEXT_CARD], row[STOCK_END] = dealt + 2, CARDS
    row[WILD] = ACE if exposed >= JOKER else exposed % RANKS
    row[TURN], row[DECLARER] = 0, NOBODY


@formula
def has_drawn(row: Masks, seat: int) -> bool:
    """Return whether a player has drawn and not yet discarded."""
    return bit_count(row[HANDS + seat]) > HAND_SIZE


@formula
def list_drawable(row: Masks) -> int:
    """Return the cards that may come if a card is drawn from the stock."""
    found = 0
    for place in range(row[NEXT_CARD], row[STOCK_END]):
        found |= 1 << row[STOCK + place]
    if not found:
        for place in range(row[PILE_SIZE] - 1):
            found |= 1 << row[PILE + place]
    return found


@formula
def turn_pile(row: Masks) -> int:
    """Make the discards except the top one the stock, in their order; return how many they are."""
    count = row[PILE_SIZE] - 1
    for i in range(count):
        row[STOCK + i] = row[PILE + i]
    row[PILE] = row[PILE + count]
    row[NEXT_CARD], row[STOCK_END], row[PILE_SIZE] = 0, count, 1
    return int(count)


@formula
def pass_on(row: Masks) -> None:
    """Give the turn to the next player, unless all have had theirs or one is left."""
    players, left = row[PLAYERS], 0
    following = row[TURN]
    for distance in range(players, 0, -1):
        seat = (row[TURN] + distance) % players
        if row[PAID + seat] == NOT_PAID:
            left += 1
            following = seat
    out = left == 1 or row[TURNS + following] == row[TURN_LIMIT]
    row[TURN] = NOBODY if out else following


@formula
def draw(row: Masks, kind: int) -> int:
    """Draw a card, or find no stock, which ends the game; return the card."""
    seat = row[TURN]
    if kind == FROM_PILE:
        row[PILE_SIZE] -= 1
        card = row[PILE + row[PILE_SIZE]]
        row[KNOWN + seat] |= 1 << card
    else:
        if row[NEXT_CARD] == row[STOCK_END]:
            if not row[RESHUFFLES]:
                row[TURN] = NOBODY
                return NO_CARD
            shuffle(row, turn_pile(row))
        card = row[STOCK + row[NEXT_CARD]]
        row[NEXT_CARD] += 1
    row[HANDS + seat] |= 1 << card
    return int(card)


@formula
def put_down(row: Masks, seat: int, card: int) -> None:
    """Discard a card from a hand of fourteen: the turn is complete."""
    row[HANDS + seat] &= ~(1 << card)
    row[KNOWN + seat] &= ~(1 << card)
    row[PILE + row[PILE_SIZE]] = card
    row[PILE_SIZE] += 1
    row[RECENT + seat * MAX_MEMORY + row[TURNS + seat] % MAX_MEMORY] = card
    row[TURNS + seat] += 1


@formula
def apply(row: Masks, action: int) -> int:
    """Make a legal move; return the card that was drawn or discarded, or none."""
    kind, card, seat = action >> CARD_BITS, action & CARD_MASK, row[TURN]
    if kind <= FROM_PILE:
        return draw(row, kind)
    if kind == DROP:
        row[PAID + seat] = row[MIDDLE_DROP if row[TURNS + seat] else FIRST_DROP]
        pass_on(row)
        return NO_CARD
    put_down(row, seat, card)
    if kind == DECLARE:
        row[DECLARER], row[TURN] = seat, NOBODY
        return card
    if kind == SHOW_WRONGLY:
        row[PAID + seat] = row[WRONG_SHOW]
    pass_on(row)
    return card
