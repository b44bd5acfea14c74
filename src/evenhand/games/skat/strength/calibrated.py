"""From a hand strength to a chance to win, fitted for each kind of game.

The log odds of a win are a straight line in the strength (in its log odds, if the strength is
a chance itself).  As in Platt (1999) a win counts (w + 1) / (w + 2) and a loss 1 / (l + 2) of
w wins and l losses, so that no chance is certain even where all games were won.

Where a strength does not apply the chance is the share of games of that kind that were won; for
kinds without games it is that of all games.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from evenhand.games.skat.kinds import KINDS, kinds_of
from evenhand.games.skat.many_games import Games
from evenhand.games.skat.strength.hand_strength import Floats, HandStrength
from evenhand.games.skat.strength.logistic import chances_of, fit_logistic, log_odds_of

SLOPE_PENALTY = 1.0  # for strengths in units of their spread


@dataclass(frozen=True, slots=True)
class Line:
    """Log odds as a straight line in the strength; no slope where it does not apply."""

    start: float
    slope: float
    without: float  # the log odds where the strength is unknown


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A hand strength with a fitted line for each kind of game."""

    measure: HandStrength
    lines: tuple[Line, ...]  # in the order of KINDS

    @classmethod
    def fit(cls, measure: HandStrength, games: Games) -> "Calibrated":
        """Fit the lines to games."""
        kinds, values, won = kinds_of(games), _values(measure, games), games.won
        everywhere = _share(won[games.played])
        found = [
            _line(values[kinds == kind], won[kinds == kind].astype(np.float64), everywhere)
            for kind in range(len(KINDS))
        ]
        return cls(measure, tuple(found))

    def chance(self, games: Games) -> Floats:
        """The declarer's chance to win; NaN for deals that were passed in."""
        kinds, values = kinds_of(games), _values(self.measure, games)
        start, slope, without = (
            np.array([getattr(line, part) for line in self.lines])[kinds]
            for part in ("start", "slope", "without")
        )
        odds = np.where(np.isnan(values), without, start + slope * np.nan_to_num(values))
        return np.where(games.played, chances_of(odds), np.nan)


def _values(measure: HandStrength, games: Games) -> Floats:
    strengths = measure.strength(games)
    return log_odds_of(strengths) if measure.is_chance else strengths


def _share(won: Iterable[float]) -> float:
    """The share of games won, with one more won and one more lost."""
    games = np.asarray(won, np.float64)
    return float((games.sum() + 1.0) / (len(games) + 2.0))


def _line(values: Floats, won: Floats, everywhere: float) -> Line:
    share = _share(won) if len(won) else everywhere
    without = float(log_odds_of(np.array([share]))[0])
    known = ~np.isnan(values)
    values, won = values[known], won[known]
    if not len(values):
        return Line(without, 0.0, without)
    middle, spread = values.mean(), values.std() or 1.0
    columns = np.stack([np.ones(len(values)), (values - middle) / spread], axis=1)
    targets = np.where(won > 0.0, (won.sum() + 1.0) / (won.sum() + 2.0), 0.0)
    targets += np.where(won > 0.0, 0.0, 1.0 / ((1.0 - won).sum() + 2.0))
    level, steep = fit_logistic(columns, targets, np.diag([1e-6, SLOPE_PENALTY]))
    return Line(float(level - steep * middle / spread), float(steep / spread), without)
