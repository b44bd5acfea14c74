"""How strong a declarer's hand is: four systems, one interface, and how well each predicts.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.games.skat.kinds import KINDS, kinds_of
    from evenhand.games.skat.strength.calibrated import Calibrated
    from evenhand.games.skat.strength.calibration import calibration_table, compare
    from evenhand.games.skat.strength.hand_strength import HandStrength
    from evenhand.games.skat.strength.kinback import KinbackReconstruction
    from evenhand.games.skat.strength.knn_value import KnnValue
    from evenhand.games.skat.strength.von_stegen import VonStegen
    from evenhand.games.skat.strength.winning_parameters import WinningParameters, fit, fitted

__all__ = [
    "KINDS",
    "Calibrated",
    "HandStrength",
    "KinbackReconstruction",
    "KnnValue",
    "VonStegen",
    "WinningParameters",
    "calibration_table",
    "compare",
    "fit",
    "fitted",
    "kinds_of",
]


__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "evenhand.games.skat.strength.calibrated": ["Calibrated"],
        "evenhand.games.skat.strength.calibration": ["calibration_table", "compare"],
        "evenhand.games.skat.kinds": ["KINDS", "kinds_of"],
        "evenhand.games.skat.strength.hand_strength": ["HandStrength"],
        "evenhand.games.skat.strength.kinback": ["KinbackReconstruction"],
        "evenhand.games.skat.strength.knn_value": ["KnnValue"],
        "evenhand.games.skat.strength.von_stegen": ["VonStegen"],
        "evenhand.games.skat.strength.winning_parameters": ["WinningParameters", "fit", "fitted"],
    },
)
