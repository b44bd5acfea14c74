"""Games whose luck is known: performances are skill, luck that the file knows, and luck that it
does not."""

import numpy as np

from evenhand.tables import Floats, GameTable

NOISE = 255.0  # of a performance, in Elo points


def lucky_games(
    seed: int,
    games: int,
    *,
    seats: int = 2,
    players: int = 6,
    spread: float = 150.0,
    part: float = 0.6,
) -> GameTable:
    """Random tables; ``part`` of the variance of chance is in the luck column."""
    rng = np.random.default_rng(seed)
    skill = np.linspace(-spread, spread, players)
    table = np.argsort(rng.random((games, players)), axis=1)[:, :seats].astype(np.int32)
    known, unknown = rng.normal(size=(2, games, seats))
    chance = NOISE * (np.sqrt(part) * known + np.sqrt(1.0 - part) * unknown)
    performance = skill[table] + chance
    score = performance.argsort(axis=1).argsort(axis=1).astype(float)
    names = tuple(f"player {number}" for number in range(players))
    return GameTable(names, table, score - seats, luck=known)


def won_by_formula(
    seed: int, games: int, *, c: float, fade: float = 1.0
) -> tuple[GameTable, Floats]:
    """Games of two in which luck of 1 or -1 is worth c e^fade, and the chances before them.

    Chances are between 5 and 95 %; e = 4p(1 - p).  c must not make them leave [0, 1].
    """
    rng = np.random.default_rng(seed)
    first, luck = rng.uniform(0.05, 0.95, games), rng.choice([-1.0, 1.0], games)
    chance = first + c * (4.0 * first * (1.0 - first)) ** fade * luck
    assert chance.min() >= 0.0
    assert chance.max() <= 1.0
    won = (rng.random(games) < chance).astype(float)
    seats = np.tile(np.arange(2, dtype=np.int32), (games, 1))
    table = GameTable(
        ("A", "B"), seats, np.column_stack([won, 1.0 - won]), luck=np.column_stack([luck, -luck])
    )
    return table, np.column_stack([first, 1.0 - first])
