"""Write ``tests/data/ledger_0_1.sqlite.gz``, with ladders of every system, and what they say.

The files were made with version 0.1 of the package, and a later one must not make them again:
``python tests/ledger/make_old_ledger.py tests/data``.
"""

import gzip
import hashlib
import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

import evenhand
from evenhand.ledger import corrections, people
from evenhand.ledger.database import Database
from evenhand.ledger.hashing import checkpoint_hash, state_hash
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.lists import publish
from evenhand.ledger.migrations import upgrade
from evenhand.ledger.posting import Posting
from evenhand.ledger.results import NewResult, Seat, read_time, show_time
from evenhand.ledger.settings import Settings, Value
from evenhand.ledger.tenants import make_tenant

START = read_time("2020-01-01T12:00:00Z", 1 << 60)
HOUR = 3_600_000_000
PLAYERS = 9
LUCK = "0.9/1/0.3"

LADDERS: dict[str, tuple[str, dict[str, Value]]] = {
    "elo": ("elo", {}),
    "elo-schedule": ("elo", {"k": "60/30/16@5/10", "advantage": 35.0}),
    "elo-luck": ("elo", {"k": 24.0, "luck": LUCK}),
    "multi-elo": ("multi-elo", {}),
    "multi-elo-luck": ("multi-elo", {"luck": "1/0.5"}),
    "average-opponent-elo": ("average-opponent-elo", {}),
    "average-opponent-elo-luck": ("average-opponent-elo", {"luck": LUCK}),
    "successive-elo": ("successive-elo", {}),
    "successive-elo-luck": ("successive-elo", {"luck": LUCK}),
    "pooled-points-elo": ("pooled-points-elo", {}),
    "pooled-points-elo-luck": ("pooled-points-elo", {"luck": LUCK}),
    "score-share-elo": ("score-share-elo", {}),
    "score-share-elo-luck": ("score-share-elo", {"luck": LUCK}),
    "quotient-elo": ("quotient-elo", {}),
    "quotient-elo-luck": ("quotient-elo", {"luck": LUCK}),
    "benchmark-elo": ("benchmark-elo", {}),
    "glicko": ("glicko", {}),
    "glicko-week": ("glicko", {"period": 7.0}),
    "glicko-luck": ("glicko", {"luck": LUCK}),
    "glicko-2": ("glicko-2", {}),
    "glicko-2-week": ("glicko-2", {"period": 7.0, "tau": 0.3}),
    "glicko-2-luck": ("glicko-2", {"luck": LUCK}),
    "true-skill": ("true-skill", {}),
    "true-skill-luck": ("true-skill", {"luck": LUCK}),
    "weng-lin": ("weng-lin", {}),
    "weng-lin-luck": ("weng-lin", {"luck": LUCK}),
    "plackett-luce": ("weng-lin", {"model": "plackett-luce"}),
    "plackett-luce-luck": ("weng-lin", {"model": "plackett-luce", "luck": LUCK}),
}


