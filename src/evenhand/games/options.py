"""Checks of the options that the rules of a game have."""

from collections.abc import Sequence
from reprlib import repr as brief
from typing import cast


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Refuse what is none of the choices.

    >>> check_choice("undeclared", "lost", ("lower-score", "draw"))
    Traceback (most recent call last):
    ValueError: undeclared must be lower-score or draw, not 'lost'
    """
    if value not in choices:
        raise ValueError(f"{name} must be {' or '.join(choices)}, not {brief(value)}")


def check_number(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is no whole number, or too small or too large."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not least <= cast(int, value) <= most:
        problem = f"must be a whole number from {least} to {most}, not {brief(value)}"
        raise ValueError(f"{name} {problem}")


def check_flag(name: str, value: object) -> None:
    """Refuse what is neither True nor False."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be True or False, not {brief(value)}")
