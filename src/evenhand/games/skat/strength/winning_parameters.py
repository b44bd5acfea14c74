"""The chance to win by Edelkamp's winning parameters, learnt from games.

Suit games and grand: every group of every parameter (``parameters``) has a weight; their sum
is the log odds of a win.  Edelkamp looks the chance up in a table by all groups at once; we
have no such table, and far fewer games than one would need.  Null: a product over the four
suits (``noisy_and``), with a table for nulls played closed and one for those played ouvert.

The package has a fitted file, ``winning_parameters.json``, which says what made it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from evenhand.files import atomic_write
from evenhand.games.skat.kinds import GRAND_KIND, NULL_KIND, SUIT_KIND, kinds_of
from evenhand.games.skat.many_games import IS_OUVERT, Games
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.strength.hand_strength import Floats
from evenhand.games.skat.strength.holdings import HOLDINGS, Held
from evenhand.games.skat.strength.logistic import (
    LEAST,
    chances_of,
    fit_logistic,
    one_column_a_level,
)
from evenhand.games.skat.strength.noisy_and import chances_to_win, fit_holdings
from evenhand.games.skat.strength.parameters import (
    GRAND_PARAMETERS,
    SUIT_PARAMETERS,
    Parameter,
    Situation,
)

STEP_PENALTY = 2.0  # of steps from a level to the next, where levels are in order
LEVEL_PENALTY = 0.5  # of weights where they are not
SOME_PENALTY = 0.01  # of all weights, so that there is one best answer
DIGITS = 6  # of what is saved
FILE = Path(__file__).with_name("winning_parameters.json")


@dataclass(frozen=True, slots=True)
class Weights:
    """Log odds of a win: where they start, and what each group of a parameter adds."""

    start: float
    levels: tuple[tuple[float, ...], ...]  # in the order of the parameters

    def chances(self, parameters: Sequence[Parameter], situation: Situation) -> Floats:
        """The chances of some games."""
        odds = np.full(len(situation.skat), self.start)
        for parameter, weights in zip(parameters, self.levels, strict=True):
            odds += np.array(weights)[parameter.groups(situation)]
        return chances_of(odds)


@dataclass(frozen=True, slots=True)
class WinningParameters:
    """Fitted chances to win."""

    suit: Weights
    grand: Weights
    null: tuple[float, ...]  # the chance of each of the 256 holdings of a suit
    null_ouvert: tuple[float, ...]
    made_by: str = ""

    name: ClassVar[str] = "winning parameters"
    is_chance: ClassVar[bool] = True

    def strength(self, games: Games) -> Floats:
        """The chances to win; NaN for deals that were passed in."""
        chances, kinds = np.full(len(games), np.nan), kinds_of(games)
        for kind, weights, parameters in (
            (SUIT_KIND, self.suit, SUIT_PARAMETERS),
            (GRAND_KIND, self.grand, GRAND_PARAMETERS),
        ):
            rows = np.flatnonzero(kinds == kind)
            chances[rows] = weights.chances(parameters, Situation.of(games, rows))
        for table, rows in zip((self.null, self.null_ouvert), _nulls(games), strict=True):
            chances[rows] = chances_to_win(Held.of(games, rows).suits, np.array(table))
        inside: Floats = np.clip(chances, LEAST, 1.0 - LEAST)
        return inside


def _nulls(games: Games) -> tuple[Integers, Integers]:
    """The rows of the nulls, closed and ouvert."""
    null, ouvert = kinds_of(games) >= NULL_KIND, IS_OUVERT[games.contracts]
    return np.flatnonzero(null & ~ouvert), np.flatnonzero(null & ouvert)


def fit(games: Games, made_by: str = "") -> WinningParameters:
    """Learn the chances from games; ``made_by`` says where they came from."""
    kinds = kinds_of(games)
    suit = _fit_weights(games, np.flatnonzero(kinds == SUIT_KIND), SUIT_PARAMETERS)
    grand = _fit_weights(games, np.flatnonzero(kinds == GRAND_KIND), GRAND_PARAMETERS)
    null, null_ouvert = (
        _rounded(fit_holdings(Held.of(games, rows).suits, games.won[rows]))
        for rows in _nulls(games)
    )
    return WinningParameters(suit, grand, null, null_ouvert, made_by)


def _fit_weights(games: Games, rows: Integers, parameters: Sequence[Parameter]) -> Weights:
    situation = Situation.of(games, rows)
    columns = [np.ones((len(rows), 1))]
    columns += [one_column_a_level(p.groups(situation), p.levels) for p in parameters]
    ends = np.cumsum([part.shape[1] for part in columns])
    penalty = SOME_PENALTY * np.eye(ends[-1])
    for parameter, end in zip(parameters, ends[1:], strict=True):
        place = slice(end - parameter.levels, end)
        penalty[place, place] += level_penalty(parameter)
    won = games.won[rows].astype(np.float64)
    start, *levels = np.split(fit_logistic(np.hstack(columns), won, penalty), ends[:-1])
    return Weights(_rounded(start)[0], tuple(_rounded(weights) for weights in levels))


def level_penalty(parameter: Parameter) -> Floats:
    """The penalty on the levels of a parameter.

    Where they are in order neighbours are pulled together, so that a level that never
    happened gets what its neighbours have; elsewhere all are pulled towards 0.
    """
    if not parameter.ordered:
        return LEVEL_PENALTY * np.eye(parameter.levels)
    steps = np.diff(np.eye(parameter.levels), axis=0)
    penalty: Floats = STEP_PENALTY * steps.T @ steps
    return penalty


def _rounded(numbers: Floats) -> tuple[float, ...]:
    return tuple(np.round(numbers, DIGITS).tolist())


def save(parameters: WinningParameters, path: Path) -> None:
    """Write a file that ``load`` reads; it appears whole or not at all."""
    content = {
        "made_by": parameters.made_by,
        "suit": _named(parameters.suit, SUIT_PARAMETERS),
        "grand": _named(parameters.grand, GRAND_PARAMETERS),
        "null": parameters.null,
        "null ouvert": parameters.null_ouvert,
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    atomic_write(path, lambda draft: draft.write_text(text, encoding="utf-8"))


def _named(weights: Weights, parameters: Sequence[Parameter]) -> dict[str, Any]:
    names = [parameter.name for parameter in parameters]
    return {"start": weights.start, **dict(zip(names, weights.levels, strict=True))}


def load(path: Path) -> WinningParameters:
    """Read what ``save`` wrote."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        suit, grand = (
            _weights(content[key], parameters)
            for key, parameters in (("suit", SUIT_PARAMETERS), ("grand", GRAND_PARAMETERS))
        )
        null, ouvert = (_floats(content[key], HOLDINGS) for key in ("null", "null ouvert"))
        return WinningParameters(suit, grand, null, ouvert, str(content["made_by"]))
    except (KeyError, TypeError, ValueError) as problem:
        raise ValueError(f"{path.name} holds no winning parameters: {problem}") from None


def _weights(content: Mapping[str, Any], parameters: Sequence[Parameter]) -> Weights:
    levels = tuple(_floats(content[p.name], p.levels) for p in parameters)
    return Weights(float(content["start"]), levels)


def _floats(numbers: Sequence[Any], count: int) -> tuple[float, ...]:
    if len(numbers) != count:
        raise ValueError(f"{len(numbers)} numbers instead of {count}")
    return tuple(float(number) for number in numbers)


@cache
def fitted() -> WinningParameters:
    """The winning parameters that come with the package."""
    return load(FILE)
