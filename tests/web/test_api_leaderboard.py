"""The live list over HTTP: top, around, by ids, cursors both ways, filters, ETag."""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from .sites import Site, World, part, result

LIST = "ladders/crowd/leaderboard"
PLAYERS = 40
DAYS = ("2026-01-01", "2026-02-01", "2026-02-02")


@pytest.fixture(scope="module")
def crowd(world: World, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Forty players, many of them with equal ratings, some not active, some in a club."""
    with world.copied(tmp_path_factory.mktemp("crowd")) as site:
        rules = {"inactive_days": 7, "provisional_games": 3}
        site.make_ladder("crowd", rules=rules)
        games = [
            {**result(f"{day}-{n}", None, **{f"p{n}": 1, f"p{n + 1}": 0}), "played_at": day}
            for at, day in enumerate(DAYS)
            for n in range(0, PLAYERS - 10 * at, 2)
        ]
        site.post("crowd", *games)
        for n in range(0, PLAYERS, 5):
            site.do("PATCH", f"players/p{n}", {"club": "North"})
        yield site


def rows_of(site: Site, query: str = "") -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = site.get(f"{LIST}?limit=1000{query}", key=None)["rows"]
    return rows


def walk(site: Site, start: str, way: str, query: str) -> list[list[str]]:
    """The players of all pages from one on, in one direction."""
    pages, path = [], start
    while True:
        page = site.get(path, key=None)
        pages.append([row["player"] for row in page["rows"]])
        if page[way] is None:
            return pages
        path = f"{LIST}?cursor={page[way]}{query}"


def test_the_top_has_rank_rating_games_and_the_rest(crowd: Site) -> None:
    page = crowd.get(f"{LIST}?limit=2", key=None)
    assert page["total"] == PLAYERS
    assert page["version"] == crowd.get("ladders/crowd")["seq"]
    assert page["prev"] is None
    assert page["rows"][0] == {
        "rank": 1, "player": "p0", "name": "p0", "rating": page["rows"][0]["rating"], "games": 3,
        "provisional": False, "active": True, "last_played": "2026-02-02T00:00:00Z",
        "club": "North",
    }  # fmt: skip
    assert len(crowd.get(LIST)["rows"]) == PLAYERS  # fewer than fifty
    assert "deviation" in crowd.get("ladders/glicko/leaderboard")["rows"][0]


def test_equal_ratings_are_equal_in_rank_as_whoever_counts_would_say(crowd: Site) -> None:
    rows = rows_of(crowd)
    ratings = [row["rating"] for row in rows]
    assert ratings == sorted(ratings, reverse=True)
    assert len(set(ratings)) < 10 < len(ratings)
    for row in rows:
        assert row["rank"] == 1 + sum(rating > row["rating"] for rating in ratings)


FILTERS = ("", "&club=North", "&min_games=2", "&active=false", "&provisional=true",
           "&active=true&club=North", "&min_games=3&provisional=false")  # fmt: skip


@pytest.mark.parametrize(("query", "limit"), [*product(FILTERS, (1, 7))])
def test_a_walk_sees_each_player_once_forwards_and_backwards(
    crowd: Site, query: str, limit: int
) -> None:
    whole = [row["player"] for row in rows_of(crowd, query)]
    more = f"{query}&limit={limit}"
    forwards = walk(crowd, f"{LIST}?limit={limit}{query}", "next", more)
    assert [player for page in forwards for player in page] == whole
    assert {len(page) for page in forwards[:-1]} <= {limit}
    last = crowd.get(f"{LIST}?around={whole[-1]}&limit=1{query}", key=None)
    backwards = walk(crowd, f"{LIST}?cursor={last['prev']}{more}", "prev", more)
    assert [player for page in reversed(backwards) for player in page] == whole[:-1]


def test_a_page_and_back_is_the_same_page(crowd: Site) -> None:
    first = crowd.get(f"{LIST}?limit=9")
    second = crowd.get(f"{LIST}?limit=9&cursor={first['next']}")
    again = crowd.get(f"{LIST}?limit=9&cursor={second['prev']}")
    assert again["rows"] == first["rows"]
    assert again["next"] == first["next"]
    assert again["prev"] is None


def test_filters_show_those_who_pass_and_rank_them_among_themselves(crowd: Site) -> None:
    everybody = rows_of(crowd)
    passing: dict[str, Callable[[dict[str, Any]], bool]] = {
        "&club=North": lambda row: row.get("club") == "North",
        "&club=Nowhere": lambda _: False,
        "&min_games=2": lambda row: row["games"] >= 2,
        "&min_games=3": lambda row: row["games"] >= 3,
        "&active=true": lambda row: row["active"],
        "&active=false": lambda row: not row["active"],
        "&provisional=true": lambda row: row["provisional"],
        "&provisional=false": lambda row: not row["provisional"],
    }
    for query, passes in passing.items():
        rows = rows_of(crowd, query)
        assert [row["player"] for row in rows] == [
            row["player"] for row in everybody if passes(row)
        ]
        ratings = [row["rating"] for row in rows]
        assert [row["rank"] for row in rows] == [
            1 + sum(r > own for r in ratings) for own in ratings
        ]
    assert {row["last_played"][:10] for row in rows_of(crowd, "&active=false")} == {DAYS[0]}
    assert {row["games"] for row in rows_of(crowd, "&provisional=true")} == {1, 2}


def test_the_part_around_a_player_has_the_player_in_its_middle(crowd: Site) -> None:
    whole = [row["player"] for row in rows_of(crowd)]
    for place in (0, 1, 3, 20, 38, 39):
        page = crowd.get(f"{LIST}?around={whole[place]}&limit=5", key=None)
        start = max(place - 2, 0)
        assert [row["player"] for row in page["rows"]] == whole[start : start + 5]
        assert (page["prev"] is None) == (start == 0)
        assert (page["next"] is None) == (start + 5 >= PLAYERS)
    told = crowd.refused(404, "GET", f"{LIST}?around=nil")
    assert told == "'nil' is not on this list"
    assert crowd.status("GET", f"{LIST}?around=anna") == 404  # plays elsewhere
    assert crowd.status("GET", f"{LIST}?around=p1&club=North") == 404


def test_some_players_are_shown_best_first_and_unknown_ones_left_out(crowd: Site) -> None:
    page = crowd.get(f"{LIST}?ids=p39,nil,p0,anna,p0", key=None)
    assert [row["player"] for row in page["rows"]] == ["p0", "p39"]
    assert [row["rank"] for row in page["rows"]] == [
        row["rank"] for row in rows_of(crowd) if row["player"] in ("p0", "p39")
    ]
    assert (page["next"], page["prev"]) == (None, None)
    assert crowd.get(f"{LIST}?ids=nil")["rows"] == []


def test_a_player_is_asked_for_by_alias_and_as_whom_he_was_merged_into(
    world: World, tmp_path: Path
) -> None:
    with world.copied(tmp_path) as site:
        path = "ladders/elo/leaderboard"
        assert site.get(f"{path}?ids=Benny")["rows"][0]["player"] == "ben"
        site.post("elo", result("new", 50, newcomer=1, anna=0))
        site.do("POST", "players/newcomer/merge", {"into": "ben"})
        assert site.get(f"{path}?ids=newcomer,Benny")["total"] == 6
        rows = site.get(f"{path}?around=newcomer&limit=1")["rows"]
        assert [row["player"] for row in rows] == ["ben"]


def test_only_one_way_to_choose_a_part_may_be_asked_for(crowd: Site) -> None:
    told = crowd.refused(422, "GET", f"{LIST}?around=p1&ids=p2")
    assert told == "ask for one of cursor, around and ids"
    page = crowd.get(f"{LIST}?limit=2")
    assert crowd.status("GET", f"{LIST}?cursor={page['next']}&ids=p1") == 422


@pytest.mark.parametrize(
    "query",
    [
        "limit=0", "limit=1001", "limit=ten", "limit=", "limit=5&limit=6", "cursor=", "cursor=AAAA",
        "cursor=%C3%A9", "cursor=" + 101 * "A", "active=maybe", "active=null", "min_games=0",
        "min_games=null", "page=2", "around=" + 201 * "x", "cursor=AQAAAAAAAAAAAAAAAAAA-H8AAAAA",
    ],
)  # fmt: skip
def test_what_cannot_be_asked_for_is_refused(crowd: Site, query: str) -> None:
    assert crowd.status("GET", f"{LIST}?{query}", key=None) == 422


def test_a_list_that_is_still_the_same_is_not_sent_again(site: Site) -> None:
    path = "ladders/elo/leaderboard?limit=3"
    first = site.ask("GET", path, key=None)
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "public, no-cache"
    for sent in (tag, f"W/{tag}", f'"other", {tag}'):
        again = site.ask("GET", path, key=None, headers={"If-None-Match": sent})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    other = site.ask("GET", path.replace("3", "4"), key=None, headers={"If-None-Match": tag})
    assert other.status_code == 200
    site.do("POST", "ladders/elo/results", result("new", 50, anna=1, ben=0))
    changed = site.ask("GET", path, key=None, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag
    assert changed.json()["version"] == first.json()["version"] + 1


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "players/anna", {"name": "Other"}),
        ("PATCH", "players/anna", {"guest": True}),
        ("DELETE", "players/anna", None),
        ("PATCH", "ladders/elo", {"params": {"k": 16}}),
        ("PATCH", "ladders/elo", {"rules": {"min_games": 11}}),
        ("DELETE", "ladders/elo/results/r3", None),
    ],
)
def test_whatever_changes_the_list_changes_its_tag(
    site: Site, method: str, path: str, body: object
) -> None:
    first = site.ask("GET", "ladders/elo/leaderboard")
    site.do(method, path, body)
    second = site.ask("GET", "ladders/elo/leaderboard")
    assert second.json()["rows"] != first.json()["rows"]
    assert second.headers["etag"] != first.headers["etag"]


def test_guests_and_those_with_too_few_games_are_not_on_the_list(site: Site) -> None:
    site.do("PATCH", "players/anna", {"guest": True})
    rows = site.get("ladders/elo/leaderboard")["rows"]
    assert "anna" not in [row["player"] for row in rows]
    assert [row["rank"] for row in rows] == list(range(1, 6))
    assert site.status("GET", f"ladders/elo/leaderboard?around={part('anna')}") == 404
