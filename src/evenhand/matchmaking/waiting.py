"""Those who wait, checked and put in order."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evenhand.matchmaking.fairness import Fairness
from evenhand.matchmaking.neighbours import Apart, keep_apart
from evenhand.ratings.system import RatingSystem
from evenhand.tables import Flags, Floats, Indices


class Room(NamedTuple):
    """Waiting players in the order of their ratings; of equal ones the longest waiting first."""

    who: Indices  # number of the player at each place
    rank: Indices  # in the order of waiting, the longest first
    long: Flags  # who goes first
    lowest: Floats  # chance that each accepts
    apart: Apart


def enter(
    rows: Floats,
    waiting: ArrayLike,
    fairness: Fairness,
    avoid: ArrayLike | None,
    recent: ArrayLike | None,
) -> Room:
    """Check what is known of the players, and put them in order.

    >>> enter(np.array([[1500.0], [1400.0], [1500.0]]), [0, 0, 9], Fairness(), [(0, 1)], None).who
    array([1, 2, 0], dtype=int32)
    """
    waited = _waited(waiting, len(rows))
    blocked = [_pairs("avoid", avoid, len(rows)), _too_soon(waited, fairness, recent)]
    rank = _places(np.argsort(-waited, kind="stable").astype(np.int32))
    who = np.lexsort((rank, rows[:, 0])).astype(np.int32)
    lowest, long = fairness.lowest_after(waited), fairness.waits_long(waited)
    apart = keep_apart(np.concatenate(blocked), _places(who))
    return Room(who, rank[who], long[who], lowest[who], apart)


def rating_rows(system: RatingSystem, ratings: ArrayLike) -> Floats:
    """Ratings as rows of the system; from ratings alone, those of new players but for them.

    >>> from evenhand.ratings import TrueSkill
    >>> rating_rows(TrueSkill(), [20.0, 30.0]).round(2).tolist()
    [[20.0, 8.33], [30.0, 8.33]]
    """
    rows = np.asarray(ratings, np.float64)
    columns = len(system.columns)
    if rows.ndim == 1:
        rows, only = system.start(len(rows)), rows
        rows[:, 0] = only
    if rows.ndim != 2 or rows.shape[1] != columns:
        raise ValueError(f"ratings must have {columns} columns, not the shape {rows.shape}")
    _check_finite("rating", rows[:, 0])
    return rows


def _waited(waiting: ArrayLike, players: int) -> Floats:
    waited = np.asarray(waiting, np.float64)
    if waited.shape != (players,):
        raise ValueError(f"waiting must be of shape {(players,)}, not {waited.shape}")
    _check_finite("waiting", waited)
    if players and waited.min() < 0.0:
        player = int(waited.argmin())
        raise ValueError(f"player {player} cannot have waited {waited[player]:g} seconds")
    return waited


def _check_finite(name: str, numbers: Floats) -> None:
    wrong = ~np.isfinite(numbers)
    if wrong.any():
        player = int(wrong.argmax())
        raise ValueError(f"the {name} of player {player} must be finite, not {numbers[player]}")


def _pairs(name: str, given: ArrayLike | None, players: int) -> Indices:
    """Pairs of players, checked."""
    pairs = np.asarray(() if given is None else given)
    if not pairs.size:
        return np.empty((0, 2), np.int32)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(f"{name} must be pairs of players' numbers, of shape (pairs, 2)")
    for wrong in pairs[(pairs < 0) | (pairs >= players)]:
        raise ValueError(f"{name}: there is no player {wrong} among {players}")
    for wrong in pairs[pairs[:, 0] == pairs[:, 1], 0]:
        raise ValueError(f"{name}: player {wrong} cannot be paired with himself")
    return pairs.astype(np.int32)


def _too_soon(waited: Floats, fairness: Fairness, recent: ArrayLike | None) -> Indices:
    """The recent opponents who may not meet again yet."""
    pairs = _pairs("recent", recent, len(waited))
    own, other = waited[pairs].T
    soon: Indices = pairs[np.minimum(own, other) < fairness.again_after]
    return soon


def _places(order: Indices) -> Indices:
    """The place of each player in an order."""
    places = np.empty(len(order), np.int32)
    places[order] = np.arange(len(order), dtype=np.int32)
    return places
