"""A record of measured configurations, so that interrupted tuning goes on where it stopped.

A file of JSON lines: the first says which games, system and split it is about, every other one has
the sums of one configuration, and a digest of the first line.  Lines are only ever added, each in
one go.  A line that was cut off by a crash, or belongs to another journal, is skipped.

Parameters that equal the default of their system are not compared, so that a journal stays valid
when a later version adds a parameter.
"""

import json
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

import evenhand
from evenhand.evaluation import BASIC_SUMS, F1_SUMS, Split
from evenhand.ratings import RatingSystem, name_of, parameters
from evenhand.tables import Floats, GameTable

COMPATIBLE = ("0.1.0",)  # older versions whose journals can be resumed
DIFFERENCES = {
    "games": "other games",
    "system": "another system",
    "base": "other fixed parameters",
    "first": "another test period",
    "blocks": "another test period",
    "evenhand": "another version of evenhand",
}
DIGESTED = ("seats", "score", "luck", "team", "time")  # columns that every digest covers
NOT_DIGESTED = ("names", "game")  # names come last; ids do not matter


class Journal:
    """What is known of configurations of a system, and the file that holds it."""

    def __init__(self, path: Path, system: RatingSystem, header: Mapping[str, Any]) -> None:
        self.path, self.header, self.known = path, dict(header), dict[str, Floats]()
        self._defaults = _default_parameters(system)
        self._torn = False
        self._read()

    @classmethod
    def about(cls, path: Path, default: RatingSystem, table: GameTable, split: Split) -> "Journal":
        """Return the journal of a system, with what is fixed, on some games."""
        header = {
            "evenhand": evenhand.__version__,
            "system": name_of(type(default)),
            "base": parameters(default),
            "games": digest(table),
            "first": split.test_start,
            "blocks": len(split.edges) - 1,
        }
        return cls(path, default, header)

    def find(self, system: RatingSystem, columns: int) -> Floats | None:
        """Return the sums of a configuration; None if unknown, or known with fewer columns."""
        sums = self.known.get(self._key(parameters(system)))
        return None if sums is None or sums.shape[1] < columns else sums[:, :columns]

    def add(self, system: RatingSystem, sums: Floats) -> None:
        """Write the sums of a configuration."""
        params = parameters(system)
        self.known[self._key(params)] = sums
        packed = b64encode(zlib.compress(np.ascontiguousarray(sums).tobytes())).decode()
        line = {"about": self._digest, "params": params, "columns": sums.shape[1], "sums": packed}
        with self._opened() as file:
            self._write(file, "\n" * self._torn + json.dumps(line) + "\n")

    def begin(self) -> None:
        """Make sure that lines can be added, and write the first one of a new journal.

        Another process may do so at the same time: reading again shows whose line came first.
        """
        with self._opened(os.O_CREAT) as file:
            if not os.fstat(file).st_size:
                self._write(file, json.dumps(self.header) + "\n")
        self._read()

    @property
    def _digest(self) -> str:
        return blake2b(json.dumps(self.header).encode(), digest_size=8).hexdigest()

    @contextmanager
    def _opened(self, flags: int = 0) -> Iterator[int]:
        """Open the file to add lines; errors name it."""
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
        left, self._torn = text.encode(), True
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
        self._torn = False

    def _read(self) -> None:
        """Read what is there, if it is about the same."""
        try:
            text = self.path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as problem:
            raise ValueError(f"{self.path}: cannot be read ({problem.strerror})") from None
        if not text:
            return
        self._torn = not text.endswith(b"\n")
        first, *lines = text.split(b"\n")
        found = _object(first)
        if found is None or "evenhand" not in found:
            raise ValueError(f"{self.path}: is not a journal of tuning")
        self._check(found)
        self.header = found
        for line in lines:
            self._read_line(_object(line) or {})

    def _check(self, found: Mapping[str, Any]) -> None:
        """Refuse a journal that is about something else."""
        for name, what in DIFFERENCES.items():
            theirs, ours = found.get(name), self.header[name]
            same = theirs == ours
            if name == "base" and isinstance(theirs, Mapping):
                same = self._key(theirs) == self._key(ours)
            if name == "evenhand":
                same = same or theirs in COMPATIBLE
            if not same:
                raise ValueError(
                    f"{self.path}: is about {what} ({_short(theirs)}, not {_short(ours)});"
                    " name another journal"
                )

    def _read_line(self, line: Mapping[str, Any]) -> None:
        """Take over a line, if it is complete and about the same."""
        blocks = self.header["blocks"]
        try:
            params, columns, packed = line["params"], line["columns"], line["sums"]
            mine = line["about"] == self._digest and isinstance(params, dict)
            sums = np.frombuffer(zlib.decompress(b64decode(packed, validate=True)))
        except (KeyError, TypeError, ValueError, zlib.error):
            return
        if mine and columns in (BASIC_SUMS, F1_SUMS) and sums.size == blocks * columns:
            self.known[self._key(params)] = sums.reshape(blocks, columns)

    def _key(self, params: Mapping[str, Any]) -> str:
        """Return a text for the parameters that differ from the defaults of the system."""
        missing = object()
        own = {n: v for n, v in params.items() if self._defaults.get(n, missing) != v}
        return json.dumps(own, sort_keys=True)


def digest(table: GameTable) -> str:
    """Return a digest of the games: who played, with which results, and when."""
    found = blake2b(digest_size=16)
    for name in DIGESTED:
        column = getattr(table, name)
        found.update(b"-" if column is None else str(column.shape).encode())
        if column is not None:
            found.update(np.ascontiguousarray(column).data)
    for each in fields(table):
        if each.name not in (*DIGESTED, *NOT_DIGESTED):
            _add_column(found, each.name, getattr(table, each.name))
    found.update("\0".join(table.names).encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def _add_column(found: blake2b, name: str, column: Any) -> None:
    """Add a column, or several by name, that not every table has."""
    if isinstance(column, Mapping):
        for key, value in sorted(column.items()):
            _add_column(found, f"{name}.{key}", value)
    elif not (column is None or isinstance(column, tuple) and not column):
        array = np.asarray(column)
        array = array.astype(np.str_) if array.dtype.hasobject else array
        found.update(f"{name}{array.shape}{array.dtype.str}".encode())
        found.update(np.ascontiguousarray(array).data.tobytes())


def _default_parameters(system: RatingSystem) -> dict[str, Any]:
    """Return the defaults of a system's parameters, as a file has them."""
    try:
        return parameters(type(system)())
    except TypeError:  # some have no default
        return {}


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
