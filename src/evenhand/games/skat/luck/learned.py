"""The values of deals in the package: how they were learned.

The chances to win are learned from games of heuristic players of different skill and as many of
Monte-Carlo players.  The weights are fitted, by least squares to points less those of the table, to
the Monte-Carlo games alone: deals are played out by heuristic players, and would weigh too much
for all others if such players set the weights.  The means of V are taken over random deals.  All
seeds are apart from those of the studies.
"""

from dataclasses import replace

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from evenhand.games.skat.bidding.rule_bidder import RuleBidder
from evenhand.games.skat.deal import SIZES
from evenhand.games.skat.luck.deal_value import DIGITS, DealValue
from evenhand.games.skat.luck.judged import SCALE, Judge, columns_of, lines_of
from evenhand.games.skat.luck.played_out import PlayedOut
from evenhand.games.skat.luck.prospects import SEATS, prospects
from evenhand.games.skat.many_games import Games
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.players.duplicate import seat_points
from evenhand.games.skat.players.player import HonestPlayer
from evenhand.games.skat.players.population import play_population
from evenhand.games.skat.players.style import MonteCarlo
from evenhand.games.skat.players.whole_games import play_many
from evenhand.games.skat.strength.logistic import fit_logistic

Floats = NDArray[np.float64]
SEED, SERIES, DEALS = 77_001, 150, 204_800
PLAYERS = 60
MISJUDGEMENTS = (0.2, 0.4, 0.6)  # of the Monte-Carlo players
PENALTY = 0.5


def learn(seed: int = SEED, series: int = SERIES, deals: int = DEALS) -> dict[str, DealValue]:
    """Learn from so many series of each kind of player, and take means over so many deals.

    ``save(learn(), path)`` made the file of the package.
    """
    made_by = f"learn(seed={seed}, series={series}, deals={deals})"
    heuristic, monte_carlo = training_games(seed, series)
    judge, play = fit_judge(Games.joined([heuristic, monte_carlo])), PlayedOut()
    unit = (0.0,) * SEATS
    full = DealValue(judge, play, fit_weights(monte_carlo, judge, play), unit, unit, made_by)
    quick = replace(full, played_out=None, weights=fit_weights(monte_carlo, judge, None))
    random_deals = PACK.deal(default_rng([seed, 1]), deals, *SIZES)
    found = {"full": full, "quick": quick}
    return {name: with_means(value, random_deals) for name, value in found.items()}


def training_games(seed: int, series: int) -> tuple[Games, Games]:
    """As many games of heuristic as of Monte-Carlo players, passed-in deals among them."""
    rng = default_rng(seed)
    heuristic = play_population(rng, PLAYERS, series, deal_again=False).games
    parts = []
    players = [
        HonestPlayer(RuleBidder(misjudgement=errs), MonteCarlo(samples=4)) for errs in MISJUDGEMENTS
    ]
    for first in range(SEATS):
        three = players[first:] + players[:first]
        parts.append(play_many(three, len(heuristic) // SEATS, int(rng.integers(2**32))))
    return heuristic, Games.joined(parts)


def fit_judge(games: Games) -> Judge:
    """Chances to win the best game of a seat, by who declared and won."""
    rows = np.flatnonzero(games.played)
    columns = columns_of(prospects(games.deals[rows], SCALE))
    columns = columns[np.arange(len(rows)), games.declarers[rows]]
    won = games.won[rows].astype(np.float64)
    weights = fit_logistic(columns, won, PENALTY * np.eye(columns.shape[1]))
    return Judge(lines_of(np.round(weights, DIGITS).tolist()))


def fit_weights(games: Games, judge: Judge, play: PlayedOut | None) -> tuple[float, float]:
    """The weights of what is judged and played out."""
    columns = [centred(judge.values(games.deals)).ravel()]
    if play is not None:
        columns.append(centred(play.values(games.deals)).ravel())
    points = centred(seat_points(games)).ravel()
    found = np.linalg.lstsq(np.stack(columns, axis=1), points, rcond=None)[0]
    judged, played_out = (*np.round(found, DIGITS).tolist(), 0.0)[:2]
    return judged, played_out


def centred(points: Floats) -> Floats:
    """Points less the mean of the table, and less the mean of the seat."""
    relative = points - points.mean(axis=1, keepdims=True)
    less: Floats = relative - relative.mean(axis=0)
    return less


def with_means(value: DealValue, deals: NDArray[np.int64]) -> DealValue:
    """A value with its means over random deals, and their standard errors."""
    found = value.values(deals)
    errors = found.std(axis=0, ddof=1) / np.sqrt(len(found))
    means, spread = (
        tuple(np.round(each, DIGITS).tolist()) for each in (found.mean(axis=0), errors)
    )
    return replace(value, expected=means, errors=spread)
