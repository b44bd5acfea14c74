"""What holds for all tests: the same examples every time, and a limit on the time of a test."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, settings

HOUR = 3600

settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Give tests that take minutes more time than the others."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(HOUR))
