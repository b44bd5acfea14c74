"""A player by rules of thumb: a card from what the player sees, in a fraction of a microsecond.

Its weights are in ``heuristic.json``: card points unless they are percents.  The recipe
skat/heuristic of the lab fits them to games between players who differ in them, the declarer's and
the opponents' in turn, on hands worth a bid.

A player counts the cards not seen yet, and asks of each other player how likely he holds one of
some of them.  Each card is in his hand with a fixed share of a hundred; cards that a third player
is known not to have are nearly sure to be there.

The gaps of a suit (``bidding/null``) count by how many lower cards of the others each of its
cards is uncovered.

In suit games and grand each card is weighed by the points that its trick should bring or cost,
less what the card is worth in the hand, and for a lead what speaks for it beside that.  So
points go to tricks that the partner or a sure winner holds, none to tricks that are lost, and
trumps only where they are worth it.
"""

from typing import NamedTuple

import numpy as np

from evenhand.compiled import bit_count, formula, kernel, lowest_bit
from evenhand.games.cards import Masks
from evenhand.games.fitted import load_integers
from evenhand.games.skat.bidding.null import suit_gaps
from evenhand.games.skat.bots.observation import Seen, is_null, seen_by_mover
from evenhand.games.skat.scoring import ALL_POINTS
from evenhand.games.skat.solver.layout import (
    ABOVE,
    ACES,
    EIGHT,
    GRAND_KIND,
    NULL_KIND,
    POINTS,
    SUIT_OF,
    TENS,
    TRUMPS,
)
from evenhand.games.skat.solver.search import after


class Habits(NamedTuple):
    """What a player expects of the others, and what cards and leads are worth to him."""

    trump_share: int  # percent of the unseen trumps that an opposing player holds
    side_share: int  # the same for a card of a side suit
    partner_trump_share: int  # percent of the unseen trumps that the partner holds
    partner_side_share: int  # the same for a card of a side suit
    more_if_won: int  # card points that each player to come adds to a trick that is won
    more_if_lost: int  # the same for a trick that is lost
    decision: int  # for a trick that decides the game
    keep_top_trump: int  # the highest trump not gone
    keep_trump: int  # another trump
    keep_trump_step: int  # for each unseen higher trump
    keep_points: int  # percent of the points of a card of a side suit
    keep_top: int  # more for a winner, beside its points
    keep_ten: int  # more for a ten with other cards below an ace, beside its points
    keep_bare_ten: int  # more for such a ten alone
    keep_single: int  # more for a last card of a suit
    keep_guard: int  # more for the only card beside such a ten
    keep_ruffed: int  # more where the declarer has no card of the suit
    lead_trump: int  # a trump
    lead_surplus: int  # for each trump more than there are unseen
    lead_last_trumps: int  # a trump if no other player has any
    lead_top: int  # a winner of a side suit
    lead_loser: int  # another card of a side suit
    lead_long_before: int  # for each card of a side suit, if the declarer comes next
    lead_long_behind: int  # the same if he comes last or leads himself
    lead_declarer_void: int  # where the declarer has none
    lead_partner_void: int  # where the partner has none


_SIDES = ("suit_declarer", "suit_opponent", "grand_declarer", "grand_opponent")
_NUMBERS = load_integers(
    __package__, "heuristic.json", {side: dict.fromkeys(Habits._fields, ()) for side in _SIDES}
)
SUIT_DECLARER, SUIT_OPPONENT, GRAND_DECLARER, GRAND_OPPONENT = (
    Habits(**{name: int(number) for name, number in _NUMBERS[side].items()}) for side in _SIDES
)

SURE = 1000
NEARLY_SURE = 3  # a card that the third player lacks counts as so many more

NONE_OF = np.array(
    [[round(SURE * (1 - share / 100) ** cards) for cards in range(45)] for share in range(101)],
    np.int64,
)
"""``NONE_OF[share, cards]``: the chance to hold none of so many cards."""


@formula
def lacks(seen: Seen, cards: int, missing: int, other_missing: int, share: int) -> int:
    """The chance that a player has none of some cards."""
    possible = cards & seen.unseen & ~missing
    count = bit_count(possible) + NEARLY_SURE * bit_count(possible & other_missing)
    chance: int = NONE_OF[share, count]
    return chance


@formula
def beats(
    habits: Habits, seen: Seen, player: int, missing: int, other_missing: int, led: int, best: int
) -> int:
    """The chance that a player can take a trick from the best card."""
    partner = player != 0 and seen.mover != 0
    trumps, above = TRUMPS[seen.kind], ABOVE[seen.kind, best]
    share = habits.partner_trump_share if partner else habits.trump_share
    by_trump = SURE - lacks(seen, above & trumps, missing, other_missing, share)
    if led & trumps:
        return by_trump
    share = habits.partner_side_share if partner else habits.side_share
    void = lacks(seen, led, missing, other_missing, share)
    by_suit = SURE - lacks(seen, above & led, missing, other_missing, share)
    return by_suit + void * by_trump // SURE


