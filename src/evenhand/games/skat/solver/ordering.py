"""Which card is tried first, and which points nobody can take away.

Leading, the declarer cashes winners of side suits while they win, then plays trumps - the dear
ones if they win, the cheap ones if not - and gives up cheap cards last.  A defender cashes, then
leads dear cards to a partner who can take them, then trumps, and last to where the declarer is
void.  Following, points go into a trick that is ours and none into one that is theirs, and no
trump goes where it is not needed.  While the trick is open, a defender leaves it to a partner who
can win it, with points; else it is taken cheaply.

Of the positions that one good card decides, the first card tried decides nine of ten, and eight of
ten where a trick begins.  The numbers only order the cards of one position: side winners far above
trumps, trumps above the rest, and so on.  They are in ``ordering.json``; the recipe skat/move_order
of the lab looks for those with which random deals need the fewest positions.

Each side has points that nobody can take from it.  Trumps above all trumps of the other
side take a trick each, whenever they are played.  The side on lead may also cash: play
winners one after the other while nobody can ruff.  On every trick so taken the other
side must put cards, at least its cheapest.
"""

from typing import NamedTuple

from evenhand.compiled import bit_count, formula, highest_bit, step
from evenhand.games.fitted import load_integers
from evenhand.games.skat.solver.layout import (
    ABOVE,
    POINTS,
    SIDES,
    SUIT_OF,
    SUITS,
    TRUMPS,
    least_points,
    points,
    top_cards,
)
from evenhand.games.skat.tricks import legal


class DeclarerLeads(NamedTuple):
    """How early the declarer tries a lead; ``_point`` is for each point of the card."""

    trump_won: int  # a trump that takes the trick
    trump_won_point: int
    trump_open: int  # one that may
    trump_open_point: int
    trump_lost: int  # one that does not
    trump_lost_point: int
    trumps_drawn: int  # more for any trump if nobody else has one
    side_won: int  # a card of a side suit that takes the trick, beside its points
    side_lost: int  # one that does not, less its points
    single: int  # more for the last card of a suit
    followed: int  # more if both others must follow


class DefenderLeads(NamedTuple):
    """Return how early a defender tries a lead."""

    trump_won: int  # a trump that takes the trick
    side_won: int  # a card of a side suit that does, beside its points
    void: int  # another one where the declarer is void, less its points
    partner: int  # one that the partner can take
    partner_point: int  # for each of its points
    side: int  # another card, less its points


class Following(NamedTuple):
    """How early a card is tried that does not lead."""

    lost_point: int  # for each point of a card in a trick that is lost
    lost_trump: int  # more for a trump in it
    won: int  # a card in a trick that is won
    won_point: int  # for each of its points
    beat_rank: int  # for the height of a card by which the declarer takes an open trick
    beat_point: int  # for each of its points
    trump_beside_partner: int  # more for a needless trump, as second
    trump_as_last: int  # the same as last
    leave_to_partner: int  # a card that leaves an open trick to a partner behind
    leave_point: int  # for each of its points


_FIELDS = {
    "declarer": DeclarerLeads._fields,
    "defender": DefenderLeads._fields,
    "following": Following._fields,
}
_NUMBERS = {
    group: {name: int(number) for name, number in numbers.items()}
    for group, numbers in load_integers(
        __package__,
        "ordering.json",
        {group: dict.fromkeys(names, ()) for group, names in _FIELDS.items()},
    ).items()
}
DECLARER = DeclarerLeads(**_NUMBERS["declarer"])
DEFENDER = DefenderLeads(**_NUMBERS["defender"])
FOLLOWING = Following(**_NUMBERS["following"])


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
    """Return the cards of a player."""
    if player == 0:
        return view.declarer
    return view.second if player == 1 else view.third


OURS, OPEN, THEIRS = 1, 0, -1
"""The fate of a trick: whose it will be, seen from the side of the player to move."""


