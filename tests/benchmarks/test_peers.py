"""The benchmark against peers runs, with and without them; what it measures is not tested."""

import csv
import json
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from evenhand.tables import Floats, GameTable

peers: Any = import_module("benchmarks.peers")

SIDES = [
    pytest.param(task.seats, peer, id=f"{task.name}-{task.seats}-{peer.name}")
    for task in peers.TASKS
    for peer in task.peers
]


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "QUICK_SECONDS", 0.001)
    monkeypatch.setattr(peers, "FIRST_RUN", 10)
    monkeypatch.setattr(peers, "CHECKED_GAMES", 200)
    monkeypatch.setattr(peers, "CHECKED_PLAYERS", 10)


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda name: None)


class Nothing:
    """A peer that leaves every rating at zero."""

    def __init__(self, table: GameTable) -> None:
        self.players = len(table.names)

    def run(self) -> None:
        pass

    def ratings(self) -> Floats:
        return np.zeros(self.players)


class Broken(Nothing):
    def run(self) -> None:
        raise FloatingPointError("too one-sided")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, str]:
    peers.main(["--quick", "--games", "500", *arguments])
    printed = capsys.readouterr()
    return printed.out, printed.err


def test_every_installed_peer_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(run(capsys, "--format", "json")[0])
    installed = [peer.name for task in peers.TASKS for peer in task.peers if peer.installed]
    assert [row["peer"] for row in rows if row["peer"]] == installed
    assert all(row["ours"] > 0 and row["agrees"] for row in rows if row["peer"])


@pytest.mark.parametrize("target", [None, 1e-9, 1e12])
def test_the_ratio_is_ours_over_the_peer_and_decides_whether_the_target_is_met(
    target: float | None,
) -> None:
    peer = replace(peers.TASKS[0].peers[0], open=Nothing, target=target)
    table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 20)
    row = peers.compare(peer, table, 1000.0, 0.001, 1)
    assert row["ratio"] == 1000.0 / row["peer_rate"]
    assert row["met"] == {None: None, 1e-9: True, 1e12: False}[target]
    assert row["agrees"].startswith("differs by")


@pytest.mark.usefixtures("no_peers")
def test_without_peers_ours_is_measured_and_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table, said = run(capsys, "--format", "csv")
    rows = list(csv.DictReader(table.splitlines()))
    assert len(rows) == len(peers.TASKS)
    assert all(float(row["ours"]) > 0 and not row["peer"] for row in rows)
    assert said.count("\n") == 1
    assert "riix" in said
    assert "pip install 'evenhand[bench]'" in said


@pytest.mark.usefixtures("no_peers")
def test_the_table_for_people_names_every_task_and_the_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table, _ = run(capsys, "--seed", "7")
    assert "seed 7" in table
    assert all(task.name.split(",")[0] in table for task in peers.TASKS)


@pytest.mark.parametrize(("seats", "peer"), SIDES)
def test_a_peer_arrives_at_our_ratings_or_its_difference_is_explained(
    seats: int, peer: Any
) -> None:
    if not peer.installed:
        pytest.skip(f"{peer.package} is not installed")
    agrees = peers.check_agreement(peer, seats)
    if peer.differs and agrees != "yes":
        assert agrees.endswith(peer.differs)
    else:
        assert agrees == "yes"


def test_a_peer_that_cannot_rate_the_games_is_reported_as_failing() -> None:
    peer = replace(peers.TASKS[0].peers[0], open=Broken)
    table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 20)
    row = peers.compare(peer, table, 1.0, 0.001, 1)
    assert row == {"peer": "riix", "agrees": "fails: FloatingPointError"}


def test_the_order_of_finish_puts_the_winner_first() -> None:
    table = GameTable.from_games([{"Anna": 0, "Ben": 2, "Cem": 1}, {"Cem": 5, "Ben": 1}])
    assert peers.by_finish(table.rows(0, 1)) == [[1, 2, 0]]
