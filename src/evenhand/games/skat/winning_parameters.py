"""Winning parameters (Edelkamp 2021): the chance to win a game from the declarer's hand.

The log odds of a win are a sum of weights.  The weights make::

    sum of log chances of what happened  -  w' P w / 2

as large as it gets, P being the penalty.  It has one maximum, which Newton's steps find.

Edelkamp (2021) names eight parameters for trump games, some "condensed into four groups", and
says that suit games use nine and grand seven or eight.  The borders of the groups are
not published; these are ours:

* **free suits**: 0 to 4 suits beside trumps of which there is no card;
* **skat value**: 0-6, 7-11, 12-16 and 17 or more card points put away or left in the skat;
* **bid value**: neither opponent said a value; one did, below 23; one did, 23 or more; both did;
* **position**: forehand, middlehand, rearhand;
* **trump length**: 0 to 11; in grand the jack group says it all;
* **aces and tens**: 0 to 8 beside trumps;
* **jack group**: see ``JACK_GROUPS``;
* **lost cards**: 0 to 10 tricks as ``hand_strength`` counts them.

Two are our own: **high trumps** (ace and ten of trumps, 0 to 2) in suit games, the ninth, and
the **aim**, because some games need more than 61 points: the skat was taken and 61 win; a hand
game that 61 win; schneider is needed, announced or to reach the bid; schwarz was announced.

Edelkamp (2021) estimates the chance of a suit from its cards alone and multiplies the four.  What
the records show is only whether all suits held.  The chances p of the holdings are found by
expectation maximisation: in a won game every suit held; in a lost one each suit held with

.. math:: \\frac{p_s - \\prod_t p_t}{1 - \\prod_t p_t}

and p of a holding is the mean of that over its games.  A missing suit always holds.

Most of the 256 holdings are rare.  They are pooled by their gaps: the lowest card may be the
lowest of its suit, the next the third lowest and so on without danger (7 9 J K A); what goes
beyond is a gap.  A holding starts as ``HOLDING_GAMES`` games of its pool, and a pool as
``POOL_GAMES`` games of a guess.

Suit games and grand: every group of every parameter (``parameters``) has a weight; their sum
is the log odds of a win.  Edelkamp looks the chance up in a table by all groups at once; we
have no such table, and far fewer games than one would need.  Null: a product over the four
suits, with a table for nulls played closed and one for those played ouvert.

The package has a fitted file, ``winning_parameters.json``, which says what made it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from evenhand.games.skat.batch import Games, kinds_of
from evenhand.games.skat.bidding.null import SUIT_MASK, suit_gaps
from evenhand.games.skat.contract import (
    GRAND_KIND,
    IS_HAND,
    IS_OUVERT,
    IS_SCHWARZ,
    NULL_KIND,
    SUIT_KIND,
)
from evenhand.games.skat.deck import PACK, Integers
from evenhand.games.skat.hand_strength import (
    EMPTY,
    HIGH,
    HOLDINGS,
    DeclarerHands,
    count_lost_cards,
    find_opponents_bids,
    tabulate,
)
from evenhand.games.skat.scoring import POINTS_TO_WIN, card_points_of, points_needed
from evenhand.tables import Floats

MOST_STEPS = 100
CLOSE = 1e-9  # weights that move less are found
FARTHEST = 30.0  # log odds beyond are as good as certain
LEAST = 1e-6  # no chance is nearer to 0 or 1


def chances_of(log_odds: Floats) -> Floats:
    """Return the chances that go with log odds.

    >>> chances_of(np.array([0.0, 1000.0])).tolist()
    [0.5, 0.999999]
    """
    chances: Floats = 1.0 / (1.0 + np.exp(-np.clip(log_odds, -FARTHEST, FARTHEST)))
    return np.clip(chances, LEAST, 1.0 - LEAST)


def log_odds_of(chances: Floats) -> Floats:
    """Return the log odds of chances.

    >>> log_odds_of(np.array([0.5])).tolist()
    [0.0]
    """
    inside = np.clip(chances, LEAST, 1.0 - LEAST)
    odds: Floats = np.log(inside / (1.0 - inside))
    return odds


def fit_logistic(columns: Floats, won: Floats, penalty: Floats) -> Floats:
    """Return the best weights of some columns; ``won`` is 1, 0 or a share between.

    The penalty has to hold every weight that the games do not.
    """
    weights = np.zeros(columns.shape[1])
    score = _score(columns, won, penalty, weights)
    for _ in range(MOST_STEPS):
        chance = chances_of(columns @ weights)
        slope = columns.T @ (won - chance) - penalty @ weights
        bend = (columns * (chance * (1.0 - chance))[:, None]).T @ columns + penalty
        change = np.linalg.solve(bend, slope)
        while (better := _score(columns, won, penalty, weights + change)) < score:
            if np.abs(change).max() < CLOSE:
                return weights
            change /= 2.0
        weights, score = weights + change, better
        if np.abs(change).max() < CLOSE:
            break
    return weights


def _score(columns: Floats, won: Floats, penalty: Floats, weights: Floats) -> float:
    odds = columns @ weights
    fit = won @ odds - np.logaddexp(0.0, odds).sum()
    return float(fit - 0.5 * weights @ penalty @ weights)


def encode_levels(groups: NDArray[np.int64], levels: int) -> Floats:
    """Return a column for each level: 1 where a game is in it."""
    columns: Floats = (groups[:, None] == np.arange(levels)).astype(np.float64)
    return columns


JACK_GROUPS = (
    *("-", "one without CJ", "CJ", "two without CJ", "CJ and a red one", "CJ SJ"),
    *("SJ HJ DJ", "CJ HJ DJ", "CJ SJ and a red one", "all"),
)
SKAT_BORDERS = (7, 12, 17)
HIGH_BID = 23
# By four bits C S H D: the place of each set of jacks in JACK_GROUPS.
_JACK_GROUP = np.array([0, 1, 1, 3, 1, 3, 3, 6, 2, 4, 4, 7, 5, 8, 8, 9])


@dataclass(frozen=True, slots=True)
class Situation:
    """What the parameters are read from, a row a game."""

    held: DeclarerHands
    skat: Integers  # card points
    bids: Integers  # values that the opponents bid or accepted
    position: Integers
    aim: Integers

    @classmethod
    def of(cls, games: Games, rows: Integers) -> Self:
        """Return the situations of some games, none of them passed in."""
        position, contracts = games.declarers[rows], games.contracts[rows]
        skat = games.hands[rows, 3]
        needed = points_needed(contracts, games.hands[rows, position] | skat, games.bids[rows])
        aim = np.where(needed > POINTS_TO_WIN, 2, IS_HAND[contracts].astype(np.int64))
        aim = np.where(IS_SCHWARZ[contracts], 3, aim)
        bids = find_opponents_bids(games, rows)
        return cls(DeclarerHands.of(games, rows), card_points_of(skat), bids, position, aim)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A way to put games into groups that are numbered from 0."""

    name: str
    levels: int
    group: Callable[[Situation], Any]
    ordered: bool = True

    def groups(self, situation: Situation) -> Integers:
        """Return the group of each game."""
        groups: Integers = np.asarray(self.group(situation), np.int64)
        return groups


