"""What every page must be: quiet, within its width, small, open to everybody."""

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from .browsing import Visitor
from .world import PICTURE

MOST_BYTES = 500_000  # of a first visit, without the chart library
LIBRARY = "charts-library.js"
GRAVE = ("serious", "critical")
CONTRAST = ("color-contrast",)  # what depends on the colours
REPEATED = "tbody tr:nth-child(n+9):not(.me, .inactive, :has(.tag))"  # lines like those before
RUN = "([where, how]) => axe.run(where, how).then((found) => found.violations)"
WIDTHS = "[document.documentElement.scrollWidth, innerWidth]"


def check_sound(visitor: Visitor, language: str) -> None:
    """Nothing went wrong, the page is whole and in its language, and nothing sticks out."""
    page = visitor.page
    assert not visitor.faults, f"{page.url}: {visitor.faults}"
    assert page.locator("html").get_attribute("lang") == language
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert page.title().removesuffix("· evenhand").strip()
    width, screen = page.evaluate(WIDTHS)
    assert width <= screen, f"{page.url} is {width} wide on a screen of {screen}"
    check_harmless(page)
    fetched = any(LIBRARY in address for address in visitor.asked)
    assert fetched == (page.locator("[data-chart]").count() > 0), "charts and their library"


def check_harmless(page: Page) -> None:
    """What players call themselves is not part of the page: no picture, no script of theirs."""
    expect(page.locator("img[src=x], script:not([src])")).to_have_count(0)
    assert PICTURE not in page.content()


def check_accessible(page: Page, rules: Sequence[str] = ()) -> None:
    """axe-core finds nothing serious, by all its rules or by some."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN, [{"exclude": [[REPEATED]]}, options])
    told = [
        f"{one['id']} ({one['impact']}): {node['html'][:200]} {node.get('failureSummary', '')}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"][:3]
    ]
    assert not told, "\n".join([page.url, *told])


def check_small(visitor: Visitor) -> None:
    """A first visit brings little over the wire."""
    sizes = {name: size for name, size in visitor.sizes.items() if LIBRARY not in name}
    assert 0 < sum(sizes.values()) < MOST_BYTES, sizes
