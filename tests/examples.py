"""How many examples property tests try: the same ones every time, or more that are free.

``EVENHAND_EXAMPLES=10`` in the environment makes them try ten times as many, other ones in every
run.  A failure then prints the line that makes the example again.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import HealthCheck, is_hypothesis_test, settings

TIMES = int(os.environ.get("EVENHAND_EXAMPLES", "0"))
"""How many times as many examples; 0 for the same ones every time."""


def load_examples() -> None:
    """Settle how examples are found, before tests are loaded."""
    slow = [HealthCheck.too_slow]
    settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=slow)
    settings.register_profile(
        "thorough",
        deadline=None,
        derandomize=False,
        database=None,
        print_blob=True,
        suppress_health_check=slow,
    )
    settings.load_profile("thorough" if TIMES else "steady")


def try_more_examples(tests: Iterable[Callable[..., Any]]) -> None:
    """Multiply the examples of property tests, each of which has a number of its own."""
    functions: set[Any] = {getattr(test, "__func__", test) for test in tests}
    for test in functions:
        if is_hypothesis_test(test):
            own = test._hypothesis_internal_use_settings
            more = settings(own, max_examples=TIMES * own.max_examples)
            test._hypothesis_internal_use_settings = more