def _bid_group(situation: Situation) -> Integers:
    spoke, highest = (situation.bids > 0).sum(axis=1), situation.bids.max(axis=1, initial=0)
    groups: Integers = np.where(spoke == 1, 1 + (highest >= HIGH_BID), np.where(spoke > 1, 3, 0))
    return groups


FREE_SUITS = Parameter("free suits", 5, lambda s: s.held.count_side(EMPTY))
SKAT_VALUE = Parameter("skat value", 4, lambda s: np.searchsorted(SKAT_BORDERS, s.skat, "right"))
BID_VALUE = Parameter("bid value", 4, _bid_group)
POSITION = Parameter("position", 3, lambda s: s.position, ordered=False)
TRUMP_LENGTH = Parameter("trump length", 12, lambda s: s.held.trump_length)
HIGH_TRUMPS = Parameter("high trumps", 3, lambda s: s.held.count_trump_suit(HIGH))
ACES_AND_TENS = Parameter("aces and tens", 9, lambda s: s.held.count_side(HIGH))
JACK_GROUP = Parameter(
    "jack group", len(JACK_GROUPS), lambda s: _JACK_GROUP[s.held.jacks], ordered=False
)
LOST_CARDS = Parameter("lost cards", 11, lambda s: count_lost_cards(s.held))
AIM = Parameter("aim", 4, lambda s: s.aim, ordered=False)

