"""What speaks for a lead, beside the trick itself."""

from evenhand.compiled import bit_count, formula
from evenhand.games.skat.players.heuristic.habits import Habits
from evenhand.games.skat.players.seen import Seen
from evenhand.games.skat.solver.layout import SUIT_OF, TRUMPS


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
