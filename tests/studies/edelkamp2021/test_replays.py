"""Games played again: what is counted and how it is told."""

import numpy as np
import pytest

from evenhand.games.skat.batch import Games
from evenhand.studies import Setting
from evenhand.studies.edelkamp2021 import replays
from evenhand.studies.edelkamp2021.amounts import Amount
from tests.studies.edelkamp2021.runs import frame_of, run
from tests.studies.stand_in import stand_in


@pytest.fixture
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays again wins what was won at first."""
    monkeypatch.setattr(replays, "_again", lambda setting, games, style: games)


def games(seed: int) -> Games:
    return stand_in(np.random.default_rng(seed), 5, 1).games


@pytest.mark.usefixtures("_as_before")
def test_games_of_two_sources_are_never_taken_for_each_other() -> None:
    setting, first, second = Setting(36, np.random.default_rng(1)), games(1), games(2)
    assert replays.outcomes(setting, first, "population").first is first
    assert replays.outcomes(setting, second, "xskat").first is second
    assert replays.outcomes(setting, games(1), "population").first is first


@pytest.mark.usefixtures("_as_before", "_stand_in")
def test_table_7_prints_the_papers_games_beside_ours() -> None:
    report = run("table-7", Amount(9, 3))
    total = frame_of(report).row(-1, named=True)
    assert total["games"] == 108
    assert total["won_simulated"] == total["won_ai"]
    assert total["percent_ai"] == 100.0
    paper = total["paper_won_human"], total["paper_won_ai"], total["paper_percent"]
    assert paper == (68620, 71162, 103.7)
    assert "wins 100.0 % as many games as were won at first" in report.remarks[0]


@pytest.mark.usefixtures("_as_before", "_stand_in")
def test_table_6_calls_simulated_players_simulated() -> None:
    report = run("table-6", Amount(9, 3))
    frame = frame_of(report)
    assert "simulated_wins" in frame.columns
    assert frame["games"].to_list()[1:7] == [0] * 6  # all three win the same
    assert "+0.0 percentage points" in report.remarks[1]