def make_result(rng: Generator, system: str, name: str, hour: int, seats: int) -> NewResult:
    """Return a result between some players, with luck that is known, half known or unknown."""
    penalties = system == "benchmark-elo"
    scores = rng.integers(-60, 1, seats) if penalties else rng.integers(-1, 8, seats) * 100
    luck = rng.normal(0.0, 0.3, seats).round(3).tolist()
    known = 2 if penalties else int(rng.integers(3))
    lucks: list[float | None] = [luck, [*luck[:-1], None], [None] * seats][2 - known]
    teams: list[int | None] = [None] * seats
    if system in ("true-skill", "weng-lin") and seats > 2 and rng.random() < 0.5:
        teams = [int(seat >= seats // 2) for seat in range(seats)]
        scores = scores[np.array(teams, np.int64)]
    players = rng.permutation(PLAYERS)[:seats].tolist()
    columns = zip(players, scores.tolist(), lucks, teams, strict=True)
    return NewResult(
        id=name,
        players=[Seat(f"p{who}", float(score), own, team) for who, score, own, team in columns],
        played_at=show_time(START + hour * HOUR),
    )


def make_results(
    rng: Generator, system: str, name: str, hour: int, count: int, seats: tuple[int, ...]
) -> Iterator[NewResult]:
    """Return results some hours after each other, now and then weeks later, or at once."""
    for number in range(count):
        hour += int(rng.choice([0, 1, 5, 30, 24 * 16]))
        yield make_result(rng, system, f"{name}{number}", hour, int(rng.choice(seats)))


def post(ledger: Ledger, ladder: Ladder, results: list[NewResult]) -> None:
    """Post results that all count."""
    checked, _ = corrections.post(ledger, ladder, [Posting(results, "key")])
    for verdict in checked[0].verdicts:
        assert verdict.status == "accepted", (ladder.id, verdict.problem)


def play(ledger: Ledger, tenant: int, name: str, seed: int) -> Ladder:
    """Make a ladder with results that are late, corrected and void, and with published lists."""
    rng, (system, params) = default_rng(seed), LADDERS[name]
    ladder = ledger.make_ladder(tenant, name, Settings(name=name, system=system, params=params))
    post(ledger, ladder, list(make_results(rng, system, "a", 0, 16, (2,))))
    publish(ledger, ladder, "January", by="key")
    post(ledger, ladder, list(make_results(rng, system, "b", 3000, 16, (3, 4, 5))))
    for one in make_results(rng, system, "c", 6000, 4, (2, 3)):
        post(ledger, ladder, [one])
    publish(ledger, ladder, "February", by="key")
    post(ledger, ladder, [make_result(rng, system, "late", 100, 3)])
    corrections.correct(ledger, ladder, make_result(rng, system, "a3", 6, 2), by="key")
    corrections.void(ledger, ladder, "b5", by="key")
    stranger = make_result(rng, system, "stranger", 3100, 2).players
    seats = [Seat(f"q{at}", seat.score, seat.luck) for at, seat in enumerate(stranger)]
    time = show_time(START + 3100 * HOUR)
    post(ledger, ladder, [NewResult(id="stranger", players=seats, played_at=time)])
    return ladder


def describe(ladder: Ladder) -> dict[str, Any]:
    """Return what the ladder says: hashes of the state and of its games, and all ratings."""
    standing, roster = ladder.standing, ladder.roster
    played = np.flatnonzero(standing.played[: standing.players]).tolist()
    rows = {roster.ids[ladder.number_of(one)]: standing.ratings[one] for one in played}
    seq, digest = state_hash(ladder)
    return {
        "seq": seq,
        "state": digest,
        "checkpoint": checkpoint_hash(ladder)[1],
        "games": {
            name: hash_games(standing.games[name])
            for name in ("expected", "after", "worth")
            if name in standing.games
        },
        "ratings": {who: row.tolist() for who, row in sorted(rows.items())},
    }


def hash_games(values: NDArray[np.float64]) -> str:
    """Return the hash of numbers for each seat of each game, of which NaN is one kind."""
    return hashlib.sha256(np.where(np.isnan(values), np.nan, values + 0.0).tobytes()).hexdigest()


def main(folder: Path) -> None:
    """Write the database, packed, and beside it what its ladders say."""
    with TemporaryDirectory() as temporary:
        path = Path(temporary, "ledger.sqlite")
        with closing(Database(str(path))) as database:
            upgrade(database)
        with Ledger(str(path)) as ledger:
            tenant = make_tenant(ledger.database, "main")
            made = [play(ledger, tenant, name, seed) for seed, name in enumerate(LADDERS)]
            for player in range(2):
                people.merge(ledger, tenant, *_numbers(ledger, tenant, f"q{player}", f"p{player}"))
            for seed, ladder in enumerate(made[::2]):
                publish(ledger, ladder, "March", by="key")
                system = ladder.settings.system
                post(ledger, ladder, [make_result(default_rng(seed), system, "last", 20_000, 2)])
            said = {ladder.id: describe(ladder) for ladder in made}
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        packed = gzip.compress(path.read_bytes(), 9, mtime=0)
    (folder / "ledger_0_1.sqlite.gz").write_bytes(packed)
    text = json.dumps({"version": evenhand.__version__, "ladders": said}, allow_nan=False)
    (folder / "ledger_0_1.json").write_text(text + "\n")


def _numbers(ledger: Ledger, tenant: int, *players: str) -> list[int]:
    return [people.number_of(ledger, tenant, player) for player in players]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
