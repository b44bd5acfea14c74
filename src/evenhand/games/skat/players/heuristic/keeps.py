"""What a card is worth in the hand: the points that it costs to play it now."""

from evenhand.compiled import bit_count, formula
from evenhand.games.skat.players.heuristic.habits import Habits
from evenhand.games.skat.players.seen import Seen
from evenhand.games.skat.solver.layout import ACES, POINTS, SUIT_OF, TENS, TRUMPS


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
