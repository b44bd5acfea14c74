"""Leagues of Rummy: four good strategies, and some that are not."""

import numpy as np
from numpy.random import Generator

from evenhand.games.rummy import GAME
from evenhand.simulation import make_bots, simulate
from evenhand.studies.beyond.leagues import (
    Leagues,
    doubled_leagues,
    in_one_table,
    ordered_leagues,
)
from evenhand.studies.study import Setting
from evenhand.tables import Floats, Indices

GOOD = ("opponent-aware", "hybrid", "min-score", "min-dist")
SLOPPY = ("min-score:threshold=80", "min-score:keeps_jokers=no")
NAIVE = ("random",)
AT_RANDOM = tuple(f"{bot}:ties=random" for bot in GOOD)
LABEL = "playing {:,} games of Rummy"


def play(setting: Setting, rng: Generator, bots: tuple[str, ...], count: int) -> Leagues:
    """Leagues with the luck of the hand (minus MinScore), of the deal, and of all that chance does.

    Where bots choose at random, also without these choices.
    """
    seats = ordered_leagues(rng, len(bots), count, setting.size.games)
    flat = seats.reshape(-1, 2)
    with setting.progress(LABEL.format(len(flat)), len(flat)) as show:
        found = simulate(
            GAME,
            make_bots(GAME, bots),
            flat,
            rng,
            luck="all",
            workers=setting.workers,
            cluster=setting.cluster,
            done=show,
        )
    details = found.details
    drawn: Floats = details["luck_deal"] + details["luck_draws"]
    lucks = {
        "hand": -details["minscore"].astype(np.float64),
        "start": details["luck_deal"],
        "all": drawn + details["luck_ties"],
    }
    if details["luck_ties"].any():
        lucks["drawn"] = drawn
    return in_one_table(bots, seats, found.table.score, lucks)


def play_doubled(setting: Setting, rng: Generator, bots: tuple[str, ...], count: int) -> Leagues:
    """Leagues in which each deal is played twice, the second time with changed seats."""
    seats = doubled_leagues(rng, len(bots), count, setting.size.games)
    first = np.ascontiguousarray(seats[:, ::2].reshape(-1, 2))
    seed = int(rng.integers(2**62))
    scores = [_scores(setting, bots, each, seed) for each in (first, first[:, ::-1].copy())]
    score = np.stack(scores, axis=1).reshape(*seats.shape)
    return in_one_table(bots, seats, score)


def _scores(setting: Setting, bots: tuple[str, ...], seats: Indices, seed: int) -> Floats:
    """Games whose deals depend on the seed alone."""
    with setting.progress(LABEL.format(len(seats)), len(seats)) as show:
        return simulate(
            GAME,
            make_bots(GAME, bots),
            seats,
            np.random.default_rng(seed),
            workers=setting.workers,
            cluster=setting.cluster,
            done=show,
        ).table.score
