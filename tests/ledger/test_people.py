"""Players renamed, known by other ids, guests, merged, parted and erased."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from evenhand.ledger import people
from evenhand.ledger.database import LedgerError
from evenhand.ledger.hashing import checkpoint_hash
from evenhand.ledger.ledger import ConflictError, Ledger, NotThereError
from evenhand.ledger.tenants import make_tenant
from evenhand.ledger.verify import verify

from .worlds import ELO, Model, World, model_of, opened, result, settings

RESULTS = [
    result("1", 1, {"anna": 1, "ben": 0}),
    result("2", 2, {"carl": 3, "ben": 1, "dora": 0}),
    result("3", 3, {"anna": 0, "carl": 1}),
    result("4", 4, {"ann": 1, "ben": 1}),
    result("5", 5, {"dora": 2, "ann": 1}),
]


def merged(**into: str) -> Model:
    model = model_of(ELO, RESULTS)
    model.merged = into
    return model


def second(world: World, url: str) -> World:
    """Another process that writes to the same ledger."""
    ledger = Ledger(url)
    return World(ledger, world.tenant, ledger.ladder("test"))


def test_the_games_of_merged_players_are_rated_as_those_of_one(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        world.merge("ann", "anna")
        assert world.hash == merged(ann="anna").hash
        assert "ann" not in world.ranked()
        assert all(finding.right for finding in verify(world.ledger, world.ladder))
        people.unmerge(world.ledger, world.tenant, world.number("ann"))
        assert world.hash == merged().hash
        world.check_log()


def test_who_is_merged_into_one_who_is_merged_counts_for_the_last(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS[:3], result("6", 6, {"eva": 1, "finn": 0}))
        model = model_of(ELO, [*RESULTS[:3], result("6", 6, {"eva": 1, "finn": 0})])
        world.merge("eva", "anna")
        world.post(result("7", 7, {"gil": 1, "finn": 3}))
        model.add(result("7", 7, {"gil": 1, "finn": 3}))
        world.merge("gil", "eva")
        model.merged = {"eva": "anna", "gil": "anna"}
        assert world.hash == model.hash
        assert world.ladder.roster.merged[world.number("gil")] == world.number("anna")
        people.unmerge(world.ledger, world.tenant, world.number("eva"))
        model.merged = {"gil": "anna"}
        assert world.hash == model.hash


def test_results_posted_with_any_id_of_a_merged_player_count_for_the_other(
    database_url: str,
) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        world.merge("ann", "anna")
        late = [result("0", 0, {"ann": 1, "carl": 0}), result("9", 9, {"ben": 1, "ann": 0})]
        assert world.statuses(*late) == ["accepted", "accepted"]
        model = merged(ann="anna")
        model.add(*late)
        assert world.hash == model.hash
        assert world.statuses(result("x", 1, {"ann": 1, "anna": 0})) == ["rejected"]


def test_merges_hold_on_all_ladders_of_the_tenant_even_those_made_later(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        before = world.ledger.make_ladder(world.tenant, "before", ELO)
        world.merge("ann", "anna")
        after = world.ledger.make_ladder(world.tenant, "after", ELO)
        hashes = set()
        for ladder in (before, after):
            other = World(world.ledger, world.tenant, ladder)
            other.post(*RESULTS)
            hashes.add(other.hash)
        assert hashes == {world.hash}
        with opened(database_url, name="after") as again:
            assert {again.hash} == hashes


def test_a_ladder_made_by_another_process_knows_of_all_merges(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        other = second(world, database_url)
        world.merge("ann", "anna")
        ladder = other.ledger.make_ladder(world.tenant, "made", ELO)
        made = World(other.ledger, world.tenant, ladder)
        made.post(*RESULTS)
        assert made.hash == world.hash
        other.ledger.close()


@pytest.mark.parametrize(
    ("player", "into", "words"),
    [
        ("anna", "ben", "they sat at one table in 1 result of test, so they are not one person"),
        ("ben", "dora", "they sat at one table in 1 result of test"),
        ("anna", "anna", "a player cannot be merged into himself"),
    ],
)
def test_who_cannot_be_one_person_is_not_merged(
    database_url: str, player: str, into: str, words: str
) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        before = world.dump()
        with pytest.raises(ConflictError, match=words):
            world.merge(player, into)
        assert world.dump() == before
        assert world.hash == merged().hash


def test_a_merge_into_somebody_who_counts_for_one_at_the_same_table_is_refused(
    database_url: str,
) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        world.merge("ann", "anna")
        with pytest.raises(ConflictError, match="in 2 results of test"):
            world.merge("ben", "ann")
        with pytest.raises(ConflictError, match="ann is merged already"):
            world.merge("ann", "carl")
        with pytest.raises(ConflictError, match="into himself"):
            world.merge("anna", "ann")
        with pytest.raises(ConflictError, match="carl is not merged"):
            people.unmerge(world.ledger, world.tenant, world.number("carl"))


def test_a_void_result_does_not_count_against_a_merge_and_cannot_come_back(
    database_url: str,
) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        world.void("1")
        world.void("4")
        world.merge("anna", "ben")
        with pytest.raises(ValueError, match="a player sits twice in one game"):
            world.correct(RESULTS[0])


def test_what_another_process_has_merged_is_known_before_anything_is_merged(
    database_url: str,
) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        world.post(result("6", 6, {"eva": 1, "finn": 0}))
        other = second(world, database_url)
        world.merge("eva", "anna")
        with pytest.raises(ConflictError, match="eva is merged already"):
            other.merge("eva", "carl")
        with pytest.raises(ConflictError, match="into himself"):
            other.merge("anna", "eva")
        other.ledger.close()


def test_two_who_merge_each_other_at_once_make_no_circle(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(result("6", 6, {"eva": 1, "finn": 0}), result("7", 7, {"gil": 1, "hans": 0}))
        worlds = [world, second(world, database_url)]
        barrier, problems = threading.Barrier(2), list[Exception]()

        def merge(place: int) -> None:
            barrier.wait()
            try:
                worlds[place].merge(*(("eva", "gil") if place else ("gil", "eva")))
            except ConflictError as problem:
                problems.append(problem)

        threads = [threading.Thread(target=merge, args=(place,)) for place in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [str(problem) for problem in problems] == ["a player cannot be merged into himself"]
        worlds[1].ledger.close()
        merges = [row["merged_into"] for row in world.dump()["players"]]
        assert sum(into is not None for into in merges) == 1


def test_an_alias_is_another_id_of_the_same_player(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(RESULTS[0])
        anna = world.number("anna")
        people.add_alias(world.ledger, world.tenant, anna, " Annie ")
        assert world.number("Annie") == anna
        people.add_alias(world.ledger, world.tenant, anna, "Annie")
        assert world.statuses(result("1", 1, {"Annie": 1, "ben": 0})) == ["duplicate"]
        world.post(result("8", 8, {"Annie": 1, "ben": 0}))
        assert world.hash == model_of(ELO, [RESULTS[0], result("8", 8, {"anna": 1, "ben": 0})]).hash
        assert world.statuses(result("9", 8, {"Annie": 1, "anna": 0})) == ["rejected"]
        people.remove_alias(world.ledger, world.tenant, anna, "Annie")
        with pytest.raises(NotThereError, match="there is no player 'Annie'"):
            world.number("Annie")
        world.post(result("10", 10, {"Annie": 1, "ben": 0}))
        assert world.number("Annie") != anna


def test_an_alias_that_somebody_has_is_refused(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(RESULTS[0])
        other = second(world, database_url)
        anna, ben = world.number("anna"), world.number("ben")
        people.add_alias(world.ledger, world.tenant, anna, "Annie")
        for taken in ("ben", "Annie"):
            with pytest.raises(ConflictError, match=f"there is a player {taken} already"):
                people.add_alias(world.ledger, world.tenant, ben, taken)
            with pytest.raises(ConflictError, match=f"there is a player {taken} already"):
                people.add_alias(other.ledger, world.tenant, ben, taken)
        with pytest.raises(NotThereError, match="the player has no alias 'Bennie'"):
            people.remove_alias(world.ledger, world.tenant, ben, "Bennie")
        other.ledger.close()


def test_a_guest_is_rated_but_not_on_the_list(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        before, order = world.hash, world.ranked()
        people.change_player(world.ledger, world.tenant, world.number("carl"), guest=True)
        assert world.hash == before
        assert world.ranked() == [player for player in order if player != "carl"]
        with opened(database_url) as again:
            assert again.ranked() == world.ranked()
        people.change_player(world.ledger, world.tenant, world.number("carl"), guest=False)
        assert world.ranked() == order


def test_a_player_may_be_made_before_any_result(database_url: str) -> None:
    with opened(database_url) as world:
        number = people.make_player(
            world.ledger, world.tenant, "ben", name="Ben Bieber", club="SC 1", guest=True
        )
        with pytest.raises(ConflictError, match="there is a player ben already"):
            people.make_player(world.ledger, world.tenant, "ben")
        world.post(RESULTS[0])
        roster = world.ladder.roster
        assert world.number("ben") == number
        assert (roster.names[number], roster.club(number)) == ("Ben Bieber", "SC 1")
        assert world.ranked() == ["anna"]


def test_a_player_is_renamed_and_moves_to_another_club(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        other, before = second(world, database_url), world.hash
        anna = world.number("anna")
        people.change_player(world.ledger, world.tenant, anna, name=" A\u0308nna ", club="SC 1")
        other.ledger.follow(other.ladder)
        for seen in (world, other):
            roster = seen.ladder.roster
            assert (roster.names[anna], roster.club(anna)) == ("\u00c4nna", "SC 1")
            assert roster.ids[anna] == "anna"
            assert seen.hash == before
        people.change_player(world.ledger, world.tenant, anna, club=" ")
        assert world.ladder.roster.club(anna) == ""
        other.ledger.close()


@pytest.mark.parametrize(
    "change",
    [
        lambda world, number: people.change_player(world.ledger, world.tenant, number, name="\t"),
        lambda world, number: people.change_player(
            world.ledger, world.tenant, number, club="a\u200eb"
        ),
        lambda world, number: people.add_alias(world.ledger, world.tenant, number, ""),
        lambda world, number: people.make_player(world.ledger, world.tenant, "x" * 201),
    ],
)
def test_names_that_do_not_show_are_refused(
    database_url: str, change: Callable[[World, int], Any]
) -> None:
    with opened(database_url) as world:
        world.post(RESULTS[0])
        before = world.dump()
        with pytest.raises(LedgerError):
            change(world, 0)
        assert world.dump() == before


def test_an_erased_name_is_gone_from_every_table_and_ratings_stay(database_url: str) -> None:
    secret = "Zaphod Beeblebrox"
    with opened(database_url) as world:
        world.post(*RESULTS, result("z", 4, {secret: 1, "anna": 0, "ben": 2}))
        number = world.number(secret)
        people.add_alias(world.ledger, world.tenant, number, "Zaphod of Betelgeuse")
        people.change_player(
            world.ledger, world.tenant, number, name="President Zaphod", club="Betelgeuse"
        )
        other, before = second(world, database_url), checkpoint_hash(world.ladder)[1]
        ratings = world.ratings()
        pseudonym = people.erase(world.ledger, world.tenant, number)
        other.ledger.follow(other.ladder)
        for word in ("Zaphod", "Beeblebrox", "Betelgeuse"):
            assert word not in str(world.dump())
        with opened(database_url) as again:
            for seen in (world, other, again):
                row = ratings.get(pseudonym, ratings[secret])
                wanted = {k: v for k, v in ratings.items() if k != secret} | {pseudonym: row}
                assert seen.ratings() == wanted
                assert checkpoint_hash(seen.ladder)[1] == before
                for name in (secret, "Zaphod of Betelgeuse"):
                    assert seen.ladder.roster.find(name) is None
                assert all(finding.right for finding in verify(seen.ledger, seen.ladder))
        other.ledger.close()


def test_who_was_erased_cannot_be_changed_and_a_namesake_is_another(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*RESULTS)
        other, number = second(world, database_url), world.number("anna")
        people.erase(world.ledger, world.tenant, number)
        tenant = world.tenant
        for change in (
            lambda: people.erase(world.ledger, tenant, number),
            lambda: people.change_player(world.ledger, tenant, number, name="Anna"),
            lambda: people.add_alias(world.ledger, tenant, number, "Anna"),
            lambda: people.merge(world.ledger, tenant, number, world.number("ann")),
            lambda: people.merge(world.ledger, tenant, world.number("ann"), number),
        ):
            with pytest.raises(ConflictError, match="the player was erased"):
                change()
        assert world.statuses(RESULTS[0]) == ["rejected"]  # nobody of that name was in it
        assert world.ladder.roster.find("anna") is None
        assert world.statuses(result("new", 9, {"anna": 1, "ben": 0})) == ["accepted"]
        assert world.number("anna") != number
        other.ledger.follow(other.ladder)
        assert other.number("anna") == world.number("anna")
        assert other.statuses(result("newer", 9, {"anna": 1, "ben": 0})) == ["accepted"]
        other.ledger.close()


def test_nothing_of_one_tenant_is_changed_by_another(database_url: str) -> None:
    with opened(database_url) as world:
        club = make_tenant(world.ledger.database, "club")
        ladder = world.ledger.make_ladder(club, "club.test", settings(k=32.0))
        other = World(world.ledger, club, ladder)
        for one in (world, other):
            one.post(*RESULTS)
        before, rows = world.hash, world.dump()["players"]
        other.merge("ann", "anna")
        people.change_player(other.ledger, club, other.number("ben"), guest=True, name="Benno")
        people.add_alias(other.ledger, club, other.number("ben"), "Bennie")
        people.erase(other.ledger, club, other.number("carl"))
        other.void("1")
        assert world.hash == before
        assert [row for row in world.dump()["players"] if row["tenant"] == world.tenant] == [
            row for row in rows if row["tenant"] == world.tenant
        ]
        assert world.ladder.seq == len(RESULTS)
        assert world.ladder.roster.find("Bennie") is None
        assert "ben" in world.ranked()
        assert world.statuses(result("b", 9, {"Bennie": 1, "carl": 0})) == ["accepted"]
        assert world.number("Bennie") != world.number("ben")
