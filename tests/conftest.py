"""What holds for all tests: the same examples every time, and a limit on the time of a test."""

import gc
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.examples import TIMES, load_examples, try_more_examples

HOUR = 3600
TESTS = Path(__file__).parent
QUICK = (  # folders and files that `make quick` runs, about a minute: no service, no game kernels
    "analysis",
    "datasets",
    "evaluation",
    "luck/test_fit.py",
    "luck/test_online.py",
    "matchmaking",
    "ratings",
    "tables",
    "tuning/test_space.py",
    "ledger/test_names.py",
    "ledger/test_order.py",
    "ledger/test_results.py",
    "ledger/test_standing.py",
    "ledger/test_undo.py",
    "games/ludo/test_board.py",
    "games/rummy/test_melds.py",
    "games/rummy/test_rules.py",
    "games/skat/test_auction.py",
    "games/skat/test_seeger.py",
    "games/skat/test_tricks.py",
    "games/skat/test_scoring.py",
    "test_elo.py",
    "test_files.py",
    "test_league.py",
    "test_params.py",
)
FOLDERS = {"web": "service", "demo": "service", "ledger": "service", "browser": "browser"}
DOCS = ("test_docs.py", "test_service_docs.py", "test_system_pages.py", "test_tours.py")

load_examples()


def find_marks(item: pytest.Item) -> Iterator[str]:
    """Yield the marks of a test, which follow from where it stands."""
    if not item.path.is_relative_to(TESTS):
        yield "docs"
        return
    place = item.path.relative_to(TESTS)
    if place.parts[0] in FOLDERS:
        yield FOLDERS[place.parts[0]]
    if place.name in DOCS:
        yield "docs"
    is_slow = item.get_closest_marker("slow") or "postgresql" in item.name
    if not is_slow and place.as_posix().startswith(QUICK):
        yield "quick"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave alone what `make quick` does not run: to import it takes longer than many tests."""
    if not str(config.option.markexpr).startswith("quick") or collection_path.suffix != ".py":
        return None
    if not collection_path.is_relative_to(TESTS) or not collection_path.name.startswith("test_"):
        return None
    is_quick = collection_path.relative_to(TESTS).as_posix().startswith(QUICK)
    return None if is_quick else True


def pytest_collection_finish() -> None:
    """Leave what is loaded out of garbage collections, and collect less often."""
    gc.freeze()
    gc.set_threshold(50_000)


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Give tests that take minutes more time than the others, and try more examples if asked to."""
    for item in items:
        for mark in find_marks(item):
            item.add_marker(mark)
        if TIMES or item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(HOUR))
    if TIMES:
        try_more_examples(item.obj for item in items if isinstance(item, pytest.Function))
