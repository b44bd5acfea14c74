"""Results as they are posted: what is refused and in which words, what counts and what is known."""

from typing import Any

import msgspec
import pytest

from evenhand.ledger.posting import Posting
from evenhand.ledger.results import DAY, NewResult, ResultError, Seat, draft, read_time, show_time
from evenhand.ledger.schema import players
from evenhand.ledger.tenants import make_tenant

from .worlds import World, model_of, opened, result, settings

NOW = read_time("2026-05-01", 1 << 60)
TWO = {"anna": 1, "ben": 0}


def checked(made: NewResult, *, most: int = 8, takes_teams: bool = False) -> Any:
    return draft(made, NOW, most=most, takes_teams=takes_teams)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (result("a", 0, dict.fromkeys("abcdefghi", 1.0)), "9 players; this ladder allows 8 in"),
        (result("a", 0, {"x": 1e13, "y": 0}), "the score 1e+13 is out of range"),
        (result("a", 0, {"x": float("nan"), "y": 0}), "the score nan is out of range"),
        (result("a", 0, {"x": 0, "y": float("nan")}), "the score nan is out of range"),
        (result("a", 0, {"x": 0, "y": float("nan"), "z": 1}), "the score nan is out of range"),
        (result("a", 0, {"x": 0, "y": 2e12}), "the score 2e+12 is out of range"),
        (result("a", 0, {"x": float("-inf"), "y": 0}), "the score -inf is out of range"),
        (result("a", 0, TWO, luck={"anna": 1e99}), "the luck 1e+99 is out of range"),
        (result("a", 0, TWO, luck={"ben": float("nan")}), "the luck nan is out of range"),
        (result("a", 0, TWO, teams={"anna": 1, "ben": 2}), "this ladder rates single players"),
        (result(" ", 0, TWO), "a name needs at least one character that shows"),
        (result("a\u200b", 0, TWO), "the name 'a\\u200b' has a character that does not show"),
        (result("a\nb", 0, TWO), "the name 'a\\nb' has a character that does not show: U+000A"),
    ],
)
def test_what_cannot_count_is_told_in_one_line(made: NewResult, words: str) -> None:
    with pytest.raises(ResultError) as caught:
        checked(made)
    assert str(caught.value).startswith(words)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("teams", "scores", "words"),
    [
        ({"a": 1}, (1, 1, 0), "either all players have a team or none"),
        ({"a": 1, "b": 1, "c": 1}, (1, 1, 1), "a game needs at least two teams"),
        ({"a": 1, "b": 1, "c": 2}, (1, 0, 0), "players of one team must have the same score"),
    ],
)
def test_teams_that_cannot_be_are_told(
    teams: dict[str, int], scores: tuple[float, ...], words: str
) -> None:
    made = result("x", 0, dict(zip("abc", scores, strict=True)), teams=teams)
    with pytest.raises(ResultError, match=words):
        checked(made, takes_teams=True)


def test_teams_of_one_player_each_are_no_teams() -> None:
    scores = {"a": 1, "b": 2, "c": 3}
    alone = result("x", 0, scores, teams={"a": 0, "b": 1, "c": 2})
    assert checked(alone, takes_teams=True) == checked(result("x", 0, scores), takes_teams=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "played_at is no time: ''"),
        ("yesterday", "played_at is no time: 'yesterday' (write 2026-01-31T18:30:00Z)"),
        ("2026-02-30", "played_at is no time: '2026-02-30'"),
        ("x" * 10_000, "played_at is no time: 'xxx"),
        ("2026-05-02T00:00:01Z", "played_at is in the future: 2026-05-02T00:00:01Z"),
        ("9999-12-31T23:59:59-23:59", "played_at is in the future"),
        ("0001-01-01T00:00:00+14:00", "played_at is before the year 1"),
    ],
)
def test_a_time_that_is_none_or_in_the_future_is_refused(text: str, words: str) -> None:
    with pytest.raises(ResultError) as caught:
        read_time(text, NOW)
    assert str(caught.value).startswith(words)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-05-01T00:00:00Z", NOW),
        ("2026-05-01", NOW),
        ("2026-05-01T02:00:00.000001+02:00", NOW + 1),
        ("2026-05-02T00:00:00", NOW + DAY),
        ("1969-12-31T23:59:59Z", -1_000_000),
        ("0001-01-01T00:00:00Z", -62135596800_000_000),
    ],
)
def test_a_time_is_read_in_utc(text: str, time: int) -> None:
    assert read_time(text, NOW) == time


def test_a_time_that_was_shown_is_read_as_it_was() -> None:
    for time in (0, NOW, NOW + 1, -1, -62135596800_000_000):
        assert read_time(show_time(time), NOW) == time


X, Y = {"player": "x", "score": 1}, {"player": "y", "score": 0}


