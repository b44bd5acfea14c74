"""Score lists of tournaments by Seeger and Fabian: reading, checking, writing.

The columns say which kind a file is: with ``declarer`` it has a row a deal, with ``player``
a row a player.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

import numpy as np

from evenhand.games.options import check_choice
from evenhand.games.protocol import ReadGames, RuleError
from evenhand.games.skat.contract import (
    NULL,
    PASSED_IN,
    Contract,
    read_contract,
    read_flag,
    read_matadors,
    read_result,
)
from evenhand.games.skat.scoring import DEFENCE_BONUS, SCORES, WrittenGame, levels
from evenhand.games.skat.seeger import Entry, ScoreList, Tally, series_table, sort_lists, totals
from evenhand.sheets import (
    SUFFIXES,
    Cells,
    Row,
    Sheet,
    collect_errors,
    is_empty,
    raise_all,
    read_sheet,
    write_sheet,
)
from evenhand.tables import GameTable, TableError

PLAYERS = ("player_1", "player_2", "player_3", "player_4")
DEALS = (
    *("list", "game", *PLAYERS, "declarer", "contract", "matadors", "schneider", "schwarz"),
    *("levels", "result", "bid", "value", "score", "time", "note"),
)
TOTALS = ("list", "player", "won", "lost", "points", "total", "games", "time", "note")
TOTALS_NEEDED = ("player", "won", "lost", "points")
CROWD = 100
"""Rows of a list of totals, beyond which it is not looked at more closely."""

OTHER_NAMES = {
    "series": "list",
    "table": "list",
    "deal": "game",
    "name": "player",
    "date": "time",
    "level": "levels",
    "kontrakt": "contract",
    "spielart": "contract",
    "spielansage": "contract",
    "wertung": "score",
    "game_value": "value",
    "liste": "list",
    "spiel": "game",
    "spieler": "player",
    "alleinspieler": "declarer",
    "spitzen": "matadors",
    "stufen": "levels",
    "ergebnis": "result",
    "reizwert": "bid",
    "spielwert": "value",
    "gewonnen": "won",
    "verloren": "lost",
    "punkte": "points",
    "gesamt": "total",
    "spiele": "games",
    "datum": "time",
    "bemerkung": "note",
    **{f"spieler_{seat}": f"player_{seat}" for seat in range(1, 5)},
}


@dataclass(frozen=True, slots=True)
class ListRows:
    """The rows of a list, their cells under our names of the columns."""

    deal_by_deal: bool
    rows: tuple[Row, ...]


def recognise(sheet: Sheet) -> ListRows:
    """Recognise a list of deals or of totals; refuse unknown, missing and repeated columns."""
    names = [_translate(title) for title in sheet.columns]
    _check_names(names, sheet)
    deal_by_deal = "declarer" in names
    if deal_by_deal:  # whether it was won is its result
        names = ["result" if name == "won" else name for name in names]
        _check_names(names, sheet)
    if not deal_by_deal and "player" not in names:
        problem = "neither a list of deals (with a column declarer) nor of totals (player)"
        raise TableError(problem, file=sheet.file)
    _check_known(names, DEALS if deal_by_deal else TOTALS, sheet)
    for name in _list_needed(names) if deal_by_deal else TOTALS_NEEDED:
        if name not in names:
            raise TableError("missing column", column=name, file=sheet.file)
    if deal_by_deal and "contract" not in names and "score" not in names:
        raise TableError("missing column (or score)", column="contract", file=sheet.file)
    return ListRows(deal_by_deal, tuple(_make_rows(sheet, names)))


def _list_needed(names: Sequence[str]) -> Sequence[str]:
    """Return the columns a list of deals must have: three players, if any is named."""
    return PLAYERS[:3] if set(PLAYERS) & set(names) else ()


def _translate(title: str) -> str:
    name = re.sub(r"[\s-]+", "_", title.strip().lower())
    return OTHER_NAMES.get(name, name)


def _make_rows(sheet: Sheet, names: Sequence[str]) -> list[Row]:
    titles = dict(zip(names, sheet.columns, strict=True))
    return [
        Row(sheet.file, number, dict(zip(names, cells, strict=True)), titles)
        for number, cells in enumerate(sheet.rows, start=1)
        if not is_empty(cells)
    ]


def _check_names(names: Sequence[str], sheet: Sheet) -> None:
    for place, name in enumerate(names):
        if not name and not is_empty([row[place] for row in sheet.rows]):
            raise TableError(f"column {place + 1} has no name", file=sheet.file)
        if name and name in names[:place]:
            raise TableError("is there twice", column=sheet.columns[place], file=sheet.file)


def _check_known(names: Sequence[str], known: Sequence[str], sheet: Sheet) -> None:
    for name, title in zip(names, sheet.columns, strict=True):
        if name and name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            problem = f"unknown column{hint}; allowed are {', '.join(known)}"
            raise TableError(problem, column=title, file=sheet.file)


T = TypeVar("T")


def group_by_list(rows: Iterable[Row], errors: list[TableError]) -> dict[str, list[Row]]:
    """Return the rows of every list; an empty name means the list of the row above."""
    lists: dict[str, list[Row]] = {}
    name = ""
    for row in rows:
        with collect_errors(errors):
            name = row.text("list") or name
            if not name and "list" in row.cells:
                raise row.error("list", "missing list")
            lists.setdefault(name, []).append(row)
    return lists


def find_common(
    column: str, rows: Sequence[Row], read: Callable[[Row], T | None], errors: list[TableError]
) -> T | None:
    """Return the one value that all rows of a list have; empty cells agree with any."""
    found: T | None = None
    for row in rows:
        with collect_errors(errors):
            value = read(row)
            if value is not None and found is not None and value != found:
                raise row.error(column, f"not the {column} of the rows above: {found}")
            found = value if found is None else found
    return found


OF_A_GAME = ("contract", "matadors", "levels", "result", "bid", "value", "score")
BLAMED = {"bid": "bid", "matadors": "matadors", "overbid": "result"}
"""The column to name when a rule is broken; else the contract."""


def read_deals(rows: Iterable[Row], errors: list[TableError]) -> list[ScoreList]:
    """Return the lists; what is wrong with any row is added to the errors."""
    lists = []
    for name, own in group_by_list(rows, errors).items():
        before = len(errors)
        with collect_errors(errors):
            players = _find_players(own)
            entries = _read_entries(own, players, errors)
            time = find_common("time", own, lambda row: row.time("time"), errors)
            if len(errors) == before:
                lists.append(ScoreList.of_entries(players, entries, name=name, time=time))
    return lists


def write_deal_rows(lists: Sequence[ScoreList]) -> tuple[list[str], list[Cells]]:
    """Return the column names and rows of some lists."""
    seats = max(len(one.players) for one in lists)
    made = ["contract", "matadors", "schneider", "schwarz", "result", "bid"]
    columns = ["list", "game", *PLAYERS[:seats], "declarer", *made, "score", "time"]
    rows: list[Cells] = []
    for one in lists:
        players = [*one.players, *[None] * (seats - len(one.players))]
        for number, entry in enumerate(one.entries, start=1):
            rows.append([one.name or None, number, *players, *_write_entry(entry, one.time)])
    return columns, rows


def _write_entry(entry: Entry, time: datetime | None) -> Cells:
    cells: list[str | int | None] = [None] * 6
    if entry.game:
        game = entry.game
        result = "won" if game.won else "lost"
        marks = ["yes" if made else None for made in (game.schneider, game.schwarz)]
        cells = [str(game.contract), game.matadors or None, *marks, result, game.bid]
    return [entry.declarer, *cells, entry.score, time and time.isoformat()]


def _find_players(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return those whom the first row names; without columns for players all who declare."""
    if PLAYERS[0] in rows[0].cells:
        return _read_players(rows[0])
    declarers = (row.text("declarer") for row in rows)
    names = tuple(dict.fromkeys(name for name in declarers if name.lower() not in PASSED_IN))
    if len(names) not in DEFENCE_BONUS:
        problem = f"{len(names)} declarers, but a table has three or four players"
        raise rows[0].error("declarer", f"{problem}; name them in player_1 to player_3")
    return names


