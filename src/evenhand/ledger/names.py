"""Names of players, ladders and games: what is allowed, and which look alike.

A name is text as people write it, in any script.  What does not show is refused, because with it
two different names look the same: control characters, marks that turn the direction of writing,
characters without width.  Names that look alike all the same are found by their skeleton, so that
people can be warned.
"""

import re
import unicodedata

LONGEST = 200
"""Characters of a name."""

_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # control, format (bidi, zero width), surrogates, breaks
# Letters and marks that show nothing: fillers, the joiner of graphemes, variation selectors.
_EMPTY = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\ufe00-\ufe0f\uffa0]")
_NEVER_A_SIGN = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")
_LIKE_LATIN = str.maketrans(
    "АВЕЗКМНОРСТУХаекморстухѕіјһԁԛԝЅІЈҺԚԜӀ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχϲϹ" + "ɑɡıȷ",
    "ABE3KMHOPCTYXaekmopctyxsijhdqwSIJHQWI" + "ABEZHIKMNOPTYXaikvoptuxcC" + "agij",
)


def clean_name(text: str) -> str:
    r"""A name without blanks around it and in one spelling (NFC); refuses what does not show.

    >>> clean_name("  Ju\u0308rgen ")
    'Jürgen'
    >>> clean_name("An\u202ena")
    Traceback (most recent call last):
    ValueError: the name 'An\u202ena' has a character that does not show: U+202E
    """
    stripped = text.strip()
    if len(stripped) > 4 * LONGEST:  # before it costs anything; no spelling is four times another
        raise ValueError(f"a name has at most {LONGEST} characters, not {len(stripped):,}")
    name = unicodedata.normalize("NFC", stripped).strip()
    if len(name) > LONGEST:
        raise ValueError(f"a name has at most {LONGEST} characters, not {len(name):,}")
    for sign in "" if name.isprintable() else name:
        if unicodedata.category(sign) in _HIDDEN or _NEVER_A_SIGN.match(sign):
            which = f"U+{ord(sign):04X}"
            raise ValueError(f"the name {shown(name)} has a character that does not show: {which}")
    if not _EMPTY.sub("", name).strip():
        raise ValueError("a name needs at least one character that shows")
    return name


def skeleton(name: str) -> str:
    """What a name looks like: the same for names that can be taken for each other.

    Compatible characters are one (NFKD), Cyrillic and Greek letters are the Latin ones that they
    look like, case and blanks do not count.

    >>> skeleton("\u0410nna Maria") == skeleton("annamaria")  # the first A is Cyrillic
    True
    """
    if not name.isascii():
        name = unicodedata.normalize("NFKD", _EMPTY.sub("", name)).translate(_LIKE_LATIN)
    return _folded(name)


def confusable(a: str, b: str) -> bool:
    """Whether two different names look alike, or differ only by case or blanks."""
    return a != b and not looks(a).isdisjoint(looks(b))


def looks(name: str) -> frozenset[str]:
    """The keys of a name; two names look alike if they have one in common.

    >>> looks("Anna")
    frozenset({'anna'})
    """
    if name.isascii():
        return frozenset((_folded(name),))
    return frozenset((skeleton(name), _folded(unicodedata.normalize("NFKD", name))))


def harmless(text: str, longest: int = 300) -> str:
    r"""Text of others for a message: one line, no hidden characters, not too long.

    >>> harmless("even\x00ing\u202e.csv")
    'evening.csv'
    """
    line = "".join(sign for sign in text[: 10 * longest] if sign.isprintable())
    return line if len(line) <= longest else line[:longest] + "..."


def shown(name: str) -> str:
    """A name in a message: in quotation marks, hidden characters written out, not too long."""
    return harmless(repr(name), 60)


def _folded(name: str) -> str:
    return "".join(name.casefold().split())
