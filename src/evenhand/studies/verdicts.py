"""Verdicts: one line a study, which begins with one of a few words and then tells the numbers.

A verdict is worked out from what the study has found, so that it holds at any size and seed.
"""

import math
from collections.abc import Iterable

AS_PRINTED = "as printed"
AGREES = "as in the paper"
PARTLY = "partly as in the paper"
DIFFERS = "differs"
UNCLEAR = "not clear"
BESIDE = "beside the paper"  # ours and the printed number, of which nothing can be said
MEASURED = "measured"  # there is nothing printed
WORDS = (AS_PRINTED, AGREES, PARTLY, DIFFERS, UNCLEAR, BESIDE, MEASURED)
SMALL = "smoke size, says little"


def split(verdict: str) -> tuple[str, str, bool]:
    """The word that a verdict begins with, its text, and whether it is of too little work.

    >>> split("differs (smoke size, says little): F1 is 0.51")
    ('differs', 'F1 is 0.51', True)
    >>> split("well")
    ('', 'well', False)
    """
    before, _, text = verdict.partition(": ")
    word = before.removesuffix(f" ({SMALL})")
    return (word, text, word != before) if word in WORDS else ("", verdict, False)


def by_claims(claims: Iterable[bool]) -> str:
    """The word for what a paper says, by whether each of it comes out.

    >>> by_claims([True, True]), by_claims([True, False]), by_claims([False])
    ('as in the paper', 'partly as in the paper', 'differs')
    """
    found = list(claims)
    if all(found):
        return AGREES
    return PARTLY if any(found) else DIFFERS


def by_sign(value: float, about: float, expected: float) -> str:
    """The word for a difference that should have the sign of another, by half of its interval.

    >>> by_sign(2.0, 1.0, 5.0), by_sign(-2.0, 1.0, 5.0), by_sign(2.0, 3.0, 5.0)
    ('as in the paper', 'differs', 'not clear')
    """
    if not abs(value) > about:
        return UNCLEAR
    return AGREES if value * expected > 0.0 else DIFFERS


def within(value: float, about: float, printed: float, rounded: float = 0.0) -> bool:
    """Whether a printed number lies in our interval; it may be rounded by so much.

    >>> within(75.8, 1.2, 75.0), within(75.8, 0.5, 75.0), within(75.8, 0.5, 75.0, rounded=0.5)
    (True, False, True)
    """
    return not math.isnan(about) and abs(value - printed) <= about + rounded


def one_line(word: str, text: str) -> str:
    """A verdict."""
    return f"{word}: {text}"


def at_size(verdict: str, *, says_little: bool) -> str:
    """A verdict that says so if it is of too little work.

    >>> at_size("differs: F1 is 0.51", says_little=True)
    'differs (smoke size, says little): F1 is 0.51'
    """
    word, text, _ = split(verdict)
    return f"{word} ({SMALL}): {text}" if word and says_little else verdict
