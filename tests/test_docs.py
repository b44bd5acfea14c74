"""The commands that the documentation shows can be run as they stand."""

import importlib
import pkgutil
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import polars as pl
import pytest

import evenhand
from evenhand.cli import main
from evenhand.datasets import example_games, load_skat_league
from evenhand.luck import fit_values
from evenhand.ratings import Adjustment, Glicko2, write_parameters
from evenhand.tables import read_game_file, write_games
from tests.games.skat.made_records import write_series
from tests.luck.test_values import dealt
from tests.test_service_docs import OURS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SKAT = ROOT / "tests" / "data" / "skat"
RUMMY = ROOT / "tests" / "data" / "rummy" / "shown"
TUNING = ROOT / "tests" / "data" / "tuning"
SHOWN = sorted([*SKAT.glob("*.csv"), *SKAT.glob("*.jsonl"), *RUMMY.iterdir(), *TUNING.iterdir()])
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
HANDS = {"hand": "minscore", "noise": "mindist"}
IN_ORDER = ("ledger.md", "service.md", "operations.md")  # see test_service_docs.py
LEFT_OUT = (
    "--install-completion",  # changes the shell
    "evenhand demo",  # goes on until it is ended; has tests of its own
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
    fit_values(read_game_file(folder / "games.csv"), list(HANDS.values())).write(
        folder / "values.json"
    )
    write_parameters(folder / "lucky.json", Glicko2(luck=Adjustment(0.5, 1.0, 0.3)))
    return folder


@pytest.mark.parametrize("command", shown_commands())
def test_a_command_of_the_documentation_runs(
    command: str, lucky: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = load_skat_league()
    write_games(table, tmp_path / "league.csv")
    for path in (*SHOWN, *lucky.iterdir()):
        shutil.copy(path, tmp_path)
    write_series(tmp_path / "games.sgf", series=2)
    write_games(table, tmp_path / "series.csv")
    evenhand.rate(table, "glicko-2").write(tmp_path / "ratings.json")
    rest = [pl.lit(days).alias(f"rest_{side}") for side, days in (("home", 7), ("away", 3))]
    example_games("football").with_columns(rest).write_csv(tmp_path / "matches.csv")
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty if command.startswith("evenhand example ") else tmp_path)
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 0


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.name)
def test_the_files_that_commands_read_are_those_that_are_shown(path: Path) -> None:
    assert any(f"```text\n{path.read_text()}```" in page.read_text() for page in PAGES)


def test_links_between_pages_lead_somewhere() -> None:
    deeper = [page for folder in ("systems", "tours") for page in (DOCS / folder).glob("*.md")]
    for page in [*PAGES, *deeper, ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def packages() -> Iterator[ModuleType]:
    """All packages that say which of their names are public."""
    inside = pkgutil.walk_packages(evenhand.__path__, "evenhand.")
    names = [module.name for module in inside if module.ispkg]
    for name in ["evenhand", *(name for name in names if "migrations" not in name)]:
        if hasattr(module := importlib.import_module(name), "__all__"):
            yield module


def documented() -> list[object]:
    """What the page of the API has, by its lists of members."""
    found: list[object] = []
    entry = r"automodule:: (\S+)\n   :members:(.*)\n(   :imported-members:)?"
    for path, members, imported in re.findall(entry, (DOCS / "api.md").read_text()):
        module = importlib.import_module(path)
        if members:
            found += [getattr(module, name.strip()) for name in members.split(",")]
        elif imported:
            found += [getattr(module, name) for name in module.__all__]
        else:
            found += [x for x in vars(module).values() if getattr(x, "__module__", "") == path]
    return found


def test_every_public_name_is_on_the_page_of_the_api() -> None:
    text, known = (DOCS / "api.md").read_text(), {id(thing) for thing in documented()}
    for package in packages():
        for name in package.__all__:
            path = f"{package.__name__}.{name}"
            assert id(getattr(package, name)) in known or f"`{path}`" in text, path


def claims() -> list[list[str]]:
    """The claims of our sources: what is claimed, what we did, our figure, the verdict."""
    lines = (DOCS / "sources.md").read_text().splitlines()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("| ")]
    return [row for row in rows if len(row) == 4 and row[0].strip() != "claim"]


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d[\d,.]*\d|\d", text))


def test_every_claim_of_a_source_has_a_verdict() -> None:
    verdicts = re.findall(
        r"^\| \*\*([\w ]+)\*\* \| ", (DOCS / "sources.md").read_text(), re.MULTILINE
    )
    assert len(verdicts) == 5
    for claim, *_, verdict in claims():
        assert set(re.findall(r"\*\*([\w ]+)\*\*", verdict)) <= set(verdicts), claim
        assert "**" in verdict, claim


def test_our_figures_beside_the_claims_stand_on_the_pages_of_the_measurements() -> None:
    pages = [page for page in PAGES if page.name != "sources.md"]
    known = {number for page in pages for number in numbers(page.read_text())}
    assert len(claims()) > 50
    for claim, _, figure, _ in claims():
        assert numbers(figure) <= known, f"{claim}: {numbers(figure) - known}"