@formula
def ours(habits: Habits, seen: Seen, card: int) -> int:
    """The chance that the trick goes to the player's own side if he plays a card."""
    led, best, winner = seen.led, seen.best, seen.winner
    if seen.place == 0:
        led, best, winner = SUIT_OF[seen.kind, card], card, seen.mover
    elif ABOVE[seen.kind, best] >> card & 1:
        best, winner = card, seen.mover
    held = (winner == 0) == (seen.mover == 0)
    if seen.place == 2:
        return SURE if held else 0
    following = after(seen.mover)
    near = beats(habits, seen, following, seen.next_missing, seen.last_missing, led, best)
    if seen.place == 1:
        return _with_one_to_come(seen.mover, held, near)
    far = beats(habits, seen, after(following), seen.last_missing, seen.next_missing, led, best)
    return _with_two_to_come(seen.mover, near, far)


@formula
def _with_one_to_come(mover: int, held: bool, near: int) -> int:
    """As second: the declarer is followed by an opponent, an opponent by either."""
    if mover == 1:  # the declarer has led, the partner comes
        return SURE if held else near
    return SURE - near if held else 0


@formula
def _with_two_to_come(mover: int, near: int, far: int) -> int:
    """Leading: the partner saves half of what the declarer would take and he could beat."""
    if mover == 0:
        return (SURE - near) * (SURE - far) // SURE
    taken = far if mover == 1 else near
    return SURE - taken + near * far // (2 * SURE)


@formula
def keep(habits: Habits, seen: Seen, card: int) -> int:
    """What a card is worth in the hand."""
    suit = SUIT_OF[seen.kind, card]
    higher = bit_count(seen.unseen & suit & (-2 << card))
    if TRUMPS[seen.kind] >> card & 1:
        if higher == 0:
            return habits.keep_top_trump
        return habits.keep_trump + habits.keep_trump_step * higher
    return keep_side(habits, seen, card, suit, higher == 0)


@formula
def keep_side(habits: Habits, seen: Seen, card: int, suit: int, top: bool) -> int:
    """What a card of a side suit is worth: winners and guarded tens much, bare tens nothing."""
    value: int = POINTS[card]
    part = value * habits.keep_points // 100
    mine = seen.own & suit
    alone = mine & (mine - 1) == 0
    if seen.mover != 0:
        declarer = seen.next_missing if seen.mover == 2 else seen.last_missing
        if suit & ~declarer == 0:
            return part + habits.keep_ruffed
    if top:
        return value + habits.keep_top
    if value == 10:
        return value + (habits.keep_bare_ten if alone else habits.keep_ten)
    if alone:
        return part + habits.keep_single
    if bit_count(mine) == 2 and mine & TENS and seen.unseen & suit & ACES:
        return part + habits.keep_guard
    return part


@formula
def lead(habits: Habits, seen: Seen, card: int) -> int:
    """What a lead is worth in card points beside its trick.

    The declarer draws trumps while there are any, the more so the more he holds; an opponent
    leaves them alone, and leads long suits if the declarer comes next.
    """
    suit = SUIT_OF[seen.kind, card]
    mine, out = bit_count(seen.own & suit), bit_count(seen.unseen & suit)
    if TRUMPS[seen.kind] >> card & 1:
        if out == 0:
            return habits.lead_last_trumps
        return habits.lead_trump + habits.lead_surplus * (mine - out)
    top = seen.unseen & suit & (-2 << card) == 0
    worth = habits.lead_top if top else habits.lead_loser
    if seen.mover == 2:
        return worth + habits.lead_long_before * mine + lead_to_voids(habits, seen, suit)
    return worth + habits.lead_long_behind * mine + lead_to_voids(habits, seen, suit)


@formula
def lead_to_voids(habits: Habits, seen: Seen, suit: int) -> int:
    """What an opponent's lead is worth where the declarer or the partner is known to be void."""
    declarer, partner = seen.last_missing, seen.next_missing
    if seen.mover == 2:
        declarer, partner = partner, declarer
    worth = 0
    if suit & ~declarer == 0:
        worth += habits.lead_declarer_void
    if suit & ~partner == 0:
        worth += habits.lead_partner_void
    return worth


NEVER = -(1 << 60)
STAYS_BELOW = 10_000  # more than anything else that speaks for a card