@formula
def is_trump(kind: int, card: int) -> bool:
    """Return whether a card is a trump."""
    trumps: int = TRUMPS[kind]
    return trumps >> card & 1 != 0


@formula
def score_declarer_lead(view: View, card: int, fate: int) -> int:
    """Return how early the declarer tries a lead."""
    value: int = POINTS[card]
    if is_trump(view.kind, card):
        more = 0 if (view.second | view.third) & TRUMPS[view.kind] else DECLARER.trumps_drawn
        if fate == OURS:
            return DECLARER.trump_won + DECLARER.trump_won_point * value + more
        if fate == OPEN:
            return DECLARER.trump_open + DECLARER.trump_open_point * value + more
        return DECLARER.trump_lost + DECLARER.trump_lost_point * value + more
    suit = SUIT_OF[view.kind, card]
    if fate == OURS:
        return DECLARER.side_won + value
    more = DECLARER.single if view.declarer & suit == 1 << card else 0
    if view.second & suit and view.third & suit:
        more += DECLARER.followed
    return more + (value if fate == OPEN else DECLARER.side_lost - value)


@formula
def score_defender_lead(view: View, card: int, fate: int) -> int:
    """Return how early a defender tries a lead."""
    value: int = POINTS[card]
    if is_trump(view.kind, card):
        return DEFENDER.trump_won if fate == OURS else 0
    if fate == OURS:
        return DEFENDER.side_won + value
    suit = SUIT_OF[view.kind, card]
    if view.declarer & suit == 0:
        return DEFENDER.void - value
    to_beat = ABOVE[view.kind, max(card, highest_bit(view.declarer & suit))]
    if legal(hand_of(view, 3 - view.mover), suit) & to_beat:
        return DEFENDER.partner + DEFENDER.partner_point * value
    return DEFENDER.side - value


@formula
def score_in_lost_trick(kind: int, card: int) -> int:
    """Return how early a card goes into a trick that the others take."""
    value: int = FOLLOWING.lost_point * POINTS[card]
    return value + (FOLLOWING.lost_trump if is_trump(kind, card) else 0)


@formula
def score_in_won_trick(kind: int, card: int, for_trump: int) -> int:
    """Return how early a card goes into a trick of the own side.

    ``for_trump`` is added for a trump, which is not needed."""
    value: int = FOLLOWING.won + FOLLOWING.won_point * POINTS[card]
    return value + (for_trump if is_trump(kind, card) else 0)


@formula
def score_declarer_second(kind: int, card: int, fate: int, beats: bool) -> int:
    """Return how early the declarer plays a card as second."""
    if fate == OURS:
        return score_in_won_trick(kind, card, 0)
    if beats:
        height: int = FOLLOWING.beat_rank * (card >> 2) + FOLLOWING.beat_point * POINTS[card]
        return height
    return score_in_lost_trick(kind, card)


@formula
def score_defender_second(kind: int, card: int, fate: int, beats: bool, partner_holds: bool) -> int:
    """Return how early a defender plays a card as second."""
    if fate == OURS:
        return score_in_won_trick(kind, card, FOLLOWING.trump_beside_partner if beats else 0)
    if fate == THEIRS:
        return score_in_lost_trick(kind, card)
    value: int = POINTS[card]
    if beats:
        return 0
    if partner_holds:
        return -value
    return FOLLOWING.leave_to_partner + FOLLOWING.leave_point * value


@formula
def move_score(view: View, card: int, fate: int) -> int:
    """Return how early a card is tried, given the fate of the trick if it is played."""
    if view.place == 0:
        if view.mover == 0:
            return score_declarer_lead(view, card, fate)
        return score_defender_lead(view, card, fate)
    beats = ABOVE[view.kind, view.best] >> card & 1 != 0
    if view.place == 1:
        if view.mover == 0:
            return score_declarer_second(view.kind, card, fate, beats)
        return score_defender_second(view.kind, card, fate, beats, view.winner != 0)
    if fate == THEIRS:
        return score_in_lost_trick(view.kind, card)
    wasted = beats and view.mover != 0
    return score_in_won_trick(view.kind, card, FOLLOWING.trump_as_last if wasted else 0)


