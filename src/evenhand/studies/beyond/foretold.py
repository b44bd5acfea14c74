"""Log loss of what is foretold before the deal, league by league."""

from dataclasses import dataclass

import numpy as np

from evenhand.evaluation import MIN_PROBABILITY
from evenhand.parallel import map_blocks
from evenhand.ratings import RatingSystem, win_shares
from evenhand.studies.beyond.leagues import Leagues
from evenhand.studies.beyond.systems import Way
from evenhand.studies.study import Setting
from evenhand.tables import Floats

WIDE = 1.96


@dataclass(frozen=True, eq=False)
class Foretold:
    """What is needed to judge predictions."""

    leagues: Leagues
    way: Way
    shares: Floats

    def losses(self, system: RatingSystem) -> Floats:
        """The mean log loss of each league."""
        table = self.leagues.games(self.way.luck, self.way.score)
        chances = system.win_probabilities(system.run(table).expected)
        losses = -(self.shares * np.log(np.maximum(chances, MIN_PROBABILITY))).sum(axis=1)
        return np.asarray(losses.reshape(-1, self.leagues.count).mean(axis=0))


def log_losses(
    setting: Setting, leagues: Leagues, way: Way, systems: tuple[RatingSystem, ...]
) -> Floats:
    """(systems, leagues)."""
    share = Foretold(leagues, way, win_shares(leagues.table))
    return np.stack(
        list(map_blocks(Foretold.losses, systems, shared=share, workers=setting.workers))
    )


def paired(more: Floats) -> tuple[float, float]:
    """The mean over leagues, and half of its 95 % interval."""
    return float(more.mean()), WIDE * float(more.std(ddof=1) / np.sqrt(len(more)))
