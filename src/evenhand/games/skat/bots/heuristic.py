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
less the value of keeping the card, and for a lead the value of that lead.  So points go to tricks
that the partner or a sure winner holds, none to tricks that are lost, and trumps only where they
pay.
"""

from typing import NamedTuple

import numpy as np

from evenhand.compiled import bit_count, formula, kernel, lowest_bit
from evenhand.games.cards import Masks
from evenhand.games.fitted import load_integers
from evenhand.games.skat.bidding.null import suit_gaps
from evenhand.games.skat.bots.observation import Observation, is_null, observe
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
from evenhand.games.skat.solver.search import next_player


class Weights(NamedTuple):
    """What a player expects of the others, and the value of cards and leads to him."""

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
    __package__, "heuristic.json", {side: dict.fromkeys(Weights._fields, ()) for side in _SIDES}
)
SUIT_DECLARER, SUIT_OPPONENT, GRAND_DECLARER, GRAND_OPPONENT = (
    Weights(**{name: int(number) for name, number in _NUMBERS[side].items()}) for side in _SIDES
)

SURE = 1000
NEARLY_SURE = 3  # a card that the third player lacks counts as so many more

NONE_OF = np.array(
    [[round(SURE * (1 - share / 100) ** cards) for cards in range(45)] for share in range(101)],
    np.int64,
)
"""``NONE_OF[share, cards]``: the chance to hold none of so many cards."""


@formula
def chance_to_lack(
    view: Observation, cards: int, missing: int, other_missing: int, share: int
) -> int:
    """Return the chance that a player has none of some cards."""
    possible = cards & view.unseen & ~missing
    count = bit_count(possible) + NEARLY_SURE * bit_count(possible & other_missing)
    chance: int = NONE_OF[share, count]
    return chance


@formula
def chance_to_beat(
    weights: Weights,
    view: Observation,
    player: int,
    missing: int,
    other_missing: int,
    led: int,
    best: int,
) -> int:
    """Return the chance that a player can take a trick from the best card."""
    partner = player != 0 and view.mover != 0
    trumps, above = TRUMPS[view.kind], ABOVE[view.kind, best]
    share = weights.partner_trump_share if partner else weights.trump_share
    by_trump = SURE - chance_to_lack(view, above & trumps, missing, other_missing, share)
    if led & trumps:
        return by_trump
    share = weights.partner_side_share if partner else weights.side_share
    void = chance_to_lack(view, led, missing, other_missing, share)
    by_suit = SURE - chance_to_lack(view, above & led, missing, other_missing, share)
    return by_suit + void * by_trump // SURE


@formula
def chance_to_take(weights: Weights, view: Observation, card: int) -> int:
    """Return the chance that the trick goes to the player's own side if he plays a card."""
    led, best, winner = view.led, view.best, view.winner
    if view.place == 0:
        led, best, winner = SUIT_OF[view.kind, card], card, view.mover
    elif ABOVE[view.kind, best] >> card & 1:
        best, winner = card, view.mover
    held = (winner == 0) == (view.mover == 0)
    if view.place == 2:
        return SURE if held else 0
    following = next_player(view.mover)
    near = chance_to_beat(weights, view, following, view.next_missing, view.last_missing, led, best)
    if view.place == 1:
        return _chance_as_second(view.mover, held, near)
    far = chance_to_beat(
        weights, view, next_player(following), view.last_missing, view.next_missing, led, best
    )
    return _chance_on_lead(view.mover, near, far)


@formula
def _chance_as_second(mover: int, held: bool, near: int) -> int:
    """Return the chance to take the trick as second: the last player is still to come."""
    if mover == 1:  # the declarer has led, the partner comes
        return SURE if held else near
    return SURE - near if held else 0


@formula
def _chance_on_lead(mover: int, near: int, far: int) -> int:
    """Return the chance to take the trick on lead.

    The partner saves half of the tricks that the declarer would take and he could beat.
    """
    if mover == 0:
        return (SURE - near) * (SURE - far) // SURE
    taken = far if mover == 1 else near
    return SURE - taken + near * far // (2 * SURE)


