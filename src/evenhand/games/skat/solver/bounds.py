"""Bounds of the declarer's further points, at the start of a trick, without search.

Each side has points that nobody can take from it.  Trumps above all trumps of the other
side take a trick each, whenever they are played.  The side on lead may also cash: play
winners one after the other while nobody can ruff.  On every trick so taken the other
side must put cards, at least its cheapest.
"""

from evenhand.compiled import bit_count, formula, step
from evenhand.games.skat.solver.layout import SIDES, SUITS, TRUMPS, cheapest, points, top


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
