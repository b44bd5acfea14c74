"""A player who imagines the hidden cards and solves each such world with open cards.

A desk belongs to one thread.  Its tables of positions stay true from game to game: they save
time and change no choice.

What is counted for a card are the worlds that the player's side wins after it.  Cards that no
unseen card separates and that count the same are one choice.  If several cards are best, half
of the worlds are asked again at the borders of schneider - can a game that is won be won higher,
can one that is lost be saved from schneider - and then the rules of thumb decide.
"""

from typing import NamedTuple

import numpy as np

from evenhand.compiled import formula, highest_bit, kernel, step
from evenhand.games.cards import Masks
from evenhand.games.skat.bots.bots import (
    AIM,
    BORDERS,
    BORDERS_THEN_RULE,
    FOR_POINTS,
    INFERENCE,
    LOWEST,
    OPEN,
    RULE,
    SAMPLES,
    TIES,
    WAY,
)
from evenhand.games.skat.bots.determinization import likely, world
from evenhand.games.skat.bots.heuristic import card_by_rule
from evenhand.games.skat.bots.observation import HAND, OUVERT, OWN, SKAT, Seen, seen_by_mover
from evenhand.games.skat.scoring import ALL_POINTS, POINTS_TO_WIN, SCHNEIDER
from evenhand.games.skat.solver.layout import NULL_KIND, POINTS, SUIT_OF, points
from evenhand.games.skat.solver.null import search_null
from evenhand.games.skat.solver.search import (
    DEPTH,
    FIELDS,
    GAIN,
    MOST,
    MOVER,
    MOVES,
    PLACE,
    STAKE,
    TARGET,
    after,
    group_of,
    put,
    search,
    value_between,
)
from evenhand.games.skat.solver.transposition import new_table

MOST_SAMPLES = 1 << 14
HANDS, SKAT_OF_WORLD = 3, 3  # columns of a world: the declarer's hand, the next two, the skat


class Desk(NamedTuple):
    """Arrays that the kernels write into."""

    stack: Masks
    moves: Masks
    hands: Masks  # of the world that is searched
    table: Masks
    null_table: Masks
    counter: Masks  # positions searched
    worlds: Masks  # a row a world
    cards: Masks  # the cards to choose from
    mates: Masks  # for each of them the cards that are as good
    won: Masks  # for each of them, in each world, what it leads to
    scores: Masks  # what each is worth so far
    draws: Masks  # the state of the random numbers


