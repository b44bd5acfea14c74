"""What each strategy does in a turn: draw from the pile or not, discard, and declare.

The rules of each strategy are told in :mod:`~evenhand.games.rummy.strategies.bots`.  Hands are
masks, the wild rank is a number; ``safe`` are the cards near to what opponents discarded lately.
"""

from evenhand.compiled import formula, kernel, lowest_bit, step
from evenhand.games.bots import Row
from evenhand.games.rummy.metrics.distance import search
from evenhand.games.rummy.metrics.distance_discards import good_discards
from evenhand.games.rummy.metrics.jokers import discardable, wild_mask
from evenhand.games.rummy.metrics.score import score
from evenhand.games.rummy.metrics.score_discards import least_after, scores_after
from evenhand.games.rummy.metrics.suits import NEVER
from evenhand.games.rummy.pack import JOKER
from evenhand.games.rummy.strategies.chosen import lot, one_of, with_fewest_points
from evenhand.games.rummy.strategies.desk import Desk
from evenhand.games.rummy.strategies.natural_melds import in_natural_melds
from evenhand.games.rummy.strategies.parameters import (
    BY_SCORE,
    DEFEAT_SEEKING,
    HYBRID,
    KIND,
    MIN_SCORE,
    OPPONENT_AWARE,
    RANDOM,
    SEES_END,
    THRESHOLD,
    TIES,
)


@formula
def number_in(card: int, hand: int) -> int:
    """The number of a card of a hand; printed jokers are alike, and the first one goes first."""
    number = lowest_bit(card)
    return JOKER if number > JOKER and hand >> JOKER & 1 else number


@step
def least_scores(desk: Desk, hand: int, wild: int, wanted: int, literal: bool) -> int:
    """The wanted discards that leave the least MinScore."""
    after = desk.room.after
    scores_after(desk.score, desk.room, hand, wild, wanted, literal)
    least, found = least_after(wanted, after), 0
    while wanted:
        card = wanted & -wanted
        wanted ^= card
        if after[lowest_bit(card)] == least:
            found |= card
    return found


@kernel
def discard(
    row: Row, desk: Desk, hand: int, wild: int, safe: int, jokers_too: int, literal: bool
) -> tuple[int, bool, int]:
    """The discard of a player with fourteen cards, as a number, whether he declares, and all
    discards that are as good to him.
    """
    kind, wild_rank, least = row[KIND], wild_mask(wild), NEVER
    options = discardable(hand, wild_rank, jokers_too)
    if kind == DEFEAT_SEEKING:
        breaking = in_natural_melds(hand) & options
        options = with_fewest_points(breaking if breaking else options, wild_rank)
    elif kind != RANDOM or row[SEES_END]:
        least, good = good_discards(desk.distance, desk.families, hand, wild_rank, options)
        if least == 0 or kind not in (RANDOM, MIN_SCORE):
            options = good
        if kind == OPPONENT_AWARE and options & safe:
            options &= safe
        if options & (options - 1) and (row[TIES] == BY_SCORE or kind == MIN_SCORE):
            options = least_scores(desk, hand, wild, options, literal)
    card = one_of(options, wild_rank, row[TIES], desk.lots)
    if kind == RANDOM:  # he sees it afterwards
        least = search(desk.distance, desk.families, hand & ~card, wild_rank)[0]
    return number_in(card, hand), least == 0, options


@kernel
def takes_pile(
    row: Row, desk: Desk, hand: int, wild: int, top: int, jokers_too: int, literal: bool
) -> bool:
    """Whether a player with thirteen cards takes the open card."""
    kind, both = row[KIND], hand | 1 << top
    if kind == RANDOM:
        return lot(desk.lots, 2) == 1
    if kind == DEFEAT_SEEKING:
        return in_natural_melds(both) >> top & 1 == 1
    after = search(desk.distance, desk.families, both, wild_mask(wild))[0]
    if after == 0:
        return True
    if kind != MIN_SCORE:
        before = search(desk.distance, desk.families, hand, wild_mask(wild))[0]
        if kind != HYBRID or after < before:
            return after < before
    card, _, _ = discard(row, desk, both, wild, 0, jokers_too, literal)
    now = score(desk.score, desk.room, hand, wild, literal)
    gain = now - score(desk.score, desk.room, both & ~(1 << card), wild, literal)
    return bool(gain >= row[THRESHOLD])
