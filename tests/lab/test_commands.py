import json
import subprocess
import sys

import pytest

from lab import core, find_recipes
from lab.__main__ import TABLE, format_table
from lab.core import ROOT

RECIPES = find_recipes()


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lab", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_list_shows_every_recipe() -> None:
    done = run("list")
    assert done.returncode == 0
    assert all(name in done.stdout for name in RECIPES)


def test_mistakes_end_in_one_line() -> None:
    for words, problem in (
        (("make", "skat/nix"), "lab: no recipe 'skat/nix'; choose from "),
        (("check",), "lab: name recipes, or give --all or --quickest"),
        (("check", "skat/strength", "--all"), "lab: name recipes, or give --all or --quickest"),
        (("make", "skat/move_order"), "has adopted numbers, and this recipe gives others"),
        (("make",), "lab: Missing argument"),
        (("nix",), "lab: No such command"),
        (("make", "skat/winning_parameters", "--out", "nowhere/x.json"), "lab: nowhere/x.json: "),
        (("make", "skat/winning_parameters", "--size", "5"), "does not replace the file"),
    ):
        done = run(*words)
        assert done.returncode == 2
        assert problem in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_every_shipped_file_says_what_made_it() -> None:
    for recipe in RECIPES.values():
        assert recipe.path.is_file(), recipe.output
        assert list(core.check_provenance(recipe)) == []
        assert core.read_provenance(recipe)["made_by"]


def test_every_recipe_has_numbers_to_compare_with() -> None:
    for recipe in RECIPES.values():
        shipped = recipe.is_prefix or recipe.smoke == recipe.size
        assert shipped or json.loads(recipe.expected_path.read_text())


def test_recipes_need_recipes() -> None:
    for recipe in RECIPES.values():
        assert all(name in RECIPES for name in recipe.needs)
        assert 0 < recipe.smoke <= recipe.size


def test_the_table_of_the_readme_is_that_of_status() -> None:
    text = (ROOT / "lab" / "README.md").read_text(encoding="utf-8").partition(TABLE)[2]
    assert text.strip() == format_table([core.status_of(one) for one in RECIPES.values()]).strip()


def test_every_data_file_of_games_and_the_demo_has_a_recipe() -> None:
    made = {recipe.output for recipe in RECIPES.values()}
    folders = (core.PACKAGE / name for name in ("games", "demo"))
    files = (path for folder in folders for path in folder.rglob("*.*") if path.is_file())
    data = (path for path in files if path.suffix not in (".py", ".pyi", ".pyc", ".nbi", ".nbc"))
    assert {path.relative_to(core.PACKAGE).as_posix() for path in data} == made


@pytest.mark.slow
@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_still_makes_the_same_numbers(name: str) -> None:
    assert core.check(RECIPES[name]) == []


def test_examples_of_the_readme_are_commands() -> None:
    lines = (ROOT / "lab" / "README.md").read_text(encoding="utf-8").splitlines()
    commands = {line.split()[3] for line in lines if line.startswith("python -m lab ")}
    assert commands == {"list", "make", "check", "status"}
    for command in commands:
        assert run(command, "--help").returncode == 0
