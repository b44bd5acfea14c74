"""Relative skill of Rummy for two: players with the same cards, one in each seat in turn.

The random moves of Rummy are the order of the pack.  A player gains the share of the win, as a
mean over both seats; the opponent is the best player.

The informed player knows the order of the stock.  The opponent is assumed to draw from the stock
each time, so every second card of it will be the player's own, from the first or, after a card
from the pile, the second one on.  Of its hand and the next few of these cards the player looks
for the thirteen that can be declared soonest, or else are nearest to it.  It discards what is not
among them; of several such cards one that leaves the hand nearest now, and of those the one with
the most points.  It is not the best possible: it does not foresee what the opponent discards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from evenhand.games.cards import cards_of
from evenhand.games.rummy import (
    GAME,
    MinDist,
    Phase,
    Random,
    Rules,
    RummyBot,
    State,
    discard_dists,
    min_dists,
    name,
    points,
)
from evenhand.games.rummy.deck import HAND_SIZE
from evenhand.parallel import map_blocks
from evenhand.rng import Seeds, draw_seeds
from evenhand.studies.relative_skill.measure import RelativeSkill, estimate_relative_skill
from evenhand.tables import Floats

BLOCK, SEATS = 20, 2
AHEAD = 3  # own cards that the informed player looks ahead

Plan = tuple[int, int, int]
"""Distance, cards drawn until then, and which cards of the hand are idle: the least is best."""


def rummy_relative_skill(
    rng: np.random.Generator,
    games: int,
    beginner: RummyBot | None = None,
    best: RummyBot | None = None,
    *,
    workers: int | None = None,
    done: Callable[[int], object] | None = None,
) -> RelativeSkill:
    """Estimate the relative skill of Rummy between two strategies, by default Random, MinDist."""
    if games < 2:
        raise ValueError("at least two games are needed")
    pair = _Pair(beginner or Random(), best or MinDist())
    drawn = draw_seeds(rng, games)
    blocks = [drawn[first : first + BLOCK] for first in range(0, games, BLOCK)]
    parts = map_blocks(pair.play_block, blocks, workers=workers, done=done)
    return estimate_relative_skill(*np.concatenate(list(parts)).T)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A beginner and the best player."""

    beginner: RummyBot
    best: RummyBot

    def play_block(self, drawn: Seeds) -> Floats:
        """Return the gains of the three in each game of a block."""
        gains = np.zeros((len(drawn), 3))
        for seat in range(SEATS):
            seats = np.array([[seat, 1 - seat]] * len(drawn), np.int32)
            for who, bot in enumerate((self.beginner, self.best)):
                played = GAME.simulate([bot, self.best], seats, drawn, Rules())
                winner = played.details["winner"]
                gains[:, who] += np.where(winner == 0, 0.5, winner == seat + 1)
            gains[:, 2] += [self._play_informed(int(seed), seat) for seed in drawn]
        return gains / SEATS

    def _play_informed(self, seed: int, seat: int) -> float:
        """Return the informed player's share of the win in one game."""
        state, streams = GAME.start(Rules(), SEATS, seed), GAME.streams(seed, SEATS)
        while (turn := state.turn) is not None:
            if turn == seat:
                move = choose_with_foresight(state)
            else:
                move = self.best.choose(state, streams[turn])
            state = state.play(move)
        winner = state.result().winner
        return 0.5 if winner is None else float(winner == seat)


def choose_with_foresight(state: State) -> str:
    """Choose the move of the player who knows the stock and has the turn."""
    assert state.turn is not None
    hand, wild = state.hand(state.turn), state.wild
    if state.phase is Phase.DRAW:
        return _choose_draw(state, hand)
    _, _, idle = best_plan(hand, _own_cards(state, 1), wild)
    far = discard_dists(hand, wild)
    card = min(cards_of(idle), key=lambda card: (far[card], -points(1 << card, wild), card))
    return f"declare {name(card)}" if not far[card] else name(card)


def best_plan(hand: int, coming: list[int], wild: int) -> Plan:
    """Find the nearest thirteen cards among fourteen and cards to come, soonest first."""
    plans: list[Plan] = []
    cards = list(cards_of(hand))
    for drawn in range(len(coming) + 1):
        bits = np.left_shift(1, np.array([*cards, *coming[:drawn]], np.int64))
        hands = bits.sum() - bits[choices(len(bits), len(bits) - HAND_SIZE)].sum(axis=1)
        far = min_dists(hands, wild)
        least = int(far.min())
        idle = np.bitwise_or.reduce(hand & ~hands[far == least])
        plans.append((least, drawn, int(idle)))
        if not least:
            break
    return min(plans)


@cache
def choices(cards: int, out: int) -> NDArray[np.int64]:
    """Return all ways to leave out some of the cards, a row each."""
    return np.array(list(combinations(range(cards), out)), np.int64).reshape(-1, out)


def _own_cards(state: State, first: int) -> list[int]:
    """Return the next own cards of the stock, every second one from the first."""
    return list(state.stock[first : first + 2 * AHEAD : 2])


def _choose_draw(state: State, hand: int) -> str:
    """Choose where to draw: by the better of two plans, from the stock if they are equal."""
    top = state.pile[-1] if state.pile else None
    if not state.stock:
        return "stock" if top is None else "pile"
    by_stock = best_plan(hand | 1 << state.stock[0], _own_cards(state, 2), state.wild)
    if top is None:
        return "stock"
    by_pile = best_plan(hand | 1 << top, _own_cards(state, 1), state.wild)
    return "pile" if by_pile[:2] < by_stock[:2] else "stock"
