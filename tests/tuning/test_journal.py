"""Tuning that was interrupted goes on where it stopped, and ends as if nothing had happened."""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import evenhand
from evenhand.evaluation import BASIC_SUMS
from evenhand.ratings import Elo
from evenhand.tables import GameTable, read_games, write_games
from evenhand.tuning import Journal, Range, digest, tune
from tests.tuning.games import games_of_k, some_games, some_values

OLD = Path(__file__).parents[1] / "data" / "journal_0_1.jsonl"
GRID: dict[str, Any] = {"values": {"k": some_values(9), "advantage": [0, 20]}}
TRIALS: dict[str, Any] = {"values": {"k": Range(4, 64)}, "trials": 20, "seed": 5}


class StoppedError(Exception):
    """What ends a run in the middle."""


def stop_after(count: int) -> Any:
    def done(number: int) -> None:
        if number == count:
            raise StoppedError

    return done


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The configurations that are really worked out."""
    seen: list[object] = []
    run = Elo.run

    def watched(system: Elo, *games: Any) -> Any:
        seen.append(system)
        return run(system, *games)

    monkeypatch.setattr(Elo, "run", watched)
    return seen


@pytest.mark.parametrize("how", [GRID, TRIALS], ids=["grid", "trials"])
def test_an_interrupted_run_goes_on_and_ends_the_same(
    how: dict[str, Any], worked: list[object], tmp_path: Path
) -> None:
    table, journal = some_games(), tmp_path / "journal.jsonl"
    whole = tune("elo", table=table, **how).as_dict()
    configurations = len(worked)
    for count in (3, 7, 12):
        with pytest.raises(StoppedError):
            tune("elo", table=table, journal=journal, done=stop_after(count), workers=1, **how)
    kept = journal.read_bytes()
    assert kept.count(b"\n") == 1 + 12
    worked.clear()
    told: list[int] = []
    again = tune("elo", table=table, journal=journal, done=told.append, **how).as_dict()
    assert json.dumps(again) == json.dumps(whole)
    assert len(worked) == configurations - 12
    assert told == list(range(1, configurations + 1))
    assert journal.read_bytes().startswith(kept)
    worked.clear()
    assert json.dumps(tune("elo", table=table, journal=journal, **how).as_dict()) == json.dumps(
        whole
    )
    assert not worked


def test_a_run_that_is_killed_goes_on(tmp_path: Path, worked: list[object]) -> None:
    write_games(some_games(), tmp_path / "games.parquet")
    table = read_games(tmp_path / "games.parquet")
    journal = tmp_path / "journal.jsonl"
    program = (
        "import os, sys; from pathlib import Path; from evenhand import read_games\n"
        "from evenhand.tuning import tune\n"
        "folder = Path(sys.argv[1])\n"
        "die = lambda number: number < 5 or os._exit(9)\n"
        "values = {'k': [4.0 * 1.3**n for n in range(9)], 'advantage': [0, 20]}\n"
        "tune('elo', values, read_games(folder / 'games.parquet'), done=die,\n"
        "     journal=folder / 'journal.jsonl')\n"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    assert ended.returncode == 9
    assert journal.read_bytes().count(b"\n") == 1 + 5
    again = tune("elo", table=table, journal=journal, **GRID).as_dict()
    assert len(worked) == 19 - 5
    assert json.dumps(again) == json.dumps(tune("elo", table=table, **GRID).as_dict())


def test_a_line_that_was_cut_off_is_skipped(tmp_path: Path, worked: list[object]) -> None:
    table, journal = some_games(), tmp_path / "journal.jsonl"
    whole = tune("elo", table=table, journal=journal, **GRID).as_dict()
    lines = journal.read_bytes().splitlines(keepends=True)
    for cut in (1, len(lines[5]) - 2, len(lines[5]) - 1):
        journal.write_bytes(b"".join(lines[:5]) + lines[5][:cut])
        for wanted in (len(lines) - 1 - 4 - (cut == len(lines[5]) - 1), 0):
            worked.clear()
            again = tune("elo", table=table, journal=journal, **GRID).as_dict()
            assert json.dumps(again) == json.dumps(whole)
            assert len(worked) == wanted
    journal.write_bytes(b"".join(lines[:4]) + b'{"params": 3}\n[1]\n\xff\n' + b"".join(lines[4:]))
    worked.clear()
    tune("elo", table=table, journal=journal, **GRID)
    assert not worked


def test_a_journal_of_one_metric_serves_another(tmp_path: Path, worked: list[object]) -> None:
    table, journal = some_games(), tmp_path / "journal.jsonl"
    tune("elo", table=table, journal=journal, **GRID)
    worked.clear()
    tune("elo", table=table, journal=journal, metric="brier", **GRID)
    assert not worked
    by_f1 = tune("elo", table=table, journal=journal, metric="f1", **GRID).as_dict()
    assert len(worked) == 19  # a regression was not asked for before
    assert json.dumps(by_f1) == json.dumps(tune("elo", table=table, metric="f1", **GRID).as_dict())
    worked.clear()
    tune("elo", table=table, journal=journal, **GRID)
    assert not worked


def one_result_changed(table: GameTable) -> GameTable:
    score = table.score.copy()
    score[17] = score[17, ::-1]
    return replace(table, score=score)


OTHER: dict[str, tuple[dict[str, Any], str]] = {
    "games": ({"table": games_of_k(2000)}, "is about other games"),
    "a result": ({"table": one_result_changed(some_games())}, "is about other games"),
    "system": ({"system": "multi-elo"}, r"another system \(elo, not multi-elo\); name another jou"),
    "base": ({"base": {"scale": 300}}, "is about other fixed parameters"),
    "split": ({"test_fraction": 0.3}, r"is about another test period \(1600, not 1400\)"),
}


@pytest.mark.parametrize("case", OTHER)
def test_a_journal_of_something_else_is_refused_and_left_alone(case: str, tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    usual: dict[str, Any] = {"system": "elo", "table": some_games(), "values": {"k": [8, 16]}}
    tune(**usual, journal=journal)
    kept = journal.read_bytes()
    changes, message = OTHER[case]
    with pytest.raises(ValueError, match=message):
        tune(**(usual | changes), journal=journal)
    assert journal.read_bytes() == kept


@pytest.mark.parametrize("content", ["player_1,player_2\nA,B\n", "[]\n", '{"a": 1}\n', "\n"])
def test_a_file_that_is_no_journal_is_left_alone(content: str, tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    journal.write_text(content)
    with pytest.raises(ValueError, match="is not a journal of tuning"):
        tune("elo", {"k": [8]}, some_games(), journal=journal)
    assert journal.read_text() == content


def test_an_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    journal.touch()
    tune("elo", {"k": [8]}, some_games(), journal=journal)
    header = json.loads(journal.read_text().splitlines()[0])
    assert header["system"] == "elo"
    assert header["games"] == digest(some_games())


def test_nothing_is_written_if_something_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no metric"):
        tune("elo", {"k": [8]}, some_games(), metric="x", journal=tmp_path / "journal.jsonl")
    assert not list(tmp_path.iterdir())


ABOUT = {"games": "a", "system": "elo", "base": {}, "first": 8, "blocks": 3, "evenhand": "1"}
OTHER_GAMES = ABOUT | {"games": "b"}


def test_of_two_that_begin_at_once_the_second_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    one, other, same = (Journal(path, Elo(), about) for about in (ABOUT, OTHER_GAMES, ABOUT))
    one.begin()
    with pytest.raises(ValueError, match="is about other games"):
        other.begin()
    same.begin()
    one.add(Elo(), np.ones((3, BASIC_SUMS)))
    same.add(Elo(k=20.0), np.zeros((3, BASIC_SUMS)))
    again = Journal(path, Elo(), ABOUT)
    assert set(again.known) == set(one.known) | set(same.known)
    assert path.read_bytes().count(b"\n") == 3


def test_lines_of_other_journals_are_skipped(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "journal.jsonl", tmp_path / "other.jsonl"
    for place, about in ((path, ABOUT), (elsewhere, OTHER_GAMES)):
        journal = Journal(place, Elo(), about)
        journal.begin()
        journal.add(Elo(k=8.0 if about is ABOUT else 9.0), np.ones((3, BASIC_SUMS)))
    lines = elsewhere.read_bytes().splitlines(keepends=True)
    path.write_bytes(path.read_bytes() + b"".join(lines))
    found = Journal(path, Elo(), ABOUT)
    assert found.find(Elo(k=8.0), BASIC_SUMS) is not None
    assert found.find(Elo(k=9.0), BASIC_SUMS) is None


def test_a_line_is_written_whole_even_if_the_system_takes_it_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, write = tmp_path / "journal.jsonl", os.write
    monkeypatch.setattr(os, "write", lambda file, text: write(file, text[:7]))
    journal = Journal(path, Elo(), ABOUT)
    journal.begin()
    journal.add(Elo(), np.ones((3, BASIC_SUMS)))
    assert Journal(path, Elo(), ABOUT).find(Elo(), BASIC_SUMS) is not None


def test_a_full_disk_names_the_journal_and_costs_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, write = tmp_path / "journal.jsonl", os.write

    def full(file: int, text: bytes) -> int:
        if len(text) < 60:
            raise OSError(28, "No space left on device")
        return write(file, text[:40])

    journal = Journal(path, Elo(), ABOUT)
    journal.begin()
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(ValueError, match=r"journal.jsonl: cannot be written \(No space left"):
        journal.add(Elo(), np.ones((3, BASIC_SUMS)))
    monkeypatch.undo()
    journal.add(Elo(k=20.0), np.ones((3, BASIC_SUMS)))
    found = Journal(path, Elo(), ABOUT)
    assert found.find(Elo(k=20.0), BASIC_SUMS) is not None
    assert found.find(Elo(), BASIC_SUMS) is None


def test_a_journal_that_cannot_be_written_is_refused_before_any_work(
    tmp_path: Path, worked: list[object]
) -> None:
    journal = tmp_path / "missing" / "journal.jsonl"
    with pytest.raises(ValueError, match=f"^{journal}: cannot be written \\(No such file"):
        tune("elo", {"k": [8]}, some_games(200), journal=journal)
    with pytest.raises(ValueError, match=f"^{tmp_path}: cannot be read \\(Is a directory"):
        tune("elo", {"k": [8]}, some_games(200), journal=tmp_path)
    assert not worked


@pytest.mark.parametrize("trials", [None, 12])
def test_what_is_skipped_is_skipped_again_from_the_journal(
    trials: int | None, tmp_path: Path
) -> None:
    journal = tmp_path / "journal.jsonl"
    how: dict[str, Any] = {"values": {"k": [8, 1e308, 30]}, "trials": trials, "seed": 3}
    first = tune("elo", table=some_games(), journal=journal, **how).as_dict()
    kept = journal.read_bytes()
    assert list(first["skipped"]) == ["its numbers are out of range"]
    again = tune("elo", table=some_games(), journal=journal, **how).as_dict()
    assert json.dumps(again) == json.dumps(first)
    assert journal.read_bytes() == kept


def test_a_journal_of_version_0_1_is_resumed(
    tmp_path: Path, worked: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written by evenhand 0.1.0: elo, k = 8 and 16, 60 synthetic games of seed 3."""
    monkeypatch.setattr(evenhand, "__version__", "0.2.0")
    journal, kept = tmp_path / "journal.jsonl", OLD.read_bytes()
    journal.write_bytes(kept)
    table = some_games(60)
    again = tune("elo", {"k": [8, 16]}, table, journal=journal)
    assert not worked
    assert journal.read_bytes() == kept
    tune("elo", {"k": [8, 16, 32]}, table, journal=journal)
    assert worked == [Elo(k=32.0)]
    worked.clear()
    tune("elo", {"k": [8, 16, 32]}, table, journal=journal)
    assert not worked
    assert json.dumps(again.as_dict()) == json.dumps(tune("elo", {"k": [8, 16]}, table).as_dict())


def test_a_parameter_that_is_new_since_then_does_not_spoil_a_journal(
    tmp_path: Path, worked: list[object]
) -> None:
    journal = tmp_path / "journal.jsonl"
    tune("elo", {"k": [8, 20]}, some_games(200), journal=journal)
    first, *lines = (json.loads(line) for line in journal.read_text().splitlines())
    about = lines[0]["about"]
    del first["base"]["advantage"]
    path = tmp_path / "older.jsonl"
    older = Journal(path, Elo(), first)
    older.begin()
    for line in lines:
        del line["params"]["advantage"]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    path.write_text(path.read_text() + text.replace(about, _digest_of(path)))
    worked.clear()
    tune("elo", {"k": [8, 20]}, some_games(200), journal=path)
    assert not worked


def _digest_of(path: Path) -> str:
    """The digest that lines of a journal with this first line have."""
    first = path.read_bytes().splitlines()[0]
    return hashlib.blake2b(first, digest_size=8).hexdigest()
