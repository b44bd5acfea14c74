"""Lists and ladders as pages: what they show, to whom, and in which language."""

import csv
import io

import openpyxl
import pytest

from tests.web.sites import Site, result

from .looking import look, text

SCRIPT = "<script>alert(1)</script>"
CLUB = "<img src=x onerror=alert(2)>"
PUBLIC = (
    "/",
    "/ladders/elo",
    "/ladders/elo/lists",
    "/ladders/elo/lists/1",
    "/ladders/elo/about",
    "/ladders/elo/results",
    "/ladders/elo/upload",
    "/ladders/elo/players/anna",
    "/sign-in",
)


@pytest.mark.parametrize("path", PUBLIC)
@pytest.mark.parametrize(("accepted", "code"), [("de-DE,de;q=0.9", "de"), ("fr", "en")])
def test_a_page_is_there_in_the_language_that_the_browser_prefers(
    seen: Site, path: str, accepted: str, code: str
) -> None:
    found = look(seen, path, headers={"Accept-Language": accepted})
    assert found.status_code == 200
    assert f'<html lang="{code}">' in found.text
    assert found.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in found.headers["content-security-policy"]
    assert "<script>" not in found.text
    assert " style=" not in found.text


def test_a_chosen_language_stays(seen: Site) -> None:
    chosen = look(seen, "/language/de?back=/ladders/elo")
    assert (chosen.status_code, chosen.headers["location"]) == (303, "/ladders/elo")
    assert "language=de" in chosen.headers["set-cookie"]
    assert "Aktuelle Liste" in text(seen, "/ladders/elo", cookies={"language": "de"})


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "/\\example.org", "x"])
def test_nobody_is_sent_to_another_site(seen: Site, back: str) -> None:
    assert look(seen, "/language/de", params={"back": back}).headers["location"] == "/"


def test_the_list_has_movement_since_the_official_one(site: Site) -> None:
    before = text(site, "/ladders/elo")
    assert before.count('title="the same rank"') == 6
    rows = site.get("ladders/elo/leaderboard")["rows"]
    first, last = rows[0]["player"], rows[-1]["player"]
    games = [result(f"m{n}", 600 + n, **{last: 1, first: 0}) for n in range(40)]
    site.post("elo", *games)
    page = text(site, "/ladders/elo")
    assert 'title="up 5"' in page
    assert 'title="down ' in page
    assert "January" in page


def test_a_search_finds_names_and_ids(seen: Site) -> None:
    page = text(seen, "/ladders/elo?search=ANNA a")
    assert page.count("<tr data-player=") == 1
    assert 'data-player="anna"' in page
    nobody = text(seen, "/ladders/elo?search=zzz")
    assert "Nobody on the list has “zzz” in the name." in nobody


def test_filters_show_some_and_what_makes_no_sense_is_left_out(seen: Site) -> None:
    assert text(seen, "/ladders/elo?club=North").count("<tr data-player=") == 1
    assert text(seen, "/ladders/elo?min_games=&active=maybe&cursor=zz").count("data-player=") == 6
    assert "ranks count among those shown" in text(seen, "/ladders/elo?club=South")


def test_who_one_is_leads_to_the_part_of_the_list_around_oneself(seen: Site) -> None:
    assert "Around me" not in text(seen, "/ladders/elo")
    page = text(seen, "/ladders/elo", cookies={"me": "ben"})
    assert "/ladders/elo?around=ben" in page
    assert 'class="me"' in text(seen, "/ladders/elo?around=ben")
    assert "nobody-here is not on this list." in text(seen, "/ladders/elo?around=nobody-here")


def test_a_private_ladder_is_for_its_own_people(seen: Site) -> None:
    assert "secret" not in text(seen, "/")
    assert look(seen, "/ladders/secret").status_code == 404
    assert "secret" in text(seen, "/", "read")
    assert "Live list" in text(seen, "/ladders/secret", "read")


