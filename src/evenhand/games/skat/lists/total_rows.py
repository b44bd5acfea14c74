"""Lists of totals: a row a player, with the games won and lost, the points and the total."""

from collections.abc import Iterable, Sequence

from evenhand.games.skat.lists.rows import by_list, common
from evenhand.games.skat.lists.score_list import ScoreList
from evenhand.games.skat.seeger import DEFENCE_BONUS, Tally, totals
from evenhand.games.skat.written import SCORES
from evenhand.sheets import Cells, Row, collect_errors
from evenhand.tables import TableError

LEAST_WON, MOST_WON = min(s for s in SCORES if s > 0), max(SCORES)
LEAST_LOST, MOST_LOST = max(s for s in SCORES if s < 0), min(SCORES)


def read_totals(rows: Iterable[Row], errors: list[TableError]) -> list[ScoreList]:
    """The lists; what is wrong with any row is added to the errors."""
    lists = []
    for name, own in by_list(rows, errors).items():
        before = len(errors)
        lines = _tallies(own, errors)
        time = common("time", own, lambda row: row.time("time"), errors)
        deals = common("games", own, lambda row: row.whole("games"), errors)
        _check_list(name, own, lines, deals, errors)
        if len(errors) == before:
            lists.append(ScoreList(tuple(line for line in lines if line), name, time, deals))
    return lists


def write_total_rows(lists: Sequence[ScoreList]) -> tuple[list[str], list[Cells]]:
    """The column names and rows of some lists."""
    columns = ["list", "player", "won", "lost", "points", "total", "games", "time"]
    rows: list[Cells] = []
    for one in lists:
        time = one.time and one.time.isoformat()
        for line, total in zip(one.tallies, one.totals, strict=True):
            said = (line.player, line.won, line.lost, line.points, total)
            rows.append([one.name or None, *said, one.deals, time])
    return columns, rows


def _tallies(rows: Sequence[Row], errors: list[TableError]) -> list[Tally | None]:
    """What each row says; None if it is wrong."""
    tallies: list[Tally | None] = []
    for row in rows:
        line = None
        with collect_errors(errors):
            line = _tally(row)
            if any(other and line.player == other.player for other in tallies):
                line = None
                raise row.error("player", f"{row.text('player')!r} is there twice in one list")
        tallies.append(line)
    return tallies


def _tally(row: Row) -> Tally:
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
    which = f"list {name}" if name else "the list"
    if len(rows) not in DEFENCE_BONUS:
        problem = f"{which} has {len(rows)} players; a table has three or four"
        errors.append(rows[min(len(rows), 5) - 1].error("player", problem))
        return
    played = sum(line.games for line in lines if line)
    if deals is not None and deals < max(played, 1):
        problem = f"{which} has {played} games won or lost, but {deals} games in all"
        errors.append(rows[0].error("games", problem if played else "a list has at least one game"))
    for row, total in zip(rows, _expected(rows, lines), strict=True):
        with collect_errors(errors):
            found = row.needed("total") if "total" in row.cells else total
            if total is not None and found != total:
                raise row.error("total", f"expected {total}, found {found}")


def _expected(rows: Sequence[Row], lines: Sequence[Tally | None]) -> Sequence[int | None]:
    """The total of each row that is right, as long as the lost games of all are known."""
    try:
        known = [
            line or Tally(str(place), lost=row.count("lost"))
            for place, (row, line) in enumerate(zip(rows, lines, strict=True))
        ]
    except TableError:
        return [None] * len(rows)
    expected = zip(lines, totals(known), strict=True)
    return [total if line else None for line, total in expected]
