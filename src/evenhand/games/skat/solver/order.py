"""In which order cards are tried: this decides how much must be searched.

Leading, the declarer draws trumps that win, then other trumps, then cashes, then gives up
cheap cards; a defender cashes, leads to the partner, then cheaply to where the declarer is void,
and trumps last.  Following, points go into a trick that is ours and none into one that is theirs;
while it is open, a low winner, or points for a partner who can still win.

The first card tried is the right one in nine of ten positions.  The numbers only order the
cards of one position; they were found by trial.
"""

from evenhand.compiled import formula, highest_bit
from evenhand.games.skat.solver.layout import ABOVE, POINTS, SUIT_OF, TRUMPS, legal
from evenhand.games.skat.solver.stack import View, after, hand_of


@formula
def is_trump(kind: int, card: int) -> bool:
    """Whether a card is a trump."""
    trumps: int = TRUMPS[kind]
    return trumps >> card & 1 != 0


@formula
def lead_by_declarer(kind: int, own: int, defenders: int, card: int, fate: int) -> int:
    """How early the declarer tries a lead."""
    value: int = POINTS[card]
    if is_trump(kind, card):
        drawn = 0 if defenders & TRUMPS[kind] else 15
        return (40 + value if fate > 0 else 20 - value) - drawn
    single = 3 if own & SUIT_OF[kind, card] == 1 << card else 0
    if fate > 0:
        return 30 + value + single
    return (5 if fate < 0 else 2) - 2 * value + single


@formula
def lead_by_defender(kind: int, declarer: int, partner: int, card: int, fate: int) -> int:
    """How early a defender tries a lead."""
    value: int = POINTS[card]
    if is_trump(kind, card):
        return 15 + value if fate > 0 else -10 - value
    if fate > 0:
        return 40 + value
    suit = SUIT_OF[kind, card]
    if declarer & suit == 0:
        return 10 - 2 * value
    to_beat = max(card, highest_bit(declarer & suit))
    return (25 if legal(partner, suit) & ABOVE[kind, to_beat] else 0) - value


@formula
def into_lost_trick(kind: int, card: int) -> int:
    """How early a card goes into a trick that the others take."""
    value: int = POINTS[card]
    return -3 * value - (6 if is_trump(kind, card) else 0)


@formula
def second_by_declarer(kind: int, card: int, fate: int, beats: bool) -> int:
    """How early the declarer plays a card as second."""
    value: int = POINTS[card]
    if fate > 0:
        return 100 + 2 * value
    if beats:
        return 40 + (card >> 2) - value
    return into_lost_trick(kind, card)


@formula
def second_by_defender(
    kind: int, card: int, fate: int, beats: bool, partner_holds: bool, partner_can_win: bool
) -> int:
    """How early a defender plays a card as second."""
    value: int = POINTS[card]
    if fate > 0:
        return 100 + 2 * value - (4 if beats and is_trump(kind, card) else 0)
    if fate < 0:
        return into_lost_trick(kind, card)
    if partner_holds:
        return 20 if beats else 30 - value
    if beats:
        return 60 - (value if value > 4 else 0)
    return 30 + 2 * value if partner_can_win else 20 - 2 * value


@formula
def last_card(
    kind: int, card: int, fate: int, beats: bool, defends: bool, partner_holds: bool
) -> int:
    """How early the last player plays a card."""
    if fate < 0:
        return into_lost_trick(kind, card)
    urgency: int = 100 + 2 * POINTS[card]
    if beats and is_trump(kind, card):
        urgency -= 7 if defends else 3
    if beats and partner_holds:
        urgency -= 8
    return urgency


@formula
def urgency(view: View, card: int, fate: int) -> int:
    """How early a card is tried, knowing whose trick it will be: ours, open or theirs."""
    kind, mover = view.kind, view.mover
    if view.place == 0:
        if mover == 0:
            return lead_by_declarer(kind, view.declarer, view.second | view.third, card, fate)
        return lead_by_defender(kind, view.declarer, hand_of(view, 3 - mover), card, fate)
    to_beat = ABOVE[kind, view.best]
    beats = to_beat >> card & 1 != 0
    partner_holds = mover != 0 and view.winner != 0
    if view.place == 2:
        return last_card(kind, card, fate, beats, mover != 0, partner_holds)
    if mover == 0:
        return second_by_declarer(kind, card, fate, beats)
    answers = legal(hand_of(view, after(mover)), view.led)
    return second_by_defender(kind, card, fate, beats, partner_holds, answers & to_beat != 0)
