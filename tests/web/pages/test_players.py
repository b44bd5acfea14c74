"""A player's page and the data of its charts."""

import pytest

from tests.web.sites import Site, seats

from .looking import look, text


def with_luck(site: Site) -> None:
    site.make_ladder("lucky", params={"k": 32, "luck": 0.1})
    for n in range(12):
        players = seats({"anna": n % 3, "ben": 1}, anna=float(n % 4 - 1), ben=0.0)
        told = {"id": f"l{n}", "played_at": f"2026-02-01T10:{n:02}:00Z", "players": players}
        site.post("lucky", told)


def test_the_page_has_the_numbers_of_the_api(seen: Site) -> None:
    known = seen.get("ladders/elo/players/anna")
    page = text(seen, "/ladders/elo/players/anna")
    assert "Anna A." in page
    for value in (f"{known['rating']:,.1f}", f"{known['peak']:,.1f}", f">{known['rank']}<"):
        assert value in page
    met = seen.get("ladders/elo/players/anna/opponents")["opponents"]
    assert all(f"?with={one['player']}" in page for one in met)


def test_somebody_merged_or_with_an_alias_is_found(seen: Site) -> None:
    assert "also known as Benny" in text(seen, "/ladders/elo/players/Benny")


def test_who_has_not_played_has_a_page_too_and_who_is_not_known_has_none(seen: Site) -> None:
    assert "has not played on this ladder yet" in text(seen, "/ladders/elo/players/guest")
    assert look(seen, "/ladders/elo/players/nobody").status_code == 404


def test_time_contracted_counts_own_games_and_time_expanded_has_their_times(seen: Site) -> None:
    history = seen.get("ladders/elo/players/anna/history?limit=100")["games"][::-1]
    after = [s["after"] for game in history for s in game["players"] if s["player"] == "anna"]
    games = look(seen, "/ladders/elo/players/anna/chart/games").json()["data"]["values"]
    assert [row["x"] for row in games] == list(range(1, len(after) + 1))
    assert [row["y"] for row in games] == pytest.approx(after, abs=0.0051)
    times = look(seen, "/ladders/elo/players/anna/chart/time").json()["data"]["values"]
    assert [row["y"] for row in times] == [row["y"] for row in games]
    assert times[0]["x"] >= 1_767_225_600_000  # the beginning of 2026


def test_several_players_are_compared_and_everyone_once(seen: Site) -> None:
    path = "/ladders/elo/players/anna/chart/games?with=ben&with=Benny&with=anna&with=Cem&with=xx"
    values = look(seen, path).json()["data"]["values"]
    assert {row["player"] for row in values} == {"Anna A.", "ben", "cem"}
    page = text(seen, "/ladders/elo/players/anna?with=ben")
    told = seen.get("ladders/elo/players/anna/opponents/ben")
    assert f"{told['games']} games, ahead {told['won']}" in page


def test_every_change_has_a_skill_part_and_a_luck_part(site: Site) -> None:
    with_luck(site)
    history = site.get("ladders/lucky/players/anna/history")["games"]
    own = [s for game in history for s in game["players"] if s["player"] == "anna"]
    page = text(site, "/ladders/lucky/players/anna")
    assert "Luck part" in page
    for seat in own:
        whole = seat["change"] + seat["luck"]
        assert f"{whole:+.2f}".replace("-", "\u2212").replace("+0.00", "\u00b10.00") in page
    total = site.get("ladders/lucky/players/anna")["luck"]
    values = look(site, "/ladders/lucky/players/anna/chart/luck").json()["data"]["values"]
    assert values[-1]["y"] == pytest.approx(total, abs=0.0051)


def test_best_and_worst_results_are_those_that_changed_most(seen: Site) -> None:
    history = seen.get("ladders/elo/players/anna/history?limit=500")["games"]
    changes = [s["change"] for g in history for s in g["players"] if s["player"] == "anna"]
    page = text(seen, "/ladders/elo/players/anna")
    best = page.split("<h2>Best results</h2>")[1].split("<h2>")[0]
    assert f"+{max(changes):.2f}" in best


def test_titles_go_by_the_rules_of_the_ladder(site: Site) -> None:
    rules = {"titles": [{"name": "NM", "rating": 1000}, {"name": "GM", "rating": 1e6, "games": 1}]}
    site.do("PATCH", "ladders/elo", {"rules": rules})
    rows = site.get("ladders/elo/leaderboard")["rows"]
    assert {row.get("title", "") for row in rows} == {"NM"}
    assert 'title="National master">NM</abbr>' in text(site, "/ladders/elo")
    assert site.get("ladders/elo/players/anna")["title"] == "NM"
