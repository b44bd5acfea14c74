"""Whole random legal games, many at once, scored by the rules.

Forehand is seat 0 and leads.  Every choice is uniform: the declarer, the contract out of
all 29, the bid among those that the contract could reach on any cards, the two cards put
away unless it is a hand game, and each card among those that may be played.
"""

import numpy as np

from evenhand.cards import CardError, Masks
from evenhand.compiled import kernel
from evenhand.games.skat.contract import Contract
from evenhand.games.skat.many_games import BASE_OF, CONTRACTS, GAME_OF, IS_HAND, IS_NULL, Games
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.playout import (
    PLAYED,
    Integers,
    Numbers,
    check_hands,
    check_seats,
    drawn,
    play_with,
    random_numbers,
)
from evenhand.games.skat.values import BID_VALUES, game_value

PUT_AWAY = 2


def highest_bid(contract: Contract) -> int:
    """The value that a contract reaches on any cards if all goes well.

    Higher bids are left out: a null announced below the bid is not legal, and a game that
    nothing could have saved is not much of a game.

    >>> highest_bid(Contract("D")), highest_bid(Contract("N"))
    (36, 23)
    """
    return game_value(contract, 1, schwarz=True)


_BIDS = np.searchsorted(BID_VALUES, [highest_bid(c) for c in CONTRACTS], side="right")


@kernel
def _put_away(hands: Masks, declarers: Integers, takers: Integers, numbers: Numbers) -> None:
    """In the rows of ``takers`` pick up the skat and put two cards away."""
    for row in takers:
        twelve = hands[row, declarers[row]] | hands[row, 3]
        first = 1 << drawn(twelve, numbers[row, 0])
        second = 1 << drawn(twelve ^ first, numbers[row, 1])
        hands[row, 3] = first | second
        hands[row, declarers[row]] = twelve ^ first ^ second


def random_games(rng: np.random.Generator, games: int) -> Games:
    """Deal, announce, play and score so many games."""
    deals = PACK.deal(rng, games, 10, 10, 10, 2)
    declarers = rng.integers(3, size=games)
    contracts = rng.integers(len(CONTRACTS), size=games)
    bids = np.array(BID_VALUES)[rng.integers(_BIDS[contracts])]
    return finish(deals, declarers, contracts, bids, random_numbers(rng, games, PUT_AWAY + PLAYED))


def finish(
    deals: Masks, declarers: Integers, contracts: Integers, bids: Integers, numbers: Numbers
) -> Games:
    """Put cards away, play and score by 32 random numbers a game.

    The first two numbers put cards away and are not used in a hand game.
    """
    _check(deals, declarers, contracts, bids, numbers)
    every, hands = np.arange(len(deals)), deals.copy()
    _put_away(hands, declarers, every[~IS_HAND[contracts]], numbers)
    forehand = np.zeros(len(deals), np.int64)
    tricks = play_with(hands, GAME_OF[contracts], forehand, numbers[:, PUT_AWAY:])
    said = np.zeros((len(deals), 3), np.int64)
    said[every, declarers] = bids
    return Games.scored(deals, said, declarers, contracts, bids, hands, tricks)


def _check(
    deals: Masks, declarers: Integers, contracts: Integers, bids: Integers, numbers: Numbers
) -> None:
    """Refuse what would lead the kernels astray."""
    games = len(deals)
    kinds = {array.dtype for array in (deals, declarers, contracts, bids)}
    if kinds != {np.dtype(np.int64)} or numbers.dtype != np.uint32:
        raise ValueError("deals, declarers, contracts and bids are int64, random numbers uint32")
    if deals.shape != (games, 4) or numbers.shape != (games, PUT_AWAY + PLAYED):
        needed = f"three hands, a skat and {PUT_AWAY + PLAYED} random numbers"
        raise ValueError(f"each of {games} deals needs {needed}")
    check_seats(declarers, games)
    check_hands(deals[:, :3])
    if (deals.sum(axis=1) != PACK.whole).any():
        raise CardError("the skat is the two cards that are left")
    if contracts.shape != (games,) or not np.isin(contracts, range(len(CONTRACTS))).all():
        raise ValueError(f"contracts are numbered 0 to {len(CONTRACTS) - 1}")
    if bids.shape != (games,) or not np.isin(bids, BID_VALUES).all():
        raise ValueError("each deal needs one of the 63 bids")
    if (IS_NULL[contracts] & (bids > BASE_OF[contracts])).any():
        raise ValueError("a null cannot be announced below its bid")
