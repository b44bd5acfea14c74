"""Questions about games as JSON objects: what is wrong with one is told in a line."""

import json
from collections.abc import Collection, Mapping
from reprlib import repr as brief
from typing import Any, TypeVar

T = TypeVar("T")

KIND_NAMES = {str: "a text", list: "a list", int: "a whole number", bool: "true or false"}


def read_object(line: str, keys: Collection[str] = ()) -> dict[str, Any]:
    """A JSON object, with no other keys than these if some are named.

    >>> read_object('{"wild": "J"}', ["hand", "wild"])
    {'wild': 'J'}
    >>> read_object('{"joker": "J"}', ["hand", "wild"])
    Traceback (most recent call last):
    ValueError: unknown key 'joker'; known are hand, wild
    """
    try:
        given = json.loads(line)
    except json.JSONDecodeError as problem:
        raise ValueError(f"not JSON: {problem.msg} at character {problem.pos + 1}") from None
    except (ValueError, RecursionError):
        raise ValueError(
            "not JSON that can be read: numbers too long, or nested too deep"
        ) from None
    if not isinstance(given, dict):
        raise ValueError(f"not a JSON object: {brief(given)}")
    for key in given:
        if keys and key not in keys:
            raise ValueError(f"unknown key {brief(key)}; known are {', '.join(keys)}")
    return given


def typed(given: Mapping[str, Any], key: str, kind: type[T], usual: T | None = None) -> T:
    """The value of a key, which must be of this kind; the usual one if it is not given."""
    value = usual if given.get(key) is None else given[key]
    if value is None:
        raise ValueError(f"missing {key}")
    if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
        raise ValueError(f"{key} must be {KIND_NAMES[kind]}, not {brief(value)}")
    return value


def card_names(cards: list[Any]) -> list[str]:
    """Names of cards, if they are texts."""
    for card in cards:
        if not isinstance(card, str):
            raise ValueError(f"a card must be a text such as CJ, not {brief(card)}")
    return cards
