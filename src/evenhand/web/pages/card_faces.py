"""What pages know of cards: suits and ranks to show, and what is wrong with a choice of them."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from reprlib import repr as brief

from evenhand.games.cards import SYMBOLS

SUIT_WORDS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
MOST_SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Face:
    """A card to be shown; the letters and words of its rank are translated by the page."""

    name: str
    suit: str = ""
    rank: str = ""
    symbol: str = ""
    rank_word: str = ""
    suit_word: str = ""

    @classmethod
    def of(cls, name: str) -> "Face":
        """The face of a card by its name; ``JK`` is a joker.

        >>> Face.of("HT").rank, Face.of("HT").symbol, Face.of("HQ").rank_word
        ('10', '\u2665', 'queen')
        """
        if name[0] not in SYMBOLS:
            return cls(name)
        suit, rank = name[0], name[1]
        shown = "10" if rank == "T" else rank
        return cls(name, suit, shown, SYMBOLS[suit], RANK_WORDS.get(rank, rank), SUIT_WORDS[suit])


@dataclass(frozen=True)
class Wrong:
    """What is wrong with a choice: an English text, which the page translates.

    Of what is put into it, values stay as they are and words are translated too.
    """

    english: str
    values: Mapping[str, object]
    words: Mapping[str, str]

    @classmethod
    def text(
        cls, english: str, words: Mapping[str, str] | None = None, **values: object
    ) -> "Wrong":
        """A text with what is put into it."""
        return cls(english, values, words or {})

    def told(self, translate: Callable[..., str]) -> str:
        """The text in a language."""
        words = {name: translate(word) for name, word in self.words.items()}
        return translate(self.english, **self.values, **words)


def faces(names: Sequence[str]) -> list[Face]:
    """The faces of some cards."""
    return [Face.of(name) for name in names]


def known_names(names: Sequence[str], known: Sequence[str]) -> tuple[list[str], Wrong | None]:
    """The names that are cards, each as often as it is known, and what is wrong with the others.

    >>> known_names(["CJ", "CJ", "XY"], ["CJ"])[0]
    ['CJ']
    """
    found: list[str] = []
    wrong: Wrong | None = None
    for name in names:
        if name not in known:
            wrong = wrong or Wrong.text("There is no card {card}.", card=brief(name))
        elif found.count(name) == known.count(name):
            wrong = wrong or Wrong.text("The card {card} is there twice.", card=name)
        else:
            found.append(name)
    return found, wrong


def read_seed(text: str) -> int | None:
    """The seed of an address, if there is one.

    >>> read_seed("12"), read_seed("-1"), read_seed("")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def new_seed() -> int:
    """A seed for the link to another random hand."""
    return secrets.randbelow(MOST_SEEDS)
