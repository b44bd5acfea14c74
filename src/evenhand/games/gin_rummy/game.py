"""Gin Rummy as one of the games: its bots, rules and luck, and many games at once.

The score of a seat is its points.  Further details of each game:

===============  =========================================================================
``winner``       the seat that has won, counted from 1; 0 in a draw
``moves``        how many moves were made
``void``         how many deals were void
``knocks``       how many deals each seat ended by knocking, undercut or not
``gins``         how many deals each seat ended by gin, big or not
``undercuts``    how often each seat undercut the other
``luck_...``     with ``all`` the parts: of the ``deal`` and of the ``draws``
===============  =========================================================================
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from evenhand.games.cards import Masks
from evenhand.games.gin_rummy.bots import BOTS, Careful
from evenhand.games.gin_rummy.luck import find_events, measure_deals, measure_draws
from evenhand.games.gin_rummy.policy import (
    BOT_STREAMS,
    ENDED_BY,
    KNOCKED_BY,
    WON_BY,
    WON_POINTS,
    Log,
    play_log,
)
from evenhand.games.gin_rummy.state import SEATS, State
from evenhand.games.gin_rummy.table import BIG_GIN, GIN, KNOCKED, UNDERCUT, VOID, Rules as GinRules
from evenhand.games.options import check_luck, check_seats
from evenhand.games.protocol import (
    Bot,
    ChanceEvent,
    LuckKind,
    Reader,
    SimulatedGames,
    Unit,
    find_winners,
)
from evenhand.rng import Seeds, Stream, check_seed, fork_seed
from evenhand.tables import Floats, Indices


@dataclass(frozen=True, slots=True)
class GinRummy:
    """Gin Rummy for two, in games of one deal or several."""

    name: ClassVar[str] = "gin_rummy"
    title: ClassVar[str] = "Gin Rummy"
    unit: ClassVar[Unit] = Unit("game", "games")
    seats: ClassVar[range] = range(SEATS, SEATS + 1)
    Rules: ClassVar[type[GinRules]] = GinRules
    bots: ClassVar[Mapping[str, type[Bot]]] = BOTS
    luck_kinds: ClassVar[Mapping[str, LuckKind]] = {
        "none": LuckKind("not measured"),
        "deal": LuckKind("of the deals, in shares of a win"),
        "all": LuckKind("of the deals and every card from the stock, in shares of a win"),
    }
    readers: ClassVar[tuple[Reader, ...]] = ()
    ladder: ClassVar[Mapping[str, object]] = {"system": "glicko-2", "max_players": SEATS}

    def start(self, rules: GinRules, seats: int, seed: int) -> State:
        """Return the game of a seed before its first move."""
        check_seats(self, seats)
        return State.start(rules, seed)

    def streams(self, seed: int, seats: int) -> Sequence[Stream]:
        """Return the random numbers that each seat's bot takes in the game of a seed."""
        check_seed(seed)
        return [Stream(fork_seed(seed, seat)) for seat in range(BOT_STREAMS)]

    def simulate(
        self,
        bots: Sequence[Bot],
        seats: Indices,
        seeds: Seeds,
        rules: GinRules,
        luck: str = "none",
    ) -> SimulatedGames:
        """Play a game for each seed, and measure its luck if asked to."""
        check_luck(self, luck)
        log = play_log(np.stack([bot.row() for bot in bots]), seats, seeds, rules)
        score = _score(log)
        details = {"winner": find_winners(score), "moves": log.moves.sum(axis=1), **_count(log)}
        if luck == "none":
            return SimulatedGames(score, None, details)
        total = measure_deals(log, rules).sum(axis=1)
        if luck == "all":
            draws = measure_draws(bots, seats, log, rules)[0].sum(axis=1)
            details |= {"luck_deal": _mirror(total), "luck_draws": _mirror(draws)}
            total = total + draws
        return SimulatedGames(score, _mirror(total), details)

    def luck_of(self, state: State, bots: Sequence[Bot | None], luck: str) -> list[ChanceEvent]:
        """Return the events of chance in a game that is over, also in a game of people.

        Bots that are None are players who are not known.
        """
        check_luck(self, luck)
        return [] if luck == "none" else find_events(state, bots, luck)

    def warm(self) -> Iterator[str]:
        """Compile all that the game runs."""
        bots, seats = (Careful(), Careful()), np.array([[0, 1]], np.int32)
        rows, seeds, rules = np.stack([bot.row() for bot in bots]), np.ones(1, np.int64), GinRules()
        yield "Games of Gin Rummy"
        log = play_log(rows, seats, seeds, rules)
        yield "Luck of Gin Rummy: deals"
        measure_deals(log, rules)
        yield "Luck of Gin Rummy: draws"
        measure_draws(bots, seats, log, rules)


GAME = GinRummy()


def _score(log: Log) -> Floats:
    """Return the points of each seat in all deals of each game."""
    winner, points = log.results[:, :, WON_BY, None], log.results[:, :, WON_POINTS, None]
    score: Floats = np.where(winner == np.arange(SEATS), points, 0).sum(axis=1).astype(np.float64)
    return score


def _count(log: Log) -> dict[str, NDArray[Any]]:
    """Return how the deals of each game ended, by seat."""
    ending, knocker = log.results[:, :, ENDED_BY], log.results[:, :, KNOCKED_BY]

    def count(endings: Sequence[int], knockers: Sequence[int]) -> Masks:
        of_seats = [np.isin(ending, endings) & (knocker == seat) for seat in knockers]
        counts: Masks = np.stack(of_seats, axis=2).sum(axis=1)
        return counts

    return {
        "void": (ending == VOID).sum(axis=1),
        "knocks": count((KNOCKED, UNDERCUT), (0, 1)),
        "gins": count((GIN, BIG_GIN), (0, 1)),
        "undercuts": count((UNDERCUT,), (1, 0)),
    }


def _mirror(luck: Floats) -> Floats:
    """Return the luck of both seats: what is good for one is as bad for the other."""
    return np.stack([luck, -luck], axis=1)
