"""Records of the International Skat Server (ISS): one SGF game a line, read and written.

``d:2 loss v:-54 m:-2 bidok p:59 t:4 s:0 z:0 ...``: the declarer's seat, won or lost, the
score, matadors (negative: without), whether the bid was reached, the declarer's card points
and tricks, schneider and schwarz.  What follows - penalties, who left, who ran out of time,
whether somebody gave up - is kept in the text alone.  Other results are ``passed``,
``unknown`` for a game that goes on, and a ``penalty`` for leaving before the announcement.

SE is the series, DT the time as in ``2024-01-31/12:00:00/UTC`` (other ISO times are read too,
those without a zone as UTC), P0 to P2 the players from
forehand on, R0 to R2 ratings (which are not kept), MV the moves, R the result.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from reprlib import repr as brief
from typing import Literal, Self

from evenhand.games.cards import CardError
from evenhand.games.protocol import RuleError
from evenhand.games.skat.auction import TAKE_SKAT
from evenhand.games.skat.deck import PACK, Deal, join_cards
from evenhand.games.skat.scoring import SCORES, Result
from evenhand.games.skat.state import DealState, Phase
from evenhand.tables import TableError

Kind = Literal["game", "passed", "penalty", "unknown"]
PASSED, UNKNOWN = "passed", "unknown"
NOBODY = -1

_NUMBER = re.compile(r"([a-z]+[0-9]?):(-?[0-9]{1,6})")
_WORDS = {"win", "loss", "penalty", "bidok", "overbid"}
_NEEDED = {"d", "v", "m", "p", "t"}


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """A recorded result.  Only games and deals passed in belong into a list."""

    text: str = UNKNOWN
    kind: Kind = "unknown"
    declarer: int | None = None
    won: bool = False
    score: int = 0
    matadors: int = 0
    overbid: bool = False
    points: int = 0
    tricks: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text of an R property.

        >>> RecordedResult.parse("d:2 loss v:-54 m:-2 bidok p:59 t:4 s:0 z:0 r:0").score
        -54
        """
        text = " ".join(text.split())
        if text in ("", UNKNOWN):
            return cls()
        if text == PASSED:
            return cls(text, "passed")
        words, numbers = _read_tokens(text)
        kind: Kind = "penalty" if "penalty" in words else "game"
        if kind == "game" and (numbers["d"] == NOBODY or ("win" in words) is ("loss" in words)):
            raise TableError("a game needs a declarer, and to be won or lost", column="R")
        if words >= {"win", "overbid"} or words >= {"bidok", "overbid"}:
            raise TableError("an overbid game is lost", column="R")
        if kind == "game" and not _is_possible(numbers["v"], won="win" in words):
            raise TableError(f"no game that is so decided counts {numbers['v']}", column="R")
        return cls(
            text,
            kind,
            None if numbers["d"] == NOBODY else numbers["d"],
            "win" in words,
            numbers["v"],
            numbers["m"],
            "overbid" in words,
            numbers["p"],
            numbers["t"],
        )

    @classmethod
    def of(cls, result: Result) -> Self:
        """Return the record of a result."""
        if result.declarer is None:
            return cls(PASSED, "passed")
        flags = [int(flag) for flag in (result.schneider, result.schwarz, result.resigned)]
        return cls.parse(
            f"d:{result.declarer} {'win' if result.won else 'loss'} v:{result.score}"
            f" m:{result.matadors} {'overbid' if result.overbid else 'bidok'}"
            f" p:{result.points} t:{result.tricks} s:{flags[0]} z:{flags[1]}"
            f" p0:0 p1:0 p2:0 l:{NOBODY} to:{NOBODY} r:{flags[2]}"
        )


def _is_possible(score: int, *, won: bool) -> bool:
    """Return whether a recorded score is possible; it need not be a value of the rules."""
    return 0 < score <= max(SCORES) if won else min(SCORES) <= score < 0


def _read_tokens(text: str) -> tuple[set[str], dict[str, int]]:
    words: set[str] = set()
    numbers: dict[str, int] = {}
    for token in text.split():
        number = _NUMBER.fullmatch(token)
        if number and number[1] in numbers:
            raise TableError(f"{brief(number[1])} is there twice", column="R")
        if number:
            numbers[number[1]] = int(number[2])
        elif token in _WORDS:
            words.add(token)
        else:
            raise TableError(f"{brief(token)} is not part of a result", column="R")
    if not numbers.keys() >= _NEEDED or numbers["d"] not in range(NOBODY, 3):
        raise TableError(f"a result needs d:0 to d:2, v: m: p: t:, not {brief(text)}", column="R")
    return words, numbers


World = Literal["w"]
WORLD: World = "w"
"""Who deals, hands out the skat, and notes that somebody left or ran out of time."""

Source = int | World
Move = tuple[Source, str]

