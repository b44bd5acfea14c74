"""The same seeds give the same games as in 0.1: who plays, scores and luck, to the bit."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from .conftest import Shell

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "games_0_1.json").read_text()
)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_same_seed_gives_the_same_games_as_in_version_0_1(
    name: str, shell: Shell, tmp_path: Path
) -> None:
    golden, file = GOLDEN[name], tmp_path / "games.parquet"
    assert shell("simulate", *golden["command"].split(), "--out", file).code == 0
    games = pl.read_parquet(file)
    assert {column: games[column].to_list() for column in golden["columns"]} == golden["columns"]
