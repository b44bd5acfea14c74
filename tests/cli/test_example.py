"""Files to try commands on."""

from pathlib import Path

import numpy as np
import pytest

from evenhand.datasets import load_skat_league
from evenhand.tables import read_games

from .conftest import Shell

GAMES = {"league": 532, "duel": 800, "teams": 300, "football": 133}


@pytest.mark.parametrize("suffix", ["csv", "parquet", "xlsx"])
def test_every_example_is_a_file_of_games(shell: Shell, tmp_path: Path, suffix: str) -> None:
    for kind, games in GAMES.items():
        file = tmp_path / f"{kind}.{suffix}"
        shown = shell("example", file, "--kind", kind)
        assert shown.code == 0
        assert shown.err.startswith(f"wrote {file}: {games} games; try: evenhand rate {file}")
        table = read_games(file)
        assert len(table) == games
        assert table.time is not None
        assert (table.luck is not None) == (kind == "duel")
        assert (table.team is not None) == (kind == "teams")
        assert (table.home is not None) == (kind == "football")


def test_the_league_is_the_bundled_one(shell: Shell, tmp_path: Path) -> None:
    assert shell("example", tmp_path / "league.csv").code == 0
    league = load_skat_league()
    again = read_games(tmp_path / "league.csv")
    np.testing.assert_array_equal(again.seats, league.seats)
    np.testing.assert_array_equal(again.score, league.score)


def test_a_file_is_overwritten_only_by_force(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "league.csv"
    file.write_text("precious")
    shown = shell("example", file)
    assert shown.code == 2
    assert f"{file}: exists already" in shown.err
    assert file.read_text() == "precious"
    assert shell("example", file, "--force", "--kind", "football").code == 0
    assert file.read_text().startswith("date,home_team")
    assert "must end in .csv" in shell("example", tmp_path / "league.txt").err
