"""Many ISS records as columns.

What a record states about the result - card points, tricks, score - stands, also where
somebody gave up, left or ran out of time; then the cards that were not played are missing.
Records that count for no list, of games that go on or ended by a penalty, are left out.
"""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np

from evenhand.games.skat.iss.columns import columns_of, times_of
from evenhand.games.skat.iss.files import OnError, numbered_lines, refuse, text_of
from evenhand.games.skat.iss.line import parse_iss
from evenhand.games.skat.iss.pieces import Pieces
from evenhand.games.skat.iss.playback import check
from evenhand.games.skat.iss.record import Record
from evenhand.games.skat.many_games import Games
from evenhand.tables import TableError, Times

BLOCK = 8192  # records that are made columns together

Players = list[tuple[str, str, str]]
"""Who played each game, in the order of the seats."""

_Lines = list[tuple[int, bytes]]


def games_of_records(records: Iterable[Record]) -> tuple[Games, Players]:
    """The games of records, and their players.

    A record that contradicts itself raises a TableError that names the game, from 1.
    """
    counted = [(number, record) for number, record in enumerate(records, 1) if record.counts]
    parts = [columns_of([])[0]]
    for start in range(0, len(counted), BLOCK):
        block = counted[start : start + BLOCK]
        games, wrong = columns_of([Pieces.of(record) for _, record in block])
        for number, record in (block[row] for row in np.flatnonzero(wrong)):
            problem = _what_is_wrong(record)
            raise TableError(f"game {number}: {problem.problem}", column=problem.column)
        parts.append(games)
    return Games.joined(parts), [record.players for _, record in counted]


def read_iss_games(
    path: str | Path, on_error: OnError | None = None
) -> tuple[Games, Players, list[str], Times]:
    """The games of a file, their players, series and times (``columns.NO_TIME`` if unknown).

    The same games as ``games_of_records(read_iss(path))``, several times faster.  Broken lines
    are refused or left out as by ``each_record``; and so is, here, what contradicts itself: a
    card played twice or out of turn, a declarer who did not announce the game.
    """
    pieces: list[Pieces] = []
    games, times = [columns_of([])[0]], [times_of([])[0]]
    lines = numbered_lines(path)
    while block := list(islice(lines, BLOCK)):
        kept, columns, moments = _read_block(block, path, on_error)
        pieces += kept
        games.append(columns)
        times.append(moments)
    players = [(p.fore.decode(), p.middle.decode(), p.rear.decode()) for p in pieces]
    series = [p.series.decode() for p in pieces]
    return Games.joined(games), players, series, np.concatenate(times)


def _read_block(
    block: _Lines, path: str | Path, on_error: OnError | None
) -> tuple[list[Pieces], Games, Times]:
    lines: _Lines = []
    kept: list[Pieces] = []
    for row, line in block:
        plain = line if line.isascii() else text_of(line).encode()
        try:
            pieces = Pieces.cut(plain) or _with_care(plain)
        except TableError as error:
            refuse(error, row, path, on_error)
            continue
        if pieces is not None:
            lines.append((row, plain))
            kept.append(pieces)
    games, wrong = columns_of(kept)
    times, no_times = times_of(kept)
    wrong |= no_times
    if not wrong.any():
        return kept, games, times
    for row, line in (lines[n] for n in np.flatnonzero(wrong)):
        refuse(_what_is_wrong(line), row, path, on_error)
    right = np.flatnonzero(~wrong)
    return [kept[n] for n in right], games.take(right), times[right]


def _with_care(line: bytes) -> Pieces | None:
    """The pieces of a record in any form; None if it does not count."""
    record = parse_iss(line.decode())
    return Pieces.of(record) if record.counts else None


def _what_is_wrong(game: Record | bytes) -> TableError:
    """In words, what makes a game contradict itself."""
    try:
        words = check(game if isinstance(game, Record) else parse_iss(game.decode()))
    except TableError as error:
        return error
    return TableError(words[0] if words else "contradicts itself", column="MV")
