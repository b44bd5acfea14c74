"""The result as a record states it: the text of its R property.

``d:2 loss v:-54 m:-2 bidok p:59 t:4 s:0 z:0 ...``: the declarer's seat, won or lost, the
score, matadors (negative: without), whether the bid was reached, the declarer's card points
and tricks, schneider and schwarz.  What follows - penalties, who left, who ran out of time,
whether somebody gave up - is kept in the text alone.  Other results are ``passed``,
``unknown`` for a game that goes on, and a ``penalty`` for leaving before the announcement.
"""

import re
from dataclasses import dataclass
from reprlib import repr as brief
from typing import Literal, Self

from evenhand.games.skat.result import Result
from evenhand.games.skat.written import SCORES
from evenhand.tables import TableError

Kind = Literal["game", "passed", "penalty", "unknown"]
PASSED, UNKNOWN = "passed", "unknown"
NOBODY = -1

_NUMBER = re.compile(r"([a-z]+[0-9]?):(-?[0-9]{1,6})")
_WORDS = {"win", "loss", "penalty", "bidok", "overbid"}
_NEEDED = {"d", "v", "m", "p", "t"}


@dataclass(frozen=True, slots=True)
class Recorded:
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

        >>> Recorded.parse("d:2 loss v:-54 m:-2 bidok p:59 t:4 s:0 z:0 r:0").score
        -54
        """
        text = " ".join(text.split())
        if text in ("", UNKNOWN):
            return cls()
        if text == PASSED:
            return cls(text, "passed")
        words, numbers = _tokens(text)
        kind: Kind = "penalty" if "penalty" in words else "game"
        if kind == "game" and (numbers["d"] == NOBODY or ("win" in words) is ("loss" in words)):
            raise TableError("a game needs a declarer, and to be won or lost", column="R")
        if words >= {"win", "overbid"} or words >= {"bidok", "overbid"}:
            raise TableError("an overbid game is lost", column="R")
        if kind == "game" and not _fits(numbers["v"], won="win" in words):
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
        """The record of a result of ours."""
        if result.declarer is None:
            return cls(PASSED, "passed")
        flags = [int(flag) for flag in (result.schneider, result.schwarz, result.resigned)]
        return cls.parse(
            f"d:{result.declarer} {'win' if result.won else 'loss'} v:{result.score}"
            f" m:{result.matadors} {'overbid' if result.overbid else 'bidok'}"
            f" p:{result.points} t:{result.tricks} s:{flags[0]} z:{flags[1]}"
            f" p0:0 p1:0 p2:0 l:{NOBODY} to:{NOBODY} r:{flags[2]}"
        )


def _fits(score: int, *, won: bool) -> bool:
    """Whether a game can count so much; other values than ours are seen, larger ones not."""
    return 0 < score <= max(SCORES) if won else min(SCORES) <= score < 0


def _tokens(text: str) -> tuple[set[str], dict[str, int]]:
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
