"""Random trick play: the kernel against the rules of ``tricks``, card by card."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from evenhand.games.cards import CardError, Masks, cards_of
from evenhand.games.protocol import RuleError
from evenhand.games.skat import (
    GAMES,
    PACK,
    PLAYED,
    Integers,
    Numbers,
    card_points,
    play_at_random,
    play_with,
    random_numbers,
)
from tests.oracles.skat_tricks import legal_cards, trick_winner

DEALS = 300  # for each game


def draw(hand: int, number: int) -> int:
    """The reference of ``draw_card``: the cards share the numbers below 2**32 evenly."""
    cards = list(cards_of(hand))
    return cards[int(number) * len(cards) // 2**32]


@dataclass
class Table:
    """The reference of the kernel: one deal played by the rules."""

    hands: list[int]
    game: str
    leader: int
    cards: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def play(self, numbers: Numbers) -> "Table":
        for trick in numbers.reshape(10, 3):
            self.play_trick(trick)
        return self

    def play_trick(self, numbers: Numbers) -> None:
        trick: list[int] = []
        for place, number in enumerate(numbers):
            seat = (self.leader + place) % 3
            led = trick[0] if trick else None
            legal = legal_cards(self.hands[seat], led, self.game)
            trick.append(draw(legal, number))
            self.hands[seat] &= ~(1 << trick[-1])
        self.leader = (self.leader + trick_winner(trick, self.game)) % 3
        self.cards += trick
        self.winners.append(self.leader)


def some_deals(seed: int, deals: int) -> tuple[Masks, Integers, Integers, Numbers]:
    rng = np.random.default_rng(seed)
    hands = PACK.deal(rng, deals, 10, 10, 10, 2)
    games, leaders = np.arange(deals) % len(GAMES), rng.integers(3, size=deals)
    return hands, games, leaders, random_numbers(rng, deals, PLAYED)


def test_the_kernel_plays_what_the_rules_say_in_every_game_and_from_every_seat() -> None:
    hands, games, leaders, numbers = some_deals(1, DEALS * len(GAMES))
    tricks = play_with(hands, games, leaders, numbers)
    for row, game in enumerate(games):
        table = Table([int(hand) for hand in hands[row, :3]], GAMES[game], int(leaders[row]))
        table.play(numbers[row])
        assert table.cards == tricks.cards[row].tolist()
        assert table.winners == tricks.winners[row].tolist()


def test_every_card_is_played_once_and_the_points_of_the_seats_are_all_points() -> None:
    hands, games, leaders, numbers = some_deals(3, 500)
    tricks = play_with(hands, games, leaders, numbers)
    assert ((np.int64(1) << tricks.cards).sum(axis=1) == hands[:, :3].sum(axis=1)).all()
    seats = np.array([tricks.taken_by(np.full(500, seat)) for seat in range(3)])
    points, taken = seats.sum(axis=0)
    assert (taken == 10).all()
    assert points.tolist() == [120 - card_points(int(skat)) for skat in hands[:, 3]]


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_games() -> None:
    hands, games, leaders, _ = some_deals(4, 200)
    letters = "".join(GAMES[game] for game in games)
    one, same, other = (
        play_at_random(np.random.default_rng(seed), hands, letters, leaders) for seed in (1, 1, 2)
    )
    assert one.cards.tobytes() == same.cards.tobytes()
    assert one.winners.tobytes() == same.winners.tobytes()
    assert (one.cards != other.cards).any(axis=1).all()


def test_every_legal_card_is_equally_likely() -> None:
    deals = 50_000
    hands = np.tile(PACK.deal(np.random.default_rng(5), 1, 10, 10, 10), (deals, 1))
    rng = np.random.default_rng(6)
    tricks = play_at_random(rng, hands, "G" * deals, np.zeros(deals, np.int64))
    counts = np.bincount(tricks.cards[:, 0], minlength=32)
    assert (counts > 0).sum() == 10
    sigma = np.sqrt(deals * 0.1 * 0.9)
    assert abs(counts[counts > 0] - deals / 10).max() < 4 * sigma  # ten counts, a fixed seed


def test_arrays_of_any_layout_and_width_mean_the_same() -> None:
    hands, games, leaders, numbers = some_deals(7, 30)
    plain = play_with(hands, games, leaders, numbers)
    narrow = play_with(
        np.asfortranarray(hands), games.astype(np.int8), leaders.astype(np.uint8), numbers[:, ::1]
    )
    assert (plain.cards == narrow.cards).all()


def test_no_deals_are_no_games() -> None:
    hands, games, leaders, numbers = some_deals(8, 0)
    assert play_with(hands, games, leaders, numbers).cards.shape == (0, 30)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda hands: hands[:, :2],
        lambda hands: hands[:, [0, 0, 1]],
        lambda hands: hands[:, [0, 1, 3]],
        lambda hands: hands << 1,
        lambda hands: -hands,
        lambda hands: hands * 0,
    ],
)
def test_hands_that_are_no_deal_are_refused(spoil: Callable[[Masks], Masks]) -> None:
    hands, games, leaders, numbers = some_deals(9, 4)
    with pytest.raises(CardError, match="three hands of ten different cards"):
        play_with(spoil(hands), games, leaders, numbers)


def test_seats_games_and_numbers_that_do_not_fit_are_refused() -> None:
    hands, games, leaders, numbers = some_deals(10, 4)
    halves: Any = leaders + 0.5
    for seats in (leaders + 3, leaders - 3, leaders[:3], halves):
        with pytest.raises(ValueError, match="each of 4 deals needs a seat 0, 1 or 2"):
            play_with(hands, games, seats, numbers)
    for places, few in ((games[:3], numbers), (games, numbers[:, :29]), (games, numbers[:3])):
        with pytest.raises(ValueError, match="needs a game and 30 random numbers"):
            play_with(hands, places, leaders, few)
    with pytest.raises(ValueError, match="games are numbered 0 to 5"):
        play_with(hands, games + 6, leaders, numbers)
    with pytest.raises(RuleError, match="no game 'R'"):
        play_at_random(np.random.default_rng(1), hands, "CCCR", leaders)
