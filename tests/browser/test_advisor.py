"""The Skat advisor clicked through, by mouse and by keyboard, and a deal with open cards."""

import re

from playwright.sync_api import Locator, Page, expect

from .browsing import PHONE, Visitor
from .conftest import Visit
from .test_keyboard import tab_to
from .world import DEAL, STRONG

CLUBS = ["CJ", "CA", "CT", "CK", "CQ", "C9", "C8", "C7"]  # in the order of the page
FOREHAND = DEAL["forehand"]


def choose(page: Page, kind: str, cards: str) -> None:
    for card in cards.split():
        page.locator(f"label:has(#{kind}-{card})").click()


def percent(place: Locator) -> float:
    """The chance that is shown."""
    found = re.search(r"(\d+)\N{NO-BREAK SPACE}%", place.inner_text())
    assert found
    return float(found[1])


def test_ten_cards_tell_what_to_bid_and_the_skat_what_to_put_away(visit: Visit) -> None:
    visitor = visit(PHONE)
    page = visitor.open("/skat")
    choose(page, "card", STRONG)
    expect(page.locator("#count")).to_have_text("10 of 10 cards")
    verdicts = page.locator("#verdict article")
    expect(verdicts).to_have_count(2)
    for verdict in verdicts.all():
        expect(verdict).to_contain_text("Bid up to")
        expect(verdict).to_contain_text("Grand")
        assert percent(verdict) > 80.0
    page.get_by_role("radio", name="Forehand").check()
    expect(verdicts.first).to_contain_text("Forehand: say yes up to")
    choose(page, "skat", "H7 D7")
    away = page.locator("#away article")
    expect(away).to_have_count(2)
    for answer in away.all():
        expect(answer).to_contain_text("Put away")
        expect(answer.get_by_role("img")).to_have_count(2)
        assert percent(answer) > 80.0
    assert visitor.faults == []


def test_an_eleventh_card_is_told(visitor: Visitor) -> None:
    page = visitor.open("/skat")
    choose(page, "card", f"{STRONG} D7")
    expect(page.get_by_text("11 cards are chosen: take 1 away.")).to_be_visible()
    choose(page, "card", "D7")
    expect(page.locator("#verdict article")).to_have_count(2)
    assert visitor.faults == []


def test_cards_are_chosen_by_tab_and_space(visitor: Visitor) -> None:
    page = visitor.open("/skat")
    for card in [*CLUBS, "SJ", "SA"]:
        tab_to(page, f"#card-{card}")
        page.keyboard.press("Space")
        expect(page.locator(f"#card-{card}")).to_be_checked()
    expect(page.locator("#count")).to_have_text("10 of 10 cards")
    expect(page.locator("#verdict article").first).to_contain_text("Bid up to")
    expect(page.locator("#card-SA")).to_be_focused()


def test_a_deal_with_open_cards_is_solved(visitor: Visitor) -> None:
    page = visitor.open("/skat/deal")
    for place, cards in DEAL.items():
        page.get_by_role("textbox", name=place).fill(cards)
    page.get_by_label("Game").select_option("G")
    worth = page.locator("#worth")
    expect(worth).to_contain_text(re.compile(r"120 : 0 . the declarer wins"))
    expect(page.locator("ol.tricks > li")).to_have_count(10)
    page.get_by_label("Game").select_option("N")
    expect(worth).to_contain_text("The null is lost")
    page.get_by_role("textbox", name="Rearhand").fill(DEAL["middlehand"])
    expect(worth.locator(".wrong")).to_be_visible()
    assert visitor.faults == []


def test_a_deal_is_given_by_clicking_cards(visitor: Visitor) -> None:
    page = visitor.open("/skat/deal")
    for card in FOREHAND.split():
        page.locator(f"button[data-card={card}]").click()
    expect(page.get_by_role("textbox", name="Forehand")).to_have_value(FOREHAND)
    page.locator("button[data-card=C7]").click()  # the first hand is full
    expect(page.get_by_role("textbox", name="Middlehand")).to_have_value("C7")
    page.locator("button[data-card=C8]").click()
    expect(page.get_by_role("textbox", name="Forehand")).to_have_value(FOREHAND[:-3])
    expect(page.locator("button[data-card=C8]")).to_have_attribute("aria-pressed", "false")
    assert visitor.faults == []
