"""Lists of deals: a row a deal, with its declarer, contract and result."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from evenhand.games.moves import RuleError
from evenhand.games.skat.contract import NULL, Contract
from evenhand.games.skat.lists.columns import SEATS
from evenhand.games.skat.lists.rows import by_list, common
from evenhand.games.skat.lists.score_list import ScoreList
from evenhand.games.skat.seeger import DEFENCE_BONUS, Entry
from evenhand.games.skat.values import levels
from evenhand.games.skat.words import (
    PASSED_IN,
    read_contract,
    read_mark,
    read_matadors,
    read_result,
)
from evenhand.games.skat.written import SCORES, WrittenGame
from evenhand.sheets import Cells, Row, collect_errors
from evenhand.tables import TableError

OF_A_GAME = ("contract", "matadors", "levels", "result", "bid", "value", "score")
BLAMED = {"bid": "bid", "matadors": "matadors", "overbid": "result"}
"""The column to name when a rule is broken; else the contract."""


def read_deals(rows: Iterable[Row], errors: list[TableError]) -> list[ScoreList]:
    """The lists; what is wrong with any row is added to the errors."""
    lists = []
    for name, own in by_list(rows, errors).items():
        before = len(errors)
        with collect_errors(errors):
            players = _players_of(own)
            entries = _entries(own, players, errors)
            time = common("time", own, lambda row: row.time("time"), errors)
            if len(errors) == before:
                lists.append(ScoreList.of_entries(players, entries, name=name, time=time))
    return lists


def write_deal_rows(lists: Sequence[ScoreList]) -> tuple[list[str], list[Cells]]:
    """The column names and rows of some lists."""
    seats = max(len(one.players) for one in lists)
    made = ["contract", "matadors", "schneider", "schwarz", "result", "bid"]
    columns = ["list", "game", *SEATS[:seats], "declarer", *made, "score", "time"]
    rows: list[Cells] = []
    for one in lists:
        players = [*one.players, *[None] * (seats - len(one.players))]
        for number, entry in enumerate(one.entries, start=1):
            rows.append([one.name or None, number, *players, *_written(entry, one.time)])
    return columns, rows


def _written(entry: Entry, time: datetime | None) -> Cells:
    cells: list[str | int | None] = [None] * 6
    if entry.game:
        game = entry.game
        result = "won" if game.won else "lost"
        marks = ["yes" if made else None for made in (game.schneider, game.schwarz)]
        cells = [str(game.contract), game.matadors or None, *marks, result, game.bid]
    return [entry.declarer, *cells, entry.score, time and time.isoformat()]


def _players_of(rows: Sequence[Row]) -> tuple[str, ...]:
    """Those whom the first row names; without columns for players all who declare."""
    if SEATS[0] in rows[0].cells:
        return _players(rows[0])
    declarers = (row.text("declarer") for row in rows)
    names = tuple(dict.fromkeys(name for name in declarers if name.lower() not in PASSED_IN))
    if len(names) not in DEFENCE_BONUS:
        problem = f"{len(names)} declarers, but a table has three or four players"
        raise rows[0].error("declarer", f"{problem}; name them in player_1 to player_3")
    return names


def _players(row: Row) -> tuple[str, ...]:
    """The players that a row names."""
    names = [row.text(seat) for seat in SEATS]
    while names and not names[-1]:
        names.pop()
    for place, (seat, name) in enumerate(zip(SEATS, names, strict=False)):
        if not name:
            raise row.error(seat, "missing player")
        if name in names[:place]:
            raise row.error(seat, f"{name!r} sits twice at the table")
    if len(names) < 3:
        raise row.error(SEATS[len(names)], "missing player; a table has three or four")
    return tuple(names)


def _entries(rows: Sequence[Row], players: Sequence[str], errors: list[TableError]) -> list[Entry]:
    entries: list[Entry] = []
    numbers: set[int] = set()
    for row in rows:
        with collect_errors(errors):
            number = row.whole("game")
            if number in numbers:
                raise row.error("game", f"game {number} is there twice in one list")
            if number is not None:
                numbers.add(number)
            if any(row.text(seat) for seat in SEATS) and _players(row) != players:
                raise row.error(SEATS[0], f"not the list's players {', '.join(players)}")
            entries.append(_entry(row, players))
    return entries


def _entry(row: Row, players: Sequence[str]) -> Entry:
    declarer = _declarer(row, players)
    if declarer is None:
        for column in OF_A_GAME:
            if row.mark(column).lower() not in PASSED_IN | {"0", "false"}:
                raise row.error("declarer", f"missing declarer ({column} is given)")
        return Entry()
    if not row.text("contract"):
        return Entry(declarer, _bare_score(row))
    game = _game(row)
    for column, expected in (("value", game.worth.value), ("score", game.score)):
        found = row.whole(column)
        if found is not None and found != expected:
            raise row.error(column, f"expected {expected}, found {found} ({game.spelled()})")
    return Entry.of(declarer, game)


def _declarer(row: Row, players: Sequence[str]) -> str | None:
    """A player by name or seat number; None if the deal was passed in."""
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


def _bare_score(row: Row) -> int:
    """The score of a game of which nothing else is written down."""
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


def _game(row: Row) -> WrittenGame:
    contract = row.read("contract", read_contract)
    matadors = 0
    if row.text("matadors"):
        matadors = row.read("matadors", read_matadors)
    elif contract.game != NULL:
        raise row.error("matadors", "missing matadors")
    schneider, schwarz = _made(row, contract, matadors)
    won, bid = _won(row), row.whole("bid")
    try:
        return WrittenGame(contract, matadors, schneider, schwarz, won, bid)
    except RuleError as problem:
        raise row.error(BLAMED.get(problem.rule, "contract"), problem.problem) from None


def _won(row: Row) -> bool:
    if row.mark("result"):
        return row.read("result", read_result)
    score = row.whole("score")
    if not score:
        raise row.error("result", "missing result")
    return score > 0


def _made(row: Row, contract: Contract, matadors: int) -> tuple[bool, bool]:
    """Whether schneider and schwarz were made, by their marks or the number of levels."""
    schneider, schwarz = row.read("schneider", read_mark), row.read("schwarz", read_mark)
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
