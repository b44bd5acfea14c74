"""The two languages of the pages: texts, numbers and dates."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fastapi import Request

from evenhand.ledger.results import EPOCH

COOKIE = "language"
MINUS = "\N{MINUS SIGN}"
MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"


@dataclass(frozen=True)
class Language:
    """How texts, numbers and dates are written; the English text is the key of every text."""

    code: str
    name: str
    texts: Mapping[str, str]
    signs: dict[int, str]  # of numbers as Python writes them

    def text(self, english: str, **values: object) -> str:
        """A text in this language, with values put in.

        >>> ENGLISH.text("{count} players", count=3)
        '3 players'
        """
        found = self.texts.get(english, english)
        return found.format(**values) if values else found

    def number(self, value: float | None, decimals: int = 0) -> str:
        """A number; nothing for one that is not known.

        >>> GERMAN.number(-1234.56, 1), ENGLISH.number(1234.56), ENGLISH.number(-0.01, 1)
        ('\u22121.234,6', '1,235', '0.0')
        """
        if value is None or value != value:
            return ""
        text = f"{round(value, decimals) + 0.0:,.{decimals}f}".translate(self.signs)
        return text.replace("-", MINUS)

    def points(self, value: float | None) -> str:
        """A score: whole, or with as many decimals as it has, up to two.

        >>> ENGLISH.points(1234.0), GERMAN.points(0.5), ENGLISH.points(-0.001)
        ('1,234', '0,5', '0')
        """
        if value is None or value != value:
            return ""
        decimals = next(n for n in (0, 1, 2) if n == 2 or round(value, 2) == round(value, n))
        return self.number(value, decimals)

    def signed(self, value: float | None, decimals: int = 1) -> str:
        """A change, with its sign.

        >>> ENGLISH.signed(2.04), GERMAN.signed(-2.06), ENGLISH.signed(0.01)
        ('+2.0', '\u22122,1', '\xb10.0')
        """
        if value is None or value != value:
            return ""
        rounded = round(value, decimals)
        sign = "+" if rounded > 0 else "" if rounded < 0 else "\N{PLUS-MINUS SIGN}"
        return sign + self.number(value, decimals)

    def percent(self, share: float | None, decimals: int = 0) -> str:
        """A share as percentage.

        >>> GERMAN.percent(0.345, 1)
        '34,5\xa0%'
        """
        return "" if share is None else f"{self.number(100.0 * share, decimals)}\N{NO-BREAK SPACE}%"

    def date(self, time: int | str | None) -> str:
        """A day, from microseconds since 1970 or a time in ISO form.

        >>> ENGLISH.date("2026-11-03T10:00:00Z"), GERMAN.date(0)
        ('3 Nov 2026', '01.01.1970')
        """
        if time is None:
            return ""
        at = _time(time)
        if self.code == "de":
            return f"{at.day:02}.{at.month:02}.{at.year}"
        return f"{at.day} {MONTHS[3 * at.month - 3 : 3 * at.month]} {at.year}"

    def moment(self, time: int | str | None) -> str:
        """A day with the time of day, in UTC."""
        return "" if time is None else f"{self.date(time)}, {_time(time):%H:%M}"


def _time(time: int | str) -> datetime:
    if isinstance(time, int):
        return EPOCH + timedelta(microseconds=time)
    return datetime.fromisoformat(time).astimezone(UTC)


def _german() -> Language:
    from evenhand.web.pages.german import TEXTS

    return Language("de", "Deutsch", TEXTS, str.maketrans({",": ".", ".": ","}))


ENGLISH = Language("en", "English", {}, {})
GERMAN = _german()
LANGUAGES = {language.code: language for language in (ENGLISH, GERMAN)}


def language_of(request: Request) -> Language:
    """The language that was chosen, else the one that the browser prefers, else English."""
    chosen = LANGUAGES.get(request.cookies.get(COOKIE, ""))
    return chosen or preferred(request.headers.get("accept-language", ""))


def preferred(accepted: str) -> Language:
    """The language that a browser's header asks for most.

    >>> preferred("fr, de-AT;q=0.8, en;q=0.5").code, preferred("tlh").code, preferred("de;q=x").code
    ('de', 'en', 'de')
    """
    wanted = []
    for part in accepted[:500].split(","):
        name, _, weight = part.partition(";q=")
        language = LANGUAGES.get(name.strip().lower()[:2])
        if language is not None:
            wanted.append((_weight(weight), language))
    return max(wanted, key=lambda one: one[0], default=(0.0, ENGLISH))[1]


def _weight(text: str) -> float:
    try:
        return float(text or 1.0)
    except ValueError:
        return 0.0
