"""The four ways in which the paper counts series: with and without its two chance factors.

i_1 divides the value of a game by how much stronger than normal the hand was; i_2 counts
every game as worth the mean.  What is normal, and the mean, are those of the games at hand, as
the paper's are those of its games.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from evenhand.games.skat.batch import SeriesGames
from evenhand.games.skat.edelkamp import (
    MEAN_VALUE,
    NORMAL,
    chance_factors,
    correct_values,
    find_mean_value,
    find_normal,
)
from evenhand.games.skat.winning_parameters import load_winning_parameters
from evenhand.ratings import RunArrays, ScoreShareElo
from evenhand.tables import GameTable

START = 850.0
"""The means of the paper's Table VIII say that its ratings began here."""

USUAL_K = 0.02

BEST_CASE = (
    "The winning parameters were learned from games of the same kind of simulated players (of"
    " another seed), so this is a best case for the hand factor."
)


@dataclass(frozen=True, slots=True)
class Correction:
    """Which of the paper's chance factors count."""

    hand: bool  # i_1, CHANCEFACTOR1
    value: bool  # i_2, CHANCEFACTOR2

    @property
    def name(self) -> str:
        """The correction in words."""
        words = [*(["hand"] if self.hand else []), *(["value"] if self.value else [])]
        return " and ".join(words) or "none"


CORRECTIONS = tuple(Correction(hand, value) for hand in (False, True) for value in (False, True))


@dataclass(frozen=True, slots=True)
class Corrected:
    """The series as tables to rate, for each of the four corrections."""

    tables: Mapping[Correction, GameTable]
    mean_value: float
    normal: Mapping[str, float]  # the mean chance of each kind of game

    @property
    def remarks(self) -> list[str]:
        """What the factors were made with, beside the paper's numbers."""
        chances = ", ".join(
            f"{kind} {100.0 * chance:.1f} ({100.0 * NORMAL[kind]:.1f})"
            for kind, chance in self.normal.items()
        )
        return [
            f"The factors take a mean value of {self.mean_value:.1f} (paper: {MEAN_VALUE:.1f}) and"
            f" normal chances in percent (paper's in brackets) of {chances}.",
            BEST_CASE,
        ]


def corrected(series: SeriesGames) -> Corrected:
    """Count series in four ways; the chances of hands are those of the winning parameters."""
    games = series.games
    chances = load_winning_parameters().strength(games)
    normal = find_normal(games.contracts, chances)
    factors = chance_factors(chances, games.contracts, normal)
    mean = find_mean_value(games)
    tables = {
        one: series.table(
            correct_values(games, factors if one.hand else None, mean if one.value else None)
        )
        for one in CORRECTIONS
    }
    return Corrected(tables, mean, normal)


def rated(table: GameTable, k: float = USUAL_K) -> RunArrays:
    """The paper's rating of series."""
    return ScoreShareElo(k=k, initial=START).run(table)
