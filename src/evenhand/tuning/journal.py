"""A record of what is done, so that interrupted tuning can go on where it stopped.

A file of JSON lines: the first says which games, system and split it is about, every other one has
the sums of one configuration, and a short name for what the first line says.  Lines are only ever
added, each in one go.  A line that was cut off by a crash, or belongs to something else, is passed
over.
"""

import json
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from evenhand import __version__
from evenhand.ratings.named import name_of, parameters
from evenhand.ratings.system import RatingSystem
from evenhand.tables import Floats, GameTable
from evenhand.tuning.metrics import COLUMNS, PLAIN
from evenhand.tuning.plan import Plan

WHAT = {
    "games": "other games",
    "system": "another system",
    "base": "other fixed parameters",
    "first": "another test period",
    "blocks": "another test period",
    "evenhand": "another version of evenhand",
}


class Journal:
    """What is known of configurations, and where it is written down."""

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path, self.header, self.known = path, header, dict[str, Floats]()
        self.about = blake2b(json.dumps(header).encode(), digest_size=8).hexdigest()
        self.torn = False
        self._read()

    def find(self, system: RatingSystem, columns: int) -> Floats | None:
        """The sums of a configuration, if they are known with so many columns."""
        sums = self.known.get(_key(system))
        return None if sums is None or sums.shape[1] < columns else sums[:, :columns]

    def add(self, system: RatingSystem, sums: Floats) -> None:
        """Write down a configuration."""
        self.known[_key(system)] = sums
        packed = b64encode(zlib.compress(np.ascontiguousarray(sums).tobytes())).decode()
        line = {"params": parameters(system), "columns": sums.shape[1], "sums": packed}
        with self._opened() as file:
            self._write(file, "\n" * self.torn + json.dumps({"about": self.about} | line) + "\n")

    def begin(self) -> None:
        """Make sure that lines can be added, and write the first one of a new journal.

        Somebody else may do so at the same time: whose line is the first is seen afterwards.
        """
        with self._opened(os.O_CREAT) as file:
            if not os.fstat(file).st_size:
                self._write(file, json.dumps(self.header) + "\n")
        self._read()

    @contextmanager
    def _opened(self, flags: int = 0) -> Iterator[int]:
        """The file, to add lines to; what goes wrong with it is told with its name."""
        try:
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | flags, 0o666)
            try:
                yield file
            finally:
                os.close(file)
        except OSError as problem:
            raise ValueError(f"{self.path}: cannot be written ({problem.strerror})") from None

    def _write(self, file: int, text: str) -> None:
        """Add a text, all of it."""
        left, self.torn = text.encode(), True
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
        self.torn = False

    def _read(self) -> None:
        """Take up what is there, if it is about the same."""
        try:
            text = self.path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as problem:
            raise ValueError(f"{self.path}: cannot be read ({problem.strerror})") from None
        if text:
            self._take_up(text)

    def _take_up(self, text: bytes) -> None:
        self.torn = not text.endswith(b"\n")
        first, *lines = text.split(b"\n")
        found = _object(first)
        if found is None or "evenhand" not in found:
            raise ValueError(f"{self.path}: is not a journal of tuning")
        for name, what in WHAT.items():
            if found.get(name) != self.header[name]:
                raise ValueError(
                    f"{self.path}: is about {what} ({_short(found.get(name))}, not"
                    f" {_short(self.header[name])}); name another journal"
                )
        for line in lines:
            self._take(_object(line) or {})

    def _take(self, line: Mapping[str, Any]) -> None:
        """Take up a line, if it is whole and about the same."""
        blocks = self.header["blocks"]
        try:
            params, columns, packed = line["params"], line["columns"], line["sums"]
            mine = line["about"] == self.about
            sums = np.frombuffer(zlib.decompress(b64decode(packed, validate=True)))
        except (KeyError, TypeError, ValueError, zlib.error):
            return
        if mine and columns in (PLAIN, COLUMNS) and sums.size == blocks * columns:
            self.known[json.dumps(params)] = sums.reshape(blocks, columns)


def header(plan: Plan) -> dict[str, Any]:
    """What a journal is about."""
    return {
        "evenhand": __version__,
        "system": name_of(type(plan.default)),
        "base": parameters(plan.default),
        "games": digest(plan.table),
        "first": plan.split.first,
        "blocks": len(plan.split.edges) - 1,
    }


def digest(table: GameTable) -> str:
    """A name for the games: who played, with which results, and when."""
    found = blake2b(digest_size=16)
    for column in (table.seats, table.score, table.luck, table.team, table.time):
        found.update(b"-" if column is None else str(column.shape).encode())
        if column is not None:
            found.update(np.ascontiguousarray(column).data)
    found.update("\0".join(table.names).encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def _key(system: RatingSystem) -> str:
    return json.dumps(parameters(system))


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
