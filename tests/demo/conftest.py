"""Worlds to look at, made once."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from evenhand.demo.world import FULL, SMALL, Size, World, make_world
from evenhand.ledger.ledger import Ledger

NOW = 1_795_000_000_000_000  # Wednesday, 18 November 2026, 07:06:40 UTC


@dataclass(frozen=True)
class Made:
    """A world and its ledger."""

    world: World
    ledger: Ledger
    path: Path


def made(path: Path, seed: int = 1, size: Size = SMALL) -> Made:
    ledger = Ledger(str(path))
    return Made(make_world(ledger, seed, NOW, size=size), ledger, path)


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    """A small world, to be looked at only."""
    found = made(tmp_path_factory.mktemp("small") / "demo.db")
    yield found
    found.ledger.close()


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    """The world that people see, to be looked at only."""
    found = made(tmp_path_factory.mktemp("full") / "demo.db", size=FULL)
    yield found
    found.ledger.close()
