"""MinScore after each discard from fourteen cards, in little more time than after one.

For each family of sets the words of three suits are joined once, and only the suit of the card
is looked up again.  Laid back as a card left over, a discard costs its points: so a family that
leaves V points of fourteen cards leaves V less the points of the discard at best, and most
families and discards need no closer look.
"""

from evenhand.games.cards import Masks
from evenhand.compiled import bit_count, kernel, lowest_bit, step
from evenhand.games.rummy.metrics.jokers import count_jokers, discardable, wild_mask
from evenhand.games.rummy.metrics.score import (
    ScoreRoom,
    ScoreTables,
    least_possible,
    least_shared,
    score,
    share,
    share_in_pairs,
    total_and_pure,
)
from evenhand.games.rummy.metrics.sets import GAPS, list_families
from evenhand.games.rummy.pack import COLUMN, HAND_SIZE, NATURAL, RANKS, SUIT_MASK
from evenhand.games.rummy.points import MOST


@step
def start_scores(tables: ScoreTables, cards: int, wild: int, wanted: int, after: Masks) -> None:
    """What is left after each wanted discard with one pure sequence at most."""
    while wanted:
        card = lowest_bit(wanted)
        wanted &= wanted - 1
        total, pure = total_and_pure(tables, cards & ~(1 << card), wild)
        after[card] = min(total - max(pure, 0), MOST)


@step
def improvable(points: Masks, wanted: int, left: int, after: Masks) -> int:
    """The wanted discards that could leave less if all cards together leave so much."""
    found = 0
    while wanted:
        card = lowest_bit(wanted)
        wanted &= wanted - 1
        if left - points[1 << card % RANKS] < after[card]:
            found |= 1 << card
    return found


@step
def improve_suit(
    words: Masks, suit: int, cards: int, others: Masks, gaps: int, wanted: int, after: Masks
) -> None:
    """Improve the scores after discards of one suit, given the other three."""
    mask = cards >> suit * RANKS & SUIT_MASK
    tried = wanted >> suit * RANKS & SUIT_MASK
    while tried:
        card = tried & -tried
        tried ^= card
        at = suit * RANKS + lowest_bit(card)
        after[at] = min(after[at], least_shared(words[mask & ~card], others, gaps, False))


@kernel
def improve(words: Masks, room: ScoreRoom, cards: int, gaps: int, wanted: int) -> None:
    """Improve the scores after wanted discards by what one family of sets allows."""
    low, high, others = room.low, room.high, room.others
    for suit in range(4):
        if wanted >> suit * RANKS & SUIT_MASK:
            mate = words[cards >> (suit ^ 1) * RANKS & SUIT_MASK]
            share(mate, high if suit < 2 else low, gaps, others)
            improve_suit(words, suit, cards, others, gaps, wanted, room.after)


@step
def least_after(wanted: int, after: Masks) -> int:
    """The least MinScore after a wanted discard."""
    least = MOST
    while wanted:
        least = min(least, after[lowest_bit(wanted)])
        wanted &= wanted - 1
    return least


@kernel
def scores_after(
    tables: ScoreTables, room: ScoreRoom, hand: int, wild: int, wanted: int, literal: bool
) -> None:
    """Write MinScore after each wanted discard into the room."""
    wild_rank = wild_mask(wild)
    cards, after = hand & NATURAL, room.after
    jokers = count_jokers(hand, wild_rank)
    one_by_one = wanted if literal else wanted & ~(NATURAL & ~(COLUMN * wild_rank))
    wanted &= ~one_by_one
    start_scores(tables, cards, wild, wanted, after)
    if total_and_pure(tables, cards, wild)[1] < 0:
        wanted = 0
    words, points = tables.words[wild], tables.points[wild]
    count = list_families(cards, wild_rank, False, room.left, room.sets) if wanted else 0
    for i in range(count):
        family, gaps = room.left[i] & NATURAL, jokers - (room.left[i] >> GAPS)
        if gaps >= 0:
            left = least_possible(words, family, gaps, False)
            better = improvable(points, wanted & family, left, after)
            if better:
                share_in_pairs(words, family, gaps, room.low, room.high)
                left = least_shared(room.low, room.high, gaps, False)
                better = improvable(points, better, left, after)
                if better:
                    improve(words, room, family, gaps, better)
    while one_by_one:
        card = lowest_bit(one_by_one)
        one_by_one &= one_by_one - 1
        after[card] = score(tables, room, hand & ~(1 << card), wild, literal)


@kernel
def scores(
    tables: ScoreTables,
    room: ScoreRoom,
    hands: Masks,
    wilds: Masks,
    literal: bool,
    found: Masks,
) -> None:
    """MinScore of many hands of thirteen cards, or of the best thirteen of fourteen.

    Jokers need not be tried as discards: some other card is always as good.
    """
    for i in range(len(hands)):
        if bit_count(hands[i]) == HAND_SIZE:
            found[i] = score(tables, room, hands[i], wilds[i], literal)
        else:
            wanted = discardable(hands[i], wild_mask(wilds[i]), False)
            scores_after(tables, room, hands[i], wilds[i], wanted, literal)
            found[i] = least_after(wanted, room.after)