GRAND_PARAMETERS = (
    *(FREE_SUITS, SKAT_VALUE, BID_VALUE, POSITION, ACES_AND_TENS, JACK_GROUP, LOST_CARDS, AIM),
)
SUIT_PARAMETERS = (*GRAND_PARAMETERS, TRUMP_LENGTH, HIGH_TRUMPS)

HOLDING_GAMES, POOL_GAMES = 5.0, 5.0
MOST_GAPS = 10
NO_GAP, PER_GAP = 0.97, 0.8  # the guess: the chance without a gap, and what each gap leaves of it
MOST_ROUNDS = 2000
CLOSE_ENOUGH = 1e-7


def count_suit_gaps(ranks: str) -> int:
    """Return how far the cards of a suit lie above the lowest safe places.

    >>> [count_suit_gaps(ranks) for ranks in ("79JK", "8", "7A", "A")]
    [0, 1, 5, 7]
    """
    held = sum(1 << PACK.ranks.index(rank) for rank in ranks)
    return min(suit_gaps(held, SUIT_MASK ^ held, 0), MOST_GAPS)


_POOL = tabulate(count_suit_gaps)
_GUESS = NO_GAP * PER_GAP ** np.arange(MOST_GAPS + 1)


def find_null_chances(holdings: Integers, table: Floats) -> Floats:
    """Return the chances of nulls from the holdings of four suits (games x 4) and their table."""
    chances: Floats = table[holdings].prod(axis=1)
    return chances


def fit_holdings(holdings: Integers, won: NDArray[np.bool_]) -> Floats:
    """Return the chance of each of the 256 holdings, from nulls that were won and lost."""
    games = np.bincount(holdings.ravel(), minlength=HOLDINGS).astype(np.float64)
    table = smooth_holdings(np.zeros(HOLDINGS), np.zeros(HOLDINGS))
    for _ in range(MOST_ROUNDS):
        chance = table[holdings]
        product = chance.prod(axis=1, keepdims=True)
        held = np.where(won[:, None], 1.0, (chance - product) / (1.0 - product))
        times = np.bincount(holdings.ravel(), held.ravel(), HOLDINGS).astype(np.float64)
        better = smooth_holdings(times, games)
        moved, table = np.abs(better - table).max(), better
        if moved < CLOSE_ENOUGH:
            break
    return table


def smooth_holdings(held: Floats, games: Floats) -> Floats:
    """Return chances from how often a holding held in how many games, helped by its pool."""
    pool_held = np.bincount(_POOL[1:], held[1:], MOST_GAPS + 1)
    pool_games = np.bincount(_POOL[1:], games[1:], MOST_GAPS + 1)
    pool = (pool_held + POOL_GAMES * _GUESS) / (pool_games + POOL_GAMES)
    table: Floats = (held + HOLDING_GAMES * pool[_POOL]) / (games + HOLDING_GAMES)
    table[0] = 1.0
    return table


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
        """Return the chances of some games."""
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
        """Return the chances to win; NaN for deals that were passed in."""
        chances, kinds = np.full(len(games), np.nan), kinds_of(games)
        for kind, weights, parameters in (
            (SUIT_KIND, self.suit, SUIT_PARAMETERS),
            (GRAND_KIND, self.grand, GRAND_PARAMETERS),
        ):
            rows = np.flatnonzero(kinds == kind)
            chances[rows] = weights.chances(parameters, Situation.of(games, rows))
        for table, rows in zip((self.null, self.null_ouvert), _find_nulls(games), strict=True):
            chances[rows] = find_null_chances(DeclarerHands.of(games, rows).suits, np.array(table))
        inside: Floats = np.clip(chances, LEAST, 1.0 - LEAST)
        return inside


