"""Results as they are posted, and what must be true of one before it counts."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated

import msgspec

from evenhand.ledger.names import clean_name

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
DAY = 86_400_000_000
EARLIEST = (datetime(1, 1, 1, tzinfo=UTC) - EPOCH) // MICROSECOND  # that can be shown
LARGEST = 1e12  # score or luck
MOST_PLAYERS = 100

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What one player of a game did."""

    player: Id
    score: float
    luck: float | None = None
    team: Annotated[int, msgspec.Meta(ge=-128, le=127)] | None = None


class NewResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """A result as it is posted; without ``played_at`` it was played just now."""

    id: Id
    players: Annotated[list[Seat], msgspec.Meta(min_length=2, max_length=MOST_PLAYERS)]
    played_at: str | None = None


class ResultError(ValueError):
    """Why a result cannot count, in one line; its id as far as that is known."""

    def __init__(self, problem: str, name: str = "") -> None:
        super().__init__(problem)
        self.name = name


class Draft(msgspec.Struct, frozen=True, gc=False):
    """A result that may count, players as they were named."""

    id: str
    time: int | None
    players: tuple[str, ...]
    scores: tuple[float, ...]
    luck: tuple[float | None, ...] | None = None
    teams: tuple[int, ...] | None = None


def draft(result: NewResult, now: int, *, most: int, takes_teams: bool) -> Draft:
    """A result checked as far as one can without knowing the players."""
    seats, name = result.players, result.id
    if len(seats) > most:
        raise ResultError(f"{len(seats)} players; this ladder allows {most} in a game")
    if not (name.isascii() and name.isprintable()) or name[0] == " " or name[-1] == " ":
        name = _clean(name)
    scores = tuple([seat.score for seat in seats])
    for score in scores:  # one by one, because max and min may not see what is no number
        if not -LARGEST <= score <= LARGEST:
            raise ResultError(f"the score {score:g} is out of range")
    return Draft(
        name,
        None if result.played_at is None else read_time(result.played_at, now),
        tuple([seat.player for seat in seats]),
        scores,
        _luck(seats),
        _teams(seats, takes_teams),
    )


def read_time(text: str, now: int) -> int:
    """Microseconds since 1970 of a time in ISO form; without an offset it is UTC.

    >>> read_time("1970-01-02T01:00:00+01:00", DAY)
    86400000000
    >>> read_time("soon", 0)
    Traceback (most recent call last):
    evenhand.ledger.results.ResultError: played_at is no time: 'soon' (write 2026-01-31T18:30:00Z)
    """
    try:
        time = datetime.fromisoformat(text)
        if time.tzinfo is None:
            time = time.replace(tzinfo=UTC)
        found = (time - EPOCH) // MICROSECOND
    except (ValueError, OverflowError):
        example = "write 2026-01-31T18:30:00Z"
        raise ResultError(f"played_at is no time: {text[:40]!r} ({example})") from None
    if found > now + DAY:
        raise ResultError(f"played_at is in the future: {text}")
    if found < EARLIEST:
        raise ResultError(f"played_at is before the year 1: {text}")
    return found


def show_time(time: int) -> str:
    """A time in ISO form, in UTC.

    >>> show_time(86_400_000_000)
    '1970-01-02T00:00:00Z'
    """
    return (EPOCH + time * MICROSECOND).isoformat().replace("+00:00", "Z")


def _luck(seats: Sequence[Seat]) -> tuple[float | None, ...] | None:
    luck = tuple([seat.luck for seat in seats])
    if luck.count(None) == len(luck):
        return None
    for one in luck:
        if one is not None and not abs(one) <= LARGEST:
            raise ResultError(f"the luck {one:g} is out of range")
    return luck


def _teams(seats: Sequence[Seat], takes_teams: bool) -> tuple[int, ...] | None:
    teams = [seat.team for seat in seats if seat.team is not None]
    if not teams:
        return None
    if not takes_teams:
        raise ResultError("this ladder rates single players: leave out the teams")
    if len(teams) < len(seats):
        raise ResultError("either all players have a team or none")
    if len(set(teams)) < 2:
        raise ResultError("a game needs at least two teams")
    scores = dict(zip(teams, seats, strict=True))
    if any(scores[team].score != seat.score for team, seat in zip(teams, seats, strict=True)):
        raise ResultError("players of one team must have the same score")
    return None if teams == list(range(len(seats))) else tuple(teams)  # everyone alone


def _clean(text: str) -> str:
    try:
        return clean_name(text)
    except ValueError as problem:
        raise ResultError(str(problem)) from None


def clean_player(text: str) -> str:
    """The id of a player who is to be made."""
    return _clean(text)
