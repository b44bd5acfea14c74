"""MinScore: the fewest points that a hand must leave out of its melds.

For each family of sets the jokers that are left fill gaps of the four suits.  A suit's word has
a field of 16 bits for each of the four states (see
:mod:`~evenhand.games.rummy.suit_tables`): the fewest points left out with so many gaps filled.
Words are joined state by state, and over all ways to share the jokers.  If every suit had all
jokers to itself it would leave no more; that bound skips nearly every family.

A wild card counts nothing and is a joker everywhere but in the pure sequence, where it may stand
for itself; then it is a joker less.

After a discard from fourteen cards, the words of three suits are joined once for each family of
sets, and only the suit of the card is looked up again.  Laid back as a card left over, a discard
costs its points: so a family that leaves V points of fourteen cards leaves V less the points of
the discard at best, and most families and discards need no closer look.
"""

from typing import Final

from evenhand.compiled import bit_count, formula, kernel, least_words, lowest_bit
from evenhand.games.cards import Masks
from evenhand.games.rummy.deck import (
    COLUMN,
    HAND_SIZE,
    MAX_POINTS,
    NATURAL,
    RANKS,
    SUIT_MASK,
)
from evenhand.games.rummy.suit_tables import (
    AFTER,
    BEST_PURE,
    FAMILIES,
    FIELD,
    GAPS_FILLED,
    HIGH,
    LAST_FIELD,
    LOW,
    NEVER,
    OTHERS,
    SETS_SHIFT,
    TOTALS,
    WORDS,
    count_jokers,
    list_discardable,
    list_families,
    wild_mask,
)

EVERY: Final = 0x0001000100010001
ALL_BUT_BOTH: Final = NEVER * 8 * (EVERY >> FIELD)  # no bound on the lower three fields


@formula
def join_words(first: int, second: int) -> int:
    """Return the fewest points left out of two groups of suits, in the four states."""
    either = least_words(
        first + (second & LAST_FIELD) * EVERY, second + (first & LAST_FIELD) * EVERY
    )
    return least_words(either, least_across(first, second) << 3 * FIELD | ALL_BUT_BOTH)


@formula
def least_across(first: int, second: int) -> int:
    """Return the fewest points if one group has the pure sequence and the other the second."""
    pure, other = first >> 2 * FIELD & LAST_FIELD, second >> FIELD & LAST_FIELD
    second_pure, first_other = second >> 2 * FIELD & LAST_FIELD, first >> FIELD & LAST_FIELD
    return min(pure + other, first_other + second_pure)


@formula
def least_left(first: int, second: int, literal: int) -> int:
    """Return the fewest points left out of all suits: with both sequences, or any melds."""
    if literal:
        return (first & LAST_FIELD) + (second & LAST_FIELD)
    in_one = min(
        (first >> 3 * FIELD) + (second & LAST_FIELD), (first & LAST_FIELD) + (second >> 3 * FIELD)
    )
    return min(in_one, least_across(first, second))


@formula
def word_at(wild: int, mask: int) -> int:
    """Return where the words of a suit begin in the tables."""
    return WORDS + (wild << RANKS | mask) * GAPS_FILLED


@formula
def share(first: Masks, i: int, second: Masks, j: int, gaps: int, work: Masks, to: int) -> None:
    """Join two groups for every number of gaps filled, up to the most."""
    for total in range(gaps + 1):
        least = join_words(first[i], second[j + total])
        for own in range(1, total + 1):
            least = least_words(least, join_words(first[i + own], second[j + total - own]))
        work[to + total] = least


@formula
def least_shared(first: Masks, i: int, work: Masks, j: int, gaps: int, literal: int) -> int:
    """Return the fewest points left out of all suits with so many gaps filled."""
    least = least_left(first[i], work[j + gaps], literal)
    for own in range(1, gaps + 1):
        least = min(least, least_left(first[i + own], work[j + gaps - own], literal))
    return least


@formula
def least_possible(tables: Masks, wild: int, cards: int, gaps: int, literal: int) -> int:
    """Return the points left out if every suit had all jokers: exact if there are none."""
    low = join_words(
        tables[word_at(wild, cards & SUIT_MASK) + gaps],
        tables[word_at(wild, cards >> RANKS & SUIT_MASK) + gaps],
    )
    high = join_words(
        tables[word_at(wild, cards >> 2 * RANKS & SUIT_MASK) + gaps],
        tables[word_at(wild, cards >> 3 * RANKS & SUIT_MASK) + gaps],
    )
    return least_left(low, high, literal)


@kernel
def share_in_pairs(tables: Masks, work: Masks, wild: int, cards: int, gaps: int) -> None:
    """Join the first two suits and the last two."""
    for pair in range(2):
        own = cards >> 2 * pair * RANKS
        first, second = word_at(wild, own & SUIT_MASK), word_at(wild, own >> RANKS & SUIT_MASK)
        share(tables, first, tables, second, gaps, work, HIGH if pair else LOW)


@formula
def sum_points(tables: Masks, cards: int, wild: int) -> tuple[int, int]:
    """Return the points of all cards, and of the best pure sequence: -1 if there is none."""
    total, most = 0, -1
    for suit in range(4):
        at = wild << RANKS | cards >> suit * RANKS & SUIT_MASK
        total += tables[TOTALS + at]
        most = max(most, tables[BEST_PURE + at])
    return total, most


