"""Leagues of Ludo: four bots that win often, and two that do not."""

import numpy as np
from numpy.random import Generator

from evenhand.games.ludo import GAME
from evenhand.simulation import make_bots, simulate
from evenhand.studies.beyond.leagues import Leagues, in_one_table, ordered_leagues
from evenhand.studies.study import Setting
from evenhand.tables import Floats

STRONG = ("aggressive", "responsible-pair", "full-information", "limited-information")
WEAK = ("naive", "random")
TRY_OUT = ("full-information", "limited-information")


def play(setting: Setting, rng: Generator, bots: tuple[str, ...], count: int) -> Leagues:
    """Leagues with the luck of the first throw, and of all."""
    seats = ordered_leagues(rng, len(bots), count, setting.size.games)
    flat = seats.reshape(-1, 2)
    texts = [_text(bot, setting.size.playouts) for bot in bots]
    seed = int(rng.integers(2**62))

    def played(luck: str) -> tuple[Floats, Floats]:
        with setting.progress(f"playing {len(flat):,} games of Ludo", len(flat)) as show:
            found = simulate(
                GAME,
                make_bots(GAME, texts),
                flat,
                np.random.default_rng(seed),
                luck=luck,
                workers=setting.workers,
                cluster=setting.cluster,
                done=show,
            ).table
        assert found.luck is not None
        return found.score, found.luck

    score, every = played("all")
    _, first = played("first")
    return in_one_table(bots, seats, score, {"start": first, "all": every})


def _text(bot: str, playouts: int) -> str:
    return f"{bot}:playouts={playouts}" if bot in TRY_OUT else bot
