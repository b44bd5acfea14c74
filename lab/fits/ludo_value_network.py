"""Fit the two networks that value positions of Ludo, from games of its bots.

The size is the number of games in which a bot plays on by chance; twice as many are played among
the others.  The positions before each round are examples: one network learns from the results, the
other from games that are played on from there at random.  A quarter of the results is learned as of
players who are not known.

A network goes through its examples one at a time.  After each of them every weight that had a
part in the prediction moves against its part of the error, by a step that shrinks with the squares
of its errors so far (Duchi, Hazan, Singer 2011, *Adaptive subgradient methods*).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from math import exp, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.random import Generator, default_rng

from evenhand.compiled import kernel, step
from evenhand.games.cards import Masks
from evenhand.games.fitted import Fitted
from evenhand.games.ludo import BOTS, Rules
from evenhand.games.ludo.board import DICE, DIE_BITS, FACES, SEATS, WIN, Board, make_board
from evenhand.games.ludo.game import play_log
from evenhand.games.ludo.policy import KIND, RANDOM, UNKNOWN, Log, play_out
from evenhand.games.ludo.state import apply, is_over, set_dice, start_position
from evenhand.games.ludo.value_network import (
    BIAS,
    EACH,
    HALVES,
    MAX_ROUNDS,
    ROWS,
    SLOPE,
    UNITS,
    Network,
    View,
    chance_to_win,
    combine,
    count_rounds,
    find_features,
    make_network,
    make_networks,
)
from evenhand.rng import draw_seeds
from evenhand.tables import Floats
from lab.core import Content, Progress, Recipe

STRONG: Final = ("full-information", "aggressive", "responsible-pair", "naive")
RATES: Final = (0.1, 0.04, 0.015)
FAST: Final = 2  # times as many games of bots that do not play on by chance
OFTEN: Final = 4  # times as many games of Full Information with a strong bot
PLAYOUTS: Final = 8  # of each position, for the network of games at random
AT_RANDOM: Final = 40  # such positions for each game
UNKNOWN_SHARE: Final = 0.25  # of the examples
SPREAD: Final = 0.15  # of the first weights
SMALL: Final = 1e-3
DIGITS: Final = 3  # of the weights, behind the point
TEST_SEED, TEST_GAMES, TEST_PLAYOUTS = 2, 1_000, 200
CLIP: Final = 1e-6  # nearer to 0 or 1 no chance is taken to be
RULES: Final = Rules()


class Examples(NamedTuple):
    """Positions, as the columns of a View, and the share of a win that followed."""

    views: Masks  # (examples, fields of a View)
    results: Floats  # of the player who moves next


class Errors(NamedTuple):
    """Squares of errors so far, of each weight."""

    inner: Floats
    outer: Floats
    units: Floats  # workspace


# Games


def plan_games(games: int) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield how many games each pair of bots plays."""
    pairs = list(combinations_with_replacement(BOTS, SEATS))
    slow = [pair for pair in pairs if any(_plays_on(name) for name in pair)]
    often = [OFTEN if set(pair) <= set(STRONG) else 1 for pair in slow]
    for pair, times in zip(slow, often, strict=True):
        yield pair, -(-games * times // sum(often))
    fast = [pair for pair in pairs if pair not in slow]
    for pair in fast:
        yield pair, -(-FAST * games // len(fast))


def _plays_on(name: str) -> bool:
    return hasattr(BOTS[name], "playouts")


def play_pair(pair: Sequence[str], games: int, rng: Generator) -> Examples:
    """Return the positions of games of a pair, both seatings in turn."""
    bots, board = [BOTS[name]() for name in pair], make_board(RULES)
    seats = np.tile(np.array([[0, 1], [1, 0]], np.int32), (-(-games // 2), 1))[:games]
    log = play_log(bots, seats, draw_seeds(rng, games), RULES)
    before = np.zeros((games, RULES.rounds, SEATS + 1), np.int64)
    find_positions(board, log, before)
    ahead = log.points[:, 0] - log.points[:, 1]
    kinds = np.array([bot.row()[KIND] for bot in bots])[seats]
    return make_examples(board, before, kinds, 0.5 + np.sign(ahead) / 2)


@kernel
def find_positions(board: Board, log: Log, before: Masks) -> None:
    """Fill in the tokens of both seats and the kept points ahead before each round of games."""
    for game in range(len(before)):
        position, number = start_position(), 0
        while not is_over(board, position):
            if position.dice == 0 and position.in_extra:
                position = set_dice(position, log.extra[game, position.extra - 1])
            elif position.dice == 0:
                row = before[game, position.made // DICE]
                row[0], row[1] = position.first, position.second
                row[2] = position.first_banked - position.second_banked
                position = set_dice(position, log.rounds[game, position.made // DICE])
            position = apply(board, position, log.actions[game, number])
            number += 1


def make_examples(board: Board, before: Masks, kinds: Masks, share: Floats) -> Examples:
    """Return the positions before each round but the first, with the result of the game.

    ``kinds`` (games, seats) are those of the bots, ``share`` (games,) is the result of the first
    seat.
    """
    games, rounds, _ = before.shape
    number = np.arange(rounds)
    first = np.broadcast_to(number % SEATS == 0, (games, rounds))  # who begins
    one, two, kept = before[:, :, 0], before[:, :, 1], before[:, :, 2]
    none = np.zeros_like(one)
    left = np.broadcast_to(SEATS * board.moves - DICE * number, one.shape)
    columns = [
        np.where(first, one, two),
        np.where(first, two, one),
        np.where(first, kept, -kept),
        none,
        none,
        left,
        np.where(first, kinds[:, :1], kinds[:, 1:]),
        np.where(first, kinds[:, 1:], kinds[:, :1]),
        np.where(first, board.tie, WIN - board.tie),
    ]
    views = np.stack(columns, axis=-1)[:, 1:].reshape(-1, len(columns))
    results = np.where(first, share[:, None], 1.0 - share[:, None])[:, 1:].ravel()
    return Examples(views.astype(np.int64), results)


def forget_players(examples: Examples, rng: Generator) -> Examples:
    """Return the examples, some of them first and as of players who are not known."""
    unknown = rng.random(len(examples.results)) < UNKNOWN_SHARE
    views = examples.views.copy()
    views[unknown, 6:8] = UNKNOWN
    order = np.argsort(~unknown, kind="stable")
    return Examples(views[order], examples.results[order])


def play_on(board: Board, views: Masks, playouts: int, rng: Generator) -> Examples:
    """Return what follows from positions at random, with none to two dice on the table."""
    count, shown = len(views), views.copy()
    lying = rng.integers(0, DICE, count)
    faces = rng.integers(1, FACES + 1, (count, 2))
    shown[:, 3] = np.where(lying > 0, faces[:, 0], 0)
    shown[:, 3] |= np.where(lying > 1, faces[:, 1] << DIE_BITS, 0)
    shown[:, 4] = lying
    shown[:, 6:8] = RANDOM
    results = np.zeros(count)
    play_out_all(board, shown, playouts, np.array([1 + rng.integers(1 << 40)]), results)
    return Examples(shown, results)


@kernel
def play_out_all(board: Board, views: Masks, playouts: int, stream: Masks, results: Floats) -> None:
    """Fill in the share of random games that the player wins who moves next."""
    for n in range(len(views)):
        view = view_at(views, n)
        left, tie, ahead = view.left + view.lying, WIN - view.tie, -view.ahead
        lost = play_out(
            board, view.other, view.own, ahead, view.dice, left, 0, tie, playouts, stream
        )
        results[n] = 1.0 - lost / (WIN * playouts)


# Learning


def make_untrained(rng: Generator, *, alike: bool) -> Network:
    """Return a network that knows nothing but that points are good."""
    outer = np.zeros((MAX_ROUNDS + 1, UNITS + 2))
    outer[:, :UNITS] = rng.normal(0, 3 * SPREAD, UNITS)
    outer[:, SLOPE] = 1.0
    return make_network(rng.normal(0, SPREAD, (HALVES, ROWS, EACH)), outer, RULES, alike=alike)


def learn(net: Network, examples: Examples, rates: tuple[float, ...], rng: Generator) -> None:
    """Go through the examples once for each rate."""
    errors = Errors(np.zeros_like(net.inner), np.zeros_like(net.outer), np.zeros(UNITS))
    for rate in rates:
        order = rng.permutation(len(examples.results))
        go_through(make_board(RULES), net, examples, order, rate, errors)
    net.inner[errors.inner == 0.0] = 0.0  # what was never seen


@step
def view_at(views: Masks, n: int) -> View:
    """Return a position of an array."""
    own, other, ahead, dice, lying = (
        views[n, 0],
        views[n, 1],
        views[n, 2],
        views[n, 3],
        views[n, 4],
    )
    return View(own, other, ahead, dice, lying, views[n, 5], views[n, 6], views[n, 7], views[n, 8])


@kernel
def go_through(
    board: Board, net: Network, examples: Examples, order: Masks, rate: float, errors: Errors
) -> None:
    """Learn from the examples, in an order."""
    for n in order:
        view = view_at(examples.views, n)
        rounds = count_rounds(view.left)
        count, ahead = find_features(board, net, view)
        error = 1.0 / (1.0 + exp(-combine(net, count, ahead, rounds))) - examples.results[n]
        learn_outer(net, errors, rounds, error, ahead, rate)
        for k in range(count):
            row, scale = net.features[k], net.scales[k]
            for half in range(HALVES):
                weights, squares = net.inner[half, row], errors.inner[half, row]
                for unit in range(EACH):
                    wrong = errors.units[EACH * half + unit] * scale
                    squares[unit] += wrong * wrong
                    weights[unit] -= rate * wrong / sqrt(squares[unit] + SMALL)


@step
def learn_outer(
    net: Network, errors: Errors, rounds: int, error: float, ahead: float, rate: float
) -> None:
    """Correct the outer weights, and note the error of each unit."""
    outer, squares = net.outer, errors.outer
    for weight in range(UNITS + 2):
        signal = 1.0 if weight == BIAS else ahead
        if weight < UNITS:
            signal = max(0.0, net.units[weight // EACH, weight % EACH])
            errors.units[weight] = error * outer[rounds, weight] if signal > 0.0 else 0.0
        wrong = error * signal
        squares[rounds, weight] += wrong * wrong
        outer[rounds, weight] -= rate * wrong / sqrt(squares[rounds, weight] + SMALL)


@kernel
def predict(board: Board, net: Network, views: Masks, found: Floats) -> None:
    """Fill in the chances to win in many positions."""
    for n in range(len(views)):
        found[n] = chance_to_win(board, net, view_at(views, n))


# The recipe


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Play so many games and twice as many fast ones, and fit both networks to them."""
    rng, board, parts = default_rng(seed), make_board(RULES), []
    plan = list(plan_games(size))
    for number, (pair, count) in enumerate(plan, 1):
        # Drawn and not used: the seeds of the games come behind these numbers.
        make_untrained(rng, alike=False)
        make_untrained(rng, alike=True)
        parts.append(play_pair(pair, count, rng))
        progress(0.5 * number / len(plan))
    examples = Examples(*map(np.concatenate, zip(*parts, strict=True)))
    values, by_chance = (make_untrained(rng, alike=alike) for alike in (False, True))
    learn(values, forget_players(examples, rng), RATES, rng)
    progress(0.8)
    some = rng.permutation(len(examples.results))[: AT_RANDOM * size]
    learn(by_chance, play_on(board, examples.views[some], PLAYOUTS, rng), RATES, rng)
    progress(1.0)
    return {"values": _round(values), "by_chance": _round(by_chance)}


def _round(net: Network) -> dict[str, Floats]:
    return {"inner": np.round(net.inner, DIGITS), "outer": np.round(net.outer, DIGITS)}


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    """Return how well the networks do in other games.

    The log loss of the results of bots, with its standard error, and the root mean square error of
    the shares that are won at random, of which 200 playouts leave 0.03 or so.
    """
    weights: Fitted = {
        group: {name: np.array(array, np.float64) for name, array in arrays.items()}
        for group, arrays in content.items()
    }
    rng, board, nets = default_rng(TEST_SEED), make_board(RULES), make_networks(RULES, weights)
    parts = [play_pair(pair, count, rng) for pair, count in plan_games(TEST_GAMES)]
    examples = Examples(*map(np.concatenate, zip(*parts, strict=True)))
    found = np.zeros(len(examples.results))
    predict(board, nets.values, examples.views, found)
    found = found.clip(CLIP, 1.0 - CLIP)
    losses = -(examples.results * np.log(found) + (1 - examples.results) * np.log1p(-found))
    by_game = losses.reshape(-1, RULES.rounds - 1).mean(axis=1)
    at_random = play_on(board, examples.views[::10], TEST_PLAYOUTS, rng)
    predicted = np.zeros(len(at_random.results))
    predict(board, nets.by_chance, at_random.views, predicted)
    return {
        "log_loss": round(float(losses.mean()), 4),
        "error": round(float(by_game.std() / np.sqrt(len(by_game))), 4),
        "rmse_at_random": round(float(np.sqrt(np.square(predicted - at_random.results).mean())), 4),
    }


RECIPE = Recipe(
    name="ludo/value_network",
    summary="Two value networks: the chance to win a position, from games of the bots.",
    output="games/ludo/value_network.json",
    size=60_000,
    smoke=60,
    seed=1,
    make=make,
    quality=measure,
    smoke_seconds=3.0,
)
