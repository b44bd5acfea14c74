"""Table II: ten series of three players, their expected scores and new ratings."""

from typing import Any

import numpy as np
import polars as pl

from evenhand.ratings import ScoreShareElo
from evenhand.studies.edelkamp2021.printed import TABLE_2
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import AS_PRINTED, DIFFERS, one_line
from evenhand.tables import Floats, GameTable

PLAYERS = ("0", "1", "2")
EXACTLY = 0.001  # two decimals are the same


def expected_and_ratings() -> tuple[Floats, Floats]:
    """Our expected scores and new ratings after each of the ten series."""
    score = np.array([scores for scores, _, _ in TABLE_2], np.float64)
    seats = np.tile(np.arange(3, dtype=np.int32), (len(score), 1))
    run = ScoreShareElo(k=0.02, initial=800.0).run(GameTable(PLAYERS, seats, score))
    return run.expected * score.sum(axis=1, keepdims=True), run.after


def run(setting: Setting) -> Report:
    """The whole table, to the printed digit."""
    columns: dict[str, Any] = {f"S_{who}": [row[0][who] for row in TABLE_2] for who in range(3)}
    same = whole = 0
    for place, (letter, exact) in enumerate(zip("ER", expected_and_ratings(), strict=True), 1):
        ours, paper = exact.round(2), np.array([row[place] for row in TABLE_2])
        same += int((np.abs(ours - paper) < EXACTLY).sum())
        whole += paper.size
        for who in range(3):
            columns |= {f"{letter}_{who}": ours[:, who], f"paper_{letter}_{who}": paper[:, who]}
    title = "Scores S, expected scores E, ratings R"
    remark = f"{same} of the {whole} printed numbers come out to the digit."
    verdict = one_line(
        AS_PRINTED if same == whole else DIFFERS, f"{same} of {whole} numbers to the digit"
    )
    return Report([(title, pl.DataFrame(columns))], remarks=[remark], verdict=verdict)
