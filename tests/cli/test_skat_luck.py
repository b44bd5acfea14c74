"""skat luck: records to series with the luck of the deal beside the totals."""

import json
from pathlib import Path

import pytest

from evenhand.tables import read_games
from tests.games.skat.made_records import write_series

from .conftest import Shell


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four series of six players."""
    path = tmp_path_factory.mktemp("records") / "games.sgf"
    write_series(path, series=4)
    return path


def test_the_players_are_told_their_luck(shell: Shell, records: Path) -> None:
    done = shell("skat", "luck", records, "--format", "json")
    assert done.code == 0, done.err
    rows = json.loads(done.out)
    assert sum(row["series"] for row in rows) == 12
    assert all(row["adjusted"] == pytest.approx(row["total"] - row["luck"]) for row in rows)
    assert "4 series of 36; 0 deals left over" in done.err


def test_series_are_written_with_their_luck(shell: Shell, records: Path, tmp_path: Path) -> None:
    out = tmp_path / "series.csv"
    assert shell("skat", "luck", records, "--out", out).code == 0
    table = read_games(out)
    assert len(table) == 4
    assert table.luck is not None
    assert table.luck.std() > 50.0


def test_single_deals_add_up_to_series(shell: Shell, records: Path, tmp_path: Path) -> None:
    series, deals = tmp_path / "series.csv", tmp_path / "deals.csv"
    shell("skat", "luck", records, "--quick", "--out", series)
    shell("skat", "luck", records, "--quick", "--length", 1, "--out", deals)
    whole, single = read_games(series), read_games(deals)
    assert whole.luck is not None
    assert single.luck is not None
    assert len(single) == 144
    assert single.luck.sum() == pytest.approx(whole.luck.sum())
    assert single.score.sum() == whole.score.sum()


def test_a_broken_record_is_told_with_its_row(shell: Shell, records: Path, tmp_path: Path) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text(records.read_text() + "nonsense\n")
    done = shell("skat", "luck", path, "--quick")
    assert done.code == 2
    assert "row 145" in done.err
    assert shell("skat", "luck", path, "--quick", "--skip-broken").code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--length", 400), "no series of 400 deals is complete"),
        (("--out", "series.txt"), "series.txt"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    shell: Shell, records: Path, arguments: tuple[object, ...], told: str
) -> None:
    done = shell("skat", "luck", records, *arguments)
    assert done.code == 2
    assert told in done.err
    assert done.err.count("\n") == 1
