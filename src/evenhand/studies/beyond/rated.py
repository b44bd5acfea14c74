"""Ratings of leagues: in the long run, and after so many games."""

from dataclasses import dataclass

import numpy as np

from evenhand.luck import fit_adjustment, with_luck
from evenhand.parallel import map_blocks
from evenhand.ratings import Adjustment, RatingSystem
from evenhand.studies.beyond.leagues import Leagues
from evenhand.studies.beyond.systems import Contender, Way
from evenhand.studies.study import Setting
from evenhand.tables import Floats, GameTable

STEP = 1.45  # from one point of a curve to the next
FEWEST = 6  # games of a bot


def adjustment_of(contender: Contender, way: Way, training: Leagues) -> Adjustment | None:
    """How much luck weighs, by leagues to learn from."""
    if not way.adjusted:
        return None
    return fit_adjustment(contender.usual, training.games(way.luck)).adjustment


def with_way(system: RatingSystem, adjustment: Adjustment | None) -> RatingSystem:
    """A system with luck taken out, or as it is."""
    return system if adjustment is None else with_luck(system, adjustment)


def long_run(slow: RatingSystem, table: GameTable) -> Floats:
    """Where ratings stay: their mean over all games, which were rated once before to get there."""
    start = slow.run(table).values
    return path_means(table, slow.run(table, start).after)


def path_means(table: GameTable, after: Floats) -> Floats:
    """The mean rating of each player over the player's games."""
    seats, ratings = table.seats[table.taken], after[table.taken]
    games = np.bincount(seats, minlength=len(table.names))
    return np.asarray(np.bincount(seats, ratings, len(table.names)) / np.maximum(games, 1))


def checkpoints(leagues: Leagues) -> list[int]:
    """After how many games of a league its ratings are looked at, evenly on a log scale."""
    first = FEWEST / leagues.share
    steps = max(2, round(np.log(leagues.rounds / first) / np.log(STEP)) + 1)
    wanted = np.geomspace(first, leagues.rounds, steps).round().astype(np.int64)
    return sorted(set(wanted[wanted >= 1].tolist()))


@dataclass(frozen=True, eq=False)
class Followed:
    """What is needed to follow the ratings of leagues."""

    leagues: Leagues
    way: Way
    at: tuple[int, ...]

    def ratings(self, system: RatingSystem) -> Floats:
        """(checkpoints, leagues, bots)."""
        table = self.leagues.games(self.way.luck, self.way.score)
        found = np.empty((len(self.at), self.leagues.count, len(self.leagues.bots)))
        ratings, done = None, 0
        for number, rounds in enumerate(self.at):
            stop = self.leagues.after(rounds)
            ratings = system.run(table.rows(done, stop), ratings).values
            found[number] = ratings[:, 0].reshape(found.shape[1:])
            done = stop
        return found


def ratings_of(
    setting: Setting, leagues: Leagues, way: Way, systems: tuple[RatingSystem, ...]
) -> Floats:
    """(systems, checkpoints, leagues, bots) the ratings of each system."""
    follow = Followed(leagues, way, tuple(checkpoints(leagues)))
    answers = map_blocks(Followed.ratings, systems, shared=follow, workers=setting.workers)
    return np.stack(list(answers))


def squared_errors(ratings: Floats, truth: Floats) -> Floats:
    """The mean squared distance from the truth over bots, in squares of the truth's spread.

    The level does not count, as it says nothing about who is better.
    """
    centred = truth - truth.mean()
    apart = ratings - ratings.mean(axis=-1, keepdims=True) - centred
    errors: Floats = (apart**2).mean(axis=-1) / (centred**2).mean()
    return errors
