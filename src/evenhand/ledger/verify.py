"""Everything that follows from the log, worked out again the plain way and compared.

The log itself is checked by its chain of digests.  Ratings are computed from its beginning by one
run of the rating system, without the state in memory, its checkpoints or its way back.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec
import numpy as np
from sqlalchemy import Connection, Row, func, select

from evenhand.ledger.entries import Posted, chain, read_block
from evenhand.ledger.fold import fold
from evenhand.ledger.hashing import hash_of, hashed_rows
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.lists import DECIMALS, Content
from evenhand.ledger.schema import checkpoints, ladders, lists, log, results
from evenhand.ledger.settings import Origin
from evenhand.tables import EMPTY, Floats, GameTable, Indices

Progress = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was checked."""

    what: str
    right: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Plain:
    """Ratings by the plain way."""

    numbers: list[int]
    rows: Floats
    games: Indices
    hashed: Floats  # the rows as hashes cover them


def verify(ledger: Ledger, ladder: Ladder, progress: Progress = lambda _: None) -> list[Finding]:
    """Check one ladder; whatever is wrong is told, and nothing is changed.

    If the log or its index is wrong there is nothing to compare the rest with.
    """
    findings: list[Finding] = []
    with ledger.database.reading() as connection:
        for check in (_log_is_whole, _ids_are_those_of_the_log, _checkpoints, _state, _lists):
            progress(check.__name__.strip("_").replace("_", " "))
            findings += check(connection, ladder)
            if check in (_log_is_whole, _ids_are_those_of_the_log) and not findings[-1].right:
                break
    return findings


def _log_is_whole(connection: Connection, ladder: Ladder) -> Iterator[Finding]:
    """No gap, no change, nothing missing at the end."""
    query = select(log).where(log.c.ladder == ladder.number).order_by(log.c.first)
    seq, digest = 0, ""
    with connection.execute(query, execution_options={"yield_per": 1000}) as rows:
        for row in rows:
            digest = _digest_after(digest, row)
            if row.first != seq + 1 or digest != row.digest:
                yield Finding("log", False, f"entry {seq + 1} is missing or was changed")
                return
            seq = row.last
    head = connection.execute(select(ladders).where(ladders.c.number == ladder.number)).one()
    right = (head.seq, head.digest) == (seq, digest)
    yield Finding("log", right, f"{seq} entries" if right else f"the last entry is not {seq}")


def _digest_after(digest: str, row: "Row[tuple[object, ...]]") -> str:
    """What the digest of a row should be; nothing if the row cannot be read."""
    try:
        block = read_block(row.first, row.last, row.kind, row.at, row.by, row.body)
    except (msgspec.MsgspecError, KeyError):
        return ""
    return chain(digest, block, row.body)


def _ids_are_those_of_the_log(connection: Connection, ladder: Ladder) -> Iterator[Finding]:
    query = select(log).where(log.c.ladder == ladder.number, log.c.kind == "results")
    count, wrong = 0, 0
    with connection.execute(query, execution_options={"yield_per": 100}) as rows:
        for row in rows:
            body = read_block(row.first, row.last, row.kind, row.at, row.by, row.body).body
            assert isinstance(body, Posted)
            count += len(body.ids)
            known = select(results.c.seq, results.c.id).where(
                results.c.ladder == ladder.number, results.c.seq.between(row.first, row.last)
            )
            found = {one.seq: one.id for one in connection.execute(known)}
            wrong += found != dict(enumerate(body.ids, start=row.first))
    total = select(func.count()).select_from(results).where(results.c.ladder == ladder.number)
    right = not wrong and connection.execute(total).scalar_one() == count
    yield Finding("results", right, f"{count} results" if right else "ids differ from the log")


