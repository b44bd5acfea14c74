"""evaluate and tune as `evenhand` exports them."""

import math
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from evenhand import GameTable, evaluate, rate, tune, write_games
from evenhand.datasets import make_games
from evenhand.ratings import Elo, Glicko2


@pytest.fixture(scope="module")
def games() -> GameTable:
    return make_games(np.random.default_rng(5), 20, 1200)[0]


def log_loss(games: GameTable, expected: list[float], start: int) -> float:
    """The mean over games of two without draws, worked out one by one."""
    won = games.score[start:, 0] > games.score[start:, 1]
    losses = [-math.log(p if w else 1.0 - p) for p, w in zip(expected, won.tolist(), strict=True)]
    return math.fsum(losses) / len(losses)


def test_log_loss_is_that_of_what_a_run_expected(games: GameTable) -> None:
    expected = rate(games, "glicko-2", tau=0.3).expected[:, 0].tolist()
    whole = evaluate(games, "glicko-2", tau=0.3)
    assert whole.games == 1200
    assert whole.log_loss.value == pytest.approx(log_loss(games, expected, 0), rel=1e-12)
    last = evaluate(games, Glicko2(tau=0.3), test_fraction=0.25)
    assert last.games == 300
    assert last.log_loss.value == pytest.approx(log_loss(games, expected[900:], 900), rel=1e-12)
    assert last.log_loss.low < last.log_loss.value < last.log_loss.high
    assert last.baseline == pytest.approx(math.log(2), rel=1e-12)


def test_games_since_a_day_are_scored(games: GameTable, tmp_path: Path) -> None:
    write_games(games, tmp_path / "games.csv")
    assert games.time is not None
    noon = np.datetime64("2020-01-01T12:00", "us").astype(np.int64)
    start = int(np.searchsorted(games.time, noon))
    assert 0 < start < 1200
    since = evaluate(tmp_path / "games.csv", since="2020-01-01T12:00")
    assert since.games == 1200 - start
    assert since.log_loss == evaluate(games, Elo(), since=datetime(2020, 1, 1, 12)).log_loss


def test_luck_is_taken_out_before_predictions_are_scored() -> None:
    games, _ = make_games(np.random.default_rng(1), 10, 3000, luck=True)
    plain, learned = evaluate(games), evaluate(games, luck="learn")
    assert learned.log_loss.value < plain.log_loss.value
    assert learned.log_loss.value == pytest.approx(
        log_loss(games, rate(games, luck="learn").expected[:, 0].tolist(), 0), rel=1e-12
    )


def test_the_best_of_some_values_is_chosen_before_the_test_period(games: GameTable) -> None:
    values = [1.0, 8.0, 32.0, 300.0]
    best = tune(games, "elo", {"k": values}, test_fraction=0.25, initial=1200.0)
    past = games.rows(0, 900)
    losses = {k: evaluate(past, "elo", k=k, initial=1200.0).log_loss.value for k in values}
    assert best.system == Elo(k=min(losses, key=lambda k: losses[k]), initial=1200.0)
    assert best.table["log_loss"].to_list() == pytest.approx(sorted(losses.values()))
    assert best.report.games == 300
    wanted = evaluate(games, best.system, test_fraction=0.25).log_loss.value
    assert best.report.log_loss.value == pytest.approx(wanted, rel=1e-12)


def test_without_values_all_numbers_are_tried_and_the_seed_decides(games: GameTable) -> None:
    one, again = (tune(games, "elo", trials=5, seed=3) for _ in range(2))
    assert one.count == 5
    assert {"k", "advantage"} <= set(one.table.columns)
    assert one.system == again.system
    assert one.table.equals(again.table)


def test_a_system_is_tuned_from_its_own_parameters(games: GameTable) -> None:
    best = tune(games, Elo(k=99.0, initial=1200.0), {"k": [8.0, 16.0]})
    assert best.system.initial == 1200.0  # type: ignore[attr-defined]
    assert best.system.k in (8.0, 16.0)  # type: ignore[attr-defined]


def test_who_wins_is_not_given_away_by_the_seat(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    rows = [f"P{a},P{b}" for a, b in (rng.permutation(20)[:2] for _ in range(1500))]
    (tmp_path / "coins.csv").write_text("\n".join(["winner_name,loser_name", *rows]))
    assert evaluate(tmp_path / "coins.csv", advantage=100.0).log_loss.value > 0.69
    best = tune(tmp_path / "coins.csv", trials=3)
    assert "advantage" not in best.table.columns
    assert best.report.log_loss.value > 0.68


def test_a_best_value_at_the_edge_is_warned_about(games: GameTable) -> None:
    (warning,) = tune(games, "elo", {"k": [0.25, 0.5, 1.0]}).warnings
    assert warning == "k=1 is at the high end of what was tried: try larger values"


def test_mistakes_are_named(games: GameTable) -> None:
    with pytest.raises(ValueError, match="no system 'eol'; did you mean elo"):
        evaluate(games, "eol")
    with pytest.raises(ValueError, match=r"elo has no parameter 'tau'"):
        tune(games, "elo", {"tau": [1]})
    with pytest.raises(ValueError, match="what to try of k is a list or a Range, not 16"):
        tune(games, "elo", {"k": 16})
    with pytest.raises(ValueError, match="fraction"):
        evaluate(games, test_fraction=1.5)
    with pytest.raises(ValueError, match="no luck columns"):
        evaluate(games, luck=0.9)
