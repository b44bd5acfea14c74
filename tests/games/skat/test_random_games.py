"""Random games: kernels against the words of the rules, card by card and game by game."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from evenhand.games.cards import CardError, Masks, cards_of
from evenhand.games.protocol import RuleError
from evenhand.games.skat import (
    BID_VALUES,
    PACK,
    Contract,
    Games,
    game_value,
    make_random_games,
    matadors,
    settle_cards,
)
from evenhand.games.skat.contract import CONTRACTS, GAMES
from evenhand.games.skat.deck import NO_CARD, POINTS, Integers, card_points
from evenhand.games.skat.random_games import (
    Numbers,
    finish,
    highest_bid,
    play_at_random,
    play_with,
    random_numbers,
)
from evenhand.games.skat.scoring import NULL_VALUES, least_values, scores
from evenhand.games.skat.tricks import PLAYED
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


EACH = 60  # games of each contract
OUTCOMES = [(0, 0), (22, 0), (0, 1), (30, 3), (31, 4), (60, 5), (61, 5), (89, 7), (90, 8)]
OUTCOMES += [(120, 9), (120, 10)]  # points and tricks at every border


@pytest.fixture(scope="module")
def games() -> Games:
    return make_random_games(np.random.default_rng(1), 20_000)


def test_there_are_29_contracts() -> None:
    names = [str(contract) for contract in CONTRACTS]
    assert len(set(names)) == len(names) == 5 * 5 + 4
    assert {"N", "NO", "COHSZ", "G", "GHS"} <= set(names)


def test_a_game_is_what_the_rules_make_of_its_random_numbers() -> None:
    rng = np.random.default_rng(2)
    n = EACH * len(CONTRACTS)
    deals = PACK.deal(rng, n, 10, 10, 10, 2)
    declarers, contracts = rng.integers(3, size=n), np.arange(n) % len(CONTRACTS)
    bids, numbers = rng.choice(BID_VALUES, n), random_numbers(rng, n, 32)
    bids = np.minimum(bids, [highest_bid(CONTRACTS[place]) for place in contracts])
    played = finish(deals, declarers, contracts, bids, numbers)
    for row in range(n):
        contract, declarer = CONTRACTS[contracts[row]], declarers[row]
        *hands, skat = (int(hand) for hand in deals[row])
        twelve = hands[declarer] | skat
        if not contract.hand:
            first = 1 << draw(twelve, numbers[row, 0])
            skat = first | 1 << draw(twelve ^ first, numbers[row, 1])
            hands[declarer] = twelve ^ skat
        assert played.hands[row].tolist() == [*hands, skat]
        table = Table(hands, contract.game, leader=0).play(numbers[row, 2:])
        last = last_trick(contract, table, declarer)
        cards, missing = table.cards[: 3 * last], [NO_CARD] * (30 - 3 * last)
        assert played.tricks.cards[row].tolist() == cards + missing
        assert played.tricks.winners[row].tolist() == table.winners[:last] + [3] * (10 - last)
        mine = [trick for trick in range(last) if table.winners[trick] == declarer]
        cards = [card for trick in mine for card in table.cards[3 * trick : 3 * trick + 3]]
        points = card_points(skat + sum(1 << card for card in cards))
        assert (played.points[row], played.taken[row]) == (points, len(mine))
        # A game that was ended by a missed announcement does not make the declarer schwarz.
        tricks = len(mine) if last == 10 or contract.game == "N" else max(len(mine), 1)
        end = settle_cards(contract.number, twelve, points, tricks, int(bids[row]))
        assert played.scores[row] == end.score


def last_trick(contract: Contract, table: Table, declarer: int) -> int:
    """How many tricks are played until a null or what was announced is missed."""
    theirs = 0
    for trick, winner in enumerate(table.winners):
        if winner != declarer:
            theirs += sum(POINTS[card] for card in table.cards[3 * trick : 3 * trick + 3])
        if contract.game == "N":
            missed = winner == declarer
        else:
            schneider = contract.schneider and theirs > 30
            missed = schneider or (contract.schwarz and winner != declarer)
        if missed:
            return trick + 1
    return 10


def test_scores_are_those_of_values_for_any_outcome() -> None:
    rng = np.random.default_rng(3)
    n = 20_000
    contracts = rng.integers(len(CONTRACTS), size=n)
    many = PACK.deal(rng, n // 2, 12)[:, 0]
    jacks = PACK.deal(rng, n // 2, 8)[:, 0] | PACK.hand(["CJ", "SJ", "HJ", "DJ"])
    cards = np.concatenate([many, jacks])
    points, tricks = np.array(OUTCOMES)[rng.integers(len(OUTCOMES), size=n)].T
    bids = rng.choice(BID_VALUES, n)
    ours = scores(contracts, cards, points, tricks, bids)
    for row in range(n):
        contract = CONTRACTS[contracts[row]]
        outcome = {"points": int(points[row]), "tricks": int(tricks[row])}
        end = settle_cards(contract.number, int(cards[row]), **outcome, bid=int(bids[row]))
        assert ours[row] == end.score, (str(contract), outcome, bids[row])


@pytest.mark.parametrize("game", "CSHDG")
def test_runs_of_every_length_are_counted(game: str) -> None:
    contract = Contract(game, hand=True)
    cards = PACK.deal(np.random.default_rng(4), 2_000, 12)[:, 0]
    cards = np.concatenate([cards, cards | contract.trumps, cards & ~contract.trumps])
    values = least_values(np.full(len(cards), contract.number), cards)
    runs = [matadors(game, int(twelve)) for twelve in cards]
    assert values.tolist() == [game_value(contract, run) for run in runs]
    assert max(map(abs, runs)) == (4 if game == "G" else 11)


def test_random_games_are_fair_and_of_every_kind(games: Games) -> None:
    n = len(games.deals)
    for column, kinds in ((games.declarers, 3), (games.contracts, len(CONTRACTS))):
        counts = Counter(column.tolist())
        assert sorted(counts) == list(range(kinds))
        sigma = (n / kinds * (1 - 1 / kinds)) ** 0.5
        assert max(abs(count - n / kinds) for count in counts.values()) < 4 * sigma
    won = np.bincount(games.contracts, games.scores > 0, len(CONTRACTS))
    plain = [CONTRACTS.index(Contract(game)) for game in "CSHDG"]
    assert (won[plain] > 0).all()
    assert set(games.bids.tolist()) <= set(BID_VALUES)


def test_a_null_is_never_below_its_bid(games: Games) -> None:
    for place, contract in enumerate(CONTRACTS):
        if str(contract) in NULL_VALUES:
            bids = games.bids[games.contracts == place]
            assert bids.max() <= NULL_VALUES[str(contract)]
            assert bids.min() == 18


def test_the_same_seed_gives_the_same_games() -> None:
    one, same, other = (make_random_games(np.random.default_rng(seed), 100) for seed in (5, 5, 6))
    assert one.tricks.cards.tobytes() == same.tricks.cards.tobytes()
    assert one.scores.tobytes() == same.scores.tobytes()
    assert one.tricks.cards.tobytes() != other.tricks.cards.tobytes()


NULL_CONTRACT = [str(contract) for contract in CONTRACTS].index("N")


def test_arguments_that_kernels_cannot_handle_are_refused(games: Games) -> None:
    deals, contracts, bids = games.deals[:2], games.contracts[:2], games.bids[:2]
    numbers = random_numbers(np.random.default_rng(7), 2, 32)
    seats, skatless = np.array([0, 1]), np.array([1, 1, 1, 0])
    needed = "each of 2 deals needs three hands, a skat and 32 random numbers"
    for given, problem in (
        ((deals, seats + 2, contracts, bids, numbers), "each of 2 deals needs a seat 0, 1 or 2"),
        ((deals, seats, contracts, bids, numbers[:1]), needed),
        ((deals, seats, contracts, bids, numbers[:, :31]), needed),
        ((deals[:, :3], seats, contracts, bids, numbers), needed),
        ((deals * skatless, seats, contracts, bids, numbers), "the skat is the two cards"),
        ((deals[:, [0, 0, 2, 3]], seats, contracts, bids, numbers), "three hands of ten different"),
        ((deals, seats, contracts * 0 - 1, bids, numbers), "contracts are numbered 0 to 28"),
        ((deals, seats, contracts, bids[:1], numbers), "one of the 63 bids"),
        ((deals, seats, contracts, bids * 0 + 19, numbers), "one of the 63 bids"),
        ((deals, seats, contracts * 0 + NULL_CONTRACT, bids * 0 + 264, numbers), "below its bid"),
        ((deals.astype(np.uint64), seats, contracts, bids, numbers), "are int64"),
        ((deals, seats, contracts, bids, numbers.astype(float)), "random numbers uint32"),
    ):
        with pytest.raises(ValueError, match=problem):
            finish(*given)
