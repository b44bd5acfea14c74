"""Table III: the mean value of a game by the position of its declarer."""

import numpy as np
import polars as pl

from evenhand.games.skat.correction import MEAN_VALUE, game_values
from evenhand.games.skat.many_games import Games
from evenhand.studies.edelkamp2021.population import played
from evenhand.studies.edelkamp2021.printed import TABLE_3
from evenhand.studies.study import Report, Setting

POSITIONS = 3


def mean_values(games: Games) -> pl.DataFrame:
    """Games, sum of their values and mean, for forehand, middlehand, rearhand and all."""
    declarers, values = games.declarers[games.played], game_values(games)[games.played]
    counts = np.bincount(declarers, minlength=POSITIONS)
    sums = np.bincount(declarers, values, POSITIONS)
    counts, sums = np.r_[counts, counts.sum()], np.r_[sums, sums.sum()]
    means = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    columns = {"position": [line[0] for line in TABLE_3], "games": counts, "sum": sums.round()}
    frame = pl.DataFrame(columns | {"mean": means.round(1)})
    return frame.with_columns(pl.col("sum").cast(pl.Int64), pl.col("mean").fill_nan(None))


def run(setting: Setting) -> Report:
    """Mean values of the simulated games beside the paper's."""
    ours = mean_values(played(setting).games)
    paper = pl.DataFrame(
        {
            "paper_games": [games for _, games, _, _ in TABLE_3],
            "paper_sum": [total for _, _, total, _ in TABLE_3],
            "paper_mean": [mean for _, _, _, mean in TABLE_3],
        }
    )
    shares = ours["games"][:POSITIONS] / ours["games"][POSITIONS]
    first = paper["paper_games"][0] / paper["paper_games"][POSITIONS]
    remarks = [
        f"A game is worth {ours['mean'][POSITIONS]:.1f} on average, {MEAN_VALUE:.1f} in the paper.",
        f"Forehand declares {shares[0]:.1%} of the games, {first:.1%} in the paper.",
        "A lost game counts once, with its value.",
    ]
    return Report([("Mean value by position", ours.hstack(paper))], remarks=remarks)
