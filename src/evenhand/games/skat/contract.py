"""What the declarer announces: the game, and how high.

Written as on the ISS server: a letter for the game - C S H D for a suit, G for grand,
N for null - and then O ouvert, H hand, S schneider announced, Z schwarz announced.
"""

from dataclasses import dataclass
from reprlib import repr as brief
from typing import Self

from evenhand.games.moves import RuleError
from evenhand.games.skat.pack import JACKS, PACK, SUIT_NAMES, SUITS

SUIT_GAMES = "DHSC"
GRAND = "G"
NULL = "N"
GAMES = SUIT_GAMES + GRAND + NULL
GAME_NAMES = {**SUIT_NAMES, GRAND: "grand", NULL: "null"}


@dataclass(frozen=True, slots=True)
class Contract:
    """An announced game; announcements contain those they imply.

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
        game, marks = text[:1], text[1:]
        if len(set(marks)) < len(marks) or not set(marks) <= set("OHSZ"):
            raise RuleError("contract", f"{brief(text)} is not a game with some of O H S Z")
        return cls(game, "H" in marks, "S" in marks, "Z" in marks, "O" in marks)

    def __str__(self) -> str:
        marks = {"O": self.ouvert, "H": self.hand, "S": self.schneider, "Z": self.schwarz}
        return self.game + "".join(mark for mark, said in marks.items() if said)

    def describe(self) -> str:
        """The contract in words."""
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


def suit_led(card: int, trumps: int) -> int:
    """The cards that follow a led card: the trumps, or the rest of its printed suit.

    >>> PACK.names(suit_led(PACK.card("DJ"), Contract("G").trumps))
    ('CJ', 'SJ', 'HJ', 'DJ')
    """
    if trumps >> card & 1:
        return trumps
    return SUITS[PACK.name(card)[0]] & ~trumps
