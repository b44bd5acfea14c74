"""Games that were played when the package was made, so that nobody waits for bots to be compiled.

They are the past of a new world, and its first games until the bots can play for themselves.
"""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.demo.games import LUDO_ARENA, RUMMY_ARENA, SKAT_LEAGUE, Games

FOLDER = Path(__file__).parent / "recorded"
KEPT = {RUMMY_ARENA: 1200, LUDO_ARENA: 600, SKAT_LEAGUE: 120}
"""How many games at the end of each record are not posted with the past, but played later."""


def read_record(ladder: str, folder: Path = FOLDER) -> Games:
    """Return all recorded games of a ladder, in the order in which they were played."""
    frame = pl.read_parquet(folder / f"{ladder}.parquet")
    details = {name: frame[name].to_numpy() for name in frame.columns if "_" not in name}
    seats, score, luck = (_columns(frame, name) for name in ("seat", "score", "luck"))
    return Games(seats.astype(np.int32), score.astype(float), luck.astype(float), details)


def _columns(frame: pl.DataFrame, name: str) -> NDArray[Any]:
    return frame.select(pl.col(f"^{name}_[0-9]+$")).to_numpy()
