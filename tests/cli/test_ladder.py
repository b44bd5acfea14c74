"""ladder and players, as the shell would run them."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from evenhand.cli import app
from evenhand.ledger.audit import entries
from evenhand.ratings import Glicko2, write_parameters
from tests.ledger.databases import made_postgres, made_sqlite, postgres
from tests.ledger.worlds import opened, result, settings

from .conftest import Shell, Shown

__all__ = ["made_postgres", "made_sqlite", "postgres"]
JSON = ("--format", "json")


@pytest.fixture(autouse=True)
def _no_database_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVENHAND_DB", raising=False)


@pytest.fixture
def db(tmp_path: Path, made_sqlite: Path) -> str:
    path = tmp_path / "club.db"
    path.write_bytes(made_sqlite.read_bytes())
    return str(path)


@pytest.fixture
def played(db: str) -> str:
    """Four games on a ladder called test."""
    with opened(db, settings("elo", k=32.0)) as world:
        world.post(
            result("a", 0, {"Anna": 1, "Ben": 0}),
            result("b", 1, {"Ben": 1, "Cem": 0}),
            result("c", 2, {"Cem": 1, "Dora": 0}),
            result("d", 3, {"Anna": 1, "Dora": 0}),
        )
    return db


def asked(shell: Shell, db: str, *words: object) -> Any:
    shown = shell(*words, "--db", db, *JSON)
    assert shown.code == 0, shown.err
    return json.loads(shown.out)


def done(shell: Shell, db: str, *words: object) -> Shown:
    shown = shell(*words, "--db", db)
    assert shown.code == 0, shown.err
    return shown


def test_a_ladder_is_made_and_shown(shell: Shell, tmp_path: Path) -> None:
    db = str(tmp_path / "new.db")
    shown = done(
        shell, db, "ladder", "create", "skat-2026", "--name", "Skat 2026", "--game", "skat",
        "--system", "score-share-elo", "--set", "k=0.02", "--set", "start=800",
        "--rule", "min_games=5", "--rule", "max-players=4", "--private",
    )  # fmt: skip
    assert (shown.out, shown.err.partition(";")[0]) == ("", "made skat-2026")
    told = asked(shell, db, "ladder", "show", "skat-2026")
    assert told == told | {
        "name": "Skat 2026",
        "game": "skat",
        "system": "score-share-elo",
        "params": {"k": 0.02, "initial": 800.0},
        "rules": {
            "min_games": 5,
            "provisional_games": 10,
            "inactive_days": 365,
            "max_players": 4,
            "titles": [],
        },
        "public": False,
        "entries": 0,
        "games": 0,
    }
    assert asked(shell, db, "ladder", "list") == [
        {
            "id": "skat-2026",
            "tenant": "main",
            "name": "Skat 2026",
            "game": "skat",
            "system": "score-share-elo",
            "public": False,
            "entries": 0,
        }
    ]
    assert "k=0.02 initial=800" in done(shell, db, "ladder", "show", "skat-2026").out
    assert asked(shell, db, "ladder", "board", "skat-2026") == []


def test_a_ladder_may_take_what_tuning_has_found(shell: Shell, db: str, tmp_path: Path) -> None:
    write_parameters(tmp_path / "best.json", Glicko2(period=2.0))
    best = ("--params", tmp_path / "best.json")
    done(shell, db, "ladder", "create", "x", "--name", "X", *best, "--set", "tau=0.4")
    params = asked(shell, db, "ladder", "show", "x")["params"]
    assert (params["period"], params["tau"]) == (2.0, 0.4)


def test_ladders_of_another_tenant_begin_with_its_id(shell: Shell, db: str) -> None:
    words = ("ladder", "create", "skat", "--name", "S", "--tenant", "berlin")
    shown = shell(*words, "--db", db)
    assert (shown.code, "try 'berlin.skat'" in shown.err) == (2, True)
    done(shell, db, "ladder", "create", "berlin.skat", "--name", "S", "--tenant", "berlin")
    (own,) = asked(shell, db, "ladder", "list", "--tenant", "berlin")
    assert (own["id"], own["tenant"]) == ("berlin.skat", "berlin")
    assert asked(shell, db, "ladder", "list", "--tenant", "main") == []


def test_the_board_is_the_live_list(shell: Shell, played: str) -> None:
    rows = asked(shell, played, "ladder", "board", "test")
    assert [(row["rank"], row["player"]) for row in rows] == [
        (1, "Anna"), (2, "Ben"), (3, "Cem"), (4, "Dora")
    ]  # fmt: skip
    assert rows[0] == rows[0] | {"games": 2, "provisional": True, "active": True}
    assert len(asked(shell, played, "ladder", "board", "test", "--top", 2)) == 2
    assert asked(shell, played, "ladder", "board", "test", "--settled") == []
    around = asked(shell, played, "ladder", "board", "test", "--around", "Ben", "--top", 1)
    assert [row["player"] for row in around] == ["Ben"]
    done(shell, played, "players", "club", "Ben", "Ahorn")
    text = done(shell, played, "ladder", "board", "test", "--club", "Ahorn", "--format", "csv").out
    (row,) = csv.DictReader(text.splitlines())
    assert (row["rank"], row["player"], row["club"]) == ("1", "Ben", "Ahorn")
    table = done(shell, played, "ladder", "board", "test", "--top", 1)
    assert "Test, 4 players" in table.out
    assert table.err == "3 more; --top N shows more, evenhand export all\n"


def test_settings_are_changed_and_tried_before(shell: Shell, played: str) -> None:
    change = ("ladder", "set", "test", "--set", "k=64")
    tried = shell(*change, "--dry-run", *JSON, "--db", played)
    would = {row["player"]: row["after"] for row in json.loads(tried.out)}
    assert tried.err.splitlines()[-1] == "nothing was written"
    assert asked(shell, played, "ladder", "show", "test")["params"] == {"k": 32.0}
    done(shell, played, *change, "--name", "Test 2", "--private", "--rule", "min_games=2")
    told = asked(shell, played, "ladder", "show", "test")
    assert told == told | {"params": {"k": 64.0}, "name": "Test 2", "public": False, "entries": 5}
    rows = asked(shell, played, "ladder", "board", "test")
    assert {row["player"]: row["rating"] for row in rows} == would
    done(shell, played, "ladder", "set", "test", "--set", "scale=200", "--public")
    told = asked(shell, played, "ladder", "show", "test")
    assert (told["params"], told["public"]) == ({"k": 64.0, "scale": 200.0}, True)
    done(shell, played, "ladder", "set", "test", "--system", "glicko-2")
    told = asked(shell, played, "ladder", "show", "test")
    assert (told["system"], told["params"]) == ("glicko-2", {})
    assert "deviation" in asked(shell, played, "ladder", "board", "test")[0]
    assert done(shell, played, "ladder", "set", "test").err == "nothing changes\n"


def test_a_result_is_corrected_and_voided_after_a_dry_run(shell: Shell, played: str) -> None:
    before = asked(shell, played, "ladder", "show", "test")["hash"]
    for words in (["correct", "test", "a", "Anna=0", "Ben=1"], ["void", "test", "a"]):
        tried = shell("ladder", *words, "--dry-run", "--db", played, *JSON)
        assert {row["player"] for row in json.loads(tried.out)} == {"Anna", "Ben", "Cem", "Dora"}
        assert asked(shell, played, "ladder", "show", "test")["hash"] == before
    done(shell, played, "ladder", "correct", "test", "a", "Anna=0", "Ben=1")
    done(shell, played, "ladder", "void", "test", "a")
    told = asked(shell, played, "ladder", "show", "test")
    assert (told["games"], told["entries"]) == (3, 6)
    done(
        shell, played, "ladder", "correct", "test", "a", "Anna=1", "Ben=0",
        "--luck", "Anna=0.5", "--luck", "Ben=-0.5", "--played-at", "2020-01-01T12:00:00Z",
    )  # fmt: skip
    assert asked(shell, played, "ladder", "show", "test")["hash"] == before
    assert done(shell, played, "ladder", "void", "test", "b").err.startswith("2 games were rated; ")
    assert done(shell, played, "ladder", "void", "test", "b").err == "nothing changes\n"
    with opened(played) as world:
        done_by = {entry.by for entry in entries(world.ledger.database, world.tenant)[:4]}
    assert done_by == {"command line"}


def test_lists_are_published_and_listed(shell: Shell, played: str) -> None:
    assert asked(shell, played, "ladder", "lists", "test") == []
    made = done(shell, played, "ladder", "publish", "test", "--title", "October 2026")
    assert made.err == "list 1 of test: 4 players, entry 4 of the log\n"
    (head,) = asked(shell, played, "ladder", "lists", "test")
    assert head == head | {"number": 1, "title": "October 2026", "entry": 4}
    assert made.out == f"{head['hash']}\n"


def test_players_are_named_merged_and_erased(shell: Shell, played: str) -> None:
    before = asked(shell, played, "ladder", "show", "test")["hash"]
    done(shell, played, "players", "add", "eva", "--name", "Eva", "--club", "Ahorn", "--guest")
    done(shell, played, "players", "rename", "Anna", "Anna Acker")
    done(shell, played, "players", "alias", "Anna", "A. Acker")
    assert done(shell, played, "players", "guest", "Ben").err == "Ben is a guest\n"
    rows = {row["player"]: row for row in asked(shell, played, "players", "list")}
    assert rows["Anna"] == {
        "player": "Anna", "name": "Anna Acker", "club": "", "aliases": "A. Acker",
        "merged_into": None, "guest": False, "erased": False,
    }  # fmt: skip
    assert [rows[name]["guest"] for name in ("Ben", "eva")] == [True, True]
    assert len(asked(shell, played, "players", "list", "--match", "AHORN")) == 1
    listed = [row["player"] for row in asked(shell, played, "ladder", "board", "test")]
    assert listed == ["Anna", "Cem", "Dora"]
    done(shell, played, "players", "guest", "Ben", "--no-longer")
    done(shell, played, "players", "merge", "eva", "A. Acker")
    assert asked(shell, played, "players", "list", "--match", "eva")[0]["merged_into"] == "Anna"
    done(shell, played, "players", "unmerge", "eva")
    done(shell, played, "players", "alias", "Anna", "A. Acker", "--remove")
    assert asked(shell, played, "ladder", "show", "test")["hash"] == before
    told = done(shell, played, "players", "erase", "Anna", "--yes").err
    assert told.startswith("Anna is erased-")
    assert "Anna" not in json.dumps(asked(shell, played, "players", "list"))


def test_nobody_is_erased_without_being_asked(
    shell: Shell, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("typer.confirm", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
    assert shell("players", "erase", "Anna", "--db", played).code == 130
    assert any(row["player"] == "Anna" for row in asked(shell, played, "players", "list"))


def test_mistakes_are_told_in_one_line(shell: Shell, played: str, tmp_path: Path) -> None:
    create = ("ladder", "create")
    cases: dict[tuple[object, ...], str] = {
        (*create, "test", "--name", "x"): "there is a ladder test already",
        (*create, "Skat 2026", "--name", "x"): "the id of a ladder has up to 60 small letters",
        (*create, "x", "--name", " "): "a name needs at least one character",
        (*create, "x", "--name", "x", "--system", "glicko2"): "did you mean glicko-2?",
        (*create, "x", "--name", "x", "--set", "kk=1"): "has no parameter 'kk'",
        (*create, "x", "--name", "x", "--rule", "min_game=1"): "did you mean min_games?",
        (*create, "x", "--name", "x", "--rule", "min_games"): "wants NAME=VALUE",
        (*create, "x", "--name", "x", "--rule", "min_games=few"): "must be a whole number",
        (*create, "x", "--name", "x", "--rule", "min_games=0"): "--rule: ",
        (*create, "x", "--name", "x", "--game", 50 * "y"): "length <= 40",
        ("ladder", "show", "none"): "there is no ladder 'none'",
        ("ladder", "board", "test", "--around", "Zoe"): "'Zoe' is not on this list",
        ("ladder", "set", "test", "--set", "k=x"): "k",
        ("ladder", "void", "test", "zzz"): "there is no result 'zzz'",
        ("ladder", "undo", "test", "zzz"): "there is no upload 'zzz'",
        ("ladder", "correct", "test", "zzz", "Anna=1", "Ben=0"): "there is no result 'zzz'",
        ("ladder", "correct", "test", "a", "Anna=1"): "length >= 2",
        ("ladder", "correct", "test", "a", "Anna", "Ben=0"): "write PLAYER=NUMBER, not 'Anna'",
        ("ladder", "correct", "test", "a", "Anna=x", "Ben=0"): "Anna: not a number: 'x'",
        ("ladder", "correct", "test", "a", "Anna=1", "Anna=0"): "Anna is there twice",
        ("ladder", "correct", "test", "a", "Anna=1", "Ben=0", "--luck", "C=1"): "C has no score",
        ("ladder", "correct", "test", "a", "A=1", "B=0", "--played-at", "x"): "is no time: 'x'",
        ("ladder", "publish", "test", "--title", " "): "at least one character",
        ("players", "rename", "Zoe", "Z"): "there is no player 'Zoe'",
        ("players", "merge", "Anna", "Ben"): "they sat at one table in 1 result of test",
        ("players", "unmerge", "Anna"): "Anna is not merged",
        ("players", "alias", "Anna", "Ben"): "there is a player Ben already",
        ("players", "list", "--tenant", "nobody"): "there is no tenant nobody",
    }  # fmt: skip
    before = asked(shell, played, "ladder", "show", "test")
    for words, told in cases.items():
        shown = shell(*words, "--db", played)
        assert (shown.code, shown.out) == (2, ""), words
        assert told in shown.err
        assert len(shown.err.splitlines()) == 1
    assert asked(shell, played, "ladder", "show", "test") == before
    for group in (["ladder", "list"], ["ladder", "void", "t", "r"], ["players", "list"]):
        none = tmp_path / "none.db"
        shown = shell(*group, "--db", none)
        assert (shown.code, shown.err) == (2, f"evenhand: {none}: there is no ledger yet\n")
        assert not none.exists()


def test_every_command_has_help_with_an_example(shell: Shell) -> None:
    for group in ("ladder", "players"):
        shown = shell(group)
        assert shown.code == 0
        (found,) = (known.typer_instance for known in app.registered_groups if known.name == group)
        assert found is not None
        for command in found.registered_commands:
            assert command.callback is not None
            name = command.name or command.callback.__name__
            assert f"Example: evenhand {group} {name}" in (command.callback.__doc__ or "")
            assert f" {name} " in shown.out


def test_titles_are_typed_with_rating_and_games(tmp_path: Path) -> None:
    from evenhand.cli.ladder.settings import _rules
    from evenhand.ledger.settings import Rules, Title

    typed = _rules(Rules(), ["titles=NM:850:20, GM:950.5"])
    assert typed.titles == [Title("NM", 850.0, 20), Title("GM", 950.5, 0)]
    assert _rules(typed, ["titles="]).titles == []
    with pytest.raises(ValueError, match="a title is NAME:RATING:GAMES, as GM:950:60, not 'GM'"):
        _rules(Rules(), ["titles=GM"])
