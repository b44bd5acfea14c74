"""Table III: the mean value of a game by the position of its declarer."""

import numpy as np
import polars as pl

from evenhand.games.skat.batch import Games
from evenhand.games.skat.edelkamp import MEAN_VALUE, game_values
from evenhand.studies.edelkamp2021.population import played
from evenhand.studies.edelkamp2021.printed import TABLE_3
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_claims, one_line, within

POSITIONS = 3
WIDE, ROUNDED = 1.96, 0.05  # standard errors; what a printed mean is rounded by


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
    games = played(setting).games
    ours = mean_values(games)
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
    shown = [("Mean value by position", ours.hstack(paper))]
    return Report(shown, remarks=remarks, verdict=_verdict(games))


def _verdict(games: Games) -> str:
    """Whether the printed mean value lies in the interval of ours."""
    values = game_values(games)[games.played]
    about = WIDE * float(values.std() / np.sqrt(max(1, len(values))))
    same = within(float(values.mean()), about, MEAN_VALUE, ROUNDED)
    text = f"a simulated game is worth {values.mean():.1f} +- {about:.1f}"
    return one_line(by_claims([same]), f"{text}, {MEAN_VALUE:.1f} printed")
