"""API keys: made once, kept as digests, found, revoked."""

import hmac
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from sqlalchemy import select

from evenhand.ledger import keys, schema
from evenhand.ledger.audit import entries
from evenhand.ledger.database import Database, LedgerError
from evenhand.ledger.keys import Access, create_key, find_key, first_key, list_keys, revoke
from evenhand.ledger.tenants import find_tenant


def make(database: Database, *scopes: str, tenant: str = "main", name: str = "a key") -> str:
    return create_key(database, name=name, scopes=scopes or ["read"], tenant=tenant)


def test_a_key_that_was_made_is_found(database: Database) -> None:
    text = make(database, "results:write", tenant="club")
    assert keys.SHAPE.fullmatch(text)
    number = find_tenant(database, "club")
    scopes = frozenset({"read", "results:write"})
    assert find_key(database, text) == Access(keys.shown_id(text), number, "club", scopes)


def test_only_a_digest_of_the_secret_is_kept(database: Database) -> None:
    text = make(database)
    secret = text.split("_", 2)[2]
    with database.reading() as connection:
        row = connection.execute(select(schema.keys)).mappings().one()
    assert row["digest"] == sha256(secret.encode()).hexdigest()
    assert secret not in str(dict(row))
    assert len({make(database) for _ in range(20)}) == 20


@pytest.mark.parametrize(
    ("given", "all_of_them"),
    [
        (["read"], {"read"}),
        (["results:write"], {"read", "results:write"}),
        (["results:correct"], {"read", "results:write", "results:correct"}),
        (["admin"], {"read", "results:write", "results:correct", "admin"}),
        (["results:write", "read", "read"], {"read", "results:write"}),
    ],
)
def test_a_scope_includes_those_before_it(
    database: Database, given: Iterable[str], all_of_them: set[str]
) -> None:
    access = find_key(database, make(database, *given))
    assert access is not None
    assert access.scopes == all_of_them
    assert [access.may(scope) for scope in keys.SCOPES] == [
        scope in all_of_them for scope in keys.SCOPES
    ]


def test_wrong_keys_are_not_found(database: Database) -> None:
    text = make(database)
    other = make(database)
    key, secret = text.split("_", 2)[1:]
    wrong = [
        "",
        "eh",
        text[:-1],
        text + "A",
        text[:-1] + ("A" if text[-1] != "A" else "B"),
        text.upper(),
        f" {text}",
        f"{text}\n",
        f"eh_{key}_{other.split('_', 2)[2]}",
        f"eh_000000000000_{secret}",
        f"eh_{key}_{sha256(secret.encode()).hexdigest()}",
        f"eh_{key}_",
        f"eh_{key}\0_{secret}",
        "\0\ud800' OR 1=1 --",
        "x" * 100_000,
    ]
    assert [find_key(database, each) for each in wrong] == [None] * len(wrong)


def test_the_same_is_done_whatever_is_wrong(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, revoked = make(database), make(database)
    revoke(database, keys.shown_id(revoked))
    done: list[str] = []
    digest, compare = keys._digest, hmac.compare_digest

    def noted_digest(secret: str) -> str:
        done.append("digest")
        return digest(secret)

    def noted_compare(one: str, other: str) -> bool:
        done.append("compare")
        return compare(one, other)

    monkeypatch.setattr(keys, "_digest", noted_digest)
    monkeypatch.setattr(hmac, "compare_digest", noted_compare)
    for wrong in ("nonsense", text[:-2] + "xx", "eh_000000000000_" + 43 * "x", revoked):
        done.clear()
        assert find_key(database, wrong) is None
        assert done.count("compare") == 1
        assert done[0] == "digest"


def test_a_revoked_key_is_not_found_and_revoking_again_keeps_the_time(database: Database) -> None:
    text, other = make(database), make(database)
    revoke(database, keys.shown_id(text), by="test")
    assert find_key(database, text) is None
    assert find_key(database, other) is not None
    first = [key.revoked_at for key in list_keys(database)]
    revoke(database, keys.shown_id(text), by="test")
    assert [key.revoked_at for key in list_keys(database)] == first
    assert len([at for at in first if at is not None]) == 1


def test_the_key_of_another_tenant_cannot_be_revoked(database: Database) -> None:
    text = make(database, tenant="one")
    make(database, tenant="other")
    with pytest.raises(LedgerError, match="there is no such key"):
        revoke(database, keys.shown_id(text), tenant=find_tenant(database, "other"))
    assert find_key(database, text) is not None
    revoke(database, keys.shown_id(text), tenant=find_tenant(database, "one"))
    assert find_key(database, text) is None


@pytest.mark.parametrize("key", ["000000000000", "", "\0", "eh_x"])
def test_a_key_that_is_not_there_cannot_be_revoked(database: Database, key: str) -> None:
    with pytest.raises(LedgerError, match="there is no such key"):
        revoke(database, key)


def test_keys_are_listed_without_digests_each_tenant_its_own(database: Database) -> None:
    made = [make(database, "admin", name="one"), make(database, tenant="club", name="two")]
    found = list_keys(database)
    assert [key.name for key in found] == ["one", "two"]
    assert [key.id for key in found] == [keys.shown_id(text) for text in made]
    assert [key.scopes for key in found] == [("admin",), ("read",)]
    assert [key.name for key in list_keys(database, "club")] == ["two"]
    for text in made:
        digest = sha256(text.split("_", 2)[2].encode()).hexdigest()
        assert digest not in str(found)


def test_making_and_revoking_keys_is_in_the_audit_log(database: Database) -> None:
    key = keys.shown_id(make(database, "admin"))
    revoke(database, key, by="test")
    found = entries(database, find_tenant(database, "main"))
    assert [entry.action for entry in found] == ["key revoked", "key created", "tenant made"]
    assert found[0].by == "test"
    assert found[1].detail == {"key": key, "scopes": ["admin"]}


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 81, "a\0"])
def test_names_that_do_not_fit_on_a_line_are_refused(database: Database, name: str) -> None:
    with pytest.raises(LedgerError, match="the name of a key has 1 to 80 characters"):
        make(database, name=name)


@pytest.mark.parametrize("scopes", [[], ["write"], ["read", "all"]])
def test_scopes_that_there_are_not_are_refused(database: Database, scopes: list[str]) -> None:
    with pytest.raises(LedgerError, match="scope"):
        create_key(database, name="a key", scopes=scopes)
    assert list_keys(database) == []


def test_the_first_key_may_do_everything_and_is_made_once(database: Database) -> None:
    text = first_key(database)
    assert text is not None
    access = find_key(database, text)
    assert access is not None
    assert (access.tenant_id, access.may("admin")) == ("main", True)
    assert first_key(database) is None
    revoke(database, access.key)
    assert first_key(database) is None


def test_processes_that_start_at_once_make_one_first_key(database: Database) -> None:
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda _: first_key(database), range(12)))
    assert len([text for text in made if text is not None]) == 1
    assert len(list_keys(database)) == 1
