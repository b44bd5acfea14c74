"""Players of a tenant over HTTP: made, changed, known by aliases, merged, parted, erased."""

from collections.abc import Iterator
from itertools import product

from .listening import Listener
from .routes import Route, api_routes
from .sites import API, GAMES, NAMES, Site, World, part, problem_of, result, some_results

NOBODY = {
    "player": "new", "name": "new", "club": "", "guest": False, "aliases": [],
    "merged_into": None, "erased": False,
}  # fmt: skip


def test_a_player_can_be_made_before_any_result_does_so(site: Site) -> None:
    answer = site.ask("POST", "players", {"id": " new ", "name": "The New", "club": "North"})
    assert answer.status_code == 201
    assert answer.json() == NOBODY | {"name": "The New", "club": "North"}
    assert site.get("players/new", key="read") == answer.json()
    assert "already" in site.refused(409, "POST", "players", {"id": "new"})
    assert site.status("POST", "players", {"id": "Benny"}) == 409
    site.post("elo", result("1", 50, new=1, anna=0))
    row = site.get("ladders/elo/leaderboard?ids=new")["rows"][0]
    assert (row["name"], row["club"]) == ("The New", "North")


def test_a_result_makes_players_who_are_named_as_their_ids(site: Site) -> None:
    site.post("elo", result("1", 50, new=1, anna=0))
    assert site.get("players/new") == NOBODY


def test_name_club_and_guest_can_be_changed_one_by_one(site: Site) -> None:
    assert site.do("PATCH", "players/ben", {"name": "Ben B."})["name"] == "Ben B."
    assert site.do("PATCH", "players/ben", {"club": " East "})["club"] == "East"
    told = site.do("PATCH", "players/ben", {"guest": True})
    assert told == {
        "player": "ben", "name": "Ben B.", "club": "East", "guest": True, "aliases": ["Benny"],
        "merged_into": None, "erased": False,
    }  # fmt: skip
    assert site.do("PATCH", "players/ben", {"club": "", "guest": False})["club"] == ""
    assert site.do("PATCH", "players/ben", {}) == site.get("players/ben")
    assert site.status("PATCH", "players/nil", {"name": "x"}) == 404


def test_a_guest_plays_and_is_rated_but_on_no_list(site: Site) -> None:
    before = site.hash("elo")
    site.do("PATCH", "players/anna", {"guest": True})
    assert site.hash("elo") == before
    assert site.get("ladders/elo/players/anna")["guest"] is True
    assert "rank" not in site.get("ladders/elo/players/anna")
    made = site.do("POST", "ladders/elo/lists", {"title": "Without guests"})
    rows = site.get(f"ladders/elo/lists/{made['number']}")["rows"]
    assert "anna" not in [row["player"] for row in rows]


def test_an_alias_is_another_id_until_it_is_removed(site: Site) -> None:
    told = site.do("POST", "players/anna/aliases", {"alias": "Änne / Anna"})
    assert told["aliases"] == ["Änne / Anna"]
    site.do("POST", "players/anna/aliases", {"alias": "Änne / Anna"})  # again
    path = f"players/anna/aliases/{part('Änne / Anna')}"
    assert site.get(f"players/{part('Änne / Anna')}")["player"] == "anna"
    for taken in ("ben", "Benny", "anna"):
        assert "already" in site.refused(409, "POST", "players/anna/aliases", {"alias": taken})
    assert site.do("DELETE", path)["aliases"] == []
    assert site.refused(404, "DELETE", path) == "the player has no alias 'Änne / Anna'"
    assert site.status("DELETE", "players/anna/aliases/Benny") == 404
    assert site.status("GET", f"players/{part('Änne / Anna')}") == 404


def test_games_of_a_merged_player_count_for_the_other_from_the_first_on(site: Site) -> None:
    twin = [
        {**game, "id": f"t{game['id']}", "players": [
            {**seat, "player": "twin" if seat["player"] == "anna" else seat["player"]}
            for seat in game["players"]
        ]}
        for game in some_results()
    ]  # fmt: skip
    site.make_ladder("halves", params={"k": 32})
    site.make_ladder("whole", params={"k": 32})
    for place, (one, other) in enumerate(zip(some_results(), twin, strict=True)):
        site.do("POST", "ladders/halves/results", one if place % 2 else {**other, "id": one["id"]})
        site.do("POST", "ladders/whole/results", one)
    apart = site.hash("halves")
    told = site.do("POST", "players/twin/merge", {"into": "anna"})
    assert (told["player"], told["merged_into"]) == ("twin", "anna")
    assert site.hash("halves") == site.hash("whole")
    profile = site.get("ladders/halves/players/twin")
    assert (profile["player"], profile["merged"]) == ("anna", ["twin"])
    histories = [
        site.get(f"ladders/{ladder}/players/anna/history")["games"]
        for ladder in ("halves", "whole")
    ]
    assert histories[0] == histories[1]
    assert "merged already" in site.refused(409, "POST", "players/twin/merge", {"into": "ben"})
    assert site.do("DELETE", "players/twin/merge")["merged_into"] is None
    assert site.hash("halves") == apart
    assert "not merged" in site.refused(409, "DELETE", "players/twin/merge")


def test_who_sat_at_one_table_cannot_be_one_person(site: Site) -> None:
    told = site.refused(409, "POST", "players/anna/merge", {"into": "ben"})
    assert told.startswith("they sat at one table in ")
    assert site.status("POST", "players/anna/merge", {"into": "anna"}) == 409
    assert site.status("POST", "players/anna/merge", {"into": "nil"}) == 422
    assert site.status("POST", "players/nil/merge", {"into": "anna"}) == 404


