"""Every text is there in German, and says the same things."""

import ast
import string
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

from jinja2 import Environment, nodes

from evenhand.web.pages import site
from evenhand.web.pages.german import TEXTS

CONSTANT_TEXTS = {
    *("National master", "International master", "Grandmaster"),
    *(HTTPStatus(code).phrase for code in (400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 503)),
}


def in_templates() -> Iterator[str]:
    for path in sorted(site.TEMPLATES.glob("*.html")):
        tree = Environment().parse(path.read_text(encoding="utf-8"))
        for call in tree.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "_" and call.args:
                first = call.args[0]
                if isinstance(first, nodes.Const):
                    yield first.value


def in_code() -> Iterator[str]:
    for path in sorted(Path(site.__file__).parent.glob("*.py")):
        for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute):
                first = one.args[0] if one.args else None
                if one.func.attr == "text" and isinstance(first, ast.Constant):
                    yield str(first.value)


def every_text() -> set[str]:
    return {*in_templates(), *in_code()} | CONSTANT_TEXTS


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_text_is_there_in_german() -> None:
    assert len(every_text()) > 150
    assert sorted(every_text() - TEXTS.keys()) == []


def test_no_german_text_is_left_over() -> None:
    assert sorted(TEXTS.keys() - every_text()) == []


def test_the_german_texts_have_the_same_places_to_be_filled() -> None:
    assert [one for one in TEXTS if places(TEXTS[one]) != places(one)] == []
