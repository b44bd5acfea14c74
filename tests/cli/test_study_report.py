"""The page of studies on the command line."""

from dataclasses import replace
from pathlib import Path

import pytest

from evenhand.studies import Report, Setting, registry

from .conftest import Shell

QUICK = "edelkamp2021/table-2"


def failing(setting: Setting) -> Report:
    raise RuntimeError("no\nluck")


@pytest.fixture
def _one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """All studies there are: one that fails, one that needs what is missing, a quick one."""
    (quick,) = registry.find_studies(QUICK)
    broken = replace(quick, id="edelkamp2021/broken", run=failing)
    lacking = replace(quick, id="edelkamp2021/lacking", needs="no-such-program")
    monkeypatch.setattr(registry, "every_study", lambda: (broken, lacking, quick))
    monkeypatch.setattr("evenhand.studies.every_study", registry.every_study)


def test_the_page_is_made_of_what_lies_in_the_folder(shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / "new"
    assert shell("study", "run", QUICK, "--out", out, "--seed", 5).code == 0
    (out / "report.html").unlink()
    shown = shell("study", "report", out)
    assert shown.code == 0
    assert shown.out == ""
    assert f"wrote {out / 'report.html'}" in shown.err
    text = (out / "report.html").read_text()
    assert f"evenhand study run {QUICK} --size middle --seed 5" in text
    assert "60 of 60 numbers to the digit" in text


def test_studies_can_be_run_first(shell: Shell, tmp_path: Path) -> None:
    shown = shell("study", "report", tmp_path, "--run", QUICK, "--size", "smoke")
    assert shown.code == 0
    lines = shown.err.splitlines()
    assert lines[0] == f"1/1 {QUICK}, size smoke"
    assert lines[1].strip() == "as printed: 60 of 60 numbers to the digit"
    assert "--size smoke --seed 1" in (tmp_path / "report.html").read_text()


@pytest.mark.usefixtures("_one_fails")
def test_one_study_that_fails_does_not_lose_the_others(shell: Shell, tmp_path: Path) -> None:
    shown = shell("study", "report", tmp_path, "--run", "all", "--size", "smoke")
    assert shown.code == 1
    assert "  failed: RuntimeError: no luck" in shown.err.splitlines()
    assert "left out: edelkamp2021/lacking needs no-such-program" in shown.err
    text = (tmp_path / "report.html").read_text()
    assert "RuntimeError: no luck" in text
    assert "60 of 60 numbers to the digit" in text
    assert "Failed: 1. Left out: 1." in text


@pytest.mark.usefixtures("_one_fails")
def test_run_writes_the_page_of_what_was_done_before_a_failure(
    shell: Shell, tmp_path: Path
) -> None:
    assert shell("study", "run", QUICK, "--out", tmp_path).code == 0
    (tmp_path / "report.html").unlink()
    with pytest.raises(RuntimeError):
        shell("study", "run", "edelkamp2021/broken", "--out", tmp_path)
    assert (tmp_path / "report.html").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere"], "no such folder"),
        ([QUICK], "--run"),
        (["."], "no studies in it"),
        ([".", "--run", "edelkamp2021/tabel-2"], QUICK),
        ([".", "--run", QUICK, "--size", "huge"], "smoke"),
        (["file", "--run", QUICK], "not a folder"),
    ],
    ids=str,
)
def test_bad_input_is_refused_before_any_work(
    shell: Shell,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    shown = shell("study", "report", *arguments)
    assert shown.code == 2
    assert told in shown.err
    assert "Traceback" not in shown.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_help_shows_an_example(shell: Shell) -> None:
    text = " ".join(shell("study", "report", "--help").out.split())
    assert "Example: evenhand study report studies --run all --size smoke" in text
