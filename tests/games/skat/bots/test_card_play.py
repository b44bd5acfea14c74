"""Whole games by cards: legal, repeatable, and as the solver says where all cards are seen."""

import numpy as np
import pytest

from evenhand.games.cards import Masks
from evenhand.games.skat import PACK, Games
from evenhand.games.skat.bots import (
    AnnouncedGames,
    Clairvoyant,
    Heuristic,
    MonteCarlo,
    SkatBot,
    play_cards,
)
from evenhand.games.skat.contract import CONTRACTS, GAMES, NULL
from evenhand.games.skat.deck import NO_CARD, SIZES, card_points
from evenhand.games.skat.scoring import points_needed
from evenhand.games.skat.solver import Position, Solver
from evenhand.rng import draw_seeds
from tests.oracles.skat_tricks import legal_cards, trick_winner

NAMES = [str(contract) for contract in CONTRACTS]


def deals(count: int, seed: int = 1) -> Masks:
    return PACK.deal(np.random.default_rng(seed), count, *SIZES)


def play(
    hands: Masks, contract: str, bots: list[SkatBot], seed: int = 1, declarer: int | None = None
) -> Games:
    count = len(hands)
    declarers = np.arange(count) % 3 if declarer is None else np.full(count, declarer)
    contracts = np.full(count, NAMES.index(contract))
    bids, said = np.full(count, 18), np.zeros((count, 3), np.int64)
    announced = AnnouncedGames(hands, said, declarers, contracts, bids, hands)
    return play_cards(announced, bots, draw_seeds(np.random.default_rng(seed), count))


BOTS: list[SkatBot] = [Heuristic(slip=0.3), MonteCarlo(samples=3), Clairvoyant()]


@pytest.mark.parametrize("contract", ["C", "D", "GH", "NH", "NO"])
@pytest.mark.parametrize("bot", BOTS, ids=str)
def test_every_card_is_legal_and_every_trick_goes_to_its_winner(
    bot: SkatBot, contract: str
) -> None:
    games = play(deals(6), contract, [bot])
    game = contract[0]
    for row in range(len(games)):
        hands, leader = games.hands[row, :3].tolist(), 0
        for trick in range(10):
            cards = games.tricks.cards[row, 3 * trick : 3 * trick + 3].tolist()
            if cards[0] == NO_CARD:
                assert game == NULL
                assert leader == games.declarers[row]
                break
            for place, card in enumerate(cards):
                seat = (leader + place) % 3
                assert legal_cards(hands[seat], cards[0] if place else None, game) >> card & 1
                hands[seat] &= ~(1 << card)
            leader = (leader + trick_winner(cards, game)) % 3
            assert games.tricks.winners[row, trick] == leader


@pytest.mark.parametrize("game", GAMES)
def test_who_see_all_cards_win_exactly_what_can_be_won(game: str) -> None:
    hands, solver = deals(20, seed=5), Solver()
    games = play(hands, game, [Clairvoyant()])
    for row, (fore, middle, rear, skat) in enumerate(hands.tolist()):
        position = Position(game, (fore, middle, rear), row % 3)
        target = 61 - (0 if game == NULL else card_points(skat))
        assert games.won[row] == solver.wins(position, target)


def test_the_same_seed_gives_the_same_cards_whatever_was_played_before() -> None:
    hands = deals(8)
    first = play(hands, "S", [MonteCarlo(samples=4)])
    play(deals(5, seed=9), "S", [MonteCarlo(samples=6)])
    again = play(hands, "S", [MonteCarlo(samples=4)])
    other = play(hands, "S", [MonteCarlo(samples=4)], seed=2)
    assert (first.tricks.cards == again.tricks.cards).all()
    assert (first.tricks.cards != other.tricks.cards).any()