def _read_players(row: Row) -> tuple[str, ...]:
    """Return the players that a row names."""
    names = [row.text(seat) for seat in PLAYERS]
    while names and not names[-1]:
        names.pop()
    for place, (seat, name) in enumerate(zip(PLAYERS, names, strict=False)):
        if not name:
            raise row.error(seat, "missing player")
        if name in names[:place]:
            raise row.error(seat, f"{name!r} sits twice at the table")
    if len(names) < 3:
        raise row.error(PLAYERS[len(names)], "missing player; a table has three or four")
    return tuple(names)


def _read_entries(
    rows: Sequence[Row], players: Sequence[str], errors: list[TableError]
) -> list[Entry]:
    entries: list[Entry] = []
    numbers: set[int] = set()
    for row in rows:
        with collect_errors(errors):
            number = row.whole("game")
            if number in numbers:
                raise row.error("game", f"game {number} is there twice in one list")
            if number is not None:
                numbers.add(number)
            if any(row.text(seat) for seat in PLAYERS) and _read_players(row) != players:
                raise row.error(PLAYERS[0], f"not the list's players {', '.join(players)}")
            entries.append(_read_entry(row, players))
    return entries


def _read_entry(row: Row, players: Sequence[str]) -> Entry:
    declarer = _read_declarer(row, players)
    if declarer is None:
        for column in OF_A_GAME:
            if row.mark(column).lower() not in PASSED_IN | {"0", "false"}:
                raise row.error("declarer", f"missing declarer ({column} is given)")
        return Entry()
    if not row.text("contract"):
        return Entry(declarer, _read_score(row))
    game = _read_game(row)
    for column, expected in (("value", game.settlement.value), ("score", game.score)):
        found = row.whole(column)
        if found is not None and found != expected:
            raise row.error(column, f"expected {expected}, found {found} ({game.spell_out()})")
    return Entry.of(declarer, game)


