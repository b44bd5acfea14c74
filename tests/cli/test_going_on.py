"""Ratings that are written and gone on from."""

import json
from pathlib import Path

import pytest

from evenhand.ratings import SYSTEMS

from .conftest import Shell

JSON = ("--format", "json")
HEADER = "player_1,player_2,player_3,score_1,score_2,score_3,time\n"
LATER = (
    "Dora,Cem,Anna,3,2,1,2026-02-01\n"  # in another order, with a newcomer and without Ben
    "Cem,Dora,Emil,5,5,1,2026-02-02\n"
)


@pytest.mark.parametrize("name", sorted(set(SYSTEMS) - {"benchmark-elo"}))
def test_going_on_from_a_state_is_one_run_bit_for_bit(
    shell: Shell, league: Path, name: str
) -> None:
    later, whole = league.with_name("later.csv"), league.with_name("whole.csv")
    later.write_text(HEADER + LATER)
    whole.write_text(league.read_text() + LATER)
    first, then, both = (league.with_name(f"{number}.json") for number in (1, 2, 3))
    system = ("--system", name)
    written = shell("rate", league, *system, "--ratings", first)
    assert f"wrote {first}" in written.err
    found = shell("rate", later, *system, "--start", first, "--ratings", then, *JSON)
    wanted = shell("rate", whole, *system, "--ratings", both, *JSON)
    assert found.code == 0, found.err
    assert json.loads(found.out) == json.loads(wanted.out)
    assert json.loads(then.read_text()) == json.loads(both.read_text())


def test_who_does_not_play_stays(shell: Shell, league: Path) -> None:
    state, later = league.with_name("state.json"), league.with_name("later.csv")
    later.write_text("player_1,player_2,score_1,score_2\nCem,Dora,1,0\n")
    before = json.loads(shell("rate", league, "--ratings", state, *JSON).out)
    after = json.loads(shell("rate", later, "--start", state, *JSON).out)
    by_name = {row["player"]: row for row in after}
    assert set(by_name) == {"Anna", "Ben", "Cem", "Dora"}
    for row in before:
        if row["player"] != "Cem":
            assert by_name[row["player"]]["rating"] == row["rating"]


def test_a_state_of_another_system_is_refused(shell: Shell, league: Path) -> None:
    state = league.with_name("state.json")
    shell("rate", league, "--ratings", state)
    shown = shell("rate", league, "--system", "glicko-2", "--start", state)
    assert (shown.code, shown.out) == (2, "")
    problem = "holds ratings of elo, which glicko-2 cannot go on from"
    assert shown.err == f"evenhand: {state}: {problem}; leave out --system, or rate with elo\n"


def test_a_state_goes_on_with_its_own_parameters(shell: Shell, league: Path) -> None:
    state = league.with_name("state.json")
    words = ("--system", "glicko-2", "--set", "tau=0.9")
    shell("rate", league, *words, "--ratings", state)
    wanted = shell("rate", league, *words, "--start", state, *JSON).out
    assert shell("rate", league, "--start", state, *JSON).out == wanted
    assert shell("rate", league, "--params", state, "--start", state, *JSON).out == wanted
    other = shell("rate", league, "--start", state, "--set", "tau=0.2", *JSON).out
    assert other != wanted  # --set still changes one


def test_ratings_to_start_from_may_be_a_plain_mapping(shell: Shell, league: Path) -> None:
    start = league.with_name("start.json")
    start.write_text('{"Anna": 1700, "Ben": {"rating": 1600, "games": 12}}')
    rows = json.loads(shell("rate", league, "--start", start, *JSON).out)
    assert next(row for row in rows if row["player"] == "Ben")["games"] > 12


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("start.csv", "name,points\nAnna,3\n", "needs columns player and rating"),
        ("start.csv", "player,rating\nAnna,1\nAnna,2\n", "a player is there twice"),
        ("start.csv", "player,rating\nAnna,\n", "a player or rating is missing"),
        ("start.json", '{"system": "elo"}', "holds no ratings as evenhand writes them"),
        ("start.json", '{"system": ', "is not JSON"),
        ("start.txt", "", "the name must end in .csv or .json or .parquet"),
        ("gone.json", None, "gone.json"),
    ],
)
def test_a_start_without_ratings_is_refused(
    shell: Shell, league: Path, name: str, content: str | None, problem: str
) -> None:
    start = league.with_name(name)
    if content is not None:
        start.write_text(content)
    shown = shell("rate", league, "--start", start)
    assert (shown.code, shown.err.count("\n")) == (2, 1)
    assert problem in shown.err
