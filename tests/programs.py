"""Programs that some tests need: without them they are left out, but not where CI installs them."""

import os
from typing import NoReturn

import pytest


def leave_out(missing: str, installed: str) -> NoReturn:
    """Skip a test, saying what is missing; where a variable says that it is installed, fail."""
    if os.environ.get(installed) == "1":
        pytest.fail(missing)
    pytest.skip(missing)
