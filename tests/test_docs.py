"""The commands that the documentation shows can be run as they stand."""

import re
import shlex
import shutil
import sys
from pathlib import Path

import polars as pl
import pytest

from evenhand.cli import main
from evenhand.luck.values import fit_values
from evenhand.ratings import Adjustment, Glicko2, write_parameters
from evenhand.tables import write_games
from evenhand.tables.league import example_league
from evenhand.tables.own_columns import read_owned
from tests.games.skat.made_records import write_series
from tests.luck.test_values import dealt
from tests.test_service_docs import OURS

ROOT = Path(__file__).parents[1]
SKAT = ROOT / "tests" / "data" / "skat"
RUMMY = ROOT / "tests" / "data" / "rummy" / "shown"
TUNING = ROOT / "tests" / "data" / "tuning"
SHOWN = sorted([*SKAT.glob("*.csv"), *SKAT.glob("*.jsonl"), *RUMMY.iterdir(), *TUNING.iterdir()])
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
HANDS = {"hand": "minscore", "noise": "mindist"}
IN_ORDER = ("ledger.md", "service.md", "operations.md")  # see test_service_docs.py
LEFT_OUT = (
    "--install-completion",  # changes the shell
    "evenhand bench",  # has a test of its own
    "evenhand skat knowledge",  # takes an hour
    "--size full",
    *(f"evenhand {word} " for word in OURS),  # build on each other: see test_service_docs.py
)


def shown_commands() -> list[str]:
    """Lines of code blocks that begin with the command."""
    commands: dict[str, None] = {}
    for page in (page for page in PAGES if page.name not in IN_ORDER):
        for block in re.findall(r"```\w*\n(.*?)```", page.read_text(), re.DOTALL):
            lines = [line.partition("#")[0].strip() for line in block.splitlines()]
            commands |= {line: None for line in lines if line.startswith("evenhand ")}
    return [line for line in commands if not any(part in f"{line} " for part in LEFT_OUT)]


def test_the_documentation_shows_commands() -> None:
    assert len(shown_commands()) >= 5


@pytest.fixture(scope="module")
def lucky(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games of known hands, and what luck fit and luck weigh make of them."""
    folder = tmp_path_factory.mktemp("lucky")
    hands = {f"x_{old}_{n}": f"x_{new}_{n}" for old, new in HANDS.items() for n in (1, 2)}
    frame = (
        dealt(300)
        .rename(hands)
        .with_columns(
            *(pl.col(f"score_{n}") - 20.0 for n in (1, 2)),
            *(pl.col(f"x_minscore_{n}").alias(f"luck_{n}") for n in (1, 2)),
        )
    )
    frame.write_csv(folder / "games.csv")
    fit_values(read_owned(folder / "games.csv"), list(HANDS.values())).write(folder / "values.json")
    write_parameters(folder / "lucky.json", Glicko2(luck=Adjustment(0.5, 1.0, 0.3)))
    return folder


@pytest.mark.parametrize("command", shown_commands())
def test_a_command_of_the_documentation_runs(
    command: str, lucky: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = example_league()
    write_games(table, tmp_path / "league.csv")
    for path in (*SHOWN, *lucky.iterdir()):
        shutil.copy(path, tmp_path)
    write_series(tmp_path / "games.sgf", series=2)
    write_games(table, tmp_path / "series.csv")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 0


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.name)
def test_the_files_that_commands_read_are_those_that_are_shown(path: Path) -> None:
    assert any(f"```text\n{path.read_text()}```" in page.read_text() for page in PAGES)


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
