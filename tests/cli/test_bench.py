"""The benchmark runs, with and without peers; what it measures is not tested."""

import csv
import json
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from evenhand.cli import peers
from evenhand.cli.bench import against, agreement, bench
from evenhand.tables import Floats, GameTable

app = typer.Typer()
app.command()(bench)

SIDES = [
    pytest.param(task.seats, peer, id=f"{task.name}-{task.seats}-{peer.name}")
    for task in peers.TASKS
    for peer in task.peers
]


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("evenhand.cli.bench")  # in evenhand.cli, bench is the command
    monkeypatch.setattr(module, "QUICK_SECONDS", 0.001)
    monkeypatch.setattr(module, "TRIAL", 10)
    monkeypatch.setattr(module, "CHECKED_GAMES", 200)
    monkeypatch.setattr(module, "CHECKED_PLAYERS", 10)


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


def run(*arguments: str) -> tuple[str, str]:
    result = CliRunner().invoke(app, ["--quick", "--games", "500", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout, result.stderr


def test_every_installed_peer_has_a_row() -> None:
    rows = json.loads(run("--format", "json")[0])
    installed = [peer.name for task in peers.TASKS for peer in task.peers if peer.installed]
    assert [row["peer"] for row in rows if row["peer"]] == installed
    assert all(row["ours"] > 0 and row["agrees"] for row in rows if row["peer"])


@pytest.mark.parametrize("target", [None, 1e-9, 1e12])
def test_the_ratio_is_ours_over_the_peer_and_decides_whether_the_target_is_met(
    target: float | None,
) -> None:
    peer = replace(peers.TASKS[0].peers[0], open=Nothing, target=target)
    table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 20)
    row = against(peer, table, 1000.0, 0.001, 1)
    assert row["ratio"] == 1000.0 / row["peer_rate"]
    assert row["met"] == {None: None, 1e-9: True, 1e12: False}[target]
    assert row["agrees"].startswith("differs by")


@pytest.mark.usefixtures("no_peers")
def test_without_peers_ours_is_measured_and_one_line_tells_what_to_install() -> None:
    table, said = run("--format", "csv")
    rows = list(csv.DictReader(table.splitlines()))
    assert len(rows) == len(peers.TASKS)
    assert all(float(row["ours"]) > 0 and not row["peer"] for row in rows)
    assert said.count("\n") == 1
    assert "riix" in said
    assert "pip install 'evenhand[bench]'" in said


@pytest.mark.usefixtures("no_peers")
def test_the_table_for_people_names_every_task_and_the_seed() -> None:
    table, _ = run("--seed", "7")
    assert "seed 7" in table
    assert all(task.name.split(",")[0] in table for task in peers.TASKS)


@pytest.mark.parametrize(("seats", "peer"), SIDES)
def test_a_peer_comes_to_our_ratings_or_its_difference_is_explained(
    seats: int, peer: peers.Peer
) -> None:
    if not peer.installed:
        pytest.skip(f"{peer.package} is not installed")
    verdict = agreement(peer, seats)
    if peer.differs and verdict != "yes":
        assert verdict.endswith(peer.differs)
    else:
        assert verdict == "yes"


def test_a_peer_that_cannot_rate_the_games_is_said_to_fail() -> None:
    peer = replace(peers.TASKS[0].peers[0], open=Broken)
    table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 20)
    row = against(peer, table, 1.0, 0.001, 1)
    assert row == {"peer": "riix", "agrees": "fails: FloatingPointError"}


def test_the_order_of_finish_puts_the_winner_first() -> None:
    table = GameTable.from_games([{"Anna": 0, "Ben": 2, "Cem": 1}, {"Cem": 5, "Ben": 1}])
    assert peers.by_finish(table.rows(0, 1)) == [[1, 2, 0]]
