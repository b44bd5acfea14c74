"""Every page in both sizes, both languages, light and dark."""

import pytest
from fastapi.routing import APIRoute
from playwright.sync_api import expect

from evenhand.web.pages.all_pages import PAGES

from .browsing import DESKTOP, PHONE, Visitor
from .conftest import Visit
from .every_page import NO_PAGES, SIGHTS, Sight
from .soundness import CONTRAST, check_accessible, check_small, check_sound
from .world import SCRIPT


def seen(visitor: Visitor, sight: Sight, language: str) -> None:
    """Look at a page in a language."""
    visitor.speak(language)
    if sight.signed_in:
        visitor.sign_in()
    visitor.faults.clear()
    visitor.open(sight.path)
    check_sound(visitor, language)
    if sight.mallory:
        expect(visitor.text(SCRIPT)).to_be_visible()


@pytest.mark.parametrize("name", SIGHTS)
def test_a_page_is_sound_on_a_desk_and_in_german_on_a_phone(visit: Visit, name: str) -> None:
    sight = SIGHTS[name]
    visitor = visit(DESKTOP)
    seen(visitor, sight, "en")
    check_small(visitor)
    check_accessible(visitor.page)
    visitor.page.emulate_media(color_scheme="dark")
    check_accessible(visitor.page, CONTRAST)
    visitor = visit(PHONE)  # German words are longer
    seen(visitor, sight, "de")
    check_small(visitor)
    check_accessible(visitor.page)
    expect(visitor.text(sight.german)).to_be_visible()


def test_all_pages_of_the_service_are_looked_at() -> None:
    routes = [route for part in PAGES for route in part.router.routes]
    there = {r.path for r in routes if isinstance(r, APIRoute) and "GET" in (r.methods or ())}
    assert there - NO_PAGES == {sight.route for sight in SIGHTS.values() if sight.route}


def test_what_is_not_there_is_told_on_a_page(visitor: Visitor) -> None:
    page = visitor.open("/ladders/open/players/nobody", 404)
    expect(page.get_by_role("heading", level=1)).to_have_text("Not Found")
    expect(page.get_by_text("There is no player nobody.")).to_be_visible()
    check_accessible(page)
    page.get_by_role("link", name="To all ladders").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ladders")
