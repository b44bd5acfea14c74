"""How much the studies beyond the papers play."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Amount:
    """Leagues, and how long each is."""

    games: int  # of a bot in a league
    training: int  # leagues to learn from
    judged: int  # leagues of other seeds to judge by
    series: int  # of a player in a league of Skat
    skat_training: int
    skat_judged: int
    playouts: int  # of the Ludo bots that try moves out
    quick: bool  # whether deals of Skat are only judged, not played out


SMOKE = Amount(48, 4, 6, 12, 4, 4, 2, quick=True)
MIDDLE = Amount(200, 12, 20, 20, 8, 12, 10, quick=True)
FULL = Amount(600, 16, 32, 40, 16, 32, 10, quick=False)
