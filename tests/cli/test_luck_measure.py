"""luck measure: records of Skat to series with the luck of the deal beside the totals."""

import json
from pathlib import Path

import pytest

from evenhand.tables import read_games
from tests.games.skat.made_records import write_series

from .conftest import Shell

MEASURE = ("luck", "measure", "skat")


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four series of six players."""
    path = tmp_path_factory.mktemp("records") / "games.sgf"
    write_series(path, series=4)
    return path


def test_luck_is_printed_by_player(shell: Shell, records: Path) -> None:
    done = shell(*MEASURE, records, "--luck", "deal", "--format", "json")
    assert done.code == 0, done.err
    rows = json.loads(done.out)
    assert sum(row["series"] for row in rows) == 12
    assert all(row["adjusted"] == pytest.approx(row["score"] - row["luck"]) for row in rows)
    assert "luck (deal) of 4 series" in shell(*MEASURE, records, "--luck", "deal").out


def test_series_are_written_with_their_luck(shell: Shell, records: Path, tmp_path: Path) -> None:
    out = tmp_path / "series.csv"
    assert shell(*MEASURE, records, "--out", out).code == 0
    table = read_games(out)
    assert len(table) == 4
    assert table.luck is not None
    assert table.luck.std() > 50.0


def test_single_deals_add_up_to_series(shell: Shell, records: Path, tmp_path: Path) -> None:
    series, deals = tmp_path / "series.csv", tmp_path / "deals.csv"
    shell(*MEASURE, records, "--luck", "quick", "--out", series)
    shell(*MEASURE, records, "--luck", "quick", "--set", "deals=1", "--out", deals)
    whole, single = read_games(series), read_games(deals)
    assert whole.luck is not None
    assert single.luck is not None
    assert len(single) == 144
    assert single.luck.sum() == pytest.approx(whole.luck.sum())
    assert single.score.sum() == whole.score.sum()


def test_a_broken_record_is_reported_with_its_row(
    shell: Shell, records: Path, tmp_path: Path
) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text(records.read_text() + "nonsense\n")
    done = shell(*MEASURE, path, "--luck", "quick")
    assert done.code == 2
    assert "row 145" in done.err
    assert shell(*MEASURE, path, "--luck", "quick", "--skip-broken").code == 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--set", "deals=400"), "no series of 400 deals is complete"),
        (("--out", "series.txt"), "series.txt"),
    ],
)
def test_mistakes_end_in_one_line(
    shell: Shell, records: Path, arguments: tuple[object, ...], problem: str
) -> None:
    done = shell(*MEASURE, records, *arguments)
    assert done.code == 2
    assert problem in done.err
    assert done.err.count("\n") == 1
