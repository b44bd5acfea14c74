"""The option --db: what is printed of it has no password."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from evenhand.cli.databases import existing, opened, shown
from evenhand.ledger.database import Database, LedgerError

SECRET = "hunter2"


@pytest.mark.parametrize(
    ("url", "printed"),
    [
        (f"postgresql://anna:{SECRET}@host:5432/club", "postgresql://anna:***@host:5432/club"),
        (f"postgres://anna:{SECRET}@/club?host=/run", "postgresql://anna:***@/club?host=%2Frun"),
        (f"postgresql://host/club?password={SECRET}", "postgresql://host/club?password=***"),
        ("postgresql://host/club", "postgresql://host/club"),
        ("sqlite:///club.db", "club.db"),
        ("/srv/club.db", "/srv/club.db"),
    ],
)
def test_a_password_is_never_shown(url: str, printed: str) -> None:
    assert shown(url) == printed


@pytest.mark.parametrize("open_it", [opened, existing])
@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://anna:{SECRET}@/club?host=/nowhere-at-all",
        f"postgresql://anna:{SECRET}@127.0.0.1:1/club",
        f"postgresql://127.0.0.1:1/club?user=anna&password={SECRET}",
        f"postgresql://anna:{SECRET}@host:port/club",
        f"mysql://anna:{SECRET}@host/club",
    ],
)
def test_a_database_that_cannot_be_reached_is_told_without_the_password(
    open_it: Callable[[str], AbstractContextManager[Database]], url: str
) -> None:
    def look() -> None:
        with open_it(url) as database:
            database.engine.connect()

    with pytest.raises(LedgerError) as told:
        look()
    assert SECRET not in str(told.value)
    assert "\n" not in str(told.value)
    assert told.value.__cause__ is None
