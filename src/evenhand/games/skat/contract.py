"""What the declarer announces: the game, and how high; in letters, in words and as columns.

Written as on the ISS server: a letter for the game - C S H D for a suit, G for grand,
N for null - and then O ouvert, H hand, S schneider announced, Z schwarz announced.

Contracts are ISS letters such as ``CH`` or words such as ``clubs hand``; capitals do not
matter.  In words an announcement must be called one (``schneider announced``), because
``grand schneider`` could as well mean that schneider was made.
"""

import re
from dataclasses import dataclass
from reprlib import repr as brief
from typing import Self

import numpy as np

from evenhand.games.protocol import RuleError
from evenhand.games.skat.deck import JACKS, SUIT_NAMES, SUITS

SUIT_GAMES = "DHSC"
GRAND = "G"
NULL = "N"
GAMES = SUIT_GAMES + GRAND + NULL
GAME_NAMES = {**SUIT_NAMES, GRAND: "grand", NULL: "null"}


@dataclass(frozen=True, slots=True)
class Contract:
    """An announced game; what is announced contains what it implies.

    >>> Contract.parse("CO") == Contract.parse("COHSZ")     # ouvert, so hand and schwarz
    True
    >>> str(Contract("G", hand=True, schwarz=True))
    'GHSZ'
    >>> Contract.parse("NOH").describe()
    'null ouvert hand'
    """

    game: str
    hand: bool = False
    schneider: bool = False  # announced
    schwarz: bool = False  # announced
    ouvert: bool = False

    def __post_init__(self) -> None:
        if len(self.game) != 1 or self.game not in GAMES:
            raise RuleError("contract", f"no game {brief(self.game)}; games are {' '.join(GAMES)}")
        if self.game == NULL:
            if self.schneider or self.schwarz:
                raise RuleError("null", "schneider and schwarz do not exist in null")
            return
        if self.ouvert:
            object.__setattr__(self, "hand", True)
            object.__setattr__(self, "schwarz", True)
        if self.schwarz:
            object.__setattr__(self, "schneider", True)
        if self.schneider and not self.hand:
            raise RuleError("announcement", "only a hand game can be announced higher")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a contract such as G, CHS or NO."""
        game, modifiers = text[:1], text[1:]
        if len(set(modifiers)) < len(modifiers) or not set(modifiers) <= set("OHSZ"):
            raise RuleError("contract", f"{brief(text)} is not a game with some of O H S Z")
        return cls(game, "H" in modifiers, "S" in modifiers, "Z" in modifiers, "O" in modifiers)

    def __str__(self) -> str:
        modifiers = {"O": self.ouvert, "H": self.hand, "S": self.schneider, "Z": self.schwarz}
        return self.game + "".join(letter for letter, is_set in modifiers.items() if is_set)

    def describe(self) -> str:
        """Return the contract in words."""
        words = [GAME_NAMES[self.game]]
        if self.ouvert:
            words.append("ouvert")
        if self.hand and (self.game == NULL or not self.ouvert):
            words.append("hand")
        if self.schneider and not self.ouvert:
            words.append("schwarz announced" if self.schwarz else "schneider announced")
        return " ".join(words)

    @property
    def trumps(self) -> int:
        """The trump cards: four in grand, eleven in a suit game, none in null."""
        if self.game == NULL:
            return 0
        return JACKS if self.game == GRAND else JACKS | SUITS[self.game]

    @property
    def number(self) -> int:
        """Its place in ``CONTRACTS``, by which kernels know it."""
        return _NUMBERS[self]

    @property
    def game_number(self) -> int:
        """The place of its game in ``GAMES``, by which kernels know it."""
        return GAMES.index(self.game)


_GAME_WORDS = {
    "C": "club clubs kreuz eichel ♣",
    "S": "spade spades pik grün gruen ♠",
    "H": "heart hearts herz rot ♥",
    "D": "diamond diamonds karo schellen ♦",
    GRAND: "grand",
    NULL: "null",
}
_MODIFIER_WORDS = {
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
    modifiers = dict.fromkeys(_read_modifiers(words[1:], text), True)
    return Contract(game, **modifiers)


def _read_modifiers(words: list[str], text: str) -> list[str]:
    """Return the modifiers that follow the game."""
    if not words:
        return []
    for length in (2, 1):
        modifier = _MODIFIER_WORDS.get(" ".join(words[:length]))
        if modifier:
            return [modifier, *_read_modifiers(words[length:], text)]
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
    """Return whether a result such as ``won``, ``l`` or ``+`` means a won game."""
    return _read_either(text, WON, LOST, "result", "is neither won nor lost")


def read_flag(text: str) -> bool:
    """Return whether a mark such as ``x``, ``yes`` or nothing means yes."""
    return _read_either(text, YES, NO, "mark", "is neither yes nor no")


def _read_either(text: str, yes: set[str], no: set[str], rule: str, problem: str) -> bool:
    word = text.strip().lower()
    if word not in yes | no:
        raise RuleError(rule, f"{text!r} {problem}")
    return word in yes


NO_CONTRACT = -1
SUIT_AND_GRAND_FORMS = ("", "H", "HS", "HSZ", "OHSZ")
NULL_FORMS = ("", "H", "O", "OH")
CONTRACTS: tuple[Contract, ...] = tuple(
    Contract.parse(game + modifiers)
    for game in GAMES
    for modifiers in (NULL_FORMS if game == NULL else SUIT_AND_GRAND_FORMS)
)
"""All contracts there are."""
_NUMBERS = {contract: number for number, contract in enumerate(CONTRACTS)}


# What the rules say of each game and each contract.
GAME_OF = np.array([GAMES.index(contract.game) for contract in CONTRACTS])
"""The place in ``GAMES`` of each contract's game."""
NULL_GAME = GAMES.index(NULL)
IS_HAND = np.array([contract.hand for contract in CONTRACTS])
IS_OUVERT = np.array([contract.ouvert for contract in CONTRACTS])
IS_SCHNEIDER = np.array([contract.schneider for contract in CONTRACTS])
"""Whether schneider was announced."""
IS_SCHWARZ = np.array([contract.schwarz for contract in CONTRACTS])
IS_NULL = np.array([contract.game == NULL for contract in CONTRACTS])

KINDS = ("suit", "grand", "null", "null hand", "null ouvert", "null ouvert hand")
SUIT_KIND, GRAND_KIND, NULL_KIND = range(3)
NO_KIND = -1


def kind_of(contract: Contract) -> str:
    """Return the kind of a game.

    >>> kind_of(Contract.parse("CHS")), kind_of(Contract.parse("NOH"))
    ('suit', 'null ouvert hand')
    """
    if contract.game == NULL:
        return contract.describe()
    return "grand" if contract.game == GRAND else "suit"


KIND_OF = np.array([KINDS.index(kind_of(contract)) for contract in CONTRACTS])
"""The place in ``KINDS`` of each contract."""
