"""The luck of the cards move by move, to be read: the same as the kernels find, and slow.

It goes through a game that is over, also one of people: who they are taken to be decides how
the cards that did not come would have been played.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.rummy.game import PILE, STOCK, Game
from evenhand.games.rummy.luck.ahead import MOST_AHEAD
from evenhand.games.rummy.luck.hopes import EVERY
from evenhand.games.rummy.luck.weights import package_weights
from evenhand.games.rummy.metrics.hands import discard_dists, min_dist, min_dists, min_score
from evenhand.games.rummy.pack import jokers, name
from evenhand.games.rummy.phase import Phase
from evenhand.games.rummy.rules import MOST_TURNS, Rules
from evenhand.games.rummy.strategies.bots import (
    Hybrid,
    MinDist,
    MinScore,
    OpponentAware,
    Random,
    Strategy,
)
from evenhand.games.rummy.strategies.desk import new_desk
from evenhand.games.rummy.strategies.parameters import JOKERS_TOO, MEMORY
from evenhand.games.rummy.strategies.player import choose, near_to_dropped
from evenhand.games.rummy.strategies.turn import discard
from evenhand.games.weights import Weights
from evenhand.tables import Floats

Luck = tuple[str, Floats]
"""What chance did, as in ``deal``, ``draw`` or ``lot``, and the luck of each seat."""


def luck_of(
    game: Game, strategies: Sequence[Strategy], known: Weights | None = None
) -> Iterator[Luck]:
    """The luck of each seat whenever chance did something in a game that is over.

    >>> from evenhand.games.rummy.strategies.player import play_one
    >>> bots = [MinDist(), MinDist()]
    >>> events = list(luck_of(play_one(bots, seed=2), bots))
    >>> [what for what, _ in events]
    ['deal', 'draw', 'draw', 'draw', 'draw', 'draw', 'draw']
    >>> what, luck = events[-1]
    >>> bool(luck[0] > 0.3)  # the card that the first player declared with
    True
    """
    weights = package_weights() if known is None else known
    now, taken_for = game.beginning, [without_lots(strategy) for strategy in strategies]
    yield "deal", _deal_value(now, weights) - weights["expected"][str(len(strategies))]
    for seat, move in game.moves:
        after = now.play(move)
        if move == STOCK and not after.over:
            came = (after.hand(seat) & ~now.hand(seat)).bit_length() - 1
            values = {
                card: _value(played_on(with_card(now, card), taken_for), left, weights)
                for card, left in _drawn(now)
            }
            yield "draw", values[came] - np.mean(list(values.values()), axis=0)
        lots = _lots(now, strategies[seat])
        if lots:
            left, gone = as_hand(drawable(now)), after.discarded[seat][-1]
            values = {
                card: _value(played_on(now.play(name(card)), taken_for), left, weights)
                for card in lots
            }
            yield "lot", values[gone] - np.mean(list(values.values()), axis=0)
        now = after


def without_lots(strategy: Strategy) -> Strategy:
    """How a strategy is taken to play."""
    if isinstance(strategy, Random):
        return MinDist()
    if isinstance(strategy, MinScore | MinDist | Hybrid | OpponentAware) and strategy.ties == "lot":
        return replace(strategy, ties="points")
    return strategy


def played_on(game: Game, strategies: Sequence[Strategy], most: int = MOST_AHEAD) -> Game:
    """The game when the stock is drawn from next, or after so many turns."""
    now, desk = replace(game, rules=replace(game.rules, turn_limit=MOST_TURNS)), new_desk()
    for _ in range(most):
        if now.phase is Phase.DRAW:
            if choose(now, strategies[now.seat], desk) == STOCK:
                break
            now = now.play(PILE)
        now = now.play(choose(now, strategies[now.seat], desk))
        if now.over:
            break
    return now


class Hopes(NamedTuple):
    """What a hand of thirteen cards has to hope for, as in :mod:`.hopes`."""

    dist: int
    score: int
    jokers: int
    outs: int
    idle: int


def hopes(hand: int, wild: int) -> Hopes:
    """What a hand has to hope for."""
    dist = min_dist(hand, wild)
    others = list(cards_of(EVERY & ~hand))
    nearer = min_dists([hand | 1 << card for card in others], wild) < dist
    outs = as_hand(card for card, near in zip(others, nearer, strict=True) if near)
    return Hopes(
        dist, min_score(hand, wild), jokers(hand, wild).bit_count(), outs, idle(hand, wild)
    )


def idle(hand: int, wild: int) -> int:
    """The cards that are of no use once there is one joker more."""
    more = jokers(EVERY & ~hand, wild)
    if not more:
        return 0
    far = discard_dists(hand | 1 << more.bit_length() - 1, wild)
    natural = [card for card in far if not jokers(1 << card, wild)]
    return as_hand(card for card in natural if far[card] == min(far.values()))


def drawable(game: Game) -> tuple[int, ...]:
    """The cards of which one is drawn next from the stock."""
    return game.stock or game.pile[:-1]


def with_card(game: Game, card: int) -> Game:
    """The game after this card is drawn from the stock."""
    stock = (card, *(other for other in drawable(game) if other != card))
    pile = game.pile if game.stock else game.pile[-1:]
    return replace(game, layout=replace(game.layout, stock=stock, pile=pile)).play(STOCK)


def _drawn(game: Game) -> Iterator[tuple[int, int]]:
    """Each card that may be drawn, and the cards that are left then."""
    cards = drawable(game)
    for card in cards:
        yield card, as_hand(cards) & ~(1 << card)


def _deal_value(start: Game, weights: Weights) -> Floats:
    """What a deal is worth to each seat, if all play like MinDist by the usual rules."""
    players = start.deal.players
    usual = replace(start, rules=Rules(players=players))
    return _value(played_on(usual, [MinDist()] * players), as_hand(start.stock), weights)


def _lots(game: Game, strategy: Strategy) -> list[int]:
    """The discards among which a lot decides, if it does."""
    lot = getattr(strategy, "ties", "") == "lot"
    if game.phase is not Phase.DISCARD or not lot:
        return []
    row, rules = strategy.row(), game.rules
    safe = near_to_dropped(game, int(row[MEMORY]))
    jokers_too = int(row[JOKERS_TOO] and rules.jokers_discardable)
    hand, literal = game.hand(game.seat), rules.literal_score
    _, declares, options = discard(row, new_desk(), hand, game.wild, safe, jokers_too, literal)
    return [] if declares else list(cards_of(options))


def _value(node: Game, left: int, weights: Weights) -> Floats:
    """The share of the opponents that each seat beats."""
    players = node.deal.players
    values = np.zeros(players)
    order = [(node.seat + turn) % players for turn in range(players)]
    for first, second in combinations(order, 2):
        share = _beats(node, first, second, left, weights) / (players - 1)
        values[first] += share
        values[second] += 1 / (players - 1) - share
    return values


def _beats(node: Game, first: int, second: int, left: int, weights: Weights) -> float:
    """The chance of a seat to be ahead of one that draws later."""
    own, other = (hopes(node.hand(seat), node.wild) for seat in (first, second))
    if node.over:
        return 1.0 if node.declarer == first else 0.5 + 0.5 * np.sign(other.score - own.score)
    jokers_left = (left & jokers(EVERY, node.wild)).bit_count()
    of_both = left.bit_count() / 13, jokers_left / 2, node.turns[node.seat] / 10
    seen = np.array(
        [
            *_of_hand(own, other, node.hand(second), left),
            *_of_hand(other, own, node.hand(first), left),
            *of_both,
        ]
    )
    for weights_of_layer in weights["network"].values():
        total = weights_of_layer @ np.append(seen, 1.0)
        seen = np.maximum(0.0, total)
    return float(1 / (1 + np.exp(-total[0])))


def _of_hand(own: Hopes, other: Hopes, other_hand: int, left: int) -> tuple[float, ...]:
    """What the network sees of a hand."""
    outs = (own.outs & left).bit_count()
    return (
        own.dist / 4,
        own.score / 40,
        own.jokers / 2,
        outs / 8,
        3 * outs / max(1, left.bit_count()),
        (own.outs & other_hand).bit_count() / 3,
        (own.outs & other.idle).bit_count() / 2,
        own.idle.bit_count() / 4,
    )
