"""skat correct: records to series with the luck of the cards taken out."""

import json
from pathlib import Path

import pytest

from evenhand.ratings import ScoreShareElo
from evenhand.tables import read_games
from tests.games.skat.made_records import write_series

from .conftest import Shell


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four series of six players."""
    path = tmp_path_factory.mktemp("records") / "games.sgf"
    write_series(path, series=4)
    return path


def rows(shell: Shell, *arguments: object) -> dict[str, dict[str, float]]:
    done = shell("skat", "correct", *arguments, "--format", "json")
    assert done.code == 0, done.err
    return {row["player"]: row for row in json.loads(done.out)}


def test_without_any_correction_the_totals_stay(shell: Shell, records: Path) -> None:
    found = rows(shell, records, "--no-hand", "--no-value")
    assert found
    assert all(row["total"] == row["corrected"] for row in found.values())


@pytest.mark.parametrize("options", [(), ("--no-hand",), ("--no-value",), ("--paper",)])
def test_each_correction_changes_totals(
    shell: Shell, records: Path, options: tuple[str, ...]
) -> None:
    found = rows(shell, records, *options)
    assert any(abs(row["luck"]) > 1 for row in found.values())


@pytest.mark.parametrize("strength", ["von-stegen", "kinback", "neighbours"])
def test_hands_can_be_measured_otherwise(shell: Shell, records: Path, strength: str) -> None:
    usual, other = rows(shell, records), rows(shell, records, "--strength", strength)
    assert usual.keys() == other.keys()
    assert usual != other


def test_the_series_that_are_written_can_be_rated(
    shell: Shell, records: Path, tmp_path: Path
) -> None:
    out = tmp_path / "series.csv"
    assert shell("skat", "correct", records, "--out", out).code == 0
    table = read_games(out)
    assert len(table) == 4
    ratings = ScoreShareElo(initial=850.0).run(table).values[:, 0]
    assert ratings.sum() == pytest.approx(850.0 * len(table.names))


def test_a_file_without_a_full_series_is_refused(shell: Shell, records: Path) -> None:
    done = shell("skat", "correct", records, "--length", 400)
    assert done.code == 2
    assert "no series of 400 deals is complete" in done.err


def test_a_broken_record_is_told_with_its_row(shell: Shell, records: Path, tmp_path: Path) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text(records.read_text() + "nonsense\n")
    done = shell("skat", "correct", path)
    assert done.code == 2
    assert "row 145" in done.err
    assert shell("skat", "correct", path, "--skip-broken").code == 0


def test_the_papers_normal_chances_are_for_chances(shell: Shell, records: Path) -> None:
    done = shell("skat", "correct", records, "--paper", "--strength", "kinback")
    assert done.code == 2
    assert done.err.count("\n") == 1
