"""The ranking list: search, filters, parts, around me, files, official lists."""

import csv
from io import BytesIO, StringIO

from openpyxl import load_workbook
from playwright.sync_api import Locator, Page, expect

from .browsing import PHONE, Visitor
from .conftest import Visit
from .world import GONE, MALLORY, NAMES, RARE, SCRIPT

PART = 50  # lines


def lines(page: Page) -> Locator:
    return page.locator("tr[data-player]")


def test_typing_a_name_finds_the_player(visitor: Visitor) -> None:
    page = visitor.open("/ladders/open")
    page.get_by_label("Search").fill("frieda a")
    expect(lines(page)).to_have_count(1)
    expect(lines(page)).to_contain_text("Frieda Adler")
    page.get_by_label("Search").fill("nobody at all")
    expect(page.get_by_text("Nobody on the list has “nobody at all” in the name.")).to_be_visible()
    assert visitor.faults == []


def test_filters_leave_those_who_are_meant(visitor: Visitor) -> None:
    page = visitor.open("/ladders/open")
    page.get_by_label("Active").select_option("no")
    expect(lines(page)).to_have_count(GONE)
    expect(page.locator("#ranking tbody").get_by_text("inactive", exact=True)).to_have_count(GONE)
    page.get_by_label("Active").select_option("")
    page.get_by_label("Provisional").select_option("yes")
    expect(page.get_by_text("ranks count among those shown")).to_be_visible()
    expect(page.locator("tr[data-player=p100]")).to_be_visible()
    assert lines(page).count() >= RARE
    page.get_by_label("Provisional").select_option("")
    page.get_by_label("Club").select_option("Herz Süd")
    expect(lines(page)).to_have_count(len(range(1, len(NAMES), 4)))
    page.get_by_label("Games at least").fill("20")
    expect(page).to_have_url(
        f"{visitor.served.address}/ladders/open?club=Herz+S%C3%BCd&min_games=20"
    )
    expect(lines(page)).not_to_have_count(30)
    games = page.locator("tr[data-player] td.number:nth-child(7)").all_text_contents()
    assert games
    assert all(int(text) >= 20 for text in games)


def test_one_can_go_down_the_list_and_up_again(visitor: Visitor) -> None:
    whole = visitor.served.do("GET", f"ladders/open/leaderboard?limit={len(NAMES)}")["rows"]
    order = [row["player"] for row in whole]
    page = visitor.open("/ladders/open")

    def check_part(start: int) -> None:
        expect(lines(page).first).to_have_attribute("data-player", order[start])
        expect(lines(page)).to_have_count(len(order[start : start + PART]))

    check_part(0)
    page.get_by_role("link", name="lower").click()
    check_part(PART)
    page.get_by_role("link", name="lower").click()
    check_part(2 * PART)
    expect(page.get_by_role("link", name="lower")).to_have_count(0)
    page.get_by_role("link", name="higher").click()
    check_part(PART)
    page.get_by_role("link", name="Top").click()
    check_part(0)


def test_who_says_who_they_are_sees_the_list_around_them(visit: Visit) -> None:
    visitor = visit(PHONE)
    page = visitor.open("/ladders/open/players/p060")
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("button", name="This is not me")).to_be_visible()
    visitor.open("/ladders/open")
    page.get_by_role("link", name="Around me").click()
    own = page.locator("tr.me")
    expect(own).to_have_attribute("data-player", "p060")
    before = own.locator("xpath=preceding-sibling::tr").count()
    after = own.locator("xpath=following-sibling::tr").count()
    assert min(before, after) >= 10
    visitor.open("/ladders/open/players/p060")
    page.get_by_role("button", name="This is not me").click()
    visitor.open("/ladders/open")
    expect(page.get_by_role("link", name="Around me")).to_have_count(0)


def downloaded(page: Page, kind: str) -> list[dict[str, str]]:
    """The lines of a file that is offered on a page."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name=kind).click()
    path = waiting.value.path()
    assert waiting.value.suggested_filename.endswith(f".{kind.lower()}")
    if kind == "CSV":
        return list(csv.DictReader(StringIO(path.read_text("utf-8-sig"))))
    head, *rows = load_workbook(BytesIO(path.read_bytes())).active.values
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    return [dict(zip(head, row, strict=True)) for row in texts]


def test_the_whole_list_can_be_taken_along_as_csv_and_xlsx(visitor: Visitor) -> None:
    page = visitor.open("/ladders/open")
    shown = lines(page).evaluate_all("rows => rows.map((row) => row.dataset.player)")
    for kind in ("CSV", "XLSX"):
        rows = downloaded(page, kind)
        assert len(rows) == len(NAMES)
        assert [row["player"] for row in rows[:PART]] == shown
        assert rows[0]["name"] == SCRIPT
        assert float(rows[0]["rating"]) == round(visitor.served.rating("open", MALLORY), 2)
    visitor.open("/ladders/open?active=no")
    assert len(downloaded(page, "CSV")) == GONE


def test_an_official_list_stays_and_shows_movement(visitor: Visitor) -> None:
    page = visitor.open("/ladders/open")
    page.get_by_role("link", name="Official lists").click()
    page.get_by_role("link", name="Summer").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Summer")
    expect(page.locator("#official tbody tr").first).to_contain_text(SCRIPT)
    expect(page.locator("#official [title^=up], #official [title^=down]").first).to_be_visible()
    total = visitor.served.do("GET", "ladders/open/lists/2")
    rows = downloaded(page, "CSV")
    assert [row["player"] for row in rows] == [row["player"] for row in total["rows"]]
    assert downloaded(page, "XLSX")[0]["name"] == SCRIPT
    page.get_by_role("link", name="lower").click()
    expect(page.locator("#official tbody tr")).to_have_count(len(rows) - 2 * PART)
    page.get_by_label("Search").fill("hanna fuchs")
    expect(page.locator("#official tbody tr")).to_have_count(1)
    assert visitor.faults == []
