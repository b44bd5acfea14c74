"""Two simpler ways to judge hand games, to compare the neighbours with."""

import numpy as np

from evenhand.games.skat.bidding.knn import game_values
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.neighbours import features_of
from evenhand.games.skat.deck import Integers
from evenhand.studies.keller2008.bases import Bases
from evenhand.studies.keller2008.evaluation import Predictions
from evenhand.tables import Floats


def predict_linearly(both: Bases) -> Predictions:
    """Hand games judged by a linear function of the same features, fitted by least squares."""
    learned, seen = both
    columns = []
    for trump in range(len(TRUMPS)):
        known, asked = (_with_ones(features_of(base.hands.copy(), trump)) for base in both)
        weights = np.linalg.lstsq(known, learned.hand_points[:, trump], rcond=None)[0]
        columns.append(asked @ weights)
    return Predictions(np.stack(columns, axis=1), seen.hand_points, game_values(seen.hands))


def predict_by_mean(both: Bases) -> Predictions:
    """Every hand judged to score what all hands score on average."""
    learned, seen = both
    scores = np.tile(learned.hand_points.mean(axis=0), (len(seen), 1))
    return Predictions(scores, seen.hand_points, game_values(seen.hands))


def _with_ones(rows: Integers) -> Floats:
    return np.column_stack([rows, np.ones(len(rows))]).astype(np.float64)
