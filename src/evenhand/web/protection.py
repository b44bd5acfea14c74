"""All that protects the service, in its order: headers, unforeseen errors, the gate."""

from collections.abc import Mapping

from fastapi import FastAPI

from evenhand.ledger.database import LedgerError
from evenhand.ledger.known_keys import KnownKeys
from evenhand.web.documented import add_components
from evenhand.web.gate import Gate
from evenhand.web.headers import SafeHeaders
from evenhand.web.limits import Limits
from evenhand.web.problems import Unforeseen, add_handlers


def protect(
    app: FastAPI,
    keys: KnownKeys,
    limits: Limits | None = None,
    statuses: Mapping[type[LedgerError], int] | None = None,
) -> None:
    """Let every request pass the gate and every answer, errors too, have safe headers."""
    add_handlers(app, statuses)
    add_components(app)
    app.add_middleware(Gate, keys=keys, limits=limits or Limits())  # the last one is outermost
    app.add_middleware(Unforeseen)
    app.add_middleware(SafeHeaders)
