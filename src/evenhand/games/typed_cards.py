"""Cards as people type them."""

import re

SYMBOLS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
TEN = "10"
SEPARATORS = re.compile(r"[\s,.;|/+-]+")


def typed_cards(text: str) -> list[str]:
    """The names of some cards, with any usual separators, letters or suit symbols.

    >>> typed_cards("cj ♠10,h7|DK-D9C8")
    ['CJ', 'ST', 'H7', 'DK', 'D9', 'C8']
    """
    text = text.upper().replace(TEN, "T")
    for letter, symbol in SYMBOLS.items():
        text = text.replace(symbol, letter)
    words = [word for word in SEPARATORS.split(text.replace("\ufe0f", "")) if word]
    return [word[at : at + 2] for word in words for at in range(0, len(word), 2)]
