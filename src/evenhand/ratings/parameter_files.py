"""Files that hold a system and its parameters, as tuning writes them.

``{"system": "elo", "params": {"k": "60/30/16@5/10", "initial": 1000}}``; whatever stands beside
these two is for people and left alone.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evenhand.files import atomic_write
from evenhand.ratings.named import find_system, name_of, parameters, read_parameters, text_of
from evenhand.ratings.system import RatingSystem


def write_parameters(path: Path, system: RatingSystem, **beside: Any) -> None:
    """Write a system and its parameters, whole or not at all."""
    content = {"system": name_of(type(system)), "params": parameters(system), **beside}
    text = json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    atomic_write(path, lambda draft: draft.write_text(text, encoding="utf-8"))


def read_system(path: Path, settings: Sequence[str] = ()) -> RatingSystem:
    """The system of a file; settings such as ``k=20`` go before what it says."""
    name, params = _content(path)
    try:
        system = find_system(name)
        typed = [f"{key}={text_of(value)}" for key, value in params.items()]
        known = read_parameters(system, typed)
        if not settings:
            return system(**known)
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None
    return system(**known | read_parameters(system, settings))


def _content(path: Path) -> tuple[str, Mapping[str, Any]]:
    """The name and the parameters."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise ValueError(f"{path}: is not JSON") from None
    wanted = '{"system": "elo", "params": {"k": 16}}'
    if not isinstance(found, dict) or not isinstance(found.get("system"), str):
        raise ValueError(f"{path}: names no system; it should be like {wanted}")
    params = found.get("params", {})
    simple = int | float | str | None
    if not isinstance(params, dict) or not all(isinstance(v, simple) for v in params.values()):
        raise ValueError(f"{path}: params must be names with values, like {wanted}")
    return found["system"], params
