"""A ledger that version 0.1 wrote is read, found intact and rated to the same bits."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import func, select

from evenhand.ledger import corrections
from evenhand.ledger.hashing import checkpoint_hash, hashed_rows, state_hash
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.lists import publish, read_list
from evenhand.ledger.posting import Posting
from evenhand.ledger.schema import checkpoints
from evenhand.ledger.verify import verify
from evenhand.ratings import SYSTEMS

from .make_old_ledger import LADDERS, hash_games
from .worlds import result

DATA = Path(__file__).parents[1] / "data"
SAID: dict[str, Any] = json.loads((DATA / "ledger_0_1.json").read_text())


def unpack(folder: Path) -> str:
    """Return the path of a copy."""
    path = folder / "ledger.sqlite"
    path.write_bytes(gzip.decompress((DATA / "ledger_0_1.sqlite.gz").read_bytes()))
    return str(path)


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    with Ledger(unpack(tmp_path_factory.mktemp("old"))) as opened:
        yield opened


def test_there_is_a_ladder_of_every_system() -> None:
    assert SAID["version"].startswith("0.1")
    assert SAID["ladders"].keys() == LADDERS.keys()
    assert {system for system, _ in LADDERS.values()} == set(SYSTEMS)


@pytest.mark.parametrize("name", LADDERS)
def test_a_ladder_is_found_intact(ledger: Ledger, name: str) -> None:
    findings = verify(ledger, ledger.ladder(name))
    assert [str(one) for one in findings if not one.right] == []
    kinds = [one.what.split()[0] for one in findings]
    assert kinds.count("checkpoint") == kinds.count("list") >= 2


@pytest.mark.parametrize("name", LADDERS)
def test_hashes_and_ratings_are_the_same(ledger: Ledger, name: str) -> None:
    ladder, said = ledger.ladder(name), SAID["ladders"][name]
    standing = ladder.standing
    played = np.flatnonzero(standing.played[: standing.players])
    rows = hashed_rows(standing.system, standing.ratings[played])
    ids = [ladder.roster.ids[number] for number in ladder.numbers[played]]
    assert dict(zip(ids, rows.tolist(), strict=True)) == said["ratings"]
    assert standing.ratings[played, 1].tolist() == standing.played[played].tolist()
    for column, digest in said["games"].items():
        assert hash_games(standing.games[column]) == digest, column
    assert state_hash(ladder) == (said["seq"], said["state"])
    assert checkpoint_hash(ladder) == (said["seq"], said["checkpoint"])


def test_the_ledger_goes_on_and_stays_intact(tmp_path: Path) -> None:
    with Ledger(unpack(tmp_path)) as ledger:
        for name in ("glicko-2-week", "true-skill-luck", "elo-schedule"):
            ladder = ledger.ladder(name)
            new = result("new", 3, {"p1": 0.0, "p2": 100.0, "newcomer": 50.0})
            checked, _ = corrections.post(ledger, ladder, [Posting([new], "key")])
            assert [one.status for one in checked[0].verdicts] == ["accepted"]
            made = publish(ledger, ladder, "Later")
            assert read_list(ledger, ladder, made.content.number) == made
            assert all(one.right for one in verify(ledger, ladder))
        with ledger.database.reading() as connection:
            count = connection.execute(select(func.count()).select_from(checkpoints)).scalar_one()
    assert count == 2 * len(LADDERS) + len(LADDERS) // 2 + 3
