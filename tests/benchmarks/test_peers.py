"""The benchmark against peers runs, with and without them; what it measures is not tested."""

import json
from dataclasses import replace
from importlib import import_module
from pathlib import Path
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
    rows = json.loads(run(capsys, "--section", "bulk", "--format", "json")[0])["bulk"]
    installed = [peer.name for task in peers.TASKS for peer in task.peers if peer.installed]
    assert [row["peer"] for row in rows if "peer" in row] == installed
    assert all(row["ours"] > 0 and row["agrees"] for row in rows if "peer" in row)


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
    table, said = run(capsys, "--section", "bulk", "--section", "one-game", "--format", "json")
    sections = json.loads(table)
    assert list(sections) == ["bulk", "one-game"]
    assert len(sections["bulk"]) == len(peers.TASKS)
    rows = [row for section in sections.values() for row in section]
    assert all(row["ours"] > 0 and "peer" not in row for row in rows)
    said = "".join(line for line in said.splitlines(True) if "goal missed" not in line)
    assert said.count("\n") == 1
    assert "riix" in said
    assert "pip install 'evenhand[bench]'" in said


@pytest.mark.usefixtures("no_peers")
def test_the_table_for_people_names_every_task_and_the_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table, _ = run(capsys, "--seed", "7", "--section", "bulk", "--section", "one-game")
    assert "seed 7" in table
    assert all(task.name.split(",")[0] in table for task in peers.TASKS)
    assert all(f"one game, {single.name}" in table for single in peers.SINGLES)


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


@pytest.mark.parametrize("single", peers.SINGLES, ids=lambda single: f"{single.name}-{single.peer}")
def test_a_peer_rates_one_game_after_the_other(single: Any) -> None:
    if not single.installed:
        pytest.skip(f"{single.peer} is not installed")
    ratings = single.rate([{"Anna": 1.0, "Ben": 0.0}, {"Ben": 1.0, "Cem": 0.0}])
    assert list(ratings) == ["Anna", "Ben", "Cem"]
    league = peers.add_all(single.system, [{"Anna": 1.0, "Ben": 0.0}, {"Ben": 1.0, "Cem": 0.0}])
    assert list(league.ratings) == ["Anna", "Ben", "Cem"]


def test_a_missed_goal_is_a_line_and_the_exit_code_is_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    single = replace(peers.SINGLES[0], microseconds=3.0, target=5.0)
    assert peers.single_row(single, 2.0, 12.0)["met"]
    row = peers.single_row(single, 4.0, 12.0)
    assert (row["goal"], row["met"]) == ("< 3 us and 5x", False)
    monkeypatch.setattr(peers, "measure_section", lambda *_: [row])
    with pytest.raises(SystemExit) as stop:
        peers.main(["--section", "one-game"])
    assert stop.value.code == 1
    said = capsys.readouterr().err
    wanted = "goal missed: one game, Elo against openskill, BradleyTerryFull: 4.00, 3.0x instead of"
    assert f"{wanted} < 3 us and 5x\n" in said
    peers.main(["--section", "one-game", "--quick"])


def test_every_system_starts_cold(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def pretend(words: list[str]) -> float:
        ran.append(words)
        return 1.0

    monkeypatch.setattr(peers, "cold_seconds", pretend)
    monkeypatch.setattr(peers, "COLD_SIZES", ((5, 2), (5_000, 3)))
    rows = list(peers.measure_cold_starts(["elo", "glicko"], runs=1, seed=1))
    assert [row["met"] for row in rows] == [False, False, False, True]
    assert [words[-1] for words in ran] == ["elo", "elo", "glicko", "glicko"]


def test_a_cold_start_rates_a_file(tmp_path: Path) -> None:
    _, penalties = peers.write_cold_files(tmp_path, 5, 3, 1)
    words = ["rate", str(penalties), "--system", "benchmark-elo", "--set", "beta=0"]
    assert peers.cold_seconds(words) > 0.0
    with pytest.raises(RuntimeError, match="no system 'elho'"):
        peers.cold_seconds(["rate", str(penalties), "--system", "elho"])
