"""Numbers that were fitted: arrays by group and name in a JSON file, with what made them."""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenhand.files import atomic_write
from evenhand.tables import Floats

Fitted = dict[str, dict[str, Floats]]
Integers = NDArray[np.int64]
Shapes = Mapping[str, Mapping[str, tuple[int, ...]]]


def load_fitted(package: str, file: str, shapes: Shapes) -> Fitted:
    """Return the numbers of a file that comes with a package."""
    return from_json(files(package).joinpath(file).read_text(encoding="utf-8"), shapes)


def load_integers(package: str, file: str, shapes: Shapes) -> dict[str, dict[str, Integers]]:
    """Return the numbers of a file that comes with a package, all of them whole numbers."""
    fitted = load_fitted(package, file, shapes)
    for group, names in fitted.items():
        for name, array in names.items():
            if (array != np.rint(array)).any():
                raise ValueError(f"{file}: {group}.{name} must be whole numbers")
    return {
        group: {name: array.astype(np.int64) for name, array in names.items()}
        for group, names in fitted.items()
    }


def read_fitted(path: str | Path, shapes: Shapes) -> Fitted:
    """Read the numbers of a file."""
    return from_json(Path(path).read_text(encoding="utf-8"), shapes)


def from_json(text: str, shapes: Shapes) -> Fitted:
    """Return the numbers of a JSON object; they must have these shapes.

    >>> from_json('{"net": {"inner": [1, 2]}}', {"net": {"inner": (3,)}})
    Traceback (most recent call last):
    ValueError: net.inner must be of shape (3,)
    """
    content: dict[str, Any] = json.loads(text)
    fitted = {
        group: {name: np.array(content[group][name], np.float64) for name in names}
        for group, names in shapes.items()
    }
    for group, names in shapes.items():
        for name, shape in names.items():
            if fitted[group][name].shape != shape:
                raise ValueError(f"{group}.{name} must be of shape {shape}")
    return fitted


def write_fitted(path: str | Path, fitted: Fitted, provenance: Mapping[str, object]) -> None:
    """Write numbers behind what made them, such as command, seed and quality."""
    plain = {
        group: {name: array.tolist() for name, array in names.items()}
        for group, names in fitted.items()
    }
    text = json.dumps({**provenance, **plain}, separators=(",", ":"))
    atomic_write(Path(path), lambda part: part.write_text(f"{text}\n", encoding="utf-8"))
