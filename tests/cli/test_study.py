"""The studies on the command line."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from evenhand.studies import every_study
from evenhand.studies.edelkamp2021 import population
from tests.studies.stand_in import play_stand_in

from .conftest import Shell


@pytest.fixture
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(population, "play", play_stand_in)


def test_the_list_shows_every_study_with_its_durations(shell: Shell) -> None:
    rows = json.loads(shell("study", "list", "--format", "json").out)
    assert [row["id"] for row in rows] == [study.id for study in every_study()]
    assert set(rows[0]) == {"id", "title", "source", "smoke", "middle", "full"}
    assert "edelkamp2021/table-2" in shell("study", "list").out


def test_a_study_prints_ours_beside_the_papers(shell: Shell) -> None:
    shown = shell("study", "run", "edelkamp2021/table-2")
    assert shown.code == 0
    assert "paper R 2" in shown.out
    assert shown.out.count("805.66") == 2
    assert "- as printed: 60 of 60" in shown.out
    assert "60 of the 60" in shown.out


def test_a_study_as_csv_is_a_table_and_its_remarks_are_beside(shell: Shell) -> None:
    shown = shell("study", "run", "edelkamp2021/table-2", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(shown.out)))
    assert len(rows) == 10
    assert rows[9]["R_2"] == rows[9]["paper_R_2"] == "805.66"
    assert "60 of the 60" in shown.err


def test_a_papers_name_runs_all_its_studies(shell: Shell) -> None:
    shown = shell("study", "run", "maitra2025", "--size", "smoke", "--format", "json")
    results = json.loads(shown.out)
    assert [one["study"] for one in results] == [
        study.id for study in every_study() if study.paper == "maitra2025" and not study.missing
    ]
    assert all(one["size"] == "smoke" and one["tables"] and one["verdict"] for one in results)


@pytest.mark.usefixtures("_stand_in")
def test_files_are_written_below_the_folder(shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / "new" / "studies"
    shown = shell("study", "run", "edelkamp2021/figure-2", "--size", "smoke", "--out", out)
    assert shown.code == 0
    folder = out / "edelkamp2021-figure-2"
    names = {"table.csv", "figure.svg", "figure.png", "report.md", "study.json"}
    assert {path.name for path in folder.iterdir()} == names
    made = "evenhand study run edelkamp2021/figure-2 --size smoke --seed 1"
    assert made in (folder / "report.md").read_text()
    assert f"wrote {folder / 'report.md'}" in shown.err
    assert f"wrote {out / 'report.html'}" in shown.err
    assert made in (out / "report.html").read_text()


@pytest.mark.usefixtures("_stand_in")
def test_the_seed_decides_and_the_workers_do_not(shell: Shell) -> None:
    command = ("study", "run", "edelkamp2021/table-1", "--size", "smoke", "--format", "csv")
    first = shell(*command, "--seed", 3).out
    assert shell(*command, "--seed", 3, "--workers", 1).out == first
    assert shell(*command, "--seed", 4).out != first


def test_an_unknown_study_is_one_line_with_close_names(shell: Shell) -> None:
    shown = shell("study", "run", "edelkamp2021/tabel-2")
    assert shown.code == 2
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    assert "edelkamp2021/table-2" in shown.err


def test_a_folder_that_is_a_file_is_refused_before_the_work(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    shown = shell("study", "run", "edelkamp2021/table-2", "--out", tmp_path / "file" / "below")
    assert shown.code == 2
    assert "not a folder" in shown.err
    assert shown.out == ""


def test_an_unknown_size_is_refused(shell: Shell) -> None:
    shown = shell("study", "run", "edelkamp2021/table-2", "--size", "huge")
    assert shown.code == 2
    assert "smoke" in shown.err


def test_help_says_which_size_is_usual_and_shows_an_example(shell: Shell) -> None:
    text = " ".join(shell("study", "run", "--help").out.split())
    assert "less than a minute" in text
    assert "Example: evenhand study run" in text


def test_a_study_that_needs_a_program_says_so(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    shown = shell("study", "run", "edelkamp2021/table-6-xskat")
    assert shown.code == 2
    assert "needs xskat, which is not installed" in shown.err


def test_a_folder_that_cannot_be_is_refused_before_the_work(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    shown = shell("study", "run", "edelkamp2021/table-2", "--out", tmp_path / "file" / "below")
    assert shown.code == 2
    assert not shown.out
