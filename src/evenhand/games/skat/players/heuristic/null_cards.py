"""Cards in null: the declarer stays below, the opponents keep their low cards to get below him.

The gaps of a suit (``bidding/null_rules``) count by how many lower cards of the others each of its
cards is uncovered.
"""

from evenhand.compiled import bit_count, formula, lowest_bit
from evenhand.games.skat.bidding.null_rules import suit_gaps
from evenhand.games.skat.players.seen import Seen
from evenhand.games.skat.solver.layout import ABOVE, EIGHT, NULL_KIND

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