@formula
def value_in_hand(weights: Weights, view: Observation, card: int) -> int:
    """Return the value of keeping a card in the hand."""
    suit = SUIT_OF[view.kind, card]
    higher = bit_count(view.unseen & suit & (-2 << card))
    if TRUMPS[view.kind] >> card & 1:
        if higher == 0:
            return weights.keep_top_trump
        return weights.keep_trump + weights.keep_trump_step * higher
    return side_value_in_hand(weights, view, card, suit, higher == 0)


@formula
def side_value_in_hand(weights: Weights, view: Observation, card: int, suit: int, top: bool) -> int:
    """Return the value of keeping a card of a side suit: winners and guarded tens count most."""
    value: int = POINTS[card]
    part = value * weights.keep_points // 100
    mine = view.own & suit
    alone = mine & (mine - 1) == 0
    if view.mover != 0:
        declarer = view.next_missing if view.mover == 2 else view.last_missing
        if suit & ~declarer == 0:
            return part + weights.keep_ruffed
    if top:
        return value + weights.keep_top
    if value == 10:
        return value + (weights.keep_bare_ten if alone else weights.keep_ten)
    if alone:
        return part + weights.keep_single
    if bit_count(mine) == 2 and mine & TENS and view.unseen & suit & ACES:
        return part + weights.keep_guard
    return part


@formula
def lead_value(weights: Weights, view: Observation, card: int) -> int:
    """Return the value of a lead in card points beside its trick.

    The declarer draws trumps while there are any, the more so the more he holds; an opponent
    leaves them alone, and leads long suits if the declarer comes next.
    """
    suit = SUIT_OF[view.kind, card]
    mine, out = bit_count(view.own & suit), bit_count(view.unseen & suit)
    if TRUMPS[view.kind] >> card & 1:
        if out == 0:
            return weights.lead_last_trumps
        return weights.lead_trump + weights.lead_surplus * (mine - out)
    top = view.unseen & suit & (-2 << card) == 0
    value = weights.lead_top if top else weights.lead_loser
    if view.mover == 2:
        return value + weights.lead_long_before * mine + void_value(weights, view, suit)
    return value + weights.lead_long_behind * mine + void_value(weights, view, suit)


@formula
def void_value(weights: Weights, view: Observation, suit: int) -> int:
    """Return what it adds to an opponent's lead that the declarer or the partner is void."""
    declarer, partner = view.last_missing, view.next_missing
    if view.mover == 2:
        declarer, partner = partner, declarer
    value = 0
    if suit & ~declarer == 0:
        value += weights.lead_declarer_void
    if suit & ~partner == 0:
        value += weights.lead_partner_void
    return value


NEVER = -(1 << 60)
STAYS_BELOW = 10_000  # more than anything else that speaks for a card


@formula
def null_card(view: Observation) -> int:
    """Return the card to play in null; of equal ones the lowest."""
    rest = view.playable
    choice, most = lowest_bit(rest), NEVER
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        takes = ABOVE[NULL_KIND, view.best] >> card & 1 != 0 if view.place != 0 else True
        if view.mover == 0:
            weight = weigh_declarer(view, card, takes)
        elif view.place == 0:
            weight = weigh_opponent_lead(view, card)
        else:
            weight = weigh_opponent(view, card, takes)
        if weight > most:
            choice, most = card, weight
    return choice


@formula
def weigh_declarer(view: Observation, card: int, takes: bool) -> int:
    """Return the weight of a card of the declarer: staying below, and leaving fewer gaps.

    Of cards that take the trick so far, the one with the fewest lower and the most higher cards
    out is best.
    """
    suit = EIGHT << (card & 24)
    own, others = view.own & suit, view.unseen & suit
    relief = suit_gaps(own, others, 0) - suit_gaps(own & ~(1 << card), others, 0)
    if not takes:
        return STAYS_BELOW + 40 * relief + card % 8
    below = (1 << card) - 1
    lower, higher = bit_count(others & below), bit_count(others & ~below)
    if higher == 0:
        return -STAYS_BELOW - 300 * lower
    return -1000 * lower // (higher + 1) + relief


