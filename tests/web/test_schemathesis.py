"""Schemathesis over the whole OpenAPI document: what is done is what is documented.

Every operation is asked for what the document allows and for what it does not; all checks are on.
"""

import json
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.python.asgi import shutdown_lifespans

from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.web import events as live
from evenhand.web.app import make_app

from .asking import with_key
from .sites import API, NO_RATES, Site, World

DOCUMENT = f"{API}/openapi.json"
NDJSON = "application/x-ndjson"
EVERY = ("examples", "coverage", "fuzzing", "stateful")
MANY = 500

KNOWN: dict[str, Sequence[str | int]] = {
    "ladders": ("elo", "glicko", "skat", "secret"),
    "players": ("anna", "ben", "cem", "Benny", "guest"),
    "some": ("anna,ben", "anna,ben,cem", "anna"),
    "results": ("r1", "r2", "r29"),
    "numbers": (1, 2),
}
"""What is there, so that not everything that is made up is a 404."""
WHERE = {
    "path.ladder": "ladders",
    "path.player": "players",
    "path.other": "players",
    "path.result": "results",
    "path.number": "numbers",
    "path.upload": "uploads",
    "query.players": "some",
    "query.around": "players",
    "query.ids": "some",
}
RULES = (
    "add_alias", "change_ladder", "change_person", "correct_result", "head_to_head", "leaderboard",
    "make_key", "make_ladder", "make_person", "make_tables", "merge", "post_results", "prediction",
    "publish_list", "upload_file",
)  # fmt: skip
"""Operations with rules that no schema can tell, as that nobody plays against himself, that the
characters of a name show, or that a file is one of games: what breaks them is answered with 422."""


@schemathesis.serializer(NDJSON)
def one_line(_: object, value: Any) -> bytes:
    """A stream of one result."""
    return json.dumps(value).encode() + b"\n"


@schemathesis.deserializer(NDJSON)
def the_line(_: object, response: Any) -> Any:
    """The answer to it."""
    return json.loads(response.content.strip() or b"null")


def settings(phases: Sequence[str], examples: int, upload: str) -> dict[str, Any]:
    """How to test: the same every time."""
    wrong = ("400", "401", "403", "404", "405", "409", "413", "414", "415", "422")
    right = ("2xx", "3xx", "401", "403", "404", "409")
    known = {**KNOWN, "uploads": (upload,)}
    return {
        "seed": 1,
        "dictionaries": {name: {"values": list(values)} for name, values in known.items()},
        "parameters": {
            name: {"dictionary": which, "probability": 0.8} for name, which in WHERE.items()
        },
        "generation": {"max-examples": examples, "deterministic": True, "database": "none"},
        "phases": {
            **{phase: {"enabled": phase in phases} for phase in EVERY},
            # Answers have times and keys in them, which are never the same.
            "fuzzing": {
                "enabled": "fuzzing" in phases,
                "extra-data-sources": {"responses": False},
            },
        },
        "continue-on-failure": True,
        "checks": {"negative_data_rejection": {"expected-statuses": list(wrong)}},
        "operations": [
            {
                "include-operation-id": list(RULES),
                "checks": {
                    "positive_data_acceptance": {"expected-statuses": [*right, "413", "414", "422"]}
                },
            },
            {  # each result of a list is answered for itself
                "include-operation-id": "post_results",
                "checks": {"negative_data_rejection": {"expected-statuses": ["200", *wrong]}},
            },
            {  # answers name results that were rejected, too; a voided result can still be seen
                "include-operation-id": ["get_result", "correct_result", "void_result"],
                "checks": {
                    "ensure_resource_availability": {"enabled": False},
                    "use_after_free": {"enabled": False},
                },
            },
        ],
    }


