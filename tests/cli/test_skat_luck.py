"""luck measure skat: records to series with the luck of the deal beside the totals."""

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


def test_players_are_listed_with_their_luck(shell: Shell, records: Path) -> None:
    done = shell("luck", "measure", "skat", records, "--luck", "quick", "--format", "json")
    assert done.code == 0, done.err
    rows = json.loads(done.out)
    assert sum(row["series"] for row in rows) == 12
    assert all(row["adjusted"] == pytest.approx(row["score"] - row["luck"]) for row in rows)


def test_series_are_written_with_their_luck(shell: Shell, records: Path, tmp_path: Path) -> None:
    out = tmp_path / "series.csv"
    assert shell("luck", "measure", "skat", records, "--luck", "deal", "--out", out).code == 0
    table = read_games(out)
    assert len(table) == 4
    assert table.luck is not None
    assert table.luck.std() > 50.0


def test_single_deals_add_up_to_series(shell: Shell, records: Path, tmp_path: Path) -> None:
    series, deals = tmp_path / "series.csv", tmp_path / "deals.csv"
    measure = ("luck", "measure", "skat", records, "--luck", "quick")
    shell(*measure, "--out", series)
    shell(*measure, "--set", "deals=1", "--out", deals)
    together, single = read_games(series), read_games(deals)
    assert together.luck is not None
    assert single.luck is not None
    assert len(single) == 144
    assert single.luck.sum() == pytest.approx(together.luck.sum())
    assert single.score.sum() == together.score.sum()


def test_a_broken_record_is_named_with_its_row(shell: Shell, records: Path, tmp_path: Path) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text(records.read_text() + "nonsense\n")
    measure = ("luck", "measure", "skat", path, "--luck", "quick")
    done = shell(*measure)
    assert done.code == 2
    assert "row 145" in done.err
    assert shell(*measure, "--skip-broken").code == 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--set", "deals=400"), "no series of 400 deals is complete"),
        (("--out", "series.txt"), "series.txt"),
    ],
)
def test_mistakes_are_named_in_one_line(
    shell: Shell, records: Path, arguments: tuple[object, ...], problem: str
) -> None:
    done = shell("luck", "measure", "skat", records, *arguments)
    assert done.code == 2
    assert problem in done.err
    assert done.err.count("\n") == 1
