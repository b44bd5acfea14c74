"""Chances to win from hand strengths: fitted lines, and how good they are.

The log odds of a win are a straight line in the strength (in its log odds, if the strength is
a chance itself).  As in Platt (1999) a win counts (w + 1) / (w + 2) and a loss 1 / (l + 2) of
w wins and l losses, so that no chance is certain even where all games were won.

Where a strength does not apply the chance is the share of games of that kind that were won; for
kinds without games it is that of all games.

For a game with the chance p that was won (y = 1) or lost (y = 0):

* **log loss** -ln p or -ln(1 - p), **Brier score** (p - y)^2: lower is better, both reward
  honest chances;
* **calibration**: games in ten bins by their chance; in each bin the share won should be the
  mean chance.  The **calibration error** is the mean distance of the two over all games.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.games.skat.batch import Games, kinds_of
from evenhand.games.skat.contract import KINDS
from evenhand.games.skat.hand_strength import HandStrength
from evenhand.games.skat.winning_parameters import chances_of, fit_logistic, log_odds_of
from evenhand.tables import Floats

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


BINS = 10
ALL_KINDS = "all"
BASE_RATE = "base rate"
Won = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Bin:
    """Games with similar chances."""

    low: float
    high: float
    games: int
    chance: float  # the mean
    won: float  # the share


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the chances of a system were worth in games of one kind."""

    system: str
    kind: str
    games: int
    won: float  # the share
    log_loss: float
    brier: float
    calibration_error: float
    gain: float  # how much the log loss is below that of the base rate
    gain_error: float  # the standard error of that


class BaseRate:
    """No strength at all: every game of a kind has the same chance."""

    name = BASE_RATE
    is_chance = False

    def strength(self, games: Games) -> Floats:
        """Not a number for any game."""
        return np.full(len(games), np.nan)


def log_losses(chances: Floats, won: Won) -> Floats:
    """The log loss of each game.

    >>> log_losses(np.array([0.5, 0.9]), np.array([True, True])).round(3).tolist()
    [0.693, 0.105]
    """
    losses: Floats = -np.log(np.where(won, chances, 1.0 - chances))
    return losses


def brier_score(chances: Floats, won: Won) -> float:
    """The mean squared distance of chances and results.

    >>> round(brier_score(np.array([0.5, 0.9]), np.array([True, True])), 3)
    0.13
    """
    return float(((chances - won) ** 2).mean())


def calibration_table(chances: Floats, won: Won, bins: int = BINS) -> list[Bin]:
    """Mean chance and share won in bins of equal width; bins without games are left out."""
    place = np.minimum((chances * bins).astype(np.int64), bins - 1)
    found = []
    for number in np.unique(place).tolist():
        inside = place == number
        chance, share = float(chances[inside].mean()), float(won[inside].mean())
        low, high = number / bins, (number + 1) / bins
        found.append(Bin(low, high, int(inside.sum()), chance, share))
    return found


def calibration_error(chances: Floats, won: Won, bins: int = BINS) -> float:
    """The mean distance of chance and share won over the bins, weighted by their games."""
    table = calibration_table(chances, won, bins)
    return sum(row.games * abs(row.chance - row.won) for row in table) / len(chances)


def compare(measures: Sequence[HandStrength], train: Games, test: Games) -> list[Comparison]:
    """Fit each measure's chances on some games and judge them on others, the base rate first."""
    test = test.take(test.played)
    base = log_losses(Calibrated.fit(BaseRate(), train).chance(test), test.won)
    rows = []
    for measure in (BaseRate(), *measures):
        chances = Calibrated.fit(measure, train).chance(test)
        rows += _judge(measure.name, chances, base, test)
    return rows


def _judge(system: str, chances: Floats, base: Floats, games: Games) -> list[Comparison]:
    """A row for all games and one for each kind of which there are games."""
    kinds, won = kinds_of(games), games.won
    parts = [(ALL_KINDS, kinds >= 0), *((name, kinds == k) for k, name in enumerate(KINDS))]
    return [
        _compared(system, name, chances[rows], base[rows], won[rows])
        for name, rows in parts
        if rows.any()
    ]


def _compared(system: str, kind: str, chances: Floats, base: Floats, won: Won) -> Comparison:
    losses = log_losses(chances, won)
    gains = base - losses
    return Comparison(
        system,
        kind,
        games=len(won),
        won=float(won.mean()),
        log_loss=float(losses.mean()),
        brier=brier_score(chances, won),
        calibration_error=calibration_error(chances, won),
        gain=float(gains.mean()),
        gain_error=float(gains.std() / np.sqrt(len(gains))),
    )
