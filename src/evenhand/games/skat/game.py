"""Skat as one of the games: its bots, rules and luck, and many series at once.

A game is a series of deals, as many as the rules say, and its scores are the points by Seeger and
Fabian.  Further details of each game:

==============  =========================================================================
``declared``    how many deals each seat declared
``won``         how many of them it won
``passed_in``   how many deals all passed, those dealt again among them
==============  =========================================================================
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from evenhand.games.options import check_luck, check_seats
from evenhand.games.protocol import (
    Bot,
    ChanceEvent,
    LuckKind,
    Reader,
    SimulatedGames,
    Unit,
)
from evenhand.games.skat.batch import SeriesGames
from evenhand.games.skat.bidding.advice import advise_by_neighbours
from evenhand.games.skat.bidding.rules import rule_announcements, rule_limits
from evenhand.games.skat.bots.bots import BOTS, Clairvoyant, Heuristic, MonteCarlo, SkatBot
from evenhand.games.skat.bots.play import number_stream, play_series
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.deal_value import (
    LUCK_KINDS,
    luck_of_deals,
    luck_of_series,
)
from evenhand.games.skat.deck import NOBODY, PACK, SEATS, SIZES
from evenhand.games.skat.iss_columns import IssRecords
from evenhand.games.skat.lists import SeegerLists
from evenhand.games.skat.series import Rules as SkatRules, State
from evenhand.games.skat.solver import Position, Solver
from evenhand.rng import Seeds, Stream, check_seed
from evenhand.tables import Floats, Indices


@dataclass(frozen=True, slots=True)
class Skat:
    """Skat for three by the rules of the ISPA, scored by Seeger and Fabian."""

    name: ClassVar[str] = "skat"
    title: ClassVar[str] = "Skat"
    unit: ClassVar[Unit] = Unit("series", "series")
    seats: ClassVar[range] = range(SEATS, SEATS + 1)
    Rules: ClassVar[type[SkatRules]] = SkatRules
    bots: ClassVar[Mapping[str, type[Bot]]] = BOTS
    luck_kinds: ClassVar[Mapping[str, LuckKind]] = {
        "none": LuckKind("not measured"),
        "quick": LuckKind("of the deals by the hands, in points"),
        "deal": LuckKind("of the deals by the hands and by playing them out, in points"),
    }
    readers: ClassVar[tuple[Reader, ...]] = (SeegerLists(), IssRecords())
    ladder: ClassVar[Mapping[str, object]] = {
        "system": "score-share-elo",
        "params": {"k": 0.02, "initial": 800},
        "max_players": SEATS,
    }

    def start(self, rules: SkatRules, seats: int, seed: int) -> State:
        """Return the series of a seed before its first move."""
        check_seats(self, seats)
        return State.start(rules, seed)

    def streams(self, seed: int, seats: int) -> Sequence[Stream]:
        """Return a stream for each seat; the bots take forks of it for each deal and card."""
        check_seats(self, seats)
        stream = Stream(check_seed(seed))
        return tuple(stream.fork(number_stream(seat)) for seat in range(seats))

    def simulate(
        self,
        bots: Sequence[SkatBot],
        seats: Indices,
        seeds: Seeds,
        rules: SkatRules,
        luck: str = "none",
    ) -> SimulatedGames:
        """Play a series for each seed, and measure its luck if asked to."""
        check_luck(self, luck)
        check_seats(self, seats.shape[1])
        played = play_series(bots, seats, seeds, rules.deals, redeal=rules.redeal)
        return SimulatedGames(
            played.totals(defence=rules.defence),
            _measure(played, luck),
            _list_details(played),
        )

    def luck_of(self, state: State, bots: Sequence[SkatBot], luck: str) -> list[ChanceEvent]:
        """Return the deals of a series that is over, each with its luck."""
        check_luck(self, luck)
        if luck not in LUCK_KINDS:
            return []
        dealt = np.array([[*each.deal.hands, each.deal.skat] for each in state.deals])
        events, moves, counted = list[ChanceEvent](), 0, 0
        for each, by_place in zip(state.deals, luck_of_deals(dealt, luck, workers=1), strict=True):
            luck_by_seat = np.roll(by_place, counted % SEATS).tolist()
            events.append(ChanceEvent("deal", moves, tuple(luck_by_seat)))
            moves += len(each.moves)
            counted += each.declarer is not None or not state.rules.redeal
        return events

    def warm(self) -> Iterator[str]:
        """Compile all that the game runs."""
        seats, seeds = np.zeros((1, SEATS), np.int32), np.ones(1, np.int64)
        yield "Auctions and announcements of Skat"
        deals = PACK.deal(np.random.default_rng(1), 1, *SIZES)
        nothing = np.zeros(1), np.zeros((1, len(GAMES)))
        rule_limits(deals[:, 0], *nothing)
        rule_announcements(deals[:, 0], deals[:, 3], np.array([18]), *nothing)
        yield "Advice by similar hands in Skat"
        advise_by_neighbours(int(deals[0, 0]))
        yield "The open-card solver of Skat"
        for game in ("C", "N"):
            Solver().value(Position.parse(game, [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]]))
        yield "Bots of Skat"
        for bot in (Heuristic(), MonteCarlo(1), Clairvoyant()):
            play_series([bot], seats, seeds)
        yield "Luck of the deal in Skat"
        for kind in LUCK_KINDS:
            luck_of_deals(deals, kind, workers=1)


GAME = Skat()


def _measure(played: SeriesGames, luck: str) -> Floats | None:
    """Return the luck of each player in each series, the sum over all its deals."""
    return luck_of_series(played, luck, workers=1) if luck in LUCK_KINDS else None


def _list_details(played: SeriesGames) -> dict[str, NDArray[np.int64]]:
    count = len(played.seats)
    place = SEATS * played.series + played.places

    def count_by_player(rows: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.bincount(place[rows], minlength=SEATS * count).reshape(count, SEATS)

    games = played.games
    return {
        "declared": count_by_player(games.played),
        "won": count_by_player(games.won),
        "passed_in": np.bincount(played.series[games.declarers == NOBODY], minlength=count),
    }
