"""import and export, as the shell would run them: games in, games out, the same to the bit."""

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from openpyxl import load_workbook

from evenhand.ledger import corrections, people
from evenhand.ledger.importing import Imported, lots, read_file
from evenhand.ledger.posting import DUPLICATE, REJECTED, Posting
from evenhand.ledger.results import NewResult, Seat
from evenhand.ledger.settings import Settings
from evenhand.ratings import text_of
from evenhand.tables import GameTable, write_games
from tests.ledger.databases import database_url, kind, made_postgres, made_sqlite, postgres
from tests.ledger.worlds import World, model_of, opened, result, settings, some_results

from .conftest import Shell

__all__ = ["database_url", "kind", "made_postgres", "made_sqlite", "postgres"]
DATA = Path(__file__).parents[1] / "data"
JSON = ("--format", "json")
HEAD = "player_1,player_2,score_1,score_2"


@pytest.fixture(autouse=True)
def _no_database_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVENHAND_DB", raising=False)


@pytest.fixture
def db(tmp_path: Path, made_sqlite: Path) -> str:
    path = tmp_path / "club.db"
    path.write_bytes(made_sqlite.read_bytes())
    return str(path)


def imported(shell: Shell, db: str, file: Path, *more: object) -> dict[str, object]:
    shown = shell("import", file, "--ladder", "test", "--db", db, *JSON, *more)
    assert shown.code == 0, shown.err
    (row,) = json.loads(shown.out)
    found: dict[str, object] = row
    return found


def system_words(chosen: Settings) -> list[str]:
    params = [f"--set={name}={text_of(value)}" for name, value in chosen.params.items()]
    return ["--system", chosen.system, *params]


def in_teams(seed: int) -> list[NewResult]:
    """Games of two against two and of three alone, at times that are often equal."""
    rng = np.random.default_rng(seed)
    made = []
    for place in rng.permutation(60).tolist():
        who = [f"p{player}" for player in rng.choice(9, 4, replace=False)]
        teams = dict(zip(who, (0, 1, 1, 0), strict=True)) if place % 3 else None
        points = rng.integers(0, 3, 4).astype(float)
        if teams:
            points = points[[0, 1, 1, 0]]
        scores = dict(zip(who, points.tolist(), strict=True))
        made.append(result(f"r{place}", int(rng.integers(40)), scores, teams=teams))
    return made


def with_luck(seed: int) -> list[NewResult]:
    """Games whose luck is known, or not, or only of some."""
    rng = np.random.default_rng(seed)
    made = []
    for place in range(80):
        who = [f"p{player}" for player in rng.choice(9, 2, replace=False)]
        scores = dict(zip(who, rng.integers(0, 3, 2).astype(float).tolist(), strict=True))
        luck = dict(zip(who, rng.normal(size=2).tolist(), strict=True)) if place % 4 else {}
        made.append(result(f"r{place:03}", int(rng.integers(40)), scores, luck=luck))
    return made


WORLDS = {
    "elo": (settings("elo", k=20.0), some_results(80, seed=1, widths=(2,))),
    "score-share-elo": (settings("score-share-elo", k=0.02), some_results(80, seed=2)),
    "glicko-2": (settings("glicko-2", period=1.0), some_results(60, seed=3, minutes=9000)),
    "true-skill": (settings("true-skill"), in_teams(4)),
    "luck": (settings("elo", luck="0.5/1/0.3"), with_luck(5)),
}


@contextmanager
def lived(url: str, chosen: Settings, posted: list[NewResult]) -> Iterator[World]:
    """A ladder on which results were corrected and voided, and players merged."""
    with opened(url, chosen) as world:
        assert "rejected" not in world.statuses(*posted)
        world.void(posted[0].id)
        seats = [Seat(s.player, 1.0, None, s.team) for s in posted[1].players]
        world.correct(NewResult(id=posted[1].id, players=seats))
        world.post(result("late", 0, {"twin": 1.0, "p0": 0.0}))
        world.merge("twin", "p7")
        yield world


