"""The luck of the deal: what the cards promise each seat before the auction, more than usual.

``luck_of_deals(deals, kind)`` is all that others need: (deals, 4) cards to (deals, 3) points.

A hand goes up to the value of a game with the chance 1 / (1 + exp(-(s - least) / scale)), where s
is its strength before the skat and ``least`` the strength from which the game is bid; so bidders
need not agree.  The games of a hand count as independent.  From the chances of all values follow
those of the auction: of equal limits forehand's is the stronger, then middlehand's.

The game of a seat is the one that promises most with the two cards of the skat.  How evenly the
other cards are split between its two opponents matters too: trumps, side suits, and suits in
which an opponent is void where the seat has the ace.

Seat i declares with the chance q_i and wins with the chance p_i its best game, of value v_i::

    V_i = q_i (p_i (v_i + 50) - (1 - p_i) (2 v_i + 50)) + 40 * sum over the others of q_j (1 - p_j)

The log odds of p_i are a line in the strength of the twelve cards and in how unevenly the
opponents hold the others, with a start for each seat, fitted for suit games, grand and null.

Every deal is played a number of times.  In its first game all deals meet the same errors of
judgement and the same slips, in the second game others, and so on: so the mean is a function
of the deal alone, whichever other deals are played with it.  The errors of the second half
are those of the first with the other sign.

V is a weighted sum of the value of the deal by its hands (``PriorValue``) and of its value when
played out (``PlayoutValue``).  It knows all 32 cards and nothing of what the players then do.  The
luck of a seat is V less its mean over all deals, which is known from random deals with a small
error; so luck is 0 on average whoever plays, however good V is.

The package has a fitted file, ``deal_value.json``, which says what made it: ``full`` values, the
luck kind "deal", and ``quick`` ones, which are not played out.

The deal is all that chance does in Skat.  Deals that were passed in count: whether a deal is
passed in is up to the players, and luck is 0 on average over all deals, not over those that
somebody plays.

The recipe skat/deal_value of the lab fits the file.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.random import default_rng

from evenhand.compiled import bit_count, formula, kernel, step
from evenhand.games.cards import Masks
from evenhand.games.options import check_choice
from evenhand.games.skat.auction import LOWEST, VALUES
from evenhand.games.skat.batch import Games, SeriesGames, seat_points
from evenhand.games.skat.bidding.rules import LEAST, LEAST_OF_HAND, rule_announcements, rule_limits
from evenhand.games.skat.bidding.strength import (
    ACE,
    BEFORE,
    FORMS,
    GAME,
    GRAND_PLACE,
    HAND,
    NOTHING,
    NULL_OUVERT,
    NULL_PLACE,
    SKAT,
    SUITS,
    best_discards,
    form_strength,
    form_value,
    hand_strength,
    open_strength,
    promise,
)
from evenhand.games.skat.bots.bots import Heuristic
from evenhand.games.skat.bots.play import hold_auctions, play_cards
from evenhand.games.skat.contract import GAMES, Contract
from evenhand.games.skat.deck import (
    FOREHAND,
    MIDDLEHAND,
    PACK,
    REARHAND,
    SEATS,
    SIZES,
    Integers,
)
from evenhand.games.skat.scoring import DEFENCE_BONUS, GAME_BONUS
from evenhand.games.skat.solver.layout import EIGHT
from evenhand.games.skat.winning_parameters import chances_of
from evenhand.parallel import map_blocks
from evenhand.rng import draw_seeds
from evenhand.tables import Floats

SPLITS = 3
TRUMPS = np.array([Contract(GAMES[game]).trumps for game in GAME], np.int64)
"""The trumps of each form, in the order of the pack; none in null."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What each seat of each deal may expect: arrays (deals, 3)."""

    declares: Floats  # the chance to win the auction
    forms: Integers  # the best game with the skat, as in ``bidding/strength``
    strengths: Integers  # for that game, a hundred times the log odds of bidders by rules
    values: Integers  # its least value
    splits: Integers  # (deals, 3, 3) see ``count_splits``


def find_prospects(deals: Masks, scale: float) -> Prospects:
    """Return the prospects of deals; the larger the scale, the less bidders agree."""
    deals = np.ascontiguousarray(deals, np.int64)
    declares = np.zeros((len(deals), SEATS))
    games = np.empty((len(deals), SEATS, 3), np.int64)
    splits = np.empty((len(deals), SEATS, SPLITS), np.int64)
    _find_prospects(deals, scale, declares, games, splits)
    return Prospects(declares, games[:, :, 0], games[:, :, 1], games[:, :, 2], splits)