def _read_declarer(row: Row, players: Sequence[str]) -> str | None:
    """Return a player by name or seat number; None if the deal was passed in."""
    text = row.text("declarer")
    if text in players:
        return text
    if text.lower() in PASSED_IN:
        return None
    seats = {str(seat): player for seat, player in enumerate(players, start=1)}
    if text not in seats:
        table = ", ".join(players)
        raise row.error("declarer", f"{text!r} is not at the table of {table}")
    return seats[text]


def _read_score(row: Row) -> int:
    """Return the score of a game of which nothing else is written down."""
    for column in ("matadors", "levels", "value"):
        if row.text(column):
            raise row.error("contract", f"missing contract ({column} is given)")
    score = row.whole("score")
    if score is None:
        raise row.error("contract", "missing contract or score")
    if score not in SCORES:
        raise row.error("score", f"no game counts {score}")
    if row.mark("result") and row.read("result", read_result) != (score > 0):
        raise row.error("result", f"does not fit the score {score}")
    return score


def _read_game(row: Row) -> WrittenGame:
    contract = row.read("contract", read_contract)
    matadors = 0
    if row.text("matadors"):
        matadors = row.read("matadors", read_matadors)
    elif contract.game != NULL:
        raise row.error("matadors", "missing matadors")
    schneider, schwarz = _read_made(row, contract, matadors)
    won, bid = _read_won(row), row.whole("bid")
    try:
        return WrittenGame(contract, matadors, schneider, schwarz, won, bid)
    except RuleError as problem:
        raise row.error(BLAMED.get(problem.rule, "contract"), problem.problem) from None


def _read_won(row: Row) -> bool:
    if row.mark("result"):
        return row.read("result", read_result)
    score = row.whole("score")
    if not score:
        raise row.error("result", "missing result")
    return score > 0


def _read_made(row: Row, contract: Contract, matadors: int) -> tuple[bool, bool]:
    """Return whether schneider and schwarz were made, by their columns or the number of levels."""
    schneider, schwarz = row.read("schneider", read_flag), row.read("schwarz", read_flag)
    if contract.game == NULL and row.text("levels"):
        raise row.error("levels", "null has no levels")
    word = row.text("levels").lower()
    if word in ("schneider", "schwarz"):
        return True, schwarz or word == "schwarz"
    wanted = row.whole("levels")
    if wanted is None:
        return schneider, schwarz
    for made in ((False, False), (True, False), (True, True)):
        fits = made[0] >= schneider and made[1] >= schwarz
        count = levels(contract, matadors, schneider=made[0], schwarz=made[1])
        if fits and count == wanted:
            return made
    game = f"{contract.describe()} with or without {abs(matadors)}"
    raise row.error("levels", f"{wanted} levels do not fit {game}")


LEAST_WON, MOST_WON = min(s for s in SCORES if s > 0), max(SCORES)
LEAST_LOST, MOST_LOST = max(s for s in SCORES if s < 0), min(SCORES)


