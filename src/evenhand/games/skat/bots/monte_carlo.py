"""A player who samples the hidden cards and solves each such world with open cards.

This is perfect-information Monte Carlo.  The score of a card is the number of worlds that the
player's side wins after it.  Cards that no unseen card separates and that count the same are
equivalent: one choice.  If several cards are best, half of the worlds are solved again at the
borders of schneider - can a game that is won be won higher, can one that is lost be saved from
schneider - and then the rules of thumb decide.

A workspace belongs to one thread.  Its tables of positions stay true from game to game: they save
time and change no choice.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from evenhand.compiled import formula, highest_bit, kernel, step
from evenhand.games.cards import Masks
from evenhand.games.skat.bots.determinization import is_accepted, sample_world
from evenhand.games.skat.bots.heuristic import card_by_rules
from evenhand.games.skat.bots.observation import HAND, OUVERT, OWN, SKAT, Observation, observe
from evenhand.games.skat.scoring import ALL_POINTS, POINTS_TO_WIN, SCHNEIDER
from evenhand.games.skat.solver.layout import (
    NULL_KIND,
    POINTS,
    SUIT_OF,
    points,
)
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
    add_to_trick,
    equivalent_cards,
    next_player,
    search,
    value_between,
)
from evenhand.games.skat.solver.transposition import new_table

# What kernels know of a bot: the columns of its row.
(WAY, SAMPLES, AIM, TIES, INFERENCE, SLIP) = range(6)
ROW = 6
BY_RULES, BY_SAMPLING, WITH_OPEN_CARDS = range(3)  # ways to play cards
FOR_WIN, FOR_POINTS = range(2)  # aims
LOWEST, CHEAPEST, RULES, BORDERS, BORDERS_THEN_RULES = range(5)  # ties
CERTAIN = 1 << 32  # a chance of one

MAX_SAMPLES = 1 << 14
HANDS, SKAT_OF_WORLD = 3, 3  # columns of a world: the declarer's hand, the next two, the skat
TRIES = 12  # worlds drawn for one that is likely
HIGH, LOW = ALL_POINTS - SCHNEIDER, SCHNEIDER + 1


class Workspace(NamedTuple):
    """Arrays that the kernels write into."""

    stack: Masks
    moves: Masks
    hands: Masks  # of the world that is searched
    table: Masks
    null_table: Masks
    counter: Masks  # positions searched
    worlds: Masks  # a row a world
    cards: Masks  # the cards to choose from
    groups: Masks  # for each of them the cards that are as good
    won: Masks  # for each of them, in each world, what it leads to
    scores: Masks  # the score of each so far
    random: Masks  # the state of the random numbers


def new_workspace(samples: int = 64) -> Workspace:
    """Return a workspace for players who sample at most so many worlds."""
    return Workspace(
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
def lay_out(kind: int, world: Masks, row: Masks, card: int, work: Workspace) -> int:
    """Make the position after a card, in a world, the first of the stack; return its gain."""
    stack, hands = work.stack, work.hands
    for player in range(HANDS):
        hands[player] = world[player]
    for field in range(TARGET):
        stack[0, field] = row[field]
    hands[row[MOVER]] &= ~(1 << card)
    add_to_trick(kind, stack[0], stack[1], card)
    gain: int = stack[0, GAIN]
    for field in range(TARGET):
        stack[0, field] = stack[1, field]
    return gain


@step
def points_in_play(work: Workspace) -> int:
    """Return the points that are still to be taken."""
    hands, stack = work.hands, work.stack
    rest = points(hands[0] | hands[1] | hands[2])
    return rest + stack[0, STAKE] if stack[0, PLACE] != 0 else rest


@kernel
def takes_enough(
    kind: int, world: Masks, row: Masks, card: int, needed: int, work: Workspace
) -> int:
    """Return 1 if the declarer takes so many more points after a card (wins, in null), else 0."""
    gain = lay_out(kind, world, row, card, work)
    if kind == NULL_KIND:
        if work.stack[0, PLACE] == 0 and work.stack[0, MOVER] == 0:
            return 0
        won = search_null(work.hands, work.stack, work.moves, work.null_table, work.counter)
        return 1 if won else 0
    needed -= gain
    if needed <= 0:
        return 1
    if points_in_play(work) < needed:
        return 0
    work.stack[0, TARGET] = needed
    found = search(kind, work.hands, work.stack, work.moves, work.table, work.counter)
    return 1 if found >= needed else 0


@kernel
def points_after(kind: int, world: Masks, row: Masks, card: int, work: Workspace) -> int:
    """Return the points that the declarer still takes if a card is played."""
    gain = lay_out(kind, world, row, card, work)
    limits = 0, points_in_play(work)
    found = value_between(
        kind, work.hands, work.stack, work.moves, work.table, work.counter, *limits
    )
    return gain + found


@step
def points_to_take(need: int, own: int, world: Masks) -> int:
    """Return the points that the declarer lacks in a world; beyond all points he cannot win."""
    return min(need, ALL_POINTS + 1) - own - points(world[SKAT_OF_WORLD])


@step
def list_choices(view: Observation, cards: Masks, groups: Masks) -> int:
    """List the cards that differ, each with those as good as it; return how many they are."""
    foreign = view.unseen
    if view.place != 0:
        foreign |= 1 << view.best
    left, count = view.playable, 0
    while left:
        card = highest_bit(left)
        group, same = equivalent_cards(card, left, SUIT_OF[view.kind, card], foreign), 0
        while group:
            other = highest_bit(group)
            group ^= 1 << other
            if view.kind == NULL_KIND or POINTS[other] == POINTS[card]:
                same |= 1 << other
        cards[count] = card
        groups[count] = same
        count += 1
        left &= ~same
    return count


@step
def sample_into(
    view: Observation, state: Masks, shown: int, tries: int, into: Masks, random: int
) -> int:
    """Sample a world into a row: three hands and the skat; return the state after drawing."""
    first, second, skat = 0, 0, 0
    for _ in range(tries):
        first, second, skat, random = sample_world(view, shown, random)
        if tries == 1:
            break
        accepted, random = is_accepted(view, state, first, second, skat, random)
        if accepted:
            break
    into[view.mover] = view.own
    into[next_player(view.mover)] = first
    into[next_player(next_player(view.mover))] = second
    into[SKAT_OF_WORLD] = skat
    return random


@step
def sample_worlds(
    hands: Masks, view: Observation, state: Masks, bot: Masks, work: Workspace
) -> None:
    """Sample the worlds; one who sees all cards knows which it is."""
    shown = hands[0] if state[OUVERT] and view.mover != 0 else 0
    tries = TRIES if bot[INFERENCE] else 1
    random = work.random[0]
    for number in range(bot[SAMPLES]):
        into = work.worlds[number]
        if bot[WAY] == WITH_OPEN_CARDS:
            for player in range(HANDS):
                into[player] = hands[player]
            into[SKAT_OF_WORLD] = state[SKAT]
        else:
            random = sample_into(view, state, shown, tries, into, random)
            if view.mover == 0 and state[HAND] == 0:
                into[SKAT_OF_WORLD] = state[SKAT]
    work.random[0] = random


@formula
def border(need: int, won: int) -> int:
    """Return the points at which a game that is won or lost is asked about again."""
    if won:
        return HIGH if need < HIGH else ALL_POINTS
    return LOW if need <= POINTS_TO_WIN else POINTS_TO_WIN


@step
def add_points(view: Observation, row: Masks, samples: int, count: int, work: Workspace) -> None:
    """Add the points over the worlds to the score of each card."""
    for number in range(samples):
        for choice in range(count):
            card = work.cards[choice]
            found = points_after(view.kind, work.worlds[number], row, card, work)
            work.scores[choice] += found if view.mover == 0 else -found


@step
def add_wins(
    view: Observation,
    row: Masks,
    own: int,
    samples: int,
    count: int,
    tied: int,
    again: bool,
    fair: bool,
    work: Workspace,
) -> None:
    """Add the worlds that each of some cards wins to its score.

    ``again`` asks at the border of schneider that fits how the world ended before; ``fair`` then
    counts that end too, so that a world lost does not look better than one won.
    """
    for number in range(samples):
        world = work.worlds[number]
        for choice in range(count):
            if tied >> choice & 1:
                before = work.won[choice, number] if again else 0
                need = border(view.need, before) if again else view.need
                needed = points_to_take(need, own, world)
                found = takes_enough(view.kind, world, row, work.cards[choice], needed, work)
                work.won[choice, number] = found
                if fair:
                    found += before
                work.scores[choice] += found if view.mover == 0 else -found


@step
def keep_best(scores: Masks, count: int, tied: int) -> int:
    """Return those of some choices, a mask, that have the highest score."""
    best, kept = -(1 << 40), 0
    for choice in range(count):
        if tied >> choice & 1:
            if scores[choice] > best:
                best, kept = scores[choice], 0
            if scores[choice] == best:
                kept |= 1 << choice
    return kept


@step
def break_tie(
    view: Observation, count: int, tied: int, ties: int, by_rules: int, work: Workspace
) -> int:
    """Return the card to play out of equally good choices, given that of the rules of thumb."""
    by_number = ties == LOWEST or view.kind == NULL_KIND
    best = -1
    for choice in range(count):
        if tied >> choice & 1:
            if by_rules >= 0 and work.groups[choice] >> by_rules & 1:
                return by_rules
            card = work.cards[choice]
            lower = card < best if by_number else POINTS[card] < POINTS[best]
            if best < 0 or lower:
                best = card
    return best


@step
def add_no_points(view: Observation, row: Masks, samples: int, count: int, work: Workspace) -> None:
    """Add nothing: for bots that do not aim at points."""


def _make_sampler(add_points: Callable[..., None]) -> Any:
    """Return the kernel that chooses by sampling, with a way to add points to the scores."""

    @kernel
    def choose_by_sampling(
        hands: Masks, row: Masks, state: Masks, bot: Masks, work: Workspace
    ) -> int:
        """Return the card of a Monte-Carlo player, or of one who sees all cards."""
        view = observe(hands, row, state)
        count, ties, samples = list_choices(view, work.cards, work.groups), bot[TIES], bot[SAMPLES]
        tied, own = (1 << count) - 1, state[OWN]
        if count > 1:
            sample_worlds(hands, view, state, bot, work)
            if bot[AIM] == FOR_POINTS and view.kind != NULL_KIND:
                work.scores[:] = 0
                add_points(view, row, samples, count, work)
                tied = keep_best(work.scores, count, tied)
            else:
                rounds = 2 if ties >= BORDERS and view.kind != NULL_KIND else 1
                fair = ties == BORDERS_THEN_RULES
                for again in range(rounds):
                    if tied & (tied - 1):
                        work.scores[:] = 0
                        add_wins(view, row, own, samples, count, tied, again == 1, fair, work)
                        tied = keep_best(work.scores, count, tied)
                        samples = (samples + 1) // 2
        by_rules = card_by_rules(hands, row, state) if ties in (RULES, BORDERS_THEN_RULES) else -1
        return break_tie(view, count, tied, ties, by_rules, work)

    return choose_by_sampling


sample_for_win = _make_sampler(add_no_points)
sample_for_any = _make_sampler(add_points)
