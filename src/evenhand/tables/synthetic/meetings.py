"""The games of a platform one after the other: who meets, who wins, who leaves.

Every player who is there has tickets, as many as he is active; whose ticket is drawn plays.
Newcomers play at once.  After each game both may leave, who lost sooner than who won, and both
less and less the more they have played.

Symbols: s = skill, n = games played, this one included.
"""

import math
from dataclasses import dataclass

import numpy as np

from evenhand.compiled import formula, kernel, step
from evenhand.rng import draw_seeds, next_state, randbelow, random_bits
from evenhand.tables.synthetic.games import NATURAL
from evenhand.tables.synthetic.population import Counts, Newcomers, Platform, learned
from evenhand.tables.table import Flags, Floats, Indices

WORDS = 4294967296.0  # 2^32


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """What came of all games."""

    seats: Indices  # (games, 2)
    skill: Floats  # (games, 2)
    won: Flags  # (games,) whether the first seat has
    chance: Floats  # (games,) it has if this is below its chance; between 0 and 1
    games: Counts  # (players,)
    left: Flags  # (players,) whether the player has left


def play(
    rng: np.random.Generator,
    platform: Platform,
    newcomers: Newcomers,
    slots: Counts,
    games: int,
) -> Meetings:
    """Play all games; ``slots`` are the seats, of all in order, on which newcomers begin."""
    players = len(slots)
    found = Meetings(
        np.empty((games, 2), np.int32),
        np.empty((games, 2)),
        np.empty(games, np.bool_),
        np.empty(games),
        np.zeros(players, np.int64),
        np.zeros(players, np.bool_),
    )
    _play(
        int(draw_seeds(rng, 1)[0]),
        np.array([platform.first_seat, platform.weaker_first]),
        np.array([platform.leave_won, platform.leave_lost, platform.settle]),
        slots,
        np.stack([newcomers.start, newcomers.gain, newcomers.pace], axis=1),
        newcomers.tickets,
        np.empty(newcomers.tickets.sum(), np.int32),
        found.seats,
        found.skill,
        found.won,
        found.chance,
        found.games,
        found.left,
    )
    return found


@formula
def share_of(state: int) -> float:
    """The random number of a state between 0 and 1, both excluded.

    >>> share_of(0)
    1.1641532182693481e-10
    """
    return (random_bits(state) + 0.5) / WORDS


@formula
def chance_of(log_odds: float) -> float:
    """A chance by its log odds.

    >>> chance_of(0.0)
    0.5
    """
    return 1.0 / (1.0 + math.exp(-log_odds))


@formula
def chance_to_leave(first: float, settle: float, games: int) -> float:
    r"""The chance to leave for ever, :math:`first / (1 + (n - 1) / settle)`.

    >>> chance_to_leave(0.6, 4.0, 1), chance_to_leave(0.6, 4.0, 5)
    (0.6, 0.3)
    """
    return first / (1.0 + (games - 1) / settle)


@step
def draw_ticket(
    state: int, tickets: Indices, count: int, left: Flags, other: int
) -> tuple[int, int, int]:
    """A player who is there and not the other one; tickets of who has left go on the way."""
    while True:
        state = next_state(state)
        place = randbelow(state, count)
        player = tickets[place]
        if left[player]:
            count -= 1
            tickets[place] = tickets[count]
        elif player != other:
            return state, count, player


@kernel
def _play(
    state: int,
    seating: Floats,
    leaving: Floats,
    slots: Counts,
    learning: Floats,  # (players, 3) start, gain, pace
    active: Counts,  # (players,) how many tickets each has
    tickets: Indices,  # room for all of them
    seats: Indices,
    skill: Floats,
    won: Flags,
    chance: Floats,
    played: Counts,
    left: Flags,
) -> None:
    first_seat, weaker_first = seating[0], seating[1]
    come, there, count = 0, 0, 0  # players so far, players there, tickets
    for game in range(len(seats)):
        other = -1
        for seat in range(2):
            if come < len(slots) and slots[come] == 2 * game + seat:
                player = come
                for _ in range(active[player]):
                    tickets[count] = player
                    count += 1
                come, there = come + 1, there + 1
            else:
                state, count, player = draw_ticket(state, tickets, count, left, other)
            start, gain, pace = learning[player]
            skill[game, seat] = learned(start, gain, pace, played[player])
            seats[game, seat] = other = player
        ahead = skill[game, 0] - skill[game, 1]
        state = next_state(state)
        if share_of(state) < chance_of(weaker_first * ahead):
            seats[game, 0], seats[game, 1] = seats[game, 1], seats[game, 0]
            skill[game, 0], skill[game, 1] = skill[game, 1], skill[game, 0]
            ahead = -ahead
        state = next_state(state)
        chance[game] = share_of(state)
        won[game] = chance[game] < chance_of(NATURAL * ahead + first_seat)
        for seat in range(2):
            player = seats[game, seat]
            played[player] += 1
            first = leaving[0] if won[game] == (seat == 0) else leaving[1]
            state = next_state(state)
            if there > 2 and share_of(state) < chance_to_leave(first, leaving[2], played[player]):
                left[player] = True
                there -= 1