NO_NAMES = ("", "", "")


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a file."""

    deal: Deal
    moves: tuple[Move, ...] = ()  # (seat or "w", text); the deal is not among them
    players: tuple[str, str, str] = NO_NAMES
    id: str = ""
    series: str = ""
    time: datetime | None = None  # UTC
    place: str = ""
    result: RecordedResult = field(default_factory=RecordedResult)

    @classmethod
    def of(cls, game: DealState, players: tuple[str, str, str] = NO_NAMES) -> Self:
        """Return the record of a game, finished or not."""
        moves: list[Move] = []
        for seat, move in game.moves:
            moves.append((seat, move))
            if move == TAKE_SKAT:
                moves.append((WORLD, join_cards(game.deal.skat)))
        result = RecordedResult.of(game.result()) if game.over else RecordedResult()
        return cls(game.deal, tuple(moves), players, place="evenhand", result=result)

    @property
    def counts(self) -> bool:
        """Whether this is a deal of a list: a game that was decided, or a deal passed in."""
        return self.result.kind in ("game", "passed")

    @property
    def declarer(self) -> int | None:
        """The declarer's seat, none if the deal was passed in or the game never announced."""
        return self.result.declarer if self.result.kind == "game" else None

    @property
    def score(self) -> int:
        """What the declarer writes down, negative if lost."""
        return self.result.score if self.result.kind == "game" else 0

    @property
    def won(self) -> bool:
        """Whether the declarer won."""
        return self.result.kind == "game" and self.result.won


START = "(;"
ENDS = (";)", ")")
ZONE = "/UTC"

# A backslash stands before a closing bracket that is part of a text, as SGF has it.
# The possessive ++ and *+ keep a line without its brackets from taking for ever.
_PROPERTY = re.compile(r"\s*([A-Z][A-Z0-9]*)\s*\[((?:[^\]\\]++|\\.)*+)\]")
_SOURCES: dict[str, Source] = {"0": 0, "1": 1, "2": 2, WORLD: WORLD}


def parse_iss(line: str) -> Record:
    """Read one game; raise a TableError that names the wrong property.

    ``replay`` and ``check`` find out whether the moves obey the rules.
    """
    properties = _read_properties(line)
    if properties.get("GM") != "Skat":
        raise TableError("not a game of Skat", column="GM")
    deal, moves = _parse_moves(properties.get("MV", ""))
    return Record(
        deal,
        moves,
        (properties.get("P0", ""), properties.get("P1", ""), properties.get("P2", "")),
        properties.get("ID", ""),
        properties.get("SE", ""),
        _parse_time(properties.get("DT", "")),
        properties.get("PC", ""),
        RecordedResult.parse(properties.get("R", "")),
    )


def write_iss(game: Record | DealState) -> str:
    """Return a game, finished or not, as one line without its end."""
    record = Record.of(game) if isinstance(game, DealState) else game
    moves = " ".join(f"{source} {text}" for source, text in record.moves)
    texts = {
        "GM": "Skat",
        "PC": record.place,
        "CO": "",
        "SE": record.series,
        "ID": record.id,
        "DT": _write_time(record.time),
        **{f"P{seat}": name for seat, name in enumerate(record.players)},
        **{f"R{seat}": "" for seat in range(3)},
        "MV": f"{WORLD} {record.deal} {moves} ",
        "R": record.result.text,
    }
    return START + "".join(f"{key}[{_escape(key, text)}]" for key, text in texts.items()) + " ;)"


def _read_properties(line: str) -> dict[str, str]:
    line = line.strip()
    if not line.startswith(START):
        raise TableError(f"a game begins with {START}")
    properties: dict[str, str] = {}
    at = len(START)
    while found := _PROPERTY.match(line, at):
        key, text = found[1], found[2]
        if key in properties:
            raise TableError("is there twice", column=key)
        properties[key] = re.sub(r"\\(.)", r"\1", text) if "\\" in text else text
        at = found.end()
    if line[at:].strip() not in ENDS:
        raise TableError(f"cannot be read from character {at + 1} on")
    return properties


def _parse_moves(text: str) -> tuple[Deal, tuple[Move, ...]]:
    tokens = text.split()
    if len(tokens) < 2 or tokens[0] != WORLD:
        raise TableError("the moves begin with the deal", column="MV")
    if len(tokens) % 2:
        raise TableError(f"the last move {brief(tokens[-1])} has no text", column="MV")
    strange = set(tokens[::2]) - _SOURCES.keys()
    if strange:
        raise TableError(f"no player {brief(min(strange))}; players are 0, 1, 2 and w", column="MV")
    try:
        deal = Deal.parse(tokens[1])
    except CardError as error:
        raise TableError(f"the deal is wrong: {error}", column="MV") from None
    pairs = zip(tokens[2::2], tokens[3::2], strict=True)
    return deal, tuple((_SOURCES[source], move) for source, move in pairs)


