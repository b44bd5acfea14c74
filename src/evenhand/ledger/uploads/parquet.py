"""The cells of a Parquet file, read by a process of its own.

A few bytes of Parquet can stand for billions of cells, and a library that runs out of memory ends
its whole process.  So the file is read elsewhere, with little memory, time and environment.
"""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from subprocess import DEVNULL, PIPE, TimeoutExpired, run
from typing import Any

from evenhand.ledger.names import harmless
from evenhand.ledger.uploads.limits import Limits, UploadError
from evenhand.sheets import Cell

SECONDS = 30
"""After which the other process is ended."""

_SCRIPT = Path(__file__).with_name("parquet_apart.py")
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
_NO_ANSWER = {"error": "not a readable Parquet file, or one that needs too much memory"}


def parquet_rows(content: bytes, limits: Limits) -> Iterator[list[Cell]]:
    """The column names, then the rows; times as ISO text."""
    command = [sys.executable, "-I", str(_SCRIPT), json.dumps(asdict(limits))]
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    environment |= {"POLARS_MAX_THREADS": "1", "RUST_BACKTRACE": "0"}
    try:
        done = run(
            command,
            input=content,
            stdout=PIPE,
            stderr=DEVNULL,
            env=environment,
            timeout=SECONDS,
            check=False,
        )
        answer: dict[str, Any] = json.loads(done.stdout) if not done.returncode else _NO_ANSWER
    except (TimeoutExpired, OSError, ValueError):
        answer = _NO_ANSWER
    if "error" in answer:
        raise UploadError(harmless(answer["error"]))
    yield answer["columns"]
    yield from answer["rows"]
