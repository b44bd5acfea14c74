"""Which card is tried first, and which points nobody can take away.

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

Each side has points that nobody can take from it.  Trumps above all trumps of the other
side take a trick each, whenever they are played.  The side on lead may also cash: play
winners one after the other while nobody can ruff.  On every trick so taken the other
side must put cards, at least its cheapest.
"""

from typing import NamedTuple

from evenhand.compiled import bit_count, formula, highest_bit, step
from evenhand.games.skat.solver.layout import (
    ABOVE,
    POINTS,
    SIDES,
    SUIT_OF,
    SUITS,
    TRUMPS,
    cheapest,
    legal,
    points,
    top,
)


class View(NamedTuple):
    """What the player to move sees: the hands, and the trick so far."""

    kind: int
    declarer: int
    second: int
    third: int
    mover: int
    place: int
    led: int
    best: int
    winner: int


@formula
def hand_of(view: View, player: int) -> int:
    """The cards of a player."""
    if player == 0:
        return view.declarer
    return view.second if player == 1 else view.third


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


@formula
def longest_run(own: int, first: int, second: int) -> int:
    """The winners of a suit that nobody can ruff: the top cards, or all if those draw the rest."""
    run = top(own, first | second)
    length = bit_count(run)
    if length and length >= bit_count(first) and length >= bit_count(second):
        return own
    return run


@formula
def highest(run: int, most: int) -> int:
    """At most so many cards of a run, from above."""
    for _ in range(bit_count(run) - most):
        run &= run - 1
    return run


@step
def declarer_cashes(kind: int, declarer: int, second: int, third: int, sure: int) -> int:
    """The tricks a declarer on lead can take one after the other, as the cards that win them.

    After the sure trumps a defender either has no trumps left, or has followed every time
    and can ruff a side suit only when out of it.
    """
    trumps = TRUMPS[kind]
    drawn = bit_count(sure)
    second_ruffs = bit_count(second & trumps) > drawn
    third_ruffs = bit_count(third & trumps) > drawn
    cash = sure
    if not (second_ruffs or third_ruffs):
        cash = declarer & trumps
    for side in range(SIDES[kind]):
        suit = SUITS[kind, side]
        own = declarer & suit
        if own:
            if second_ruffs or third_ruffs:
                run = top(own, (second | third) & suit)
                most = bit_count(run)
                if second_ruffs:
                    most = min(most, bit_count(second & suit))
                if third_ruffs:
                    most = min(most, bit_count(third & suit))
                cash |= highest(run, most)
            else:
                cash |= longest_run(own, second & suit, third & suit)
    return cash


@step
def declarer_floor(kind: int, declarer: int, second: int, third: int, on_lead: bool) -> int:
    """Points the declarer takes whatever the defenders do."""
    trumps = TRUMPS[kind]
    cash = top(declarer & trumps, (second | third) & trumps)
    if on_lead:
        cash = declarer_cashes(kind, declarer, second, third, cash)
    tricks = bit_count(cash)
    return points(cash) + cheapest(second, tricks) + cheapest(third, tricks)


@step
def defender_cashes(kind: int, leader: int, partner: int, declarer: int) -> int:
    """The tricks a defender on lead can take one after the other, staying on lead."""
    trumps = TRUMPS[kind]
    cash = top(leader & trumps, (declarer | partner) & trumps)
    ruffs = bit_count(declarer & trumps) > bit_count(cash)
    alone = not ruffs and partner & trumps == 0
    if alone:
        cash |= leader & trumps
    for side in range(SIDES[kind]):
        suit = SUITS[kind, side]
        own = leader & suit
        if own:
            if alone:
                cash |= longest_run(own, declarer & suit, partner & suit)
            else:
                run = top(own, (declarer | partner) & suit)
                most = bit_count(declarer & suit) if ruffs else bit_count(run)
                cash |= highest(run, most)
    return cash


@formula
def need_not_ruff(partner: int, cash: int, trumps: int) -> bool:
    """Whether the partner of a cashing defender is never left with trumps alone.

    So it is with a side card for every side trick that is cashed, or no more trumps than are led.
    """
    sides, leads = bit_count(cash & ~trumps), bit_count(cash & trumps)
    return bit_count(partner & ~trumps) >= sides or bit_count(partner & trumps) <= leads


@step
def defenders_floor(kind: int, declarer: int, second: int, third: int, leader: int) -> int:
    """Points the defenders take whatever the declarer does.

    Sure trumps of both defenders may fall into one trick, so the longer row counts the
    tricks.  A cashing defender loses the lead if the partner must ruff: then the run does
    not count.  The partner's cards add points only where they are not counted already.
    """
    trumps = TRUMPS[kind]
    sure_second = top(second & trumps, declarer & trumps)
    sure_third = top(third & trumps, declarer & trumps)
    tricks = max(bit_count(sure_second), bit_count(sure_third))
    floor = points(sure_second | sure_third) + cheapest(declarer, tricks)
    if leader != 0:
        on_lead, partner, sure_partner = second, third, sure_third
        if leader == 2:
            on_lead, partner, sure_partner = third, second, sure_second
        cash = defender_cashes(kind, on_lead, partner, declarer)
        if need_not_ruff(partner, cash, trumps):
            tricks = bit_count(cash)
            run = points(cash | sure_partner) + cheapest(declarer, tricks)
            if sure_partner == 0:
                run += cheapest(partner, tricks)
            floor = max(floor, run)
    return floor