@pytest.mark.parametrize(
    ("kind", "name"),
    [*(("sqlite", name) for name in WORLDS), ("postgresql", "luck"), ("postgresql", "true-skill")],
)
def test_exported_games_are_rated_and_imported_to_the_same_bits(
    shell: Shell, kind: str, database_url: str, db: str, tmp_path: Path, name: str
) -> None:
    chosen, posted = WORLDS[name]
    with lived(database_url, chosen, posted) as world:
        ratings, hashed = world.ratings(), world.hash
        count = world.ladder.standing.games.count
    with opened(db, chosen):
        pass
    suffixes = (".csv", ".parquet", ".xlsx") if kind == "sqlite" else (".csv",)
    for suffix in suffixes:
        out = tmp_path / f"games{suffix}"
        wrote = shell("export", "--ladder", "test", "--out", out, "--db", database_url)
        assert wrote.err == f"wrote {out}: {count} games of {len(ratings)} players\n"
        rated = json.loads(shell("rate", out, *system_words(chosen), *JSON).out)
        assert {row["player"]: row["rating"] for row in rated} == {
            player: row[0] for player, row in ratings.items()
        }
        brought = imported(shell, db, out)  # the first file brings all, the others nothing
        assert brought["posted"] == (count if suffix == ".csv" else 0)
        assert (brought["known"] == 0) is (suffix == ".csv")
    with opened(db, chosen) as copy:
        assert copy.hash == hashed
        copy.check_log()
    with opened(database_url, chosen) as world:  # and into the ledger where they are from
        assert world.hash == hashed


@pytest.mark.parametrize(
    ("layout", "suffix"), [("wide", ".csv"), ("long", ".parquet"), ("long", ".xlsx")]
)
def test_a_file_brings_what_posting_its_games_brings(
    shell: Shell, db: str, tmp_path: Path, layout: str, suffix: str
) -> None:
    chosen, posted = WORLDS["score-share-elo"]
    file = tmp_path / f"games{suffix}"
    games = model_of(chosen, posted)
    in_order = sorted(posted, key=lambda r: (r.played_at or "", r.id))
    table = GameTable.from_games([{s.player: s.score for s in r.players} for r in in_order])
    times = np.array([games.games[r.id].time for r in in_order], np.int64)
    ids = np.array([r.id for r in in_order], object)
    table = GameTable(table.names, table.seats, table.score, time=times, game=ids)
    write_games(table, file, layout="long" if layout == "long" else "wide")
    with opened(db, chosen):
        pass
    brought = imported(shell, db, file)
    assert brought == brought | {"games": 80, "posted": 80, "known": 0, "new_players": 8}
    assert imported(shell, db, file)["known"] == 80
    with opened(db, chosen) as world:
        assert world.hash == games.hash
        assert set(world.statuses(*posted)) == {DUPLICATE}  # as if they had been posted
        other = NewResult(id=posted[0].id, players=posted[1].players, played_at=None)
        assert world.statuses(other) == [REJECTED]


def test_what_was_posted_before_is_passed_over(shell: Shell, db: str, tmp_path: Path) -> None:
    chosen, posted = WORLDS["true-skill"]
    with opened(db, chosen) as world:
        world.post(*posted)
        hashed = world.hash
    out = tmp_path / "games.parquet"
    shell("export", "--ladder", "test", "--out", out, "--db", db)
    assert imported(shell, db, out)["known"] == len(posted)
    with opened(db, chosen) as world:
        assert world.hash == hashed


