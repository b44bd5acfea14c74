"""The tours lead from nothing to something: each is walked from top to bottom in one folder.

Commands are run, scripts are run, files that a tour shows are written, and what it says would be
printed is compared with what is.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_service_docs import Reader

TOURS = sorted((Path(__file__).parents[1] / "docs" / "tours").glob("*.md"))
BLOCK = re.compile(r"(?:`([\w.-]+)`:\n\n)?```(\w*)\n(.*?)```", re.DOTALL)
ADDRESS = re.compile(r"`http://127\.0\.0\.1:8000(/[^`]+)`")
RUN, PASSED_OVER = ("evenhand ", "curl "), ("export ", "pip ")


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    """In an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVENHAND_DB", raising=False)
    found = Reader(tmp_path, monkeypatch)
    with found.ending:
        yield found


def run_lines(block: str, reader: Reader) -> None:
    """Every line of a block is a command."""
    for line in block.splitlines():
        text = re.sub(r"\s{2,}#.*", "", line).strip()
        assert text.startswith((*RUN, *PASSED_OVER)), text
        if text.startswith(RUN):
            reader.do(text)


def run_script(script: str, reader: Reader) -> None:
    """A program, with what the tour has exported."""
    shown = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | reader.environment,
        capture_output=True, text=True,
    )  # fmt: skip
    assert shown.returncode == 0, shown.stderr
    print(shown.stdout)


def compare(shown: str, printed: str) -> None:
    """All lines that are shown were printed, in this order; ``...`` stands for any others."""
    rest = iter([line.rstrip() for line in printed.splitlines()])
    for line in shown.splitlines():
        if line.strip() != "...":
            assert line.rstrip() in rest, f"{line}\nis not printed, or not here, in\n{printed}"


@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.stem)
def test_a_tour_can_be_walked(
    tour: Path, reader: Reader, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = ""
    for name, kind, block in BLOCK.findall(tour.read_text()):
        if name:
            (reader.folder / name).write_text(block)
        elif not kind:
            run_lines(block, reader)
            printed = capsys.readouterr().out
        elif kind == "python" and ">>> " not in block:
            run_script(block, reader)
            printed = capsys.readouterr().out
        elif kind == "text":
            compare(block, printed)
    for address in ADDRESS.findall(tour.read_text()):
        answer = reader.servers["8000"].ask("GET", address)
        assert answer.status_code == 200, address
        assert answer.headers["content-type"].startswith("text/html"), address


def test_there_is_a_tour_for_everybody() -> None:
    assert [tour.stem for tour in TOURS] == ["club", "developer", "operator", "researcher"]


@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.stem)
def test_a_tour_is_short(tour: Path) -> None:
    assert 60 <= len(tour.read_text().splitlines()) <= 120
