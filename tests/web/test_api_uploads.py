"""Files over HTTP: shown row by row, posted, undone, uploaded again."""

from typing import Any

from tests.ledger.uploads.files import DATA, WIDE, csv_cells, parquet, xlsx

from .sites import EVENING, GAMES, Site, World, problem_of

SKAT, ELO = "ladders/skat/uploads", "ladders/elo/uploads"
TIMED = b"player_1,player_2,score_1,score_2,time\n"
WRONG = (DATA / "wrong_german.csv").read_bytes()


def test_a_file_brings_its_lists_as_games(site: Site, world: World) -> None:
    answer = site.ask("POST", f"{ELO}?filename=evening.csv", content=EVENING)
    assert answer.status_code == 201
    told = answer.json()
    assert (told["kind"], told["rows"], told["games"]) == ("seeger-list", 7, 2)
    assert (told["accepted"], told["duplicates"]) == (2, 0)
    assert (told["problems"], told["effect"]["dry_run"]) == ([], False)
    assert set(told["new_players"]) == set()  # the world has them from its own upload
    shifts = {shift["player"]: shift["after"] for shift in told["effect"]["players"]}
    for player, after in shifts.items():
        assert site.rating("elo", player) == after
    game = site.get(f"ladders/elo/results/{told['id']}/000001")
    assert [seat["player"] for seat in game["players"]] == ["Anna", "Ben", "Cem"]
    assert [seat["score"] for seat in game["players"]] == [783.0, 592.0, 1245.0]
    assert game["played_at"] == "2025-01-03T00:00:00Z"
    heads = site.get(ELO)
    assert [(head["id"], head["kind"], head["undone"]) for head in heads] == [
        (told["id"], "seeger-list", False)
    ]
    assert told["id"] == world.upload  # named by its content


def test_sheets_and_parquet_files_bring_the_same(site: Site) -> None:
    games: dict[str, list[Any]] = {
        "player_1": ["Anna"],
        "player_2": ["Ben"],
        "score_1": [3],
        "score_2": [1],
    }
    rows = [list(games), [column[0] for column in games.values()]]
    for content in (xlsx(rows), parquet(games), WIDE + b"Anna,Ben,3,1\n"):
        told = site.do("POST", ELO, content=content)
        assert (told["kind"], told["accepted"]) == ("games", 1)
    evening = site.do("POST", ELO, content=xlsx(csv_cells(EVENING)))
    assert (evening["kind"], evening["accepted"]) == ("seeger-list", 2)


def test_every_wrong_row_is_told_and_nothing_is_posted(site: Site) -> None:
    before = site.get("ladders/skat/state")
    problem = problem_of(site.ask("POST", f"{SKAT}?filename=a.csv", content=WRONG), 422)
    assert problem["detail"] == "nothing was posted"
    places = [error["where"] for error in problem["errors"]]
    assert "row 2, column Gewonnen" in places
    dry = site.do("POST", f"{SKAT}?filename=a.csv&dry_run=true", content=WRONG)
    assert [one["row"] for one in dry["problems"]][:2] == [1, 2]
    assert {(one["column"], one["problem"]) for one in dry["problems"]} >= {
        ("Gewonnen", "not a whole number: 'zwölf'")
    }
    assert dry["accepted"] == 0
    assert site.get("ladders/skat/state") == before


def test_what_the_ladder_refuses_is_told_by_row(site: Site) -> None:
    content = WIDE + b"Anna,Ben,3,1\nAnna,Cem,1e13,0\n"
    problem = problem_of(site.ask("POST", ELO, content=content), 422)
    told = [{"where": "row 2", "problem": "the score 1e+13 is out of range"}]
    assert problem["errors"] == told
    teams = (DATA / "long.csv").read_bytes()
    problem = problem_of(site.ask("POST", ELO, content=teams), 422)
    assert "single players" in problem["errors"][0]["problem"]