def test_what_another_process_has_posted_meanwhile_is_known(db: str, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text(
        f"{HEAD},game,time\nAnna,Ben,1,0,a,2020-01-01T12:00:00\nCem,Ben,1,0,b,2021-01-01\n"
    )
    with opened(db) as world, opened(db) as other:
        games = read_file(world.ledger, world.ladder, file)
        other.post(result("a", 0, {"Anna": 1, "Ben": 0}))
        (lot,) = lots.lots_of(games)
        assert lots.post_lot(world.ledger, world.ladder, games, lot) == Imported(
            posted=1, known=1, new_players=1
        )
        other.ledger.follow(other.ladder)
        assert other.hash == world.hash


def test_games_without_times_and_ids_stay_in_the_order_of_the_file(
    shell: Shell, db: str, league: Path
) -> None:
    file = league.with_name("plain.csv")
    file.write_text("player_1,player_2,score_1,score_2\nAnna,Ben,1,0\nBen,Cem,1,0\nCem,Anna,1,0\n")
    with opened(db):
        pass
    brought = imported(shell, db, file)
    assert (brought["posted"], imported(shell, db, file)["posted"]) == (3, 0)
    rated = json.loads(shell("rate", file, "--set", "k=32", *JSON).out)
    with opened(db) as world:
        assert {row["player"]: row["rating"] for row in rated} == {
            player: row[0] for player, row in world.ratings().items()
        }
    lines = exported_log(shell, db, file.with_suffix(".ndjson"))
    assert [line["id"] for line in lines] == [f"{brought['upload']}/00000{n}" for n in (1, 2, 3)]


def test_a_file_may_bring_thousands_of_players(shell: Shell, db: str, tmp_path: Path) -> None:
    file = tmp_path / "many.csv"
    rows = [f"p{number},q{number},1,0" for number in range(2000)]
    file.write_text("\n".join([HEAD, *rows]))
    with opened(db):
        pass
    assert imported(shell, db, file)["new_players"] == 4000
    assert len(json.loads(shell("ladder", "board", "test", "--db", db, *JSON).out)) == 4000


def test_empty_seats_between_players_do_not_matter(shell: Shell, db: str, tmp_path: Path) -> None:
    file = tmp_path / "gaps.csv"
    file.write_text(
        "game,player_1,player_2,player_3,score_1,score_2,score_3\n"
        "a,Anna,,Ben,3,,1\nb,Ben,Anna,Cem,1,2,3\n"
    )
    with opened(db):
        pass
    assert imported(shell, db, file)["posted"] == 2
    assert imported(shell, db, file)["known"] == 2
    with opened(db) as world:
        assert world.statuses(result("a", None, {"Anna": 3, "Ben": 1})) == [DUPLICATE]


def test_seeger_lists_are_uploads_of_whole_series(shell: Shell, db: str) -> None:
    with opened(db, settings("score-share-elo")):
        pass
    brought = imported(shell, db, DATA / "uploads" / "evening.csv")
    assert brought["kind"] == "seeger-list"
    assert brought["posted"] == brought["games"]
    assert imported(shell, db, DATA / "uploads" / "evening.csv")["posted"] == 0
    (head,) = json.loads(shell("ladder", "uploads", "test", "--db", db, *JSON).out)
    assert head == head | {"id": brought["upload"], "by": "command line", "undone": False}


def test_a_file_that_was_undone_can_come_again(shell: Shell, db: str, league: Path) -> None:
    with opened(db) as world:
        empty = world.hash
    first = imported(shell, db, league)
    with opened(db) as world:
        full = world.hash
    assert shell("ladder", "undo", "test", first["upload"], "--db", db).code == 0
    with opened(db) as world:
        assert world.hash == empty
    again = imported(shell, db, league)
    assert (again["posted"], again["voided"]) == (4, 0)
    assert again["upload"] == str(first["upload"]).replace("-1", "-2")
    with opened(db) as world:
        assert world.hash == full


def test_games_with_ids_that_were_voided_stay_so_and_that_is_told(
    shell: Shell, db: str, tmp_path: Path
) -> None:
    file = tmp_path / "named.csv"
    file.write_text("game,player_1,player_2,score_1,score_2\n7,Anna,Ben,1,0\n8,Ben,Anna,1,0\n")
    with opened(db):
        pass
    imported(shell, db, file)
    shell("ladder", "void", "test", 7, "--db", db)
    shown = shell("import", file, "--ladder", "test", "--db", db, *JSON)
    assert json.loads(shown.out)[0]["voided"] == 1
    assert "1 of those that were there are voided and do not count" in shown.err


@pytest.fixture
def _small_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lots, "WHOLE", 50)
    monkeypatch.setattr(lots, "LOT", 10)


