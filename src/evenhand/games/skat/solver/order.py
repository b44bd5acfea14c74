"""In which order cards are tried: this decides how much must be searched.

Leading, the declarer cashes winners of side suits while they win, then plays trumps - the dear
ones if they win, the cheap ones if not - and gives up cheap cards last.  A defender cashes, then
leads dear cards to a partner who can take them, then trumps, and last to where the declarer is
void.  Following, points go into a trick that is ours and none into one that is theirs, and no
trump goes where it is not needed.  While the trick is open, a defender leaves it to a partner who
can win it, with points; else it is taken cheaply.

Of the positions that one good card decides, the first card tried decides nine of ten, and eight of
ten where a trick begins.  The numbers only order the cards of one position: side winners far above
trumps, trumps above the rest, and so on.  They were fitted to random deals, other ones than those
of the benchmark.
"""

from evenhand.compiled import formula, highest_bit
from evenhand.games.skat.solver.layout import ABOVE, POINTS, SUIT_OF, TRUMPS, legal
from evenhand.games.skat.solver.stack import View, hand_of

OURS, OPEN, THEIRS = 1, 0, -1
"""The fate of a trick: whose it will be, seen from the side of the player to move."""


@formula
def is_trump(kind: int, card: int) -> bool:
    """Whether a card is a trump."""
    trumps: int = TRUMPS[kind]
    return trumps >> card & 1 != 0


@formula
def lead_by_declarer(view: View, card: int, fate: int) -> int:
    """How early the declarer tries a lead."""
    value: int = POINTS[card]
    if is_trump(view.kind, card):
        drawn = 0 if (view.second | view.third) & TRUMPS[view.kind] else 115
        if fate == OURS:
            return 19 + 3 * value - drawn
        return (25 - 3 * value if fate == OPEN else 17 - value) - drawn
    suit = SUIT_OF[view.kind, card]
    if fate == OURS:
        return 305 + value
    single = -3 if view.declarer & suit == 1 << card else 0
    followed = 3 if view.second & suit and view.third & suit else 0
    return single + followed + (value if fate == OPEN else 8 - value)


@formula
def lead_by_defender(view: View, card: int, fate: int) -> int:
    """How early a defender tries a lead."""
    value: int = POINTS[card]
    if is_trump(view.kind, card):
        return 16 if fate == OURS else 0
    if fate == OURS:
        return 25 + value
    suit = SUIT_OF[view.kind, card]
    if view.declarer & suit == 0:
        return -16 - value
    to_beat = ABOVE[view.kind, max(card, highest_bit(view.declarer & suit))]
    partner = hand_of(view, 3 - view.mover)
    return 23 + 2 * value if legal(partner, suit) & to_beat else 2 - value


@formula
def into_lost_trick(kind: int, card: int) -> int:
    """How early a card goes into a trick that the others take."""
    value: int = POINTS[card]
    return -6 * value - (55 if is_trump(kind, card) else 0)


@formula
def into_won_trick(kind: int, card: int, waste: int) -> int:
    """How early a card goes into a trick that is ours; ``waste`` is for a needless trump."""
    value: int = POINTS[card]
    return 100 + 2 * value - (waste if is_trump(kind, card) else 0)


@formula
def second_by_declarer(kind: int, card: int, fate: int, beats: bool) -> int:
    """How early the declarer plays a card as second."""
    if fate == OURS:
        return into_won_trick(kind, card, 0)
    if beats:
        higher: int = 5 * (card >> 2) - POINTS[card]
        return higher
    return into_lost_trick(kind, card)


@formula
def second_by_defender(kind: int, card: int, fate: int, beats: bool, partner_holds: bool) -> int:
    """How early a defender plays a card as second; an open trick may be the partner's yet."""
    if fate == OURS:
        return into_won_trick(kind, card, 6 if beats else 0)
    if fate == THEIRS:
        return into_lost_trick(kind, card)
    value: int = POINTS[card]
    if beats:
        return 0
    return -value if partner_holds else 80 + 2 * value


@formula
def urgency(view: View, card: int, fate: int) -> int:
    """How early a card is tried, given the fate of the trick if it is played."""
    if view.place == 0:
        if view.mover == 0:
            return lead_by_declarer(view, card, fate)
        return lead_by_defender(view, card, fate)
    beats = ABOVE[view.kind, view.best] >> card & 1 != 0
    if view.place == 1:
        if view.mover == 0:
            return second_by_declarer(view.kind, card, fate, beats)
        return second_by_defender(view.kind, card, fate, beats, view.winner != 0)
    if fate == THEIRS:
        return into_lost_trick(view.kind, card)
    return into_won_trick(view.kind, card, 15 if beats and view.mover != 0 else 0)
