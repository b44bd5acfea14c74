"""Whoever reads sees one state of the ledger, whatever is written meanwhile."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from evenhand.ledger import corrections
from evenhand.ledger.database import Database, LedgerError, read_url
from evenhand.ledger.ledger import ConflictError, Ledger
from evenhand.ledger.lists import publish
from evenhand.ledger.posting import Posting
from evenhand.ledger.roster import Roster
from evenhand.ledger.schema import ladders, log
from evenhand.ledger.tenants import lock_tenant

from .worlds import opened, result, some_results


def test_a_reader_sees_nothing_that_comes_while_it_reads(database_url: str) -> None:
    with opened(database_url) as world:
        world.post(*some_results(3))
        with world.ledger.database.reading() as connection:
            head = connection.execute(select(ladders.c.seq)).scalar_one()
            writer = threading.Thread(
                target=lambda: world.post(result("new", 5, {"p1": 1, "p2": 0}))
            )
            writer.start()
            writer.join()
            assert connection.execute(select(func.max(log.c.last))).scalar_one() == head == 3
            assert connection.execute(select(ladders.c.seq)).scalar_one() == 3
        assert world.ladder.seq == 4


def test_writing_after_others_have_written_works_on_both_databases(database_url: str) -> None:
    with opened(database_url) as world, Ledger(database_url) as other:
        seen = other.ladder("test")
        world.post(*some_results(3))
        with other.database.writing() as connection:
            seen.catch_up(connection)
            seen.roster.enter(connection, ["fresh"])
        assert seen.seq == 3
        assert world.statuses(result("new", 5, {"fresh": 1, "p2": 0})) == ["accepted"]


def test_more_players_are_read_again_than_may_be_asked_for_at_once(made_sqlite: Path) -> None:
    with closing(Database(str(made_sqlite))) as database, database.writing() as connection:
        roster = Roster(lock_tenant(connection, "many"))
        roster.enter(connection, [f"p{place}" for place in range(1200)])
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 999)  # 32,766 unless told
        roster.load(connection, range(1200))
        assert (len(roster), roster.find("p1199")) == (1200, 1199)
        connection.rollback()


def test_a_reader_writes_nothing(database_url: str) -> None:
    with opened(database_url) as world, Ledger(database_url, read_only=True) as reader:
        world.post(*some_results(3))
        ladder, before = reader.ladder("test"), world.dump()
        posting = Posting([result("new", 5, {"p1": 1, "p2": 0})], "")
        for action in (
            lambda: corrections.post(reader, ladder, [posting]),
            lambda: corrections.void(reader, ladder, "r1"),
            lambda: publish(reader, ladder, "May"),
        ):
            with pytest.raises(ConflictError, match="this is a reader"):
                action()
        assert world.dump() == before


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://host/club", "no ledgers in mysql: use SQLite or PostgreSQL"),
        ("sqlite://", "a ledger needs a file, as in evenhand.db"),
        ("sqlite:///:memory:", "a ledger needs a file, as in evenhand.db"),
        ("://", "this is neither a file nor the URL of a database"),
    ],
)
def test_an_address_that_holds_no_ledger_is_told(url: str, words: str) -> None:
    with pytest.raises(LedgerError, match=words):
        read_url(url)
