"""What a change did or would do to ratings, as it is answered."""

import msgspec

from evenhand.ledger.effects import Effect
from evenhand.ledger.ladder import Ladder


class ShiftAnswer(msgspec.Struct, frozen=True):
    """What becomes of one rating."""

    player: str
    before: float
    after: float
    change: float


class EffectAnswer(msgspec.Struct, frozen=True):
    """Whose ratings change and by how much: the hundred who change most."""

    dry_run: bool
    seq: int  # of the ladder's last entry
    replayed: int  # games that were rated again
    changed: int  # players whose rating changes at all
    noticeable: int  # by half a point or more
    players: list[ShiftAnswer]


def show_effect(ladder: Ladder, effect: Effect | None, dry_run: bool) -> EffectAnswer:
    """An effect as it is answered; none if nothing changes."""
    if effect is None:
        return EffectAnswer(dry_run, ladder.seq, 0, 0, 0, [])
    players = [
        ShiftAnswer(shift.id, shift.before, shift.after, shift.after - shift.before)
        for shift in effect.shifts
    ]
    counts = (effect.replayed, effect.changed, effect.noticeable)
    return EffectAnswer(dry_run, ladder.seq, *counts, players)