def read_totals(rows: Iterable[Row], errors: list[TableError]) -> list[ScoreList]:
    """Return the lists; what is wrong with any row is added to the errors."""
    lists = []
    for name, own in group_by_list(rows, errors).items():
        before = len(errors)
        lines = _read_tallies(own, errors)
        time = find_common("time", own, lambda row: row.time("time"), errors)
        deals = find_common("games", own, lambda row: row.whole("games"), errors)
        _check_list(name, own, lines, deals, errors)
        if len(errors) == before:
            lists.append(ScoreList(tuple(line for line in lines if line), name, time, deals))
    return lists


def write_total_rows(lists: Sequence[ScoreList]) -> tuple[list[str], list[Cells]]:
    """Return the column names and rows of some lists."""
    columns = ["list", "player", "won", "lost", "points", "total", "games", "time"]
    rows: list[Cells] = []
    for one in lists:
        time = one.time and one.time.isoformat()
        for line, total in zip(one.tallies, one.totals, strict=True):
            said = (line.player, line.won, line.lost, line.points, total)
            rows.append([one.name or None, *said, one.deals, time])
    return columns, rows


def _read_tallies(rows: Sequence[Row], errors: list[TableError]) -> list[Tally | None]:
    """Return the tally of each row; None if the row is wrong."""
    tallies: list[Tally | None] = []
    for row in rows:
        line = None
        with collect_errors(errors):
            line = _read_tally(row)
            if any(other and line.player == other.player for other in tallies):
                line = None
                raise row.error("player", f"{row.text('player')!r} is there twice in one list")
        tallies.append(line)
    return tallies


def _read_tally(row: Row) -> Tally:
    player = row.text("player")
    if not player:
        raise row.error("player", "missing player")
    line = Tally(player, row.count("won"), row.count("lost"), row.needed("points"))
    low = LEAST_WON * line.won + MOST_LOST * line.lost
    high = MOST_WON * line.won + LEAST_LOST * line.lost
    if not low <= line.points <= high:
        games = f"{line.won} won and {line.lost} lost games"
        problem = f"{games} make {low} to {high} points, not {line.points}"
        raise row.error("points", problem)
    return line


def _check_list(
    name: str,
    rows: Sequence[Row],
    lines: Sequence[Tally | None],
    deals: int | None,
    errors: list[TableError],
) -> None:
    """Check what the rows of a list say together."""
    which = _name_list(name)
    if len(rows) not in DEFENCE_BONUS:
        problem = f"{which} has {len(rows)} players; a table has three or four"
        errors.append(rows[min(len(rows), 5) - 1].error("player", problem))
        return
    played = sum(line.games for line in lines if line)
    if deals is not None and deals < max(played, 1):
        problem = f"{which} has {played} games won or lost, but {deals} games in all"
        errors.append(rows[0].error("games", problem if played else "a list has at least one game"))
    for row, total in zip(rows, _find_totals(rows, lines), strict=True):
        with collect_errors(errors):
            found = row.needed("total") if "total" in row.cells else total
            if total is not None and found != total:
                raise row.error("total", f"expected {total}, found {found}")


def _find_totals(rows: Sequence[Row], lines: Sequence[Tally | None]) -> Sequence[int | None]:
    """Return the total of each row that is right, as long as the lost games of all are known."""
    try:
        known = [
            line or Tally(str(place), lost=row.count("lost"))
            for place, (row, line) in enumerate(zip(rows, lines, strict=True))
        ]
    except TableError:
        return [None] * len(rows)
    expected = zip(lines, totals(known), strict=True)
    return [total if line else None for line, total in expected]


RowsOf = Callable[[Sequence[ScoreList]], tuple[list[str], list[Cells]]]


def read_lists(path: str | Path) -> list[ScoreList]:
    """Read the lists of a file in the order of their first rows; raises all that is wrong."""
    sheet = read_sheet(Path(path))
    errors: list[TableError] = []
    lists, _ = read_sheet_lists(sheet, errors)
    raise_all(errors)
    return lists


