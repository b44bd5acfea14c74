"""Games whose luck is known: performances are skill, luck that the file knows, and luck that it
does not."""

import numpy as np

from evenhand.tables import GameTable

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