@formula
def weigh_opponent_lead(view: Observation, card: int) -> int:
    """Return the weight of an opponent's lead: a low card of a short suit that the declarer has."""
    suit = EIGHT << (card & 24)
    declarer = view.next_missing if view.mover == 2 else view.last_missing
    out, below = view.unseen & suit & ~declarer, (1 << card) - 1
    lower, higher = bit_count(out & below), bit_count(out & ~below)
    if higher == 0:
        return -300 - 20 * lower - card % 8
    return 4 * higher - 20 * lower - 8 * bit_count(view.own & suit)


@formula
def weigh_opponent(view: Observation, card: int, takes: bool) -> int:
    """Return the weight of an opponent's card that follows: high cards go where they do no harm.

    Nobody takes a trick from the declarer, nor makes it easier for him to stay below.  Who cannot
    follow empties a short suit of its high cards.
    """
    height = card % 8
    suit = EIGHT << (card & 24)
    if view.led >> card & 1 == 0:
        declarer = view.next_missing if view.mover == 2 else view.last_missing
        if suit & ~declarer == 0:
            return height - 50
        return 3 * height - 8 * bit_count(view.own & suit)
    partner_took_it = view.place == 2 and view.winner != 0
    if takes and not partner_took_it:
        return -1000 - height
    return height


@formula
def heuristic_card(view: Observation) -> int:
    """Return the card to play."""
    playable = view.playable
    if playable & (playable - 1) == 0:
        return lowest_bit(playable)
    if is_null(view.kind):
        return null_card(view)
    return heaviest_card(weights_of(view.kind, view.mover), view)


@formula
def weights_of(kind: int, mover: int) -> Weights:
    """Return the weights of a player in a suit game or grand."""
    if kind == GRAND_KIND:
        return GRAND_DECLARER if mover == 0 else GRAND_OPPONENT
    return SUIT_DECLARER if mover == 0 else SUIT_OPPONENT


@formula
def heaviest_card(weights: Weights, view: Observation) -> int:
    """Return the playable card of the greatest weight; of equal ones the lowest."""
    rest = view.playable
    choice, most = lowest_bit(rest), NEVER
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        weight = card_weight(weights, view, card)
        if weight > most:
            choice, most = card, weight
    return choice


@formula
def card_weight(weights: Weights, view: Observation, card: int) -> int:
    """Return what a card is expected to bring, in thousandths of a card point."""
    chance = chance_to_take(weights, view, card)
    trick: int = POINTS[card]
    value = -value_in_hand(weights, view, card)
    if view.place == 0:
        value += lead_value(weights, view, card)
    else:
        trick += view.stake
    to_come = 2 - view.place
    own, theirs, need = view.points, view.theirs, view.need
    if view.mover != 0:
        own, theirs, need = theirs, own, ALL_POINTS + 1 - need
    gain = trick + weights.more_if_won * to_come + value_of_decision(weights, own, trick, need)
    limit = ALL_POINTS + 1 - need
    loss = trick + weights.more_if_lost * to_come + value_of_decision(weights, theirs, trick, limit)
    return chance * gain - (SURE - chance) * loss + SURE * value


@formula
def value_of_decision(weights: Weights, have: int, trick: int, need: int) -> int:
    """Return the bonus for a trick that decides the game."""
    return weights.decision if have < need <= have + trick else 0


@kernel
def card_by_rules(hands: Masks, row: Masks, state: Masks) -> int:
    """Return the card of the player to move, by rules of thumb."""
    return heuristic_card(observe(hands, row, state))
