"""How likely it is that a trick goes to one's own side, in thousandths.

A player counts the cards not seen yet, and asks of each other player how likely he holds one of
some of them.  Each card is in his hand with a fixed share of a hundred; cards that a third player
is known not to have are nearly sure to be there.
"""

import numpy as np

from evenhand.compiled import bit_count, formula
from evenhand.games.skat.players.heuristic.habits import Habits
from evenhand.games.skat.players.seen import Seen
from evenhand.games.skat.solver.layout import ABOVE, SUIT_OF, TRUMPS
from evenhand.games.skat.solver.stack import after

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
