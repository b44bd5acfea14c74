"""How the rules of a game refuse options."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest


def check_refused(rules: Callable[..., Any], option: Mapping[str, Any], problem: str) -> None:
    """See that an option is refused in one line that begins with the problem."""
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}") as refused:
        rules(**option)
    assert "\n" not in str(refused.value)
