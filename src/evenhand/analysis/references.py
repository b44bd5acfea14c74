"""Games whose spread others have measured: the marks between a coin and chess.

Source: Duersch, Lambrecht, Oechssler, Measuring skill and chance in games, European Economic
Review 127 (2020).  The numbers are **second hand**: quoted from their working paper of 2018, not
checked against it, and the journal may print others.  They depend on who plays: a spread is that
of the players of one site, not of a game as such.
"""

from dataclasses import dataclass
from typing import Final

SOURCE: Final = "Duersch, Lambrecht, Oechssler, working paper of 2018, second hand"


@dataclass(frozen=True, slots=True)
class Reference:
    """A game and the spread of its players' ratings."""

    name: str
    spread: float


COIN: Final = Reference("coin", 0.0)
POKER: Final = Reference("poker", 6.0)
BACKGAMMON: Final = Reference("backgammon", 12.3)
RUMMY: Final = Reference("rummy", 14.7)
HALF_CHESS: Final = Reference("50%-chess", 28.1)
CHESS: Final = Reference("chess", 123.4)
REFERENCES: Final = (COIN, POKER, BACKGAMMON, RUMMY, HALF_CHESS, CHESS)
"""From chance to skill.  In 50%-chess half of the results are replaced by flips of a coin."""


def place_of(spread: float) -> str:
    """Between which marks a spread lies.

    >>> place_of(20.0), place_of(300.0)
    ('between rummy (14.7) and 50%-chess (28.1)', 'above chess (123.4)')
    """
    below = [mark for mark in REFERENCES if mark.spread <= spread]
    above = [mark for mark in REFERENCES if mark.spread > spread]
    if not above:
        return f"above {_shown(below[-1])}"
    return f"between {_shown(below[-1])} and {_shown(above[0])}"


def _shown(mark: Reference) -> str:
    return f"{mark.name} ({mark.spread:g})" if mark.spread else f"a {mark.name}"
