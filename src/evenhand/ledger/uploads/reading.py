"""Uploaded files: recognised, read within limits, and every wrong row told."""

from collections.abc import Iterable, Sequence

from evenhand.games import Reader, game, names
from evenhand.ledger.uploads.cleaning import clean_sheet
from evenhand.ledger.uploads.games import list_games, read_games
from evenhand.ledger.uploads.kinds import file_kind
from evenhand.ledger.uploads.limits import USUAL, Limits, UploadError, refuse_more
from evenhand.ledger.uploads.lookalikes import lookalikes
from evenhand.ledger.uploads.sheets import Found, read_cells
from evenhand.ledger.uploads.upload import Problem, Upload, UploadedGame
from evenhand.sheets import Sheet, is_empty
from evenhand.tables import FAILURES, TableError


def read_upload(
    content: bytes, filename: str, *, limits: Limits = USUAL, known: Iterable[str] = ()
) -> Upload:
    r"""The games of a file, or everything that is wrong with it.

    ``known`` are the names of the ladder, with which new names are compared.  A file of which
    nothing can be read raises an UploadError; nothing else is ever raised.

    >>> read_upload(b"player_1,player_2,score_1,score_2\nAnna,Ben,3,1\n", "a.csv").games[0].players
    ('Anna', 'Ben')
    >>> print(*read_upload(b"game,player,score\n1,Anna,much\n1,Ben,3\n", "a.csv").problems)
    row 1, column score: not a number: 'much'
    """
    try:
        return _read(content, filename, limits, known)
    except UploadError:
        raise
    except (Exception, *FAILURES) as error:  # whatever a damaged file leads to
        raise UploadError("the file cannot be read; it may be damaged") from error


def _read(content: bytes, filename: str, limits: Limits, known: Iterable[str]) -> Upload:
    if not content:
        raise UploadError("the file is empty")
    refuse_more(len(content), limits.size, "bytes")
    found = read_cells(content, file_kind(content, filename), limits)
    reader = find_reader(found.sheet.columns)
    aliases = _collect_aliases() if reader is None else reader.aliases
    clean = clean_sheet(found.sheet, limits, aliases)
    errors: list[TableError] = []
    games: list[UploadedGame] = []
    try:
        if reader is None:
            games = read_games(Found(clean.sheet, found.decimal_comma), limits, errors)
        else:
            games = _read_by(reader, clean.sheet, errors)
    except TableError as error:
        errors.append(error)
    return Upload(
        "games" if reader is None else reader.kind,
        sum(not is_empty(row) for row in clean.sheet.rows),
        () if errors else tuple(games),
        _told(sorted(map(Problem.of, errors), key=_place), limits),
        _told(lookalikes(clean.places, known), limits),
    )


def find_reader(columns: Sequence[str]) -> Reader | None:
    """Return the reader of a game that knows files with these columns; None if no game does.

    >>> reader = find_reader(["Liste", "Spieler", "Gewonnen"])
    >>> reader.kind if reader else None
    'seeger-list'
    >>> find_reader(["game", "player", "score"])
    """
    return next((one for one in _list_readers() if one.recognises(columns)), None)


def _list_readers() -> list[Reader]:
    return [reader for name in names() for reader in game(name).readers]


def _collect_aliases() -> dict[str, str]:
    return {alias: name for reader in _list_readers() for alias, name in reader.aliases.items()}


def _read_by(reader: Reader, sheet: Sheet, errors: list[TableError]) -> list[UploadedGame]:
    table, rows = reader.read(sheet, errors)
    if errors:
        return []
    ids = [""] * len(rows) if table.game is None else [str(one) for one in table.game]
    return list_games(table, rows, ids)


def _place(problem: Problem) -> tuple[bool, int]:
    """By row; what is not about one row comes last."""
    return problem.row is None, problem.row or 0


def _told(problems: Sequence[Problem], limits: Limits) -> tuple[Problem, ...]:
    """As many as are told, and a last one if there are more."""
    told = tuple(problems[: limits.problems])
    if len(problems) <= len(told):
        return told
    return (*told, Problem(None, "", f"there is more than these {len(told):,}"))
