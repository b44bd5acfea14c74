"""Transactions that fail: nothing of them is left, in the database or in memory."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, delete, event, insert
from sqlalchemy.exc import IntegrityError

from evenhand.ledger import audit, corrections, lists, people, posting, writing
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.roster import Roster
from evenhand.ledger.schema import log
from evenhand.ledger.standing import Standing
from evenhand.ledger.verify import verify

from .worlds import ELO, World, model_of, opened, result, settings

RESULTS = [
    result("1", 1, {"anna": 1, "ben": 0}),
    result("2", 2, {"ben": 1, "carl": 0, "dora": 1}),
    result("3", 3, {"eva": 1, "finn": 0}),
]
NEXT = result("4", 2, {"zoe": 1, "anna": 0})


class BrokenError(Exception):
    """What goes wrong in these tests."""


def broken(*_: object, **__: object) -> Any:
    raise BrokenError


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    with opened(database_url) as made:
        made.post(*RESULTS, upload="u1", kind="csv")
        people.add_alias(made.ledger, made.tenant, made.number("anna"), "Annie")
        yield made


ACTIONS: dict[str, Callable[[World], Any]] = {
    "post": lambda world: world.post(NEXT, result("5", 9, {"yan": 1, "xaver": 2})),
    "upload": lambda world: world.post(NEXT, upload="u2"),
    "correct": lambda world: world.correct(result("2", 7, {"wim": 1, "anna": 4})),
    "void": lambda world: world.void("1"),
    "undo an upload": lambda world: corrections.undo_upload(world.ledger, world.ladder, "u1"),
    "change settings": lambda world: corrections.change_settings(
        world.ledger, world.ladder, settings("weng-lin")
    ),
    "merge": lambda world: world.merge("eva", "anna"),
    "erase": lambda world: people.erase(world.ledger, world.tenant, world.number("ben")),
    "rename": lambda world: people.change_player(
        world.ledger, world.tenant, world.number("ben"), name="Benno", guest=True, club="SC"
    ),
    "alias": lambda world: people.add_alias(
        world.ledger, world.tenant, world.number("ben"), "Bennie"
    ),
    "remove an alias": lambda world: people.remove_alias(
        world.ledger, world.tenant, world.number("anna"), "Annie"
    ),
    "publish": lambda world: lists.publish(world.ledger, world.ladder, "May"),
    "make a player": lambda world: people.make_player(
        world.ledger, world.tenant, "quentin", guest=True, club="SC"
    ),
    "make a ladder": lambda world: world.ledger.make_ladder(world.tenant, "other", ELO),
}


def seen(world: World) -> tuple[object, ...]:
    """All that is in memory of a ladder and its players."""
    ladder, roster, standing = world.ladder, world.ladder.roster, world.ladder.standing
    own = [ladder.local(number) for number in range(len(roster) + 3)]
    return (
        *(world.hash, world.ranked(), ladder.seq, ladder.settings, dict(ladder.merged), own),
        *(list(roster.ids), list(roster.names), dict(roster.aliases), dict(roster.merged)),
        *(set(roster.erased), [roster.club(number) for number in range(len(roster))]),
        *([roster.find(name) for name in ("zoe", "yan", "Bennie", "quentin", "ben", "Annie")],),
        *(standing.players, standing.games.count, standing.played.sum()),
        [roster.is_guest(number) for number in range(len(roster))],
    )


def check_untouched(world: World, error: type[Exception], *names: str) -> None:
    """Actions fail and leave nothing."""
    memory, rows = seen(world), world.dump()
    for name in names:
        with pytest.raises(error):
            ACTIONS[name](world)
        assert seen(world) == memory, name
        assert world.dump() == rows, name


def check_goes_on(world: World, url: str) -> None:
    """What follows works as if nothing had been tried."""
    assert world.statuses(NEXT) == ["accepted"]
    assert world.hash == model_of(ELO, [*RESULTS, NEXT]).hash
    world.check_log()
    assert all(finding.right for finding in verify(world.ledger, world.ladder))
    with opened(url) as again:
        assert (again.hash, again.ranked()) == (world.hash, world.ranked())


def test_a_commit_that_fails_leaves_nothing(world: World, database_url: str) -> None:
    engine = world.ledger.database.engine
    event.listen(engine, "commit", _refuse)
    check_untouched(world, BrokenError, *ACTIONS)
    event.remove(engine, "commit", _refuse)
    check_goes_on(world, database_url)


def _refuse(connection: Connection) -> None:
    if connection.get_execution_options().get("writing"):
        raise BrokenError


def test_a_post_that_fails_anywhere_leaves_nothing(
    world: World, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[tuple[Any, str]] = [
        (writing, "append"), (Ladder, "outcome"), (posting, "_body"), (Roster, "enter")
    ]  # fmt: skip
    for owner, name in places:
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, broken)
            check_untouched(world, BrokenError, "post")
    check_goes_on(world, database_url)


def test_what_cannot_be_noted_leaves_nothing(
    world: World, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(audit, "note", broken)
        check_untouched(world, BrokenError, *ACTIONS)
    check_goes_on(world, database_url)


def test_an_error_of_the_database_leaves_nothing(world: World, database_url: str) -> None:
    in_the_way = {"ladder": world.ladder.number, "first": world.ladder.seq + 1, "last": 0}
    texts = {"kind": "void", "at": 0, "by": "", "body": "", "digest": ""}
    with world.ledger.database.writing() as connection:
        connection.execute(insert(log).values(in_the_way | texts))
    check_untouched(
        world, IntegrityError, "post", "correct", "void", "change settings", "merge", "erase"
    )
    with world.ledger.database.writing() as connection:
        connection.execute(delete(log).where(log.c.last == 0))
    check_goes_on(world, database_url)


def test_a_change_of_players_that_fails_on_one_ladder_is_made_on_none(
    world: World, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = world.ledger.make_ladder(world.tenant, "other", ELO)
    World(world.ledger, world.tenant, other).post(*RESULTS)
    outcome = Ladder.outcome

    def on_the_second(ladder: Ladder, *rest: Any) -> Any:
        return broken() if ladder is other else outcome(ladder, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(Ladder, "outcome", on_the_second)
        check_untouched(world, BrokenError, "merge", "erase")
    check_goes_on(world, database_url)


def test_settings_that_cannot_rate_the_games_are_refused(world: World, database_url: str) -> None:
    memory, rows = seen(world), world.dump()
    with pytest.raises(ValueError, match="a score above zero"):
        corrections.change_settings(world.ledger, world.ladder, settings("benchmark-elo"))
    assert (seen(world), world.dump()) == (memory, rows)
    check_goes_on(world, database_url)


def test_what_was_committed_counts_though_memory_fails(
    world: World, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Standing, "adopt", broken)
        with pytest.raises(BrokenError):
            world.post(NEXT)
    world.ladder = world.ledger.ladder("test")
    assert world.statuses(NEXT) == ["duplicate"]
    assert world.hash == model_of(ELO, [*RESULTS, NEXT]).hash
    world.check_log()


def test_a_listener_that_fails_keeps_no_ladder_behind(world: World) -> None:
    other = world.ledger.make_ladder(world.tenant, "other", ELO)
    ladders = [world.ladder, other]
    before = [ladder.seq for ladder in ladders]
    world.ledger.heard.append(broken)
    with pytest.raises(BrokenError):
        people.change_player(world.ledger, world.tenant, 0, name="Änna")
    assert [ladder.seq for ladder in ladders] == [seq + 1 for seq in before]


def test_a_reader_that_fails_to_follow_can_follow_later(
    world: World, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger(database_url, read_only=True) as reader:
        follower = World(reader, world.tenant, reader.ladder("test"))
        people.make_player(world.ledger, world.tenant, "gil")
        world.merge("gil", "anna")
        reader.follow(follower.ladder)
        world.post(result("6", 6, {"gil": 1, "ben": 0}))
        memory = seen(follower)
        with monkeypatch.context() as patch:
            patch.setattr(Standing, "plan", broken)
            with pytest.raises(BrokenError):
                reader.follow(follower.ladder)
        assert follower.hash == memory[0]
        assert reader.follow(follower.ladder)
        assert follower.hash == world.hash
