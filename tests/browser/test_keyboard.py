"""Everything by keyboard alone."""

from playwright.sync_api import Page, expect

from .browsing import Visitor

MOST_STEPS = 40


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus, which must then be seen."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if page.locator(f"{selector}:focus").count():
            outline = "getComputedStyle(document.activeElement).outlineStyle"
            assert page.evaluate(outline) != "none", selector
            return
    raise AssertionError(f"{selector} is not among the first {MOST_STEPS} stops")


def test_the_first_stop_leads_past_the_menu(visitor: Visitor) -> None:
    page = visitor.open("/ladders/open")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="To the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("main a").first).to_be_focused()


def test_a_player_is_searched_and_opened(visitor: Visitor) -> None:
    page = visitor.open("/ladders/open")
    tab_to(page, "input[type=search]")
    page.keyboard.type("hanna f")
    expect(page.locator("tr[data-player]")).to_have_count(1)
    tab_to(page, "tr[data-player] a")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hanna Fuchs")
    tab_to(page, "#games summary")
    page.keyboard.press("Enter")
    expect(page.get_by_text("was expected, against these opponents").first).to_be_visible()


def test_one_signs_in_and_out(visitor: Visitor) -> None:
    page = visitor.open("/ladders/open/results")
    tab_to(page, "header.site a[href^='/sign-in']")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Key")).to_be_focused()
    page.keyboard.type(visitor.served.key)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    tab_to(page, "header.site button")
    page.keyboard.press("Enter")
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
