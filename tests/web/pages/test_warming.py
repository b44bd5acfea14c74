"""Making ready what pages need, beside the service."""

import subprocess
from typing import Any

import pytest

from evenhand.web.pages import warming
from evenhand.web.pages.warming import Warming
from tests.web.sites import Site

from .looking import text


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Processes that were begun; they wait for ever instead of compiling."""
    found: list[Any] = []
    begin = subprocess.Popen

    def noted(*args: Any, **more: Any) -> Any:
        found.append(begin(*args, **more))
        return found[-1]

    monkeypatch.setattr(warming, "WORK", "import time; time.sleep(600)")
    monkeypatch.setattr(subprocess, "Popen", noted)
    return found


def test_it_begins_once_and_ends_with_the_service(begun: list[Any]) -> None:
    one = Warming()
    one.begin()
    assert begun == []
    one.wanted = True
    one.begin()
    one.begin()
    one.close()
    assert [process.returncode for process in begun] == [-9]


def test_a_page_that_somebody_sees_begins_it(site: Site, begun: list[Any]) -> None:
    site.app.state.warming.wanted = True
    site.get("ladders")
    assert begun == []
    text(site, "/ladders/elo")
    text(site, "/ladders/elo")
    site.app.state.warming.close()
    assert len(begun) == 1


def test_what_is_compiled_is_what_pages_run() -> None:
    warming.warm_tables()
