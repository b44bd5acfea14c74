"""Which cards are tried.

Cards of a hand with no live card of somebody else between them are a group: they win and
lose the same tricks, and differ in points only.  The card that is winning the trick is live
too.  Where the side that takes the trick is certain, one card of a group is enough: the
dearest if the trick is ours, the cheapest if it is theirs.  Of cards with equal points one
is enough always.
"""

from evenhand.cards import Masks
from evenhand.compiled import formula, highest_bit, lowest_bit, step
from evenhand.games.skat.solver.layout import ABOVE, BLANKS, JACKS, SUIT_OF, legal
from evenhand.games.skat.solver.order import OPEN, OURS, THEIRS, urgency
from evenhand.games.skat.solver.stack import (
    COUNT,
    NEXT,
    TRIED,
    VALUE,
    View,
    after,
    as_move,
    hand_of,
    view_of,
)

EVERYTHING, NOTHING = 127, -1  # worse than any value for a defender, and for the declarer


@formula
def group_of(card: int, cards: int, suit: int, foreign: int) -> int:
    """The group below a card: cards of its suit down to the next live card of others."""
    group = cards & suit & ((2 << card) - 1)
    between = foreign & suit & ((1 << card) - 1)
    return group if between == 0 else group & (-1 << highest_bit(between))


@formula
def dearest(group: int) -> int:
    """The card of a group with most points."""
    figures = group & ~(BLANKS | JACKS)
    if figures:
        return highest_bit(figures)
    return highest_bit(group & JACKS if group & JACKS else group)


@formula
def cheapest_card(group: int) -> int:
    """The card of a group with fewest points."""
    if group & BLANKS:
        return lowest_bit(group & BLANKS)
    return lowest_bit(group & JACKS if group & JACKS else group)


@formula
def one_a_value(group: int) -> int:
    """A group without cards that have the same points as another one."""
    if group & BLANKS:
        group = group & ~BLANKS | 1 << highest_bit(group & BLANKS)
    if group & JACKS:
        group = group & ~JACKS | 1 << highest_bit(group & JACKS)
    return group


@formula
def worth_trying(group: int, fate: int) -> int:
    """The cards of a group that must be tried."""
    if group & (group - 1) == 0:
        return group
    if fate == OPEN:
        return one_a_value(group)
    return 1 << (dearest(group) if fate == OURS else cheapest_card(group))


@formula
def fate_of_lead(view: View, card: int) -> int:
    """Whose a trick will be after this lead."""
    suit, above = SUIT_OF[view.kind, card], ABOVE[view.kind, card]
    if view.mover != 0:
        return OURS if legal(view.declarer, suit) & above == 0 else OPEN
    second, third = legal(view.second, suit), legal(view.third, suit)
    if (second | third) & above == 0:
        return OURS
    return THEIRS if second & ~above == 0 or third & ~above == 0 else OPEN


@formula
def fate_of(view: View, card: int) -> int:
    """Whose a trick will be after this card."""
    if view.place == 0:
        return fate_of_lead(view, card)
    above, winner = ABOVE[view.kind, view.best], view.winner
    if above >> card & 1:
        above, winner = ABOVE[view.kind, card], view.mover
    keeps = OURS if (winner == 0) == (view.mover == 0) else THEIRS
    last = after(view.mover)
    if view.place == 2 or (winner == 0) == (last == 0):
        return keeps
    answers = legal(hand_of(view, last), view.led)
    if answers & above == 0:
        return keeps
    return -keeps if answers & ~above == 0 else OPEN


@step
def list_moves(kind: int, hands: Masks, row: Masks, moves: Masks) -> None:
    """Write down the moves to try in a position."""
    view = view_of(kind, hands, row)
    cards = hand_of(view, view.mover)
    foreign = (view.declarer | view.second | view.third) & ~cards
    if view.place != 0:
        foreign |= 1 << view.best
        cards = legal(cards, view.led)
    count = groups = 0
    while cards:
        card = highest_bit(cards)
        group = group_of(card, cards, SUIT_OF[kind, card], foreign)
        cards ^= group
        fate = fate_of(view, card)
        group = worth_trying(group, fate)
        while group:
            card = highest_bit(group)
            group ^= 1 << card
            moves[count] = as_move(card, groups, urgency(view, card, fate))
            count += 1
        moves[TRIED + groups] = NOTHING
        groups += 1
    row[COUNT] = count
    row[NEXT] = 0
    row[VALUE] = NOTHING if view.mover == 0 else EVERYTHING
