"""Parts of an address that may have slashes in them, as ids of players and results do.

``/`` ends a part, ``%2F`` belongs to it.  Servers hand over paths in which both are the same, so
that a player ``anna/history`` could not be told from the history of ``anna``.  Until a route is
found a character that is in no id stands for ``%2F``.
"""

import re
from urllib.parse import unquote_to_bytes

from starlette.convertors import Convertor, register_url_convertor
from starlette.types import Scope

HELD = "\x1f"
_ENCODED = re.compile(rb"%2f", re.IGNORECASE)


class Part(Convertor[str]):
    """One part: ``{player:part}``."""

    regex = "[^/]+"

    def convert(self, value: str) -> str:
        """The part with its slashes."""
        return value.replace(HELD, "/")

    def to_string(self, value: str) -> str:
        """The part as it stands in a path."""
        return value.replace("/", HELD)


class Parts(Part):
    """All that is left of a path, if nothing can follow: ``{result:parts}``."""

    regex = ".+"


register_url_convertor("part", Part())
register_url_convertor("parts", Parts())


def hold_slashes(scope: Scope) -> None:
    """Let slashes that belong to a part of the path be told from those between two."""
    raw: bytes = scope.get("raw_path") or b""
    if b"%2F" in raw or b"%2f" in raw:
        held = unquote_to_bytes(_ENCODED.sub(HELD.encode(), raw))
        scope["path"] = held.decode(errors="replace")
