"""Whole random legal games, many at once, scored by the rules.

Forehand is seat 0 and leads.  Every choice is uniform: the declarer, the contract out of
all 29, the bid among those that the contract could reach on any cards, the two cards put
away unless it is a hand game, and each card among those that may be played.
"""

from dataclasses import dataclass

import numpy as np

from evenhand.cards import CardError, Masks
from evenhand.compiled import kernel
from evenhand.games.skat.contract import GAMES, NULL, Contract
from evenhand.games.skat.pack import PACK, POINTS
from evenhand.games.skat.playout import (
    PLAYED,
    Integers,
    Numbers,
    Tricks,
    check_hands,
    check_seats,
    drawn,
    play_with,
    random_numbers,
)
from evenhand.games.skat.values import (
    ALL_POINTS,
    ALL_TRICKS,
    BASE,
    BID_VALUES,
    POINTS_TO_WIN,
    SCHNEIDER,
    game_value,
    levels,
    trumps_by_rank,
)

PUT_AWAY = 2
NO_CARD = len(PACK)
CLUB_JACK = 1 << PACK.card("CJ")
SUIT_AND_GRAND_FORMS = ("", "H", "HS", "HSZ", "OHSZ")
NULL_FORMS = ("", "H", "O", "OH")
CONTRACTS: tuple[Contract, ...] = tuple(
    Contract.parse(game + marks)
    for game in GAMES
    for marks in (NULL_FORMS if game == NULL else SUIT_AND_GRAND_FORMS)
)
"""All contracts there are."""


def highest_bid(contract: Contract) -> int:
    """The value that a contract reaches on any cards if all goes well.

    Higher bids are left out: a null announced below the bid is not legal, and a game that
    nothing could have saved is not much of a game.

    >>> highest_bid(Contract("D")), highest_bid(Contract("N"))
    (36, 23)
    """
    return game_value(contract, 1, schwarz=True)


def _eleven_trumps(game: str) -> list[int]:
    """The trumps of a game, highest first, filled up to eleven."""
    trumps = [] if game == NULL else trumps_by_rank(game)
    return trumps + [NO_CARD] * (11 - len(trumps))


def _three_levels(contract: Contract) -> list[int]:
    """Levels without the matadors: in a plain game, at schneider, at schwarz."""
    if contract.game == NULL:
        return [1, 1, 1]
    reached = ((False, False), (True, False), (True, True))
    return [levels(contract, 0, schneider=some, schwarz=every) for some, every in reached]


def _points_to_win(contract: Contract) -> int:
    if contract.game == NULL:
        return 0
    return ALL_POINTS - SCHNEIDER if contract.schneider else POINTS_TO_WIN


# What the rules say of each game and each contract.
_TRUMPS = np.array([_eleven_trumps(game) for game in GAMES])
_GAME = np.array([GAMES.index(contract.game) for contract in CONTRACTS])
_HAND = np.array([contract.hand for contract in CONTRACTS])
_BASE = np.array([BASE.get(contract.game) or game_value(contract) for contract in CONTRACTS])
_LEVELS = np.array([_three_levels(contract) for contract in CONTRACTS])
_POINTS_TO_WIN = np.array([_points_to_win(contract) for contract in CONTRACTS])
_TRICKS_TO_WIN = np.array([ALL_TRICKS if contract.schwarz else 0 for contract in CONTRACTS])
_NULL = np.array([contract.game == NULL for contract in CONTRACTS])
_BIDS = np.searchsorted(BID_VALUES, [highest_bid(c) for c in CONTRACTS], side="right")


def matador_runs(contracts: Integers, cards: Masks) -> Integers:
    """With or without how many, over the declarer's twelve cards; 0 in null."""
    same = np.where(cards & CLUB_JACK, cards, PACK.whole ^ cards)
    held = same[:, None] >> _TRUMPS[_GAME[contracts]] & 1
    runs: Integers = np.minimum.accumulate(held, axis=1).sum(axis=1)
    return runs


def scores(
    contracts: Integers, cards: Masks, points: Integers, tricks: Integers, bids: Integers
) -> Integers:
    """What ``values.worth`` writes down, for many games; contracts as places in ``CONTRACTS``."""
    schwarz = (tricks == 0) | (tricks == ALL_TRICKS)
    schneider = np.minimum(points, ALL_POINTS - points) <= SCHNEIDER
    reached = np.where(schwarz, 2, np.where(schneider, 1, 0))
    base, null = _BASE[contracts], _NULL[contracts]
    value = base * (_LEVELS[contracts, reached] + matador_runs(contracts, cards))
    won = (
        (points >= _POINTS_TO_WIN[contracts])
        & (tricks >= _TRICKS_TO_WIN[contracts])
        & ~(null & (tricks > 0))
        & (null | (value >= bids))
    )
    bid_in_full = np.where(null, 0, -(-bids // base) * base)
    return np.where(won, value, -2 * np.maximum(value, bid_in_full))


@dataclass(frozen=True, slots=True)
class RandomGames:
    """Games of Skat, a row a game."""

    deals: Masks  # three hands and the skat
    declarers: Integers
    contracts: Integers  # places in CONTRACTS
    bids: Integers
    hands: Masks  # as they were played, and the two cards put away or left in the skat
    tricks: Tricks
    points: Integers  # the declarer's tricks and skat
    taken: Integers  # tricks that the declarer took
    scores: Integers  # for the declarer


@kernel
def _put_away(hands: Masks, declarers: Integers, takers: Integers, numbers: Numbers) -> None:
    """In the rows of ``takers`` pick up the skat and put two cards away."""
    for row in takers:
        twelve = hands[row, declarers[row]] | hands[row, 3]
        first = 1 << drawn(twelve, numbers[row, 0])
        second = 1 << drawn(twelve ^ first, numbers[row, 1])
        hands[row, 3] = first | second
        hands[row, declarers[row]] = twelve ^ first ^ second


def random_games(rng: np.random.Generator, games: int) -> RandomGames:
    """Deal, announce, play and score so many games."""
    deals = PACK.deal(rng, games, 10, 10, 10, 2)
    declarers = rng.integers(3, size=games)
    contracts = rng.integers(len(CONTRACTS), size=games)
    bids = np.array(BID_VALUES)[rng.integers(_BIDS[contracts])]
    return finish(deals, declarers, contracts, bids, random_numbers(rng, games, PUT_AWAY + PLAYED))


def finish(
    deals: Masks, declarers: Integers, contracts: Integers, bids: Integers, numbers: Numbers
) -> RandomGames:
    """Put cards away, play and score by 32 random numbers a game.

    The first two numbers put cards away and are not used in a hand game.
    """
    _check(deals, declarers, contracts, bids, numbers)
    every, hands = np.arange(len(deals)), deals.copy()
    _put_away(hands, declarers, every[~_HAND[contracts]], numbers)
    forehand = np.zeros(len(deals), np.int64)
    tricks = play_with(hands, _GAME[contracts], forehand, numbers[:, PUT_AWAY:])
    points, taken = tricks.taken_by(declarers)
    skat = ((hands[:, 3:] >> np.arange(len(PACK)) & 1) * np.array(POINTS)).sum(axis=1)
    points += skat
    twelve = hands[every, declarers] | hands[:, 3]
    score = scores(contracts, twelve, points, taken, bids)
    return RandomGames(deals, declarers, contracts, bids, hands, tricks, points, taken, score)


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
    if (_NULL[contracts] & (bids > _BASE[contracts])).any():
        raise ValueError("a null cannot be announced below its bid")