@formula
def null_card(seen: Seen) -> int:
    """The card to play in null; of equal ones the lowest."""
    rest = seen.playable
    choice, most = lowest_bit(rest), NEVER
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        takes = ABOVE[NULL_KIND, seen.best] >> card & 1 != 0 if seen.place != 0 else True
        if seen.mover == 0:
            weight = declarers_weight(seen, card, takes)
        elif seen.place == 0:
            weight = opponents_lead(seen, card)
        else:
            weight = opponents_weight(seen, card, takes)
        if weight > most:
            choice, most = card, weight
    return choice


@formula
def declarers_weight(seen: Seen, card: int, takes: bool) -> int:
    """What speaks for a card of the declarer: staying below, and fewer gaps after it.

    Of cards that take the trick so far, the one with the fewest lower and the most higher cards
    out is best.
    """
    suit = EIGHT << (card & 24)
    own, others = seen.own & suit, seen.unseen & suit
    relief = suit_gaps(own, others, 0) - suit_gaps(own & ~(1 << card), others, 0)
    if not takes:
        return STAYS_BELOW + 40 * relief + card % 8
    below = (1 << card) - 1
    lower, higher = bit_count(others & below), bit_count(others & ~below)
    if higher == 0:
        return -STAYS_BELOW - 300 * lower
    return -1000 * lower // (higher + 1) + relief


@formula
def opponents_lead(seen: Seen, card: int) -> int:
    """What speaks for a lead of an opponent: a low card of a short suit that the declarer has."""
    suit = EIGHT << (card & 24)
    declarer = seen.next_missing if seen.mover == 2 else seen.last_missing
    out, below = seen.unseen & suit & ~declarer, (1 << card) - 1
    lower, higher = bit_count(out & below), bit_count(out & ~below)
    if higher == 0:
        return -300 - 20 * lower - card % 8
    return 4 * higher - 20 * lower - 8 * bit_count(seen.own & suit)


@formula
def opponents_weight(seen: Seen, card: int, takes: bool) -> int:
    """What speaks for a card of an opponent who follows: high cards go where they do no harm.

    Nobody takes a trick from the declarer, nor makes it easier for him to stay below.  Who cannot
    follow empties a short suit of its high cards.
    """
    height = card % 8
    suit = EIGHT << (card & 24)
    if seen.led >> card & 1 == 0:
        declarer = seen.next_missing if seen.mover == 2 else seen.last_missing
        if suit & ~declarer == 0:
            return height - 50
        return 3 * height - 8 * bit_count(seen.own & suit)
    partner_took_it = seen.place == 2 and seen.winner != 0
    if takes and not partner_took_it:
        return -1000 - height
    return height


@formula
def heuristic_card(seen: Seen) -> int:
    """The number of the card to play."""
    playable = seen.playable
    if playable & (playable - 1) == 0:
        return lowest_bit(playable)
    if is_null(seen.kind):
        return null_card(seen)
    return card_by_habits(habits_of(seen.kind, seen.mover), seen)


@formula
def habits_of(kind: int, mover: int) -> Habits:
    """How a player weighs cards in a suit game or grand."""
    if kind == GRAND_KIND:
        return GRAND_DECLARER if mover == 0 else GRAND_OPPONENT
    return SUIT_DECLARER if mover == 0 else SUIT_OPPONENT


@formula
def card_by_habits(habits: Habits, seen: Seen) -> int:
    """The playable card of the greatest weight; of equal ones the lowest."""
    rest = seen.playable
    choice, most = lowest_bit(rest), NEVER
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        weight = card_weight(habits, seen, card)
        if weight > most:
            choice, most = card, weight
    return choice


@formula
def card_weight(habits: Habits, seen: Seen, card: int) -> int:
    """What a card is expected to bring, in thousandths of a card point."""
    chance = ours(habits, seen, card)
    trick: int = POINTS[card]
    worth = -keep(habits, seen, card)
    if seen.place == 0:
        worth += lead(habits, seen, card)
    else:
        trick += seen.stake
    to_come = 2 - seen.place
    own, theirs, need = seen.points, seen.theirs, seen.need
    if seen.mover != 0:
        own, theirs, need = theirs, own, ALL_POINTS + 1 - need
    gain = trick + habits.more_if_won * to_come + decides(habits, own, trick, need)
    limit = ALL_POINTS + 1 - need
    loss = trick + habits.more_if_lost * to_come + decides(habits, theirs, trick, limit)
    return chance * gain - (SURE - chance) * loss + SURE * worth


@formula
def decides(habits: Habits, have: int, trick: int, need: int) -> int:
    """What it is worth beside its points that a trick decides the game."""
    return habits.decision if have < need <= have + trick else 0


@kernel
def card_by_rule(hands: Masks, row: Masks, state: Masks) -> int:
    """The card of the player to move, by rules of thumb."""
    return heuristic_card(seen_by_mover(hands, row, state))
