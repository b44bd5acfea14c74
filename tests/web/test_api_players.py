"""Players of a ladder over HTTP: profile, history, opponents, head to head, prediction."""

import pytest

from evenhand.elo import expected

from .sites import GAMES, NAMES, Site, result, seats, some_results

ELO = "ladders/elo/players"


def own_games(player: str) -> list[dict[str, object]]:
    """Results of a player, the last first."""
    return [
        game
        for game in reversed(some_results())
        if player in [seat["player"] for seat in game["players"]]
    ]


def test_a_player_has_rating_rank_peak_and_the_rest(seen: Site) -> None:
    told = seen.get(f"{ELO}/anna", key=None)
    rows = seen.get("ladders/elo/leaderboard")["rows"]
    row = next(row for row in rows if row["player"] == "anna")
    for name in ("player", "name", "rating", "games", "rank", "provisional", "active", "club"):
        assert told[name] == row[name]
    assert told["games"] == len(own_games("anna"))
    games = seen.get(f"{ELO}/anna/history")["games"]
    after = [
        seat["after"] for game in games for seat in game["players"] if seat["player"] == "anna"
    ]
    assert told["peak"] == max(after)
    assert told["peak_at"] == games[after.index(max(after))]["played_at"]
    below = sum(row["rating"] < told["rating"] for row in rows)
    assert told["percentile"] == 100.0 * below / (len(rows) - 1)
    assert seen.get("ladders/glicko/players/anna")["deviation"] > 0


def test_who_has_not_played_yet_has_the_rating_that_one_starts_with(seen: Site) -> None:
    told = seen.get(f"{ELO}/guest", key=None)
    assert (told["rating"], told["games"], told["provisional"], told["guest"]) == (
        1500.0, 0, True, True,
    )  # fmt: skip
    assert "rank" not in told
    told = seen.refused(404, "GET", f"{ELO}/guest/history")
    assert told == "'guest' has not played on this ladder"
    for path in ("nil", "nil/history", "nil/opponents", "anna/opponents/nil"):
        assert seen.refused(404, "GET", f"{ELO}/{path}") == "there is no player 'nil'"


def test_a_player_is_found_by_alias_and_shows_it(seen: Site) -> None:
    told = seen.get(f"{ELO}/Benny", key=None)
    assert (told["player"], told["aliases"]) == ("ben", ["Benny"])


@pytest.mark.parametrize("limit", [1, 3, 50])
def test_a_history_is_paged_each_game_once_the_last_played_first(seen: Site, limit: int) -> None:
    games, path = [], f"{ELO}/anna/history?limit={limit}"
    while True:
        page = seen.get(path, key=None)
        games += page["games"]
        if page["next"] is None:
            break
        path = f"{ELO}/anna/history?limit={limit}&after={page['next']}"
    assert [game["id"] for game in games] == [game["id"] for game in own_games("anna")]
    own = [seat for game in games for seat in game["players"] if seat["player"] == "anna"]
    assert own[0]["after"] == seen.rating("elo", "anna")
    assert own[-1]["before"] == 1500.0
    assert [seat["before"] for seat in own[:-1]] == [seat["after"] for seat in own[1:]]
    total = sum(seat["change"] for seat in own)
    assert total == pytest.approx(own[0]["after"] - 1500.0)  # sums of floats


def test_a_history_that_goes_on_from_nowhere_is_empty(seen: Site) -> None:
    for after in ("99999", "2", str(10**30)):
        page = seen.get(f"{ELO}/anna/history?after={after}")
        assert page["next"] is None
    assert seen.status("GET", f"{ELO}/anna/history?after=0") == 422


def test_opponents_are_counted_as_whoever_counts_would_say(seen: Site) -> None:
    told = seen.get(f"{ELO}/anna/opponents", key=None)
    counted: dict[str, list[int]] = {}
    for game in some_results():
        scores = {seat["player"]: seat["score"] for seat in game["players"]}
        if "anna" in scores:
            for other in scores.keys() - {"anna"}:
                sign = (scores["anna"] > scores[other]) - (scores["anna"] < scores[other])
                counts = counted.setdefault(other, [0, 0, 0, 0])
                counts[0] += 1
                counts[2 - sign] += 1
    found = {
        one["player"]: [one["games"], one["won"], one["drawn"], one["lost"]]
        for one in told["opponents"]
    }
    assert found == counted
    assert told["total"] == len(counted)
    often = [one["games"] for one in told["opponents"]]
    assert often == sorted(often, reverse=True)
    short = seen.get(f"{ELO}/anna/opponents?limit=1")
    assert (short["total"], short["opponents"]) == (told["total"], told["opponents"][:1])


