"""Every change of every rating, game by game."""

import numpy as np
import polars as pl

from evenhand.ratings.system import Run
from evenhand.tables import Floats, GameTable


def ratings_before(table: GameTable, run: Run, start: Floats) -> Floats:
    """The rating of each seat's player before the game; NaN where nobody sat."""
    taken = table.taken
    players, after = table.seats[taken], run.after[taken]  # game by game, seat by seat
    order = np.argsort(players, kind="stable")
    first = np.r_[True, players[order][1:] != players[order][:-1]][: len(order)]
    earlier = np.empty(len(order))
    earlier[order] = np.where(first, start[players[order]], np.roll(after[order], 1))
    before = np.full(table.seats.shape, np.nan)
    before[taken] = earlier
    return before


def changes(table: GameTable, run: Run, start: Floats) -> pl.DataFrame:
    """A row for each player of each game: score, expected, before, after, change.

    Where luck was taken out, ``unadjusted`` is what the result alone would have changed.  It is
    split in two: ``skill``, which the rating took, and ``luck``, which it did not.

    >>> from evenhand.ratings import Elo
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> changes(game, Elo(k=20.0).rate(game), Elo().start(2)[:, 0]).rows()
    [(1, 'Anna', 1.0, 0.5, 1500.0, 1510.0, 10.0), (1, 'Ben', 0.0, 0.5, 1500.0, 1490.0, -10.0)]
    """
    taken = table.taken
    game = np.nonzero(taken)[0]
    names = pl.Series("player", table.names, dtype=pl.String)
    before, after = ratings_before(table, run, start)[taken], run.after[taken]
    columns = {
        "game": pl.Series(game + 1 if table.game is None else table.game[game]),
        "player": names.gather(table.seats[taken]),
        "score": table.score[taken],
        "expected": run.expected[taken],
        "before": before,
        "after": after,
        "change": after - before,
    }
    if run.luck is not None:
        skill, luck = after - before, run.luck[taken]
        columns |= {"unadjusted": skill + luck, "skill": skill, "luck": luck}
    if table.time is not None:
        columns["time"] = pl.Series(table.time[game]).cast(pl.Datetime("us", "UTC"))
    return pl.DataFrame(columns)


def luck_received(table: GameTable, run: Run) -> pl.DataFrame:
    """How many rating points luck would have brought each player: games, total, mean.

    Only games in which it was known count.

    >>> from evenhand.ratings import Adjustment, Elo
    >>> luck = np.array([[0.2, -0.2], [np.nan, 0.1]])
    >>> table = GameTable(("Anna", "Ben"), np.array([[0, 1]] * 2, np.int32), np.eye(2), luck)
    >>> luck_received(table, Elo(k=20.0, luck=Adjustment()).rate(table)).rows()
    [('Anna', 1, 4.0, 4.0), ('Ben', 1, -4.0, -4.0)]
    """
    if run.luck is None or table.luck is None:
        raise ValueError("luck was not taken out of the results")
    taken = table.taken
    known = taken & ~(np.isnan(table.luck) & taken).any(axis=1, keepdims=True)
    players, players_count = table.seats[known], len(table.names)
    games = np.bincount(players, minlength=players_count)
    total = np.bincount(players, run.luck[known], players_count).astype(np.float64)
    mean = total / np.maximum(games, 1)
    columns = {"player": table.names, "games": games, "luck": total, "luck_per_game": mean}
    return pl.DataFrame(columns, schema_overrides={"player": pl.String})
