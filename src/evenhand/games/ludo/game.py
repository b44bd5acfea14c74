"""Ludo as one of the games: its bots, rules and luck, and many games at once.

The score of a seat is its points; where the rules give a tie to one seat, it has half a point more.
Further details of each game:

==============  =========================================================================
``dice``        the dice of every round, and those of extra turns, as :class:`Dice` reads them
``winner``      the seat that has won, counted from 1; 0 in a draw
``captures``    how many tokens each seat captured
``home``        how many tokens of each seat came home
==============  =========================================================================
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from evenhand.games.ludo.board import DICE, DIE_BITS, SEATS, Rules as LudoRules, make_board
from evenhand.games.ludo.bots import BOTS, Aggressive, FullInformation
from evenhand.games.ludo.luck import find_events, measure_luck
from evenhand.games.ludo.policy import Log, new_log, play_games
from evenhand.games.ludo.state import BOT_STREAM, EXTRA_SIGN, Dice, State, score_games
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
from evenhand.tables import Indices


@dataclass(frozen=True, slots=True)
class Ludo:
    """Ludo for two with three dice; its bots are those of Maitra 2025."""

    name: ClassVar[str] = "ludo"
    title: ClassVar[str] = "Ludo"
    unit: ClassVar[Unit] = Unit("game", "games")
    seats: ClassVar[range] = range(SEATS, SEATS + 1)
    Rules: ClassVar[type[LudoRules]] = LudoRules
    bots: ClassVar[Mapping[str, type[Bot]]] = BOTS
    luck_kinds: ClassVar[Mapping[str, LuckKind]] = {
        "none": LuckKind("not measured"),
        "first": LuckKind("of the first throw, in shares of a win", is_costly=True),
        "all": LuckKind("of every throw, in shares of a win", is_costly=True),
    }
    readers: ClassVar[tuple[Reader, ...]] = ()
    ladder: ClassVar[Mapping[str, object]] = {"system": "glicko-2", "max_players": SEATS}

    def start(self, rules: LudoRules, seats: int, seed: int) -> State:
        """Return the game of a seed before its first move."""
        check_seats(self, seats)
        return State.start(Dice.from_seed(seed, rules.rounds), rules)

    def streams(self, seed: int, seats: int) -> Sequence[Stream]:
        """Return the random numbers of the bots; both take theirs from one stream."""
        return (Stream(fork_seed(check_seed(seed), BOT_STREAM)),) * seats

    def simulate(
        self,
        bots: Sequence[Bot],
        seats: Indices,
        seeds: Seeds,
        rules: LudoRules,
        luck: str = "none",
    ) -> SimulatedGames:
        """Play a game for each seed, and measure its luck if asked to."""
        check_luck(self, luck)
        log = play_log(bots, seats, seeds, rules)
        score = score_games(log.points, rules)
        details = {
            "dice": _write_dice(log),
            "winner": find_winners(score),
            "captures": log.captures,
            "home": log.home,
        }
        if luck == "none":
            return SimulatedGames(score, None, details)
        first = measure_luck(bots, seats, log, rules, luck).sum(axis=1)
        return SimulatedGames(score, np.stack([first, -first], axis=1), details)

    def luck_of(self, state: State, bots: Sequence[Bot | None], luck: str) -> list[ChanceEvent]:
        """Return the throws of a game that is over with their luck, also of a game of people.

        Bots that are None are players who are not known.
        """
        check_luck(self, luck)
        return find_events(state, bots, luck)

    def warm(self) -> Iterator[str]:
        """Compile all that the game runs."""
        bots, seats = (Aggressive(), FullInformation(1)), np.array([[0, 1]], np.int32)
        seeds, rules = np.ones(1, np.int64), LudoRules(moves=1)
        yield "Games of Ludo"
        log = play_log(bots, seats, seeds, rules)
        yield "Luck of Ludo"
        measure_luck(bots, seats, log, rules)
        yield "Moves of Ludo"
        bots[0].choose(self.start(rules, SEATS, 1), Stream(1))


GAME = Ludo()


def play_log(bots: Sequence[Bot], seats: Indices, seeds: Seeds, rules: LudoRules) -> Log:
    """Play a game for each seed; returns its dice and actions, and what came out."""
    log, rows = new_log(len(seats), rules), np.stack([bot.row() for bot in bots])
    play_games(make_board(rules), rows, seats, seeds, np.ones(1, np.int64), log)
    return log


def _write_dice(log: Log) -> NDArray[np.object_]:
    """Return the dice of each game as text."""
    faces = np.array(list(" 123456"))
    places = DIE_BITS * np.arange(DICE)
    rounds = _join_letters(faces[log.rounds[:, :, None] >> places & (1 << DIE_BITS) - 1])
    texts = []
    for throws, extra in zip(rounds, _join_letters(faces[log.extra]), strict=True):
        own = extra.strip()
        texts.append(" ".join([*throws, EXTRA_SIGN, own] if own else throws))
    return np.array(texts, np.object_)


def _join_letters(letters: NDArray[np.str_]) -> Any:
    """Return lists of texts, each of the letters along the last axis."""
    if letters.size == 0:
        return np.full(letters.shape[:-1], "").tolist()
    joined = np.ascontiguousarray(letters).view(f"U{letters.shape[-1]}")
    return joined[..., 0].tolist()
