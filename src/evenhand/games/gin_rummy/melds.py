"""Melds, deadwood and lay-offs: exact, by bit operations.

A hand is a mask of 52 bits, suit by suit, aces lowest.  A meld is a set (three or four cards of a
rank) or a run (three or more neighbours of a suit), and no card is in two.  Once the sets are
chosen, the best runs of what is left are all stretches of three neighbours or more; so the least
deadwood is that of the best of the few choices of sets (one for most hands, 72 at most).

The same holds for a defender who may lay off cards: a stretch that touches a run of the knocker
goes with it, whatever its length.
"""

from evenhand.compiled import bit_count, formula, lowest_bit
from evenhand.games.cards import cards_of
from evenhand.games.gin_rummy.deck import (
    ACES,
    CARDS,
    KINGS,
    ONE_OF_EACH_SUIT,
    ONE_SUIT,
    PACK,
    RANKS,
    count_highest,
    count_points,
    mask_ranks,
)

RUN_STARTS = PACK.full & ~mask_ranks(RANKS - 2, RANKS - 1)
NO_KINGS, NO_ACES = PACK.full & ~KINGS, PACK.full & ~ACES
SETS_OF_THREE, SETS_OF_FOUR = 2, 6  # choices for a rank: no set, all of it, or all but one


@formula
def find_runs(cards: int) -> int:
    """Return the cards that are in stretches of three neighbours or more.

    >>> PACK.names(find_runs(PACK.hand(["C3", "C4", "C5", "C7", "CQ", "CK", "DA"])))
    ('C5', 'C4', 'C3')
    """
    starts = cards & cards >> 1 & cards >> 2 & RUN_STARTS
    return starts | starts << 1 | starts << 2


@formula
def set_ranks(cards: int) -> int:
    """Return the ranks of which there are three cards or more, as a mask of 13 bits."""
    clubs, diamonds = cards & ONE_SUIT, cards >> RANKS & ONE_SUIT
    hearts, spades = cards >> 2 * RANKS & ONE_SUIT, cards >> 3 * RANKS
    return clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)


@formula
def count_set_choices(cards: int) -> int:
    """Return in how many ways sets can be chosen, no set among them."""
    ranks, choices = set_ranks(cards), 1
    while ranks:
        of_rank = cards & ONE_OF_EACH_SUIT << lowest_bit(ranks)
        choices *= SETS_OF_THREE if bit_count(of_rank) == 3 else SETS_OF_FOUR
        ranks &= ranks - 1
    return choices


@formula
def choose_sets(cards: int, number: int) -> int:
    """Return the cards that are in sets by the choice of a number; by 0 none are.

    >>> PACK.names(choose_sets(PACK.hand(["C7", "D7", "H7", "C8"]), 1))
    ('H7', 'D7', 'C7')
    """
    ranks, chosen = set_ranks(cards), 0
    while ranks:
        rank = lowest_bit(ranks)
        of_rank = cards & ONE_OF_EACH_SUIT << rank
        choices = SETS_OF_THREE if bit_count(of_rank) == 3 else SETS_OF_FOUR
        choice = number % choices
        number //= choices
        if choice > 0:
            chosen |= of_rank
        if choice > 1:
            chosen &= ~(1 << (choice - 2) * RANKS + rank)
        ranks &= ranks - 1
    return chosen


@formula
def deadwood(cards: int) -> int:
    """Return the least that the cards outside of melds can count.

    >>> deadwood(PACK.hand(["C7", "D7", "H7", "C8", "C9", "SK"]))
    24
    >>> deadwood(PACK.hand(["C7", "D7", "H7", "S7", "C8", "C9", "SK"]))
    10
    """
    choices = count_set_choices(cards)
    least = count_points(cards & ~find_runs(cards))
    for number in range(1, choices):
        left = cards & ~choose_sets(cards, number)
        least = min(least, count_points(left & ~find_runs(left)))
    return least


@formula
def deadwood_after_discard(cards: int) -> int:
    """Return the least deadwood of what is left of cards after the best discard.

    That is the discard of the highest card outside of melds, by the best choice of sets.

    >>> deadwood_after_discard(PACK.hand(["C7", "D7", "H7", "C8", "C9", "SK"]))
    14
    """
    choices = count_set_choices(cards)
    unmelded = cards & ~find_runs(cards)
    least = count_points(unmelded) - count_highest(unmelded)
    for number in range(1, choices):
        left = cards & ~choose_sets(cards, number)
        unmelded = left & ~find_runs(left)
        least = min(least, count_points(unmelded) - count_highest(unmelded))
    return least


