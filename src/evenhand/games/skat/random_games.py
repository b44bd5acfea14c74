"""Random legal games, many at once.

The random numbers are drawn outside of the kernels, so that the same numbers can be played card
by card elsewhere.

Forehand is seat 0 and leads.  Every choice is uniform: the declarer, the contract out of
all 29, the bid among those that the contract could reach on any cards, the two cards put
away unless it is a hand game, and each card among those that may be played.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import bit_count, formula, kernel, lowest_bit, step
from evenhand.games.cards import CardError, Masks
from evenhand.games.skat.batch import Games, Tricks, check_hands, check_seats
from evenhand.games.skat.contract import (
    CONTRACTS,
    GAME_OF,
    GAMES,
    IS_HAND,
    IS_NULL,
    NO_CONTRACT,
    Contract,
)
from evenhand.games.skat.deck import (
    CARD_POINTS,
    NO_CARD,
    PACK,
    SEATS,
    SIZES,
    SKAT_SIZE,
    Bytes,
    Integers,
)
from evenhand.games.skat.scoring import BASE_OF, BID_VALUES, game_value, has_missed
from evenhand.games.skat.tricks import FOLLOWS, NO_WINNER, PLAYED, TRICKS, legal, trick_winner

Numbers = NDArray[np.uint32]
"""Random numbers of 32 bits, each for the draw of one card."""


@formula
def draw_card(hand: int, number: int) -> int:
    """Return the card that a random number of 32 bits draws from a hand.

    >>> [draw_card(0b10110, number) for number in (0, 2**31, 2**32 - 1)]
    [1, 2, 4]
    """
    for _ in range(number * bit_count(hand) >> 32):
        hand &= hand - 1
    return lowest_bit(hand)


@step
def _play_trick(held: Masks, game: int, leader: int, numbers: Numbers, cards: Any) -> int:
    """Play a trick out of the hands; return the seat that takes it."""
    led = NO_CARD
    for place in range(SEATS):
        seat = (leader + place) % SEATS
        card = draw_card(legal(held[seat], FOLLOWS[game, led]), numbers[place])
        held[seat] ^= 1 << card
        cards[place] = card
        if place == 0:
            led = card
    return (leader + trick_winner(game, cards[0], cards[1], cards[2])) % SEATS


@kernel
def _play(
    hands: Masks,
    games: Integers,
    leaders: Integers,
    numbers: Numbers,
    contracts: Integers,
    declarers: Integers,
    cards: Bytes,
    winners: Bytes,
) -> None:
    """Play every row of hands; a game with a contract ends once what was announced is missed."""
    held = np.empty(SEATS, np.int64)
    for row in range(len(hands)):
        held[:] = hands[row, :SEATS]
        leader, own, theirs = leaders[row], 0, 0
        for trick in range(TRICKS):
            three = slice(SEATS * trick, SEATS * (trick + 1))
            leader = _play_trick(held, games[row], leader, numbers[row, three], cards[row, three])
            winners[row, trick] = leader
            if contracts[row] != NO_CONTRACT:
                own += leader == declarers[row]
                if leader != declarers[row]:
                    for card in cards[row, three]:
                        theirs += CARD_POINTS[card]
                if has_missed(contracts[row], own, trick + 1 - own, theirs):
                    break


def play_with(hands: Masks, games: Integers, leaders: Integers, numbers: Numbers) -> Tricks:
    """Play all tricks of deals by thirty random numbers each; ``games`` are places in ``GAMES``.

    The first three columns of ``hands`` play; a fourth, the skat, is left alone.
    """
    nothing = np.full(len(hands), NO_CONTRACT, np.int64)
    return _play_all(hands, games, leaders, numbers, nothing, nothing)


def _play_all(
    hands: Masks,
    games: Integers,
    leaders: Integers,
    numbers: Numbers,
    contracts: Integers,
    declarers: Integers,
) -> Tricks:
    _check_deals(hands, games, leaders, numbers)
    cards = np.full((len(hands), PLAYED), NO_CARD, np.uint8)
    winners = np.full((len(hands), TRICKS), NO_WINNER, np.uint8)
    numbers = np.ascontiguousarray(numbers, np.uint32)
    columns = (_as_integers(hands), _as_integers(games), _as_integers(leaders))
    _play(*columns, numbers, _as_integers(contracts), _as_integers(declarers), cards, winners)
    return Tricks(cards, winners)


def play_at_random(
    rng: np.random.Generator, hands: Masks, games: Sequence[str], leaders: Integers
) -> Tricks:
    """Play out many deals; ``games`` has a letter and ``leaders`` a seat for each.

    >>> hands = PACK.deal(np.random.default_rng(1), 2, 10, 10, 10, 2)
    >>> tricks = play_at_random(np.random.default_rng(2), hands, "GN", np.array([0, 2]))
    >>> [PACK.name(card) for card in tricks.cards[0, :3]], int(tricks.winners[0, 0])
    (['CJ', 'DJ', 'DQ'], 0)
    """
    places = np.array([GAMES.index(Contract(game).game) for game in games], np.int64)
    return play_with(hands, places, np.asarray(leaders), random_numbers(rng, len(hands), PLAYED))


def random_numbers(rng: np.random.Generator, rows: int, columns: int) -> Numbers:
    """Draw random numbers of 32 bits."""
    return rng.integers(2**32, size=(rows, columns), dtype=np.uint32)


def _as_integers(values: Integers) -> Integers:
    """Return the one kind of array for which the kernel is compiled."""
    return np.ascontiguousarray(values, np.int64)


def _check_deals(hands: Masks, games: Integers, leaders: Integers, numbers: Numbers) -> None:
    """Refuse arguments that the kernel cannot handle."""
    deals = len(hands)
    if len(games) != deals or numbers.shape != (deals, PLAYED):
        raise ValueError(f"each of {deals} deals needs a game and {PLAYED} random numbers")
    if not np.isin(games, range(len(GAMES))).all():
        raise ValueError(f"games are numbered 0 to {len(GAMES) - 1}")
    check_seats(leaders, deals)
    check_hands(hands[:, :3])


def highest_bid(contract: Contract) -> int:
    """Return the value that a contract reaches on any cards if all goes well.

    Higher bids are left out: a null announced below the bid is not legal, and a game that
    nothing could have saved is not much of a game.

    >>> highest_bid(Contract("D")), highest_bid(Contract("N"))
    (36, 23)
    """
    return game_value(contract, 1, schwarz=True)


_BIDS = np.searchsorted(BID_VALUES, [highest_bid(c) for c in CONTRACTS], side="right")


@kernel
def _discard(hands: Masks, declarers: Integers, takers: Integers, numbers: Numbers) -> None:
    """Pick up the skat and put two cards away in the rows of ``takers``."""
    for row in takers:
        twelve = hands[row, declarers[row]] | hands[row, 3]
        first = 1 << draw_card(twelve, numbers[row, 0])
        second = 1 << draw_card(twelve ^ first, numbers[row, 1])
        hands[row, 3] = first | second
        hands[row, declarers[row]] = twelve ^ first ^ second


def make_random_games(rng: np.random.Generator, games: int) -> Games:
    """Deal, announce, play and score random games."""
    deals = PACK.deal(rng, games, *SIZES)
    declarers = rng.integers(3, size=games)
    contracts = rng.integers(len(CONTRACTS), size=games)
    bids = np.array(BID_VALUES)[rng.integers(_BIDS[contracts])]
    return finish(deals, declarers, contracts, bids, random_numbers(rng, games, SKAT_SIZE + PLAYED))


def finish(
    deals: Masks, declarers: Integers, contracts: Integers, bids: Integers, numbers: Numbers
) -> Games:
    """Put cards away, play and score by 32 random numbers a game.

    The first two numbers put cards away and are not used in a hand game.
    """
    _check(deals, declarers, contracts, bids, numbers)
    every, hands = np.arange(len(deals)), deals.copy()
    _discard(hands, declarers, every[~IS_HAND[contracts]], numbers)
    forehand = np.zeros(len(deals), np.int64)
    games, rest = GAME_OF[contracts], numbers[:, SKAT_SIZE:]
    tricks = _play_all(hands, games, forehand, rest, contracts, declarers)
    bids_made = np.zeros((len(deals), 3), np.int64)
    bids_made[every, declarers] = bids
    return Games.from_tricks(deals, bids_made, declarers, contracts, bids, hands, tricks)


def _check(
    deals: Masks, declarers: Integers, contracts: Integers, bids: Integers, numbers: Numbers
) -> None:
    """Refuse arguments that the kernels cannot handle."""
    games = len(deals)
    kinds = {array.dtype for array in (deals, declarers, contracts, bids)}
    if kinds != {np.dtype(np.int64)} or numbers.dtype != np.uint32:
        raise ValueError("deals, declarers, contracts and bids are int64, random numbers uint32")
    if deals.shape != (games, 4) or numbers.shape != (games, SKAT_SIZE + PLAYED):
        needed = f"three hands, a skat and {SKAT_SIZE + PLAYED} random numbers"
        raise ValueError(f"each of {games} deals needs {needed}")
    check_seats(declarers, games)
    check_hands(deals[:, :3])
    if (deals.sum(axis=1) != PACK.full).any():
        raise CardError("the skat is the two cards that are left")
    if contracts.shape != (games,) or not np.isin(contracts, range(len(CONTRACTS))).all():
        raise ValueError(f"contracts are numbered 0 to {len(CONTRACTS) - 1}")
    if bids.shape != (games,) or not np.isin(bids, BID_VALUES).all():
        raise ValueError("each deal needs one of the 63 bids")
    if (IS_NULL[contracts] & (bids > BASE_OF[contracts])).any():
        raise ValueError("a null cannot be announced below its bid")
