"""One deal as a row of integers, and the moves that change it: the rules, once.

Kernels keep the row in an array and :class:`~evenhand.games.gin_rummy.state.State` in a tuple; both
take the same step.  A deck is a shuffled pack: the first hand, the second, the upcard, the stock.

A move is an integer: a card that is discarded, ``KNOCK`` more if the player knocks with it (or goes
gin), or one of ``DRAW_STOCK``, ``TAKE_PILE``, ``PASS`` and ``GO_BIG_GIN``.
"""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from evenhand.compiled import step
from evenhand.games.gin_rummy.deck import CARDS, HAND_SIZE, STOCK, UPCARD
from evenhand.games.gin_rummy.melds import deadwood, deadwood_after_layoffs
from evenhand.games.options import check_number
from evenhand.games.protocol import Row

NOBODY = NOTHING = -1
STOCK_LEFT = 2  # cards that are never drawn
MOST_KNOCK, MOST_BONUS, MOST_DEALS = 10, 1000, 100

PHASE = 0
TURN = 1  # the seat that moves, or moved last
HAND = 2  # two columns, one for each seat
TOP = 4  # of the pile, or nothing
PICKED = 5  # the card that was just taken from the pile, or nothing
DRAWN = 6  # how many cards of the stock were drawn
TAKEN = 7  # how many cards were taken from the pile
PILE = 8  # the cards in it
KNOWN = 9  # two columns: the cards of each seat that the other saw it take
PICKS = 11  # two columns: what each seat took, latest lowest, six bits each, one more than the card
ENDING, KNOCKER, WINNER, POINTS = 13, 14, 15, 16  # the result: who scored how much
DEADWOOD = 17  # two columns, after lay-offs
COLUMNS = 19

FIRST_OFFER, SECOND_OFFER, MUST_DRAW, DRAW, DISCARD, OVER = range(6)
VOID, KNOCKED, GIN, UNDERCUT, BIG_GIN = range(5)
ENDINGS = ("void", "knock", "gin", "undercut", "big gin")

KNOCK, DRAW_STOCK, TAKE_PILE, PASS, GO_BIG_GIN = 64, 128, 129, 130, 131
MOST_ACTIONS = 23  # that one seat can have
REMEMBERED, CARD_BITS = 10, 6
MEMORY_MASK, CARD_MASK = (1 << REMEMBERED * CARD_BITS) - 1, (1 << CARD_BITS) - 1

KNOCK_LIMIT, GIN_BONUS, UNDERCUT_BONUS, BIG_GIN_BONUS, PILE_LIMIT, DEALS = range(6)


@dataclass(frozen=True, slots=True)
class Rules:
    """The options; the usual values are those of John McLeod's rules at pagat.com.

    >>> Rules(knock=11)
    Traceback (most recent call last):
    ValueError: knock must be a whole number from 0 to 10, not 11
    """

    knock: Annotated[int, "the most deadwood with which a player may knock; 0: only gin"] = 10
    gin: Annotated[int, "bonus for gin; many play 25"] = 20
    undercut: Annotated[int, "bonus for an undercut; many play 20 or 25"] = 10
    big_gin: Annotated[int, "bonus for eleven cards in melds, often 31; 0: no big gin"] = 0
    pile_limit: Annotated[int, "cards taken from the pile, after which a deal is void"] = 50
    deals: Annotated[int, "deals of a game"] = 1

    def __post_init__(self) -> None:
        check_number("knock", self.knock, 0, MOST_KNOCK)
        for name in ("gin", "undercut", "big_gin"):
            check_number(name, getattr(self, name), 0, MOST_BONUS)
        check_number("pile_limit", self.pile_limit, 1, MOST_BONUS)
        check_number("deals", self.deals, 1, MOST_DEALS)

    def row(self) -> Row:
        """Return the rules as kernels know them."""
        bonuses = (self.gin, self.undercut, self.big_gin)
        return np.array([self.knock, *bonuses, self.pile_limit, self.deals], np.int64)


def most_moves(rules: Rules) -> int:
    """Return how many moves a deal can have: two passes, and two moves a turn."""
    return 2 + 2 * (CARDS - STOCK + rules.pile_limit)


