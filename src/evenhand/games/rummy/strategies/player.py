"""Strategies at the table of :class:`~evenhand.games.rummy.game.Game`, move by move.

This is what the kernel of whole games does, told by the rules: the same seed gives the same
game, and here it can be watched.
"""

from collections.abc import Sequence
from dataclasses import replace

from evenhand.games.rummy.deal import Deal
from evenhand.games.rummy.game import DECLARE, PILE, STOCK, Game
from evenhand.games.rummy.layout import shuffled
from evenhand.games.rummy.pack import CARDS, JOKER, name
from evenhand.games.rummy.phase import Phase
from evenhand.games.rummy.rules import Rules
from evenhand.games.rummy.strategies.bots import Strategy
from evenhand.games.rummy.strategies.desk import Desk, new_desk
from evenhand.games.rummy.strategies.natural_melds import near
from evenhand.games.rummy.strategies.parameters import JOKERS_TOO, MEMORY
from evenhand.games.rummy.strategies.turn import discard, takes_pile
from evenhand.rng import SEED_LIMIT, make_seed, next_state, random_bits

DEFAULT = Rules()


def choose(game: Game, strategy: Strategy, desk: Desk) -> str:
    """The move that a strategy makes if it has the turn.

    >>> from numpy.random import default_rng
    >>> from evenhand.games.rummy.strategies.bots import MinDist
    >>> game = Game.random(default_rng(5))
    >>> choose(game, MinDist(), new_desk())
    'stock'
    """
    row, rules, hand = strategy.row(), game.rules, game.hand(game.seat)
    jokers_too = int(row[JOKERS_TOO] and rules.jokers_discardable)
    if game.phase is Phase.DRAW:
        takes = takes_pile(
            row, desk, hand, game.wild, game.pile[-1], jokers_too, rules.literal_score
        )
        return PILE if takes else STOCK
    safe = near_to_dropped(game, int(row[MEMORY]))
    literal = rules.literal_score
    card, declares, _ = discard(row, desk, hand, game.wild, safe, jokers_too, literal)
    return f"{DECLARE} {name(card)}" if declares else name(card)


def near_to_dropped(game: Game, memory: int) -> int:
    """The cards near to the latest discards of the others, so many of each."""
    found = 0
    for seat, cards in enumerate(game.discarded):
        for card in cards[-memory:] if memory and seat != game.seat else ():
            found |= near(card) if card < JOKER else 0
    return found


def play_one(strategies: Sequence[Strategy], seed: int, rules: Rules = DEFAULT) -> Game:
    """One game of the simulation, given by its seed.

    >>> from evenhand.games.rummy.strategies.bots import Hybrid, MinDist
    >>> str(play_one([MinDist(), Hybrid()], seed=7).result())
    'player 2 wins after 14 turns, points 70 : 0'
    """
    game, desk = begin(len(strategies), seed, rules)
    while not game.over:
        game = game.play(choose(game, strategies[game.seat], desk))
    return game


def begin(players: int, seed: int, rules: Rules = DEFAULT) -> tuple[Game, Desk]:
    """A game of the simulation before its first move, and the desk with its random numbers."""
    if not 0 < seed < SEED_LIMIT - 1:
        raise ValueError(f"a seed is a number from 1 to {SEED_LIMIT - 2}, not {seed}")
    first = next_state(seed)
    second = next_state(first)
    desk = new_desk(make_seed(random_bits(first), random_bits(second)))
    pack, draws = shuffled(range(CARDS), second)
    deal = Deal.from_pack(pack, players)
    return Game.start(deal, replace(rules, players=players), draws), desk