@formula
def reach(strong: int, least: int, scale: float) -> float:
    """Return the probability that a bidder thinks a hand strong enough.

    >>> reach(40, 40, 35.0)
    0.5
    """
    return 1.0 / (1.0 + math.exp((least - strong) / scale))


@formula
def best_game(twelve: int) -> tuple[int, int, int]:
    """Return the form that promises most with twelve cards, its strength and its value."""
    best, strength, most_value, most, strong = 0, 0, 0, NOTHING, 0
    for form in range(FORMS):
        if form != NULL_OUVERT:  # which comes after null and has its cards
            _, strong = best_discards(twelve, GAME[form])
        shown, value = open_strength(strong, form), form_value(twelve, form, SKAT)
        hoped = promise(shown, value, form, LOWEST)
        if hoped > most:
            best, strength, most_value, most = form, shown, value, hoped
    return best, strength, most_value


@formula
def count_splits(twelve: int, left: int, right: int, form: int) -> tuple[int, int, int]:
    """Return how unevenly the opponents of a seat hold what it has not.

    By how many cards their trumps differ; in how many side suits whose ace the seat has one of
    them is void; by how many cards their side suits differ, added up.
    """
    trumps = TRUMPS[form]
    by_trumps = abs(bit_count(left & trumps) - bit_count(right & trumps))
    voids, by_suits = 0, 0
    for suit in range(SUITS):
        side = EIGHT << 8 * suit & ~trumps
        if suit != form:
            first, second = bit_count(left & side), bit_count(right & side)
            by_suits += abs(first - second)
            if form < NULL_PLACE and twelve >> 8 * suit + ACE & 1 and min(first, second) == 0:
                voids += 1
    return by_trumps, voids, by_suits


@kernel(python_up_to=20)
def _find_prospects(
    deals: Masks, scale: float, declares: Floats, games: Integers, splits: Integers
) -> None:
    """Find the chances to declare, and the best games, of many deals."""
    below = np.empty((SEATS, len(VALUES) + 1))
    for row in range(len(deals)):
        below[:] = 1.0
        for seat in range(SEATS):
            hand = deals[row, seat]
            _write_below(hand, scale, below[seat])
            left, right = deals[row, (seat + 1) % SEATS], deals[row, (seat + 2) % SEATS]
            twelve = hand | deals[row, 3]
            form, strong, value = best_game(twelve)
            games[row, seat, 0], games[row, seat, 1], games[row, seat, 2] = form, strong, value
            trumps, voids, suits = count_splits(twelve, left, right, form)
            splits[row, seat, 0], splits[row, seat, 1], splits[row, seat, 2] = trumps, voids, suits
        _auction(below, declares[row])


@step
def _write_below(hand: int, scale: float, below: Floats) -> None:
    """Find the chances that the limit of a hand is below each bid."""
    for form in range(FORMS):
        value, more = form_value(hand, form, SKAT), form_value(hand, form, HAND)
        far = reach(hand_strength(hand, form), LEAST_OF_HAND, scale)
        near = max(far, reach(form_strength(hand, form, BEFORE), LEAST[form], scale))
        for bid in range(len(VALUES)):
            if VALUES[bid] > more:
                break
            below[bid] *= 1.0 - (near if VALUES[bid] <= value else far)


@step
def _auction(below: Floats, declares: Floats) -> None:
    """Add up the chances to win the auction over the limits of the winner."""
    for bid in range(len(VALUES)):
        fore, middle, rear = below[FOREHAND, bid], below[MIDDLEHAND, bid], below[REARHAND, bid]
        fore_next, middle_next = below[FOREHAND, bid + 1], below[MIDDLEHAND, bid + 1]
        rear_next = below[REARHAND, bid + 1]
        declares[FOREHAND] += (fore_next - fore) * middle_next * rear_next
        declares[MIDDLEHAND] += fore * (middle_next - middle) * rear_next
        declares[REARHAND] += fore * middle * (rear_next - rear)


KINDS = ("suit", "grand", "null")
COLUMNS = SEATS + 1 + SPLITS
"""Numbers of a line: a start for each seat, and slopes for the strength and for each split."""
UNIT = 100.0  # strengths are hundredths
SCALE = 35.0
"""Where the chances to declare predict the declarers of simulated players best."""