def read_sheet_lists(sheet: Sheet, errors: list[TableError]) -> tuple[list[ScoreList], list[Row]]:
    """Read the lists of a sheet, and the first row of each, in the order of these rows.

    Every wrong row adds an error; lists with such a row are left out.
    """
    kind = recognise(sheet)
    if not kind.rows:
        raise TableError("no rows", file=sheet.file)
    errors += sheet.errors
    broken = {error.row for error in errors}
    rows = [row for row in kind.rows if row.number not in broken]
    if not kind.deal_by_deal:
        rows = _leave_out_crowds(rows, errors)
    lists = (read_deals if kind.deal_by_deal else read_totals)(rows, errors)
    first = {name: own[0] for name, own in group_by_list(rows, []).items()}
    return lists, [first[one.name] for one in lists]


def _leave_out_crowds(rows: Sequence[Row], errors: list[TableError]) -> list[Row]:
    """Return the rows without lists of very many players, and add an error for each such list."""
    crowds = {name: own for name, own in group_by_list(rows, []).items() if len(own) > CROWD}
    for name, own in crowds.items():
        problem = f"{_name_list(name)} has {len(own):,} players; a table has three or four"
        errors.append(own[0].error("player", problem))
    out = {row.number for own in crowds.values() for row in own}
    return [row for row in rows if row.number not in out]


def _name_list(name: str) -> str:
    return f"list {name}" if name else "the list"


NO_LISTS = GameTable((), np.zeros((0, 3), np.int32), np.zeros((0, 3)))


@dataclass(frozen=True, slots=True)
class SeegerLists:
    """Reads score lists: a row of the table is a whole list, its totals are the scores."""

    kind: str = "seeger-list"
    suffixes: tuple[str, ...] = SUFFIXES
    has_luck: bool = False

    @property
    def aliases(self) -> Mapping[str, str]:
        """Other names of columns, in lower case, and the column that each of them means."""
        return OTHER_NAMES

    def recognises(self, columns: Sequence[str]) -> bool:
        """Return whether columns are those of a list, or are meant to be.

        >>> lists = SeegerLists()
        >>> lists.recognises(["Liste", "Spieler", "Gewonnen"])
        True
        >>> lists.recognises(["game", "player", "score"])
        False
        """
        names = {_translate(title) for title in columns}
        return "declarer" in names or ("player" in names and bool(names & {*TOTALS_NEEDED[1:]}))

    def read(
        self,
        source: Sheet | Path,
        errors: list[TableError],
        *,
        rules: object = None,
        luck: str = "none",
    ) -> ReadGames:
        """Read the lists of a sheet; ``rules`` make no difference to totals that are written down.

        Every wrong row adds an error; lists with such a row are left out.
        """
        check_choice("luck", luck, ("none",))
        sheet = read_sheet(source) if isinstance(source, Path) else source
        lists, first = read_sheet_lists(sheet, errors)
        if any(one.time for one in lists):
            for one, row in zip(lists, first, strict=True):
                if one.time is None:
                    problem = f"list {one.name!r} has no time, but others have"
                    errors.append(row.error("time", problem))
            timed = [place for place, one in enumerate(lists) if one.time]
            lists, first = [lists[place] for place in timed], [first[place] for place in timed]
        if not lists:
            return ReadGames(NO_LISTS, ())
        rows = {one.name: row.number for one, row in zip(lists, first, strict=True)}
        return ReadGames(series_table(lists), tuple(rows[one.name] for one in sort_lists(lists)))


def write_deals(lists: Sequence[ScoreList], path: str | Path) -> None:
    """Write every deal of some lists."""
    for one in lists:
        if not one.entries:
            raise TableError(f"of list {one.name!r} the deals are not known", file=str(path))
    _write(lists, path, write_deal_rows)


def write_totals(lists: Sequence[ScoreList], path: str | Path) -> None:
    """Write the totals of some lists."""
    _write(lists, path, write_total_rows)


def _write(lists: Sequence[ScoreList], path: str | Path, rows_of: RowsOf) -> None:
    names = [one.name for one in lists]
    if not lists:
        raise TableError("no lists to write", file=str(path))
    if len(lists) > 1 and (not all(names) or len(set(names)) < len(names)):
        raise TableError("several lists need names of their own", column="list", file=str(path))
    columns, rows = rows_of(lists)
    kept = [
        place
        for place, name in enumerate(columns)
        if name in ("declarer", *TOTALS_NEEDED) or any(row[place] is not None for row in rows)
    ]
    cells = [[row[place] for place in kept] for row in rows]
    write_sheet(Path(path), [columns[place] for place in kept], cells)
