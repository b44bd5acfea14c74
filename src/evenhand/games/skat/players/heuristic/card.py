"""The card that a player by rules of thumb plays.

In suit games and grand each card is weighed by the points that its trick should bring or cost,
less what the card is worth in the hand, and for a lead what speaks for it beside that.  So
points go to tricks that the partner or a sure winner holds, none to tricks that are lost, and
trumps only where they are worth it.
"""

from evenhand.cards import Masks
from evenhand.compiled import formula, kernel, lowest_bit
from evenhand.games.skat.players.heuristic.chances import SURE, ours
from evenhand.games.skat.players.heuristic.habits import (
    GRAND_DECLARER,
    GRAND_OPPONENT,
    SUIT_DECLARER,
    SUIT_OPPONENT,
    Habits,
)
from evenhand.games.skat.players.heuristic.keeps import keep
from evenhand.games.skat.players.heuristic.leads import lead
from evenhand.games.skat.players.heuristic.null_cards import null_card
from evenhand.games.skat.players.seen import Seen, is_null, seen_by_mover
from evenhand.games.skat.solver.layout import GRAND_KIND, POINTS
from evenhand.games.skat.values import ALL_POINTS

NEVER = -(1 << 60)


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
