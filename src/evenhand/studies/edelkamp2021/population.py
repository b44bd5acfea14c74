"""Series of Skat among players of known skill.

The paper's 83,844 games are not public.  So everything that needs them is made on simulated
series, and its shape compared.
"""

import numpy as np

from evenhand.games.skat.bots import Population, play_population
from evenhand.studies.edelkamp2021.amounts import Amount
from evenhand.studies.study import Setting

SOURCE = "population"


def play(setting: Setting, rng: np.random.Generator) -> Population:
    """Let players of different skill play."""
    amount: Amount = setting.size
    with setting.progress(f"playing {amount.series:,} series", amount.series) as show:
        return play_population(
            rng,
            amount.players,
            amount.series,
            workers=setting.workers,
            cluster=setting.cluster,
            done=show,
        )


def played(setting: Setting) -> Population:
    """The games of a setting; studies that run on one seed share them."""
    rng = setting.rng.spawn(1)[0]
    key = SOURCE, setting.size
    if key not in setting.shared:
        setting.shared[key] = play(setting, rng)
    games: Population = setting.shared[key]
    return games
