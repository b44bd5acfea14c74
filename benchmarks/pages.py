"""How long the pages of the service take, and what a first visit transfers.

    python benchmarks/pages.py               # 100,000 players, 300,000 results
    python benchmarks/pages.py --quick       # a tenth of that

The service runs as a process of its own; each page is asked for one request after the other.
"""

import argparse
import gzip
import re
import tempfile
import urllib.request
from pathlib import Path

from loopback import get, measure
from service import LADDER, PORT, fill, row, served

from evenhand.ledger.ledger import Ledger
from evenhand.ledger.lists import publish

TIMES = 50
BASE = f"/ladders/{LADDER}"
PLAYER = f"{BASE}/players/p7"
PAGES = (
    "/",
    BASE,
    f"{BASE}?around=p7",
    f"{BASE}?active=yes&min_games=3",
    f"{BASE}?search=p777",
    f"{BASE}?search=nobody",
    f"{BASE}/lists",
    f"{BASE}/lists/1",
    f"{BASE}/about",
    f"{BASE}/results",
    f"{BASE}/upload",
    PLAYER,
    f"{PLAYER}/chart/time",
    "/skat",
    "/rummy",
)
LIBRARY = "charts-library.js"


def milliseconds(path: str) -> tuple[float, float]:
    """The median and the 99th percentile of the time until a page is there."""
    request = get(path, Accept_Encoding="gzip")
    measure(PORT, iter([request] * 3), 1)
    load = measure(PORT, iter([request] * TIMES), 1)
    if load.wrong:
        raise SystemExit(f"{path}: {load.first_wrong[:200]!r}")
    return load.wait(0.5), load.wait(0.99)


def transferred(path: str) -> tuple[int, bool]:
    """Bytes of a page with all its files but the chart library; whether it needs that."""
    size, page = fetched(path)
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    scripts = [fetched(name) for name in files if LIBRARY not in name]
    return size + sum(one for one, _ in scripts), LIBRARY in page


def fetched(path: str) -> tuple[int, str]:
    """A file as it is transferred, and unpacked."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}{path}", headers={"Accept-Encoding": "gzip"}
    )
    with urllib.request.urlopen(request) as answer:
        body = answer.read()
    return len(body), (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()


def main() -> None:
    """Make a ledger, and ask for every page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    part = 10 if parser.parse_args().quick else 1
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "pages.db")
        fill(path, 100_000 // part, 300_000 // part)
        with Ledger(path) as ledger:
            publish(ledger, ledger.ladder(LADDER), "First")
        print("| page | median ms | 99th percentile ms | kB of a first visit |\n|---|---|---|---|")
        with served(path):
            for page in PAGES:
                middle, most = milliseconds(page)
                size, charts = transferred(page)
                more = " and the chart library" if charts else ""
                print(f"| `{page}` | {middle:.1f} | {most:.1f} | {size / 1000:.0f}{more} |")
            row("chart library, kB", f"{fetched(f'/static/x/{LIBRARY}')[0] / 1000:.0f}")


if __name__ == "__main__":
    main()