@pytest.fixture(autouse=True)
def _streams_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let streams end when there is nothing more to tell, which they never do otherwise."""
    endless = live.Events.stream

    async def stream(self: live.Events, ladder: Ladder, seen: int | None) -> AsyncIterator[bytes]:
        async for part in endless(self, ladder, seen):
            if part.startswith(b":"):  # a sign of life
                return
            yield part

    monkeypatch.setattr(live.Events, "stream", stream)
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)
    monkeypatch.setattr(live, "PAUSE", 0.0)


@dataclass
class Found:
    """What was tested, and what was wrong."""

    requests: int = 0
    problems: list[str] = field(default_factory=list)
    statuses: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def check(self) -> None:
        """Fail if anything was wrong, and tell all of it."""
        if self.problems:
            pytest.fail("\n\n".join(self.problems[:30]), pytrace=False)

    def note(self, event: events.EngineEvent) -> None:
        """Keep what matters of an event."""
        if isinstance(event, events.NonFatalError | events.FatalError):
            self.problems.append(str(event))
        if isinstance(event, events.ScenarioFinished):
            self.requests += len(event.recorder.cases)
            self.problems += _failures(event)
            for name, exchange in event.recorder.interactions.items():
                case = event.recorder.cases[name].value
                if exchange.response is not None and case.meta is not None:
                    self.statuses[case.operation.label].add(exchange.response.status_code)


def _failures(event: events.ScenarioFinished) -> Iterator[str]:
    for checks in event.recorder.checks.values():
        for check in checks:
            told = check.failure_info
            if told is not None:
                yield f"{event.label}: {check.name}: {told.failure.message}\n{told.code_sample}"


def run(
    world: World,
    folder: Path,
    phases: Sequence[str],
    examples: int = 1,
    key: str | None = "admin",
    only: str | None = None,
) -> Found:
    """Let schemathesis ask a service over a copy of the world."""
    chosen = settings(phases, examples, world.upload)
    if key is not None:
        chosen["headers"] = with_key(world.keys[f"main {key}"])
    path, found = folder / "world.db", Found()
    path.write_bytes(world.path.read_bytes())
    with closing(Ledger(str(path))) as ledger:
        config = SchemathesisConfig.from_dict(chosen)
        schema = schemathesis.openapi.from_asgi(DOCUMENT, make_app(ledger, NO_RATES), config=config)
        tested = schema if only is None else schema.include(method=only)
        try:
            for event in from_schema(tested).execute():
                found.note(event)
        finally:
            shutdown_lifespans()
    return found


def test_every_case_that_the_document_draws_is_answered_as_it_says(
    world: World, seen: Site, tmp_path: Path
) -> None:
    found = run(world, tmp_path, ["examples", "coverage"])
    found.check()
    assert found.statuses.keys() == operations(seen)
    assert found.requests > 1000


def test_whatever_is_made_up_is_answered_as_the_document_says(
    world: World, seen: Site, tmp_path: Path
) -> None:
    found = run(world, tmp_path, ["fuzzing"], examples=4)
    found.check()
    assert found.statuses.keys() == operations(seen)


def test_what_follows_from_an_answer_is_answered_as_the_document_says(
    world: World, tmp_path: Path
) -> None:
    found = run(world, tmp_path, ["stateful"], examples=5)
    found.check()
    assert found.requests > 30


def test_without_a_key_reads_are_answered_as_the_document_says(
    world: World, seen: Site, tmp_path: Path
) -> None:
    found = run(world, tmp_path, ["examples", "coverage"], key=None, only="GET")
    found.check()
    assert found.statuses.keys() >= {one for one in operations(seen) if one.startswith("GET ")}


@pytest.mark.slow
@pytest.mark.parametrize("key", ["admin", "read", None])
def test_hundreds_of_examples_of_every_operation_find_nothing_more(
    world: World, seen: Site, tmp_path: Path, key: str | None
) -> None:
    found = run(world, tmp_path, EVERY, examples=MANY, key=key)
    found.check()
    answered = {label for label, statuses in found.statuses.items() if statuses & {200, 201, 204}}
    if key == "admin":
        assert operations(seen) - answered <= {"POST /api/v1/ladders/{ladder}/uploads"}


def operations(site: Site) -> set[str]:
    """All operations of the document, as schemathesis names them."""
    return {
        f"{method.upper()} {path}"
        for path, methods in site.app.openapi()["paths"].items()
        for method in methods
    }
