"""One line of an ISS file: ``(;GM[Skat]PC[..]CO[..]SE[..]ID[..]DT[..]P0[..]...MV[..]R[..] ;)``.

SE is the series, DT the time as in ``2024-01-31/12:00:00/UTC`` (other ISO times are read too,
those without a zone as UTC), P0 to P2 the players from
forehand on, R0 to R2 ratings (which are not kept), MV the moves, R the result.
"""

import re
from datetime import UTC, datetime
from reprlib import repr as brief

from evenhand.cards import CardError
from evenhand.games.skat.deal import Deal
from evenhand.games.skat.game import Game
from evenhand.games.skat.iss.record import WORLD, Move, Record, Source
from evenhand.games.skat.iss.recorded import Recorded
from evenhand.tables import TableError

START = "(;"
ENDS = (";)", ")")
ZONE = "/UTC"

# A backslash stands before a closing bracket that is part of a text, as SGF has it.
# The possessive ++ and *+ keep a line without its brackets from taking for ever.
_PROPERTY = re.compile(r"\s*([A-Z][A-Z0-9]*)\s*\[((?:[^\]\\]++|\\.)*+)\]")
_SOURCES: dict[str, Source] = {"0": 0, "1": 1, "2": 2, WORLD: WORLD}


def parse_iss(line: str) -> Record:
    """Read one game; what is wrong with it is a TableError that names the property.

    Whether the moves obey the rules is found out by ``replay`` and ``check``.
    """
    properties = _properties(line)
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
        Recorded.parse(properties.get("R", "")),
    )


def write_iss(game: Record | Game) -> str:
    """A game, finished or not, as one line without its end."""
    record = Record.of(game) if isinstance(game, Game) else game
    moves = " ".join(f"{source} {text}" for source, text in record.moves)
    texts = {
        "GM": "Skat",
        "PC": record.place,
        "CO": "",
        "SE": record.series,
        "ID": record.id,
        "DT": _time_text(record.time),
        **{f"P{seat}": name for seat, name in enumerate(record.players)},
        **{f"R{seat}": "" for seat in range(3)},
        "MV": f"{WORLD} {record.deal} {moves} ",
        "R": record.result.text,
    }
    return START + "".join(f"{key}[{_escape(key, text)}]" for key, text in texts.items()) + " ;)"


def _properties(line: str) -> dict[str, str]:
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


def _time_text(time: datetime | None) -> str:
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
