"""Kernels made ready before anybody waits for them: compiled once, later loaded from the disk."""

import numpy as np

from evenhand.compiled import compile_always
from evenhand.ledger.columns import Rows
from evenhand.ledger.standing import Standing
from evenhand.ratings import Elo, RatingSystem
from evenhand.tables import Indices

PLAYERS = 40


def warm_up(system: RatingSystem | None = None) -> None:
    """Do everything that a ladder does once, on games that nobody played.

    From then on this process compiles every kernel at its first call.
    """
    compile_always()
    standing = Standing(system or Elo())
    standing.add_players(PLAYERS)
    for turn in range(3):
        games = np.arange(PLAYERS // 2)
        seats = np.stack([2 * games, 2 * games + 1], axis=1).astype(np.int32)
        _play(standing, seats, turn)
        _play(standing, seats[:1], turn + 10)
    _play(standing, seats[:1], 5)  # late
    standing.system.predict(standing.ratings[:2], np.array([[0, 1]], np.int32))
    standing.ranking.rank(0.0)


def _play(standing: Standing, seats: Indices, time: int) -> None:
    first = standing.games.count
    seq = np.arange(first, first + len(seats))
    score = np.tile([0.0, -1.0], (len(seats), 1))
    luck = np.zeros(score.shape)
    rows = Rows(seats, score, np.full(len(seats), time * 10**9), seq, luck)
    plan = standing.plan(rows, [], lambda seqs: [f"{one:06}" for one in seqs])
    standing.adopt(plan, lambda players: standing.played[players] > 0)
