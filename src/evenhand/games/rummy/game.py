"""The game as simulations, commands and ladders know it.

The score of a seat is minus its points.  Its luck is one of these:

==============  =========================================================================
``none``        not measured
``hand``        minus the MinScore of the hand dealt, as
                :class:`~evenhand.ratings.BenchmarkElo` needs it
``deal``        the value of the deal, in shares of the opponents beaten
``all``         the deal, every card from the stock, and the random choices of bots
==============  =========================================================================

The last two are those of :mod:`evenhand.games.rummy.luck`.  Further details of each game:

==============  =========================================================================
``minscore``    MinScore of each hand dealt
``mindist``     MinDist of each hand dealt
``winner``      the seat that has won, counted from 1; 0 in a draw
``turns``       complete turns of all players
``declared``    whether somebody declared
``luck_...``    with ``all`` the parts: of the ``deal``, the ``draws`` and the ``ties``
==============  =========================================================================

Scores agree with the winner: see :func:`~evenhand.games.rummy.table.score_games`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evenhand.games.cards import Masks
from evenhand.games.options import check_luck, check_seats
from evenhand.games.protocol import (
    ChanceEvent,
    LuckKind,
    Reader,
    SimulatedGames,
    Unit,
    find_winners,
)
from evenhand.games.rummy import table
from evenhand.games.rummy.bots import BOTS, RummyBot
from evenhand.games.rummy.deck import HAND_SIZE, NO_WILD, SEATS
from evenhand.games.rummy.luck import (
    ALL,
    DEAL_ONLY,
    Log,
    count_logged,
    luck_of_games,
    luck_of_state,
)
from evenhand.games.rummy.metrics import discard_dists, discard_scores, min_dist, min_score
from evenhand.games.rummy.policy import (
    ALL_TURNS,
    DEALT_DIST,
    DEALT_SCORE,
    DECLARED_BY,
    HELD_SCORE,
    LOGGED,
    PER_SEAT,
    SEAT_RESULTS,
    play_games,
)
from evenhand.games.rummy.state import State
from evenhand.games.rummy.suit_tables import build_tables, new_workspace
from evenhand.games.rummy.table import NOBODY, ROW, Rules, new_row, score_games
from evenhand.rng import Seeds, Stream, check_seed
from evenhand.tables import Indices

PARTS: Final = ("luck_deal", "luck_draws", "luck_ties")


@dataclass(frozen=True, slots=True)
class Rummy:
    """Indian Rummy with the bots of Chakraborty 2025."""

    name: str = "rummy"
    title: str = "Rummy"

    @property
    def unit(self) -> Unit:
        """What a ladder rates."""
        return Unit("game", "games")

    @property
    def seats(self) -> range:
        """Two or three players."""
        return SEATS

    @property
    def Rules(self) -> type[table.Rules]:  # noqa: N802
        """The dataclass of its rules."""
        return Rules

    @property
    def bots(self) -> Mapping[str, type[RummyBot]]:
        """The six strategies."""
        return BOTS

    @property
    def luck_kinds(self) -> Mapping[str, LuckKind]:
        """The ways to measure luck."""
        return {
            "none": LuckKind("not measured"),
            "hand": LuckKind("minus the MinScore of the hand dealt", is_centred=False),
            "deal": LuckKind("the value of the deal, in shares of the opponents beaten"),
            "all": LuckKind("the deal, every card from the stock, and random choices of bots"),
        }

    @property
    def readers(self) -> tuple[Reader, ...]:
        """There are no files of this game alone."""
        return ()

    @property
    def ladder(self) -> Mapping[str, object]:
        """The settings of a new ladder."""
        return {"system": "elo", "params": {"k": 12.0}, "max_players": 3}

    def start(self, rules: table.Rules, seats: int, seed: int) -> State:
        """Return the game of a seed before its first move."""
        check_seats(self, seats)
        return State.from_seed(rules, seats, seed)

    def streams(self, seed: int, seats: int) -> Sequence[Stream]:
        """Return one stream, from which all bots of a game take their random numbers in turn."""
        return (Stream(check_seed(seed)).fork(0),) * seats

    def simulate(
        self,
        bots: Sequence[RummyBot],
        seats: Indices,
        seeds: Seeds,
        rules: table.Rules,
        luck: str = "none",
    ) -> SimulatedGames:
        """Play a game for each seed; each depends on its seed alone."""
        check_luck(self, luck)
        check_seats(self, seats.shape[1])
        rows = np.stack([bot.row() for bot in bots])
        seats, players = np.array(seats, np.int32, order="C"), seats.shape[1]
        listed = {"deal": DEAL_ONLY, "all": ALL}.get(luck)
        results, log = play_logged(rows, seats, seeds, rules, keep=listed is not None)
        parts = None if listed is None else luck_of_games(rows, seats, log, listed)
        by_seat = results[:, SEAT_RESULTS:].reshape(len(seeds), players, PER_SEAT)
        held = by_seat[..., HELD_SCORE].astype(np.float64)
        playing = np.ones(held.shape, np.bool_)  # bots never leave a game
        score = score_games(held, results[:, DECLARED_BY], playing, rules)
        details: dict[str, NDArray[Any]] = {
            "minscore": by_seat[..., DEALT_SCORE],
            "mindist": by_seat[..., DEALT_DIST],
            "winner": find_winners(score),
            "turns": results[:, ALL_TURNS],
            "declared": results[:, DECLARED_BY] != NOBODY,
        }
        if luck == "all" and parts is not None:
            details |= zip(PARTS, parts.swapaxes(0, 1), strict=True)
        measured = None if parts is None else parts.sum(axis=1)
        if luck == "hand":
            measured = -details["minscore"].astype(np.float64)
        return SimulatedGames(score, measured, details)

    def luck_of(self, state: State, bots: Sequence[RummyBot], luck: str) -> list[ChanceEvent]:
        """Return the events of chance in a game that is over, by one kind of luck."""
        check_luck(self, luck)
        if not state.over:
            raise ValueError("the luck of a game is known when it is over")
        if luck == "none":
            return []
        if luck == "hand":
            scores = [
                float(-min_score(hand, state.wild, state.rules.literal_score))
                for hand in state.deal.hands
            ]
            return [ChanceEvent("deal", 0, tuple(scores))]
        return luck_of_state(state, bots, DEAL_ONLY if luck == "deal" else ALL)

    def warm(self) -> Iterator[str]:
        """Compile all that the game runs, step by step; yields what is compiled next."""
        hand = (1 << HAND_SIZE) - 1
        yield "MinScore and MinDist"
        for metric in (min_score, min_dist):
            metric(hand, NO_WILD)
        for after in (discard_scores, discard_dists):
            after(hand | 1 << HAND_SIZE, NO_WILD)
        bots, seats, seeds = [kind() for kind in BOTS.values()], np.zeros((1, 2)), np.ones(1)
        for luck, title in (("none", "games"), ("all", "luck")):
            yield title
            self.simulate(
                bots, seats.astype(np.int32), seeds.astype(np.int64), Rules(turn_limit=1), luck
            )


GAME: Final = Rummy()


def play_logged(
    bots: Masks, seats: Indices, seeds: Seeds, rules: Rules, *, keep: bool = True
) -> tuple[Masks, Log]:
    """Play games of bots given as rows; return their results and their log, empty unless kept."""
    games, players = seats.shape
    most = count_logged(rules, players) if keep else 0
    results = np.zeros((games, SEAT_RESULTS + PER_SEAT * players), np.int64)
    starts = np.zeros((games if keep else 0, ROW), np.int64)
    actions = np.zeros((games, most), np.int64)
    play_games(
        build_tables(),
        new_workspace(),
        bots,
        seats,
        np.array(seeds, np.int64),
        new_row(rules, players),
        np.ones(1, np.int64),
        results,
        starts,
        actions,
    )
    return results, Log(starts, actions, results[:, LOGGED].copy())
