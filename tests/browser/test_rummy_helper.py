"""The Rummy helper clicked through: the arrangement, MinScore and MinDist."""

from playwright.sync_api import Page, expect

from .browsing import DESKTOP, PHONE
from .conftest import Visit
from .world import MELDED


def metric(page: Page, name: str) -> str:
    place = page.locator(".metrics > div", has=page.get_by_text(name, exact=True))
    return place.locator("dd").first.inner_text()


def choose(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f"label:has(#card-{card})").click()


def test_thirteen_cards_are_arranged_and_counted(visit: Visit) -> None:
    for size in (DESKTOP, PHONE):
        visitor = visit(size)
        page = visitor.open("/rummy")
        choose(page, *MELDED.split())
        call, melds = page.locator("#verdict .call"), page.locator("#melds .panel")
        expect(call).to_have_text("Declare!")
        assert (metric(page, "MinDist"), metric(page, "MinScore")) == ("0", "0")
        expect(melds).to_have_count(4)
        choose(page, "CK", "D2")
        expect(call).to_have_text("One card away")
        assert (metric(page, "MinDist"), metric(page, "MinScore")) == ("1", "22")
        expect(page.get_by_text("Left over: 22 points")).to_be_visible()
        expect(melds).to_have_count(4)
        page.get_by_label("Wild rank").select_option("2")
        expect(call).to_have_text("Declare!")  # the two goes with jack and queen
        choose(page, "DK")
        expect(page.get_by_role("group").filter(has_text="Every discard")).to_be_visible()
        expect(page.locator("#verdict")).to_contain_text("Discard")
        assert visitor.faults == []
