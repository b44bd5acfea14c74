"""What a ladder is like: who would win, fair tables, how much is skill."""

import re

from playwright.sync_api import expect

from .browsing import Visitor

ABOUT = "/ladders/open/about"


def test_typing_two_names_tells_who_would_win(visitor: Visitor) -> None:
    page = visitor.open(ABOUT)
    names = page.get_by_label(re.compile(r"Player \d"))
    names.nth(0).fill("Frieda Adler")
    names.nth(1).fill("p090")
    rows = page.locator("#prediction tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Frieda Adler")
    shown = page.locator("#prediction td.number").all_text_contents()
    chances = [float(text.removesuffix("\N{NO-BREAK SPACE}%")) for text in shown]
    assert abs(sum(chances) - 100.0) < 0.11  # each is rounded to a tenth
    assert chances[0] > 60.0
    names.nth(2).fill("nobody")
    expect(page.get_by_text("Not known here: nobody")).to_be_visible()
    assert visitor.faults == []


def test_fair_tables_are_made_of_those_who_played_last(visitor: Visitor) -> None:
    page = visitor.open(ABOUT)
    seated = page.locator("#seated tbody tr")
    expect(seated.first.get_by_role("link")).to_have_count(2)
    page.get_by_label("Waiting").select_option("24")
    page.get_by_label("Seats at a table").select_option("4")
    expect(seated.first.get_by_role("link")).to_have_count(4)
    places = page.locator("#seated tbody").get_by_role("link").all_text_contents()
    assert len(places) == len(set(places)) <= 24
    assert visitor.faults == []


def test_how_much_is_skill_comes_by_itself(visitor: Visitor) -> None:
    page = visitor.open(ABOUT)
    facts = page.locator("[data-load] dl")
    expect(facts).to_contain_text("Spread of skill")
    expect(facts).to_contain_text("Of a result luck explains")
    expect(page.get_by_role("img", name="Distribution of ratings")).to_be_visible()
    expect(page.locator(".bars rect").first).to_be_visible()
    assert visitor.faults == []