@dataclass(frozen=True, slots=True)
class PriorValue:
    """The value of deals by the strengths of their hands."""

    lines: tuple[tuple[float, ...], ...]  # for each of KINDS
    scale: float = SCALE

    def chances(self, seen: Prospects) -> Floats:
        """Return the chance of each seat to win its best game."""
        columns = make_columns(seen)
        return chances_of(columns @ np.concatenate([np.array(line) for line in self.lines]))

    def values(self, deals: Masks) -> Floats:
        """Return the points that each seat may expect of each deal."""
        seen = find_prospects(deals, self.scale)
        chances, values = self.chances(seen), seen.values
        won, lost = values + GAME_BONUS, 2 * values + GAME_BONUS
        own: Floats = seen.declares * (chances * won - (1.0 - chances) * lost)
        given = DEFENCE_BONUS[SEATS] * seen.declares * (1.0 - chances)
        others: Floats = given.sum(axis=1, keepdims=True) - given
        return own + others


def make_columns(seen: Prospects) -> Floats:
    """Return what the lines multiply, (deals, 3, columns of all kinds)."""
    kinds, strengths = find_kinds(seen.forms), seen.strengths / UNIT
    seats = np.broadcast_to(np.eye(SEATS), (*kinds.shape, SEATS))
    columns = np.concatenate([seats, strengths[:, :, None], seen.splits], axis=2)
    parts = [columns * (kinds == kind)[:, :, None] for kind in range(len(KINDS))]
    return np.concatenate(parts, axis=2)


def split_lines(weights: Sequence[float]) -> tuple[tuple[float, ...], ...]:
    """Return fitted weights as a line for each kind of game."""
    starts = range(0, len(KINDS) * COLUMNS, COLUMNS)
    return tuple(tuple(map(float, weights[at : at + COLUMNS])) for at in starts)


def find_kinds(forms: Integers) -> Integers:
    """Return the places in ``KINDS`` of forms of games.

    >>> find_kinds(np.array([0, 3, 4, 5, 6])).tolist()
    [0, 0, 1, 2, 2]
    """
    return np.where(forms < GRAND_PLACE, 0, np.where(forms == GRAND_PLACE, 1, 2))


SEED = 36


@dataclass(frozen=True, slots=True)
class PlayoutValue:
    """The value of deals that are played out a number of times."""

    games: int = 32
    misjudgement: float = 0.5  # as of the bots
    temper: float = 0.3  # how much boldness differs
    slip: float = 0.1

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise ValueError(f"deals are played out 2, 4, 6, ... times, not {self.games} times")

    def values(self, deals: Masks) -> Floats:
        """Return the mean points of each seat in each deal."""
        total = np.zeros((len(deals), SEATS))
        errors, drawn = self._errors(), draw_seeds(default_rng(SEED), self.games)
        for number in range(self.games):
            total += seat_points(self._play(deals, errors[number], int(drawn[number])))
        return total / self.games

    def _errors(self) -> Floats:
        """Return the error of each seat about each game, for each time a deal is played."""
        rng = default_rng(SEED)
        half = self.games // 2
        tempers = self.temper * rng.standard_normal((half, SEATS, 1))
        errors = tempers + self.misjudgement * rng.standard_normal((half, SEATS, len(GAMES)))
        return np.concatenate([errors, -errors])

    def _play(self, deals: Masks, errors: Floats, seed: int) -> Games:
        bold = np.zeros(len(deals))
        noise = np.broadcast_to(errors[:, None, :], (SEATS, len(deals), len(GAMES)))
        limits = [rule_limits(deals[:, seat], bold, noise[seat]) for seat in range(SEATS)]

        def find(rows: Integers, seats: Integers, bids: Integers) -> tuple[Integers, Masks]:
            cards = deals[rows, seats], deals[rows, 3]
            made = rule_announcements(*cards, bids, bold[rows], errors[seats])
            return made.contracts, made.skats

        announced = hold_auctions(deals, np.stack(limits, axis=1), find)
        return play_cards(announced, [Heuristic(self.slip)], np.full(len(deals), seed))


FILE = "deal_value.json"
LUCK_KINDS = ("quick", "deal")
DIGITS = 6  # of what is saved
BLOCK = 1024  # deals that are valued in one go