@pytest.mark.usefixtures("_small_lots")
def test_a_large_file_goes_on_after_the_last_lot(
    shell: Shell, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, posted = WORLDS["elo"]
    file = tmp_path / "games.csv"
    with opened(database_url, chosen, "source") as source:
        source.post(*posted)
        hashed = source.hash
    shell("export", "--ladder", "source", "--out", file, "--db", database_url)
    with opened(database_url, chosen):
        pass
    enter, calls = lots._enter, [0]

    def fail(*given: object) -> None:
        calls[0] += 1
        if calls[0] == 4:
            raise ValueError("the disk is full")
        enter(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(lots, "_enter", fail)
    shown = shell("import", file, "--ladder", "test", "--db", database_url)
    assert (shown.code, shown.err.splitlines()) == (
        2,
        [
            "the first 30 games are posted; begin again to go on after them",
            "evenhand: the disk is full",
        ],
    )
    with opened(database_url, chosen) as world:
        assert world.ladder.standing.games.count == 30
    brought = imported(shell, database_url, file)
    assert (brought["posted"], brought["known"]) == (50, 30)
    with opened(database_url, chosen) as world:
        assert world.hash == hashed
        world.check_log()


@pytest.mark.usefixtures("_small_lots")
def test_a_large_file_is_undone_lot_by_lot_and_can_come_again(
    shell: Shell, db: str, tmp_path: Path
) -> None:
    file = tmp_path / "games.csv"
    rows = [f"p{n % 7},q{n % 5},{n % 3},1" for n in range(60)]
    file.write_text("\n".join(["player_1,player_2,score_1,score_2", *rows]))
    with opened(db) as world:
        empty = world.hash
    first = imported(shell, db, file)
    parts = json.loads(shell("ladder", "uploads", "test", "--db", db, *JSON).out)
    assert [part["id"] for part in parts] == [
        f"{first['upload']}.{n}" for n in (51, 41, 31, 21, 11, 1)
    ]
    shown = shell("ladder", "undo", "test", first["upload"], "--db", db, "--dry-run")
    assert (shown.code, "is in 6 lots" in shown.err) == (2, True)
    assert shell("ladder", "undo", "test", first["upload"], "--db", db).code == 0
    with opened(db) as world:
        assert world.hash == empty
    assert imported(shell, db, file)["posted"] == 60


def test_a_dry_run_tells_what_would_change_and_writes_nothing(
    shell: Shell, database_url: str, league: Path
) -> None:
    with opened(database_url) as world:
        before = world.dump()
    shown = shell("import", league, "--ladder", "test", "--db", database_url, "--dry-run", *JSON)
    assert shown.code == 0
    changes = {row["player"]: row["after"] for row in json.loads(shown.out)}
    assert shown.err.splitlines() == [
        "4 of 4 games would be posted, 0 were there; 3 players would be new",
        "4 games would be rated; 3 ratings change, 3 by half a point or more",
        "nothing was written",
    ]
    with opened(database_url) as world:
        assert world.dump() == before
    imported(shell, database_url, league)
    with opened(database_url) as world:
        assert changes == {player: row[0] for player, row in world.ratings().items()}


def test_names_that_look_like_others_are_warned_about(
    shell: Shell, db: str, tmp_path: Path
) -> None:
    file = tmp_path / "names.csv"
    file.write_text("player_1,player_2,score_1,score_2\nAnna,Ben,1,0\nanna,Ben,1,0\n")
    with opened(db):
        pass
    shown = shell("import", file, "--ladder", "test", "--db", db)
    assert shown.err.startswith(f"{file}, row 2: 'anna' differs from 'Anna' of row 1 only by case")


WRONG = [
    (f"{HEAD}\nAnna,Ben,1,\nAnna,Ben,x,0\nAnna,Ben,1,0", ["row 1, column score_2", "row 2"]),
    (f"{HEAD}\nAnna,Anna,1,0", ["row 1, column player_2: a player sits twice"]),
    (f"{HEAD}\nAnna,Anna ,1,0", ["row 1: a player sits twice in one game"]),
    (f"{HEAD}\nAnna,Ben,1,0\ntwin,p7,1,0", ["row 2: a player sits twice in one game"]),
    (f"{HEAD}\nAnna,Ben,1,0\nAn\u202ena,Ben,1,0", ["row 2", "does not show: U+202E"]),
    (f"{HEAD}\nAnna,Ben,1e13,0", ["row 1: a score is out of range"]),
    (f"{HEAD},luck_1,luck_2\nAnna,Ben,1,0,1e13,0", ["row 1: a luck is out of range"]),
    (f"{HEAD},time\nAnna,Ben,1,0,9000-01-01", ["row 1: was played in the future"]),
    (f"{HEAD},time\nAnna,Ben,1,0,0001-01-01T00:00:00+23:00", ["row 1: was played before the"]),
    (f"{HEAD},time\nAnna,Ben,1,0,-90000000000000000", ["row 1, column time: not a time: -9"]),
    (f"{HEAD},team_1,team_2\nAnna,Ben,1,0,1,2", ["rates single players: leave out the teams"]),
    (f"{HEAD},game\nAnna,Ben,1,0,a\nAnna,Ben,1,0, a", ["row 2, column game: "]),
    (f"{HEAD},game\nAnna,Ben,1,0,a\nAnna,Ben,1,0,known", ["row 2: another result has this id"]),
    ("player_1,player_2,player_3,player_4,score_1,score_2,score_3,score_4\na,b,c,d,1,2,3,4",
     ["row 1: this ladder allows 3 players in a game"]),
    ("list,player,won,lost,points\n1,Anna,many,1,0\n1,Ben,1,1,50", ["row 1, column won"]),
    (f"{HEAD}\n", ["no rows"]),
]  # fmt: skip


def test_a_wrong_file_is_told_row_by_row_and_nothing_is_posted(
    shell: Shell, db: str, tmp_path: Path
) -> None:
    file = tmp_path / "wrong.csv"
    with opened(db, settings("elo", {"max_players": 3})) as world:
        world.post(result("known", 0, {"p1": 1, "p2": 0}))
        world.post(result("r", 1, {"twin": 1, "p1": 0}), result("s", 1, {"p7": 1, "p1": 0}))
        world.merge("twin", "p7")
        before = world.dump()
    for text, told in WRONG:
        file.write_text(text)
        shown = shell("import", file, "--ladder", "test", "--db", db)
        assert (shown.code, shown.out) == (2, "")
        for part in told:
            assert part in shown.err
        assert all(line.startswith(f"evenhand: {file}") for line in shown.err.splitlines())
    with opened(db) as world:
        assert world.dump() == before


CUP = """day,first,second,goals,against,city
2024-03-02,Anna,Ben,2,1,Bonn
2024-03-01,Ben,Cem,0,0,Ulm
"""
COLUMNS = ("--players", "first,second", "--scores", "goals,against", "--time", "day")


def test_a_file_with_columns_of_its_own_is_imported(shell: Shell, db: str, tmp_path: Path) -> None:
    with opened(db, settings("elo")):
        pass
    file = tmp_path / "cup.csv"
    file.write_text(CUP)
    brought = imported(shell, db, file, *COLUMNS)
    assert (brought["posted"], brought["new_players"]) == (2, 3)
    assert imported(shell, db, file, *COLUMNS)["known"] == 2
    rated = json.loads(shell("rate", file, *COLUMNS, *JSON).out)
    with opened(db) as world:
        assert world.ratings() == {
            row["player"]: [row["rating"], float(row["games"])] for row in rated
        }

    races = tmp_path / "races.csv"
    races.write_text("race,driver,points\nSpa,Anna,25\nSpa,Cem,18\n")
    named = ("--players", "driver", "--scores", "points", "--game", "race")
    assert imported(shell, db, races, *named)["posted"] == 1
    races.write_text(races.read_text() + "Ulm,Ben,5\nUlm,Cem,3\n")
    assert imported(shell, db, races, *named)["known"] == 1  # by the id of the race


def test_a_common_layout_is_recognised_and_the_remark_says_so(
    shell: Shell, db: str, tmp_path: Path
) -> None:
    with opened(db, settings("elo", advantage=30.0)):
        pass
    file = tmp_path / "league.csv"
    file.write_text("date,home,away,result\n2024-03-01,Anna,Ben,2:1\n2024-03-02,Ben,Cem,H\n")
    shown = shell("import", file, "--ladder", "test", "--db", db)
    assert shown.code == 0
    assert "read home, away as players, result as result, date as time" in shown.err
    assert "2 of 2 games were posted" in shown.err


def test_columns_that_results_do_not_have_are_refused(
    shell: Shell, db: str, tmp_path: Path
) -> None:
    with opened(db, settings("elo", advantage=30.0)) as world:
        before = world.dump()
    file = tmp_path / "cup.csv"
    for text, words, problem in (
        (CUP, COLUMNS[:2], "players are named but not scores"),
        (CUP, (*COLUMNS[:2], "--scores", "goals,again"), "column again: no such column"),
        (CUP, (*COLUMNS[:4], "--time", "city"), "row 1, column city: not a time"),
        (CUP.replace("0,0", "0,x"), COLUMNS, "row 2, column against: not a number: 'x'"),
        (f"{HEAD},home\nA,B,1,0,1\n", (), "column home: results of a ladder have no home"),
        (f"{HEAD},weight\nA,B,1,0,1\n", (), "column weight: results of a ladder have no weight"),
        ("winner,loser\nA,B\n", (), "column winner: this ladder has a home advantage, which"),
        ("home,away,result,neutral\nA,B,1-0,1\n", (), "column neutral: this ladder has a home"),
        ("home,away,result\nA,B,1-0\nB,C,x\n", (), "row 2, column result: not a result: 'x'"),
    ):
        file.write_text(text)
        shown = shell("import", file, "--ladder", "test", "--db", db, *words)
        assert (shown.code, shown.out) == (2, "")
        assert f"evenhand: {file}, {problem}" in shown.err or problem in shown.err
    with opened(db) as world:
        assert world.dump() == before


def test_mistakes_are_told_in_one_line(shell: Shell, db: str, tmp_path: Path) -> None:
    with opened(db):
        pass
    ladder = ("--ladder", "test", "--db", db)
    cases: dict[tuple[object, ...], str] = {
        ("import", tmp_path / "none.csv", *ladder): "no such file",
        ("import", tmp_path / "none.doc", *ladder): "no such file",
        ("import", Path(db), *ladder): "unknown kind of file",
        ("import", DATA / "uploads" / "wide.csv", "--ladder", "x", "--db", db): "no ladder 'x'",
        ("export", *ladder, "--out", tmp_path / "x.csv"): "there are no games yet",
        ("export", *ladder, "--out", tmp_path / "x.txt"): "must end in .csv or .parquet",
        ("export", *ladder, "--out", tmp_path / "x.csv", "--what", "log"): "must end in .ndjson",
        ("export", *ladder, "--out", tmp_path / "x.csv", "--what", "list"): "no list is published",
        ("export", *ladder, "--out", tmp_path / "x.csv", "--number", 1): "is for --what list",
        ("export", "--ladder", "test", "--out", tmp_path / "x.csv", "--db", tmp_path / "n.db"):
            "there is no ledger yet",
    }  # fmt: skip
    for words, told in cases.items():
        shown = shell(*words)
        assert (shown.code, shown.out) == (2, "")
        assert told in shown.err
        assert len(shown.err.splitlines()) == 1
    assert not (tmp_path / "x.csv").exists()


def exported_log(shell: Shell, db: str, out: Path) -> list[dict[str, object]]:
    shown = shell("export", "--ladder", "test", "--what", "log", "--out", out, "--db", db)
    assert shown.code == 0, shown.err
    return [json.loads(line) for line in out.read_text().splitlines()]


def test_the_log_is_a_line_for_each_entry_in_words(
    shell: Shell, database_url: str, tmp_path: Path
) -> None:
    with opened(database_url) as world:
        one = result("a", 0, {"Anna": 1, "Ben": 0}, luck={"Anna": 0.5})
        world.post(one, result("b", 1, {"Ben": 1, "Cem": 0}), by="key")
        world.correct(result("a", 2, {"Anna": 0, "Ben": 1}))
        world.void("b")
        people.erase(world.ledger, world.tenant, world.number("Ben"))
        world.merge("Cem", "Anna")
        people.unmerge(world.ledger, world.tenant, world.number("Cem"))
        corrections.change_settings(world.ledger, world.ladder, settings("elo", k=7.0))
    lines = exported_log(shell, database_url, tmp_path / "log.ndjson")
    assert [(line["seq"], line["kind"]) for line in lines] == [
        (1, "result"), (2, "result"), (3, "correction"), (4, "void"), (5, "player"), (6, "merge"),
        (7, "unmerge"), (8, "settings"),
    ]  # fmt: skip
    erased = lines[4]["player"]
    assert str(erased).startswith("erased-")
    assert lines[0] == lines[0] | {
        "by": "key",
        "id": "a",
        "played_at": "2020-01-01T12:00:00Z",
        "players": [
            {"player": "Anna", "score": 1.0, "luck": 0.5},
            {"player": erased, "score": 0.0},
        ],
    }
    assert lines[2] == lines[2] | {"id": "a", "played_at": "2020-01-01T12:02:00Z"}
    assert lines[3]["ids"] == ["b"]
    assert (lines[5]["player"], lines[5]["into"]) == ("Cem", "Anna")
    assert (lines[6]["player"], lines[6]["into"]) == ("Cem", None)
    assert "Ben" not in (tmp_path / "log.ndjson").read_text()


@pytest.mark.parametrize("what", ["board", "list"])
def test_lists_are_safe_for_spreadsheets(shell: Shell, db: str, tmp_path: Path, what: str) -> None:
    formula = "=HYPERLINK(1)"
    with opened(db) as world:
        world.post(result("a", 0, {formula: 1, "Ben": 0}))
        people.change_player(world.ledger, world.tenant, world.number("Ben"), name="@Ben")
    shell("ladder", "publish", "test", "--title", "one", "--db", db)
    sheet, text = tmp_path / "list.xlsx", tmp_path / "list.csv"
    for out in (sheet, text):
        shown = shell("export", "--ladder", "test", "--what", what, "--out", out, "--db", db)
        assert shown.code == 0, shown.err
    with text.open(encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert [(row["player"], row["name"]) for row in rows] == [
        (f"'{formula}", f"'{formula}"), ("Ben", "'@Ben")
    ]  # fmt: skip
    assert [row["rank"] for row in rows] == ["1", "2"]
    cells = list(load_workbook(sheet).worksheets[0].iter_rows(values_only=True))
    assert cells[1][:3] == (1, f"'{formula}", f"'{formula}")
    board = pl.read_csv(text)
    assert board["rating"].to_list() == pytest.approx([1516.0, 1484.0])


def test_an_older_list_can_be_had(shell: Shell, db: str, tmp_path: Path) -> None:
    out = tmp_path / "list.csv"
    with opened(db) as world:
        world.post(result("a", 0, {"Anna": 1, "Ben": 0}))
    first = shell("ladder", "publish", "test", "--title", "one", "--db", db).out.strip()
    with opened(db) as world:
        world.post(result("b", 1, {"Anna": 1, "Cem": 0}))
    shell("ladder", "publish", "test", "--title", "two", "--db", db)
    words = ("export", "--ladder", "test", "--what", "list", "--out", out, "--db", db)
    assert "list 2, two, 3 players" in shell(*words).err
    assert shell(*words, "--number", 1).err.splitlines() == [
        f"wrote {out}: list 1, one, 2 players",
        f"hash {first}",
    ]
    assert "there is no list 3" in shell(*words, "--number", 3).err


def test_an_import_is_in_the_audit_log_and_follows_a_posting(
    shell: Shell, db: str, league: Path
) -> None:
    from evenhand.ledger.audit import entries

    with opened(db) as world:
        world.post(result("a", 0, {"Anna": 1, "Ben": 0}))
    imported(shell, db, league)
    with opened(db) as world:
        last = entries(world.ledger.database, world.tenant)[0]
        assert (last.by, last.action) == ("command line", "results posted")
        assert (last.detail["first"], last.detail["last"]) == (2, 5)
        corrections.post(world.ledger, world.ladder, [Posting([], "x")])
        world.check_log()


def test_every_command_has_help_with_an_example(shell: Shell) -> None:
    for command in ("import", "export"):
        assert f"Example: evenhand {command}" in shell(command, "--help").out
