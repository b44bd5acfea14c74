"""What may be changed from a page, by whom, and only from pages of ours."""

from pathlib import Path

import pytest

from evenhand.web.limits import Limits
from tests.web.sites import EVENING, Site, World, result

from .looking import OURS, look, sent, text

UNDO = "/ladders/elo/results/undo"
WRONG = b"player_1,player_2,score_1,score_2\nanna,ben,3,x\nanna,anna,1,2\n"
RIGHT = b"player_1,player_2,score_1,score_2\n<b>Zoe</b>,ben,3,1\n"


def test_signing_in_takes_a_key_that_there_is(seen: Site) -> None:
    right = sent(seen, "POST", "/sign-in", data={"key": seen.key("read"), "back": "/ladders/elo"})
    assert (right.status_code, right.headers["location"]) == (303, "/ladders/elo")
    cookie = right.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    wrong = sent(seen, "POST", "/sign-in", data={"key": "eh_wrong"})
    assert wrong.status_code == 401
    assert "There is no such key" in wrong.text
    assert "set-cookie" not in wrong.headers


def test_behind_a_proxy_the_key_goes_by_https_only(world: World, tmp_path: Path) -> None:
    for trust, secure in ((True, True), (False, False)):
        limits = Limits(key_rate=0, address_rate=0, trust_proxy=trust)
        with world.copied(tmp_path, limits) as site:
            headers = OURS | {"X-Forwarded-Proto": "https"}
            told = sent(site, "POST", "/sign-in", data={"key": site.key("read")}, headers=headers)
            assert ("secure" in told.headers["set-cookie"].lower()) is secure


def test_a_page_that_knows_a_key_is_kept_nowhere(seen: Site) -> None:
    assert look(seen, "/ladders/elo", "read").headers["cache-control"] == "no-store"
    assert look(seen, "/ladders/elo").headers["cache-control"] == "no-cache"


def test_a_cookie_opens_pages_and_never_the_api(seen: Site) -> None:
    told = sent(
        seen, "POST", "/api/v1/ladders/elo/results", "admin", json=result("c1", anna=1, b=2)
    )
    assert told.status_code == 401
    assert look(seen, "/api/v1/ladders/secret", "admin").status_code == 404


def test_a_key_that_was_revoked_is_like_none(seen: Site) -> None:
    page = text(seen, "/ladders/elo", cookies={"evenhand_key": "eh_000_gone"})
    assert "Sign in" in page
    assert "Sign out" not in page


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
)
@pytest.mark.parametrize("path", [UNDO, "/ladders/elo/upload", "/sign-in", "/sign-out", "/me"])
def test_what_another_site_sends_is_refused(site: Site, path: str, headers: dict[str, str]) -> None:
    before = site.hash("elo")
    told = sent(site, "POST", path, "admin", headers=headers, data={"result": "r29"})
    assert told.status_code == 403
    assert site.hash("elo") == before


def test_undoing_a_result_shows_the_effect_first(site: Site) -> None:
    page = text(site, f"{UNDO}?result=r20", "results:correct")
    assert "games are rated again" in page
    before = site.hash("elo")
    done = sent(site, "POST", UNDO, "results:correct", data={"result": "r20"})
    assert done.headers["location"] == "/ladders/elo/results?undone=r20"
    assert site.hash("elo") != before
    assert "This result no longer counts." in text(site, f"{UNDO}?result=r20", "results:correct")


@pytest.mark.parametrize("scope", ["", "read", "results:write"])
def test_who_may_not_correct_sees_no_undo_and_cannot(site: Site, scope: str) -> None:
    assert "results/undo" not in text(site, "/ladders/elo/results", scope)
    assert look(site, f"{UNDO}?result=r20", scope).status_code == 403
    assert sent(site, "POST", UNDO, scope, data={"result": "r20"}).status_code == 403
    refused = sent(site, "POST", "/ladders/skat/upload/undo", scope, data={"upload": "x"})
    assert refused.status_code == 403


def test_a_key_of_another_tenant_changes_nothing_here(site: Site) -> None:
    key = site.key("admin", "berlin")
    cookies = {"evenhand_key": key}
    assert sent(site, "POST", UNDO, data={"result": "r20"}, cookies=cookies).status_code == 403
    path = "/ladders/elo/upload?confirmed=true"
    assert sent(site, "POST", path, content=RIGHT, cookies=cookies).status_code == 403


def test_every_wrong_row_has_its_message_and_nothing_is_posted(site: Site) -> None:
    before = site.hash("elo")
    path = "/ladders/elo/upload?filename=a.csv"
    for confirmed in ("", "&confirmed=true"):
        told = sent(site, "POST", path + confirmed, "results:write", content=WRONG).text
        assert "Row 1" in told
        assert "Row 2" in told
        assert "Posted" not in told
    assert site.hash("elo") == before


def test_a_file_is_looked_at_posted_and_undone(site: Site) -> None:
    before = site.hash("elo")
    path = "/ladders/elo/upload?filename=a.csv"
    looked = sent(site, "POST", path, "results:write", content=RIGHT).text
    assert "Post 1 results" in looked
    assert "&lt;b&gt;Zoe&lt;/b&gt;" in looked
    assert site.hash("elo") == before
    posted = sent(site, "POST", f"{path}&confirmed=true", "results:write", content=RIGHT).text
    assert "Posted: 1 results count now." in posted
    assert site.hash("elo") != before
    again = sent(site, "POST", path, "results:write", content=RIGHT).text
    assert "Nothing in this file is new." in again
    name = site.get("ladders/elo/uploads")[0]["id"]
    assert name in text(site, "/ladders/elo/upload", "results:correct")
    undone = sent(
        site, "POST", "/ladders/elo/upload/undo", "results:correct", data={"upload": name}
    )
    assert undone.status_code == 303
    assert site.hash("elo") == before


def test_a_file_that_cannot_be_read_says_why(site: Site) -> None:
    path = "/ladders/elo/upload?filename=a.xlsx"
    told = sent(site, "POST", path, "results:write", content=b"PK\x03\x04nonsense")
    assert told.status_code == 200
    assert "a.xlsx cannot be read:" in told.text


def test_a_seeger_list_is_known_by_itself(site: Site) -> None:
    told = sent(site, "POST", "/ladders/elo/upload?filename=evening.csv", "admin", content=EVENING)
    assert "Seeger" in told.text or "list" in told.text


def test_who_says_who_he_is_can_take_it_back(seen: Site) -> None:
    said = sent(seen, "POST", "/me", data={"player": "Jörg/1", "back": "/ladders/elo"})
    assert "me=J%C3%B6rg%2F1" in said.headers["set-cookie"]
    back = sent(seen, "POST", "/me", data={"player": ""}, headers=OURS)
    assert 'me=""' in back.headers["set-cookie"]
