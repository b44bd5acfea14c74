"""The lines of a ranking list as people see them: movement, change, uncertainty, a tiny curve."""

from dataclasses import dataclass
from itertools import islice

from evenhand.ledger.board import Board, BoardRow, Cursor, Page, read_cursor
from evenhand.ledger.database import LedgerError
from evenhand.ledger.ladder import Ladder
from evenhand.web.pages.official import Official, place_on
from evenhand.web.pages.sparks import Spark, spark
from evenhand.web.pages.wanted import Wanted

LINES = 50
MOST_FOUND = 100


@dataclass(frozen=True, slots=True)
class Line:
    """One player on the list."""

    row: BoardRow
    spark: Spark
    official_rank: int | None
    official_rating: float | None
    movement: int | None  # places gained since the official list; None for who is new
    change: float | None


@dataclass(frozen=True, slots=True)
class Part:
    """Some lines, and how to go on."""

    lines: list[Line]
    total: int
    version: int
    next: str | None
    prev: str | None
    found: bool = True  # whether who was asked for is on the list


def part_of(board: Board, wanted: Wanted, official: Official | None) -> Part:
    """The lines that are wanted."""
    ladder = board.ladder
    with ladder.lock:
        page, found = _page(board, wanted)
        ranked = official if not wanted.filtered else None  # ranks count among those shown
        lines = [line(ladder, row, official, ranked is not None) for row in page.rows]
    return Part(lines, page.total, page.version, page.next, page.prev, found)


def line(ladder: Ladder, row: BoardRow, official: Official | None, ranked: bool = True) -> Line:
    """A row with what there is to see beside it; the caller holds the lock."""
    number = ladder.roster.find(row.player)
    local = None if number is None else ladder.local(number)
    tiny = Spark("", None) if local is None else spark(ladder, local)
    rank, rating = place_on(official, number)
    moved = rank - row.rank if rank and ranked else None
    return Line(row, tiny, rank, rating, moved, None if rating is None else row.rating - rating)


def _page(board: Board, wanted: Wanted) -> tuple[Page, bool]:
    if wanted.search:
        found = matching(board.ladder, wanted.search)
        return board.some(found, wanted.filters), bool(found)
    if wanted.around:
        number = board.ladder.roster.find(wanted.around)
        local = None if number is None else board.ladder.local(board.ladder.roster.final(number))
        page = None if local is None else board.around(local, LINES, wanted.filters)
        return (page, True) if page else (board.page(LINES, None, wanted.filters), False)
    return board.page(LINES, _cursor(wanted.cursor), wanted.filters), True


def _cursor(text: str) -> Cursor | None:
    try:
        return read_cursor(text) if text else None
    except LedgerError:
        return None  # as in an old bookmark: the list from its top


def matching(ladder: Ladder, text: str, most: int = MOST_FOUND) -> list[int]:
    """Players whose name or id has a text in it, by local number, best first."""
    wanted, sought = text.casefold(), ladder.roster.sought()
    order = ladder.standing.ranking.order
    pairs = zip(order.tolist(), ladder.numbers[order].tolist(), strict=True)
    return list(islice((local for local, number in pairs if wanted in sought[number]), most))
