"""The bots of Skat: parameters that say how they bid and how they play cards.

They bid by rules or by what similar hands scored (``bidding/``).  ``boldness`` is added to every
strength of a hand, in units of ln(p / (1 - p)) with p the chance to win; ``misjudgement`` is the
standard deviation of an error that is drawn for each game of each hand, and again when the skat has
been seen: both are for bidding by rules.  ``threshold`` is for bidding by neighbours: the points
that a game must promise to be bid for, 62 if not given.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.random import Generator

from evenhand.games.options import check_choice, check_flag, check_number, check_share
from evenhand.games.protocol import Bot, Row
from evenhand.games.skat.bots import monte_carlo as columns
from evenhand.games.skat.bots.play import (
    NEIGHBOURS,
    OPEN_CARDS,
    RULES,
    Bidding,
    choose_move,
)
from evenhand.rng import Stream, fork_seed

BiddingName = Literal["rules", "neighbours"]
Aim = Literal["win", "points"]
Ties = Literal["borders-then-rules", "borders", "rules", "cheapest", "lowest"]
AIMS: Final = {"win": columns.FOR_WIN, "points": columns.FOR_POINTS}
TIES: Final = {
    "lowest": columns.LOWEST,
    "cheapest": columns.CHEAPEST,
    "rules": columns.RULES,
    "borders": columns.BORDERS,
    "borders-then-rules": columns.BORDERS_THEN_RULES,
}


class SkatBot(Bot):
    """A player who bids, announces and plays cards."""

    __slots__ = ()

    def __post_init__(self) -> None:
        self.row()
        self.bidding_parameters()

    def bidding_parameters(self) -> Bidding:
        """Return how the bot bids."""
        options: Any = self
        check_choice("bidding", options.bidding, get_args(BiddingName))
        _check_finite("boldness", options.boldness)
        _check_finite("misjudgement", options.misjudgement, least=0.0)
        if options.threshold is not None:
            _check_finite("threshold", options.threshold)
        if options.bidding == "rules":
            if options.threshold is not None:
                raise ValueError("a threshold is for bidding=neighbours")
            return Bidding(RULES, options.boldness, options.misjudgement)
        if options.boldness or options.misjudgement:
            raise ValueError("boldness and misjudgement are for bidding=rules")
        threshold = np.nan if options.threshold is None else options.threshold
        return Bidding(NEIGHBOURS, threshold=threshold)

    def choose(self, state: Any, rng: Generator | Stream) -> str:
        """Return the move of the seat that has the turn.

        It depends on the seed of ``rng`` and on what the seat knows, not on earlier draws: so a bot
        bids towards the same limit each time it is asked.
        """
        seed = fork_seed(Stream.of(rng).seed, len(state.deals) - 1)
        return choose_move(self, state.deal, seed)


@dataclass(frozen=True, slots=True)
class Heuristic(SkatBot):
    """Plays by rules of thumb, and with the chance ``slip`` any legal card."""

    slip: float = 0.0
    bidding: BiddingName = "rules"
    boldness: float = 0.0
    misjudgement: float = 0.0
    threshold: float | None = None

    def row(self) -> Row:
        return _make_row(columns.BY_RULES, slip=self.slip)


@dataclass(frozen=True, slots=True)
class MonteCarlo(SkatBot):
    """Samples worlds, solves each with open cards, and plays the card that is best on average.

    ``aim`` says what to count: the worlds in which a card may ``win`` (with the points that the
    declarer needs), or the ``points`` on average, which takes ten times as long.  ``ties`` decides
    between equally good cards: ``borders`` solves half of the worlds again at the borders of
    schneider, ``rules`` follows the rules of thumb, ``cheapest`` takes the fewest points,
    ``lowest`` the lowest card of the layout.  (``borders`` alone, by which the knowledge base was
    made, ignores whether such a world was won or lost.)  With ``inference`` worlds that do not fit
    what was bid and announced are mostly drawn again.
    """

    samples: int = 10
    aim: Aim = "win"
    ties: Ties = "borders-then-rules"
    inference: bool = True
    slip: float = 0.0
    bidding: BiddingName = "rules"
    boldness: float = 0.0
    misjudgement: float = 0.0
    threshold: float | None = None

    def row(self) -> Row:
        check_number("samples", self.samples, 1, columns.MAX_SAMPLES)
        check_choice("aim", self.aim, tuple(AIMS))
        check_choice("ties", self.ties, tuple(TIES))
        check_flag("inference", self.inference)
        return _make_row(
            columns.BY_SAMPLING,
            self.samples,
            AIMS[self.aim],
            TIES[self.ties],
            int(self.inference),
            self.slip,
        )


@dataclass(frozen=True, slots=True)
class Clairvoyant(SkatBot):
    """Sees all cards, bids up to the highest game that wins, and plays as the solver does."""

    sees_all = True

    def row(self) -> Row:
        return _make_row(columns.WITH_OPEN_CARDS, samples=1, ties=columns.BORDERS_THEN_RULES)

    def bidding_parameters(self) -> Bidding:
        """Return how the bot bids."""
        return Bidding(OPEN_CARDS)


@dataclass(frozen=True, slots=True)
class Random(SkatBot):
    """Plays any legal card."""

    bidding: BiddingName = "rules"
    boldness: float = 0.0
    misjudgement: float = 0.0
    threshold: float | None = None

    def row(self) -> Row:
        return _make_row(columns.BY_RULES, slip=1.0)


BOTS: Final[Mapping[str, type[Bot]]] = {
    "heuristic": Heuristic,
    "monte-carlo": MonteCarlo,
    "clairvoyant": Clairvoyant,
    "random": Random,
}


def _make_row(
    way: int,
    samples: int = 0,
    aim: int = columns.FOR_WIN,
    ties: int = columns.RULES,
    inference: int = 0,
    slip: float = 0.0,
) -> Row:
    check_share("slip", slip)
    slips = round(slip * columns.CERTAIN)
    return np.array([way, samples, aim, ties, inference, slips], np.int64)


def _check_finite(name: str, value: object, least: float = -np.inf) -> None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not isfinite(value) or value < least:  # type: ignore[arg-type, operator]
        wanted = "a number" if least < 0 else f"a number from {least:g}"
        raise ValueError(f"{name} must be {wanted}, not {value!r}")