def test_who_belongs_to_another_tenant_sees_what_everybody_sees(seen: Site) -> None:
    key = seen.key("admin", "berlin")
    assert "Live list" in text(seen, "/ladders/elo", cookies={"evenhand_key": key})
    assert look(seen, "/ladders/secret", cookies={"evenhand_key": key}).status_code == 404


def test_the_list_as_files_is_what_one_sees_and_nothing_runs_in_it(site: Site) -> None:
    site.do("PATCH", "players/dora", {"name": '=HYPERLINK("http://x")'})
    whole = look(site, "/ladders/elo/ranking.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(whole)))
    board = site.get("ladders/elo/leaderboard")["rows"]
    assert [(row["player"], int(row["rank"])) for row in rows] == [
        (row["player"], row["rank"]) for row in board
    ]
    assert {row["name"] for row in rows if row["player"] == "dora"} == {'\'=HYPERLINK("http://x")'}
    sheet = look(site, "/ladders/elo/ranking.xlsx?club=North").content
    cells = list(openpyxl.load_workbook(io.BytesIO(sheet)).active.values)
    assert [row[1] for row in cells] == ["player", "anna"]


def test_a_published_list_is_there_as_file(seen: Site) -> None:
    found = look(seen, "/ladders/elo/lists/1.csv")
    assert found.headers["content-disposition"] == 'attachment; filename="elo-1.csv"'
    assert found.text.count("\n") == 7


def test_script_in_names_stays_text_everywhere(site: Site) -> None:
    site.do("PATCH", "players/anna", {"name": SCRIPT, "club": CLUB})
    site.do("PATCH", "ladders/elo", {"name": SCRIPT})
    site.do("POST", "ladders/elo/lists", {"title": SCRIPT})
    more = ("/ladders/elo/lists/2", "/ladders/elo?search=" + SCRIPT, "/ladders/elo?around=" + CLUB)
    for path in (*PUBLIC, *more, f"/ladders/elo/about?player={SCRIPT}", f"/sign-in?back={SCRIPT}"):
        page = text(site, path)
        assert SCRIPT not in page
        assert CLUB not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text(site, "/ladders/elo")


def test_what_is_not_there_is_a_page_for_people_and_a_problem_for_programs(seen: Site) -> None:
    page = look(seen, "/ladders/nowhere", headers={"Accept-Language": "de"})
    assert page.status_code == 404
    assert "Nicht gefunden" in page.text
    assert look(seen, "/nowhere").headers["content-type"].startswith("text/html")
    answer = seen.ask("GET", "ladders/nowhere", key=None)
    assert answer.headers["content-type"] == "application/problem+json"


def test_how_much_is_skill_is_a_piece_for_script_and_a_page_without(seen: Site) -> None:
    piece = text(seen, "/ladders/elo/skill")
    assert "<html" not in piece
    assert "It cannot be told yet" in piece
    whole = text(seen, "/ladders/elo/skill", headers={"Sec-Fetch-Dest": "document"})
    assert "<html" in whole
    assert "It cannot be told yet" in whole


def test_chances_are_those_of_the_api(seen: Site) -> None:
    page = text(seen, "/ladders/elo/about?player=Anna A.&player=ben&player=nobody")
    told = seen.get("ladders/elo/prediction?players=anna,ben")["players"]
    assert all(f"{100 * one['chance']:.1f}\u00a0%" in page for one in told)
    assert "Not known here: nobody" in page


def test_files_have_an_address_that_changes_with_them(seen: Site) -> None:
    page = text(seen, "/")
    address = page.split('rel="stylesheet" href="')[1].split('"')[0]
    found = look(seen, address, headers={"Accept-Encoding": "gzip"})
    assert "immutable" in found.headers["cache-control"]
    assert found.headers["content-encoding"] == "gzip"
    assert "--accent" in found.text
    old = look(seen, "/static/000000000000/style.css")
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")
    assert look(seen, "/static/000000000000/nothing.css").status_code == 404
