"""Random legal trick play, many deals at once.

What the kernels know of the rules are tables made by ``tricks``.  The random numbers are
drawn outside of them, so that the same numbers can be played card by card elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.cards import CardError, Masks
from evenhand.compiled import bit_count, formula, kernel, lowest_bit, step
from evenhand.games.skat.contract import GAMES, Contract, suit_led
from evenhand.games.skat.pack import PACK, POINTS
from evenhand.games.skat.tricks import strength

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]
Numbers = NDArray[np.uint32]
"""Random numbers of 32 bits, each for the draw of one card."""

PLAYED = 30
TRICKS = 10
NO_WINNER = 3  # of a trick that was not played
ALL_CARDS = PACK.whole
TRUMP = 16  # what a card gains in height by being a trump: more than any strength


def _heights(game: str) -> list[int]:
    """How high each card is: every trump above all other cards."""
    trumps = Contract(game).trumps
    return [strength(card, game) + TRUMP * (trumps >> card & 1) for card in range(len(PACK))]


def _follow(game: str) -> list[int]:
    """For each card led, the cards that follow it."""
    return [suit_led(card, Contract(game).trumps) for card in range(len(PACK))]


HEIGHT = np.array([_heights(game) for game in GAMES])
"""How high each card is in each of ``GAMES``: every trump at least ``TRUMP``."""
FOLLOW = np.array([_follow(game) for game in GAMES], np.int64)
POINTS_OR_NONE = np.array([*POINTS, 0])
"""The points of each card; the last is for no card."""


@formula
def drawn(hand: int, number: int) -> int:
    """The card that a random number of 32 bits draws from a hand.

    >>> [drawn(0b10110, number) for number in (0, 2**31, 2**32 - 1)]
    [1, 2, 4]
    """
    for _ in range(number * bit_count(hand) >> 32):
        hand &= hand - 1
    return lowest_bit(hand)


@step
def _play_trick(
    held: Masks, follow: Integers, height: Integers, leader: int, numbers: Numbers, cards: Bytes
) -> int:
    """Play a trick out of the hands; the seat that takes it."""
    suit, best, winner = ALL_CARDS, -1, leader
    for place in range(3):
        seat = (leader + place) % 3
        legal = held[seat] & suit
        card = drawn(legal if legal else held[seat], numbers[place])
        held[seat] ^= 1 << card
        cards[place] = card
        if place == 0:
            suit = follow[card]
        if height[card] > best and (suit >> card & 1 or height[card] >= TRUMP):
            best, winner = height[card], seat
    return winner


@kernel
def _play(
    hands: Masks, games: Integers, leaders: Integers, numbers: Numbers, cards: Bytes, winners: Bytes
) -> None:
    """Play every row of hands; games are places in ``GAMES``."""
    held = np.empty(3, np.int64)
    for row in range(len(hands)):
        held[:] = hands[row, :3]
        follow, height = FOLLOW[games[row]], HEIGHT[games[row]]
        leader = leaders[row]
        for trick in range(TRICKS):
            three = slice(3 * trick, 3 * trick + 3)
            leader = _play_trick(
                held, follow, height, leader, numbers[row, three], cards[row, three]
            )
            winners[row, trick] = leader


@dataclass(frozen=True, slots=True)
class Tricks:
    """The tricks of many games, a row a game."""

    cards: Bytes  # thirty in the order of play
    winners: Bytes  # the seats that took the ten tricks

    def taken_by(self, seats: Integers) -> tuple[Integers, Integers]:
        """Card points and number of the tricks that one seat of each game took."""
        points = POINTS_OR_NONE[self.cards].reshape(-1, TRICKS, 3).sum(axis=2)
        taken = self.winners == seats[:, None]
        return (points * taken).sum(axis=1), taken.sum(axis=1)


def play_with(hands: Masks, games: Integers, leaders: Integers, numbers: Numbers) -> Tricks:
    """Play deals by thirty random numbers each; ``games`` are places in ``GAMES``.

    The first three columns of ``hands`` play; a fourth, the skat, is left alone.
    """
    _check(hands, games, leaders, numbers)
    cards = np.empty((len(hands), PLAYED), np.uint8)
    winners = np.empty((len(hands), TRICKS), np.uint8)
    numbers = np.ascontiguousarray(numbers, np.uint32)
    _play(_integers(hands), _integers(games), _integers(leaders), numbers, cards, winners)
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
    """As many random numbers."""
    return rng.integers(2**32, size=(rows, columns), dtype=np.uint32)


def _integers(values: Integers) -> Integers:
    """The one kind of array for which the kernel is compiled."""
    return np.ascontiguousarray(values, np.int64)


def _check(hands: Masks, games: Integers, leaders: Integers, numbers: Numbers) -> None:
    """Refuse what would lead the kernel astray."""
    deals = len(hands)
    if len(games) != deals or numbers.shape != (deals, PLAYED):
        raise ValueError(f"each of {deals} deals needs a game and {PLAYED} random numbers")
    if not np.isin(games, range(len(GAMES))).all():
        raise ValueError(f"games are numbered 0 to {len(GAMES) - 1}")
    check_seats(leaders, deals)
    check_hands(hands[:, :3])


def check_seats(seats: Integers, deals: int) -> None:
    """Refuse anything but one of the three seats for each deal."""
    if seats.shape != (deals,) or not np.isin(seats, range(3)).all():
        raise ValueError(f"each of {deals} deals needs a seat 0, 1 or 2")


def check_hands(hands: Masks) -> None:
    """Refuse anything but three hands of ten different cards."""
    together = np.bitwise_or.reduce(hands, axis=1) & ALL_CARDS
    right = (np.bitwise_count(together) == PLAYED).all() and hands.shape[1:] == (3,)
    if not right or (np.bitwise_count(hands) != TRICKS).any() or (hands & ~ALL_CARDS).any():
        raise CardError("a deal needs three hands of ten different cards")
