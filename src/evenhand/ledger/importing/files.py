"""Files read for a ladder: games as any command reads them, and the lists of a game.

A game is known by the id that its file gives it, else by its row in this very file: then the id
is the digest of the file and the number of the row, the same as if the file was uploaded.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.ledger.importing.games import FileGames, Places
from evenhand.ledger.importing.upload_ids import upload_id
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.names import clean_name
from evenhand.ledger.uploads import Limits, Problem, Upload, UploadedGame, UploadError, read_upload
from evenhand.ledger.uploads.lookalikes import lookalikes
from evenhand.ledger.uploads.reading import find_reader
from evenhand.ledger.uploads.text_rows import separator_of, text_rows
from evenhand.sheets import RowsError, read_sheet
from evenhand.tables import EMPTY, ColumnMap, GameTable, TableError, read_game_file

LIMITS = Limits()
MOST_COMPARED = 100_000  # names of a file and of its ladder, to find those that look alike
DIGITS = 6  # of the number of a row, at least
NOT_KEPT = ("home", "context", "margin", "weight")  # what tables of games may have besides
PLAIN = r"^[!-~]([ -~]{0,198}[!-~])?$"  # an id that needs no cleaning


def read_file(
    ledger: Ledger,
    ladder: Ladder,
    path: Path,
    columns: Mapping[str, Any] | None = None,
    *,
    remark: Callable[[str], object] | None = None,
) -> FileGames:
    """Read the games of a CSV, Parquet or XLSX file, or find everything that is wrong with it.

    ``columns`` names the columns of a file with a layout of its own; if a common layout is
    recognised, ``remark`` is called with a sentence that says how the file was read.
    """
    if not columns and _has_reader(path):
        return _read_lists(ledger, ladder, path)
    try:
        return _read_games(ledger, ladder, path, columns or {}, remark)
    except TableError as error:
        everything = None if columns or error.row is None else _everything_wrong(path)
        raise everything or error from None


def _has_reader(path: Path) -> bool:
    """Return whether a game knows such files, by the names of their columns."""
    if path.suffix.lower() == ".xlsx" and path.is_file():
        return find_reader(read_sheet(path).columns) is not None
    if path.suffix.lower() != ".csv" or not path.is_file():
        return False
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        line = next((line for line in file if line.strip()), "")
    try:
        columns = [str(cell) for cell in next(text_rows(line, separator_of(line)), [])]
        return find_reader(columns) is not None
    except UploadError:
        return False


def _read_games(
    ledger: Ledger,
    ladder: Ladder,
    path: Path,
    columns: Mapping[str, Any],
    remark: Callable[[str], object] | None,
) -> FileGames:
    found = read_game_file(path, **columns)
    _check_kept(found.columns, ladder, str(path))
    if found.columns.is_recognised and remark is not None:
        remark(found.columns.remark())
    table = replace(found.table, home=None)
    rows = np.where(found.row == EMPTY, len(found.frame), found.row).min(axis=1) + 1
    upload = _upload_id(ledger, ladder, path)
    if table.game is not None:
        names = pl.Series(found.columns.game, table.game.tolist()).cast(pl.String)
        ids = _clean_ids(names, rows, str(path))
    else:
        digits = max(DIGITS, len(str(len(rows))))
        ids = [f"{upload}/{row:0{digits}}" for row in rows.tolist()]
    players = _clean_players(table, rows, str(path))
    warnings = _lookalikes(ladder, table, players, rows)
    return FileGames(table, ids, players, rows, upload, "games", str(path), warnings)


def _check_kept(columns: ColumnMap, ladder: Ladder, file: str) -> None:
    """Refuse columns that would change ratings, but that results of a ladder do not have."""
    for role in NOT_KEPT:
        name = getattr(columns, role)
        if name:
            column = name if isinstance(name, str) else name[0]
            problem = f"results of a ladder have no {role}; leave this column out"
            raise TableError(problem, column=column, file=file)
    if ladder.standing.system.advantage and columns.neutral:
        problem = "this ladder has a home advantage and knows no neutral ground; leave this out"
        raise TableError(problem, column=columns.neutral, file=file)
    if ladder.standing.system.advantage and columns.winner_first:
        problem = "this ladder has a home advantage, which would go to every winner; name players"
        raise TableError(f"{problem} and scores instead", column=columns.players[0], file=file)


def _clean_ids(names: pl.Series, rows: Places, file: str) -> list[str]:
    """Ids as results have them, each only once."""
    ids: list[str] = names.to_list()
    if names.str.contains(PLAIN).all():
        return ids  # and each is there once, or the table would not have been made
    seen: dict[str, int] = {}
    for place, name in enumerate(ids):
        row = int(rows[place])
        try:
            ids[place] = clean_name(name)
        except ValueError as problem:
            raise TableError(str(problem), row=row, column=names.name, file=file) from None
        if seen.setdefault(ids[place], row) != row:
            again = f"this id is that of row {seen[ids[place]]} too"
            raise TableError(again, row=row, column=names.name, file=file)
    return ids


def _clean_players(table: GameTable, rows: Places, file: str) -> list[str]:
    """The ids of players by the names of a table."""
    players = []
    for number, name in enumerate(table.names):
        try:
            players.append(clean_name(name))
        except ValueError as problem:
            place = int((table.seats == number).any(axis=1).argmax())
            raise TableError(str(problem), row=int(rows[place]), file=file) from None
    return players


def _lookalikes(
    ladder: Ladder, table: GameTable, players: list[str], rows: Places
) -> tuple[str, ...]:
    """What is doubtful about the names of players who are new."""
    if len(players) + len(ladder.roster) > MOST_COMPARED:
        return ()
    first = _first_places(table)
    places = {name: (int(rows[first[n]]), "") for n, name in enumerate(players) if n in first}
    return tuple(map(str, lookalikes(places, ladder.roster.names)))


def _first_places(table: GameTable) -> dict[int, int]:
    """In which game each player sits first."""
    numbers, at = np.unique(table.seats.ravel(), return_index=True)
    found = dict(zip(numbers.tolist(), (at // table.width).tolist(), strict=True))
    found.pop(EMPTY, None)
    return found


def _upload_id(ledger: Ledger, ladder: Ladder, path: Path) -> str:
    with path.open("rb") as file:
        return upload_id(ledger, ladder, hashlib.file_digest(file, "sha256").hexdigest())


def _everything_wrong(path: Path) -> TableError | None:
    """Every wrong row of a file that is not large, as far as those who upload it are told."""
    if not path.is_file() or path.stat().st_size > LIMITS.size:
        return None
    try:
        found = read_upload(path.read_bytes(), path.name, limits=LIMITS)
    except UploadError:
        return None
    if any(problem.row is None for problem in found.problems):
        return None  # a layout of others, which uploads do not read
    return _error(path, found)


def _error(path: Path, found: Upload) -> TableError | None:
    errors = [_of(problem, str(path)) for problem in found.problems]
    return None if not errors else errors[0] if len(errors) == 1 else RowsError(errors)


def _of(problem: Problem, file: str) -> TableError:
    return TableError(problem.problem, row=problem.row, column=problem.column, file=file)


def _read_lists(ledger: Ledger, ladder: Ladder, path: Path) -> FileGames:
    try:
        known = ladder.roster.names
        found = read_upload(path.read_bytes(), path.name, limits=LIMITS, known=known)
    except UploadError as problem:
        raise TableError(str(problem), file=str(path)) from None
    error = _error(path, found)
    if error is not None:
        raise error
    games = sorted(found.games, key=lambda game: (game.played_at or 0, game.key))
    upload = _upload_id(ledger, ladder, path)
    table = _table(games)
    return FileGames(
        table,
        [f"{upload}/{game.key}" for game in games],
        table.names,
        np.array([game.row for game in games], np.int64),
        upload,
        found.kind,
        str(path),
        tuple(map(str, found.warnings)),
    )


def _table(games: list[UploadedGame]) -> GameTable:
    """Lists as games: the totals are their scores."""
    table = GameTable.from_games(dict(zip(g.players, g.scores, strict=True)) for g in games)
    if games[0].played_at is None:
        return table
    time: NDArray[np.int64] = np.array([game.played_at for game in games], np.int64)
    return GameTable(table.names, table.seats, table.score, time=time)
