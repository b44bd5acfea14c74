"""One service and one browser for all tests of this folder; a fresh visitor for each."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from evenhand.ledger.keys import SCOPES, create_key
from evenhand.ledger.ledger import Ledger
from tests.ledger.databases import made_sqlite

from .browsing import DESKTOP, Visitor, started
from .serving import Served, fill, listening, warm

__all__ = ["made_sqlite"]
Visit = Callable[..., Visitor]


@pytest.fixture(scope="package")  # Playwright's event loop must not stay for other tests
def browser() -> Iterator[Browser]:
    """A browser."""
    with started() as found:
        yield found


@pytest.fixture(scope="package")
def served(
    browser: Browser, made_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """The service over the world; whoever writes does so on a ladder of their own."""
    path = tmp_path_factory.mktemp("browser") / "world.db"
    shutil.copyfile(made_sqlite, path)
    with Ledger(str(path)) as ledger:
        key = create_key(ledger.database, name="all", scopes=list(SCOPES), tenant="main")
        with listening(ledger) as address:
            made = Served(address, key)
            fill(made)
            warm(made)
            yield made
            made.client.close()


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Visit]:
    """Lets someone come, on a screen of some size."""
    contexts = []

    def come(size: dict[str, Any] = DESKTOP, **more: Any) -> Visitor:
        contexts.append(browser.new_context(**size, **more))
        return Visitor(served, contexts[-1])

    yield come
    for context in contexts:
        context.close()


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    """Someone at a desk."""
    return visit()
