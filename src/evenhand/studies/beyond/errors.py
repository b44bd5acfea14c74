"""Errors of ratings by games played, with parameters tuned on other leagues."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenhand.ratings import RatingSystem
from evenhand.studies.beyond.fields import JUDGED, TRAINING, Field, doubled, judged, training
from evenhand.studies.beyond.leagues import Leagues
from evenhand.studies.beyond.rated import (
    adjustment_of,
    checkpoints,
    long_run,
    ratings_of,
    squared_errors,
    with_way,
)
from evenhand.studies.beyond.systems import Contender, Way
from evenhand.studies.study import Setting
from evenhand.tables import Floats, GameTable

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Curve:
    """How far ratings are off after so many games."""

    field: Field
    contender: Contender
    way: Way
    games: Floats  # of a bot, at each checkpoint
    errors: Floats  # (checkpoints, leagues) in squares of the truth's spread
    orders: Floats  # (checkpoints, leagues) Kendall's tau
    chosen: tuple[RatingSystem, ...]  # the tuned system of each checkpoint
    spread: float  # of the truth, in points

    @property
    def mean(self) -> Floats:
        """The mean error at each checkpoint."""
        return np.asarray(self.errors.mean(axis=1))


def curve(setting: Setting, field: Field, contender: Contender, way: Way) -> Curve:
    """Tune on leagues to learn from, and judge on others."""
    contender = contender.for_way(way)
    adjustment = adjustment_of(contender, way, training(setting, field))
    systems = tuple(with_way(one, adjustment) for one in contender.tried)
    truth = truth_of(setting, field, contender, way)
    learned, games = (leagues_of(setting, field, way, stream) for stream in (TRAINING, JUDGED))
    tried = squared_errors(ratings_of(setting, learned, way, systems), truth).mean(axis=2)
    best: Numbers = tried.argmin(axis=0)
    ratings = ratings_of(setting, games, way, tuple(systems[one] for one in np.unique(best)))
    at = np.searchsorted(np.unique(best), best)
    taken = ratings[at, np.arange(len(best))]
    return Curve(
        field,
        contender,
        way,
        np.array(checkpoints(games)) * games.share,
        squared_errors(taken, truth),
        kendall(taken, truth),
        tuple(systems[one] for one in best),
        float(truth.std()),
    )


def leagues_of(setting: Setting, field: Field, way: Way, stream: int) -> Leagues:
    """The leagues that a way rates."""
    if way.twice:
        return doubled(setting, field, stream)
    return training(setting, field) if stream == TRAINING else judged(setting, field)


def truth_of(setting: Setting, field: Field, contender: Contender, way: Way) -> Floats:
    """The long-run ratings with luck left in, or those of the paper's way; of all leagues."""
    own = contender.own == way
    luck, score = (way.luck, way.score) if own else ("", "")
    tables = [
        leagues.one_league(luck, score)
        for leagues in (training(setting, field), judged(setting, field))
    ]
    return long_run(contender.slow, joined(tables))


def joined(tables: list[GameTable]) -> GameTable:
    """Tables of the same players one after the other."""
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(table, name) for table in tables])
        for name in ("seats", "score", "luck")
        if getattr(tables[0], name) is not None
    }
    return GameTable(tables[0].names, **columns)


def kendall(ratings: Floats, truth: Floats) -> Floats:
    """Rank agreement: pairs in the right order less those in the wrong one, by all pairs.

    >>> kendall(np.array([1.0, 2.0, 3.0]), np.array([10.0, 30.0, 20.0])).round(3).tolist()
    0.333
    """
    own, other = np.triu_indices(len(truth), 1)
    signs = np.sign(ratings[..., own] - ratings[..., other]) * np.sign(truth[own] - truth[other])
    return np.asarray(signs.mean(axis=-1))
