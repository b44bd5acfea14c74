"""What holds for all tests: the same examples every time, and a limit on the time of a test."""

from collections.abc import Sequence

import pytest

from tests.examples import TIMES, load_examples, try_more_examples

HOUR = 3600

load_examples()


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Give tests that take minutes more time than the others, and try more examples if asked to."""
    for item in items:
        if TIMES or item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(HOUR))
    if TIMES:
        try_more_examples(item.obj for item in items if isinstance(item, pytest.Function))
