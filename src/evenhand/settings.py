"""Parameters typed as text, such as ``k=20``, for dataclasses of parameters."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

Reader = Callable[[str], object]

YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")
NOTHING = ("none", "off")


def read_settings(
    kind: type,
    owner: str,
    settings: Iterable[str],
    *,
    word: str = "parameter",
    option: str = "--set",
    readers: Mapping[str, Reader] | None = None,
) -> dict[str, Any]:
    """The values of some fields of a dataclass, given as ``name=value``.

    ``owner`` is what the dataclass is called, ``word`` what its fields are, ``option`` where
    they were typed.  A field with a reader of its own is read by it.

    >>> from dataclasses import make_dataclass
    >>> rules = make_dataclass("Rules", [("turn_limit", int), ("drop", int | None)])
    >>> read_settings(rules, "rummy", ["turn-limit=50", "drop=none"])
    {'turn_limit': 50, 'drop': None}
    """
    kinds = field_kinds(kind)
    values: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = (part.strip() for part in setting.partition("="))
        name = key.replace("-", "_")
        if not equals:
            raise ValueError(f"{option} wants NAME=VALUE, not {setting!r}")
        if name not in kinds:
            raise ValueError(f"{owner} has no {word} {key!r}; {nearest(name, list(kinds))}")
        reader = (readers or {}).get(name)
        values[name] = reader(text) if reader else read_value(name, text, kinds[name])
    return values


def field_kinds(kind: type) -> dict[str, Any]:
    """The fields of a dataclass that can be set, with their types."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.init}


def read_value(name: str, text: str, kind: Any) -> object:
    """A value of a type from its text.

    >>> read_value("size", "big", Literal["small", "large"])
    Traceback (most recent call last):
    ValueError: size must be one of small, large, not 'big'
    """
    if get_origin(kind) is Literal:
        return _chosen(name, text, {str(choice): choice for choice in get_args(kind)})
    if get_origin(kind) in (Union, UnionType):
        return _one_of(name, text, get_args(kind))
    if kind is bool:
        return _chosen(name, text.lower(), dict.fromkeys(YES, True) | dict.fromkeys(NO, False))
    try:
        return kind(text)
    except ValueError:
        wanted = {int: "a whole number", float: "a number"}.get(kind) or _choices(kind)
        raise ValueError(f"{name} must be {wanted}, not {text!r}") from None


def nearest(word: str, words: Iterable[str]) -> str:
    """Advice for who typed a wrong word.

    >>> nearest("rumy", ["ludo", "rummy"]), nearest("go", ["ludo", "rummy"])
    ('did you mean rummy?', 'choose from ludo, rummy')
    """
    known = list(words)
    near = get_close_matches(word, known, 1)
    if near:
        return f"did you mean {near[0]}?"
    return f"choose from {', '.join(known)}" if known else "there are none"


def allowed(word: str, words: Iterable[str]) -> str:
    """Advice for who typed a wrong word, with all that may be typed.

    >>> allowed("bier", ["log-loss", "brier"])
    'did you mean brier? Choose from log-loss, brier'
    """
    known = list(words)
    advice = nearest(word, known)
    near = advice.startswith("did you mean")
    return f"{advice} Choose from {', '.join(known)}" if near else advice


def _one_of(name: str, text: str, kinds: tuple[Any, ...]) -> object:
    """A value of the first type of some, or nothing if that is allowed."""
    if NoneType in kinds and text.lower() in NOTHING:
        return None
    return read_value(name, text, next(kind for kind in kinds if kind is not NoneType))


def _chosen(name: str, text: str, choices: Mapping[str, object]) -> object:
    if text not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {text!r}")
    return choices[text]


def _choices(kind: Any) -> str:
    """What an enumeration allows."""
    return f"one of {', '.join(str(choice.value) for choice in kind)}"
