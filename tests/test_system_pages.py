"""The pages of the rating systems say what the code says."""

import re
from dataclasses import MISSING, fields
from fractions import Fraction
from pathlib import Path

import pytest

from evenhand.ratings import SYSTEMS, Adjustment, Effects

PAGES = Path(__file__).parents[1] / "docs" / "systems"
KINDS: dict[str, type] = {**SYSTEMS, "luck-adjusted": Adjustment}
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| [^|]+ \|$", re.MULTILINE)
SECTIONS = ["Formula", "Parameters", "Example", "What differs from the source", "Source"]


def meant(text: str) -> object:
    """A default as a page writes it: a number, a fraction, a word, or none."""
    try:
        return float(Fraction(text))
    except ValueError:
        return None if text == "none" else text


def defaults(kind: type) -> dict[str, object]:
    """The defaults of the code; a page says none where there are no effects."""
    found = {field.name: field.default for field in fields(kind)}
    found = {name: None if default == Effects() else default for name, default in found.items()}
    assert MISSING not in found.values()
    return found


def test_every_system_has_a_page_and_every_page_a_system() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == set(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_a_page_has_every_parameter_with_its_default(name: str) -> None:
    rows = ROW.findall((PAGES / f"{name}.md").read_text())
    assert len(rows) == len(dict(rows))
    assert {key: meant(text) for key, text in rows} == defaults(KINDS[name])


@pytest.mark.parametrize("name", KINDS)
def test_a_page_has_formula_parameters_example_deviations_and_source(name: str) -> None:
    text = (PAGES / f"{name}.md").read_text()
    assert text.startswith(f"# {name}\n")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SECTIONS
    assert "```math\n" in text
    assert ">>> " in text


@pytest.mark.parametrize("name", KINDS)
def test_the_overview_leads_to_every_page(name: str) -> None:
    assert f"(systems/{name}.md)" in (PAGES.parent / "ratings.md").read_text()
