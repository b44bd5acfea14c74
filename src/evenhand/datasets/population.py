r"""The players of a platform: how good they are, how they learn and how much they play.

.. math:: s(n) = start + gain \, (1 - e^{-n / pace})

is a player's skill after n games, on the Elo scale.

Symbols: s = skill, n = games played before.
"""

import math
from dataclasses import dataclass, fields

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.compiled import formula
from evenhand.datasets.games import NATURAL
from evenhand.tables import (
    COVARIATE_PREFIX,
    Floats,
    GameTable,
    Times,
    format_times,
    to_frame,
)

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Platform:
    """What a platform and its players are like.

    The defaults are fitted to what Maitra 2025 prints of a Ludo platform in its first weeks, for
    320,978 players and 4,640,765 games in 75 days.
    """

    start: float = 1000.0  # mean skill of newcomers, Elo points
    spread: float = 69.0  # standard deviation of it
    gain: float = 40.0  # points learned in the long run, the mean
    gain_spread: float = 0.4  # standard deviation of the logarithm
    pace: float = 40.0  # games after which 63 % of that are learned, the median
    pace_spread: float = 0.7  # standard deviation of the logarithm
    activity: float = 0.5  # standard deviation of the logarithm of how often a player comes
    better_play_more: float = 1.0  # its mean, for each spread that a newcomer is better
    busiest: int = 10  # nobody comes more often than so many of the laziest
    leave_lost: float = 0.5  # chance to leave for ever after losing the first game
    leave_won: float = 0.01  # and after winning it
    settle: float = 2.6  # after so many games both chances are half as large
    growth: float = (
        2.2  # 1: as many games every day; 2: from none up in a straight line; 3: steeper
    )
    first_seat: float = -0.04  # log odds of the first seat between equals
    weaker_first: float = 0.002  # log odds to sit first, for each point that one is weaker
    evening: float = 0.6  # how much more is played in the evening than in the mean of the day

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not math.isfinite(value):
                raise ValueError(f"{field.name} must be a finite number, not {value}")
            if field.name in POSITIVE and not value > 0.0:
                raise ValueError(f"{field.name} must be positive, not {value:g}")
            if field.name in NOT_NEGATIVE and value < 0.0:
                raise ValueError(f"{field.name} must not be negative, but is {value:g}")
            if field.name in SHARES and not 0.0 <= value < 1.0:
                raise ValueError(f"{field.name} lies in [0, 1), not {value:g}")
            if abs(value) > (most := MOST.get(field.name, MOST_ELSE)):
                raise ValueError(f"{field.name} must not be beyond {most:g}, but is {value:g}")


POSITIVE = ("pace", "busiest", "settle", "growth")
NOT_NEGATIVE = ("spread", "gain_spread", "pace_spread", "activity")
SHARES = ("leave_lost", "leave_won", "evening")
MOST = {"busiest": 1e3, "gain_spread": 10.0, "pace_spread": 10.0}
MOST_ELSE = 1e6


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """What is known of a synthetic platform: each player, and the truth of each game."""

    joined: Times  # (players,) time of the first game; microseconds since 1970, UTC
    start: Floats  # (players,) skill before the first game
    gain: Floats  # (players,) points learned in the long run
    pace: Floats  # (players,) games after which 63 % of that are learned
    games: Counts  # (players,) games played
    left: NDArray[np.bool_]  # (players,) whether the player has left before the end
    skill: Floats  # (games, 2) skill of both seats at each game
    first_seat: float  # log odds of the first seat between equals

    @property
    def end(self) -> Floats:
        """The skill of each player after his last game."""
        return np.asarray(learned(self.start, self.gain, self.pace, self.games))

    def chances(self) -> Floats:
        """The true chance of the first seat to win each game."""
        odds = (self.skill[:, 0] - self.skill[:, 1]) * NATURAL + self.first_seat
        with np.errstate(over="ignore"):  # then there is no chance
            return np.asarray(1.0 / (1.0 + np.exp(-odds)))


@formula
def learned(start: Floats, gain: Floats, pace: Floats, games: Counts) -> Floats:
    """Skill after some games.

    >>> learned(1000.0, 100.0, 20.0, np.array([0, 20, 999])).round().tolist()
    [1000.0, 1063.0, 1100.0]
    """
    return start + gain * (1.0 - np.exp(-games / pace))


@dataclass(frozen=True, slots=True, eq=False)
class Newcomers:
    """Players before their first game, in the order in which they come."""

    start: Floats
    gain: Floats
    pace: Floats
    tickets: Counts  # how often they come, compared with others


def draw_newcomers(rng: np.random.Generator, platform: Platform, players: int) -> Newcomers:
    """Players as the platform has them."""
    better, gain, pace, busy = rng.normal(size=(4, players))
    with np.errstate(over="ignore"):  # nobody is busier than the busiest
        often = np.exp(platform.activity * busy + platform.better_play_more * better)
    return Newcomers(
        platform.start + platform.spread * better,
        platform.gain * np.exp(platform.gain_spread * gain - platform.gain_spread**2 / 2.0),
        platform.pace * np.exp(platform.pace_spread * pace),
        np.clip(np.ceil(often), 1.0, platform.busiest).astype(np.int64),
    )


def games_frame(table: GameTable, population: Population) -> pl.DataFrame:
    """The games in the wide layout, and the skill of both seats in columns of our own."""
    skills = [
        pl.Series(f"{COVARIATE_PREFIX}skill_{seat}", skill)
        for seat, skill in enumerate(population.skill.T, 1)
    ]
    return to_frame(table).with_columns(skills)


def players_frame(table: GameTable, population: Population) -> pl.DataFrame:
    """A row for each player, in the order in which they joined."""
    return pl.DataFrame(
        {
            "player": table.names,
            "joined": format_times(population.joined),
            "games": population.games,
            "left": population.left,
            "skill_start": population.start,
            "skill_end": population.end,
            "gain": population.gain,
            "pace": population.pace,
        }
    )
