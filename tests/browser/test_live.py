"""Pages that are open change by themselves when a result is posted."""

from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from evenhand.web.pages.language import ENGLISH

from .browsing import Visitor
from .serving import Served
from .world import one_result

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def mark(page: Page) -> None:
    """Leave something in the window that a reload would lose."""
    page.evaluate("window.mark = 'still the same page'")


def check_not_loaded_again(page: Page) -> None:
    assert page.evaluate("window.mark") == "still the same page"


def small_ladder(served: Served, name: str) -> str:
    """Two players, of whom the first leads."""
    served.make_ladder(name, rules={"min_games": 1})
    served.post(name, one_result("a", NOW, "p001", "p002"))
    return name


def test_the_open_list_shows_a_posted_result_without_a_reload(visitor: Visitor) -> None:
    ladder = small_ladder(visitor.served, "live-list")
    page = visitor.open(f"/ladders/{ladder}")
    mark(page)
    rows = page.locator("tr[data-player]")
    expect(rows.first).to_contain_text("Ben Adler")
    later = [one_result(f"b{n}", NOW, "p002", "p001") for n in range(3)]
    visitor.served.post(ladder, *later)
    expect(rows.first).to_contain_text("Cem Adler")
    shown = ENGLISH.number(visitor.served.rating(ladder, "p002"), 1)
    expect(page.locator("tr[data-player=p002]")).to_contain_text(shown)
    expect(page.locator("tr[data-player=p002].rose")).to_have_count(1)
    expect(page.locator("tr[data-player=p001].fell")).to_have_count(1)
    check_not_loaded_again(page)
    assert visitor.faults == []


def test_the_open_page_of_a_player_shows_a_posted_result(visitor: Visitor) -> None:
    ladder = small_ladder(visitor.served, "live-player")
    page = visitor.open(f"/ladders/{ladder}/players/p002")
    mark(page)
    facts, games = page.locator("#facts"), page.locator("#games tbody > tr")
    count = games.count()
    before = ENGLISH.number(visitor.served.rating(ladder, "p002"), 1)
    expect(facts).to_contain_text(before)
    visitor.served.post(ladder, one_result("b", NOW, "p002", "p003"))
    after = ENGLISH.number(visitor.served.rating(ladder, "p002"), 1)
    assert after != before
    expect(facts).to_contain_text(after)
    expect(page.locator("#games")).to_contain_text("Dora Adler")
    assert games.count() > count
    check_not_loaded_again(page)
    assert visitor.faults == []


def test_who_is_typing_a_search_is_not_disturbed_by_news(visitor: Visitor) -> None:
    ladder = small_ladder(visitor.served, "live-typing")
    page = visitor.open(f"/ladders/{ladder}")
    search = page.get_by_label("Search")
    search.fill("Cem")
    expect(page.locator("tr[data-player]")).to_have_count(1)
    visitor.served.post(ladder, one_result("b", NOW, "p002", "p003"))
    shown = ENGLISH.number(visitor.served.rating(ladder, "p002"), 1)
    expect(page.locator("tr[data-player]")).to_contain_text(shown)
    expect(page.locator("tr[data-player]")).to_have_count(1)
    expect(search).to_have_value("Cem")
    expect(search).to_be_focused()
