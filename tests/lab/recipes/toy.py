"""A recipe that takes no time, for tests of the lab."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lab import Content, Progress, Recipe, core


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Draw numbers, and count them."""
    rng = np.random.default_rng(seed)
    progress(1.0)
    return {"drawn": {"normal": rng.normal(size=(2, 3)), "uneven": [[1], [2, 3]]}, "rows": size}


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    return {"mean": 0.5}


TOY = Recipe("toy/numbers", "Some numbers.", "toy.json", 100, 10, 3, make, measure)


def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch, recipe: Recipe = TOY) -> Recipe:
    """Let the lab write into a folder instead of the repository."""
    monkeypatch.setattr(core, "PACKAGE", folder)
    monkeypatch.setattr(core, "EXPECTED", folder / "expected")
    monkeypatch.setattr(core, "PROVENANCE", folder / "provenance")
    return recipe
