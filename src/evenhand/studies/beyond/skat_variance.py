"""The variance of results in Skat: of games, of series, and of deals played three times."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator, default_rng

from evenhand.games.skat.batch import SeriesGames, seat_points
from evenhand.games.skat.bots import Faults, Heuristic, play_deals
from evenhand.games.skat.deal_value import add_by_player, luck_of_deals
from evenhand.games.skat.deck import PACK, SEATS, SIZES
from evenhand.parallel import map_blocks
from evenhand.rng import draw_seeds
from evenhand.studies.beyond.factor_rows import row
from evenhand.studies.beyond.factors import RESAMPLES, Factor, Numbers, ratio
from evenhand.studies.beyond.fields import generator
from evenhand.studies.beyond.skat import DEALS, EDELKAMP, SKILLS, TEMPERS, edelkamp, series_of
from evenhand.studies.study import Setting
from evenhand.tables import Floats

GAME, STREAM = "Skat", 7
TRIOS = np.array([[0, 2, 4], [1, 3, 5], [0, 3, 4], [1, 2, 5]], np.int32)
ROWS_OF_DEALS = 512


def skat_rows(setting: Setting) -> list[dict[str, Any]]:
    """Rows of the table of factors."""
    learned, judged = (_series(setting, number) for number in (1, 2))
    kind = "quick" if setting.size.quick else "deal"
    lucks = [
        luck_of_deals(one.games.deals, kind, workers=setting.workers) for one in (learned, judged)
    ]
    c = _slope(seat_points(learned.games), lucks[0])
    rng = generator(setting, STREAM, 3)
    points, trio = seat_points(judged.games), _of_games(judged)
    by_game = _factor(_relative(points), _relative(points - c * lucks[1]), trio, rng)
    luck, totals = add_by_player(judged, lucks[1]), judged.totals()
    tables = np.arange(len(totals)) % len(TRIOS)
    by_series = _factor(_relative(totals), _relative(totals - c * luck), tables, rng)
    scaled = _scaled_factor(_relative(totals), _relative(edelkamp(judged)), tables, rng)
    whole = f"series of {DEALS}"
    return [
        row(GAME, "game", "deal", by_game, c),
        row(GAME, "game", "yardstick: each deal three times", _three_times(setting)),
        row(GAME, whole, "deal", by_series, c),
        row(GAME, whole, EDELKAMP, scaled),
    ]


def _series(setting: Setting, number: int) -> SeriesGames:
    """Series of the same four tables over and over."""
    size = setting.size
    count = size.series * (size.skat_training if number == 1 else size.skat_judged)
    seats = TRIOS[np.arange(max(count, 2 * len(TRIOS))) % len(TRIOS)]
    return series_of(setting, generator(setting, STREAM, number), seats)


def _of_games(series: SeriesGames) -> Numbers:
    """A number for each table and who sits in front."""
    numbers: Numbers = SEATS * (series.series % len(TRIOS)) + series.sitting[:, 0]
    return numbers


def _relative(points: Floats) -> Floats:
    less: Floats = points - points.mean(axis=1, keepdims=True)
    return less


def _slope(points: Floats, luck: Floats) -> float:
    """How much a point of luck weighs."""
    own, lucky = _relative(points), _relative(luck)
    return float(f"{float((own * lucky).sum() / (lucky**2).sum()):.4g}")


def _factor(plain: Floats, other: Floats, group: Numbers, rng: Generator) -> Factor:
    """The scatter of rows around the means of their group, plain by other."""
    squares = [((one - _means(one, group)[group]) ** 2).sum(axis=1) for one in (plain, other)]
    return ratio(np.stack(squares, axis=1), rng)


def _scaled_factor(plain: Floats, other: Floats, group: Numbers, rng: Generator) -> Factor:
    """The same in units of the spread of the means, since the scale is another one."""
    whole = np.ones(len(plain))
    draws = rng.poisson(1.0, (RESAMPLES, len(plain))).astype(np.float64)
    found = [
        _clearness(other, group, weights) / _clearness(plain, group, weights)
        for weights in (whole, *draws)
    ]
    return Factor(len(plain), found[0], float(np.std(found[1:], ddof=1)))


def _clearness(values: Floats, group: Numbers, weights: Floats) -> float:
    """The squares of the means over the scatter around them."""
    means = _means(values, group, weights)
    scatter = ((values - means[group]) ** 2).sum(axis=1)
    return float((means**2).sum() / (weights @ scatter))


def _means(values: Floats, group: Numbers, weights: Floats | None = None) -> Floats:
    """(groups, players) the mean of each group."""
    weights = np.ones(len(values)) if weights is None else weights
    counts = np.maximum(np.bincount(group, weights), 1e-9)
    return np.stack([np.bincount(group, weights * one) / counts for one in values.T], axis=1)


def _three_times(setting: Setting) -> Factor:
    """Each deal three times, the players one seat further each time, beside three deals."""
    rng = generator(setting, STREAM, 4)
    deals = DEALS * setting.size.series * setting.size.skat_training // len(TRIOS)
    single, mean, number = list[Floats](), list[Floats](), list[Numbers]()
    for place, trio in enumerate(TRIOS.tolist()):
        seed = int(rng.integers(2**62))
        blocks = [(seed, number) for number in range(-(-deals // ROWS_OF_DEALS))]
        for part in map_blocks(_rotated(_players(trio)), blocks, workers=setting.workers):
            single.append(part[0])
            mean.append(part[1])
            number.append(np.full(len(part[0]), place))
    together = [np.concatenate(one) for one in (single, mean)]
    return _factor(together[0], SEATS**0.5 * together[1], np.concatenate(number), rng)


def _players(trio: list[int]) -> list[Heuristic]:
    """The same players, to play given deals."""
    bots = Faults.of(np.array(SKILLS), default_rng(TEMPERS)).make_bots()
    return [bots[who] for who in trio]


def _rotated(players: list[Heuristic]) -> Callable[[tuple[int, int]], tuple[Floats, Floats]]:
    def block(numbers: tuple[int, int]) -> tuple[Floats, Floats]:
        """Relative points of the three in the first game of each deal, and their mean of three."""
        deals = PACK.deal(default_rng(numbers), ROWS_OF_DEALS, *SIZES)
        points, seeds = [], draw_seeds(default_rng([*numbers, 1]), deals.shape[0] * SEATS)
        for turn in range(SEATS):
            seated = [players[(seat + turn) % SEATS] for seat in range(SEATS)]
            found = _relative(seat_points(play_deals(deals, seated, seeds.reshape(-1, SEATS))))
            points.append(np.roll(found, turn, axis=1))
        return points[0], np.mean(points, axis=0)

    return block
