"""How people write contracts, matadors and results, in English or German.

Contracts are ISS letters such as ``CH`` or words such as ``clubs hand``; capitals do not
matter.  In words an announcement must be called one (``schneider announced``), because
``grand schneider`` could as well mean that schneider was made.
"""

import re

from evenhand.games.moves import RuleError
from evenhand.games.skat.contract import GAMES, GRAND, NULL, Contract

_GAME_WORDS = {
    "C": "club clubs kreuz eichel ♣",
    "S": "spade spades pik grün gruen ♠",
    "H": "heart hearts herz rot ♥",
    "D": "diamond diamonds karo schellen ♦",
    GRAND: "grand",
    NULL: "null",
}
_MARK_WORDS = {
    "hand": "hand",
    "ouvert": "ouvert",
    "open": "ouvert",
    "schneider announced": "schneider",
    "schneider angesagt": "schneider",
    "schwarz announced": "schwarz",
    "schwarz angesagt": "schwarz",
}
_GAME = {word: game for game, words in _GAME_WORDS.items() for word in words.split()}
_LETTERS = re.compile(rf"[{GAMES}][OHSZ]*", re.IGNORECASE)
_MATADORS = re.compile(r"(with|without|mit|ohne)?\s*([+-]?)([0-9]{1,3})", re.IGNORECASE)

WON = {"won", "w", "win", "1", "yes", "y", "true", "+", "gewonnen", "g", "ja", "j"}
LOST = {"lost", "l", "loss", "0", "no", "n", "false", "-", "verloren", "v", "nein"}
YES = {"yes", "y", "true", "1", "x", "+", "ja", "j"}
NO = {"", "no", "n", "false", "0", "-", "nein"}
PASSED_IN = {"", "-", "passed", "passed in", "eingepasst"}


def read_contract(text: str) -> Contract:
    """Read a contract in letters or words.

    >>> read_contract("gh") == read_contract("Grand Hand") == Contract("G", hand=True)
    True
    >>> str(read_contract("null ouvert"))
    'NO'
    """
    text = " ".join(text.split())
    if _LETTERS.fullmatch(text):
        return Contract.parse(text.upper())
    words = re.sub(r"[,-]", " ", text.lower()).split()
    game = _GAME.get(words[0]) if words else None
    if game is None:
        raise RuleError("contract", f"no game {text!r}; write as in CH or clubs hand")
    marks = dict.fromkeys(_marks(words[1:], text), True)
    return Contract(game, **marks)


def _marks(words: list[str], text: str) -> list[str]:
    """The announcements that follow the game."""
    if not words:
        return []
    for length in (2, 1):
        mark = _MARK_WORDS.get(" ".join(words[:length]))
        if mark:
            return [mark, *_marks(words[length:], text)]
    hint = "; write schneider announced" if words[0] in ("schneider", "schwarz") else ""
    hint = hint.replace("schneider", words[0])
    raise RuleError("contract", f"{words[0]!r} in {text!r} announces nothing{hint}")


def read_matadors(text: str) -> int:
    """Read matadors: ``2``, ``-3``, ``with 2`` or ``without 3``.

    >>> read_matadors("2"), read_matadors("ohne 3")
    (2, -3)
    """
    found = _MATADORS.fullmatch(text.strip())
    if not found or (found[1] and found[2]):
        raise RuleError("matadors", f"{text!r} is not a count such as 2, -3, with 2 or without 3")
    below = found[2] == "-" or (found[1] or "").lower() in ("without", "ohne")
    return -int(found[3]) if below else int(found[3])


def read_result(text: str) -> bool:
    """Whether a result such as ``won``, ``l`` or ``+`` means a won game."""
    return _either(text, WON, LOST, "result", "is neither won nor lost")


def read_mark(text: str) -> bool:
    """Whether a mark such as ``x``, ``yes`` or nothing means yes."""
    return _either(text, YES, NO, "mark", "is neither yes nor no")


def _either(text: str, yes: set[str], no: set[str], rule: str, problem: str) -> bool:
    word = text.strip().lower()
    if word not in yes | no:
        raise RuleError(rule, f"{text!r} {problem}")
    return word in yes
