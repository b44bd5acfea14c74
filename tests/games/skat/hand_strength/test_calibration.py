"""Measures on numbers worked out by hand, and comparisons of all systems."""

import math

import numpy as np
import pytest

from evenhand.games.skat import Games, KinbackReconstruction, VonStegen
from evenhand.games.skat.batch import kinds_of
from evenhand.games.skat.winning_parameters import fit
from evenhand.studies.skat_players.calibration import (
    ALL_KINDS,
    BASE_RATE,
    Bin,
    Calibrated,
    brier_score,
    calibration_error,
    calibration_table,
    compare,
    log_losses,
)
from evenhand.tables import Floats

from .made import game_of, passed_in

CHANCES = np.array([0.25, 0.25, 0.75, 0.75, 0.75, 0.75])
WON = np.array([True, False, True, True, True, True])
HAND = "CJ SJ CA CT C9 C8 HA HT S7 D7"


def test_the_measures_of_six_games() -> None:
    losses = log_losses(CHANCES, WON)
    assert losses.sum() == pytest.approx(-math.log(0.25) - 5 * math.log(0.75))
    assert brier_score(CHANCES, WON) == pytest.approx((0.75**2 + 5 * 0.25**2) / 6)
    assert calibration_table(CHANCES, WON) == [
        Bin(0.2, 0.3, games=2, chance=0.25, won=0.5),
        Bin(0.7, 0.8, games=4, chance=0.75, won=1.0),
    ]
    assert calibration_error(CHANCES, WON) == pytest.approx(0.25)


def test_a_certain_chance_falls_into_the_last_bin() -> None:
    assert calibration_table(np.array([1.0]), np.array([True]))[0].low == 0.9


def halves(games: Games) -> tuple[Games, Games]:
    middle = len(games) // 2
    return games.take(slice(0, middle)), games.take(slice(middle, None))


def test_every_system_beats_the_base_rate_where_it_applies(solved: Games) -> None:
    train, test = halves(solved)
    rows = compare([VonStegen(), KinbackReconstruction(), fit(train)], train, test)
    found = {(row.system, row.kind): row for row in rows}
    for system in ("von Stegen", "Kinback (reconstruction)", "winning parameters"):
        for kind in ("suit", ALL_KINDS):
            row = found[system, kind]
            assert row.log_loss < found[BASE_RATE, kind].log_loss
            assert row.brier < found[BASE_RATE, kind].brier
            assert row.gain > 3 * row.gain_error
    assert found["von Stegen", "null"].gain == 0.0
    assert found["winning parameters", "null"].gain > 0.0
    assert sum(row.games for row in rows if row.system == BASE_RATE) == 2 * len(test)


def test_chances_lie_near_the_diagonal(solved: Games) -> None:
    train, test = halves(solved)
    for measure in (VonStegen(), KinbackReconstruction(), fit(train)):
        chances = Calibrated.fit(measure, train).chance(test)
        for row in calibration_table(chances, test.won):
            # Four standard errors of a share, and 0.05 for lines that are not quite straight.
            error = 4 * math.sqrt(row.chance * (1 - row.chance) / row.games) + 0.05
            assert row.won == pytest.approx(row.chance, abs=error), (measure.name, row)


def test_a_line_finds_a_known_chance() -> None:
    class Known:
        """A strength with the log odds 2 s - 1."""

        name, is_chance = "known", False

        def strength(self, games: Games) -> Floats:
            return np.resize([0.0, 0.5, 1.0], len(games))

    won, lost = game_of(HAND, "C"), game_of(HAND, "C", won=False)
    shares = [round(1000 / (1 + math.exp(1 - 2 * s))) for s in (0.0, 0.5, 1.0)]
    games = Games.concat([won if n < s else lost for n in range(1000) for s in shares])
    line = Calibrated.fit(Known(), games).lines[0]
    # Platt's targets and the penalty move them by less than a hundredth.
    assert (line.start, line.slope) == pytest.approx((-1.0, 2.0), abs=0.02)


def test_where_a_strength_does_not_apply_the_base_rate_does() -> None:
    won, lost = game_of(HAND, "N"), game_of(HAND, "N", won=False)
    games = Games.concat([won, won, lost])
    chances = Calibrated.fit(VonStegen(), games).chance(games)
    assert chances == pytest.approx([3 / 5] * 3)  # one more of each


def test_a_kind_without_games_gets_the_share_of_all() -> None:
    won, lost = game_of(HAND, "N"), game_of(HAND, "N", won=False)
    fitted = Calibrated.fit(VonStegen(), Games.concat([won, won, lost]))
    assert fitted.chance(game_of(HAND, "G")) == pytest.approx([3 / 5])


def test_even_if_every_game_was_won_no_chance_is_certain() -> None:
    games = Games.concat([game_of(HAND, "C"), game_of(HAND, "C", said=(18, 0, 0))] * 20)
    chances = Calibrated.fit(VonStegen(), games).chance(games)
    assert ((chances > 0.9) & (chances < 0.99)).all()


def test_deals_that_were_passed_in_have_no_chance_and_are_not_judged(solved: Games) -> None:
    games = Games.concat([solved.take(slice(0, 200)), passed_in()])
    chances = Calibrated.fit(VonStegen(), games).chance(games)
    assert np.isnan(chances).tolist() == [False] * 200 + [True]
    assert compare([VonStegen()], games, games)[0].games == 200
    assert kinds_of(games)[-1] == -1
