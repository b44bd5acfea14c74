"""The page of a player: curves, a comparison, every change and why, the language, a script."""

from playwright.sync_api import expect

from .browsing import DESKTOP, PHONE, Visitor
from .conftest import Visit
from .soundness import check_harmless
from .world import MALLORY, PICTURE, SCRIPT

PLAYER = "/ladders/open/players/p005"
NAME = "Frieda Adler"


def test_the_curves_are_drawn_on_a_desk_and_on_a_phone(visit: Visit) -> None:
    for size in (DESKTOP, PHONE):
        visitor = visit(size)
        page = visitor.open(PLAYER)
        charts = page.locator("[data-chart][data-drawn] svg")
        expect(charts).to_have_count(3)  # by own games, by date, luck
        for chart in charts.all():
            box = chart.bounding_box()
            assert box is not None
            assert box["width"] > 200
            assert box["height"] > 100
            expect(chart.locator("path[aria-roledescription='line mark']").first).to_be_attached()
        assert visitor.faults == []


def test_two_players_are_compared_in_curves_and_words(visitor: Visitor) -> None:
    page = visitor.open(PLAYER)
    lines = page.locator("[data-chart*='/games'] path[aria-roledescription='line mark']")
    expect(lines).to_have_count(1)
    page.get_by_role("combobox", name="Compare with").fill("Hanna Adler")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_text("Against Hanna Adler:")).to_contain_text("Chance now:")
    visitor.settled()
    expect(lines).to_have_count(2)
    expect(page.locator("[data-chart*='/games'] svg")).to_contain_text("Hanna Adler")
    page.get_by_role("link", name=f"only {NAME}").click()
    visitor.settled()
    expect(lines).to_have_count(1)
    assert visitor.faults == []


def test_every_change_can_be_opened_to_see_why(visitor: Visitor) -> None:
    page = visitor.open(PLAYER)
    details = page.locator("#games details").first
    expect(details.get_by_text("was expected, against these opponents")).to_be_hidden()
    details.locator("summary").click()
    why = details.get_by_text("was expected, against these opponents")
    expect(why).to_be_visible()
    expect(why).to_contain_text("Luck was worth")
    expect(details.locator("tr.me")).to_contain_text(NAME)
    page.get_by_role("link", name="earlier games").click()
    expect(page.locator("#games tbody tr").first).to_be_visible()
    assert "after=" in page.url


def test_another_language_is_one_click_away_and_the_page_stays(visitor: Visitor) -> None:
    page = visitor.open("/ladders/open?club=Herz+S%C3%BCd&min_games=20")
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_text("Plätze zählen unter den Gezeigten")).to_be_visible()
    assert visitor.path() == "/ladders/open?club=Herz+S%C3%BCd&min_games=20"
    expect(page.get_by_label("Verein")).to_have_value("Herz Süd")
    visitor.open(PLAYER)
    expect(page.get_by_role("heading", name="Verlauf der Wertung")).to_be_visible()
    expect(page.locator("[data-chart*='/games'] svg")).to_contain_text("eigenes Spiel")
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", name="Rating curve")).to_be_visible()
    assert visitor.path() == PLAYER


def test_a_script_as_name_or_club_is_text(visitor: Visitor) -> None:
    page = visitor.open(f"/ladders/open/players/{MALLORY}")
    assert page.title().startswith(SCRIPT)
    expect(page.get_by_role("heading", level=1)).to_contain_text(SCRIPT)
    expect(page.get_by_text(PICTURE)).to_be_visible()
    expect(page.locator("[data-chart*='/games'] svg").first).to_be_visible()
    visitor.open(f"/ladders/open/players/p001?with={MALLORY}")
    expect(page.locator("[data-chart*='/games'] svg")).to_contain_text(SCRIPT)
    check_harmless(page)
    visitor.open(f"/ladders/open?search={SCRIPT}")
    expect(page.locator("tr[data-player]")).to_have_count(1)
    expect(page.get_by_label("Club").locator("option", has_text=PICTURE)).to_have_count(1)
    visitor.open(f"/ladders/open?search={SCRIPT}x")
    expect(page.get_by_text(f"Nobody on the list has “{SCRIPT}x” in the name.")).to_be_visible()
    check_harmless(page)
    assert visitor.faults == []
