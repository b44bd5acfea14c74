"""Small files to try commands on: a league, duels with luck, teams of two, and football."""

from collections.abc import Callable
from datetime import date, timedelta
from itertools import permutations

import numpy as np
import polars as pl

from evenhand.datasets.games import MINUTE, SKAT_PLAYERS, START, load_skat_league, make_games
from evenhand.tables import GameTable, to_frame

SEED = 7
CLUBS = (
    "Altbach, Birkental, Dornfeld, Eichenau, Falkensee, Gronau, Hohenfels, Kaltenbrunn, Lindau, "
    "Mühlheim, Neustadt, Rosenheim"
)
KICK_OFF = date(2025, 8, 2)
DAY_LENGTH = 24 * 60 * MINUTE


def example_games(kind: str = "league") -> pl.DataFrame:
    """Return the games of an example: league, duel, teams or football.

    >>> example_games("football").columns
    ['date', 'home_team', 'away_team', 'home_goals', 'away_goals', 'neutral']
    """
    if kind not in EXAMPLES:
        raise ValueError(f"unknown example {kind!r}; there are {', '.join(EXAMPLES)}")
    return EXAMPLES[kind]()


def _league() -> pl.DataFrame:
    """Return the season of a Skat club: tables of three with their points."""
    return to_frame(load_skat_league())


def _duel() -> pl.DataFrame:
    """Return games of two with luck columns."""
    table, _ = make_games(np.random.default_rng(SEED), players=30, games=800, luck=True)
    frame = to_frame(table)
    luck = [pl.col(f"luck_{seat}").round(1) for seat in (1, 2)]
    names = dict(zip(table.names, SKAT_PLAYERS.split(), strict=True))
    players = [pl.col(f"player_{seat}").replace(names) for seat in (1, 2)]
    days = pl.Series("time", START + DAY_LENGTH // 2 * np.arange(len(table)))
    return frame.with_columns(*players, *luck, days.cast(pl.Datetime("us", "UTC")))


def _teams() -> pl.DataFrame:
    """Return table football: teams of two, the first to ten goals wins."""
    rng = np.random.default_rng(SEED)
    names = tuple(SKAT_PLAYERS.split()[:16])
    skill = rng.normal(0.0, 1.0, len(names))
    seats = np.array([rng.permutation(len(names))[:4] for _ in range(300)], np.int32)
    ahead = skill[seats[:, :2]].sum(axis=1) - skill[seats[:, 2:]].sum(axis=1)
    won = rng.random(len(seats)) < 1.0 / (1.0 + np.exp(-ahead))
    lost = rng.binomial(9, 0.7 - 0.3 * np.tanh(np.abs(ahead) / 4.0))
    score = np.where(won[:, None], [[10.0, 10.0, 0.0, 0.0]], [[0.0, 0.0, 10.0, 10.0]])
    score = np.where(score == 0.0, lost[:, None], score)
    team = np.tile(np.array([1, 1, 2, 2], np.int8), (len(seats), 1))
    time = START + DAY_LENGTH * np.arange(len(seats))
    return to_frame(GameTable(names, seats, score, team=team, time=time))


def _football() -> pl.DataFrame:
    """Return a season of home and away games, the last one a cup final on neutral ground."""
    rng = np.random.default_rng(SEED)
    clubs = [club.strip() for club in CLUBS.split(",")]
    strength = rng.normal(0.0, 0.35, len(clubs))
    pairs = rng.permutation(list(permutations(range(len(clubs)), 2)))
    pairs = np.vstack([pairs, np.argsort(-strength)[:2]])
    neutral = np.arange(len(pairs)) == len(pairs) - 1
    ahead = strength[pairs[:, 0]] - strength[pairs[:, 1]] + np.where(neutral, 0.0, 0.25)
    weeks = np.arange(len(pairs)) // (len(clubs) // 2)
    return pl.DataFrame(
        {
            "date": [KICK_OFF + timedelta(weeks=int(week)) for week in weeks],
            "home_team": [clubs[club] for club in pairs[:, 0]],
            "away_team": [clubs[club] for club in pairs[:, 1]],
            "home_goals": rng.poisson(1.3 * np.exp(ahead / 2.0)),
            "away_goals": rng.poisson(1.3 * np.exp(-ahead / 2.0)),
            "neutral": neutral,
        }
    )


EXAMPLES: dict[str, Callable[[], pl.DataFrame]] = {
    "league": _league,
    "duel": _duel,
    "teams": _teams,
    "football": _football,
}
