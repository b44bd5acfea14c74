"""The commands that the documentation shows for ledgers and the service, run page by page.

Those of a page build on each other and are run in its order, in one folder.  Services are started
on free ports and ended with their page; curl asks them as the page says.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from evenhand.cli import main
from evenhand.datasets import load_skat_league
from evenhand.tables import write_games
from tests.cli.servers import Server, serving
from tests.ledger.databases import postgres, run_sql, server_url

__all__ = ["postgres"]
ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
WHOLE = ("ledger", "service", "operations")  # pages of which every command is run here
PAGES = [ROOT / "README.md", *(DOCS / f"{name}.md" for name in ("commands", *WHOLE))]
OURS = ("serve", "ladder", "players", "keys", "import", "export", "verify", "backup", "restore")
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
URL = re.compile(r"postgresql://evenhand:choose-one@localhost/(\w+)")


def steps(page: Path) -> Iterator[str]:
    """The lines of a page that can be run: commands, SQL, and what systemd would start."""
    whole = page.stem in WHOLE
    for kind, block in BLOCK.findall(page.read_text()):
        for line in block.splitlines():
            text = re.sub(r"\s{2,}#.*", "", line).strip()
            word = text.split()[1] if text.startswith("evenhand ") else ""
            own = (whole and word) or word in OURS
            if kind == "sql" or (not kind and (own or text.startswith("curl "))):
                yield text
            elif kind == "ini" and text.startswith("ExecStart="):
                yield text.removeprefix("ExecStart=/opt/evenhand/bin/")


@dataclass
class Reader:
    """Does what a page says."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch
    databases: dict[str, str] = field(default_factory=dict)  # URLs by names
    servers: dict[str, Server] = field(default_factory=dict)  # by the ports of the page
    ending: ExitStack = field(default_factory=ExitStack)
    key: str = ""

    def do(self, step: str) -> None:
        step = URL.sub(lambda found: self.databases[found[1]], step)
        if step.startswith("curl "):
            print(self.ask(step))
        elif step.startswith("evenhand serve"):
            self.serve(shlex.split(step)[2:])
        else:
            self.run(shlex.split(step))

    def run(self, words: list[str]) -> None:
        self.monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code == 0, words

    def serve(self, words: list[str]) -> None:
        port = words[words.index("--port") + 1] if "--port" in words else "8000"
        if "--port" in words:
            del words[words.index("--port") : words.index("--port") + 2]
        if port in self.servers:
            assert self.servers[port].end() == 0
        server = self.ending.enter_context(serving(self.folder, *words))
        self.servers[port] = server
        if "shown this once" in server.out.read_text():
            self.key = server.key

    @property
    def environment(self) -> dict[str, str]:
        """What the page has exported."""
        return {
            "API": f"{self.servers['8000'].address}/api/v1",
            "KEY": self.key,
            "AUTH": f"Authorization: Bearer {self.key}",
        }

    def ask(self, step: str) -> str:
        if shutil.which("curl") is None:
            pytest.skip("there is no curl")
        for port, server in self.servers.items():
            step = step.replace(f"127.0.0.1:{port}", f"127.0.0.1:{server.port}")
        listening = "/events" in step
        (self.folder / ".curlrc").write_text(
            "silent\nfail-with-body\n" + ("max-time = 1\n" if listening else "")
        )
        environment = os.environ | self.environment | {"CURL_HOME": str(self.folder)}
        shown = subprocess.run(
            step, shell=True, cwd=self.folder, env=environment, capture_output=True, text=True
        )
        if listening:
            assert shown.stdout.startswith("retry: 2000\nid: 2\n\nid: 3\nevent: result\n")
        else:
            assert shown.returncode == 0, f"{step}\n{shown.stdout}{shown.stderr}"
        return shown.stdout


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    """In a folder with the files that the pages name."""
    write_games(load_skat_league(), tmp_path / "league.csv")
    shutil.copy(ROOT / "tests" / "data" / "skat" / "evening.csv", tmp_path)
    more = next(text for kind, text in BLOCK.findall((DOCS / "service.md").read_text())
                if kind == "text" and text.startswith('{"id": "series-3"'))  # fmt: skip
    (tmp_path / "more.ndjson").write_text(more)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVENHAND_DB", raising=False)
    found = Reader(tmp_path, monkeypatch)
    with found.ending:
        yield found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_of_a_page_run_in_its_order(
    page: Path, reader: Reader, request: pytest.FixtureRequest
) -> None:
    found = list(steps(page))
    assert found
    sql = [step for step in found if step.startswith("CREATE ")]
    if sql:
        server = request.getfixturevalue("postgres")
        run_sql(server, *sql, "CREATE DATABASE moved OWNER evenhand")
        for name in ("evenhand", "moved"):
            url = server_url(server, name).replace("postgres:@", "evenhand:choose-one@")
            reader.databases[name] = url
    try:
        for step in found:
            if step not in sql:
                reader.do(step)
    finally:
        reader.ending.close()
        if sql:
            run_sql(server, *(f"DROP DATABASE {name} WITH (FORCE)" for name in reader.databases),
                    "DROP ROLE evenhand")  # fmt: skip


def test_every_route_is_on_the_page_of_the_service(tmp_path: Path) -> None:
    from evenhand.ledger.ledger import Ledger
    from evenhand.web.app import make_app

    with Ledger(str(tmp_path / "x.db")) as ledger:
        paths = make_app(ledger).openapi()["paths"]
    routes = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, methods in paths.items()
        for method in methods
    }
    shown = re.findall(r"^\| `([A-Z]+ /\S*)` \|", (DOCS / "service.md").read_text(), re.MULTILINE)
    assert set(shown) == routes
    assert len(shown) == len(routes)