def gets(site: Site, world: World) -> Iterator[str]:
    """The addresses of all that can be read, with everybody's name in them."""
    names = {"result": "r1", "number": "1", "upload": world.upload, "other": "cem"}
    for route in api_routes(site):
        if route.method == "GET" and not route.path.endswith("events"):
            for ladder, player in product(("elo", "secret", "skat"), NAMES):
                yield route.at({**names, "ladder": ladder, "player": player}) + _query(route)


def _query(route: Route) -> str:
    most = {"results": "?limit=200", "prediction": f"?players={','.join(NAMES[2:])}"}
    return most.get(route.path.rpartition("/")[2], "")


def read_all(site: Site, world: World) -> str:
    """All that can be read, in one text."""
    told = [
        answer.text
        for path in sorted(set(gets(site, world)))
        if (answer := site.ask("GET", path)).status_code in (200, 404, 422)
    ]
    return "\n".join([*told, site.ask("GET", "/metrics").text, events(site)])


def events(site: Site) -> str:
    """All events of a ladder from its beginning."""

    async def listen() -> str:
        listener = Listener(site.app, "ladders/elo/events?after=0", site.key())
        assert await listener.status() == 200
        parts = [await listener.text() for _ in range(GAMES + 1)]
        await listener.leave()
        return "\n".join(parts)

    return site.portal.call(listen)


def test_an_erased_name_is_gone_from_everything_that_can_be_read(site: Site, world: World) -> None:
    site.do("PATCH", "players/ben", {"name": "Benjamin Blue", "club": "Blue Club"})
    headers = {"Idempotency-Key": "once"}
    site.do("POST", "ladders/elo/lists", {"title": "February"}, headers=headers)
    before = read_all(site, world)
    words = ('"ben"', "Benny", "Benjamin Blue", "Blue Club")
    assert all(word in before for word in words)
    ratings = {name: site.rating("elo", name) for name in NAMES}
    ranked = [row["rating"] for row in site.get("ladders/elo/leaderboard")["rows"]]

    told = site.do("DELETE", "players/ben")
    pseudonym = told["player"]
    assert told == {
        "player": pseudonym, "name": pseudonym, "club": "", "guest": False, "aliases": [],
        "merged_into": None, "erased": True,
    }  # fmt: skip
    after = read_all(site, world)
    assert [word for word in words if word in after] == []
    assert pseudonym in after
    for name in NAMES:
        if name != "ben":
            assert site.rating("elo", name) == ratings[name]
    assert site.rating("elo", pseudonym) == ratings["ben"]
    assert [row["rating"] for row in site.get("ladders/elo/leaderboard")["rows"]] == ranked
    for name in ("ben", "Benny"):
        assert site.status("GET", f"players/{name}") == 404


def test_who_was_erased_can_be_changed_no_more_and_the_id_is_free(site: Site) -> None:
    pseudonym = site.do("DELETE", "players/ben")["player"]
    asked = [
        ("PATCH", f"players/{pseudonym}", {"name": "Ben"}),
        ("DELETE", f"players/{pseudonym}", None),
        ("POST", f"players/{pseudonym}/aliases", {"alias": "x"}),
        ("POST", f"players/{pseudonym}/merge", {"into": "anna"}),
        ("POST", "players/anna/merge", {"into": pseudonym}),
    ]
    for method, path, body in asked:
        assert site.refused(409, method, path, body) == "the player was erased"
    site.post("elo", result("new", 50, ben=1, anna=0))
    assert site.get("ladders/elo/players/ben")["games"] == 1


ODD = (
    "a/b", "a%b", "a.b", "50%", "a?b", "a#b", "a b", "a;b", "a+b", "a&b=c", "anna/history",
    "x/merge", "x/opponents/y", "%2F", "é/€", "...", "a//b", "/", "\\",
)  # fmt: skip


def test_ids_with_odd_signs_are_found_by_their_addresses(site: Site) -> None:
    for name in ODD:
        address = part(name)
        site.do("POST", "players", {"id": name})
        assert site.get(f"players/{address}")["player"] == name
        seats = [{"player": name, "score": 1}, {"player": "anna", "score": 0}]
        site.post("elo", {"id": f"id {name}", "players": seats})
        assert site.get(f"ladders/elo/results/{part(f'id {name}')}")["id"] == f"id {name}"
        path = f"ladders/elo/players/{address}"
        assert site.get(path)["games"] == 1
        assert site.get(f"{path}/history")["player"] == name
        assert site.get(f"{path}/opponents")["total"] == 1
        told = site.get(f"ladders/elo/players/anna/opponents/{address}")
        assert told["players"] == ["anna", name]


def test_players_with_odd_ids_are_changed_by_their_addresses(site: Site) -> None:
    for name in ("x/merge", "x/aliases", "50%", "é/€"):
        address, alias = part(name), f"{name}'s"
        site.do("POST", "players", {"id": name})
        assert site.do("PATCH", f"players/{address}", {"club": "x"})["player"] == name
        site.do("POST", f"players/{address}/aliases", {"alias": alias})
        assert site.do("DELETE", f"players/{address}/aliases/{part(alias)}")["aliases"] == []
        site.do("POST", f"players/{address}/merge", {"into": "anna"})
        assert site.do("DELETE", f"players/{address}/merge")["player"] == name
        assert site.do("DELETE", f"players/{address}")["erased"]


def test_slashes_of_results_need_not_be_hidden(site: Site, world: World) -> None:
    for path in (f"{world.upload}/000001", part(f"{world.upload}/000001")):
        found = site.get(f"ladders/skat/results/{path}")
        assert found["id"] == f"{world.upload}/000001"
    answer = site.ask("GET", f"{API}/players/anna/merge")
    problem_of(answer, 405)
    assert answer.headers["allow"] == "DELETE, POST"
