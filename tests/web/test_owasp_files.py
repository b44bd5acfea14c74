"""Files made to do harm, as they come over HTTP; tests/ledger/uploads has more of them."""

import pytest

from tests.ledger.uploads.files import (
    SHEET,
    WIDE,
    csv_cells,
    packed_gigabyte,
    parts_of,
    with_part,
    with_shared_texts,
    xlsx,
    zip_of,
)

from .sites import EVENING, Site, part, problem_of
from .test_owasp_objects import rows

BOOK = with_shared_texts(xlsx(csv_cells(EVENING)))
HOSTILE = {
    "a gigabyte in a small file": zip_of(
        parts_of(BOOK), {SHEET: (packed_gigabyte(b" ", b"<worksheet>"), 100)}
    ),
    "an entity bomb": with_part(
        BOOK, SHEET, b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><x>&b;</x>'
    ),
    "a file of others": with_part(
        BOOK, SHEET, b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
    ),
    "a part outside": zip_of({"../../etc/passwd": b"x", "/etc/shadow": b"x"}, {}),
    "half a file": BOOK[: len(BOOK) // 2],
    "no file": b"",
    "an old sheet": b"\xd0\xcf\x11\xe0 and more",
    "zero bytes": WIDE + b"A\0,B,1,0\n",
    "UTF-16": WIDE.decode().encode("utf-16"),
    "broken UTF-8": WIDE + b"\xff\xfe,B,1,0\n",
    "a page": b"<html><script>alert(1)</script></html>",
}


@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_hostile_files_are_refused_in_one_line_and_nothing_is_stored(
    site: Site, dry_run: str
) -> None:
    before = rows(site)
    for content in HOSTILE.values():
        answer = site.ask("POST", f"ladders/elo/uploads?dry_run={dry_run}", content=content)
        if answer.status_code == 200:  # it could be read: what is wrong is told row by row
            assert dry_run == "true"
            assert answer.json()["problems"]
        else:
            detail = problem_of(answer, 422)["detail"]
            assert detail.isprintable()
    assert rows(site) == before


@pytest.mark.parametrize(
    ("filename", "status"),
    [
        ("../../../etc/passwd.csv", 200),
        ("C:\\Windows\\evening.csv", 200),
        ("evening.csv", 200),
        ("", 200),
        ("evening.csv\n", 200),
        ("\u202eevening.csv", 200),
        ("évening.csv", 200),
        ("evening.exe", 422),
        ("evening.xlsx", 422),
        ("x" * 301, 422),
    ],
)
def test_the_name_of_a_file_is_no_path(seen: Site, filename: str, status: int) -> None:
    path = f"ladders/elo/uploads?dry_run=true&filename={part(filename)}"
    assert seen.status("POST", path, content=EVENING) == status


def test_a_zero_byte_in_the_name_of_a_file_is_refused(site: Site) -> None:
    assert site.status("POST", "ladders/elo/uploads?filename=a%00.csv", content=EVENING) == 400


def lines(*rows: str) -> bytes:
    return WIDE + "\n".join(rows).encode()


SCRIPT = "<script>alert(1)</script>"


def test_script_and_formulas_in_names_stay_text_and_come_back_as_json(site: Site) -> None:
    for name in (SCRIPT, "=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)"):
        told = site.do("POST", "ladders/elo/uploads", content=lines(f'"{name}",ben,1,0'))
        assert told["new_players"] == [name]
        answer = site.ask("GET", f"ladders/elo/players/{part(name)}", key=None)
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.json()["name"] == name


def test_a_formula_in_a_sheet_is_not_reckoned_and_no_score(site: Site) -> None:
    titles = ["player_1", "player_2", "score_1", "score_2"]
    content = xlsx([titles, ["Anna", "Ben", "=1+1", 0]])
    told = problem_of(site.ask("POST", "ladders/elo/uploads", content=content), 422)
    assert told["errors"][0]["where"] == "row 1, column score_1"


def test_what_was_exported_with_a_guard_comes_in_without_it(site: Site) -> None:
    told = site.do("POST", "ladders/elo/uploads", content=lines("'=1+1,ben,1,0"))
    assert told["new_players"] == ["=1+1"]


def test_names_that_look_like_others_are_warned_about_and_not_changed(site: Site) -> None:
    cyrillic = "\u0430nna"
    content = lines(f"{cyrillic},ben,1,0", "CEM,ben,1,0")
    told = site.do("POST", "ladders/elo/uploads?dry_run=true", content=content)
    warnings = [(one["row"], one["column"], one["problem"]) for one in told["warnings"]]
    assert warnings[0][:2] == (1, "player_1")
    assert "CYRILLIC SMALL LETTER A" in warnings[0][2]
    assert "only by case" in warnings[1][2]
    assert told["new_players"] == ["CEM", cyrillic]
    told = site.do("POST", "ladders/elo/uploads", content=content)
    assert (told["accepted"], len(told["warnings"])) == (2, 2)


@pytest.mark.parametrize("sign", ["\u200b", "\u202e", "\u0085", "\ufeff", "\u00ad"])
def test_names_with_characters_that_do_not_show_are_refused_everywhere(
    seen: Site, sign: str
) -> None:
    name, before = f"an{sign}na", rows(seen)
    told = problem_of(
        seen.ask("POST", "ladders/elo/uploads", content=lines(f"{name},ben,1,0")), 422
    )
    assert told["errors"][0]["where"] == "row 1, column player_1"
    assert f"U+{ord(sign):04X}" in told["errors"][0]["problem"]
    seats = [{"player": name, "score": 1}, {"player": "ben", "score": 0}]
    bodies = [
        ("POST", "ladders/elo/results", {"id": "new", "players": seats}),
        ("PUT", "ladders/elo/results/r1", {"players": seats}),
        ("POST", "ladders/elo/results", {"id": name, "players": [*seats[1:], *seats[1:]]}),
        ("POST", "players", {"id": name}),
        ("POST", "players", {"id": "new", "name": name}),
        ("POST", "players", {"id": "new", "club": name}),
        ("PATCH", "players/anna", {"name": name}),
        ("POST", "players/anna/aliases", {"alias": name}),
        ("POST", "ladders/elo/lists", {"title": name}),
        ("POST", "ladders", {"id": "new", "name": name}),
        ("POST", "ladders", {"id": "new", "name": "x", "game": name}),
        ("PATCH", "ladders/elo", {"name": name}),
        ("POST", "keys", {"name": name, "scopes": ["read"]}),
    ]
    for method, path, body in bodies:
        assert seen.status(method, path, body) == 422, (path, body)
    assert rows(seen) == before
