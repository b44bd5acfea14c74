"""Numbers that were learned, in a file: arrays by group and name, and what made them."""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from evenhand.files import atomic_write
from evenhand.tables import Floats

Weights = dict[str, dict[str, Floats]]
Shapes = Mapping[str, Mapping[str, tuple[int, ...]]]
FILE = "weights.json"


def package_weights(package: str, shapes: Shapes) -> Weights:
    """The weights that come with a package."""
    return from_json(files(package).joinpath(FILE).read_text(encoding="utf-8"), shapes)


def read_weights(path: str | Path, shapes: Shapes) -> Weights:
    """The weights of a file."""
    return from_json(Path(path).read_text(encoding="utf-8"), shapes)


def from_json(text: str, shapes: Shapes) -> Weights:
    """The weights of a text, which must have these shapes.

    >>> from_json('{"net": {"inner": [1, 2]}}', {"net": {"inner": (3,)}})
    Traceback (most recent call last):
    ValueError: net.inner must be of shape (3,)
    """
    whole: dict[str, Any] = json.loads(text)
    weights = {
        group: {name: np.array(whole[group][name], np.float64) for name in names}
        for group, names in shapes.items()
    }
    for group, names in shapes.items():
        for name, shape in names.items():
            if weights[group][name].shape != shape:
                raise ValueError(f"{group}.{name} must be of shape {shape}")
    return weights


def write_weights(path: str | Path, weights: Weights, made_by: str) -> None:
    """Write weights, and the command that made them."""
    plain = {
        group: {name: array.tolist() for name, array in names.items()}
        for group, names in weights.items()
    }
    text = json.dumps({"made_by": made_by, **plain}, separators=(",", ":"))
    atomic_write(Path(path), lambda part: part.write_text(f"{text}\n", encoding="utf-8"))
