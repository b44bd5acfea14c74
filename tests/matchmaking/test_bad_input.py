"""What cannot be is refused in one line."""

import numpy as np
import pytest

from evenhand.matchmaking import Arrivals, Fairness, fair_tables
from evenhand.ratings import Elo, TrueSkill


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"seats": 1}, "at least two seats, not 1"),
        ({"ratings": [[1500.0, 0.0, 0.0]] * 3}, r"must have 2 columns, not the shape \(3, 3\)"),
        ({"ratings": 1500.0}, r"must have 2 columns, not the shape \(\)"),
        ({"ratings": [1500.0, np.nan, 1500.0]}, "rating of player 1 must be finite, not nan"),
        ({"waiting": [0.0, 0.0]}, r"waiting must be of shape \(3,\), not \(2,\)"),
        ({"waiting": [0.0, np.inf, 0.0]}, "waiting of player 1 must be finite, not inf"),
        ({"waiting": [0.0, 0.0, -2.0]}, "player 2 cannot have waited -2 seconds"),
        ({"avoid": [0, 1]}, r"avoid must be pairs of players' numbers, of shape \(pairs, 2\)"),
        ({"avoid": [(0, 1, 2)]}, "avoid must be pairs"),
        ({"recent": [(0.0, 1.0)]}, "recent must be pairs of players' numbers"),
        ({"avoid": [(0, 1), (1, 3)]}, "avoid: there is no player 3 among 3"),
        ({"recent": [(0, -1)]}, "recent: there is no player -1 among 3"),
        ({"avoid": [(2, 2)]}, "avoid: player 2 cannot be paired with himself"),
    ],
)
def test_players_that_cannot_be(wrong: dict[str, object], words: str) -> None:
    known = {"ratings": [1500.0] * 3, "waiting": [0.0] * 3} | wrong
    with pytest.raises(ValueError, match=words) as raised:
        fair_tables(Elo(), **known)  # type: ignore[arg-type]
    assert "\n" not in str(raised.value)


def test_chances_that_are_no_numbers() -> None:
    rows = TrueSkill().start(3)
    rows[1, 1] = np.nan
    with pytest.raises(ValueError, match=r"no chances can be told for players \[0, 1\]"):
        fair_tables(TrueSkill(), rows, np.zeros(3))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"lowest": 0.7}, "lowest must lie between 0 and 0.5, not 0.7"),
        ({"lowest": -0.1}, "lowest must lie between"),
        ({"lowest": np.nan}, "lowest must lie between"),
        ({"widest": 0.4}, "widest must lie between 0 and 0.3, not 0.4"),
        ({"courtesy": 2.0}, "courtesy must lie between 0 and 1, not 2"),
        ({"widening": -1.0}, "widening must not be negative, but is -1"),
        ({"widening": np.inf}, "widening must be a finite number"),
        ({"widens_after": np.nan}, "widens_after must not be negative, but is nan"),
        ({"again_after": -5.0}, "again_after must not be negative"),
    ],
)
def test_fairness_that_cannot_be(wrong: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Fairness(**wrong)


@pytest.mark.parametrize("name", ["a_minute", "minutes", "spread", "every"])
@pytest.mark.parametrize("value", [0.0, -1.0, np.inf, np.nan])
def test_arrivals_that_cannot_be(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{name} must be positive"):
        Arrivals(**{name: value})