@formula
def neighbours(cards: int) -> int:
    """Return the cards next to some cards in their suits.

    >>> PACK.names(neighbours(PACK.hand(["CA", "DK"])))
    ('DQ', 'C2')
    """
    return (cards & NO_KINGS) << 1 | (cards & NO_ACES) >> 1


@formula
def fourth_cards(sets: int) -> int:
    """Return the cards that complete sets of three, given the cards that are in sets."""
    return set_ranks(sets) * ONE_OF_EACH_SUIT & ~sets


@formula
def spread_sets(cards: int) -> int:
    """Return the cards in sets as a knocker spreads them.

    Of the choices with the least deadwood it is the one to which the fewest cards can be laid
    off at once, and of these the first.

    >>> PACK.names(spread_sets(PACK.hand(["C7", "D7", "H7", "S7", "C8", "C9"])))
    ('S7', 'H7', 'D7')
    """
    choices, best, best_sets = count_set_choices(cards), 1 << 30, 0
    for number in range(choices):
        sets = choose_sets(cards, number)
        runs = find_runs(cards & ~sets)
        open_to = (neighbours(runs) | fourth_cards(sets)) & ~cards
        cost = count_points(cards & ~sets & ~runs) * CARDS + bit_count(open_to)
        if cost < best:
            best, best_sets = cost, sets
    return best_sets


@formula
def deadwood_after_layoffs(cards: int, knocker: int) -> int:
    """Return the least deadwood of a defender who may lay off cards on a knocker's melds.

    >>> knocker = PACK.hand(["C3", "C4", "C5", "D9", "H9", "S9", "DK", "HK", "SK", "HA"])
    >>> deadwood_after_layoffs(PACK.hand(["CA", "C2", "C6", "C9", "D2", "HQ"]), knocker)
    12
    """
    sets = spread_sets(knocker)
    runs, fourths = find_runs(knocker & ~sets), fourth_cards(sets)
    choices, least = count_set_choices(cards), 1 << 30
    for number in range(choices):
        left = cards & ~choose_sets(cards, number)
        laid_off = left & neighbours(runs)
        reached = 0
        while reached != laid_off:
            reached = laid_off
            laid_off |= left & neighbours(reached)
        least = min(least, count_points(left & ~find_runs(left) & ~laid_off & ~fourths))
    return least


@formula
def completing_cards(cards: int) -> int:
    """Return the cards that make a meld, or a longer one, with two cards or more of a hand.

    >>> PACK.names(completing_cards(PACK.hand(["C2", "C3", "C9", "CJ", "DK"])))
    ('CT', 'C4', 'CA')
    """
    pairs, gaps = cards & cards >> 1 & NO_KINGS, cards & cards >> 2 & RUN_STARTS
    for_runs = (pairs & NO_ACES) >> 1 | (pairs & RUN_STARTS) << 2 | gaps << 1
    clubs, diamonds = cards & ONE_SUIT, cards >> RANKS & ONE_SUIT
    hearts, spades = cards >> 2 * RANKS & ONE_SUIT, cards >> 3 * RANKS
    ranks = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    return (for_runs | ranks * ONE_OF_EACH_SUIT) & ~cards


@formula
def count_melds_with(card: int, others: int) -> int:
    """Return how many melds of three a card makes with two of some other cards.

    >>> count_melds_with(PACK.card("C7"), PACK.hand(["C5", "C6", "C8", "D7", "H7"]))
    3
    """
    bit = 1 << card
    of_rank = bit_count(others & (ONE_OF_EACH_SUIT << card % RANKS))
    below, above = (bit & NO_ACES) >> 1 & others, (bit & NO_KINGS) << 1 & others
    runs = below != 0 and above != 0
    two_below = (below & NO_ACES) >> 1 & others != 0
    two_above = (above & NO_KINGS) << 1 & others != 0
    return of_rank * (of_rank - 1) // 2 + runs + two_below + two_above


def list_melds(cards: int) -> list[int]:
    """Return the melds that a player spreads, each as a mask: sets first, then runs.

    >>> [PACK.names(meld) for meld in list_melds(PACK.hand(["C7", "D7", "H7", "HA", "H2", "H3"]))]
    [('H7', 'D7', 'C7'), ('H3', 'H2', 'HA')]
    """
    sets = spread_sets(cards)
    melds = [sets & ONE_OF_EACH_SUIT << rank for rank in cards_of(set_ranks(sets))]
    runs = find_runs(cards & ~sets)
    while runs:
        run, longer = 0, runs & -runs
        while run != longer:
            run = longer
            longer |= runs & neighbours(run)
        melds.append(run)
        runs &= ~run
    return melds
