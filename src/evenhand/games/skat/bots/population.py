"""Many players of different skill, series by series.

Skill z is drawn from the normal distribution between -2 and 2.  It decides how often a player plays
just any card and how badly it misjudges its hand; how boldly it bids is a matter of temper, not of
skill.
Some players play far more than others.  A deal that all pass is dealt again, as Edelkamp (2021)
leaves such deals out, or counts as a deal of the series.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator

from evenhand.games.skat.batch import SeriesGames
from evenhand.games.skat.bots.bots import Heuristic
from evenhand.games.skat.bots.play import play_many_series
from evenhand.games.skat.deck import SEATS
from evenhand.games.skat.seeger import USUAL_GAMES
from evenhand.rng import draw_seeds
from evenhand.tables import Floats, Indices

EXTREME = 2.0  # nobody plays worse or better than that
TEMPER = 0.3  # how much boldness differs


@dataclass(frozen=True, slots=True)
class Faults:
    """What players do wrong, a number for each."""

    slip: Floats  # chance to play any legal card
    misjudgement: Floats
    boldness: Floats

    @classmethod
    def of(cls, skill: Floats, rng: Generator) -> "Faults":
        """Return the faults that go with skill.

        >>> Faults.of(np.array([-2.0, 0.0, 2.0]), np.random.default_rng(1)).slip.round(3).tolist()
        [0.162, 0.04, 0.01]
        """
        slip = np.minimum(0.04 * np.exp(-0.7 * skill), 0.5)
        misjudgement = np.minimum(0.4 * np.exp(-0.5 * skill), 3.0)
        return cls(slip, misjudgement, rng.normal(0.0, TEMPER, len(skill)))

    def make_bots(self) -> list[Heuristic]:
        """Return the players with these faults."""
        columns = self.slip.tolist(), self.boldness.tolist(), self.misjudgement.tolist()
        return [
            Heuristic(slip=slip, boldness=boldness, misjudgement=misjudgement)
            for slip, boldness, misjudgement in zip(*columns, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Population(SeriesGames):
    """Series of players whose skill is known."""

    skill: Floats = field(kw_only=True)  # (players,), higher is better


def play_population(
    rng: Generator,
    players: int,
    series: int,
    deals: int = USUAL_GAMES[SEATS],
    *,
    deal_again: bool = True,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] = lambda played: None,
) -> Population:
    """Let players of different skill play so many series; ``done`` gets how many are played.

    Without ``deal_again`` a deal that all pass is a deal of the series, as in tournaments.
    """
    if players < SEATS or series < 1 or deals < 1:
        raise ValueError("a population needs three players, a series and a deal at least")
    skill = np.clip(rng.normal(size=players), -EXTREME, EXTREME)
    seats = _draw_meetings(rng, players, series)
    bots = Faults.of(skill, rng).make_bots()
    games = play_many_series(
        bots,
        seats,
        draw_seeds(rng, series),
        deals,
        redeal=deal_again,
        workers=workers,
        cluster=cluster,
        done=done,
    )
    width = len(str(players))
    names = tuple(f"P-{number:0{width}}" for number in range(1, players + 1))
    kept = games.games.played if deal_again else np.full(len(games.games), fill_value=True)
    return Population(
        names,
        games.seats,
        games.games.take(kept),
        games.series[kept],
        games.places[kept],
        games.sitting[kept],
        skill=skill,
    )


def _draw_meetings(rng: Generator, players: int, series: int) -> Indices:
    """Draw three different players for each series; who plays often is likelier to be there."""
    often = rng.lognormal(0.0, 1.0, players)
    waiting = rng.exponential(size=(series, players)) / often
    return np.argsort(waiting, axis=1)[:, :SEATS].astype(np.int32)