def test_a_monte_carlo_player_does_not_see_what_he_may_not() -> None:
    """Forehand's first card stays the same when the cards of the others are exchanged."""
    rng = np.random.default_rng(4)
    for contract, declarer in (("H", 0), ("GH", 0), ("C", 1), ("N", 2)):
        hands = deals(5, seed=declarer + 11)
        shuffled = hands.copy()
        for row in range(len(hands)):
            known = [0, 3] if declarer == 0 and contract == "H" else [0]
            others = [pile for pile in range(4) if pile not in known]
            cards = [card for pile in others for card in range(32) if hands[row, pile] >> card & 1]
            rng.shuffle(cards)
            for pile in others:
                size = SIZES[pile]
                shuffled[row, pile] = sum(1 << card for card in cards[:size])
                cards = cards[size:]
        bot: list[SkatBot] = [MonteCarlo(samples=5)]
        one = play(hands, contract, bot, declarer=declarer).tricks.cards[:, 0]
        other = play(shuffled, contract, bot, declarer=declarer).tricks.cards[:, 0]
        assert (one == other).all()


def test_each_seat_may_have_random_numbers_of_its_own() -> None:
    """What one seat draws changes nothing for the cards that another seat would draw."""
    hands, count = deals(12), 12
    silent = np.zeros((count, 3), np.int64)
    columns = (
        silent,
        np.zeros(count, np.int64),
        np.full(count, NAMES.index("C")),
        np.full(count, 18),
    )
    announced = AnnouncedGames(hands, *columns, hands)
    seeds = draw_seeds(np.random.default_rng(1), 3 * count).reshape(count, 3)
    first = play_cards(announced, [MonteCarlo(samples=2)], seeds).tricks.cards
    for seat in range(3):
        other = seeds.copy()
        other[:, seat] += 1
        again = play_cards(announced, [MonteCarlo(samples=2)], other).tricks.cards
        assert (again != first).any()
        assert (again[:, :seat] == first[:, :seat]).all()


def test_a_table_has_one_kind_of_bot_or_three() -> None:
    with pytest.raises(ValueError, match="3 seats, not 2"):
        play(deals(2), "C", [Heuristic(), Heuristic()])


def test_a_bid_above_the_plain_value_asks_for_schneider() -> None:
    twelve = np.array([PACK.hand(["CJ", "DJ"])] * 4)
    contracts = np.array([NAMES.index(name) for name in ("C", "C", "CHS", "N")])
    assert points_needed(contracts, twelve, np.array([24, 33, 18, 18])).tolist() == [61, 90, 90, 0]


def test_who_announces_schwarz_needs_all_points() -> None:
    contracts, nothing = (
        np.array([NAMES.index("DHSZ"), NAMES.index("DOHSZ")]),
        np.zeros(2, np.int64),
    )
    assert points_needed(contracts, nothing, nothing).tolist() == [120, 120]


def test_a_jack_in_the_skat_of_a_hand_game_changes_nothing_for_its_declarer() -> None:
    """With the club jack in the skat the bid is out of reach; he must not notice."""
    own = PACK.hand(["HJ", "DJ", "HA", "HT", "HK", "HQ", "H9", "SA", "CA", "C7"])
    others, times = [card for card in range(32) if not own >> card & 1], 12
    first = []
    for skat in (["CJ", "D8"], ["D7", "D8"]):
        away = PACK.hand(skat)
        left = [card for card in others if not away >> card & 1]
        piles = [own, sum(1 << card for card in left[:10]), sum(1 << card for card in left[10:])]
        hands = np.tile([*piles, away], (times, 1))
        said, forehand = np.zeros((times, 3), np.int64), np.zeros(times, np.int64)
        columns = said, forehand, np.full(times, NAMES.index("HH")), np.full(times, 40)
        announced = AnnouncedGames(hands, *columns, hands)
        drawn = draw_seeds(np.random.default_rng(5), times)
        played = play_cards(announced, [MonteCarlo(samples=3)], drawn)
        first.append(played.tricks.cards[:, 0].tolist())
    assert first[0] == first[1]