@dataclass(frozen=True, slots=True)
class DealValue:
    """Fitted values of deals."""

    prior: PriorValue
    playout: PlayoutValue | None  # None if deals are not played out
    weights: tuple[float, float]  # of the prior and of the playout value
    expected: tuple[float, ...]  # the mean of each seat over all deals
    errors: tuple[float, ...]  # the standard errors of these

    def values(self, deals: Masks, *, workers: int | None = None) -> Floats:
        """Return the points that each seat may expect of each deal, (deals, 3)."""
        deals = check_deals(deals)
        if workers == 1:
            parts = [self._block(block) for block in _blocks(deals)]
        else:
            parts = list(map_blocks(self._block, _blocks(deals), workers=workers))
        return np.concatenate(parts) if parts else np.zeros((0, SEATS))

    def luck(self, deals: Masks, *, workers: int | None = None) -> Floats:
        """Return by how much each deal is better than usual for each seat, (deals, 3)."""
        luck: Floats = self.values(deals, workers=workers) - np.array(self.expected)
        return luck

    def _block(self, deals: Masks) -> Floats:
        prior, playout = self.weights
        values = prior * self.prior.values(deals)
        return values if self.playout is None else values + playout * self.playout.values(deals)


def check_deals(deals: Masks) -> Masks:
    """Return deals as rows of three hands and the skat; raise an error if a card is missing."""
    deals = np.ascontiguousarray(deals, np.int64)
    if deals.ndim != 2 or deals.shape[1] != len(SIZES):
        raise ValueError(f"a deal has three hands and a skat, not the shape {deals.shape}")
    full_deals = (np.bitwise_or.reduce(deals, axis=1) == PACK.full) & (
        np.bitwise_count(deals) == SIZES
    ).all(axis=1)
    if not full_deals.all():
        raise ValueError(f"deal {int(full_deals.argmin()) + 1} is no deal of all cards")
    return deals


def _blocks(deals: Masks) -> Iterator[Masks]:
    for start in range(0, len(deals), BLOCK):
        yield deals[start : start + BLOCK]


def load(text: str) -> dict[str, DealValue]:
    """Read the text of a file of values."""
    try:
        content = json.loads(text)
        return {name: _read(content[name]) for name in ("full", "quick")}
    except (AttributeError, KeyError, TypeError, ValueError) as problem:
        raise ValueError(f"no values of deals: {problem}") from None


def _read(content: Mapping[str, Any]) -> DealValue:
    lines = tuple(_floats(content[kind], COLUMNS) for kind in KINDS)
    played = content["played_out"]
    prior_weight, playout_weight = _floats(content["weights"], 2)
    return DealValue(
        PriorValue(lines, float(content["scale"])),
        None if played is None else PlayoutValue(**played),
        (prior_weight, playout_weight),
        _floats(content["expected"], SEATS),
        _floats(content["errors"], SEATS),
    )


def _floats(numbers: Sequence[Any], count: int) -> tuple[float, ...]:
    if len(numbers) != count:
        raise ValueError(f"{len(numbers)} numbers instead of {count}")
    return tuple(float(number) for number in numbers)


@cache
def _shipped() -> dict[str, DealValue]:
    return load(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))


def full() -> DealValue:
    """Return the best values: by the hands and played out."""
    return _shipped()["full"]


def quick() -> DealValue:
    """Return values by the hands alone, ten times as fast."""
    return _shipped()["quick"]


def find_deal_value(kind: str) -> DealValue:
    """Return the value function of a kind of luck: "deal" for ``full``, "quick" for ``quick``."""
    check_choice("luck", kind, LUCK_KINDS)
    return full() if kind == "deal" else quick()


def luck_of_deals(deals: Masks, kind: str = "deal", *, workers: int | None = None) -> Floats:
    """Return the luck of each seat in each deal in Seeger-Fabian points, (deals, 3).

    Deals have a row each: the hands of forehand, middlehand and rearhand, and the skat.  ``kind``
    is "deal", or "quick" for values by the hands alone, ten times as fast.
    """
    return find_deal_value(kind).luck(deals, workers=workers)


def luck_of_series(
    series: SeriesGames, kind: str = "deal", *, workers: int | None = None
) -> Floats:
    """Return the luck of each player in each series, (series, 3) in the order of ``seats``.

    It is the sum over the deals of the series, of which none may be left out.
    """
    return add_by_player(series, luck_of_deals(series.games.deals, kind, workers=workers))


def add_by_player(series: SeriesGames, by_seat: Floats) -> Floats:
    """Add up what the seats of each game have, (games, 3), for the players of each series."""
    place = SEATS * series.series[:, None] + series.sitting
    count = SEATS * len(series.seats)
    sums = np.bincount(place.ravel(), by_seat.ravel(), count).astype(np.float64)
    return sums.reshape(len(series.seats), SEATS)