def new_desk(samples: int) -> Desk:
    """A desk for players who imagine at most so many worlds."""
    return Desk(
        np.zeros((DEPTH, FIELDS), np.int64),
        np.zeros((DEPTH, MOVES), np.int64),
        np.zeros(HANDS, np.int64),
        new_table(),
        new_table(),
        np.zeros(1, np.int64),
        np.zeros((samples, HANDS + 1), np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros((MOST, samples), np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(1, np.int64),
    )


@step
def lay_out(kind: int, world: Masks, row: Masks, card: int, desk: Desk) -> int:
    """Make the position after a card, in a world, the first of the stack; what the card gains."""
    stack, hands = desk.stack, desk.hands
    for player in range(HANDS):
        hands[player] = world[player]
    for field in range(TARGET):
        stack[0, field] = row[field]
    hands[row[MOVER]] &= ~(1 << card)
    put(kind, stack[0], stack[1], card)
    gain: int = stack[0, GAIN]
    for field in range(TARGET):
        stack[0, field] = stack[1, field]
    return gain


@step
def in_sight(desk: Desk) -> int:
    """The points that are still to be taken."""
    hands, stack = desk.hands, desk.stack
    rest = points(hands[0] | hands[1] | hands[2])
    return rest + stack[0, STAKE] if stack[0, PLACE] != 0 else rest


@kernel
def reaches(kind: int, world: Masks, row: Masks, card: int, needed: int, desk: Desk) -> int:
    """1 if the declarer takes so many more points after a card (wins, in null), else 0."""
    gain = lay_out(kind, world, row, card, desk)
    if kind == NULL_KIND:
        if desk.stack[0, PLACE] == 0 and desk.stack[0, MOVER] == 0:
            return 0
        won = search_null(desk.hands, desk.stack, desk.moves, desk.null_table, desk.counter)
        return 1 if won else 0
    needed -= gain
    if needed <= 0:
        return 1
    if in_sight(desk) < needed:
        return 0
    desk.stack[0, TARGET] = needed
    found = search(kind, desk.hands, desk.stack, desk.moves, desk.table, desk.counter)
    return 1 if found >= needed else 0


@kernel
def points_after(kind: int, world: Masks, row: Masks, card: int, desk: Desk) -> int:
    """The points that the declarer still takes, if a card is played."""
    gain = lay_out(kind, world, row, card, desk)
    limits = 0, in_sight(desk)
    found = value_between(
        kind, desk.hands, desk.stack, desk.moves, desk.table, desk.counter, *limits
    )
    return gain + found


@step
def points_to_take(need: int, own: int, world: Masks) -> int:
    """The points that the declarer lacks in a world; beyond all points he cannot win."""
    return min(need, ALL_POINTS + 1) - own - points(world[SKAT_OF_WORLD])


TRIES = 12  # worlds drawn for one that is likely
HIGH, LOW = ALL_POINTS - SCHNEIDER, SCHNEIDER + 1


@step
def list_choices(seen: Seen, cards: Masks, mates: Masks) -> int:
    """Write down the cards that differ, each with those as good as it; how many they are."""
    foreign = seen.unseen
    if seen.place != 0:
        foreign |= 1 << seen.best
    left, count = seen.playable, 0
    while left:
        card = highest_bit(left)
        group, same = group_of(card, left, SUIT_OF[seen.kind, card], foreign), 0
        while group:
            other = highest_bit(group)
            group ^= 1 << other
            if seen.kind == NULL_KIND or POINTS[other] == POINTS[card]:
                same |= 1 << other
        cards[count] = card
        mates[count] = same
        count += 1
        left &= ~same
    return count


@step
def imagine(seen: Seen, state: Masks, shown: int, tries: int, into: Masks, draws: int) -> int:
    """Write a world into a row: the three hands, and the skat.  The state after drawing."""
    first, second, skat = 0, 0, 0
    for _ in range(tries):
        first, second, skat, draws = world(seen, shown, draws)
        if tries == 1:
            break
        accepted, draws = likely(seen, state, first, second, skat, draws)
        if accepted:
            break
    into[seen.mover] = seen.own
    into[after(seen.mover)] = first
    into[after(after(seen.mover))] = second
    into[SKAT_OF_WORLD] = skat
    return draws


@step
def imagine_worlds(hands: Masks, seen: Seen, state: Masks, style: Masks, desk: Desk) -> None:
    """Write down the worlds; one who sees all cards knows which it is."""
    shown = hands[0] if state[OUVERT] and seen.mover != 0 else 0
    tries = TRIES if style[INFERENCE] else 1
    draws = desk.draws[0]
    for number in range(style[SAMPLES]):
        into = desk.worlds[number]
        if style[WAY] == OPEN:
            for player in range(3):
                into[player] = hands[player]
            into[SKAT_OF_WORLD] = state[SKAT]
        else:
            draws = imagine(seen, state, shown, tries, into, draws)
            if seen.mover == 0 and state[HAND] == 0:
                into[SKAT_OF_WORLD] = state[SKAT]
    desk.draws[0] = draws


@formula
def border(need: int, won: int) -> int:
    """The points at which a game that is won or lost is asked about again."""
    if won:
        return HIGH if need < HIGH else ALL_POINTS
    return LOW if need <= POINTS_TO_WIN else POINTS_TO_WIN


@step
def try_for_points(seen: Seen, row: Masks, samples: int, count: int, desk: Desk) -> None:
    """The sum of points over the worlds, for each card."""
    for number in range(samples):
        for choice in range(count):
            card = desk.cards[choice]
            found = points_after(seen.kind, desk.worlds[number], row, card, desk)
            desk.scores[choice] += found if seen.mover == 0 else -found


@step
def try_for_win(
    seen: Seen,
    row: Masks,
    own: int,
    samples: int,
    count: int,
    tied: int,
    again: bool,
    fair: bool,
    desk: Desk,
) -> None:
    """In how many worlds each of some cards wins: gets the points, or keeps the declarer below.

    ``again`` asks at the border of schneider that fits how the world ended before; ``fair`` then
    counts that end too, so that a world lost does not look better than one won.
    """
    for number in range(samples):
        imagined = desk.worlds[number]
        for choice in range(count):
            if tied >> choice & 1:
                before = desk.won[choice, number] if again else 0
                need = border(seen.need, before) if again else seen.need
                needed = points_to_take(need, own, imagined)
                found = reaches(seen.kind, imagined, row, desk.cards[choice], needed, desk)
                desk.won[choice, number] = found
                if fair:
                    found += before
                desk.scores[choice] += found if seen.mover == 0 else -found


@step
def keep_best(scores: Masks, count: int, tied: int) -> int:
    """Of some choices, a mask, those with the highest score."""
    best, kept = -(1 << 40), 0
    for choice in range(count):
        if tied >> choice & 1:
            if scores[choice] > best:
                best, kept = scores[choice], 0
            if scores[choice] == best:
                kept |= 1 << choice
    return kept


@step
def settle_tie(seen: Seen, count: int, tied: int, ties: int, rule: int, desk: Desk) -> int:
    """The card to play out of equally good choices; ``rule`` is that of the rules of thumb."""
    by_number = ties == LOWEST or seen.kind == NULL_KIND
    best = -1
    for choice in range(count):
        if tied >> choice & 1:
            if rule >= 0 and desk.mates[choice] >> rule & 1:
                return rule
            card = desk.cards[choice]
            lower = card < best if by_number else POINTS[card] < POINTS[best]
            if best < 0 or lower:
                best = card
    return best


@kernel
def imagined_card(hands: Masks, row: Masks, state: Masks, style: Masks, desk: Desk) -> int:
    """The card of a Monte-Carlo player, or of one who sees all cards."""
    seen = seen_by_mover(hands, row, state)
    count, ties, samples = list_choices(seen, desk.cards, desk.mates), style[TIES], style[SAMPLES]
    tied, own = (1 << count) - 1, state[OWN]
    if count > 1:
        imagine_worlds(hands, seen, state, style, desk)
        if style[AIM] == FOR_POINTS and seen.kind != NULL_KIND:
            desk.scores[:] = 0
            try_for_points(seen, row, samples, count, desk)
            tied = keep_best(desk.scores, count, tied)
        else:
            rounds = 2 if ties >= BORDERS and seen.kind != NULL_KIND else 1
            fair = ties == BORDERS_THEN_RULE
            for again in range(rounds):
                if tied & (tied - 1):
                    desk.scores[:] = 0
                    try_for_win(seen, row, own, samples, count, tied, again == 1, fair, desk)
                    tied = keep_best(desk.scores, count, tied)
                    samples = (samples + 1) // 2
    rule = card_by_rule(hands, row, state) if ties in (RULE, BORDERS_THEN_RULE) else -1
    return settle_tie(seen, count, tied, ties, rule, desk)
