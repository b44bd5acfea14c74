"""Hashes of the state of a ladder: equal for equal ratings, to the last bit.

The public hash is over the ids of players, so that two ledgers with the same results can be
compared.  The hash of a checkpoint is over their numbers, which stay when a player is erased.
"""

import hashlib
from collections.abc import Sequence

import numpy as np

from evenhand.ledger.ladder import Ladder
from evenhand.ratings import RatingSystem, name_of
from evenhand.tables import Floats, Indices

WITHOUT_GAMES = ("quotient-elo", "glicko", "glicko-2", "true-skill", "weng-lin")
"""Systems whose rows had no column ``games`` in version 0.1."""


def hashed_rows(system: RatingSystem, rows: Floats) -> Floats:
    """Return rating rows as version 0.1 had them, which is what hashes cover for ever.

    There five systems did not count games, and an unknown time of the last game was infinite.
    """
    if name_of(type(system)) not in WITHOUT_GAMES:
        return rows
    games, hashed = rows[:, 1], np.delete(rows, 1, axis=1)
    if "last" in system.columns:
        last = system.columns.index("last") - 1
        unknown = np.isnan(hashed[:, last]) & (games > 0.0)
        hashed[unknown, last] = np.inf
    return hashed


def state_hash(ladder: Ladder) -> tuple[int, str]:
    """The sequence number and the hash of all ratings of those who have played."""
    with ladder.lock:
        seq, players, rows = ladder.seq, *_played(ladder)
        ids = [ladder.roster.ids[number] for number in ladder.numbers[players]]
    return seq, hash_of(ids, rows)


def checkpoint_hash(ladder: Ladder) -> tuple[int, str]:
    """The same by the numbers of players."""
    with ladder.lock:
        seq, players, rows = ladder.seq, *_played(ladder)
        numbers = ladder.numbers[players].tolist()
    return seq, hash_of([f"{number:010}" for number in numbers], rows)


def hash_of(names: Sequence[str], rows: Floats) -> str:
    """The hash of players with rows of ratings, in whatever order they come.

    >>> one, two = np.array([[1.0], [2.0]]), np.array([[2.0], [1.0]])
    >>> hash_of(["a", "b"], one) == hash_of(["b", "a"], two)
    True
    """
    import polars as pl

    order = pl.Series(names, dtype=pl.String).arg_sort().to_numpy()
    digest = hashlib.sha256()
    digest.update("\n".join(names[place] for place in order).encode())
    plain = rows[order] + 0.0  # no negative zero
    digest.update(np.where(np.isnan(plain), np.nan, plain).tobytes())  # one kind of NaN
    return digest.hexdigest()


def _played(ladder: Ladder) -> tuple[Indices, Floats]:
    standing = ladder.standing
    players = np.flatnonzero(standing.played[: standing.players]).astype(np.int32)
    return players, hashed_rows(standing.system, standing.ratings[players])
