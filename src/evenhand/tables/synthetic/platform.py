r"""A platform for two players in its first weeks: joining, learning, uneven activity and luck.

Players join evenly over time.  Most play a few games, some hundreds: each comes as often as he is
active, and who loses leaves sooner than who wins, mostly after the first games.  So the better
ones, and the luckier ones, stay.  Each learns with every game, at a rate of his own, and levels
off.  Who plays whom is left to chance; ratings do not matter.  The weaker of two sits first more
often than not, and the first seat is a little worse.  It wins with the chance

.. math:: 1 / (1 + e^{-(\ln(10) / 400 (s_1 - s_2) + first\_seat)})

Source: the sizes, and the numbers that the defaults are fitted to, are those that Maitra 2025
prints; what its platform was like beside them is not known.

Symbols: s = skill at the game.
"""

import numpy as np

from evenhand.tables.synthetic.games import NATURAL
from evenhand.tables.synthetic.meetings import play
from evenhand.tables.synthetic.population import (
    Counts,
    Platform,
    Population,
    draw_newcomers,
)
from evenhand.tables.table import Floats, GameTable, Times

PLAYERS, GAMES, DAYS = 320_978, 4_640_765, 75.0
START = 1_704_067_200_000_000  # 2024-01-01 UTC in microseconds
DAY = 86_400_000_000
EVENING = 21.0 / 24.0
STEPS = 96  # of a day
MOST_DAYS = 36_500.0


def platform_games(
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

    >>> table, population = platform_games(np.random.default_rng(1), players=100, games=1000)
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
