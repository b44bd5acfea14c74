r"""A platform for two players in its first weeks: joining, learning, uneven activity and luck.

Players join evenly over time.  Most play a few games, some hundreds: each comes as often as he is
active, and who loses leaves sooner than who wins, mostly after the first games.  So the better
ones, and the luckier ones, stay.  Each learns with every game, at a rate of his own, and levels
off.  Who plays whom is left to chance; ratings do not matter.  The weaker of two sits first more
often than not, and the first seat is a little worse.  It wins with the chance

.. math:: 1 / (1 + e^{-(\ln(10) / 400 (s_1 - s_2) + first\_seat)})

Source: the sizes, and the numbers that the defaults are fitted to, are those that Maitra 2025
prints; what its platform was like beside them is not known.

Every player who is there has tickets, as many as he is active; whose ticket is drawn plays.
Newcomers play at once.  After each game both may leave, who lost sooner than who won, and both
less and less the more they have played.

Symbols: s = skill at the game, n = games played, this one included.
"""

import math
from dataclasses import dataclass

import numpy as np

from evenhand.compiled import formula, kernel, step
from evenhand.datasets.games import NATURAL
from evenhand.datasets.population import (
    Counts,
    Newcomers,
    Platform,
    Population,
    draw_newcomers,
    learned,
)
from evenhand.rng import draw_seeds, next_state, randbelow, random_bits
from evenhand.tables import Flags, Floats, GameTable, Indices, Times

PLAYERS, GAMES, DAYS = 320_978, 4_640_765, 75.0
START = 1_704_067_200_000_000  # 2024-01-01 UTC in microseconds
DAY = 86_400_000_000
EVENING = 21.0 / 24.0
STEPS = 96  # of a day
MOST_DAYS = 36_500.0
WORDS = 4294967296.0  # 2^32


def make_platform(
    rng: np.random.Generator,
    players: int = PLAYERS,
    games: int = GAMES,
    days: float = DAYS,
    *,
    platform: Platform | None = None,
    luck: bool = False,
) -> tuple[GameTable, Population]:
    """Games of a platform in its first days, and all that is true of its players.

    Each player plays at least once.  ``luck`` adds how far chance favoured each seat, in Elo
    points; the games are the same with and without.

    >>> table, population = make_platform(np.random.default_rng(1), players=100, games=1000)
    >>> len(table), len(table.names), population.skill.shape
    (1000, 100, (1000, 2))
    """
    _check(players, games, days)
    platform = platform or Platform()
    newcomers = draw_newcomers(rng, platform, players)
    slots = first_slots(rng, players, games, platform.growth)
    played = play(rng, platform, newcomers, slots, games)
    times = _times(games, days, platform)
    table = GameTable(
        tuple(f"P{player:06d}" for player in range(players)),
        played.seats,
        np.stack([played.won, ~played.won], axis=1).astype(np.float64),
        luck=_luck(played.chance) if luck else None,
        time=times,
    )
    return table, Population(
        times[slots // 2],
        newcomers.start,
        newcomers.gain,
        newcomers.pace,
        played.games,
        played.left,
        played.skill,
        platform.first_seat,
    )


def first_slots(rng: np.random.Generator, players: int, games: int, growth: float) -> Counts:
    """On which of all seats each player sits first, when they join evenly over time.

    >>> first_slots(np.random.default_rng(1), 5, 4, 1.0).tolist()
    [0, 1, 4, 6, 7]
    """
    number = np.arange(players)
    slots = np.sort((2 * games * rng.random(players) ** growth).astype(np.int64))
    slots[:2] = 0, 1  # nobody else is there
    one_each = np.maximum.accumulate(slots - number) + number
    return np.minimum(one_each, 2 * games - players + number)


def _check(players: int, games: int, days: float) -> None:
    """Refuse what cannot be."""
    if players < 2:
        raise ValueError(f"a platform needs at least two players, not {players}")
    if 2 * games < players:
        raise ValueError(f"{players:,} players cannot all play in {games:,} games of two")
    if not 0.0 < days < np.inf:
        raise ValueError(f"the days must be a positive number, not {days:g}")
    if days > MOST_DAYS:
        raise ValueError(f"the days must not be more than {MOST_DAYS:,.0f}, but are {days:,.0f}")


def _times(games: int, days: float, platform: Platform) -> Times:
    """When the games are played: more by the day, and more in the evenings."""
    grid = np.linspace(0.0, days, int(np.ceil(days * STEPS)) + 1)
    turn = 2.0 * np.pi
    late = np.sin(turn * (grid - EVENING)) + np.sin(turn * EVENING)
    busy = grid + platform.evening / turn * late
    part = (np.arange(games) / games) ** (1.0 / platform.growth)
    clock = np.interp(part, busy / busy[-1], grid) * DAY
    return START + clock.astype(np.int64)


def _luck(chance: Floats) -> Floats:
    """How far chance favoured each seat, in Elo points, less the mean of both."""
    noise = np.log((1.0 - chance) / chance) / NATURAL
    return np.outer(noise, [0.5, -0.5])


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
