"""The service under load, from a client on loopback.

    python benchmarks/service.py                      # a million players, five million results
    python benchmarks/service.py --quick              # a twentieth of that
    python benchmarks/service.py --db postgresql://…  # an empty database

The service runs as a process of its own, as `evenhand serve` does, without rate limits; the client
is this process.  On a machine of two cores each has one.
"""

import argparse
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Event, Process
from multiprocessing.synchronize import Event as Stop
from pathlib import Path
from random import Random

import numpy as np
from loopback import Request, get, measure, post

PORT = 8765
LADDER = "load"
START = """
import sys
from evenhand.ledger.ledger import Ledger
from evenhand.web.limits import Limits
from evenhand.web.serving import Serving, serve
limits = Limits(key_rate=0, address_rate=0)
serve(Ledger(sys.argv[1]), Serving(port=int(sys.argv[2]), limits=limits))
"""
NDJSON = "application/x-ndjson"
GOALS = {
    "bulk": "20,000",
    "single": "1,000",
    "list": "3,000",
    "list p99": "25 ms",
    "correction": "1 s",
    "start": "10 s",
}


def row(what: str, measured: str, goal: str = "") -> None:
    """Print a line of the table."""
    print(f"| {what} | {measured} | {goal} |", flush=True)


@contextmanager
def served(url: str, core: int | None = None) -> Iterator[float]:
    """The service in a process of its own; how many seconds it took to be ready."""
    begin = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", START, url, str(PORT)])
    if core is not None:
        os.sched_setaffinity(process.pid, {core})
    try:
        while not healthy():
            if process.poll() is not None:
                raise SystemExit("the service did not start")
            time.sleep(0.02)
        yield time.perf_counter() - begin
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def healthy() -> bool:
    """Whether the service answers that it is ready."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def ask(request: Request) -> bytes:
    """One request, alone."""
    found: list[bytes] = []
    load = measure(PORT, iter([request]), 1, found.append)
    if load.wrong:
        raise SystemExit(load.first_wrong.decode())
    return found[0]


def results(rng: Random, count: int, players: int, name: str) -> list[bytes]:
    """Results of two players each, as lines of JSON."""
    lines = []
    for game in range(count):
        one = rng.randrange(players)
        two = (one + rng.randrange(1, players)) % players
        won = rng.randrange(2)
        lines.append(
            b'{"id":"%s-%d","players":[{"player":"p%d","score":%d},{"player":"p%d","score":%d}]}'
            % (name.encode(), game, one, won, two, 1 - won)
        )
    return lines


def fill(url: str, players: int, games: int) -> str:
    """A ledger with so many results of so many players, written by the library; an admin key."""
    from evenhand.ledger.corrections import post as post_results
    from evenhand.ledger.keys import create_key
    from evenhand.ledger.ledger import Ledger
    from evenhand.ledger.posting import Posting
    from evenhand.ledger.results import NewResult, Seat
    from evenhand.ledger.settings import Settings
    from evenhand.ledger.tenants import make_tenant

    begin = time.perf_counter()
    rng = np.random.default_rng(1)
    with Ledger(url) as ledger:
        tenant = make_tenant(ledger.database, "main")
        ladder = ledger.make_ladder(tenant, LADDER, Settings(name="Load"))
        skill = rng.normal(0.0, 200.0, players)
        for start in range(0, games, 10_000):
            count = min(10_000, games - start)
            one = rng.integers(0, players, count)
            if start < players:  # everybody plays once at least
                one = (start + np.arange(count)) % players
            two = (one + rng.integers(1, players, count)) % players
            won = rng.random(count) < 1.0 / (1.0 + 10.0 ** ((skill[two] - skill[one]) / 400.0))
            post_results(
                ledger,
                ladder,
                [
                    Posting(
                        [
                            NewResult(
                                id=f"r{start + game:08}",
                                players=[Seat(f"p{a}", float(w)), Seat(f"p{b}", float(not w))],
                            )
                            for game, (a, b, w) in enumerate(
                                zip(one.tolist(), two.tolist(), won.tolist(), strict=True)
                            )
                        ],
                        "benchmark",
                    )
                ],
            )
        seconds = time.perf_counter() - begin
        row(f"writing {games:,} results of {players:,} players by the library", f"{seconds:.0f} s")
        return create_key(ledger.database, name="load", scopes=["admin"])


def bulk(key: str, rng: Random, players: int, count: int) -> None:
    """Results in bodies of a thousand lines."""
    lines = results(rng, count, players, f"bulk{rng.randrange(10**9)}")
    bodies = [b"\n".join(lines[at : at + 1000]) for at in range(0, count, 1000)]
    headers = {"Authorization": f"Bearer {key}", "Content_Type": NDJSON}
    path = f"/api/v1/ladders/{LADDER}/results"
    seen: list[int] = []
    load = measure(
        PORT,
        (post(path, body, **headers) for body in bodies),
        4,
        lambda body: seen.append(body.count(b'"accepted"')),
    )
    assert not load.wrong, load.first_wrong
    assert sum(seen) == count, f"{sum(seen)} accepted"
    row(
        "results a second, posted a thousand at a time",
        f"{count / load.seconds:,.0f}",
        GOALS["bulk"],
    )


def single(key: str, rng: Random, players: int, count: int) -> None:
    """Results one by one, over 64 connections."""
    headers = {"Authorization": f"Bearer {key}", "Content_Type": "application/json"}
    path = f"/api/v1/ladders/{LADDER}/results"
    lines = results(rng, count, players, f"single{rng.randrange(10**9)}")
    load = measure(PORT, (post(path, line, **headers) for line in lines), 64)
    assert not load.wrong, load.first_wrong
    waits = f"p50 {load.wait(0.5):.0f} ms, p99 {load.wait(0.99):.0f} ms"
    row("results a second, posted one by one", f"{load.rate:,.0f} ({waits})", GOALS["single"])


def stream(key: str, stop: Stop, rate: int, players: int) -> None:
    """Post results at a steady rate until told to stop, in a process of its own."""
    rng = Random(7)
    headers = {"Authorization": f"Bearer {key}", "Content_Type": NDJSON}
    path = f"/api/v1/ladders/{LADDER}/results"
    for turn in itertools.count():
        if stop.is_set():
            return
        begin = time.perf_counter()
        lines = results(rng, rate // 10, players, f"stream-{time.time_ns()}-{turn}")
        ask(post(path, b"\n".join(lines), **headers))
        time.sleep(max(0.1 - (time.perf_counter() - begin), 0.0))


def boards(key: str, rng: Random, players: int, count: int, rate: int) -> None:
    """Lists of fifty while results stream in: the top, and the part around somebody."""
    path = f"/api/v1/ladders/{LADDER}/leaderboard"
    for what, paths in (
        ("the top fifty", [f"{path}?limit=50"] * count),
        (
            "fifty around a player",
            [f"{path}?around=p{rng.randrange(players)}" for _ in range(count)],
        ),
    ):
        for streaming in (0, rate):
            stop = Event()
            other = Process(target=stream, args=(key, stop, streaming, players))
            if streaming:
                other.start()
                time.sleep(0.5)
            load = measure(PORT, (get(one) for one in paths), 16)
            stop.set()
            if streaming:
                other.join()
            assert not load.wrong, load.first_wrong
            beside = f" while {streaming:,} results a second come in" if streaming else ""
            waits = f"p50 {load.wait(0.5):.1f} ms, p99 {load.wait(0.99):.1f} ms"
            goals = f"{GOALS['list']}, p99 {GOALS['list p99']}" if streaming else ""
            row(f"lists a second, {what}{beside}", f"{load.rate:,.0f} ({waits})", goals)


def correction(key: str, games: int, back: int) -> None:
    """A result far back is corrected; until the list shows it."""
    headers = {"Authorization": f"Bearer {key}", "Content_Type": "application/json"}
    name = f"r{games - back:08}"
    path = f"/api/v1/ladders/{LADDER}/results/{name}"
    found = json.loads(ask(get(path)))
    turned = [{"player": one["player"], "score": 1 - one["score"]} for one in found["players"]]
    for what, query in (("shown by a dry run", "?dry_run=true"), ("corrected and on the list", "")):
        begin = time.perf_counter()
        body = json.dumps({"players": turned}).encode()
        effect = json.loads(ask(post(path + query, body, "PUT", **headers)))
        ask(get(f"/api/v1/ladders/{LADDER}/leaderboard?limit=50"))
        seconds = time.perf_counter() - begin
        touched = f"{effect['changed']:,} ratings change, {effect['noticeable']} by 0.5 or more"
        row(
            f"a result {back:,} games back {what}",
            f"{seconds:.2f} s ({touched})",
            GOALS["correction"],
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a twentieth of the size")
    parser.add_argument("--db", help="an empty database; by default an SQLite file for this run")
    asked = parser.parse_args()
    part = 20 if asked.quick else 1
    players, games = 1_000_000 // part, 5_000_000 // part
    rng = Random(1)
    print("| what | measured | goal |\n|---|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        url = asked.db or str(Path(folder) / "load.db")
        key = fill(url, players, games)
        with served(url) as seconds:
            row(f"start with {games:,} results", f"{seconds:.1f} s", GOALS["start"])
            bulk(key, rng, players, 200_000 // min(part, 4))
            single(key, rng, players, 20_000 // min(part, 5))
            boards(key, rng, players, 30_000 // min(part, 5), 200)
            correction(key, games, 1_000_000 // part)


if __name__ == "__main__":
    main()