def _parse_time(text: str) -> datetime | None:
    plain = text.strip().removesuffix(ZONE).replace("/", "T", 1)
    if not plain:
        return None
    try:
        moment = datetime.fromisoformat(plain)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        problem = f"{brief(text)} is not a time such as 2024-01-31/12:00:00/UTC"
        raise TableError(problem, column="DT") from None


def _write_time(time: datetime | None) -> str:
    if time is None:
        return ""
    if time.utcoffset() is None:
        raise TableError("a time needs its time zone", column="DT")
    naive = time.astimezone(UTC).replace(tzinfo=None)
    return naive.isoformat(sep="/", timespec="seconds") + ZONE


def _escape(key: str, text: str) -> str:
    if not text.isprintable():
        raise TableError("has a sign that does not fit into a line", column=key)
    return re.sub(r"([\]\\])", r"\\\1", text)


ENDINGS = {(WORLD, f"{word}.{seat}") for word in ("TI", "LE") for seat in range(3)}
"""A player ran out of time, or left."""

COMPARED = ("declarer", "won", "score", "matadors", "overbid", "points", "tricks")


def replay(record: Record) -> Iterator[DealState]:
    """Yield the game after each move of a player.

    Ends with the game, and where a player left or ran out of time.  A move against the rules
    raises the error of ``DealState.play``.
    """
    game = DealState(record.deal)
    for source, move in record.moves:
        if game.over or (source, move) in ENDINGS:
            return
        if source == WORLD:
            _check_skat(game, move)
        else:
            game = game.play(move, source)
            yield game


def check(record: Record) -> list[str]:
    """Return in words how a record differs from the rules; an empty list if it does not.

    The moves are checked up to the end of the game.  The result is compared if the cards
    decided; if somebody gave up, left or ran out of time, the recorded one stands.
    """
    game = DealState(record.deal)
    try:
        for after in replay(record):
            game = after
    except (RuleError, CardError) as error:
        return [f"after {len(game.moves)} moves: {error}"]
    if not ENDINGS.isdisjoint(record.moves):
        return []
    if not game.over:
        unfinished = record.result.kind == "unknown"
        return [] if unfinished else [f"ends after {len(game.moves)} moves, but the game goes on"]
    return _count_late_moves(record, game) + ([] if game.given_up else _compare(record, game))


def _check_skat(game: DealState, move: str) -> None:
    if game.phase is not Phase.ANNOUNCEMENT:
        raise RuleError("skat", f"{brief(move)}: the skat is only shown to who has taken it")
    if PACK.hand(move.split(".")) != game.deal.skat:
        raise RuleError(
            "skat", f"{brief(move)} is shown, but {join_cards(game.deal.skat)} was dealt"
        )


def _count_late_moves(record: Record, game: DealState) -> list[str]:
    more = sum(source != WORLD for source, _ in record.moves) - len(game.moves)
    return [f"{more} moves after the end of the game"] if more else []


def _compare(record: Record, game: DealState) -> list[str]:
    recorded, ours = record.result, RecordedResult.of(game.result())
    if recorded.kind != ours.kind:
        return [f"the result is {ours.text!r}, not {brief(recorded.text)}"]
    differing = [name for name in COMPARED if getattr(recorded, name) != getattr(ours, name)]
    return [f"{name}: {getattr(ours, name)}, not {getattr(recorded, name)}" for name in differing]


OnError = Callable[[TableError], object]
Check = Callable[[Record], object]


def read_iss(path: str | Path, on_error: OnError | None = None) -> list[Record]:
    """Return the games of a file, see ``each_record``."""
    return list(each_record(path, on_error))


def each_record(
    path: str | Path, on_error: OnError | None = None, check: Check = lambda record: None
) -> Iterator[Record]:
    """Yield the games of a file, one after the other; empty lines are skipped.

    A broken line raises a TableError that names the file and the row, a line's number
    from 1.  With ``on_error``, which is called with the error, the line is left out: give
    ``errors.append`` to collect what is wrong.  ``check`` may find more that is wrong, and raise
    a TableError without a place.
    """
    for row, line in numbered_lines(path):
        try:
            record = parse_iss(decode_line(line))
            check(record)
        except TableError as error:
            refuse(error, row, path, on_error)
        else:
            yield record


def numbered_lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file that are not empty, and their numbers from 1."""
    if not Path(path).exists():
        raise TableError("no such file", file=str(path))
    try:
        with Path(path).open("rb") as file:
            for row, line in enumerate(file, 1):
                if line.strip():
                    yield row, line
    except OSError as error:
        raise TableError(f"cannot be read: {error.strerror or error}", file=str(path)) from error


def refuse(error: TableError, row: int, path: str | Path, on_error: OnError | None) -> None:
    """Raise an error with its place, or pass it to ``on_error``."""
    located = TableError(error.problem, row=row, column=error.column, file=str(path))
    if on_error is None:
        raise located from None
    on_error(located)


def decode_line(line: bytes) -> str:
    """Return a line of UTF-8, or else of Latin-1, which old files are in."""
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("latin-1")
