"""The luck of the cards in Rummy move by move, by the rules alone: what the kernels find, slowly.

It goes through a game that is over, also one of people: the bots say how the cards that did
not come would have been played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.fitted import Fitted
from evenhand.games.rummy import (
    Deal,
    Hybrid,
    MinDist,
    MinScore,
    OpponentAware,
    Phase,
    Random,
    Rules,
    RummyBot,
    State,
    discard_dists,
    discard_scores,
    min_dist,
    min_dists,
    min_score,
    name,
)
from evenhand.games.rummy.deck import FULL, card, jokers
from evenhand.games.rummy.value_network import load_weights
from evenhand.rng import Stream
from evenhand.tables import Floats

Luck = tuple[str, Floats]
"""What chance did, ``deal``, ``draw`` or ``tie``, and the luck of each seat."""

MOST_AHEAD = 4  # discards in a row
ENDLESS = 100_000  # turns


def luck_of(game: State, bots: Sequence[RummyBot], weights: Fitted | None = None) -> Iterator[Luck]:
    """Yield the luck of each seat whenever chance did something in a game that is over."""
    weights = load_weights() if weights is None else weights
    policies = [without_ties(bot) for bot in bots]
    now = rebuild(game.initial(), rules=replace(game.rules, turn_limit=ENDLESS))
    yield "deal", _deal_value(now, weights) - weights["expected"][str(len(bots))]
    for number, (seat, move) in enumerate(game.moves):
        after = now.play(move)
        if move == "stock" and not after.over:
            values = {
                one: _value(play_on(with_next(now, one), policies), left, weights)
                for one, left in _list_draws(now)
            }
            yield "draw", values[after.cards[-1]] - np.mean(list(values.values()), axis=0)
        ties = _list_ties(now, bots[seat])
        if game.cards[number] in ties and "declare" not in move:
            left = as_hand(drawable(now))
            values = {
                one: _value(play_on(now.play(name(one)), policies), left, weights) for one in ties
            }
            yield "tie", values[game.cards[number]] - np.mean(list(values.values()), axis=0)
        now = after


def without_ties(bot: RummyBot) -> RummyBot:
    """Return how a bot is taken to play on."""
    if isinstance(bot, Random):
        return MinDist()
    if isinstance(bot, MinScore | MinDist | Hybrid | OpponentAware) and bot.ties == "random":
        return replace(bot, ties="points")
    return bot


def play_on(state: State, bots: Sequence[RummyBot], most: int = MOST_AHEAD) -> State:
    """Return the game when the stock is drawn from next, or after so many turns."""
    now = state
    for _ in range(most):
        if now.phase is Phase.DRAW:
            if _choose(now, bots) == "stock":
                break
            now = now.play("pile")
        now = now.play(_choose(now, bots))
        if now.over:
            break
    return now


def rebuild(
    state: State,
    *,
    rules: Rules | None = None,
    pack: Sequence[int] = (),
    stocks: tuple[tuple[int, ...], ...] | None = None,
) -> State:
    """Return the game with the same moves, but other rules, or cards in another order."""
    deal = Deal.from_pack(pack, state.seats) if pack else state.deal
    stocks = state.given_stocks if stocks is None else stocks
    now = State.from_deal(deal, rules or state.rules, state.shuffle_seed, stocks)
    for _, move in state.moves:
        now = now.play(move)
    return now


def with_next(state: State, card: int) -> State:
    """Return the game after this card is drawn from the stock."""
    stocks = [one.stock for one in state.reshuffles]
    if not state.stock:
        stocks.append((card, *(other for other in state.pile[:-1] if other != card)))
        return rebuild(state, stocks=tuple(stocks)).play("stock")
    swap = {card: state.stock[0], state.stock[0]: card}
    pack = state.deal.pack
    if stocks:
        stocks[-1] = tuple(swap.get(other, other) for other in stocks[-1])
    else:
        pack = tuple(swap.get(other, other) for other in pack)
    return rebuild(state, pack=pack, stocks=tuple(stocks)).play("stock")


class Features(NamedTuple):
    """What a hand of thirteen cards can hope for."""

    dist: int
    score: int
    jokers: int
    outs: int
    spare: int


def measure(hand: int, wild: int) -> Features:
    """Return what a hand can hope for."""
    dist = min_dist(hand, wild)
    others = list(cards_of(FULL & ~hand))
    nearer = min_dists([hand | 1 << one for one in others], wild) < dist
    outs = as_hand(one for one, near in zip(others, nearer, strict=True) if near)
    held = jokers(hand, wild).bit_count()
    return Features(dist, min_score(hand, wild), held, outs, find_spare(hand, wild))


def find_spare(hand: int, wild: int) -> int:
    """Return the cards that are of no use once there is one joker more."""
    more = jokers(FULL & ~hand, wild)
    if not more:
        return 0
    far = discard_dists(hand | 1 << more.bit_length() - 1, wild)
    natural = [one for one in far if not jokers(1 << one, wild)]
    return as_hand(one for one in natural if far[one] == min(far.values()))


def drawable(state: State) -> tuple[int, ...]:
    """Return the cards of which one is drawn next from the stock."""
    return state.stock or state.pile[:-1]


def _choose(state: State, bots: Sequence[RummyBot]) -> str:
    assert state.turn is not None
    return bots[state.turn].choose(state, Stream(1))


def _list_draws(state: State) -> Iterator[tuple[int, int]]:
    """Yield each card that may be drawn, and the cards that are left then."""
    cards = drawable(state)
    for one in cards:
        yield one, as_hand(cards) & ~(1 << one)


def _deal_value(start: State, weights: Fitted) -> Floats:
    """Return what a deal is worth, if all play like MinDist by the usual rules."""
    usual = rebuild(start, rules=Rules(turn_limit=ENDLESS))
    return _value(play_on(usual, [MinDist()] * start.seats), as_hand(start.stock), weights)


def _list_ties(state: State, bot: RummyBot) -> list[int]:
    """Return the discards among which the bot draws one at random, if it does."""
    if state.phase is not Phase.DISCARD or getattr(bot, "ties", "") != "random":
        return []
    assert state.turn is not None
    hand, wild = state.hand(state.turn), state.wild
    keeps = getattr(bot, "keeps_jokers", True) or not state.rules.jokers_discardable
    kept = list(cards_of(hand & ~jokers(hand, wild) if keeps else hand))
    dists = discard_dists(hand, wild)
    if min(dists.values()) == 0:
        return []
    scores = discard_scores(hand, wild, state.rules.literal_score)
    best = _keep_least(scores if isinstance(bot, MinScore) else dists, kept)
    if isinstance(bot, OpponentAware):
        safe = _list_safe(state, state.turn, bot.memory)
        best = [one for one in best if one in safe] or best
    return best


def _keep_least(values: Mapping[int, int], cards: Sequence[int]) -> list[int]:
    least = min(values[one] for one in cards)
    return [one for one in cards if values[one] == least]


def _list_safe(state: State, seat: int, memory: int) -> set[int]:
    """Return the cards near to the latest discards of the others, so many of each."""
    found: set[int] = set()
    for other in range(state.seats):
        made = [
            state.cards[number]
            for number, (mover, move) in enumerate(state.moves)
            if mover == other != seat and move not in ("stock", "pile", "drop")
        ]
        for gone in made[-memory:] if memory else ():
            if gone < card("JK"):
                suit, rank = divmod(gone, 13)
                found |= {other_suit * 13 + rank for other_suit in range(4) if other_suit != suit}
                found |= {suit * 13 + (rank + 1) % 13, suit * 13 + (rank - 1) % 13}
    return found


def _value(node: State, left: int, weights: Fitted) -> Floats:
    """Return the share of the opponents still playing that each seat beats."""
    values, seats, seat = (
        np.zeros(node.seats),
        node.seats,
        node.moves[-1][0] if node.over else node.turn,
    )
    assert seat is not None
    order = [one for turn in range(seats) if (one := (seat + turn) % seats) in node.playing]
    for first, second in combinations(order, 2):
        share = _beats(node, seat, first, second, left, weights) / (len(order) - 1)
        values[first] += share
        values[second] += 1 / (len(order) - 1) - share
    return values


def _beats(node: State, seat: int, first: int, second: int, left: int, weights: Fitted) -> float:
    """Return the chance of a seat to be ahead of one that draws later."""
    own, other = (measure(node.hand(one), node.wild) for one in (first, second))
    if node.over:
        return 1.0 if node.declarer == first else 0.5 + 0.5 * np.sign(other.score - own.score)
    jokers_left = (left & jokers(FULL, node.wild)).bit_count()
    of_both = left.bit_count() / 13, jokers_left / 2, node.turns[seat] / 10
    inputs = np.array(
        [
            *_of_hand(own, other, node.hand(second), left),
            *_of_hand(other, own, node.hand(first), left),
            *of_both,
        ]
    )
    for layer in weights["network"].values():
        total = layer @ np.append(inputs, 1.0)
        inputs = np.maximum(0.0, total)
    return float(1 / (1 + np.exp(-total[0])))


def _of_hand(own: Features, other: Features, other_hand: int, left: int) -> tuple[float, ...]:
    """Return what the network sees of a hand."""
    outs = (own.outs & left).bit_count()
    return (
        own.dist / 4,
        own.score / 40,
        own.jokers / 2,
        outs / 8,
        3 * outs / max(1, left.bit_count()),
        (own.outs & other_hand).bit_count() / 3,
        (own.outs & other.spare).bit_count() / 2,
        own.spare.bit_count() / 4,
    )