def test_times_in_no_year_are_told_by_row(site: Site) -> None:
    content = TIMED + b"A,B,1,0,0001-01-01T00:00:00+14:00"
    problem = problem_of(site.ask("POST", ELO, content=content), 422)
    told = {"where": "row 1", "problem": "the time is in no year from 1 to 9999"}
    assert problem["errors"] == [told]


def test_numbers_are_calendar_days_or_no_times(site: Site) -> None:
    for time in ("9223372036854775807", "-9223372036854775808", "1700000000", "2024"):
        content = TIMED + f"A,B,1,0,20240131\nA,B,1,0,{time}".encode()
        [error] = problem_of(site.ask("POST", ELO, content=content), 422)["errors"]
        assert error["where"] == "row 2, column time"
        assert error["problem"].startswith(f"not a time: {time} (write it as 2024-01-31 or")
    upload = site.do("POST", ELO, content=TIMED + b"Anna,Ben,1,0,20240131\n")["id"]
    game = site.get(f"ladders/elo/results/{upload}/000001")
    assert game["played_at"] == "2024-01-31T00:00:00Z"


def test_a_dry_run_shows_what_the_upload_does(site: Site) -> None:
    content = WIDE + b"Anna,Newcomer,3,1\n"
    before = site.get("ladders/elo/state")
    dry = site.do("POST", f"{ELO}?dry_run=true", content=content)
    assert site.get("ladders/elo/state") == before
    assert site.status("GET", "players/Newcomer") == 404
    assert site.get(ELO) == []
    done = site.do("POST", ELO, content=content)
    assert (dry["new_players"], dry["accepted"]) == (["Newcomer"], 1)
    assert done["effect"]["players"] == dry["effect"]["players"]
    assert (dry["effect"]["dry_run"], done["effect"]["dry_run"]) == (True, False)


def test_the_same_file_twice_counts_once(site: Site, world: World) -> None:
    before = site.hash("skat")
    answer = site.ask("POST", f"{SKAT}?filename=copy.csv", content=EVENING)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["id"], told["accepted"], told["duplicates"]) == (world.upload, 0, 2)
    assert site.hash("skat") == before
    assert len(site.get(SKAT)) == 1


def test_an_upload_that_is_undone_is_as_if_it_had_never_been(site: Site, world: World) -> None:
    before = site.hash("skat")
    path = f"{SKAT}/{world.upload}"
    dry = site.do("DELETE", f"{path}?dry_run=true")
    assert site.hash("skat") == before
    assert not site.get(SKAT)[0]["undone"]
    done = site.do("DELETE", path)
    assert done["players"] == dry["players"]
    assert site.get("ladders/skat")["games"] == GAMES
    assert site.get(SKAT)[0]["undone"]
    assert not site.get(f"ladders/skat/results/{world.upload}/000001")["counts"]
    assert site.do("DELETE", path)["changed"] == 0  # again
    assert site.status("DELETE", f"{SKAT}/nil") == 404


def test_a_file_that_was_undone_can_be_uploaded_again(site: Site, world: World) -> None:
    before = site.hash("skat")
    for turn in (2, 3):
        site.do("DELETE", f"{SKAT}/{site.get(SKAT)[0]['id']}")
        told = site.do("POST", SKAT, content=EVENING)
        assert told["id"] == world.upload.replace("-1", f"-{turn}")
        assert told["accepted"] == 2
        assert site.hash("skat") == before
    heads = site.get(f"{SKAT}?limit=2")
    assert [head["undone"] for head in heads] == [False, True]
    assert heads[0]["last"] - heads[0]["first"] == 1


def test_single_results_of_a_file_can_be_voided_and_the_rest_undone(
    site: Site, world: World
) -> None:
    site.do("DELETE", f"ladders/skat/results/{world.upload}/000001")
    assert site.get("ladders/skat")["games"] == GAMES + 1
    site.do("DELETE", f"{SKAT}/{world.upload}")
    assert site.get("ladders/skat")["games"] == GAMES