@formula
def longest_run(own: int, first: int, second: int) -> int:
    """Return the winners of a suit without ruffs: all cards, if the top ones draw the rest."""
    run = top_cards(own, first | second)
    length = bit_count(run)
    if length and length >= bit_count(first) and length >= bit_count(second):
        return own
    return run


@formula
def keep_highest(run: int, most: int) -> int:
    """Return at most so many cards of a run, from above."""
    for _ in range(bit_count(run) - most):
        run &= run - 1
    return run


@step
def find_declarer_winners(kind: int, declarer: int, second: int, third: int, sure: int) -> int:
    """Return the winning cards of the tricks that a declarer on lead can take in a row.

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
                run = top_cards(own, (second | third) & suit)
                most = bit_count(run)
                if second_ruffs:
                    most = min(most, bit_count(second & suit))
                if third_ruffs:
                    most = min(most, bit_count(third & suit))
                cash |= keep_highest(run, most)
            else:
                cash |= longest_run(own, second & suit, third & suit)
    return cash


@step
def declarer_floor(kind: int, declarer: int, second: int, third: int, on_lead: bool) -> int:
    """Return the points that the declarer takes whatever the defenders do."""
    trumps = TRUMPS[kind]
    cash = top_cards(declarer & trumps, (second | third) & trumps)
    if on_lead:
        cash = find_declarer_winners(kind, declarer, second, third, cash)
    tricks = bit_count(cash)
    return points(cash) + least_points(second, tricks) + least_points(third, tricks)


@step
def find_defender_winners(kind: int, leader: int, partner: int, declarer: int) -> int:
    """Return the winning cards of the tricks that a defender on lead can take in a row."""
    trumps = TRUMPS[kind]
    cash = top_cards(leader & trumps, (declarer | partner) & trumps)
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
                run = top_cards(own, (declarer | partner) & suit)
                most = bit_count(declarer & suit) if ruffs else bit_count(run)
                cash |= keep_highest(run, most)
    return cash


@formula
def need_not_ruff(partner: int, cash: int, trumps: int) -> bool:
    """Return whether the partner of a cashing defender is never left with trumps alone.

    So it is with a side card for every side trick that is cashed, or no more trumps than are led.
    """
    sides, leads = bit_count(cash & ~trumps), bit_count(cash & trumps)
    return bit_count(partner & ~trumps) >= sides or bit_count(partner & trumps) <= leads


@step
def defenders_floor(kind: int, declarer: int, second: int, third: int, leader: int) -> int:
    """Return the points that the defenders take whatever the declarer does.

    Sure trumps of both defenders may fall into one trick, so the longer row counts the
    tricks.  A cashing defender loses the lead if the partner must ruff: then the run does
    not count.  The partner's cards add points only where they are not counted already.
    """
    trumps = TRUMPS[kind]
    sure_second = top_cards(second & trumps, declarer & trumps)
    sure_third = top_cards(third & trumps, declarer & trumps)
    tricks = max(bit_count(sure_second), bit_count(sure_third))
    floor = points(sure_second | sure_third) + least_points(declarer, tricks)
    if leader != 0:
        on_lead, partner, sure_partner = second, third, sure_third
        if leader == 2:
            on_lead, partner, sure_partner = third, second, sure_second
        cash = find_defender_winners(kind, on_lead, partner, declarer)
        if need_not_ruff(partner, cash, trumps):
            tricks = bit_count(cash)
            run = points(cash | sure_partner) + least_points(declarer, tricks)
            if sure_partner == 0:
                run += least_points(partner, tricks)
            floor = max(floor, run)
    return floor
