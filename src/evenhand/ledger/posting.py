"""Results into the log: checked, told from those that are there, each counted once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain as chained

import msgspec
import numpy as np
from msgspec.structs import replace
from sqlalchemy import Connection

from evenhand.ledger.bulk import insert_rows, known_results
from evenhand.ledger.database import now
from evenhand.ledger.entries import Block, Body, Posted, shortest
from evenhand.ledger.fold import rows_of
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.log_reading import posted_before
from evenhand.ledger.results import Draft, NewResult, ResultError, clean_player, draft
from evenhand.ledger.roster import Roster
from evenhand.ledger.schema import results
from evenhand.ledger.writing import blocks_of
from evenhand.ratings import RatingSystem
from evenhand.tables import GameTable

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


class Verdict(msgspec.Struct, eq=False, gc=False):
    """What became of one result."""

    id: str
    status: str
    seq: int | None = None
    problem: str = ""
    draft: Draft | None = None
    seats: list[int] = []  # numbers of players; empty while somebody is new


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
    """What becomes of each result; players who are new in those that count are made."""
    at, roster = now(), ladder.roster
    checked = [Checked(posting, _drafts(ladder, posting, at)) for posting in postings]
    names = _new_names(connection, roster, checked)
    _tell_known(connection, ladder, checked, names)
    _find_players(roster, checked, names)
    _ask_system(ladder.standing.system, checked)
    _tell_repeated(roster, checked, names)
    _make_players(connection, roster, checked, names)
    _set_times(ladder, checked, at)
    return checked


def check_one(connection: Connection, ladder: Ladder, result: NewResult, time: int) -> Verdict:
    """One result that is to stand for another, played at the same time if it tells none."""
    posting = Posting([result], "")
    checked = [Checked(posting, _drafts(ladder, posting, now()))]
    names = _new_names(connection, ladder.roster, checked)
    _find_players(ladder.roster, checked, names)
    _ask_system(ladder.standing.system, checked)
    verdict = checked[0].verdicts[0]
    if verdict.status == REJECTED or verdict.draft is None:
        raise ResultError(verdict.problem)
    _make_players(connection, ladder.roster, checked, names)
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
            rows.append((ladder.number, verdict.id, seq))
        bodies.append((len(verdicts), _body(verdicts, upload), by))
    if rows:
        insert_rows(connection, results, ("ladder", "id", "seq"), rows)
        _number_repeated(checked)
    return blocks_of(ladder, bodies, now())


def _number_repeated(checked: Sequence[Checked]) -> None:
    """Duplicates within the transaction have the numbers of those that they repeat."""
    repeated = [v for one in checked for v in one.verdicts if v.status == DUPLICATE and not v.seq]
    if repeated:
        seqs = {verdict.id: verdict.seq for verdict in _open(checked)}
        for verdict in repeated:
            verdict.seq = seqs[verdict.id]


def _drafts(ladder: Ladder, posting: Posting, at: int) -> list[Verdict]:
    most, teams = ladder.settings.rules.max_players, ladder.standing.system.takes_teams
    verdicts = []
    for result in posting.results:
        if isinstance(result, ResultError):
            verdicts.append(Verdict(result.name, REJECTED, problem=str(result)))
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


def _draft(verdict: Verdict) -> Draft:
    assert verdict.draft is not None
    return verdict.draft


def _new_names(
    connection: Connection, roster: Roster, checked: Sequence[Checked]
) -> dict[str, str]:
    """Seat those who are known; the clean ids of players who are not, as they were named."""
    names: dict[str, str] = {}
    find = roster.find
    for verdict in _open(checked):
        players = _draft(verdict).players
        seats = [find(player) for player in players]
        if None not in seats:
            verdict.seats = seats  # type: ignore[assignment]
            continue
        try:
            for player in players:
                if player not in names and find(player) is None:
                    names[player] = clean_player(player)
        except ResultError as problem:
            verdict.status, verdict.problem = REJECTED, str(problem)
    if names:
        roster.lock(connection)
    return names


def _who(roster: Roster, made: Draft, names: dict[str, str]) -> list[int | str]:
    """The numbers of the players of a result, the ids of those who have none."""
    who: list[int | str] = []
    for player in made.players:
        clean = names.get(player, player)
        number = roster.find(clean)
        who.append(clean if number is None else number)
    return who


def _tell_known(
    connection: Connection, ladder: Ladder, checked: Sequence[Checked], names: dict[str, str]
) -> None:
    """Which ids are in the ledger already."""
    asked = [verdict.id for verdict in _open(checked)]
    known = known_results(connection, ladder.number, asked)
    earlier = posted_before(connection, ladder, known.values()) if known else {}
    for verdict in _open(checked) if known else ():
        if verdict.id in known:
            seq, made = known[verdict.id], _draft(verdict)
            own = replace(made, players=tuple(map(str, _who(ladder.roster, made, names))))
            _same_or_not(verdict, _agrees(own, earlier[seq]), seq)


def _tell_repeated(roster: Roster, checked: Sequence[Checked], names: dict[str, str]) -> None:
    """Which ids are there further up, and which postings are nothing because not all."""
    seen: dict[str, Draft] = {}
    for one in checked:
        own: dict[str, Draft] = {}
        for verdict in one.accepted:
            made, earlier = _draft(verdict), seen.get(verdict.id) or own.get(verdict.id)
            if earlier is None:
                own[verdict.id] = made
            else:
                who = _who(roster, made, names) == _who(roster, earlier, names)
                same = who and _agrees(replace(made, players=earlier.players), earlier)
                _same_or_not(verdict, same, None)
        if one.posting.atomic and any(v.status == REJECTED for v in one.verdicts):
            for verdict in one.verdicts:
                if verdict.id in own and verdict.status != REJECTED:
                    verdict.status, verdict.problem = REJECTED, "not posted: others were rejected"
        else:
            seen |= own


def _same_or_not(verdict: Verdict, same: bool, seq: int | None) -> None:
    verdict.status, verdict.seq = DUPLICATE, seq
    if not same:
        verdict.status = REJECTED
        verdict.problem = "another result has this id; correct it with PUT"


def _agrees(made: Draft, earlier: Draft) -> bool:
    """Whether a result is the one that was posted under its id, at that time if it tells one."""
    return made == earlier or (made.time is None and replace(made, time=earlier.time) == earlier)


def _find_players(roster: Roster, checked: Sequence[Checked], names: dict[str, str]) -> None:
    """Seat who has been made meanwhile, and refuse games in which somebody sits twice."""
    merged = roster.merged
    for verdict in _open(checked):
        who: Sequence[int | str] = verdict.seats
        if not verdict.seats:
            who = _who(roster, _draft(verdict), names)
            numbers = [one for one in who if isinstance(one, int)]
            verdict.seats = numbers if len(numbers) == len(who) else []
        if merged:
            who = [roster.final(one) if isinstance(one, int) else one for one in who]
        if len(set(who)) < len(who):
            verdict.status, verdict.problem = REJECTED, "a player sits twice in one game"


def _make_players(
    connection: Connection, roster: Roster, checked: Sequence[Checked], names: dict[str, str]
) -> None:
    """Let those who are new be players, and seat them."""
    open_ = [(v, _who(roster, _draft(v), names)) for v in _open(checked) if not v.seats]
    new = sorted({one for _, who in open_ for one in who if isinstance(one, str)})
    if new:
        roster.enter(connection, new)
    number = dict(zip(new, range(len(roster) - len(new), len(roster)), strict=True))
    for verdict, who in open_:
        verdict.seats = [number[one] if isinstance(one, str) else one for one in who]


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
    rows = rows_of(_body(verdicts, None, anybody=True), 1)
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
        if _draft(verdict).time is None:
            verdict.draft = replace(_draft(verdict), time=clock)
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


def _body(verdicts: Sequence[Verdict], upload: str | None, *, anybody: bool = False) -> Posted:
    """The results of a block; with anybody on their seats while players are not known."""
    drafts = [verdict.draft for verdict in verdicts if verdict.draft is not None]
    luck = teams = None
    if any(made.luck for made in drafts):
        luck = [x for made in drafts for x in made.luck or [None] * len(made.players)]
    if any(made.teams for made in drafts):
        teams = [x for made in drafts for x in made.teams or range(len(made.players))]
    seated: Iterable[Iterable[int]] = (verdict.seats for verdict in verdicts)
    if anybody:
        seated = (range(len(made.players)) for made in drafts)
    return Posted(
        ids=[made.id for made in drafts],
        times=[made.time or 0 for made in drafts],
        sizes=shortest([len(made.players) for made in drafts]),
        seats=[number for seats in seated for number in seats],
        scores=[score for made in drafts for score in made.scores],
        luck=luck,
        teams=teams,
        upload=upload,
    )