@step
def deal(table: Any, deck: Any, first: int) -> None:
    """Lay out a deal in which a seat has the first move."""
    for column in range(COLUMNS):
        table[column] = 0
    for place in range(HAND_SIZE):
        table[HAND + first] |= 1 << deck[place]
        table[HAND + 1 - first] |= 1 << deck[HAND_SIZE + place]
    table[TURN] = first
    table[TOP] = deck[UPCARD]
    table[PILE] = 1 << deck[UPCARD]
    table[PICKED] = NOTHING
    table[KNOCKER], table[WINNER] = NOBODY, NOBODY


@step
def hand_of(table: Any) -> int:
    """Return the hand of the seat that has the turn."""
    return table[HAND + table[TURN]]  # type: ignore[no-any-return]


@step
def discardable(table: Any) -> int:
    """Return the cards that may be discarded: all but one just taken from the pile."""
    hand = table[HAND + table[TURN]]
    if table[PICKED] != NOTHING:
        hand &= ~(1 << table[PICKED])
    return hand  # type: ignore[no-any-return]


@step
def list_actions(table: Any, rules: Any, actions: Any) -> int:
    """Write the legal moves into ``actions``, and return how many there are."""
    phase, count = table[PHASE], 0
    if phase in (FIRST_OFFER, SECOND_OFFER):
        actions[0], actions[1], count = TAKE_PILE, PASS, 2
    elif phase == MUST_DRAW:
        actions[0], count = DRAW_STOCK, 1
    elif phase == DRAW:
        actions[0], actions[1], count = DRAW_STOCK, TAKE_PILE, 2
    elif phase == DISCARD:
        hand, cards = hand_of(table), discardable(table)
        for card in range(CARDS):
            if cards >> card & 1:
                actions[count] = card
                count += 1
        for place in range(count):
            card = actions[place]
            if deadwood(hand & ~(1 << card)) <= rules[KNOCK_LIMIT]:
                actions[count] = card + KNOCK
                count += 1
        if rules[BIG_GIN_BONUS] > 0 and deadwood(hand) == 0:
            actions[count] = GO_BIG_GIN
            count += 1
    return count


@step
def play(table: Any, rules: Any, action: int, drawn: int) -> None:
    """Make a legal move; ``drawn`` is the card that the stock gives, if the move draws from it."""
    seat = table[TURN]
    if action == PASS:
        table[PHASE] = SECOND_OFFER if table[PHASE] == FIRST_OFFER else MUST_DRAW
        table[TURN] = 1 - seat
    elif action == DRAW_STOCK:
        table[HAND + seat] |= 1 << drawn
        table[DRAWN] += 1
        table[PICKED] = NOTHING
        table[PHASE] = DISCARD
    elif action == TAKE_PILE:
        card = table[TOP]
        table[HAND + seat] |= 1 << card
        table[KNOWN + seat] |= 1 << card
        table[PICKS + seat] = (table[PICKS + seat] << CARD_BITS | card + 1) & MEMORY_MASK
        table[PILE] &= ~(1 << card)
        table[TAKEN] += 1
        table[PICKED], table[TOP] = card, NOTHING
        table[PHASE] = DISCARD
    else:
        if action < GO_BIG_GIN:
            card = action & CARD_MASK
            table[HAND + seat] &= ~(1 << card)
            table[KNOWN + seat] &= ~(1 << card)
            table[PILE] |= 1 << card
            table[TOP] = card
        if action >= KNOCK:
            settle(table, rules, action == GO_BIG_GIN)
        elif table[DRAWN] >= CARDS - STOCK - STOCK_LEFT or table[TAKEN] >= rules[PILE_LIMIT]:
            table[PHASE], table[ENDING] = OVER, VOID
        else:
            table[PHASE], table[TURN] = DRAW, 1 - seat


@step
def settle(table: Any, rules: Any, big: bool) -> None:
    """Score a deal that the seat with the turn has ended by knocking or going gin."""
    seat = table[TURN]
    other = 1 - seat
    own, theirs = deadwood(table[HAND + seat]), deadwood(table[HAND + other])
    ending, winner = KNOCKED, seat
    if own == 0:
        ending = BIG_GIN if big else GIN
        points = theirs + (rules[BIG_GIN_BONUS] if big else rules[GIN_BONUS])
    else:
        theirs = deadwood_after_layoffs(table[HAND + other], table[HAND + seat])
        points = theirs - own
        if points <= 0:
            ending, winner = UNDERCUT, other
            points = rules[UNDERCUT_BONUS] - points
    table[PHASE], table[ENDING], table[KNOCKER] = OVER, ending, seat
    table[WINNER], table[POINTS] = winner, points
    table[DEADWOOD + seat], table[DEADWOOD + other] = own, theirs
