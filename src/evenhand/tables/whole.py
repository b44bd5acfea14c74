"""Files that are written whole or not at all."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4


def write_whole(path: Path, write: Callable[[Path], Any]) -> None:
    """Let ``write`` write a file beside the path, then put it in its place.

    If that fails, an older file of the name stays and nothing else is left.
    """
    target = path.resolve()
    draft = target.with_name(f".{target.stem}.{uuid4().hex}{target.suffix}")
    try:
        write(draft)
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()
