"""Published lists: numbered, hashed, and the same for ever."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import msgspec
import pytest

from evenhand.ledger import corrections, people
from evenhand.ledger.ledger import Ledger, NotThereError
from evenhand.ledger.lists import PublishedList, list_heads, publish, read_list
from evenhand.ledger.schema import lists

from .worlds import ELO, World, model_of, opened, result, settings, some_results

RESULTS = some_results(20)


def lines(world: World, made: PublishedList) -> list[tuple[int, str, float, int]]:
    """The lines of a list with the ids of players."""
    ids = world.ladder.roster.ids
    return [(row.rank, ids[row.player], row.rating, row.games) for row in made.content.rows]


def test_a_list_has_ranks_by_rounded_ratings_and_numbers_of_games(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        found = lines(world, publish(world.ledger, world.ladder, "May"))
        ratings = {who: round(row[0], 2) for who, row in model_of(ELO, RESULTS).ratings().items()}
        games = {
            who: sum(who in [seat.player for seat in one.players] for one in RESULTS)
            for who in ratings
        }
        assert {(who, rating, count) for _, who, rating, count in found} == {
            (who, ratings[who], games[who]) for who in ratings
        }
        assert [who for _, who, _, _ in found] == world.ranked()
        for rank, _, rating, _ in found:
            assert rank == 1 + sum(other > rating for other in ratings.values())


def test_whose_ratings_are_equal_when_rounded_share_a_rank(database_url: str) -> None:
    with opened(database_url, settings(k=0.001)) as world:
        world.post(result("a", 0, {"x": 1, "y": 0}), result("b", 1, {"z": 0, "v": 0}))
        made = publish(world.ledger, world.ladder, "May")
        assert {row.rank for row in made.content.rows} == {1}
        assert world.ranked()[0] == "x"


def test_a_list_stays_what_it_was_whatever_happens_later(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        made = publish(world.ledger, world.ladder, "May", by="key-1")
        rows = world.dump()[lists.name]
        world.post(*some_results(5, seed=9, minutes=3)[:0], result("late", 0, {"p1": 5, "p2": 0}))
        world.void("r3")
        world.correct(result("r4", 2, {"p5": 1, "new": 0}))
        corrections.change_settings(world.ledger, world.ladder, settings("weng-lin"))
        people.erase(world.ledger, world.tenant, world.number("p3"))
        later = publish(world.ledger, world.ladder, "June")
        assert read_list(world.ledger, world.ladder, 1) == made
        assert world.dump()[lists.name][:1] == rows
        assert (later.content.number, later.content.seq) == (2, world.ladder.seq)
        assert (later.content.system, made.content.system) == ("weng-lin", "elo")
        with opened(database_url) as again:
            assert read_list(again.ledger, again.ladder, 1) == made


def test_the_hash_of_a_list_is_that_of_its_text(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS[:3])
        made = publish(world.ledger, world.ladder, 'Mai \u2013 "Köln"')
        (row,) = world.dump()[lists.name]
        assert hashlib.sha256(row["content"].encode()).hexdigest() == made.hash == row["hash"]
        assert msgspec.json.decode(row["content"])["title"] == 'Mai \u2013 "Köln"'


def test_lists_are_numbered_from_one_on_each_ladder_and_told_newest_first(
    database_url: str,
) -> None:
    with opened(database_url) as world:
        other = world.ledger.make_ladder(world.tenant, "other", ELO)
        for title in ("May", "June", "July"):
            publish(world.ledger, world.ladder, title)
        assert publish(world.ledger, other, "May").content.number == 1
        heads = [(head.number, head.title) for head in list_heads(world.ledger, world.ladder)]
        assert heads == [(3, "July"), (2, "June"), (1, "May")]
        with pytest.raises(NotThereError, match="there is no list 4"):
            read_list(world.ledger, world.ladder, 4)


def test_guests_and_those_with_too_few_games_are_on_no_list(database_url: str) -> None:
    with opened(database_url, settings(rules={"min_games": 2}, k=32.0)) as world:
        world.post(
            result("a", 0, {"x": 1, "y": 0}),
            result("b", 1, {"x": 0, "z": 1}),
            result("c", 2, {"y": 0, "z": 1}),
            result("d", 3, {"y": 0, "once": 1}),
        )
        people.change_player(world.ledger, world.tenant, world.number("z"), guest=True)
        made = publish(world.ledger, world.ladder, "May")
        assert {who for _, who, _, _ in lines(world, made)} == {"x", "y"}
        world.void("c")
        world.void("d")
        made = publish(world.ledger, world.ladder, "June")
        assert {who for _, who, _, _ in lines(world, made)} == {"x"}


def test_several_who_publish_at_once_publish_lists_of_their_own(database_url: str) -> None:
    with opened(database_url) as world, ExitStack() as stack:
        world.post(*RESULTS)
        ledgers = [world.ledger, *(stack.enter_context(Ledger(database_url)) for _ in range(2))]
        with ThreadPoolExecutor(3) as pool:
            made = list(
                pool.map(lambda ledger: publish(ledger, ledger.ladder("test"), "May"), ledgers)
            )
        assert sorted(one.content.number for one in made) == [1, 2, 3]


def test_a_list_is_of_all_that_was_written_by_others(database_url: str) -> None:
    with opened(database_url) as world, Ledger(database_url) as ledger:
        ladder = ledger.ladder("test")
        world.post(*RESULTS)
        made = publish(ledger, ladder, "May")
        assert made.content.seq == len(RESULTS)
        assert len(made.content.rows) == 8