def _checkpoints(connection: Connection, ladder: Ladder) -> Iterator[Finding]:
    query = select(checkpoints).where(checkpoints.c.ladder == ladder.number)
    for row in connection.execute(query.order_by(checkpoints.c.seq)).all():
        what = f"checkpoint {row.seq}"
        if not _ends_block(connection, ladder, row.seq):
            yield Finding(what, False, f"nothing was written that ends with entry {row.seq}")
            continue
        plain = rate_plainly(connection, ladder, row.seq)
        digest = hash_of([f"{number:010}" for number in plain.numbers], plain.hashed)
        yield Finding(what, digest == row.hash, f"hash {digest}")


def _ends_block(connection: Connection, ladder: Ladder, seq: int) -> bool:
    query = select(log.c.last).where(log.c.ladder == ladder.number, log.c.first <= seq)
    last = connection.execute(query.order_by(log.c.first.desc()).limit(1)).scalar()
    return seq == (last or 0)


def _state(connection: Connection, ladder: Ladder) -> Iterator[Finding]:
    """The ratings that this process has in memory."""
    plain = rate_plainly(connection, ladder, ladder.seq)
    places = [ladder.local(number) for number in plain.numbers]
    there = ladder.standing.ratings[[place for place in places if place is not None]]
    right = None not in places and np.array_equal(there, plain.rows, equal_nan=True)
    right &= int(np.count_nonzero(ladder.standing.played)) == len(plain.numbers)
    yield Finding("ratings", right, f"{len(plain.numbers)} players at entry {ladder.seq}")


def _lists(connection: Connection, ladder: Ladder) -> Iterator[Finding]:
    query = select(lists).where(lists.c.ladder == ladder.number).order_by(lists.c.number)
    for number, row in enumerate(connection.execute(query).all(), 1):
        problem = _problem_of_list(connection, ladder, number, row)
        yield Finding(f"list {row.number}", not problem, problem or f"hash {row.hash}")


def _problem_of_list(
    connection: Connection, ladder: Ladder, number: int, row: "Row[tuple[object, ...]]"
) -> str:
    if hashlib.sha256(row.content.encode()).hexdigest() != row.hash:
        return "the content is not what the hash says"
    content = msgspec.json.decode(row.content, type=Content)
    head = (content.ladder, content.number, content.title, content.seq, content.published_at)
    if head != (ladder.id, row.number, row.title, row.seq, row.at) or number != row.number:
        return f"it is not list {number} as it was published"
    plain = rate_plainly(connection, ladder, content.seq)
    known = dict(zip(plain.numbers, plain.rows[:, 0].round(DECIMALS).tolist(), strict=True))
    played = dict(zip(plain.numbers, plain.games.tolist(), strict=True))
    for line in content.rows:
        if (known.get(line.player), played.get(line.player)) != (line.rating, line.games):
            return f"rank {line.rank} differs from the log"
    return ""


def rate_plainly(connection: Connection, ladder: Ladder, seq: int) -> Plain:
    """The state at a sequence number: all games in order, through one run of the system."""
    origin = _origin(connection, ladder)
    blocks = ladder.blocks_since(connection, 0, seq)
    change = fold(blocks, lambda seqs: ladder.ids(connection, seqs))
    merged = {int(player): into for player, into in origin.merged.items()}
    merged = {k: v for k, v in (merged | change.merged).items() if v is not None}
    rows = change.added
    seats = np.array(rows.seats)
    for player in merged:
        into = player
        while into in merged:
            into = merged[into]
        seats[rows.seats == player] = into
    numbers, places = np.unique(seats[seats != EMPTY], return_inverse=True)
    seats[seats != EMPTY] = places
    system = (change.settings or origin.settings).make_system()
    luck = rows.luck
    if luck is None and system.luck is not None:
        luck = np.full(seats.shape, np.nan)
    names = ("",) * len(numbers)
    table = GameTable(names, seats, rows.score, luck, rows.team, rows.time)
    games = np.bincount(places, minlength=len(numbers)).astype(np.int32)
    values = system.run(table).values
    return Plain(numbers.tolist(), values, games, hashed_rows(system, values))


def _origin(connection: Connection, ladder: Ladder) -> Origin:
    query = select(ladders.c.origin).where(ladders.c.number == ladder.number)
    return msgspec.json.decode(connection.execute(query).scalar_one(), type=Origin)
