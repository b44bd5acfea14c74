"""What people read on a page, and which boxes are checked."""

import html
import re
from collections.abc import Sequence
from urllib.parse import urlencode

from tests.web.sites import Site

from .looking import text

GERMAN = {"Accept-Language": "de"}


def words(page: str) -> str:
    """The text of the main part, without markup, with single spaces."""
    main = page[page.index("<main") : page.index("</main>")]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", main)).split())


def part(page: str, name: str) -> str:
    """The text of the part that is swapped under a name."""
    begin = page.index(f'id="{name}"')
    rest = page[begin:]
    ends = [at for at in (rest.find("data-swap", 60), rest.find("</main>")) if at > 0]
    return " ".join(html.unescape(re.sub(r"<[^>]*>?", " ", rest[: min(ends)])).split())


def checked(page: str, name: str) -> list[str]:
    """The values of the boxes that are checked."""
    return re.findall(rf'name="{name}" value="(\w+)"[^>]* checked', page)


def query(path: str, cards: Sequence[str] = (), **more: object) -> str:
    """The address of a tool with some cards chosen; a list stands for several fields."""
    return f"{path}?{urlencode({'card': list(cards), **more}, doseq=True)}"


def asked(site: Site, path: str, cards: Sequence[str] = (), **more: object) -> str:
    """The page of a tool with some cards chosen."""
    return text(site, query(path, cards, **more))
