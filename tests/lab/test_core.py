import json
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evenhand.games.fitted import read_fitted
from lab import Content, Progress, Recipe, core, find_recipes
from tests.lab.recipes.toy import TOY, in_folder


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recipe:
    return in_folder(tmp_path, monkeypatch)


def make_npz(size: int, seed: int, workers: int | None, progress: Progress) -> bytes:
    file = BytesIO()
    np.savez_compressed(file, rows=np.random.default_rng(seed).integers(9, size=(100, 2))[:size])
    return file.getvalue()


def edit(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_a_made_file_says_what_made_it(toy: Recipe) -> None:
    shares: list[float] = []
    path = core.make_file(toy, progress=shares.append)
    written = json.loads(path.read_text())
    assert shares == [1.0]
    assert written["made_by"] == "python -m lab make toy/numbers --seed 3"
    assert (written["seed"], written["size"]) == (3, 100)
    assert written["quality"] == {"mean": 0.5}
    assert written["program"] == core.hash_program(toy)
    assert read_fitted(path, {"drawn": {"normal": (2, 3)}})["drawn"]["normal"].shape == (2, 3)


def test_another_size_does_not_replace_the_shipped_file(toy: Recipe, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="give --out"):
        core.make_file(toy, size=10)
    path = core.make_file(toy, size=10, seed=4, out=tmp_path / "small.json")
    assert json.loads(path.read_text())["made_by"].endswith("--seed 4 --size 10")
    assert not toy.path.exists()


def test_adopted_numbers_are_replaced_only_if_that_is_asked_for(
    toy: Recipe, tmp_path: Path
) -> None:
    core.write_output(toy, {"rows": 1}, {"made_by": "unknown: adopted from a commit"})
    with pytest.raises(ValueError, match="has adopted numbers"):
        core.make_file(toy)
    assert json.loads(toy.path.read_text())["rows"] == 1
    core.make_file(toy, out=tmp_path / "new.json")
    core.make_file(toy, replace_adopted=True)
    assert json.loads(toy.path.read_text())["rows"] == 100


def test_content_may_not_use_the_words_of_provenance(toy: Recipe) -> None:
    with pytest.raises(ValueError, match="seed is a word of provenance"):
        core.write_output(toy, {"seed": 1}, {"made_by": "hand"})


def test_a_check_finds_what_it_kept(toy: Recipe) -> None:
    core.make_file(toy)
    assert core.check(toy) == [
        "no numbers are kept to compare with: python -m lab check toy/numbers --keep"
    ]
    assert core.keep_expected(toy) == toy.expected_path
    assert core.check(toy) == []


def test_a_check_names_the_numbers_that_differ(toy: Recipe) -> None:
    core.make_file(toy)
    core.keep_expected(toy)
    kept = json.loads(toy.expected_path.read_text())
    was = kept["drawn.normal"][1][0]
    kept["drawn.normal"][1][0] = 7.0
    toy.expected_path.write_text(json.dumps(kept))
    assert core.check(toy) == [
        f"drawn.normal: 1 of 6 numbers differ, the first at 1, 0: {was} instead of 7.0"
    ]


def test_the_last_bit_counts_unless_a_recipe_has_a_tolerance(toy: Recipe) -> None:
    core.make_file(toy)
    core.keep_expected(toy)
    kept = json.loads(toy.expected_path.read_text())
    number = kept["drawn.normal"][0][0]
    kept["drawn.normal"][0][0] = float(np.nextafter(number, 9.0))
    toy.expected_path.write_text(json.dumps(kept))
    assert len(core.check(toy)) == 1
    assert core.check(replace(toy, tolerance=1e-9)) == []


def test_a_check_looks_at_the_shape_of_the_shipped_file(toy: Recipe) -> None:
    core.make_file(toy)
    core.keep_expected(toy)
    edit(toy.path, drawn={"normal": [1.0], "uneven": [[1], [2, 3]]}, more=1)
    assert core.check(toy) == [
        "more: only in the shipped file",
        "drawn.normal: the shipped file has the shape (1,) instead of (2, 3)",
    ]


def test_a_check_misses_a_file_and_its_origin(toy: Recipe) -> None:
    assert core.check(toy) == ["there is no toy.json"]
    toy.path.write_text(json.dumps({"drawn": 1}))
    assert "nothing says what made toy.json" in core.check(toy)


def test_a_smoke_size_that_is_the_full_one_is_compared_with_the_shipped_file(toy: Recipe) -> None:
    whole = replace(toy, smoke=toy.size)
    core.make_file(whole)
    assert core.keep_expected(whole) is None
    assert core.check(whole) == []
    edit(whole.path, rows=99)
    assert core.check(whole) == ["rows: 100 instead of 99"]


def test_large_arrays_are_kept_as_a_digest(toy: Recipe) -> None:
    def make_large(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
        return {"numbers": np.random.default_rng(seed).normal(size=core.IN_FULL + 1)}

    large = replace(toy, make=make_large)
    core.make_file(large)
    core.keep_expected(large)
    assert toy.expected_path.stat().st_size < 500
    assert core.check(large) == []
    problems = core.check(replace(large, seed=4))
    assert len(problems) == 1
    assert problems[0].startswith("numbers: {'shape': [2001]")


def test_files_that_are_not_json_have_their_provenance_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = replace(TOY, output="rows.npz", size=100, make=make_npz, is_prefix=True)
    in_folder(tmp_path, monkeypatch)
    core.make_file(rows)
    assert core.read_provenance(rows)["size"] == 100
    assert core.check(rows) == []
    rows.path.write_bytes(make_npz(100, 4, None, print))
    problems = core.check(rows)
    assert problems[0] == "rows.npz is not the file of which toy-numbers.json speaks"
    assert "numbers differ" in problems[1]


def test_the_state_of_a_file_follows_its_origin_and_needs(
    toy: Recipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    needing = replace(toy, name="toy/after", output="after.json", needs=(toy.name,))
    recipes = {recipe.name: recipe for recipe in (toy, needing)}
    monkeypatch.setattr(core, "get_recipe", recipes.__getitem__)

    def state(recipe: Recipe) -> str:
        return core.status_of(recipe).state

    assert state(toy) == "missing"
    core.make_file(toy)
    core.make_file(needing)
    assert state(toy) == state(needing) == "made by its recipe"
    edit(toy.path, rows=1)
    assert state(needing) == "made from another toy/numbers"
    edit(toy.path, made_by="python old.py --seed 3")
    assert state(toy) == "made before this recipe"
    edit(toy.path, made_by="unknown: adopted from a commit")
    assert state(toy) == "adopted"
    edit(toy.path, made_by="")
    assert state(toy) == "origin not recorded"


def test_status_sees_whether_the_code_has_changed(toy: Recipe) -> None:
    core.make_file(toy)
    assert not core.status_of(toy).is_changed
    edit(toy.path, program="older")
    assert core.status_of(toy).is_changed
    assert core.status_of(toy).state == "made by its recipe"


def test_the_digest_of_a_program_ignores_comments_docstrings_and_line_breaks() -> None:
    plain = 'def f(x):\n    return x + "a"\n'
    documented = '"""F."""\n\ndef f(x):  # f\n    """Add."""\n    return (\n x + "a")\n'
    assert core.read_code(plain) == 'def f ( x ) : return x + "a"'
    assert core.read_code(documented) == 'def f ( x ) : return ( x + "a" )'
    assert core.read_code("x = 1") != core.read_code("x = 2")


def test_cpu_seconds_include_those_of_other_processes(toy: Recipe) -> None:
    def make_elsewhere(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
        work = "import time\nwhile time.process_time() < 0.3: pass"
        subprocess.run([sys.executable, "-c", work], check=True)
        return {"rows": size}

    written = json.loads(core.make_file(replace(toy, make=make_elsewhere)).read_text())
    assert written["cpu_seconds"] >= 0.3


def test_the_digest_of_a_program_follows_imports() -> None:
    imports = core.find_imports("tests.lab.recipes.imports_games")
    assert "evenhand.games.protocol" in imports
    assert "evenhand.rng" in imports
    assert not any(name.startswith("evenhand.web") for name in imports)
    assert core.find_imports("tests.lab.recipes.toy") == {"tests.lab.recipes.toy"}


def test_recipes_are_found_by_scanning() -> None:
    import tests.lab.recipes as package

    assert find_recipes(package) == {"toy/numbers": TOY}
    assert core.get_recipe("toy/numbers", package) is TOY
    with pytest.raises(ValueError, match="no recipe 'toy/nix'; choose from toy/numbers"):
        core.get_recipe("toy/nix", package)


def test_two_recipes_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import tests.lab.recipes as package
    from tests.lab.recipes import toy

    monkeypatch.setattr(toy, "OTHER", replace(TOY, seed=9), raising=False)
    with pytest.raises(ValueError, match="two recipes are called toy/numbers"):
        find_recipes(package)
