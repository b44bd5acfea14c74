"""Results into the log: checked, told from those that are there, each counted once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain as chained

import numpy as np
from sqlalchemy import Connection, insert, select

from evenhand.ledger.database import now
from evenhand.ledger.entries import Block, Body, Posted, shortest
from evenhand.ledger.fold import rows_of
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.log_reading import posted_before
from evenhand.ledger.results import Draft, NewResult, ResultError, clean_player, draft
from evenhand.ledger.schema import results
from evenhand.ledger.writing import blocks_of
from evenhand.ratings.system import RatingSystem
from evenhand.tables.table import GameTable

BLOCK = 1000  # results
ACCEPTED, DUPLICATE, REJECTED = "accepted", "duplicate", "rejected"


@dataclass(frozen=True, slots=True)
class Posting:
    """Results that somebody posts together."""

    results: Sequence[NewResult | ResultError]
    by: str
    atomic: bool = False  # all or nothing
    upload: str | None = None
    kind: str = ""  # of the file that was uploaded


@dataclass(slots=True)
class Verdict:
    """What became of one result."""

    id: str
    status: str
    seq: int | None = None
    problem: str = ""
    draft: Draft | None = None
    seats: list[int] = field(default_factory=list)  # numbers of players


@dataclass(slots=True)
class Checked:
    """A posting, and what becomes of each of its results."""

    posting: Posting
    verdicts: list[Verdict]

    @property
    def accepted(self) -> list[Verdict]:
        """Those that are new and right."""
        return [one for one in self.verdicts if one.status == ACCEPTED]


def check(connection: Connection, ladder: Ladder, postings: Sequence[Posting]) -> list[Checked]:
    """What becomes of each result; players who are new are made."""
    at = now()
    checked = [Checked(posting, _drafts(ladder, posting, at)) for posting in postings]
    _tell_duplicates(connection, ladder, checked)
    _find_players(connection, ladder, checked)
    _ask_system(ladder.standing.system, checked)
    for one in checked:
        if one.posting.atomic and any(v.status == REJECTED for v in one.verdicts):
            for verdict in one.accepted:
                verdict.status, verdict.problem = REJECTED, "not posted: others were rejected"
    _set_times(ladder, checked, at)
    return checked


def check_one(connection: Connection, ladder: Ladder, result: NewResult, time: int) -> Verdict:
    """One result that is to stand for another, played at the same time if it tells none."""
    posting = Posting([result], "")
    checked = [Checked(posting, _drafts(ladder, posting, now()))]
    _find_players(connection, ladder, checked)
    _ask_system(ladder.standing.system, checked)
    verdict = checked[0].verdicts[0]
    if verdict.status == REJECTED or verdict.draft is None:
        raise ResultError(verdict.problem)
    if verdict.draft.time is None:
        verdict.draft = replace(verdict.draft, time=time)
    return verdict


def write(connection: Connection, ladder: Ladder, checked: Sequence[Checked]) -> list[Block]:
    """Number the accepted results and write their ids; the blocks for the log."""
    bodies: list[tuple[int, Body, str]] = []
    seq, rows = ladder.seq, []
    for by, upload, verdicts in _together(checked):
        for verdict in verdicts:
            seq += 1
            verdict.seq = seq
            rows.append({"ladder": ladder.number, "id": verdict.id, "seq": seq})
        bodies.append((len(verdicts), _body(verdicts, upload), by))
    if rows:
        connection.execute(insert(results), rows)
    return blocks_of(ladder, bodies, now())


def _drafts(ladder: Ladder, posting: Posting, at: int) -> list[Verdict]:
    most, teams = ladder.settings.rules.max_players, ladder.standing.system.takes_teams
    verdicts = []
    for result in posting.results:
        if isinstance(result, ResultError):
            verdicts.append(Verdict("", REJECTED, problem=str(result)))
            continue
        try:
            made = draft(result, at, most=most, takes_teams=teams)
            verdicts.append(Verdict(made.id, ACCEPTED, draft=made))
        except ResultError as problem:
            verdicts.append(Verdict(result.id, REJECTED, problem=str(problem)))
    return verdicts


def _open(checked: Sequence[Checked]) -> Iterator[Verdict]:
    """All that may still count."""
    return chained.from_iterable(one.accepted for one in checked)


def _tell_duplicates(connection: Connection, ladder: Ladder, checked: Sequence[Checked]) -> None:
    """Which ids are known already, in the ledger or further up."""
    ids = [verdict.id for verdict in _open(checked)]
    known = _known_ids(connection, ladder, ids)
    earlier = posted_before(connection, ladder, known.values()) if known else {}
    seen: dict[str, Verdict] = {}
    for verdict in _open(checked):
        made = verdict.draft
        assert made is not None
        if verdict.id in known:
            seq = known[verdict.id]
            _same_or_not(verdict, _agrees(ladder, made, earlier[seq]), seq)
        elif verdict.id in seen:
            _same_or_not(verdict, seen[verdict.id].draft == made, None)
        else:
            seen[verdict.id] = verdict


def _same_or_not(verdict: Verdict, same: bool, seq: int | None) -> None:
    verdict.status, verdict.seq = DUPLICATE, seq
    if not same:
        verdict.status = REJECTED
        verdict.problem = "another result has this id; correct it with PUT"


def _agrees(ladder: Ladder, made: Draft, earlier: Draft) -> bool:
    """Whether a result is the one that was posted under its id."""
    numbers = [ladder.roster.find(player) for player in made.players]
    return (
        [str(number) for number in numbers] == list(earlier.players)
        and made.scores == earlier.scores
        and made.time in (None, earlier.time)
        and made.luck == earlier.luck
        and made.teams == earlier.teams
    )


def _known_ids(connection: Connection, ladder: Ladder, ids: Sequence[str]) -> dict[str, int]:
    known: dict[str, int] = {}
    for start in range(0, len(ids), 500):
        query = select(results.c.id, results.c.seq).where(
            results.c.ladder == ladder.number, results.c.id.in_(ids[start : start + 500])
        )
        known |= {row.id: row.seq for row in connection.execute(query)}
    return known


def _find_players(connection: Connection, ladder: Ladder, checked: Sequence[Checked]) -> None:
    """The numbers of all players; those of an unknown id are made."""
    roster = ladder.roster
    unknown: dict[str, str] = {}
    for verdict in _open(checked):
        assert verdict.draft is not None
        try:
            for player in verdict.draft.players:
                if roster.find(player) is None and player not in unknown:
                    unknown[player] = clean_player(player)
        except ResultError as problem:
            verdict.status, verdict.problem = REJECTED, str(problem)
    if unknown:
        roster.lock(connection)
        new = {name for name in unknown.values() if roster.find(name) is None}
        if new:
            roster.enter(connection, sorted(new))
    for verdict in _open(checked):
        assert verdict.draft is not None
        _seat(ladder, verdict, verdict.draft, unknown)


def _seat(ladder: Ladder, verdict: Verdict, made: Draft, unknown: dict[str, str]) -> None:
    roster = ladder.roster
    numbers = [roster.find(unknown.get(player, player)) for player in made.players]
    verdict.seats = [number for number in numbers if number is not None]
    if len({roster.final(number) for number in verdict.seats}) < len(verdict.seats):
        verdict.status, verdict.problem = REJECTED, "a player sits twice in one game"


def _ask_system(system: RatingSystem, checked: Sequence[Checked]) -> None:
    """Reject what the rating system cannot rate."""
    verdicts = list(_open(checked))
    if not verdicts or _refusal(system, verdicts) is None:
        return
    for verdict in verdicts:
        problem = _refusal(system, [verdict])
        if problem is not None:
            verdict.status, verdict.problem = REJECTED, problem


def _refusal(system: RatingSystem, verdicts: Sequence[Verdict]) -> str | None:
    rows = rows_of(_body(verdicts, None), 1)
    luck = np.full(rows.seats.shape, np.nan) if rows.luck is None else rows.luck
    names = ("",) * (int(rows.seats.max()) + 1)
    try:
        system.check(GameTable(names, rows.seats, rows.score, luck, rows.team, np.sort(rows.time)))
    except ValueError as problem:
        return str(problem)
    return None


def _set_times(ladder: Ladder, checked: Sequence[Checked], at: int) -> None:
    """Results without a time were played now, one after the other."""
    clock = max(at, ladder.clock + 1)
    for verdict in _open(checked):
        assert verdict.draft is not None
        if verdict.draft.time is None:
            verdict.draft = replace(verdict.draft, time=clock)
            clock += 1
    ladder.clock = clock - 1


def _together(checked: Sequence[Checked]) -> Iterator[tuple[str, str | None, list[Verdict]]]:
    """Accepted results of one key and upload that follow each other, in blocks."""
    by, upload, verdicts = "", None, list[Verdict]()
    for one in checked:
        accepted = one.accepted
        if (one.posting.by, one.posting.upload) != (by, upload):
            yield from _cut(by, upload, verdicts)
            by, upload, verdicts = one.posting.by, one.posting.upload, []
        verdicts += accepted
    yield from _cut(by, upload, verdicts)


def _cut(
    by: str, upload: str | None, verdicts: list[Verdict]
) -> Iterator[tuple[str, str | None, list[Verdict]]]:
    for start in range(0, len(verdicts), BLOCK):
        yield by, upload, verdicts[start : start + BLOCK]


def _body(verdicts: Sequence[Verdict], upload: str | None) -> Posted:
    drafts = [verdict.draft for verdict in verdicts if verdict.draft is not None]
    luck = teams = None
    if any(made.luck for made in drafts):
        luck = [x for made in drafts for x in made.luck or [None] * len(made.players)]
    if any(made.teams for made in drafts):
        teams = [x for made in drafts for x in made.teams or range(len(made.players))]
    return Posted(
        ids=[made.id for made in drafts],
        times=[made.time or 0 for made in drafts],
        sizes=shortest([len(made.players) for made in drafts]),
        seats=[number for verdict in verdicts for number in verdict.seats],
        scores=[score for made in drafts for score in made.scores],
        luck=luck,
        teams=teams,
        upload=upload,
    )
