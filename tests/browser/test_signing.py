"""Signing in and out, and what only those may do who have a key."""

from datetime import UTC, datetime

from playwright.sync_api import expect

from .browsing import Visitor
from .conftest import Visit
from .world import one_result

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_wrong_key_is_told_and_a_right_one_leads_back(visitor: Visitor) -> None:
    page = visitor.open("/ladders/open/results")
    page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    page.get_by_label("Key").fill("eh_000000000000_wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text("There is no such key, or it was revoked.")
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    page.get_by_label("Key").fill(visitor.served.key)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert visitor.path() == "/ladders/open/results"
    assert visitor.served.key not in page.evaluate("document.cookie")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    assert visitor.path() == "/ladders/open/results"
    assert [cookie["name"] for cookie in visitor.context.cookies()] == []


def test_who_is_signed_in_can_undo_a_result(visitor: Visitor) -> None:
    served, ladder = visitor.served, visitor.served.make_ladder("undoing")
    served.post(ladder, one_result("first", NOW, "p001", "p002"))
    before = served.hash(ladder)
    served.post(ladder, one_result("second", NOW, "p002", "p001"))
    visitor.sign_in()
    page = visitor.open(f"/ladders/{ladder}/results")
    page.get_by_role("link", name="Undo the result second").click()
    expect(page.get_by_role("table", name="Whose ratings change most")).to_contain_text("Cem Adler")
    page.get_by_role("button", name="Undo it").click()
    expect(page.get_by_role("status")).to_contain_text("The result second counts no longer.")
    expect(page.get_by_role("link", name="Undo the result first")).to_be_visible()
    expect(page.get_by_role("link", name="Undo the result second")).to_have_count(0)
    assert served.hash(ladder) == before
    assert visitor.faults == []


def test_who_is_not_signed_in_sees_no_undo_and_no_upload(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/ladders/open/results")
    expect(page.get_by_role("link", name="Undo the result")).to_have_count(0)
    expect(page.get_by_text("with a key that may correct results to undo one.")).to_be_visible()
    visitor.open("/ladders/open/upload")
    expect(page.locator("input[type=file]")).to_have_count(0)
    expect(page.get_by_text("with a key that may post results to upload a file.")).to_be_visible()
    visitor.open("/ladders/open/results/undo?result=g0001", 403)
