"""Rating paths: the rating of a strategy after each of its own games.

The paper does not say whether its means include the way from the start.  So a path has a later
part: all but its first ninth, which is 5,000 of the paper's 45,000 games.
"""

from collections.abc import Mapping

from evenhand.ratings import RunArrays
from evenhand.studies.chakraborty2025.printed import Line
from evenhand.studies.chakraborty2025.strategies import TOP
from evenhand.studies.rating_paths import paths_of
from evenhand.tables import Floats, GameTable

EARLY_PART = 9


def early(games: int) -> int:
    """How many of so many games are early.

    >>> early(45_000)
    5000
    """
    return games // EARLY_PART


def later(path: Floats) -> Floats:
    """A path without its early games."""
    return path[early(len(path)) :]


def summary(path: Floats) -> Line:
    """Mean, standard deviation and coefficient of variation.

    >>> from numpy import array
    >>> summary(array([900.0, 1100.0]))
    Line(mean=1000.0, sd=100.0, cv=10.0)
    """
    mean, sd = float(path.mean()), float(path.std())
    return Line(mean, sd, 100.0 * sd / mean)


def later_lines(table: GameTable, run: RunArrays) -> dict[str, Line]:
    """The later part of each path in numbers."""
    return {name: summary(later(path)) for name, path in paths_of(table, run).items()}


def discriminative_power(lines: Mapping[str, Line]) -> float:
    """The range of the means of the four strong strategies, in mean standard deviations."""
    means = [lines[name].mean for name in TOP]
    return (max(means) - min(means)) / mean_sd(lines)


def mean_sd(lines: Mapping[str, Line]) -> float:
    """The mean standard deviation of the four strong strategies."""
    return sum(lines[name].sd for name in TOP) / len(TOP)