@pytest.mark.parametrize(
    "form",
    [
        {"players": [X, Y]},
        {"id": "a"},
        {"id": "a", "players": [X]},
        {"id": "a", "players": [X] * 101},
        {"id": "", "players": [X, Y]},
        {"id": "a" * 201, "players": [X, Y]},
        {"id": "a", "players": [X, {"player": "", "score": 1}]},
        {"id": "a", "players": [X, {"player": "y", "score": "1"}]},
        {"id": "a", "players": [X, {"player": "y"}]},
        {"id": "a", "players": [X, Y | {"team": 128}]},
        {"id": "a", "players": [X, Y | {"rating": 2000}]},
        {"id": "a", "players": [X, Y], "seq": 1},
    ],
)
def test_results_of_another_form_are_not_read(form: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(form, NewResult)


def test_each_result_is_told_what_became_of_it(database_url: str) -> None:
    with opened(database_url, settings("benchmark-elo")) as world:
        found = world.post(
            result("a", 0, {"x": 0, "y": -5}, luck={"x": 1, "y": 2}),
            ResultError("line 2 is no JSON"),
            result("b", 0, {"x": 0, "y": 5}, luck={"x": 1, "y": 2}),
            result("c", 0, {"x": 0, "y": -5}, luck={"x": 1}),
            result("d", 0, {"x": 0, " x ": -5}, luck={"x": 1, " x ": 1}),
            result("e", 0, {"x": 0, "\u202e": -5}, luck={"x": 1}),
            result("f", 0, {"x": 0, "y": -5}, luck={"x": 1, "y": 2}),
        )
        assert [verdict.status for verdict in found] == [
            "accepted", "rejected", "rejected", "rejected", "rejected", "rejected", "accepted",
        ]  # fmt: skip
        assert [verdict.seq for verdict in found] == [1, None, None, None, None, None, 2]
        assert found[1].problem == "line 2 is no JSON"
        assert "a score above zero" in found[2].problem
        assert found[3].problem.startswith("BenchmarkElo needs luck of every player")
        assert found[4].problem == "a player sits twice in one game"
        assert "does not show: U+202E" in found[5].problem
        world.check_log()


def test_a_rejected_result_makes_no_players(database_url: str) -> None:
    with opened(database_url, settings("benchmark-elo")) as world:
        world.post(result("a", 0, {"x": 0, "y": 5}, luck={"x": 1, "y": 2}))
        world.post(result("b", 0, {"z": 0, " z ": 0}, luck={"z": 1, " z ": 2}))
        good = result("c", 0, {"v": 0, "w": 0}, luck={"v": 1, "w": 1})
        bad = result("d", 0, {"v": 0, "\u202e": 0})
        assert world.statuses(good, bad, atomic=True) == ["rejected", "rejected"]
        assert world.dump()["players"] == []
        assert len(world.ladder.roster) == 0
        good = result("e", 0, {"w": 0, "x": -1}, luck={"w": 1, "x": 1})
        assert world.statuses(good) == ["accepted"]
        assert [row["id"] for row in world.dump()["players"]] == ["w", "x"]


def test_all_or_nothing(database_url: str) -> None:
    with opened(database_url) as world:
        found = world.post(
            result("a", 0, TWO), result("b", 0, {"anna": 1e13, "ben": 0}), atomic=True
        )
        assert [verdict.status for verdict in found] == ["rejected", "rejected"]
        assert found[0].problem == "not posted: others were rejected"
        assert world.ladder.seq == 0
        assert world.dump()["results"] == []
        assert world.statuses(result("a", 0, TWO), result("b", 0, TWO), atomic=True) == [
            "accepted",
            "accepted",
        ]


def test_the_same_result_again_is_a_duplicate_and_another_is_rejected(database_url: str) -> None:
    posted = [result("a", 0, TWO), result("b", None, TWO), result("c", 3, TWO, luck={"anna": 0.5})]
    with opened(database_url) as world:
        world.post(*posted)
        before = world.dump()
        found = world.post(*posted)
        assert [(verdict.status, verdict.seq) for verdict in found] == [
            ("duplicate", 1),
            ("duplicate", 2),
            ("duplicate", 3),
        ]
        others = [
            result("a", 1, TWO),
            result("a", 0, {"anna": 0, "ben": 1}),
            result("a", 0, {"ben": 1, "anna": 0}),
            result("a", 0, {"anna": 1, "carl": 0}),
            result("a", 0, {"anna": 1, "ben": 0, "carl": 0}),
            result("c", 3, TWO),
        ]
        for one in others:
            (verdict,) = world.post(one)
            assert (verdict.status, verdict.seq) == ("rejected", 1 if one.id == "a" else 3)
            assert verdict.problem == "another result has this id; correct it with PUT"
        assert world.dump() == before


def test_a_result_is_the_same_in_any_spelling_of_its_names(database_url: str) -> None:
    made = result("Ju\u0308", 0, {" Zoe\u0308": 1, "ben ": 0})
    with opened(database_url) as world:
        assert world.statuses(made) == ["accepted"]
        assert world.statuses(made) == ["duplicate"]
        assert world.statuses(result(" J\u00fc", 0, {"Zo\u00eb": 1, "ben": 0})) == ["duplicate"]
        assert [row["id"] for row in world.dump()["results"]] == ["J\u00fc"]
        assert world.correct(result("Ju\u0308 ", 0, {"Zo\u00eb": 0, "ben": 1})) == 1
        world.void(" Ju\u0308")
        assert world.ranked() == []


def test_a_result_twice_in_one_posting_counts_once(database_url: str) -> None:
    with opened(database_url) as world:
        found = world.post(result("a", 0, TWO), result("a", 0, TWO), result("a", 1, TWO))
        assert [verdict.status for verdict in found] == ["accepted", "duplicate", "rejected"]
        assert [verdict.seq for verdict in found[:2]] == [1, 1]
        assert world.hash == model_of(settings(k=32.0), [result("a", 0, TWO)]).hash


def test_no_duplicate_of_a_rejected_result_is_acknowledged(database_url: str) -> None:
    bad, good = result("x", 0, {"anna": 1, " anna": 0}), result("a", 0, TWO)
    with opened(database_url) as world:
        assert world.statuses(bad, bad) == ["rejected", "rejected"]
        first, second = world.post_all(
            Posting([good, bad], "one", atomic=True), Posting([good], "two")
        )
        assert [verdict.status for verdict in first] == ["rejected", "rejected"]
        assert [(verdict.status, verdict.seq) for verdict in second] == [("accepted", 1)]
        assert world.ladder.seq == 1


def test_results_without_a_time_count_in_the_order_in_which_they_came(database_url: str) -> None:
    names = ["z", "a", "m", "b"]
    with opened(database_url) as world:
        verdicts = world.post(*(result(name, None, TWO) for name in names[:3]))
        verdicts += world.post(result("b", None, TWO))
        times = [verdict.draft.time for verdict in verdicts if verdict.draft]
        assert times == sorted(set(times))  # type: ignore[type-var]
        assert world.ladder.standing.games["seq"].tolist() == [1, 2, 3, 4]


def test_postings_of_several_keys_and_uploads_keep_who_brought_them(database_url: str) -> None:
    with opened(database_url) as world:
        world.post_all(
            Posting([result("a", 0, TWO)], "one"),
            Posting([result("b", 0, TWO), result("c", 0, TWO)], "two", upload="u", kind="csv"),
            Posting([result("d", 0, TWO)], "two"),
            Posting([result("e", 0, TWO)], "two"),
        )
        dumped = world.dump()
        blocks = [(row["first"], row["last"], row["by"]) for row in dumped["log"]]
        assert blocks == [(1, 1, "one"), (2, 3, "two"), (4, 5, "two")]
        (upload,) = dumped["uploads"]
        assert (upload["first"], upload["last"], upload["by"], upload["kind"]) == (
            2,
            3,
            "two",
            "csv",
        )


def test_long_postings_are_cut_into_blocks(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*(result(f"r{place}", place, TWO) for place in range(2100)))
        assert [row["last"] for row in world.dump()["log"]] == [1000, 2000, 2100]
        world.check_log()
        assert world.statuses(result("r1500", 1500, TWO)) == ["duplicate"]


def test_a_dry_run_tells_the_same_and_leaves_nothing(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(result("a", 0, TWO))
        before, hash_before = world.dump(), world.hash
        tried = result("b", 0, {"anna": 0, "new": 1})
        assert world.statuses(tried, result("a", 0, TWO), dry_run=True) == ["accepted", "duplicate"]
        world.correct(result("a", 5, {"anna": 0, "other": 3}), dry_run=True)
        world.void("a", dry_run=True)
        assert (world.dump(), world.hash) == (before, hash_before)
        assert len(world.ladder.roster) == 2
        assert world.statuses(tried) == ["accepted"]
        with opened(database_url) as again:
            assert again.hash == world.hash


def test_seats_are_the_players_numbers_and_no_more_is_in_the_log(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(NewResult(id="r", players=[Seat("Ben Secret", 1), Seat("Anna", 0)]))
        dumped = world.dump()
        assert "Secret" not in str(dumped["log"])
        assert '"seats":[1,0]' in dumped["log"][0]["body"]
        assert {row["id"] for row in dumped[players.name]} == {"Anna", "Ben Secret"}


def test_players_of_two_tenants_with_the_same_ids_are_others(database_url: str) -> None:
    with opened(database_url) as world:
        club = make_tenant(world.ledger.database, "club")
        ladder = world.ledger.make_ladder(club, "club.test", settings(k=32.0))
        other = World(world.ledger, club, ladder)
        world.post(result("a", 0, TWO))
        other.post(result("a", 0, {"ben": 1, "anna": 0, "carl": 0}))
        assert world.ranked() == ["anna", "ben"]
        assert other.ranked() == ["ben", "anna", "carl"]
        assert world.statuses(result("a", 0, TWO)) == ["duplicate"]
        world.void("a")
        assert other.ranked() == ["ben", "anna", "carl"]
