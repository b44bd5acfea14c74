"""The pieces of a record, as bytes in one form.

A line in the usual form is cut into pieces by one regular expression, which takes a few
microseconds.  Any other record is read with care and then written in the same form.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple, Self

from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.game import TAKE_SKAT
from evenhand.games.skat.iss.record import WORLD, Move, Record
from evenhand.games.skat.pack import PACK
from evenhand.tables import TableError

_UNUSED = r"[^\]\\]*+"
_TEXT = f"({_UNUSED})"
_CARDS = r"((?:[012] [CSHD][7-9TJQKA] )*)"
_CONTRACT = r"(?:s w [!-~]{5} (?P=who) (?=[A-Z]+\.)|(?=[A-Z]+ ))([CSHDGN][OHSZ]*)"
_MOVES = (
    r"w ([!-~]{95}) ((?:[012] (?:[0-9]+|y|p) )*)"
    rf"(?:(?P<who>[012]) {_CONTRACT}(?:\.([!-~]{{5}}))? {_CARDS})?"
)
_RESULT = (
    r"passed|d:([012]) (?=win v:[0-9]+ m:-?[0-9]+ bidok|loss v:-)(?:win|loss)"
    r" v:(-?[1-9][0-9]{0,2}) m:-?[0-9]{1,2} (?:bidok|overbid) p:([0-9]{1,3}) t:([0-9]{1,2})"
    r" s:[01] z:[01] p0:[0-9] p1:[0-9] p2:[0-9] l:-?[0-9] to:-?[0-9](?: r:[01])?"
)
_FORMS = {
    "GM": "Skat",
    "PC": _UNUSED,
    "CO": _UNUSED,
    "SE": _TEXT,
    "ID": _UNUSED,
    "DT": "(?:([0-9]{4}-[0-9]{2}-[0-9]{2}/[0-9]{2}:[0-9]{2}:[0-9]{2})/UTC)?",
    "P0": _TEXT,
    "P1": _TEXT,
    "P2": _TEXT,
    "R0": _UNUSED,
    "R1": _UNUSED,
    "R2": _UNUSED,
    "MV": _MOVES,
    "R": _RESULT,
}
_PROPERTIES = "".join(rf"{key}\[(?:{form})\]" for key, form in _FORMS.items())
_LINE = re.compile(rf"\(;{_PROPERTIES} ?;\)\s*".encode())
_PLAYED: dict[Move, str] = {
    (seat, PACK.name(card)): f"{seat} {PACK.name(card)} "
    for seat in range(3)
    for card in range(len(PACK))
}
_OF_A_SUIT = [
    ["".join(f"{name}." for name in PACK.names(ranks << at)) for ranks in range(256)]
    for at in range(0, len(PACK), len(PACK.ranks))
]
"""The names of the cards that a hand has of each suit, by the eight bits of the suit."""


class Pieces(NamedTuple):
    """A finished game, or a deal that was passed in and has neither declarer nor contract."""

    series: bytes
    time: bytes  # ISO in UTC, nothing if unknown; a slash may stand for the T
    fore: bytes
    middle: bytes
    rear: bytes
    deal: bytes  # 32 cards with a sign between them
    auction: bytes  # "1 18 0 y 1 p 2 p "
    announcer: bytes
    contract: bytes
    put_away: bytes  # "CJ.H8", nothing in a hand game
    cards: bytes  # "0 CJ 1 HA 2 DA ..."
    declarer: bytes
    score: bytes
    points: bytes
    tricks: bytes

    @classmethod
    def cut(cls, line: bytes) -> Self | None:
        """The pieces of a line in the usual form, None if it has another one."""
        found = _LINE.fullmatch(line)
        return cls._make(found.groups(b"")) if found else None

    @classmethod
    def of(cls, record: Record) -> Self:
        """The pieces of a record that counts."""
        time = "" if record.time is None else record.time.replace(tzinfo=None).isoformat()
        deal = "".join([_names(pile) for pile in (*record.deal.hands, record.deal.skat)])
        texts = [record.series, time, *record.players, deal.removesuffix(".")]
        if record.declarer is None:
            texts += [_said(record.moves), "", "", "", "", "", "", "", ""]
        else:
            result = (record.score, record.result.points, record.result.tricks)
            texts += [*_played(record), str(record.declarer), *map(str, result)]
        return cls._make([text.encode() for text in texts])


def _names(hand: int) -> str:
    diamonds, hearts, spades, clubs = _OF_A_SUIT
    high = clubs[hand >> 24] + spades[hand >> 16 & 255]
    return high + hearts[hand >> 8 & 255] + diamonds[hand & 255]


def _said(moves: Sequence[Move]) -> str:
    return "".join([f"{source} {text} " for source, text in moves if source != WORLD])


def _played(record: Record) -> tuple[str, str, str, str, str]:
    """Auction, announcer, contract, the cards put away, and the cards played."""
    moves = [move for move in record.moves if move[0] != WORLD]
    words = [text for _, text in moves]
    at = next((n for n, word in enumerate(words) if word == TAKE_SKAT or word[:1] in GAMES), None)
    taken = at is not None and words[at] == TAKE_SKAT
    if at is None or len(moves) <= at + taken:
        raise TableError("no game is announced", column="MV")
    contract, *shown = words[at + taken].split(".")
    rest = moves[at + taken + 1 :]
    if taken and not shown and rest:  # the server can say it in two moves
        shown, rest = rest[0][1].split("."), rest[1:]
    put_away = ".".join(shown[:2]) if taken else ""
    cards = "".join([_PLAYED[move] for move in rest if move in _PLAYED])
    return _said(moves[:at]), str(moves[at][0]), contract, put_away, cards