@kernel
def score(tables: Masks, work: Masks, hand: int, wild: int, literal: int) -> int:
    """Return MinScore of thirteen cards; both sequences are needed unless literal."""
    cards, wild_rank = hand & NATURAL, wild_mask(wild)
    total, pure = sum_points(tables, cards, wild)
    if pure < 0 and not literal:
        return min(total, MAX_POINTS)
    best = min(total - max(pure, 0), MAX_POINTS)
    count = list_families(cards, wild_rank, literal, work)
    jokers = count_jokers(hand, wild_rank)
    for i in range(count):
        family, gaps = work[FAMILIES + i] & NATURAL, jokers - (work[FAMILIES + i] >> SETS_SHIFT)
        if gaps < 0:
            continue
        points = least_possible(tables, wild, family, gaps, literal)
        if points < best and gaps > 0:
            share_in_pairs(tables, work, wild, family, gaps)
            points = least_shared(work, LOW, work, HIGH, gaps, literal)
        best = min(best, points)
    return best


@formula
def start_scores(tables: Masks, work: Masks, cards: int, wild: int, wanted: int) -> None:
    """Write what is left after each wanted discard with one pure sequence at most."""
    while wanted:
        card = lowest_bit(wanted)
        wanted &= wanted - 1
        total, pure = sum_points(tables, cards & ~(1 << card), wild)
        work[AFTER + card] = min(total - max(pure, 0), MAX_POINTS)


@formula
def keep_improvable(tables: Masks, work: Masks, wild: int, wanted: int, left: int) -> int:
    """Return the wanted discards that could leave less if all cards together leave so much."""
    found = 0
    while wanted:
        card = lowest_bit(wanted)
        wanted &= wanted - 1
        own = tables[TOTALS + (wild << RANKS | 1 << card % RANKS)]
        if left - own < work[AFTER + card]:
            found |= 1 << card
    return found


@kernel
def improve(tables: Masks, work: Masks, wild: int, cards: int, gaps: int, wanted: int) -> None:
    """Improve the scores after wanted discards by what one family of sets allows."""
    literal = 0
    for suit in range(4):
        tried = wanted >> suit * RANKS & SUIT_MASK
        if tried:
            mate = word_at(wild, cards >> (suit ^ 1) * RANKS & SUIT_MASK)
            share(tables, mate, work, HIGH if suit < 2 else LOW, gaps, work, OTHERS)
        mask = cards >> suit * RANKS & SUIT_MASK
        while tried:
            card = tried & -tried
            tried ^= card
            at = AFTER + suit * RANKS + lowest_bit(card)
            own = word_at(wild, mask & ~card)
            work[at] = min(work[at], least_shared(tables, own, work, OTHERS, gaps, literal))


@formula
def least_after(work: Masks, wanted: int) -> int:
    """Return the least MinScore after a wanted discard."""
    least = MAX_POINTS
    while wanted:
        least = min(least, work[AFTER + lowest_bit(wanted)])
        wanted &= wanted - 1
    return least


@kernel
def find_scores_after(
    tables: Masks, work: Masks, hand: int, wild: int, wanted: int, literal: int
) -> None:
    """Write MinScore after each wanted discard from fourteen cards into the workspace."""
    wild_rank, any_number = wild_mask(wild), 0
    cards = hand & NATURAL
    jokers = count_jokers(hand, wild_rank)
    one_by_one = wanted if literal else wanted & ~(NATURAL & ~(COLUMN * wild_rank))
    wanted &= ~one_by_one
    start_scores(tables, work, cards, wild, wanted)
    if sum_points(tables, cards, wild)[1] < 0:
        wanted = 0
    count = list_families(cards, wild_rank, any_number, work) if wanted else 0
    for i in range(count):
        family, gaps = work[FAMILIES + i] & NATURAL, jokers - (work[FAMILIES + i] >> SETS_SHIFT)
        if gaps >= 0:
            left = least_possible(tables, wild, family, gaps, any_number)
            better = keep_improvable(tables, work, wild, wanted & family, left)
            if better:
                share_in_pairs(tables, work, wild, family, gaps)
                left = least_shared(work, LOW, work, HIGH, gaps, any_number)
                better = keep_improvable(tables, work, wild, better, left)
                if better:
                    improve(tables, work, wild, family, gaps, better)
    while one_by_one:
        card = lowest_bit(one_by_one)
        one_by_one &= one_by_one - 1
        work[AFTER + card] = score(tables, work, hand & ~(1 << card), wild, literal)


@kernel
def find_scores(
    tables: Masks, work: Masks, hands: Masks, wilds: Masks, literal: int, found: Masks
) -> None:
    """Write MinScore of many hands of thirteen cards, or of the best thirteen of fourteen.

    Jokers need not be tried as discards: some other card is always as good.
    """
    for i in range(len(hands)):
        if bit_count(hands[i]) == HAND_SIZE:
            found[i] = score(tables, work, hands[i], wilds[i], literal)
        else:
            wanted = list_discardable(hands[i], wild_mask(wilds[i]), 0)
            find_scores_after(tables, work, hands[i], wilds[i], wanted, literal)
            found[i] = least_after(work, wanted)
