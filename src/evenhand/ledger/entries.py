"""Entries of the log: what was posted, corrected, voided, merged or set.

A block of the log holds entries of one kind that were committed together.  Results stand in it by
columns: seats and scores of all games in a row, with the number of seats of each.  Players are
numbers.  A result is known by the sequence number of its post ever after: a correction or a void
names it by that.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from evenhand.ledger.settings import Settings


class Played(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Results without their ids, which rating does not need."""

    times: list[int]
    sizes: int | list[int]  # seats of every game; one number if all have as many
    seats: list[int]
    scores: list[float]
    luck: list[float | None] | None = None
    teams: list[int] | None = None
    upload: str | None = None


class Posted(Played, frozen=True, omit_defaults=True, kw_only=True):
    """Results, each an entry of its own."""

    ids: list[str]


class Corrected(msgspec.Struct, frozen=True, omit_defaults=True):
    """One result as it should have been."""

    of: int
    time: int
    seats: list[int]
    scores: list[float]
    luck: list[float | None] | None = None
    teams: list[int] | None = None


class Voided(msgspec.Struct, frozen=True, omit_defaults=True):
    """Results that do not count, with those of an upload if it was undone."""

    of: list[int]
    upload: str | None = None


class Merged(msgspec.Struct, frozen=True):
    """A player whose games are another's."""

    player: int
    into: int


class Unmerged(msgspec.Struct, frozen=True):
    """A player whose games are the player's own again."""

    player: int


class Renamed(msgspec.Struct, frozen=True):
    """A player of whom anything else was changed, as name, club or guest."""

    player: int


class Changed(msgspec.Struct, frozen=True):
    """Settings of the ladder from now on, for all games."""

    settings: Settings


Body = Played | Corrected | Voided | Merged | Unmerged | Renamed | Changed
KINDS: dict[str, type[Body]] = {
    "results": Posted,
    "correction": Corrected,
    "void": Voided,
    "merge": Merged,
    "unmerge": Unmerged,
    "player": Renamed,
    "settings": Changed,
}
_KIND_OF: dict[type[Any], str] = {body: kind for kind, body in KINDS.items()}
_DECODERS = {kind: msgspec.json.Decoder(body) for kind, body in KINDS.items()}
_PLAYED = msgspec.json.Decoder(Played)
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Block:
    """Entries from ``first`` to ``last``, as they stand in the log."""

    first: int
    last: int
    at: int
    by: str
    body: Body

    @property
    def kind(self) -> str:
        """The word for it in the log."""
        return _KIND_OF[type(self.body)]

    def text(self) -> str:
        """Its body as the log keeps it."""
        return _encode(self.body).decode()


def read_block(first: int, last: int, kind: str, at: int, by: str, text: str) -> Block:
    """A block as it was written."""
    return Block(first, last, at, by, _DECODERS[kind].decode(text))


def read_played(first: int, last: int, kind: str, at: int, by: str, text: str) -> Block:
    """The same without the ids of results, which takes half the time."""
    decoder = _PLAYED if kind == "results" else _DECODERS[kind]
    return Block(first, last, at, by, decoder.decode(text))


def chain(digest: str, block: Block, text: str) -> str:
    """The digest of a log that goes on with a block."""
    head = f"{digest} {block.first} {block.last} {block.kind} {block.at} {block.by}\n"
    return hashlib.sha256(head.encode() + text.encode()).hexdigest()


def sizes_of(posted: Played) -> list[int]:
    """The number of seats of every game."""
    sizes = posted.sizes
    return [sizes] * len(posted.times) if isinstance(sizes, int) else sizes


def shortest(sizes: Sequence[int]) -> int | list[int]:
    """One number if all are the same.

    >>> shortest([2, 2]), shortest([2, 3])
    (2, [2, 3])
    """
    return sizes[0] if len(set(sizes)) == 1 else list(sizes)