def _find_nulls(games: Games) -> tuple[Integers, Integers]:
    """Return the rows of the nulls, closed and ouvert."""
    null, ouvert = kinds_of(games) >= NULL_KIND, IS_OUVERT[games.contracts]
    return np.flatnonzero(null & ~ouvert), np.flatnonzero(null & ouvert)


def fit(games: Games, made_by: str = "") -> WinningParameters:
    """Fit the chances to games; ``made_by`` says where they came from."""
    kinds = kinds_of(games)
    suit = _fit_weights(games, np.flatnonzero(kinds == SUIT_KIND), SUIT_PARAMETERS)
    grand = _fit_weights(games, np.flatnonzero(kinds == GRAND_KIND), GRAND_PARAMETERS)
    null, null_ouvert = (
        _round(fit_holdings(DeclarerHands.of(games, rows).suits, games.won[rows]))
        for rows in _find_nulls(games)
    )
    return WinningParameters(suit, grand, null, null_ouvert, made_by)


def _fit_weights(games: Games, rows: Integers, parameters: Sequence[Parameter]) -> Weights:
    situation = Situation.of(games, rows)
    columns = [np.ones((len(rows), 1))]
    columns += [encode_levels(p.groups(situation), p.levels) for p in parameters]
    ends = np.cumsum([part.shape[1] for part in columns])
    penalty = SOME_PENALTY * np.eye(ends[-1])
    for parameter, end in zip(parameters, ends[1:], strict=True):
        place = slice(end - parameter.levels, end)
        penalty[place, place] += penalize_levels(parameter)
    won = games.won[rows].astype(np.float64)
    start, *levels = np.split(fit_logistic(np.hstack(columns), won, penalty), ends[:-1])
    return Weights(_round(start)[0], tuple(_round(weights) for weights in levels))


def penalize_levels(parameter: Parameter) -> Floats:
    """Return the penalty on the levels of a parameter.

    Where they are in order neighbours are pulled together, so that a level that never
    happened gets what its neighbours have; elsewhere all are pulled towards 0.
    """
    if not parameter.ordered:
        return LEVEL_PENALTY * np.eye(parameter.levels)
    steps = np.diff(np.eye(parameter.levels), axis=0)
    penalty: Floats = STEP_PENALTY * steps.T @ steps
    return penalty


def _round(numbers: Floats) -> tuple[float, ...]:
    return tuple(np.round(numbers, DIGITS).tolist())


def read_winning_parameters(path: Path) -> WinningParameters:
    """Read a file of winning parameters."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        suit, grand = (
            _read_weights(content[key], parameters)
            for key, parameters in (("suit", SUIT_PARAMETERS), ("grand", GRAND_PARAMETERS))
        )
        null, ouvert = (_read_floats(content[key], HOLDINGS) for key in ("null", "null ouvert"))
        return WinningParameters(suit, grand, null, ouvert, str(content["made_by"]))
    except (KeyError, TypeError, ValueError) as problem:
        raise ValueError(f"{path.name} holds no winning parameters: {problem}") from None


def _read_weights(content: Mapping[str, Any], parameters: Sequence[Parameter]) -> Weights:
    levels = tuple(_read_floats(content[p.name], p.levels) for p in parameters)
    return Weights(float(content["start"]), levels)


def _read_floats(numbers: Sequence[Any], count: int) -> tuple[float, ...]:
    if len(numbers) != count:
        raise ValueError(f"{len(numbers)} numbers instead of {count}")
    return tuple(float(number) for number in numbers)


@cache
def load_winning_parameters() -> WinningParameters:
    """Return the winning parameters that come with the package."""
    return read_winning_parameters(FILE)
