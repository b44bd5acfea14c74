"""A made-up population: real deals, but who wins is drawn by skill and hand.

It is quick and its truth is known, which is what tests of studies need.  The declarer is
who holds the best hand; nobody plays a card.
"""

from dataclasses import replace

import numpy as np

from evenhand.games.skat.batch import Games
from evenhand.games.skat.bots import Population
from evenhand.games.skat.contract import CONTRACTS, GAMES, IS_NULL, Contract
from evenhand.games.skat.deck import JACKS, PACK, Integers
from evenhand.games.skat.random_games import make_random_games
from evenhand.games.skat.scoring import BASE_OF
from evenhand.studies.edelkamp2021.amounts import Amount
from evenhand.studies.study import Setting
from evenhand.tables import Floats

ACES = PACK.hand(suit + "A" for suit in PACK.suits)
LOW = PACK.hand(suit + rank for suit in PACK.suits for rank in "789")
OF_GAME = np.array([CONTRACTS.index(Contract(game)) for game in GAMES])


def stand_in(
    rng: np.random.Generator, players: int, series: int, deals: int = 36, luck: float = 1.0
) -> Population:
    """So many series among players of whom some play much more than others."""
    skill = rng.normal(0.0, 0.2, players)
    busy = -0.5 * np.log(np.arange(1, players + 1)) + rng.gumbel(size=(series, players))
    seats = np.argsort(-busy, axis=1)[:, :3].astype(np.int32)
    games = make_random_games(rng, series * deals)
    contracts, declarers, strength = _announced(games)
    deal, table = np.arange(len(games)) % deals, np.arange(len(games)) // deals
    sitting = skill[seats[table[:, None], (np.arange(3) + deal[:, None]) % 3]]
    own = sitting[np.arange(len(games)), declarers]
    edge = own - (sitting.sum(axis=1) - own) / 2.0
    won = rng.random(len(games)) < 1.0 / (1.0 + np.exp(-2.0 - luck * strength - edge))
    value = np.where(IS_NULL[contracts], 1, rng.integers(2, 5, len(games))) * BASE_OF[contracts]
    scores = np.where(won, value, -2 * value)
    names = tuple(f"P-{number:03d}" for number in range(1, players + 1))
    made_up = replace(
        games, hands=games.deals, declarers=declarers, contracts=contracts, scores=scores
    )
    return Population.from_rotation(names, seats, made_up, skill=skill)


def _announced(games: Games) -> tuple[Integers, Integers, Floats]:
    """Contract, declarer and how much better than usual the hand is."""
    hands = games.deals[:, :3, None]
    masks = np.array([Contract(game).trumps | ACES for game in GAMES[:4]] + [JACKS | ACES, LOW])
    counts = np.bitwise_count(hands & masks).astype(np.float64)
    counts -= np.array([7.0, 7.0, 7.0, 7.0, 5.3, 8.0])
    best = counts.reshape(len(games), -1).argmax(axis=1)
    strength = counts.reshape(len(games), -1)[np.arange(len(games)), best]
    return OF_GAME[best % len(GAMES)], best // len(GAMES), strength


def play_stand_in(setting: Setting, rng: np.random.Generator) -> Population:
    """In the place of the players of the studies."""
    amount: Amount = setting.size
    return stand_in(rng, amount.players, amount.series)
