"""Commands run in this process, as the shell would run them."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from evenhand.cli import main


@dataclass(frozen=True)
class Shown:
    code: int
    out: str
    err: str


Shell = Callable[..., Shown]


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    def run(*words: object) -> Shown:
        monkeypatch.setattr(sys, "argv", ["evenhand", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        printed = capsys.readouterr()
        code = stop.value.code
        assert isinstance(code, int)
        return Shown(code, printed.out, printed.err)

    return run


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """Four games of three players on four days."""
    path = tmp_path / "league.csv"
    path.write_text(
        "player_1,player_2,player_3,score_1,score_2,score_3,time\n"
        "Anna,Ben,Cem,1387,1018,152,2026-01-01\n"
        "Anna,Ben,Cem,501,1359,934,2026-01-02\n"
        "Anna,Ben,Cem,637,1284,1125,2026-01-03\n"
        "Anna,Ben,,800,812,,2026-01-04\n"
    )
    return path