def test_head_to_head_is_the_same_from_both_sides(seen: Site) -> None:
    one = seen.get(f"{ELO}/anna/opponents/ben", key=None)
    other = seen.get(f"{ELO}/Benny/opponents/anna", key=None)
    assert one["players"] == other["players"][::-1] == ["anna", "ben"]
    assert one["games"] == other["games"] > 0
    assert (one["won"], one["drawn"], one["lost"]) == (
        other["lost"], other["drawn"], other["won"],
    )  # fmt: skip
    assert one["chances"] == pytest.approx(other["chances"][::-1])
    assert sum(one["chances"]) == pytest.approx(1.0)
    assert seen.refused(422, "GET", f"{ELO}/ben/opponents/Benny") == "these are the same player"


def test_who_never_met_has_chances_all_the_same(site: Site) -> None:
    site.post("elo", result("new", 50, newcomer=1, anna=0))
    told = site.get(f"{ELO}/newcomer/opponents/ben")
    assert (told["games"], told["won"], told["drawn"], told["lost"]) == (0, 0, 0, 0)
    assert told["chances"][0] == pytest.approx(
        expected(site.rating("elo", "newcomer"), site.rating("elo", "ben"))
    )


def test_a_prediction_is_the_chance_that_the_next_game_will_have(site: Site) -> None:
    told = site.get("ladders/elo/prediction?players=anna,Benny", key=None)["players"]
    assert [one["player"] for one in told] == ["anna", "ben"]
    game = site.do("POST", "ladders/elo/results", result("new", 50, anna=1, ben=0))
    assert [one["chance"] for one in told] == [seat["expected"] for seat in game["players"]]
    assert told[0]["chance"] == pytest.approx(
        expected(game["players"][0]["before"], game["players"][1]["before"])
    )


@pytest.mark.parametrize("ladder", ["elo", "glicko", "skat"])
def test_a_prediction_is_for_any_set_of_players_and_adds_up_to_one(seen: Site, ladder: str) -> None:
    for players in (NAMES[:2], NAMES[:3], NAMES, (*NAMES, "guest")):
        path = f"ladders/{ladder}/prediction?players={','.join(players)}"
        told = seen.get(path, key=None)["players"]
        assert [one["player"] for one in told] == list(players)
        assert sum(one["chance"] for one in told) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("players", "status"),
    [("anna", 422), ("", 422), ("anna,ben,anna", 422), ("ben,Benny", 422), ("anna,nil", 404)],
)
def test_what_cannot_be_predicted_is_told(seen: Site, players: str, status: int) -> None:
    assert seen.status("GET", f"ladders/elo/prediction?players={players}") == status
    assert seen.status("GET", "ladders/elo/prediction") == 422


def test_sums_of_changes_are_what_became_of_ratings(site: Site) -> None:
    """Nothing is won that nobody lost, where the system promises it."""
    games = site.get(f"ladders/elo/results?limit={GAMES}")["games"]
    for game in games:
        assert sum(seat["change"] for seat in game["players"]) == pytest.approx(0.0, abs=1e-9)


def test_luck_is_added_up_for_a_player(empty: Site) -> None:
    empty.make_ladder("elo", params={"luck": 0.5})
    for n, luck in enumerate((0.5, -0.25, 0.125)):
        body = {"id": str(n), "players": seats({"anna": 1, "ben": 0}, anna=luck, ben=-luck)}
        empty.do("POST", "ladders/elo/results", body)
    games = empty.get(f"{ELO}/anna/history")["games"]
    worth = [game["players"][0]["luck"] for game in games]
    assert [value > 0 for value in worth] == [True, False, True]
    assert empty.get(f"{ELO}/anna")["luck"] == pytest.approx(sum(worth))
    assert empty.get(f"{ELO}/ben")["luck"] == pytest.approx(-sum(worth))
