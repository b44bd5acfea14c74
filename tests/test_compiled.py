"""The door to numba: formulas, kernels, and the folder of compiled code."""

import os
import re
import time
from pathlib import Path

import numpy as np
import pytest
from numba import config

from evenhand.compiled import (
    MONTH,
    WITHOUT_KERNELS,
    bit_count,
    cache_folder,
    formula,
    highest_bit,
    kernel,
    lowest_bit,
    python_source,
    source_digest,
)
from evenhand.tables import Floats


@formula
def doubled(x: float) -> float:
    return 2.0 * x


@kernel
def total(values: Floats) -> float:
    result = 0.0
    for value in values:
        result += doubled(value)
    return result


def test_a_kernel_calls_a_formula_and_keeps_its_python_source() -> None:
    values = np.array([1.0, 2.5])
    assert total(values) == python_source(total)(values) == 7.0
    assert doubled(3.0) == 6.0


@kernel
def bits(mask: int) -> tuple[int, int, int]:
    return bit_count(mask), lowest_bit(mask), highest_bit(mask)


def test_bits_are_the_same_in_a_kernel_and_in_python() -> None:
    rng = np.random.default_rng(3)
    for mask in [1, 1 << 31, 1 << 62, *rng.integers(1, 1 << 40, 100).tolist()]:
        assert bits(mask) == python_source(bits)(mask)
    assert bits(0b101100) == (3, 2, 5)


def test_a_changed_moved_or_new_source_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    file = tmp_path / "sub" / "a.py"
    file.write_text("x = 1\n")
    before = source_digest(tmp_path)
    assert before == source_digest(tmp_path)
    file.write_text("x = 2\n")
    changed = source_digest(tmp_path)
    file.rename(tmp_path / "a.py")
    moved = source_digest(tmp_path)
    (tmp_path / "b.py").write_text("")
    assert len({before, changed, moved, source_digest(tmp_path)}) == 4


def test_layers_that_have_no_kernels_do_not_change_the_digest(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    before = source_digest(tmp_path)
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "page.py").write_text("y = 1\n")
    assert source_digest(tmp_path) == before


@pytest.mark.parametrize("layer", WITHOUT_KERNELS)
def test_there_are_no_kernels_in_these_layers(layer: str) -> None:
    import evenhand

    files = list((Path(evenhand.__file__).parent / layer).rglob("*.py"))
    assert files
    compiling = re.compile(r"^\s*@(kernel|formula|step)\b", re.MULTILINE)
    assert not [path for path in files if compiling.search(path.read_text())]


def test_compiled_code_lies_in_a_folder_of_this_version() -> None:
    import evenhand

    digest = source_digest(Path(evenhand.__file__).parent)
    assert Path(config.CACHE_DIR).name == digest  # type: ignore[attr-defined]


def test_folders_go_after_a_month_without_use(tmp_path: Path) -> None:
    old, recent = cache_folder(tmp_path, "old"), cache_folder(tmp_path, "recent")
    long_ago = time.time() - 2 * MONTH
    os.utime(old, (long_ago, long_ago))
    cache_folder(tmp_path, "new")
    assert not old.exists()
    assert recent.exists()


def test_a_home_that_cannot_be_written_gives_a_private_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    folder = cache_folder(blocked, "digest")
    assert folder.is_dir()
    assert not folder.is_relative_to(tmp_path)
    assert folder.stat().st_mode & 0o077 == 0
