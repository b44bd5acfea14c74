"""Studies of Edelkamp (2021) run by name."""

import numpy as np
import polars as pl

from evenhand.studies import Report, Setting, find_studies
from evenhand.studies.edelkamp2021.amounts import Amount

SMALL = Amount(20, 90)


def run(what: str, amount: Amount | None = SMALL, seed: int = 1) -> Report:
    (study,) = find_studies(f"edelkamp2021/{what}")
    return study.run(Setting(amount, np.random.default_rng(seed)))


def frame_of(report: Report) -> pl.DataFrame:
    """The first table."""
    return report.tables[0][1]
